"""Any position of Tongits as one player may see it: read from text, opened from a record, or as a `View`.

The notation is that of `cardlab.tongits.notation`; `faults` finds what is impossible.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from cardlab.analysis.faults import faults
from cardlab.cards import DECK, JOKERS, Card
from cardlab.phrasing.catalogue import LANGUAGES, card_label
from cardlab.record import Record
from cardlab.refusal import IllegalMove, NotationError
from cardlab.tongits import State, View, notation, view
from cardlab.tongits.moves import SEATS
from cardlab.tongits.notation import Draft
from cardlab.tongits.positions import draft_of, seen_in

EMOJI: Final = "\ufe0f"
"""The variation selector that telephones put after a suit sign to colour it."""


def seen_as(word: str) -> str | None:
    """Return the notation of a card written as it is displayed; None for any other word.

    >>> seen_as("10♥"), seen_as("B♠"), seen_as("Th")
    ('Th', 'Js', None)
    """
    return None if word.isascii() else _labels().get(word.replace(EMOJI, ""))


@cache
def _labels() -> Mapping[str, str]:
    """Return the code of each displayed card, over all languages; no letter is ambiguous between two of them."""
    return {card_label(card, lang): card.code for lang in LANGUAGES for card in DECK}


def read(text: str) -> Draft:
    """Return the position written in `text`, see `notation.read`; cards may be written as a page displays them.

    `10♥` is read, and `J♥` or `B♥` for the jack, whatever the language. Raises NotationError for unreadable text.

    >>> read("hand 10♥ B♠").hand
    (Card("Th"), Card("Js"))
    """
    return notation.read(text, seen_as)


def view_of(draft: Draft) -> View:
    """Return the position as the viewer sees it, for the engine and the bots. Raises ValueError if it has a fault.

    >>> view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")).stock
    15
    """
    impossible = faults(draft)
    if impossible:
        raise ValueError("; ".join(f"{fault.code} ({fault.rule})" for fault in impossible))
    return seen_in(draft)


def from_record(record: Record, at: int, seat: int) -> Draft:
    """Return the position of a recorded round of Tongits after `at` moves, as `seat` saw it.

    Raises NotationError if the record is of another game, has fewer moves, or breaks a rule before that move,
    or if there is no such seat.
    """
    if seat not in range(SEATS):
        raise NotationError("no_such_seat", seat=seat)
    if at not in range(len(record.moves) + 1):
        raise NotationError("position_no_such_move", at=at, count=len(record.moves))
    number = 0
    try:
        for number, state in enumerate(record.states()):
            if not isinstance(state, State):
                raise NotationError("position_other_game")
            if number == at:
                return draft_of(view(state, seat))
    except IllegalMove as illegal:
        raise NotationError("position_move_breaks_rule", number=number + 1, text=str(illegal.move)) from None
    raise AssertionError("a record has a state for each of its moves")


def unseen(seen: View) -> tuple[Card, ...]:
    """Return every card that the viewer cannot see: other hands, the stock, secret fours of others (T6.9).

    A card that another player has taken in this turn (`taken`) is in that hand, so it is included.
    Once the round is over the hands lie open (T6.4), and only the stock is unseen.
    """
    open_cards = {*seen.hand, *seen.discards, *(card for hand in seen.shown for card in hand)}
    open_cards.update(card for laid in seen.melds if laid.meld for card in laid.meld.cards)
    return tuple(card for card in (*DECK, *JOKERS[: seen.rules.jokers]) if card not in open_cards)
