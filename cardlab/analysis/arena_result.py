"""The result of an arena: its rounds, and the figures against each opponent.

- `ArenaResult`: all that was played, in words, as rows, and as a table for a notebook;
- `Matchup`: the figures against one opponent; `FEWEST`, `SURE`: when a difference isn't just luck.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from html import escape
from statistics import mean, stdev
from typing import Any, Final

from cardlab.analysis.whatif import Estimate, probability
from cardlab.drawing import as_table
from cardlab.phrasing.catalogue import decimal, percent, say
from cardlab.record import Record
from cardlab.tongits.moves import SEATS

SURE: Final = 3  # a difference of this many standard errors isn't just luck
FEWEST: Final = 10  # with fewer deals, the standard error isn't trusted
_COLUMNS: Final = (
    "arena.column.against",
    "arena.column.rounds",
    "whatif.value.payment",
    "arena.column.wins",
)


@dataclass(frozen=True, slots=True)
class ArenaRound:
    """One round: the opponent's name, the deal's number, the result, the ending.

    `seat`: the bot's; `payment`: what it received; `ending`: a value of `Ending`; `moves`: how many all players made.
    """

    against: str
    deal: int
    seat: int
    payment: int
    won: bool
    ending: str
    moves: int


@dataclass(frozen=True, slots=True)
class Matchup:
    """The results against one opponent; the rounds of one deal are one sample.

    `payments`: the bot's mean payment of each deal, in points or chips; `wins`: its share of rounds won in each deal.
    `payment` and `win` are their means; a `win` of 1/3 means equally strong.
    """

    against: str
    payments: tuple[float, ...]
    wins: tuple[float, ...]

    @property
    def payment(self) -> Estimate:
        return _estimate(self.payments)

    @property
    def win(self) -> Estimate:
        sampled = _estimate(self.wins)
        # Deals that are all won or all lost have no spread, but that doesn't make the next one certain.
        return probability(sampled, self.deals) if sampled.mean in (0, 1) else sampled

    @property
    def deals(self) -> int:
        return len(self.payments)

    @property
    def sure(self) -> bool:
        """Whether the payment differs from 0 by `SURE` standard errors or more."""
        return self.deals >= FEWEST and abs(self.payment.mean) >= SURE * self.payment.error > 0

    def sentences(self, lang: str = "en") -> str:
        """Return the figures in words, and whether they could be just luck."""
        if self.deals < FEWEST:
            return self.verdict(lang)
        payment, wins = self._figures(lang)
        facts = {"name": self.against, "payment": payment, "wins": wins}
        figures = say("arena.figures", lang, rounds=decimal(SEATS * self.deals, lang), **facts)
        return f"{figures} {self.verdict(lang)}"

    def verdict(self, lang: str = "en") -> str:
        """Say whether the payment may be luck."""
        if self.deals < FEWEST:
            return say("arena.too_few", lang, name=self.against, least=SEATS * FEWEST)
        if self.payment.mean == 0:
            return say("arena.level", lang)
        verdict = "arena.luck" if not self.sure else "arena.better" if self.payment.mean > 0 else "arena.worse"
        return say(verdict, lang)

    def cells(self, lang: str) -> tuple[str, ...]:
        """Return a table row: opponent, rounds, payment and wins."""
        figures = self._figures(lang) if self.deals >= FEWEST else ("…", "…")
        return self.against, str(SEATS * self.deals), *figures

    def _figures(self, lang: str) -> tuple[str, str]:
        payment, error = (decimal(number, lang, 2) for number in (self.payment.mean, self.payment.error))
        wins, wins_error = (percent(share, lang, 1) for share in (self.win.mean, self.win.error))
        return f"{payment} ± {error}", f"{wins} ± {wins_error}"


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """The result of `arena`. `str` sums it up in sentences.

    `worst` is the record of the round with the bot's lowest payment, None without rounds;
    `PlayTongits(record=…, seat=…)` shows it in review. `met` names the bot's line that an interrupt stopped, or is ().
    """

    rounds: tuple[ArenaRound, ...]
    worst: Record | None
    interrupted: bool = False
    lang: str = "en"
    met: tuple[str, ...] = ()

    @property
    def worst_round(self) -> ArenaRound | None:
        """The round that `worst` records, the first of equal ones; None without rounds."""
        return min(self.rounds, key=lambda one: one.payment, default=None)

    @property
    def matchups(self) -> tuple[Matchup, ...]:
        return tuple(self._matchup(name) for name in dict.fromkeys(one.against for one in self.rounds))

    def _matchup(self, name: str) -> Matchup:
        rounds = [one for one in self.rounds if one.against == name]  # the seats of a deal follow each other
        deals = [rounds[end - SEATS : end] for end in range(SEATS, len(rounds) + 1, SEATS)]
        payments = tuple(mean(one.payment for one in deal) for deal in deals)
        return Matchup(name, payments, tuple(mean(one.won for one in deal) for deal in deals))

    def rows(self) -> list[dict[str, Any]]:
        """Return a dictionary for each round, ready for a pandas table."""
        return [asdict(one) for one in self.rounds]

    def __str__(self) -> str:
        return "\n".join(self._lines())

    __repr__ = __str__

    def _lines(self) -> Iterator[str]:
        if self.interrupted:
            yield say("arena.interrupted", self.lang, rounds=decimal(len(self.rounds), self.lang))
            yield from self.met
        yield from (one.sentences(self.lang) for one in self.matchups)
        if (worst := self.worst_round) is not None:
            paid, facts = decimal(worst.payment, self.lang), {"deal": worst.deal, "seat": worst.seat}
            yield say("arena.worst", self.lang, payment=paid, name=worst.against, **facts)

    def _repr_html_(self) -> str:
        """Return the table and what its figures mean, for a notebook."""
        return self.table() + "".join(f'<p lang="{self.lang}">{escape(line)}</p>' for line in self._lines())

    def table(self) -> str:
        """Return the figures against each opponent as an HTML table."""
        heading = (say(column, self.lang) for column in _COLUMNS)
        caption = say("arena.caption", self.lang)
        return as_table(caption, heading, (one.cells(self.lang) for one in self.matchups), self.lang)


def _estimate(samples: Sequence[float]) -> Estimate:
    """Return the mean and its standard error."""
    return Estimate(mean(samples), stdev(samples) / math.sqrt(len(samples)) if len(samples) > 1 else math.inf)
