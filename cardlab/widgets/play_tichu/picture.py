"""What the page is told of a race under way: two sides with the places of their cards, two piles, a countdown.

Knows how a race becomes plain data, little enough to be sent after every move; a hidden hand is only a number of cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardlab.cards import Card
from cardlab.lessons.tables.pile_words import upper_cards
from cardlab.lessons.tables.tichu_table import owed
from cardlab.locale import say
from cardlab.tichu import Pile, State, recycle_due
from cardlab.tichu.codes import Code
from cardlab.tichu.piles import DOG, DRAGON, WISHES
from cardlab.tichu.state import FULL_HAND, SEATS, can_draw, draws_from
from cardlab.widgets.pile_words import counts
from cardlab.widgets.play_tichu.race import Moment, Refused
from cardlab.widgets.play_tichu.run import RaceUnderWay
from cardlab.widgets.play_tichu.words import fits_nowhere, reasons

__all__ = ["pile_pictures", "race_picture", "side_picture"]

BACK: Final = "back"


def race_picture(under_way: RaceUnderWay, names: Sequence[str], lang: str) -> dict[str, Any]:
    """The table while a race is run, as the persons at it may see it; in a pause nobody sees a hand."""
    race, people = under_way.race, under_way.settings.people
    moment = race.moments[-1]
    hidden = [under_way.paused or seat not in people for seat in SEATS]
    return {
        "number": len(race.moments) - 1,
        "sides": [
            side_picture(moment, seat, names[seat], lang, hidden=hidden[seat], person=seat in people)
            | _hands_picture(under_way, seat, names[seat], lang)
            for seat in SEATS
        ],
        "piles": pile_pictures(moment.state, lang, [hands.late for hands in under_way.hands], people),
        "paused": under_way.paused,
        "turning": _turning(under_way, lang),
    }


def side_picture(
    moment: Moment, seat: int, name: str, lang: str, *, hidden: bool, person: bool = False
) -> dict[str, Any]:
    """One player: the eight places of his hand, "" where there is no card, and how many cards his piles have.

    `stock`: how many cards the pile has from which he draws now (U3.2).
    """
    state = moment.state
    held = len(state.hands[seat])
    slots = [card.code if card else "" for card in moment.slots[seat]]
    debt = owed(state, seat)
    return {
        "seat": seat,
        "name": name,
        "person": person,
        "slots": [BACK if place < held else "" for place in range(FULL_HAND)] if hidden else slots,
        "line": say("hand.cards", lang, count=held),
        "draw": len(state.draw[seat]),
        "stock": len(state.draw[draws_from(state, seat)]),
        "extra": len(state.extra[seat]),
        "due": can_draw(state, seat),
        "other": draws_from(state, seat) != seat,
        "owes": say("play_tichu.owes", lang, who=name, count=debt) if debt else "",
        "lifted": "",
        "pile": None,
        "wishes": [],
        "wrong": False,
        "said": [],
    }


def _hands_picture(under_way: RaceUnderWay, seat: int, name: str, lang: str) -> dict[str, Any]:
    """What the hands of a player are doing, and what has just gone wrong; that he was too late stands at the pile."""
    hands = under_way.hands[seat]
    if seat not in under_way.settings.people:
        said = [say("play_tichu.bot_late", lang, who=name)] if hands.late else []
        return {"said": [*said, *([say("play_tichu.bot_waits", lang)] if under_way.bot_waits else [])]}
    said = reasons([one for one in hands.refusals if one.code != Code.TOO_LATE], seat, lang)
    if hands.nowhere is not None:
        said = fits_nowhere(*hands.nowhere, hands.refusals, seat, lang)
    elif hands.wished is not None:
        said = [say("play_tichu.wish_now", lang, pile=hands.wished.pile + 1)]
    elif hands.lifted is not None:
        said = [say("play_tichu.which_pile", lang, card=hands.lifted)]
    return {
        "lifted": hands.lifted.code if hands.lifted else "",
        "pile": hands.pile,
        "wishes": list(WISHES) if hands.wished else [],
        "wrong": bool(hands.refusals),
        "said": said,
    }


def pile_pictures(
    state: State, lang: str, late: Sequence[Refused | None] = (), people: Sequence[int] = ()
) -> list[dict[str, Any]]:
    """The two piles: the upper cards, what they count as, and who came too late there (U2.4)."""
    return [
        {
            "name": say("piles.pile", lang, number=place + 1),
            "cards": [card.code for card in upper_cards(pile)],
            "counts": _counts(pile, lang),
            "locked": say("play_tichu.locked", lang) if pile.top is DRAGON else "",
            "late": [_late(one, lang) for one in late if one and one.pile == place and one.seat in people],
        }
        for place, pile in enumerate(state.piles)
    ]


def _counts(pile: Pile, lang: str) -> str:
    return counts(pile, lang) if pile.cards else say("play_tichu.empty", lang)


def _late(tried: Refused, lang: str) -> str:
    """U2.4: that somebody was faster, and what lies there now."""
    top: Card = next(one.facts["top"] for one in tried.refusals if "seen" in one.facts)
    return say("play_tichu.faster", lang, top=top)


def _turning(under_way: RaceUnderWay, lang: str) -> dict[str, Any] | None:
    """What is coming, and how many milliseconds both see it coming; None while the race is run."""
    if not under_way.countdown:
        return None
    state = under_way.race.state
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
    return {"text": text, "milliseconds": round(1000 * under_way.countdown)}
