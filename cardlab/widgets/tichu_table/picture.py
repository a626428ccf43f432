"""What a page draws of a table of Tichu 1.on.1, slow or against the clock: a side, a discard pile, a wish.

- `side_picture`: the hand of one player and what the player owes;
- `pile_picture`, `pile_action`: a discard pile, and what pressing it does;
- `wish_picture`: the values that can be wished with the Mah Jong;
- `timed_side`, `timed_piles`, `live_picture`: the table against the clock, little enough to be sent after every move.

A hidden hand is only a number of cards: the cards in it are not even looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardlab.cards import Card
from cardlab.locale import rank_letter, say
from cardlab.tell.tichu import counts, owed, upper_cards
from cardlab.tichu import Pile, State, recycle_due
from cardlab.tichu.codes import Code
from cardlab.tichu.piles import DOG, DRAGON, WISHES
from cardlab.tichu.state import SEATS, can_draw, draws_from
from cardlab.widgets.tichu_table.live import LiveRound
from cardlab.widgets.tichu_table.match import Refused, Slots
from cardlab.widgets.tichu_table.words import fits_nowhere, reasons

BACK: Final = "back"
"""Stands for a card that lies face down."""


def side_picture(
    state: State, seat: int, name: str, lang: str, *, slots: Sequence[Card | None], hidden: bool, owes: str
) -> dict[str, Any]:
    """One player, called `name`: the places of the hand ("" where no card lies), how many cards, and what is owed.

    `hidden`: every card of the hand lies face down, from the first place on.
    """
    held = len(state.hands[seat])
    if hidden:
        codes = [BACK if place < held else "" for place in range(len(slots))]
    else:
        codes = [card.code if card else "" for card in slots]
    return {"seat": seat, "name": name, "line": say("hand.cards", lang, count=held), "slots": codes, "owes": owes}


def pile_picture(pile: Pile, place: int, lang: str, *, empty: str | None = None) -> dict[str, Any]:
    """A discard pile: its number, its upper cards, and what it counts as; `empty` is said where nothing lies."""
    told = counts(pile, lang) if pile.cards or empty is None else empty
    return {"name": pile_name(place, lang), "cards": [card.code for card in upper_cards(pile)], "counts": told}


def pile_name(place: int, lang: str) -> str:
    """What the pile at this place is called, counted from 1."""
    return say("piles.pile", lang, number=place + 1)


def pile_action(pile: Pile, place: int, card: Card | None, lang: str) -> str:
    """What pressing the pile does while `card` is selected; with none, what lies on top of it."""
    name = pile_name(place, lang)
    if card is not None:
        return say("piles.play", lang, card=card, pile=name)
    if pile.top is not None:
        return say("piles.on_top", lang, pile=name, card=pile.top)
    return say("piles.empty", lang, pile=name)


def wish_picture(chosen: str, lang: str) -> dict[str, Any]:
    """The values that can be wished with the Mah Jong (U5.4), and none; `chosen` is "" for none."""
    none = {"rank": "", "label": say("piles.no_wish", lang)}
    ranks = [{"rank": rank, "label": rank_letter(rank, lang)} for rank in WISHES]
    return {"label": say("piles.wish", lang), "choices": [none, *ranks], "chosen": chosen}


def timed_side(
    state: State, slots: Slots, seat: int, name: str, lang: str, *, hidden: bool, person: bool = False
) -> dict[str, Any]:
    """One player against the clock: the eight places of the hand, and how many cards the piles have.

    `stock`: how many cards the pile has from which the player draws now (U3.2).
    """
    debt = owed(state, seat)
    owes = say("play_tichu.owes", lang, who=name, count=debt) if debt else ""
    return side_picture(state, seat, name, lang, slots=slots[seat], hidden=hidden, owes=owes) | {
        "person": person,
        "draw": len(state.draw[seat]),
        "stock": len(state.draw[draws_from(state, seat)]),
        "extra": len(state.extra[seat]),
        "due": can_draw(state, seat),
        "other": draws_from(state, seat) != seat,
        "lifted": "",
        "pile": None,
        "wishes": [],
        "wrong": False,
        "said": [],
    }


def timed_piles(
    state: State, lang: str, late: Sequence[Refused | None] = (), people: Sequence[int] = ()
) -> list[dict[str, Any]]:
    """The two piles against the clock: whether one is locked, and who of the people came too late there (U2.4)."""
    return [
        pile_picture(pile, place, lang, empty=say("play_tichu.empty", lang))
        | {
            "locked": say("play_tichu.locked", lang) if pile.top is DRAGON else "",
            "late": [_late(one, lang) for one in late if one and one.pile == place and one.seat in people],
        }
        for place, pile in enumerate(state.piles)
    ]


def live_picture(live: LiveRound, names: Sequence[str], lang: str) -> dict[str, Any]:
    """The table while a round is played, as the persons at it may see it; in a pause nobody sees a hand."""
    played, people = live.played, live.settings.people
    hidden = [live.paused or seat not in people for seat in SEATS]
    return {
        "number": played.line.at,
        "sides": [
            timed_side(
                played.state, played.slots[-1], seat, names[seat], lang, hidden=hidden[seat], person=seat in people
            )
            | _hands_picture(live, seat, names[seat], lang)
            for seat in SEATS
        ],
        "piles": timed_piles(played.state, lang, [hands.late for hands in live.hands], people),
        "paused": live.paused,
        "turning": _turning(live, lang),
    }


def _hands_picture(live: LiveRound, seat: int, name: str, lang: str) -> dict[str, Any]:
    """What the hands of a player are doing, and what has just gone wrong; being too late is told at the pile."""
    hands = live.hands[seat]
    if seat not in live.settings.people:
        said = [say("play_tichu.bot_late", lang, who=name)] if hands.late else []
        return {"said": [*said, *([say("play_tichu.bot_waits", lang)] if live.bot_waits else [])]}
    said = reasons([one for one in hands.refusals if one.code != Code.TOO_LATE], seat, lang)
    if hands.nowhere is not None:
        said = fits_nowhere(*hands.nowhere, hands.refusals, seat, lang)
    elif hands.awaited is not None:
        said = [say("play_tichu.wish_now", lang, pile=hands.awaited.pile + 1)]
    elif hands.lifted is not None:
        said = [say("play_tichu.which_pile", lang, card=hands.lifted)]
    return {
        "lifted": hands.lifted.code if hands.lifted else "",
        "pile": hands.pile,
        "wishes": list(WISHES) if hands.awaited else [],
        "wrong": bool(hands.refusals),
        "said": said,
    }


def _late(tried: Refused, lang: str) -> str:
    """U2.4: that somebody was faster, and what lies there now."""
    top: Card = next(one.facts["top"] for one in tried.refusals if "seen" in one.facts)
    return say("play_tichu.faster", lang, top=top)


def _turning(live: LiveRound, lang: str) -> dict[str, Any] | None:
    """What is coming, and how many milliseconds both see it coming; None while cards can be played."""
    if not live.countdown:
        return None
    state = live.played.state
    if not any(pile.cards for pile in state.piles):
        text = say("play_tichu.turning.opening", lang)
    elif recycle_due(state):
        text = say("play_tichu.turning.recycle", lang)
    elif any(pile.top is DOG for pile in state.piles):
        text = say("play_tichu.turning.dog", lang)
    elif state.flip_due:
        text = say("play_tichu.turning.again", lang)
    else:
        text = say("play_tichu.turning.stuck", lang)
    return {"text": text, "milliseconds": round(1000 * live.countdown)}
