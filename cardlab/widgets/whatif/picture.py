"""What the page shows of a position that is being built: the deck with its marks, the places, the fields.

Knows how an `Editor` is told to a page; knows neither faults nor answers.
"""

from __future__ import annotations

from typing import Any, Final

from cardlab.cards import RANKS, Card
from cardlab.locale import card_label, say
from cardlab.tongits.notation import Draft
from cardlab.widgets.forms import preset_field, rule_fields
from cardlab.widgets.whatif.editor import HAND, PILE, Editor, Place
from cardlab.widgets.whatif.fields import count_fields, meld_fields, more_fields, player, turn_fields

__all__ = ["editor_picture"]

SUITS: Final = "shcd"
"""Black and red in turn, as hands are sorted."""
JOKER: Final = "x"
MARKS: Final = {HAND: "●", PILE: "▼"}
"""What marks a card in the hand and on the discard pile; a card in a meld has the number of the meld."""


def editor_picture(editor: Editor[Any], lang: str) -> dict[str, Any]:
    """Everything about the position as such."""
    draft = editor.draft
    return {
        "places": [_place(editor, place, lang) for place in editor.places()],
        "owners": [
            {"seat": seat, "label": say("whatif.new_meld", lang, who=player(draft, seat, lang))}
            for seat in sorted(range(3), key=lambda seat: (seat - draft.viewer) % 3)
        ],
        "deck": _deck(editor, lang),
        "meld_fields": meld_fields(draft, editor.meld, lang),
        "counts": count_fields(draft, lang),
        "turn": turn_fields(draft, lang),
        "more": more_fields(draft, lang),
        "rules": [preset_field(draft.rules, lang), *rule_fields(draft.rules, lang)],
        "follow": editor.settled,
        "undo": editor.begun,
        "redo": editor.taken_back,
    }


def _mark(place: Place | None) -> str:
    if place is None:
        return ""
    return MARKS.get(place) or str(int(place.split()[1]) + 1)


def _cards(draft: Draft, place: Place) -> tuple[Card, ...]:
    if place == HAND:
        return tuple(sorted(draft.hand, key=_by_suit))
    return draft.discards if place == PILE else draft.melds[int(place.split()[1])].cards


def _named(how: str, draft: Draft, place: Place, lang: str) -> str:
    """What a place is called: where a tap puts a card ("place"), what lies there ("lying"), where a card is ("in")."""
    if place in MARKS:
        return say(f"whatif.{how}.{place}", lang)
    number = int(place.split()[1])
    return say(f"whatif.{how}.meld", lang, number=number + 1, who=player(draft, draft.melds[number].owner, lang))


def _place(editor: Editor[Any], place: Place, lang: str) -> dict[str, Any]:
    draft = editor.draft
    lying = _cards(draft, place)
    hidden = place not in (HAND, PILE) and draft.melds[int(place.split()[1])].secret
    count = len(lying) or (draft.melds[int(place.split()[1])].size if hidden else 0)
    return {
        "key": place,
        "label": _named("place", draft, place, lang),
        "name": _named("lying", draft, place, lang),
        "mark": _mark(place),
        "count": say("hand.cards", lang, count=count),
        "chosen": editor.place == place,
        "cards": [card.code for card in lying],
        "remark": say("whatif.lies_face_down", lang) if hidden else "",
    }


def _deck(editor: Editor[Any], lang: str) -> list[dict[str, Any]]:
    """The deck suit by suit, the jokers last; where each card lies, by a mark, a class and in words."""
    rows = [(say(f"suit.{suit}", lang), suit, [Card(rank + suit) for rank in RANKS]) for suit in SUITS]
    jokers = [card for card in editor.cards() if card.is_joker]
    if jokers:
        rows.append((say("whatif.jokers", lang), JOKER, jokers))
    return [{"label": label, "cells": [_cell(editor, card, suit, lang) for card in held]} for label, suit, held in rows]


def _cell(editor: Editor[Any], card: Card, suit: str, lang: str) -> dict[str, str]:
    place = editor.lies(card)
    where = say("whatif.not_placed", lang) if place is None else _named("in", editor.draft, place, lang)
    text = card_label(card, lang) if card.rank else f"★{card.code[1:]}"
    lies = "free" if place is None else place.split()[0]
    return {
        "card": card.code,
        "text": text,
        "suit": suit,
        "mark": _mark(place),
        "where": where,
        "lies": lies,
    }


def _by_suit(card: Card) -> tuple[int, int]:
    return SUITS.index(card.suit) if card.suit else len(SUITS), card.number
