"""What a page draws of a table of Tichu 1.on.1 against the clock, between devices too.

- `TableState`, `live_table`: the table, little enough to be sent after every move;
- `runner`, `discards`: a player and the discard piles; `pile_name`, `turning_text`;
- `slider`, `levels`, `head`, `alert`, `leaving`: blocks that only these pages have;
- `reader_of`: who reads about a match;
- `score_words`, `seconds`: how it stands, and how a time is read.

A hidden hand is only a number of cards: the cards in it are not even looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, Literal, TypedDict

from cardlab.cards import Card
from cardlab.phrasing import Reader
from cardlab.phrasing import tichu_sentences as tell
from cardlab.phrasing.catalogue import decimal, say
from cardlab.phrasing.tichu_sentences import owed, upper_cards
from cardlab.tichu import Match, State, recycle_due
from cardlab.tichu.codes import Code
from cardlab.tichu.piles import DOG, DRAGON
from cardlab.tichu.state import can_draw, draws_from
from cardlab.widgets.blocks import Block, Send
from cardlab.widgets.tichu_table.live import LiveRound
from cardlab.widgets.tichu_table.race_hands import NEVER, PLACES, WISHED, Hands, Late, Place
from cardlab.widgets.tichu_table.timed_match import Against

BACK: Final = "back"
"""Stands for a card that lies face down."""


class TableState(TypedDict):
    """The table after so many moves, each player a `runner`, the piles as `discards` makes them.

    - `phase`: whether cards are played, or it is only looked at; `paused`: the clock stands still;
    - `person`: one plays alone at this page, or two share it;
    - `turning`, `milliseconds`: what is coming, and how long both see it coming; `news`: what the last moves did.
    """

    phase: Literal["race", "still"]
    number: int
    sides: list[Block]
    piles: list[Block]
    person: bool
    paused: bool
    turning: str
    milliseconds: int
    news: list[str]


def runner(
    state: State,
    seat: int,
    name: str,
    lang: str,
    slots: Sequence[Card | None],
    *,
    place: Place | None = None,
    hidden: bool = False,
    hands: Hands | None = None,
    now: float = NEVER,
    explains: bool = False,
    said: Sequence[str] = (),
) -> Block:
    """A player at the table, called `name`, at this side of the page, else at that of the seat.

    - `slots`: the places of the hand; `hidden`: every card of it lies face down, from the first place on;
    - `hands`: what the hands of a person are doing, `now` by the clock; nobody plays there if there are none;
    - `explains`: a special card in the hand is explained as long as there is nothing else to say;
    - `said`: what is said where nobody plays.

    It says what hand and piles hold, what is owed, and whether the player has to draw, perhaps from the `other` side;
    and of the hands what is `lifted`, which pile was pointed at, what can be wished now, whether the last card was
    `wrong`, and for how many milliseconds they are `held` up; being too late is said at the pile.
    """
    held, debt, source = len(state.hands[seat]), owed(state, seat), draws_from(state, seat)
    if hidden:
        codes = [BACK if at < held else "" for at in range(len(slots))]
    else:
        codes = [card.code if card else "" for card in slots]
    if hands is not None:
        hands.forget(now)
        said = _said_to(hands, lang) or _idle(hands, now, lang, explains)
    return {
        "seat": seat if place is None else place,
        "name": name,
        "line": say("hand.cards", lang, count=held),
        "slots": codes,
        "owes": say("play_tichu.owes", lang, count=debt) if debt else "",
        "draw": len(state.draw[seat if hands is None else source]),
        "extra": len(state.extra[seat]),
        "due": can_draw(state, seat),
        "other": source != seat,
        "person": hands is not None,
        "lifted": hands.lifted.code if hands and hands.lifted else "",
        "pile": hands.pile if hands else None,
        "wishes": list(WISHED) if hands and hands.awaited else [],
        "wrong": bool(hands and hands.refusals),
        "said": list(said),
        "held": hands.held(now) if hands else 0,
    }


def pile_name(place: int, lang: str) -> str:
    """What the pile at this place is called, counted from 1."""
    return say("piles.pile", lang, number=place + 1)


def slider(label: str, value: int, most: int, send: Send, *, free: str = "value", named: str = "") -> Block:
    """A number from 0 on to be set by pulling, sent as it moves; `named`: what it is called, if not as its label."""
    return {
        "is": "slider", "label": label, "value": value, "most": most, "send": send, "free": [free], "named": named,
    }  # fmt: skip


def levels(label: str, options: Iterable[Block], *, titled: bool = True) -> Block:
    """One of several in a row, among which arrow keys lead; `titled`: the label is seen, not only read out."""
    return {"is": "levels", "label": label, "options": list(options), "titled": titled}


def head(race: str, score: str, *blocks: Block) -> Block:
    """Which round it is and how the match stands, with what can be pressed there."""
    return {"is": "head", "race": race, "score": score, "blocks": list(blocks)}


def alert(said: str, *blocks: Block) -> Block:
    """What is told at once, with what can be pressed about it."""
    return {"is": "alert", "said": said, "blocks": list(blocks)}


def leaving() -> Block:
    """The button that ends the match, which the page asks about once more."""
    return {"is": "leaving", "send": {"do": "leave"}}


# Who reads, and what is read


def reader_of(against: Against, lang: str, people: tuple[str, ...] = ()) -> Reader:
    """Who reads about a round: both sides at one keyboard, or the one who plays against the computer.

    `people`: what those who have played called themselves, where a record tells it.
    """
    if against is Against.TWO:
        return replace(tell.at_table(lang, None, tell.SIDES), people=people)
    return tell.at_table(lang, 0, tell.COMPUTER)


def seconds(milliseconds: float, lang: str) -> str:
    """A time as it is read: "2.3"."""
    return decimal(milliseconds / 1000, lang, 1)


def score_words(match: Match, reader: Reader, near: Place = 0) -> str:
    """U6.3: how the match stands; `near`: the seat that is told first."""
    names, facts = (reader.name(near), reader.name(1 - near)), (match.points[near], match.points[1 - near])
    told = {"left": names[0], "right": names[1], "first": facts[0], "second": facts[1], "target": match.rules.target}
    return say("play_tichu.score", reader.lang, **told)


def discards(state: State, reader: Reader, late: Sequence[Late | None] = ()) -> list[Block]:
    """The two piles: what each counts as, a note if it is locked, and who of the people came too late there (U2.4)."""
    lang = reader.lang
    return [
        {
            "place": place,
            "name": pile_name(place, lang),
            "cards": [card.code for card in upper_cards(pile)],
            "badge": tell.badge(pile, lang),
            "counts": tell.counts(pile, lang) if pile.cards else say("play_tichu.empty", lang),
            "note": say("play_tichu.locked", lang) if pile.top is DRAGON else "",
            "told": [_late(one, reader) for one in late if one and one.pile == place],
        }
        for place, pile in zip(PLACES, state.piles, strict=True)
    ]


def _late(late: Late, reader: Reader) -> str:
    """U2.4: who was faster, or that a card was turned meanwhile, and what lies there now."""
    if late.faster is None:
        return reader.say("play_tichu.turned_before", top=late.top)
    if late.faster == late.seat:
        return reader.say("play_tichu.faster_self", top=late.top)
    return reader.say("play_tichu.faster", top=late.top, faster=late.faster)


def live_table(live: LiveRound, lang: str, *, explains: bool = False) -> TableState:
    """The table while a round is played, as the persons at it may see it; in a pause nobody sees a hand."""
    state, people, reader = live.played.state, live.people, reader_of(live.settings.against, lang)

    def side(seat: Place, hands: Hands, slots: Sequence[Card | None]) -> Block:
        is_person, name = hands in people, reader.name(seat)
        said = [say("play_tichu.bot_late", lang, who=name)] * (hands.late is not None)
        said += [say("play_tichu.bot_waits", lang)] * live.bot_waits
        return runner(
            state,
            seat,
            name,
            lang,
            slots,
            hidden=live.paused or not is_person,
            hands=hands if is_person else None,
            now=live.now,
            explains=explains and not live.paused,
            said=said,
        )

    moments = live.played.moments[live.since :]
    news = [
        one
        for before, moment in pairwise(moments)
        if moment.move is not None
        for one in tell.told(reader, moment.move, before.state, ())
    ]
    return {
        "phase": "race",
        "number": live.played.line.at,
        "sides": [side(*one) for one in zip(PLACES, live.hands, live.played.slots[-1], strict=True)],
        "piles": discards(state, reader, [hands.late for hands in people]),
        "person": len(people) == 1,
        "paused": live.paused,
        "turning": turning_text(state, lang) if live.countdown else "",
        "milliseconds": round(1000 * live.countdown),
        "news": news,
    }


def _said_to(hands: Hands, lang: str) -> list[str]:
    """What is said to a person; against the clock it is not said what to play instead."""
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
    """What is said to a person while nothing happens: a debt, that nothing fits, or what a special card does."""
    reader, state, seat = tell.at_table(lang, hands.seat), hands.played.state, hands.seat
    debt = owed(state, seat)
    told = reader.say("play_tichu.debt", count=debt) if debt else ""
    told = told or (tell.nothing_fits(reader, state, seat) if NEVER < hands.nothing_at <= now else "")
    told = told or (tell.special(reader, state.hands[seat], state.rules) if explains else "")
    return [told] if told else []


def turning_text(state: State, lang: str) -> str:
    """Why both are about to turn a card."""
    if not any(pile.cards for pile in state.piles):
        why = "opening"
    elif recycle_due(state):
        why = "recycle"
    elif any(pile.top is DOG for pile in state.piles):
        why = "dog"
    else:
        why = "again" if state.flip_due else "stuck"
    return say(f"play_tichu.turning.{why}", lang)
