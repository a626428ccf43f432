"""A round in words: what a pile counts as, what each move did, how it ended, and why a card went back.

The two players are called by their names; `cardlab.tichu` decides what happened, and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from cardlab.cards import Card
from cardlab.lessons.tables.pile_words import value_names
from cardlab.lessons.tables.tichu_table import ended, happened, owed, refused
from cardlab.locale import decimal, say
from cardlab.refusal import Refusal
from cardlab.tichu import Draw, Flip, Outcome, Pile, Play, Recycle, State, outcome
from cardlab.tichu.codes import Code
from cardlab.tichu.piles import ALL_VALUES, DOG
from cardlab.tichu.state import can_draw, draws_from, flip_pending, out
from cardlab.widgets.tichu_table.match import Against, TimedMoment

_SEATED: Final = {Against.TWO: ("left", "right"), Against.BOT: ("you", "computer")}
_ABOUT_VALUES: Final = (
    Code.NOT_NEIGHBOUR,
    Code.TWO_AND_ACE,
    Code.DRAGON_LOCKS,
    Code.DRAGON_LOCKS_STRICTLY,
    Code.PHOENIX_COUNTS,
    Code.MAH_JONG_NEEDS,
    Code.MAH_JONG_IS_ONE,
    Code.WISHED,
)


def counts(pile: Pile, lang: str) -> str:
    """What the pile counts as, a Phoenix with all that it may be (U5.2, U5.7)."""
    if pile.values == ALL_VALUES:
        return say("piles.counts_as_any", lang)
    return say("piles.counts_as", lang, values=value_names(pile.values, lang))


def names_of(against: Against, lang: str) -> tuple[str, str]:
    """What the two seats are called."""
    first, second = _SEATED[against]
    return say(f"play_tichu.{first}", lang), say(f"play_tichu.{second}", lang)


def headline(end: Outcome, against: Against, lang: str) -> str:
    """Who has won the round, and how many points that pays (U6.2)."""
    if end.winner is None:
        return say("play_tichu.won.nobody", lang)
    return say(f"play_tichu.won.{_SEATED[against][end.winner]}", lang, count=end.points[end.winner])


def told(before: State, moment: TimedMoment, names: Sequence[str], lang: str) -> list[str]:
    """What the move that led to this moment did, and how the round ended if it did; no drawn card is named."""
    after, move = moment.state, moment.move
    match move:
        case Play():
            sentences = list(_played(before, move, after, names[move.seat], lang))
        case Draw(seat):
            whose = "own" if draws_from(before, seat) == seat else "other"
            sentences = [say(f"play_tichu.drew.{whose}", lang, who=names[seat])]
        case Flip() | Recycle():
            everything = happened(before, move, lang)
            sentences = list(everything[: len(everything) - len(ended(after, lang))])
        case None:
            sentences = []
    return [*sentences, *ending_words(after, names, lang)]


def _played(before: State, move: Play, after: State, name: str, lang: str) -> Iterator[str]:
    yield say("play_tichu.played", lang, who=name, card=move.card, pile=move.pile + 1)
    if move.wish:
        yield say("play_tichu.wished", lang, who=name, rank=move.wish)
    if can_draw(before, move.seat) and after.owes[move.seat]:
        yield say("play_tichu.forgot", lang, who=name, count=owed(after, move.seat))
    if move.card is DOG and out(after) != move.seat:
        yield say("racing.dog_stops" if flip_pending(after) else "racing.dog_turns_nothing", lang)


def ending_words(state: State, names: Sequence[str], lang: str) -> list[str]:
    """How the round has ended, and what it pays (U4.4, U6.1, U6.2); nothing while it goes on."""
    end = outcome(state)
    if end is None:
        return []
    if end.winner is None:
        return [say("racing.blocked", lang), say("racing.level", lang)]
    name = names[end.winner]
    if out(state) is None:
        left = [len(state.hands[seat]) + len(state.draw[seat]) for seat in (end.winner, 1 - end.winner)]
        how = [say("racing.blocked", lang), say("play_tichu.fewer", lang, who=name, fewer=left[0], more=left[1])]
    else:
        how = [say("play_tichu.out", lang, who=name)]
    pays = say("racing.pays.left" if any(state.draw) else "racing.pays.empty", lang)
    return [*how, f"{pays} {say('play_tichu.scores', lang, who=name, count=end.points[end.winner])}"]


def reasons(refusals: Iterable[Refusal], seat: int, lang: str) -> list[str]:
    """Why a move of this seat was refused, all reasons, each once, as they are told to the one who made it.

    Against the clock nobody is told what to play instead.
    """
    return list(dict.fromkeys(refused(replace(one, fix=None), lang, seat) for one in refusals))


def fits_nowhere(card: Card, state: State, refusals: Sequence[Refusal], seat: int, lang: str) -> list[str]:
    """Why a card fits on neither pile, as briefly as against the clock it must be; or why no card does now (U5.3)."""
    others = [one for one in refusals if one.code not in _ABOUT_VALUES]
    if others:
        return reasons(others, seat, lang)
    first, second = (value_names(pile.values, lang) for pile in state.piles)
    clauses = ", ".join(sorted({one.rule for one in refusals}))
    return [say("play_tichu.nowhere", lang, card=card, first=first, second=second, clauses=clauses)]


def seconds(milliseconds: float, lang: str) -> str:
    """A time as it is read: "2.3"."""
    return decimal(milliseconds / 1000, lang, 1)
