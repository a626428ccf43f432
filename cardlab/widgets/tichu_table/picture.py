"""What a page draws of a table of Tichu 1.on.1 against the clock, between devices too.

- `TableState`, `live_picture`: the table, little enough to be sent after every move;
- `side_picture`, `timed_piles`: a player and the discard piles; `pile_name`, `turning_text`;
- `hands_picture`: what the hands of a person are doing, and what is said to that person;
- `slider`, `levels`: blocks that only these tables have;
- `rules_picture`, `reader_of`: the rules in force, and who reads about a match;
- `score_words`, `seconds`: how it stands, and how a time is read.

A hidden hand is only a number of cards: the cards in it are not even looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, TypedDict

from cardlab.cards import Card
from cardlab.phrasing import Reader
from cardlab.phrasing import tichu as tell
from cardlab.phrasing.catalogue import decimal, say
from cardlab.phrasing.house_rules import named, says
from cardlab.phrasing.tichu import owed, upper_cards
from cardlab.tichu import Match, Rules, State, recycle_due
from cardlab.tichu.codes import Code
from cardlab.tichu.piles import DOG, DRAGON
from cardlab.tichu.state import can_draw, draws_from
from cardlab.widgets.blocks import Block, Send
from cardlab.widgets.forms import RulesInForce
from cardlab.widgets.tichu_table.hands import NEVER, PLACES, WISHED, Hands, Late, Place, Rank
from cardlab.widgets.tichu_table.live import LiveRound
from cardlab.widgets.tichu_table.match import Against

BACK: Final = "back"
"""Stands for a card that lies face down."""


class HandsPicture(TypedDict):
    """What the hands of a player are doing against the clock.

    - `lifted`: the code of the card that waits for its pile; `pile`: the pile that waits for its card;
    - `wishes`: the values among which a wish is made now;
    - `wrong`: whether the last card was refused; `said`: what is said to the player;
    - `held`: for how many milliseconds a card that did not fit holds the hand up; 0 if it is free.
    """

    lifted: str
    pile: Place | None
    wishes: list[Rank]
    wrong: bool
    said: list[str]
    held: int


class TichuSide(HandsPicture):
    """A player: the places of the hand ("" where no card lies), what is owed, and the piles that lie face down.

    - `line`: how many cards the hand has; `person`: whether somebody plays there with keys;
    - `draw`, `extra`: how many cards the piles have; `stock`: those of the pile to draw from now (U3.2);
    - `due`: whether the player has to draw; `other`: whether from the other player's pile.
    """

    seat: Place
    name: str
    line: str
    slots: list[str]
    owes: str
    person: bool
    draw: int
    stock: int
    extra: int
    due: bool
    other: bool


class TichuPile(TypedDict):
    """A discard pile: its upper cards, and what it counts as.

    `note`: that it is locked; `told`: who came too late there (U2.4).
    """

    place: Place
    name: str
    cards: list[str]
    counts: str
    note: str
    told: list[str]


class CountdownPicture(TypedDict):
    """What is coming, and how many milliseconds both see it coming."""

    text: str
    milliseconds: int


class TableState(TypedDict):
    """The table against the clock after so many moves, -1 where there is none.

    - `person`: whether one plays alone at this page; `paused`: whether the clock stands still;
    - `turning`: what is coming; `news`: what the last moves did.
    """

    number: int
    sides: list[TichuSide]
    piles: list[TichuPile]
    person: bool
    paused: bool
    turning: CountdownPicture | None
    news: list[str]


STILL: Final[HandsPicture] = {"lifted": "", "pile": None, "wishes": [], "wrong": False, "said": [], "held": 0}


def side_picture(
    state: State,
    seat: Place,
    name: str,
    lang: str,
    *,
    slots: Sequence[Card | None],
    hidden: bool,
    person: bool = False,
    hands: HandsPicture = STILL,
) -> TichuSide:
    """One player, called `name`; `hidden`: every card of the hand lies face down, from the first place on."""
    held, debt = len(state.hands[seat]), owed(state, seat)
    if hidden:
        codes = [BACK if place < held else "" for place in range(len(slots))]
    else:
        codes = [card.code if card else "" for card in slots]
    return {
        **hands,
        "seat": seat,
        "name": name,
        "line": say("hand.cards", lang, count=held),
        "slots": codes,
        "owes": say("play_tichu.owes", lang, count=debt) if debt else "",
        "person": person,
        "draw": len(state.draw[seat]),
        "stock": len(state.draw[draws_from(state, seat)]),
        "extra": len(state.extra[seat]),
        "due": can_draw(state, seat),
        "other": draws_from(state, seat) != seat,
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


# Against the clock


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


def timed_piles(state: State, reader: Reader, late: Sequence[Late | None] = ()) -> list[TichuPile]:
    """The two piles against the clock: whether one is locked, and who of the people came too late there (U2.4)."""
    lang = reader.lang
    return [
        {
            "place": place,
            "name": pile_name(place, lang),
            "cards": [card.code for card in upper_cards(pile)],
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


def live_picture(live: LiveRound, lang: str, *, explains: bool = False, news: Sequence[str] = ()) -> TableState:
    """The table while a round is played, as the persons at it may see it; in a pause nobody sees a hand.

    `explains`: a special card in a hand is explained as long as there is nothing else to say.
    """
    state, slots, people = live.played.state, live.played.slots[-1], live.settings.people
    reader = reader_of(live.settings.against, lang)
    sides = []
    for seat in PLACES:
        hands = live.hands[seat]
        if seat in people:
            shown = hands_picture(hands, live.now, lang, explains=explains and not live.paused)
        else:
            late = [say("play_tichu.bot_late", lang, who=reader.name(seat))] if hands.late else []
            waits = [say("play_tichu.bot_waits", lang)] if live.bot_waits else []
            shown = {**STILL, "said": [*late, *waits]}
        sides.append(
            side_picture(
                state,
                seat,
                reader.name(seat),
                lang,
                slots=slots[seat],
                hidden=live.paused or seat not in people,
                person=seat in people,
                hands=shown,
            )
        )
    coming = live.countdown
    return {
        "number": live.played.line.at,
        "sides": sides,
        "piles": timed_piles(state, reader, [hands.late for hands in live.people]),
        "person": len(people) == 1,
        "paused": live.paused,
        "turning": {"text": turning_text(state, lang), "milliseconds": round(1000 * coming)} if coming else None,
        "news": list(news),
    }


def hands_picture(hands: Hands, now: float, lang: str, *, explains: bool) -> HandsPicture:
    """What the hands of a person are doing, and what is said to that person; being too late is said at the pile."""
    hands.forget(now)
    return {
        "lifted": hands.lifted.code if hands.lifted else "",
        "pile": hands.pile,
        "wishes": list(WISHED) if hands.awaited else [],
        "wrong": bool(hands.refusals),
        "said": _said_to(hands, lang) or _idle(hands, now, lang, explains),
        "held": hands.held(now),
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


@lru_cache(maxsize=8)
def rules_picture(rules: Rules, lang: str) -> RulesInForce:
    """The rules in force, as they are shown all the time."""
    sheet, changed = say("preset.sheet", lang), rules.changed()
    if not changed:
        return {"title": say("table.rules", lang, preset=sheet), "changes": []}
    return {
        "title": say("table.rules_changed", lang, preset=sheet, count=len(changed)),
        "changes": [{"name": f"{named(rules, one, lang)}.", "text": says(rules, one, lang)} for one in changed],
    }
