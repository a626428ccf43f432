"""Positions of Tichu in one line, such as `hand 0 7h Ph; pile 0 5h 6s`.

Parts come in any order, `;` between them; parts left out are empty, as in `State`.
First how words are read and written, then the fields of a `State`, with every card, and those of a `View`, with the
cards of one seat (`State.read`, `View.read`).
Impossible positions are not refused here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from cardlab.cards import TICHU_DECK, Card, notation
from cardlab.position_text import Parsed, Reader, Unreadable, card_words, parse_rules, parts_of, rule_words
from cardlab.refusal import NotationError
from cardlab.tichu.moves import FULL_HAND, SEATS, no_seat
from cardlab.tichu.piles import MAH_JONG, WISHES, Pile
from cardlab.tichu.rules import SHEET, Rules

LONGEST: Final = 1_000
"""The most characters of a written position; the longest real ones have a third as many."""
WISH: Final = "wish"
NUMBER: Final = re.compile(r"[0-9]{1,4}")


def _whole(word: str) -> int:
    if not NUMBER.fullmatch(word):
        raise Unreadable
    return int(word)


def _seat(words: list[str]) -> int:
    if not words or words[0] not in map(str, SEATS):
        raise Unreadable
    return int(words[0])


def _of_seat(name: str) -> Callable[[list[str]], Parsed]:
    """Return a parser of one seat's cards, such as `hand 0 7h 8h`."""
    return lambda words: {f"{name} {_seat(words)}": card_words(words[1:])}


def _read_pile(words: list[str]) -> Parsed:
    """Read a discard pile, the top card last, and the wish of its Mah Jong."""
    number, wish = _seat(words), None
    laid = words[1:]
    if len(laid) >= 2 and laid[-2] == WISH:
        laid, wish = laid[:-2], "T" if laid[-1] == "10" else laid[-1]
        if wish not in tuple(WISHES):
            raise Unreadable
    stack = card_words(laid)
    if wish and MAH_JONG not in stack:
        raise Unreadable
    return {f"pile {number}": Pile.of(stack, wish)}


def _read_owing(words: list[str]) -> Parsed:
    owing = {_seat([word]) for word in words}
    if not owing:
        raise Unreadable
    return {"owes": (0 in owing, 1 in owing)}


def _read_flip(words: list[str]) -> Parsed:
    if words:
        raise Unreadable
    return {"flip": True}


def _write_rules(rules: Rules) -> str:
    changed = rule_words(rules, rules.changed())
    return " ".join(["rules", *changed]) if changed else ""


def _counts(words: list[str]) -> tuple[int, int]:
    if len(words) != len(SEATS):
        raise Unreadable
    return _whole(words[0]), _whole(words[1])


def _one_number(words: list[str]) -> int:
    if len(words) != 1:
        raise Unreadable
    return _whole(words[0])


def join_parts(parts: Iterable[str]) -> str:
    """Return the parts that are not empty, in one line."""
    return "; ".join(part for part in parts if part)


def heap(name: str, cards: Iterable[Card]) -> str:
    """Return cards as the part `name` of the text; "" without cards."""
    written = notation(cards)
    return f"{name} {written}" if written else ""


def table(piles: tuple[Pile, Pile], owes: tuple[bool, bool], flip: bool, rules: Rules) -> list[str]:
    """Return the parts of a text for what is open on the table.

    Args:
        piles: the two discard piles.
        owes: whether each seat owes a card (U3.2).
        flip: whether a flip is due.
        rules: the rules of the table.
    """
    stacks = [f"pile {number} {pile}" if pile.cards else "" for number, pile in enumerate(piles)]
    owing = [str(seat) for seat in SEATS if owes[seat]]
    return [*stacks, " ".join(["owes", *owing]) if owing else "", "flip" if flip else "", _write_rules(rules)]


_TABLE: Final[dict[str, Reader]] = {
    "pile": ("pile 0 5h 6s", _read_pile),
    "owes": ("owes 1", _read_owing),
    "flip": ("flip", _read_flip),
    "rules": ("rules wrap yes", lambda words: parse_rules(Rules, words)),
}
_OPEN: Final[Mapping[str, Reader]] = {
    "hand": ("hand 0 7h 8h", _of_seat("hand")),
    "draw": ("draw 0 9c Kd", _of_seat("draw")),
    "extra": ("extra 0 2s", _of_seat("extra")),
    **_TABLE,
}
"""The parts of a whole table by keyword: an example, and a parser of the words after it."""
_SEEN: Final[Mapping[str, Reader]] = {
    "hand": ("hand 7h 8h", lambda words: {"hand": card_words(words)}),
    "cards": ("cards 8", lambda words: {"cards": _one_number(words)}),
    "draw": ("draw 14 13", lambda words: {"draw": _counts(words)}),
    "extra": ("extra 5 5", lambda words: {"extra": _counts(words)}),
    "viewer": ("viewer 1", lambda words: {"viewer": _one_number(words)}),
    **_TABLE,
}
"""The same for the view of one seat."""


def _refuse_cards(cards: Iterable[Card]) -> None:
    """Raise NotationError for a duplicate or foreign card."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise NotationError("card_twice_given", card=card)
        if card not in TICHU_DECK:
            raise NotationError("not_in_game", card=card)
        seen.add(card)


def state_parts(text: str) -> dict[str, Any]:
    """Return the fields of the `State` written in a text. Raises as `State.read` does."""
    parsed = parts_of(text, _OPEN, longest=LONGEST)

    def both(name: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        return parsed.get(f"{name} 0", ()), parsed.get(f"{name} 1", ())

    piles = parsed.get("pile 0", Pile()), parsed.get("pile 1", Pile())
    heaps = (*both("hand"), *both("draw"), *both("extra"), *(pile.cards for pile in piles))
    _refuse_cards(card for heap in heaps for card in heap)
    return {
        "hands": both("hand"),
        "rules": parsed.get("rules", SHEET),
        "draw": both("draw"),
        "extra": both("extra"),
        "piles": piles,
        "owes": parsed.get("owes", (False, False)),
        "flip_due": parsed.get("flip", False),
    }


def view_parts(text: str) -> dict[str, Any]:
    """Return the fields of the `View` written in a text. Raises as `View.read` does."""
    parsed = parts_of(text, _SEEN, longest=LONGEST)
    seat = parsed.get("viewer", 0)
    if seat not in SEATS:
        raise no_seat(seat)
    hand, piles = parsed.get("hand", ()), (parsed.get("pile 0", Pile()), parsed.get("pile 1", Pile()))
    _refuse_cards(card for heap in (hand, *(pile.cards for pile in piles)) for card in heap)
    return {
        "seat": seat,
        "rules": parsed.get("rules", SHEET),
        "hand": tuple(sorted(hand)),
        "opponent_cards": parsed.get("cards", FULL_HAND),
        "draw": parsed.get("draw", (0, 0)),
        "extra": parsed.get("extra", (0, 0)),
        "piles": piles,
        "owes": parsed.get("owes", (False, False)),
        "flip_due": parsed.get("flip", False),
    }
