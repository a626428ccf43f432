"""Compares a bot with others: every deal is played with the bot at each seat.

`arena_result` defines what `arena` returns.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from operator import index

from cardlab import tongits
from cardlab.analysis.arena_result import ArenaResult, ArenaRound
from cardlab.analysis.bots import OPPONENTS
from cardlab.analysis.kernel import compiled
from cardlab.analysis.own_bots import checked
from cardlab.bot_rounds import DEAL_BITS, play_tongits
from cardlab.bots.tongits import Bot
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.notebook_labels import lesson_language
from cardlab.record import Record
from cardlab.tongits.moves import SEATS


def arena(
    bot: Bot,
    against: str | Sequence[str | Bot] | None = None,
    *,
    deals: int = 100,
    seed: int | None = None,
    rules: tongits.Rules | None = None,
    lang: str = "",
    progress: bool = True,
) -> ArenaResult:
    """Play a bot against two copies of each opponent, each deal once from every seat.

    Ctrl+C, or an interrupt of the notebook, ends the arena early and keeps the deals played. The result then names the
    line that the bot was running: it may hang there. Equal seeds give equal rounds if bots use only their `Random`.

    Args:
        bot: takes a view and a `Random` and returns a move.
        against: names of bots (`bots.OPPONENTS`) or bots, or one name; by default careful, sensible and, with the
            compiled kernel, strong, which thinks for about a second a round.
        deals: the number of deals for each opponent.
        seed: the number of the first deal, by default a random one that no bot can guess.
        rules: the rules of the table, by default those of the sheet.
        lang: the language of the sentences; by default that of the notebook's folder.
        progress: whether a line counts the rounds, in a notebook until the end, elsewhere on standard error.

    Raises:
        BotError: a bot raises, or returns no legal move.
        ValueError: an opponent is unknown or given twice, or there are no opponents or no deals.
        KeyboardInterrupt: an interrupt before the first deal was played, with the bot's line in its notes.
    """
    lang = lang or lesson_language()
    if isinstance(against, str):
        against = (against,)
    if against is None:
        against = ("careful", "sensible", *(("strong",) if compiled.is_installed() else ()))
    if unknown := [one for one in against if isinstance(one, str) and one not in OPPONENTS]:
        raise ValueError(f"there is no bot {unknown[0]!r}; there are {', '.join(OPPONENTS)}")
    if deals < 1 or not against or len({_name(one) for one in against}) < len(against):
        raise ValueError("at least one deal is played, and there are opponents, each with a name of its own")
    rounds: list[ArenaRound] = []
    worst: list[tuple[ArenaRound, Record]] = []
    interrupted, total = False, deals * len(against) * SEATS
    met: Sequence[str] = ()
    show = _line() if progress else str
    try:
        first = secrets.randbits(DEAL_BITS) if seed is None else index(seed)
        for played in _played(bot, against, range(first, first + deals), rules, lang):
            rounds += [one for one, _ in played]
            worst = [min(worst + played, key=lambda each: each[0].payment)]
            show(say("arena.progress", lang, rounds=len(rounds), total=total))
    except KeyboardInterrupt as stop:
        if not rounds:
            raise
        interrupted, met = True, getattr(stop, "__notes__", ())
    finally:
        show("")
    return ArenaResult(tuple(rounds), worst[0][1] if worst else None, interrupted, lang, tuple(met))


def _line() -> Callable[[str], object]:
    """Return a function that shows a line in place of the last one.

    A notebook has it below the cell, a terminal on standard error.
    """
    if "IPython" in sys.modules and not sys.stderr.isatty():
        from IPython.core.getipython import get_ipython
        from IPython.display import display

        if get_ipython() is not None:
            empty = {"text/html": "", "text/plain": ""}
            handle = display(empty, raw=True, display_id=True)  # type: ignore[no-untyped-call]
            return lambda line: handle.update(empty | {"text/html": line}, raw=True)
    return lambda line: print(line, end="\r", file=sys.stderr)


def _played(
    bot: Bot, against: Sequence[str | Bot], seeds: range, rules: tongits.Rules | None, lang: str
) -> Iterator[list[tuple[ArenaRound, Record]]]:
    """Yield for each deal and opponent its three rounds, each with its record."""
    for seed in seeds:  # deal by deal, so that after an early end each opponent has played about as many
        for opponent in against:
            other = _name(opponent)
            player = OPPONENTS[opponent] if isinstance(opponent, str) else checked(opponent, other, lang)
            played = []
            for seat in range(SEATS):
                names, players = [f"{other} {other_seat}" for other_seat in range(SEATS)], [player] * SEATS
                names[seat], players[seat] = _name(bot), checked(bot, _name(bot), lang)
                record = replace(play_tongits(players, rules, seed), about={"players": names})
                ended: tongits.Outcome = record.outcome
                payment, won = ended.payments[seat], ended.winner == seat
                one = ArenaRound(other, seed, seat, payment, won, ended.ending.value, len(record.moves))
                played.append((one, record))
            yield played


def _name(bot: str | Bot) -> str:
    return bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)
