"""The position on the page: its cards, the deck to build it from, and the form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardlab.cards import RANKS, Card
from cardlab.phrasing.catalogue import card_label, say
from cardlab.phrasing.house_rules import rules_label
from cardlab.tongits.notation import Draft
from cardlab.widgets.blocks import Block, button, cards, details, fields, group, row, text
from cardlab.widgets.forms import preset_field, rule_fields
from cardlab.widgets.whatif.editor import HAND, PILE, Editor, Place
from cardlab.widgets.whatif.fields import count_fields, in_order, meld_fields, more_fields, player, turn_fields

SUITS: Final = "shcd"
"""Black and red in turn, as hands are sorted."""
JOKER: Final = "x"
_HEAP_NAMES: Final = {HAND: "whatif.lies.hand", PILE: "whatif.lies.pile", "meld": "whatif.lies.meld"}
_TAP_PUTS: Final = {HAND: "whatif.place.hand", PILE: "whatif.place.pile", "meld": "whatif.place.meld"}
_IN: Final = {HAND: "whatif.in.hand", PILE: "position.place.discards", "meld": "whatif.in.meld"}


def render_cards(editor: Editor, lang: str) -> list[Block]:
    """Make the hand, and beside it the cards on the table."""
    draft = editor.draft
    heaps = []
    for place in editor.places():
        is_hidden = isinstance(place, int) and draft.melds[place].secret
        remark = say("table.secret", lang) if is_hidden else ""
        name = _named(_HEAP_NAMES, draft, place, lang)
        label = ", ".join(one for one in (name, _count(draft, place, lang), remark) if one)
        heaps.append(cards(label, _cards_at(draft, place)))
    own, *others = heaps
    others = [one for one in others if one["cards"]]
    rules = say("whatif.played_by", lang, rules=rules_label(draft.rules, lang))
    return [
        group(own, style="cardlab-position"),
        group(
            *([group(*others, style="cardlab-position cardlab-on-table")] if others else []),
            text(rules, "note"),
        ),
    ]


def render_builder(editor: Editor, missing: str, lang: str) -> list[Block]:
    """Make the places for cards, the deck, and the fields of the position.

    `missing`: what the position lacks, for phones, where the answer is far above the deck.
    """
    draft = editor.draft
    to = say("whatif.to", lang)
    melds = [
        button(f"+ {say('whatif.new_meld', lang, who=player(draft, seat, lang))}", {"do": "new_meld", "owner": seat})
        for seat in in_order(draft)
    ]
    return [
        row(text(to, "note"), *(_place(editor, place, lang) for place in editor.places()), *melds, label=to),
        _deck(editor, lang),
        *([text(missing, "by-deck")] if missing else []),
        fields(*meld_fields(draft, editor.meld, lang)),
        fields(*count_fields(draft, lang), *turn_fields(draft, lang), follow_button(editor, lang)),
        details(say("whatif.more", lang), fields(*more_fields(draft, lang)), style="cardlab-fold"),
        details(
            say("rules.house_rules", lang),
            fields(preset_field(draft.rules, lang), *rule_fields(draft.rules, lang)),
            style="cardlab-fold",
        ),
    ]


def follow_button(editor: Editor, lang: str) -> Block:
    """Make the button that derives everything from the cards again."""
    return button(say("whatif.follow", lang), {"do": "follow"} if editor.has_statements else None)


def _place(editor: Editor, place: Place, lang: str) -> Block:
    """Make a button that chooses where the next card goes."""
    draft = editor.draft
    return {
        "is": "place",
        "label": _named(_TAP_PUTS, draft, place, lang),
        "mark": _mark(place),
        "count": _count(draft, place, lang),
        "chosen": editor.place == place,
        "send": {"do": "choose", "place": place},
        "key": str(place),
    }


def _deck(editor: Editor, lang: str) -> Block:
    """Make the deck suit by suit, the jokers last; a mark says where each card is."""
    rows = [(say(f"card.{suit}", lang), suit, [Card(rank + suit) for rank in RANKS]) for suit in SUITS]
    if jokers := [card for card in editor.cards() if card.is_joker]:
        rows.append((say("whatif.jokers", lang), JOKER, jokers))
    suits = [{"label": label, "cells": [_cell(editor, card, suit, lang) for card in all]} for label, suit, all in rows]
    return {"is": "deck", "label": say("whatif.deck", lang), "suits": suits}


def _cell(editor: Editor, card: Card, suit: str, lang: str) -> dict[str, str]:
    place = editor.place_of(card)
    return {
        "card": card.code,
        "text": card_label(card, lang) if card.rank else f"★{card.code[1:]}",
        "suit": suit,
        "mark": "" if place is None else _mark(place),
        "where": say("whatif.not_placed", lang) if place is None else _named(_IN, editor.draft, place, lang),
        "lies": "free" if place is None else "meld" if isinstance(place, int) else place,
    }


def _mark(place: Place) -> str:
    """Return the mark of cards in a place: a sign, or the number of the meld."""
    return str(place + 1) if isinstance(place, int) else {HAND: "●", PILE: "▼"}[place]


def _cards_at(draft: Draft, place: Place) -> tuple[Card, ...]:
    if isinstance(place, int):
        return draft.melds[place].cards
    if place == PILE:
        return draft.discards
    return tuple(sorted(draft.hand, key=lambda card: (f"{SUITS}{JOKER}".index(card.suit or JOKER), card.number)))


def _count(draft: Draft, place: Place, lang: str) -> str:
    """Say how many cards are in a place, unknown ones included."""
    count = draft.melds[place].size if isinstance(place, int) else len(_cards_at(draft, place))
    return say("hand.cards", lang, count=count)


def _named(keys: Mapping[str, str], draft: Draft, place: Place, lang: str) -> str:
    """Return the name of a place.

    `keys`: a catalogue key for each kind of place, such as `_TAP_PUTS` for buttons.
    """
    if not isinstance(place, int):
        return say(keys[place], lang)
    return say(keys["meld"], lang, number=place + 1, who=player(draft, draft.melds[place].owner, lang))
