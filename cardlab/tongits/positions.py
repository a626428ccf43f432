"""States and views of Tongits, made from the parts of their notation and back."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Final

from cardlab.cards import DECK, JOKERS, Card, notation
from cardlab.refusal import NotationError
from cardlab.tongits.melds import why_meld
from cardlab.tongits.moves import SEATS
from cardlab.tongits.notation import STOCK_LEFT, Draft, DraftMeld, complete, read_open, refuse_seats, with_hands, write
from cardlab.tongits.rules import SHEET, Rules
from cardlab.tongits.state import Laid, State, View, deck

_ON_THE_TABLE: Final = tuple(field.name for field in fields(Draft) if field.name != "scores")
"""The fields of a draft that a view has too: all but the scores. [T10.5]"""


def draft_of(seen: View) -> Draft:
    """Return a view as a draft, without the hands shown at the end. [T6.4]"""
    same = {name: getattr(seen, name) for name in _ON_THE_TABLE if name != "melds"}
    return Draft(melds=tuple(map(_draft_meld, seen.melds)), **same)


def as_view(draft: Draft) -> View:
    """Return a draft as a view, also an impossible one.

    Raises NotationError for an unknown seat, and for cards on the table that are no meld.
    """
    refuse_seats(draft)
    same = {name: getattr(draft, name) for name in _ON_THE_TABLE if name not in ("hand", "melds")}
    melds = tuple(_laid(meld, draft.rules) for meld in draft.melds)
    return View(hand=tuple(sorted(draft.hand)), melds=melds, shown=(), **same)


def read_view(text: str) -> View:
    """Return the view written in a text, as `View.read` does."""
    parsed, hands = read_open(text)
    if "stock" in parsed and not isinstance(parsed["stock"], int):
        parsed["stock"] = len(parsed["stock"])
    if not hands:
        return as_view(complete(**parsed))
    viewer = parsed.get("viewer", 0)
    if viewer not in range(SEATS):
        raise NotationError("no_such_seat", seat=viewer)
    draft = complete(**{"hand": hands[viewer], "counts": tuple(map(len, hands)), **parsed})
    return replace(as_view(draft), shown=hands)


def read_state(text: str) -> State:
    """Return the table written in a text, as `State.read` does."""
    parsed, hands = read_open(text)
    if len(hands) != SEATS:
        raise NotationError("wrong_number_of_hands", count=len(hands), needed=SEATS)
    named = parsed.pop("stock", None)
    rules, melds, discards = parsed.get("rules", SHEET), parsed.get("melds", ()), parsed.get("discards", ())
    named_cards = [card for hand in hands for card in hand] + [card for meld in melds for card in meld.cards]
    named_cards += [*discards, *(named if isinstance(named, tuple) else ())]
    for card in named_cards:
        if named_cards.count(card) > 1:
            raise NotationError("card_twice_given", card=card)
        if card not in DECK + JOKERS:
            raise NotationError("not_in_game", card=card)
    rest = tuple(card for card in _mixed(rules) if card not in named_cards)
    stock, beneath = (rest, ()) if named is None else (named, rest)
    if isinstance(named, int):
        if not 0 <= named <= len(rest):
            raise NotationError("position_stock_not_left", count=named, left=len(rest))
        stock, beneath = rest[:named], rest[named:]
    parsed["discards"] = (*discards, *beneath)
    draft = complete(**{**parsed, "viewer": 0, "hand": hands[0], "counts": tuple(map(len, hands)), "stock": len(stock)})
    refuse_seats(draft)
    same = {field.name: getattr(draft, field.name) for field in fields(State) if field.name not in ("hands", "melds")}
    return State(hands=hands, melds=tuple(_laid(meld, rules) for meld in draft.melds), **{**same, "stock": stock})


def write_view(seen: View) -> str:
    """Return a view in one line, as `View.notation` does."""
    return with_hands(seen.shown, write(draft_of(seen)))


def write_state(state: State) -> str:
    """Return a table in one line, as `State.notation` does."""
    same = {field.name: getattr(state, field.name) for field in fields(State) if field.name not in ("hands", "melds")}
    counts = tuple(map(len, state.hands))
    melds = tuple(map(_draft_meld, state.melds))
    draft = Draft(viewer=0, hand=state.hands[0], counts=counts, melds=melds, **{**same, "stock": len(state.stock)})
    kept = [part for part in write(draft).split("; ") if not STOCK_LEFT.fullmatch(part)]
    return with_hands(state.hands, "; ".join([*kept, f"stock {notation(state.stock)}".rstrip()]))


def _draft_meld(laid: Laid) -> DraftMeld:
    return DraftMeld(laid.owner, laid.meld.cards if laid.meld else (), laid.secret)


def _laid(draft_meld: DraftMeld, rules: Rules) -> Laid:
    meld = why_meld(draft_meld.cards, rules) if draft_meld.cards else None
    if meld is None and (draft_meld.cards or not draft_meld.secret):
        raise NotationError("position_no_meld", cards=draft_meld.cards)
    return Laid(meld, draft_meld.owner, draft_meld.secret)


def _mixed(rules: Rules) -> tuple[Card, ...]:
    """Return the deck in a fixed mixed order, for the cards that a text doesn't name."""
    return tuple(DECK[index * 5 % len(DECK)] for index in range(len(DECK))) + deck(rules)[len(DECK) :]
