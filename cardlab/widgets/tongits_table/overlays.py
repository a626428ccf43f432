"""What can be laid over a table of Tongits to learn from it.

- `melds`: the hand in its best arrangement; `deadwood`: what it counts, and what it would without some cards;
- `seen`: where each card of the deck is, as far as the seat can know;
- `discards` and `lay_offs`: which cards cannot be discarded or laid off now, and why.

Everything comes from the view of one seat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, TypedDict

from cardlab.cards import JOKERS, RANKS, Card
from cardlab.phrasing.catalogue import rank_letter
from cardlab.refusal import Refusal
from cardlab.tongits import (
    Code,
    Discard,
    Move,
    Sapaw,
    Take,
    View,
    best_arrangements,
    deadwood,
    least_deadwood,
    why_meld,
    why_not,
)
from cardlab.widgets.hand import BracketPicture, bracketed
from cardlab.widgets.tongits_table.round import TongitsRound, Words

Overlay: TypeAlias = Literal["melds", "deadwood", "seen", "discards", "lay_offs"]
OVERLAYS: Final[tuple[Overlay, ...]] = ("melds", "deadwood", "seen", "discards", "lay_offs")
Place: TypeAlias = Literal["hand", "table", "pile", "taken", "open", "unseen"]
"""Where a card is, as far as a seat can know."""
_PLACES: Final[tuple[Place, ...]] = ("hand", "table", "pile", "taken", "open", "unseen")
Seen: TypeAlias = dict[Card, Place]
Told: TypeAlias = tuple[tuple[Card, ...], list[str], list[Refusal]]
_SUITS: Final = "shcd"
_PIPS: Final = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}


class OverlaySwitch(TypedDict):
    """Something that can be laid over the table, and whether it is."""

    name: Overlay
    label: str
    on: bool


class MeldsOverlay(TypedDict):
    """The hand in its best arrangement."""

    groups: list[BracketPicture]
    sentence: str


class SeenCell(TypedDict):
    """Where a card is, and the word for it."""

    place: Place
    word: str


class SeenRow(TypedDict):
    """The cards of a suit, by rank."""

    suit: str
    name: str
    cells: list[SeenCell]


class SeenOverlay(TypedDict):
    """Where each card of the deck is: a row for each suit, a column for each rank."""

    ranks: list[str]
    rows: list[SeenRow]
    legend: list[SeenCell]
    caption: str
    sentence: str


class ReasonsOverlay(TypedDict):
    """Why cards of the hand cannot be played now."""

    title: str
    sentences: list[str]


class OverlaysPicture(TypedDict):
    """What can be laid over the table, and what is: nothing where an overlay is off."""

    overlays: list[OverlaySwitch]
    melds: MeldsOverlay | None
    deadwood: list[str]
    seen: SeenOverlay | None
    reasons: list[ReasonsOverlay]


def switched(chosen: Collection[str], name: Overlay) -> list[Overlay]:
    """The overlays that are shown after one was switched on or off."""
    return [one for one in OVERLAYS if (one in chosen) != (one == name)]


def hand_in_melds(seen: View, words: Words) -> MeldsOverlay:
    """The hand in its best arrangement, without lay-offs; how many other arrangements are as good (T9.1)."""
    if not seen.hand:
        return {"groups": [], "sentence": words.say("table.melds.empty")}
    found = best_arrangements(seen.hand, (), seen.rules)
    best = found[0]
    sentence = words.say(
        "table.melds.best" if best.melds else "table.melds.none", count=len(best.melds), points=best.deadwood
    )
    others = [words.say("table.melds.others", count=len(found) - 1)] if len(found) > 1 else []
    return {"groups": bracketed(best, words.lang, seen.rules), "sentence": " ".join([sentence, *others])}


def deadwood_after(seen: View, selected: tuple[Card, ...], words: Words) -> list[str]:
    """T9.2: what the hand counts now, and what it would count without the selected cards."""
    said = [words.say("table.deadwood.now", **_counts(seen.hand, seen))]
    rest = tuple(card for card in seen.hand if card not in selected)
    if len(selected) == 1:
        said.append(words.say("table.deadwood.without", card=selected[0], **_counts(rest, seen)))
    elif selected and why_meld(selected, seen.rules):
        said.append(words.say("table.deadwood.laid", cards=selected, **_counts(rest, seen)))
    if not seen.rules.concealed_melds_count:
        said.append(words.say("table.deadwood.concealed"))
    return said


def _counts(held: tuple[Card, ...], seen: View) -> dict[str, int]:
    return {"points": deadwood(held, seen.rules), "least": least_deadwood(held, seen.rules)}


def cards_seen(seen: View, taken: Seen, open_hands: Iterable[tuple[Card, ...]], words: Words) -> SeenOverlay:
    """Where each card of the deck is, as far as the seat can know; `taken`: who took a card that lay open."""
    places = _places(seen, taken, open_hands)

    def cell(place: Place) -> SeenCell:
        return {"place": place, "word": words.say(f"table.seen.{place}")}

    def cells(of: Iterable[Card]) -> list[SeenCell]:
        return [cell(places.get(card, "unseen")) for card in of]

    rows: list[SeenRow] = [
        {"suit": _PIPS[suit], "name": words.say(f"suit.{suit}"), "cells": cells(Card(rank + suit) for rank in RANKS)}
        for suit in _SUITS
    ]
    jokers = JOKERS[: seen.rules.jokers]
    if jokers:
        rows.append({"suit": "★", "name": words.say("table.seen.jokers"), "cells": cells(jokers)})
    unseen = 52 + len(jokers) - len(places)
    hidden = max(0, unseen - seen.stock)
    there = {*places.values(), "unseen"}
    return {
        "ranks": [rank_letter(rank, words.lang) for rank in RANKS],
        "rows": rows,
        "legend": [cell(place) for place in _PLACES if place in there],
        "caption": words.say("table.seen.caption"),
        "sentence": words.say("table.seen.sentence", seen=len(places), unseen=unseen, stock=seen.stock, hidden=hidden),
    }


def _places(seen: View, taken: Seen, open_hands: Iterable[tuple[Card, ...]]) -> Seen:
    places: Seen = dict(taken)
    places.update((card, "open") for hand in open_hands for card in hand)
    places.update((card, "pile") for card in seen.discards)
    places.update((card, "table") for laid in seen.melds if laid.meld for card in laid.meld.cards)
    places.update((card, "hand") for card in seen.hand)
    return places


def not_to_discard(seen: View, words: Words) -> Told:
    """The cards of the hand that may not be discarded now, the reasons as sentences, and the refusals (T2.4, T2.6)."""
    return _refused(seen, lambda card: _why_not(seen, Discard(seen.viewer, card)), "table.discards.any", words)


def not_to_lay_off(seen: View, words: Words) -> Told:
    """The cards of the hand that alone can be laid off nowhere now, why, and where the others fit (T4.1, T4.2)."""
    fitting: dict[Card, tuple[int, ...]] = {}

    def reasons(card: Card) -> list[Refusal]:
        asked = [_why_not(seen, Sapaw(seen.viewer, place, (card,))) for place in range(max(1, len(seen.melds)))]
        fitting[card] = tuple(place + 1 for place, found in enumerate(asked) if not found)
        return [] if fitting[card] else [refusal for found in asked for refusal in found]

    greyed, sentences, refusals = _refused(seen, reasons, "", words)
    fits = [
        words.say("table.lay_offs.fits", card=card, numbers=numbers) for card, numbers in fitting.items() if numbers
    ]
    return greyed, fits + sentences, refusals


def _why_not(seen: View, move: Move) -> list[Refusal]:
    return list(why_not(seen, move))


def _refused(seen: View, reasons: Callable[[Card], list[Refusal]], none: str, words: Words) -> Told:
    """Asks for every card of the hand; cards with the same reasons are named together."""
    together: dict[str, list[Card]] = {}
    refusals: list[Refusal] = []
    for card in seen.hand:
        found = reasons(card)
        refusals += found
        misfits = [refusal for refusal in found if refusal.code == Code.DOES_NOT_FIT]
        others = [refusal for refusal in found if refusal.code != Code.DOES_NOT_FIT]
        said = [words.reason(refusal) for refusal in others]
        if misfits and not others:
            said = [words.say("table.lay_offs.nowhere")]
        if said:
            together.setdefault(" ".join(dict.fromkeys(said)), []).append(card)
    greyed = tuple(card for held in together.values() for card in held)
    sentences = [
        words.say("table.all_cards", reason=reason)
        if len(held) == len(seen.hand) > 1
        else words.say("table.these_cards", cards=tuple(held), reason=reason)
        for reason, held in together.items()
    ]
    if not sentences and none:
        sentences = [words.say(none)]
    return greyed, sentences, refusals


_REASONS: Final = {"discards": not_to_discard, "lay_offs": not_to_lay_off}


@dataclass(frozen=True, slots=True)
class LaidOver:
    """What is laid over a table, the cards of the hand that are greyed by it, and the clauses that are the reason."""

    picture: OverlaysPicture
    greyed: tuple[Card, ...]
    rules: tuple[str, ...]


def laid_over(
    here: TongitsRound,
    selected: tuple[Card, ...],
    chosen: Collection[Overlay],
    open_hands: Iterable[tuple[Card, ...]],
    words: Words,
) -> LaidOver:
    """The overlays that are chosen; `open_hands`: the hands of the others that may be shown."""
    seen = here.seen
    refused = {name: ask(seen, words) for name, ask in _REASONS.items() if name in chosen and not seen.shown}
    taken: Seen = {
        here.moments[place - 1].state.discards[0]: "taken"
        for place in range(1, here.at + 1)
        if isinstance(move := here.moments[place].move, Take) and move.seat != seen.viewer
    }
    picture: OverlaysPicture = {
        "overlays": [
            {"name": name, "label": words.say(f"table.overlay.{name}"), "on": name in chosen} for name in OVERLAYS
        ],
        "melds": hand_in_melds(seen, words) if "melds" in chosen else None,
        "deadwood": deadwood_after(seen, selected, words) if "deadwood" in chosen else [],
        "seen": cards_seen(seen, taken, open_hands, words) if "seen" in chosen else None,
        "reasons": [
            {"title": words.say(f"table.overlay.{name}_title"), "sentences": sentences}
            for name, (_, sentences, _) in refused.items()
        ],
    }
    greyed = [set(cards) for cards, _, _ in refused.values()]
    rules = tuple(refusal.rule for _, _, refusals in refused.values() for refusal in refusals)
    return LaidOver(picture, tuple(set.intersection(*greyed)) if greyed else (), rules)
