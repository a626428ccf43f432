"""What the page draws of a table of Tichu 1.on.1.

- `race_props`: the table, small enough to be sent after every move (see `js/shown.d.ts`); `live_race_props`: with a
  running clock;
- `pile_name`, `score_words`, `seconds`: texts; `reader_of`: who reads them;
- `slider`, `levels`, `racing`: blocks of these pages only.

Of a hidden hand only the number of cards is used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Final, Literal

from cardlab.phrasing import Reader
from cardlab.phrasing import tichu_sentences as tell
from cardlab.phrasing.catalogue import decimal, say
from cardlab.phrasing.tichu_sentences import owed, upper_cards
from cardlab.tichu import Match, State, recycle_due
from cardlab.tichu.codes import Code
from cardlab.tichu.moves import SEATS
from cardlab.tichu.piles import DOG, DRAGON
from cardlab.tichu.state import can_draw, draws_from
from cardlab.widgets.blocks import Block, Send
from cardlab.widgets.tichu_table.live import LiveRound
from cardlab.widgets.tichu_table.race_hands import NEVER, SIDES, WISH_RANKS, Hands, Late, Side, is_due
from cardlab.widgets.tichu_table.timed_match import Against, TimedRound

RACE_WORDS: Final = (
    *("tichu.do.draw", "play_tichu.draw_other", "play_tichu.key", "play_tichu.no_card", "play_tichu.no_wish"),
    *("play_tichu.back", "play_tichu.pile", "play_tichu.pile_target", "text.table.hand.short", "play_tichu.rule"),
    *("widget.sound", "widget.draw_pile", "widget.extra_pile"),
)
"""Catalogue keys of the texts that a race needs."""
BACK: Final = "back"
"""The code of a card that is face down."""


def race_props(
    played: TimedRound,
    reader: Reader,
    *,
    clock: Literal["slow", "running", "none"],
    at: int | None = None,
    near: Side = 0,
    person: bool = True,
    paused: bool = False,
    hidden: Collection[int] = (),
    hands: Mapping[int, Hands] = MappingProxyType({}),
    texts: Mapping[int, Sequence[str]] = MappingProxyType({}),
    now: float = NEVER,
    explains: bool = False,
    countdown: int = 0,
    news: Sequence[str] = (),
) -> Block:
    """Return what the page draws of a round, with any clock.

    Args:
        at: the index of the moment shown, None for the current one.
        near: the seat that is drawn as side 0.
        hidden: the seats whose cards are face down.
        hands: the input of people, by seat; messages whose time is over are cleared.
        texts: further texts by seat, such as about the computer.
        now: the time of the clock in seconds.
        explains: whether to explain a special card in a hand while there is nothing else to say.
        countdown: the milliseconds until cards are turned.
    """
    at = played.line.at if at is None else at
    state, lang = played.line.moments[at].state, reader.lang

    def side(place: Side, seat: Side) -> Block:
        own, source = hands.get(seat), draws_from(state, seat)
        shown, said = played.slots[at][seat], list(texts.get(seat, ()))
        if own is not None:
            own.expire_message(now)
            wait = say("play_tichu.too_early" if own.too_early else "play_tichu.wait", lang)
            said += [wait] * (own.lock.remaining(now) > 0)
            if own.awaited or not own.asks_pile:
                said += _said_to(own, lang) or _idle(own, now, lang, explains)
        count, debt = len(state.hands[seat]), owed(state, seat)
        backs = [BACK if index < count else "" for index in range(len(shown))]
        return {
            "seat": place,
            "name": reader.name(seat),
            "line": say("hand.cards", lang, count=count),
            "slots": backs if seat in hidden else [card.code if card else "" for card in shown],
            "owes": say("play_tichu.owes", lang, count=debt) if debt else "",
            "draw": len(state.draw[source if own else seat]),
            "extra": len(state.extra[seat]),
            "due": can_draw(state, seat),
            "main": can_draw(state, seat) and clock != "slow",
            "other": source != seat,
            "person": own is not None,
            "lifted": own.lifted.code if own and own.lifted else "",
            "pile": own.pile if own else None,
            "wishes": list(WISH_RANKS) if own and own.awaited else [],
            "wrong": bool(own and own.refusals),
            "said": said,
            "locked_for": own.locked_for(now) if own else 0,
        }

    late = [one.late for one in hands.values() if one.late]
    return {
        "clock": clock,
        "number": at,
        "sides": [side(0, near), side(1, 0 if near else 1)],
        "piles": [
            {
                "index": index,
                "name": pile_name(index, lang),
                "cards": [card.code for card in upper_cards(pile)],
                "badge": tell.badge(pile, lang),
                "counts": tell.counts(pile, lang) if pile.cards else say("play_tichu.empty", lang),
                "note": say("play_tichu.locked", lang) if pile.top is DRAGON else "",
                "late": [_late(one, reader) for one in late if one.pile == index],
            }
            for index, pile in zip(SIDES, state.piles, strict=True)
        ],
        "person": person,
        "paused": paused,
        "turning": _turning_text(state, lang) if countdown else "",
        "milliseconds": countdown,
        "news": list(news),
    }


def pile_name(index: int, lang: str) -> str:
    """Return the name of a pile, counted from 1."""
    return say("piles.pile", lang, number=index + 1)


def slider(label: str, value: int, most: int, send: Send, named: str) -> Block:
    """Make a slider from 0 to `most`, which sends its number.

    `named`: its name for screen readers, since its label changes with the number.
    """
    return {
        "is": "slider", "label": label, "value": value, "most": most, "send": send, "free": ["number"], "named": named,
    }  # fmt: skip


def levels(label: str, options: Iterable[Block], *, titled: bool = True) -> Block:
    """Make a row of options to choose one from, with arrow keys."""
    return {"is": "levels", "label": label, "options": list(options), "titled": titled}


def racing(props: Block, verdict: Block | None = None) -> Block:
    """Make the block of the table; in slow motion, `verdict` explains the last move."""
    return {"is": "racing", **props, "verdict": verdict}


# Who reads, and what is read


def reader_of(against: Against, lang: str, people: tuple[str, ...] = ()) -> Reader:
    """Return the reader of a round, who is one of the players or watches both.

    `people`: the names of the players in a record, not used against the computer.
    """
    if against is Against.TWO:
        return replace(tell.at_table(lang), people=people)
    return tell.at_table(lang, 0, tell.COMPUTER)


def seconds(milliseconds: float, lang: str) -> str:
    """Return a time in seconds as text, such as "2.3"."""
    return decimal(milliseconds / 1000, lang, 1)


def score_words(match: Match, reader: Reader, near: Side = 0) -> str:
    """Return the score of the match as text, with the seat `near` first. [U6.3]"""
    facts = {"left": reader.name(near), "right": reader.name(1 - near), "count": match.rules.target}
    points = {"first": match.points[near], "second": match.points[1 - near]}
    return say("play_tichu.score", reader.lang, **facts, **points)


def _late(late: Late, reader: Reader) -> str:
    """Say who was faster, or that a card was turned before. [U2.4]"""
    if late.faster is None:
        return reader.say("play_tichu.turned_before", top=late.top)
    if late.faster == late.seat:
        return reader.say("play_tichu.faster_self", top=late.top)
    return reader.say("play_tichu.faster", top=late.top, faster=late.faster)


def live_race_props(live: LiveRound, lang: str, *, explains: bool = False) -> Block:
    """Return what people at the table may see of a running round; no hand in a pause."""
    reader, people, computer = reader_of(live.settings.against, lang), live.settings.people, live.hands[1]
    texts = [say("play_tichu.bot_late", lang, who=reader.name(1))] * (computer.late is not None)
    texts += [say("play_tichu.bot_waits", lang)] * live.bot_waits
    news: list[str] = []
    for before, moment in pairwise(live.played.line.moments[live.since :]):
        if moment.move is not None:
            news += tell.describe_move(reader, moment.move, before.state, ())
    return race_props(
        live.played,
        reader,
        clock="running",
        person=len(people) == 1,
        paused=live.paused,
        hidden=SEATS if live.paused else {*SEATS} - {*people},
        hands={hands.seat: hands for hands in live.people},
        texts={} if computer in live.people else {1: texts},
        now=live.clock.now,
        explains=explains and not live.paused,
        countdown=round(1000 * live.countdown),
        news=news,
    )


def _said_to(hands: Hands, lang: str) -> list[str]:
    """Return the error or question for a person, without saying what to play instead."""
    reader = tell.at_table(lang, hands.seat)
    if hands.nowhere is not None:
        return list(tell.fits_nowhere(reader, *hands.nowhere, hands.refusals))
    if hands.awaited is not None:
        return [say("play_tichu.wish_now", lang, pile=hands.awaited.pile + 1)]
    if hands.lifted is not None:
        return [say("play_tichu.which_pile", lang, card=hands.lifted)]
    refusals = [one for one in hands.refusals if one.code != Code.TOO_LATE]
    return list(reader.explained(refusals, repair=False))


def _idle(hands: Hands, now: float, lang: str, explains: bool) -> list[str]:
    """Return a text on a debt, no fitting card, or a special card; [] if none."""
    reader, state, seat = tell.at_table(lang, hands.seat), hands.played.state, hands.seat
    debt = owed(state, seat)
    sentence = reader.say("play_tichu.debt", count=debt) if debt else ""
    sentence = sentence or (tell.nothing_fits(reader, state, seat) if is_due(hands.nothing_at, now) else "")
    sentence = sentence or (tell.special(reader, state.hands[seat], state.rules) if explains else "")
    return [sentence] if sentence else []


def _turning_text(state: State, lang: str) -> str:
    """Say why both players are about to turn a card."""
    if not any(pile.cards for pile in state.piles):
        key = "play_tichu.turning.opening"
    elif recycle_due(state):
        key = "play_tichu.turning.recycle"
    elif any(pile.top is DOG for pile in state.piles):
        key = "play_tichu.turning.dog"
    else:
        key = "play_tichu.turning.again" if state.flip_due else "play_tichu.turning.stuck"
    return say(key, lang)
