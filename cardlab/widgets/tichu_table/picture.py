"""What a page draws of a table of Tichu 1.on.1, slow or against the clock: a side, a discard pile, a wish.

- `side_picture`: the hand of one player and what the player owes;
- `pile_picture`, `pile_action`: a discard pile, and what pressing it does;
- `wish_picture`: the values that can be wished with the Mah Jong;
- `timed_side`, `timed_piles`, `live_picture`: the table against the clock, little enough to be sent after every move;
- `person_hands`, `idle`, `turning_text`: what the hands of a person are doing, what is said while they do nothing, and
  why both are about to turn a card;
- `setup_picture`, `rules_picture`: the choices before a match, and the rules in force;
- `reader_of`, `names_of`, `seconds`: who reads about a match, what its players are called, and how a time is read.

A hidden hand is only a number of cards: the cards in it are not even looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal, TypedDict

from cardlab.cards import Card
from cardlab.phrasing import Reader
from cardlab.phrasing import tichu as tell
from cardlab.phrasing.catalogue import decimal, rank_letter, say
from cardlab.phrasing.house_rules import named, says
from cardlab.phrasing.tichu import owed, upper_cards
from cardlab.tichu import Pile, Rules, State, recycle_due
from cardlab.tichu.codes import Code
from cardlab.tichu.piles import DOG, DRAGON
from cardlab.tichu.state import can_draw, draws_from
from cardlab.widgets.forms import Field, RuleInForce, RulesInForce, rule_fields
from cardlab.widgets.tichu_table.hands import NEVER, PLACES, WISHED, Hands, Place, Rank
from cardlab.widgets.tichu_table.live import LiveRound
from cardlab.widgets.tichu_table.match import (
    LONGEST_LOCK,
    Against,
    Refused,
    Settings,
    Slots,
)

BACK: Final = "back"
"""Stands for a card that lies face down."""


# Every table


class TichuSide(TypedDict):
    """A player: the places of the hand ("" where no card lies), how many cards, and what is owed."""

    name: str
    line: str
    slots: list[str]
    owes: str


class TichuPile(TypedDict):
    """A discard pile: its upper cards, and what it counts as."""

    place: Place
    name: str
    cards: list[str]
    counts: str


class WishChoice(TypedDict):
    """A value that can be wished, or none."""

    rank: Rank
    label: str


class WishPicture(TypedDict):
    """The values that can be wished once the Mah Jong is over a pile, none, and the way back."""

    label: str
    choices: list[WishChoice]
    back: str


def side_picture(
    state: State, seat: int, name: str, lang: str, *, slots: Sequence[Card | None], hidden: bool, owes: str
) -> TichuSide:
    """One player, called `name`: the places of the hand ("" where no card lies), how many cards, and what is owed.

    `hidden`: every card of the hand lies face down, from the first place on.
    """
    held = len(state.hands[seat])
    if hidden:
        codes = [BACK if place < held else "" for place in range(len(slots))]
    else:
        codes = [card.code if card else "" for card in slots]
    return {"name": name, "line": say("hand.cards", lang, count=held), "slots": codes, "owes": owes}


def pile_picture(pile: Pile, place: Place, lang: str, *, empty: str | None = None) -> TichuPile:
    """A discard pile: its number, its upper cards, and what it counts as; `empty` is said where nothing lies."""
    return {
        "place": place,
        "name": pile_name(place, lang),
        "cards": [card.code for card in upper_cards(pile)],
        "counts": tell.counts(pile, lang) if pile.cards or empty is None else empty,
    }


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


def wish_picture(pile: Place, lang: str) -> WishPicture:
    """The values that can be wished with the Mah Jong over this pile (U5.4), in the same order at every table."""
    none: WishChoice = {"rank": "", "label": say("piles.no_wish", lang)}
    ranks: list[WishChoice] = [{"rank": rank, "label": rank_letter(rank, lang)} for rank in WISHED]
    label, back = say("play_tichu.wish_now", lang, pile=pile + 1), say("play_tichu.back", lang)
    return {"label": label, "choices": [*ranks, none], "back": back}


# Against the clock


def reader_of(against: Against, lang: str, people: tuple[str, ...] = ()) -> Reader:
    """Who reads about a round: both sides at one keyboard, or the one who plays against the computer.

    `people`: what those who have played called themselves, where a record tells it.
    """
    if against is Against.TWO:
        return replace(tell.at_table(lang, None, tell.SIDES), people=people)
    return tell.at_table(lang, 0, tell.COMPUTER)


def names_of(against: Against, lang: str, people: tuple[str, ...] = ()) -> tuple[str, str]:
    """What the two seats are called."""
    reader = reader_of(against, lang, people)
    return reader.name(0), reader.name(1)


def seconds(milliseconds: float, lang: str) -> str:
    """A time as it is read: "2.3"."""
    return decimal(milliseconds / 1000, lang, 1)


class HandsPicture(TypedDict):
    """What the hands of a player are doing.

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


class TimedSide(TichuSide, HandsPicture):
    """One player against the clock.

    - `person`: whether somebody plays there with keys;
    - `draw`, `extra`: how many cards the piles have; `stock`: those of the pile to draw from now (U3.2);
    - `due`: whether the player has to draw; `other`: whether from the other player's pile.
    """

    seat: Place
    person: bool
    draw: int
    stock: int
    extra: int
    due: bool
    other: bool


class TimedPile(TichuPile):
    """A pile against the clock: `locked` says that it is, `late` who of the people came too late (U2.4)."""

    locked: str
    late: list[str]


class CountdownPicture(TypedDict):
    """What is coming, and how many milliseconds both see it coming."""

    text: str
    milliseconds: int


class TimedTable(TypedDict):
    """Both sides and both piles after so many moves."""

    number: int
    sides: list[TimedSide]
    piles: list[TimedPile]


class LiveTable(TimedTable):
    """The table while a round is played."""

    paused: bool
    turning: CountdownPicture | None


STILL_HANDS: Final[HandsPicture] = {"lifted": "", "pile": None, "wishes": [], "wrong": False, "said": [], "held": 0}


def timed_side(
    state: State,
    slots: Slots,
    seat: Place,
    name: str,
    lang: str,
    *,
    hidden: bool,
    person: bool = False,
    hands: HandsPicture = STILL_HANDS,
) -> TimedSide:
    """One player against the clock: the eight places of the hand, how many cards the piles have, and what is done."""
    debt = owed(state, seat)
    owes = say("play_tichu.owes", lang, count=debt) if debt else ""
    return {
        **side_picture(state, seat, name, lang, slots=slots[seat], hidden=hidden, owes=owes),
        **hands,
        "seat": seat,
        "person": person,
        "draw": len(state.draw[seat]),
        "stock": len(state.draw[draws_from(state, seat)]),
        "extra": len(state.extra[seat]),
        "due": can_draw(state, seat),
        "other": draws_from(state, seat) != seat,
    }


def timed_piles(state: State, reader: Reader, late: Sequence[Refused | None] = ()) -> list[TimedPile]:
    """The two piles against the clock: whether one is locked, and who of the people came too late there (U2.4)."""
    lang = reader.lang
    return [
        {
            **pile_picture(pile, place, lang, empty=say("play_tichu.empty", lang)),
            "locked": say("play_tichu.locked", lang) if pile.top is DRAGON else "",
            "late": [_late(one, reader) for one in late if one and one.pile == place],
        }
        for place, pile in zip(PLACES, state.piles, strict=True)
    ]


def live_picture(live: LiveRound, names: Sequence[str], lang: str, *, explains: bool = False) -> LiveTable:
    """The table while a round is played, as the persons at it may see it; in a pause nobody sees a hand.

    `explains`: a special card in a hand is explained as long as there is nothing else to say.
    """
    played, people = live.played, live.settings.people
    return {
        "number": played.line.at,
        "sides": [
            timed_side(
                played.state,
                played.slots[-1],
                seat,
                names[seat],
                lang,
                hidden=live.paused or seat not in people,
                person=seat in people,
                hands=_hands_picture(live, seat, names[seat], lang, explains and not live.paused),
            )
            for seat in PLACES
        ],
        "piles": timed_piles(
            played.state, reader_of(live.settings.against, lang), [hands.late for hands in live.people]
        ),
        "paused": live.paused,
        "turning": _turning(live, lang),
    }


def _hands_picture(live: LiveRound, seat: Place, name: str, lang: str, explains: bool) -> HandsPicture:
    """What the hands of a player are doing, and what has just gone wrong; being too late is said at the pile."""
    hands, now = live.hands[seat], live.now
    if seat not in live.settings.people:
        late = [say("play_tichu.bot_late", lang, who=name)] if hands.late else []
        waits = [say("play_tichu.bot_waits", lang)] if live.bot_waits else []
        return {**STILL_HANDS, "said": [*late, *waits]}
    return person_hands(hands, now, lang, explains=explains)


def person_hands(hands: Hands, now: float, lang: str, *, explains: bool) -> HandsPicture:
    """What the hands of a person are doing, and what is said to that person; against the clock not what to play."""
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


def _late(tried: Refused, reader: Reader) -> str:
    """U2.4: who was faster, or that a card was turned meanwhile, and what lies there now."""
    top: Card = next(one.facts["top"] for one in tried.refusals if "seen" in one.facts)
    if tried.faster is None:
        return reader.say("play_tichu.turned_before", top=top)
    if tried.faster == tried.seat:
        return reader.say("play_tichu.faster_self", top=top)
    return reader.say("play_tichu.faster", top=top, faster=tried.faster)


def _turning(live: LiveRound, lang: str) -> CountdownPicture | None:
    """What is coming, and how many milliseconds both see it coming; None while cards can be played."""
    if not live.countdown:
        return None
    return {"text": turning_text(live.played.state, lang), "milliseconds": round(1000 * live.countdown)}


def turning_text(state: State, lang: str) -> str:
    """Why both are about to turn a card."""
    if not any(pile.cards for pile in state.piles):
        return say("play_tichu.turning.opening", lang)
    if recycle_due(state):
        return say("play_tichu.turning.recycle", lang)
    if any(pile.top is DOG for pile in state.piles):
        return say("play_tichu.turning.dog", lang)
    if state.flip_due:
        return say("play_tichu.turning.again", lang)
    return say("play_tichu.turning.stuck", lang)


# Before a match


class OpponentChoice(TypedDict):
    """Who may sit at the other seat."""

    value: Literal["bot", "two"]
    label: str
    chosen: bool


class PaceLevel(TypedDict):
    """A named quickness of the computer."""

    value: Literal["beginner", "practised", "quick", "master"]
    label: str
    chosen: bool


class LockSlider(TypedDict):
    """How long a wrong card holds the hand up, in milliseconds from 0 to `most`."""

    label: str
    most: int
    value: int


class SetupPicture(TypedDict):
    """The choices before a match, and how it is played with the keyboard; `zones` names who has keys.

    `thumbs`: how two play who have no keyboard but one screen; `linked`: that the deals are those of a link.
    """

    against: list[OpponentChoice]
    levels: list[PaceLevel]
    lock: LockSlider
    draws_by_itself: bool
    rules: list[Field]
    keys: str
    zones: list[str]
    thumbs: str
    linked: str


def setup_picture(settings: Settings, rules: Rules, lang: str, linked: int | None = None) -> SetupPicture:
    """The choices before a match, and how it is played with the keyboard; `linked`: the number of a link's deals."""
    two = settings.against is Against.TWO
    opponents: tuple[Literal["bot", "two"], ...] = ("bot", "two")
    levels: tuple[Literal["beginner", "practised", "quick", "master"], ...]
    levels = () if two else ("beginner", "practised", "quick", "master")
    return {
        "against": [
            {"value": one, "label": say(f"play_tichu.against.{one}", lang), "chosen": settings.against == one}
            for one in opponents
        ],
        "levels": [
            {"value": one, "label": say(f"play_tichu.level.{one}", lang), "chosen": settings.level == one}
            for one in levels
        ],
        "lock": {
            "label": say("play_tichu.lock", lang, seconds=seconds(settings.lock, lang)),
            "most": LONGEST_LOCK,
            "value": settings.lock,
        },
        "draws_by_itself": settings.draws_by_itself,
        "rules": rule_fields(rules, lang),
        "keys": say("play_tichu.keys.two" if two else "play_tichu.keys.one", lang),
        "zones": list(names_of(settings.against, lang)[: len(settings.people)]),
        "linked": "" if linked is None else say("play_tichu.linked", lang, seed=linked),
        "thumbs": say("play_tichu.thumbs", lang) if two else "",
    }


@lru_cache(maxsize=8)
def rules_picture(rules: Rules, lang: str) -> RulesInForce:
    """The rules in force, as they are shown all the time."""
    sheet, changed = say("preset.sheet", lang), rules.changed()
    if not changed:
        return {"title": say("table.rules", lang, preset=sheet), "changes": []}
    changes: list[RuleInForce] = [
        {"name": f"{named(rules, field, lang)}.", "text": says(rules, field, lang)} for field in changed
    ]
    return {"title": say("table.rules_changed", lang, preset=sheet, count=len(changed)), "changes": changes}
