"""A bot compared with others in duplicate: the same deals, the bot at each seat in turn.

- `arena`: plays the rounds; `ArenaResult`: all that was played, in words and as rows;
- `Matchup`: the figures against one opponent; `FEWEST`, `SURE`: when a difference is told from luck.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import mean, stdev
from typing import Any, Final

from cardlab import tongits
from cardlab.analysis.bots import TONGITS
from cardlab.analysis.own_bots import checked
from cardlab.analysis.whatif import Estimate
from cardlab.bot_rounds import play_tongits
from cardlab.bots.sensible import sensible
from cardlab.bots.tongits import Bot
from cardlab.phrasing.catalogue import decimal, percent, say
from cardlab.record import Record
from cardlab.tongits.moves import SEATS

OPPONENTS: Final[dict[str, Bot]] = {**TONGITS, "sensible": sensible}
SURE: Final = 3  # standard errors tell a difference from luck
FEWEST: Final = 10  # deals are needed before a standard error is trusted


@dataclass(frozen=True, slots=True)
class ArenaRound:
    """One round: the opponent, the number of the deal, the bot's seat and payment, and how it ended."""

    against: str
    deal: int
    seat: int
    payment: int
    won: bool
    ending: str
    moves: int


@dataclass(frozen=True, slots=True)
class Matchup:
    """The figures against one opponent, from whole deals only: the rounds of one deal are one sample.

    `payment` is what the bot receives a round, in points or chips; `win` its share of rounds won, 1/3 if level.
    """

    against: str
    payment: Estimate
    win: Estimate
    deals: int

    @property
    def sure(self) -> bool:
        """Whether the payment differs from 0 by `SURE` standard errors."""
        return self.rounds_needed is not None and abs(self.payment.mean) >= SURE * self.payment.error

    @property
    def rounds_needed(self) -> int | None:
        """About how many rounds tell a difference of this size from luck; None if there is no difference."""
        if self.payment.mean == 0 or self.deals < FEWEST:
            return None
        deals = math.ceil(self.deals * (SURE * self.payment.error / self.payment.mean) ** 2)
        return SEATS * max(deals, FEWEST)

    def sentences(self, lang: str = "en") -> str:
        """Return the figures, and whether they can be told from luck."""
        if self.deals < FEWEST:
            return say("arena.too_few", lang, name=self.against, least=SEATS * FEWEST)
        payment, error = (decimal(number, lang, 2) for number in (self.payment.mean, self.payment.error))
        wins, wins_error = (percent(share, lang, 1) for share in (self.win.mean, self.win.error))
        facts = {"payment": payment, "error": error, "wins": wins, "wins_error": wins_error, "name": self.against}
        figures = say("arena.figures", lang, rounds=decimal(SEATS * self.deals, lang), **facts)
        if (needed := self.rounds_needed) is None:
            return f"{figures} {say('arena.level', lang)}"
        verdict = "arena.luck" if not self.sure else "arena.better" if self.payment.mean > 0 else "arena.worse"
        return f"{figures} {say(verdict, lang, needed=decimal(round(needed, 2 - len(str(needed))), lang))}"


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """What was played. `str` says it in sentences, `rows` gives each round as a dictionary, such as for pandas.

    `worst` is the record of the round that cost the bot most, None if none was played. To review it, write it to a
    file with `result.worst.write("worst.json")` and open that on the page Play Tongits.
    """

    rounds: tuple[ArenaRound, ...]
    worst: Record | None
    interrupted: bool = False
    lang: str = "en"

    @property
    def worst_round(self) -> ArenaRound | None:
        """The round of `worst`, the first of equal ones."""
        return min(self.rounds, key=lambda one: one.payment, default=None)

    @property
    def matchups(self) -> tuple[Matchup, ...]:
        return tuple(self._matchup(name) for name in dict.fromkeys(one.against for one in self.rounds))

    def _matchup(self, name: str) -> Matchup:
        rounds = [one for one in self.rounds if one.against == name]  # the seats of a deal follow each other
        deals = [rounds[end - SEATS : end] for end in range(SEATS, len(rounds) + 1, SEATS)]
        payment, win = ([mean(getattr(one, of) for one in deal) for deal in deals] for of in ("payment", "won"))
        return Matchup(name, _estimate(payment), _estimate(win), len(deals))

    def rows(self) -> list[dict[str, Any]]:
        return [asdict(one) for one in self.rounds]

    def __str__(self) -> str:
        lines = [say("arena.interrupted", self.lang, rounds=len(self.rounds))] if self.interrupted else []
        lines += [matchup.sentences(self.lang) for matchup in self.matchups]
        if (worst := self.worst_round) is not None:
            paid, facts = decimal(worst.payment, self.lang), {"deal": worst.deal, "seat": worst.seat}
            lines.append(say("arena.worst", self.lang, payment=paid, name=worst.against, **facts))
        return "\n".join(lines)

    __repr__ = __str__


def _estimate(samples: Sequence[float]) -> Estimate:
    error = stdev(samples) / math.sqrt(len(samples)) if len(samples) > 1 else math.inf
    return Estimate(float(mean(samples)) if samples else math.nan, error)


def arena(
    bot: Bot,
    against: Sequence[str | Bot] = ("careful", "sensible"),
    *,
    deals: int = 100,
    seed: int = 0,
    rules: tongits.Rules | None = None,
    lang: str = "en",
    progress: bool = True,
) -> ArenaResult:
    """Play a bot against two of each opponent: each deal three times, with the bot at each seat.

    An interrupt (Ctrl+C, or that of a kernel) ends it early and keeps the rounds played. The bots should use no chance
    but theirs: then equal arguments give equal rounds.

    Args:
        bot: takes a view and a source of chance and returns a move.
        against: names of bots (`OPPONENTS`, `strong` too), or bots.
        deals: the number of deals for each opponent.
        seed: the number of the first deal.
        rules: the rules of the table, by default those of the sheet.
        lang: the language of the sentences.
        progress: whether a line on standard error counts the rounds.

    Raises:
        BotError: a bot raises, or returns no legal move.
        ValueError: an opponent is unknown, or there is no deal.
    """
    if unknown := [one for one in against if isinstance(one, str) and one not in OPPONENTS]:
        raise ValueError(f"there is no bot {unknown[0]!r}; there are {', '.join(OPPONENTS)}")
    if deals < 1 or not against or len({_name(one) for one in against}) < len(against):
        raise ValueError("at least one deal is played, and there are opponents, each with a name of its own")
    if "strong" in against:
        from cardlab.analysis.kernel import compiled

        compiled.load(wait=compiled.is_prepared())
    rounds: list[ArenaRound] = []
    worst: Record | None = None
    interrupted, total, least = False, deals * len(against) * SEATS, math.inf
    try:
        for one, record in _played(bot, against, range(seed, seed + deals), rules, lang):
            rounds.append(one)
            worst, least = (record, one.payment) if one.payment < least else (worst, least)
            if progress:
                print(say("arena.progress", lang, rounds=len(rounds), total=total), end="\r", file=sys.stderr)
    except KeyboardInterrupt:
        interrupted = True
    return ArenaResult(tuple(rounds), worst, interrupted, lang)


def _played(
    bot: Bot, against: Sequence[str | Bot], seeds: range, rules: tongits.Rules | None, lang: str
) -> Iterator[tuple[ArenaRound, Record]]:
    """Yield each round with its record, deal by deal, so that an early end leaves all opponents as many."""
    for seed in seeds:
        for opponent in against:
            other, player = _name(opponent), OPPONENTS[opponent] if isinstance(opponent, str) else opponent
            for seat in range(SEATS):
                names, players = [other] * SEATS, [checked(player, other, lang)] * SEATS
                names[seat], players[seat] = _name(bot), checked(bot, _name(bot), lang)
                record = replace(play_tongits(players, rules, seed), about={"players": names})
                *_, last = record.states()
                ended = tongits.outcome(last)
                assert ended is not None
                payment, won = ended.payments[seat], ended.winner == seat
                yield ArenaRound(other, seed, seat, payment, won, ended.ending.value, len(record.moves)), record


def _name(bot: str | Bot) -> str:
    return bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)
