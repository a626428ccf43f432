"""The reasons of refusals in Tichu.

`fitting` and `legality` name the clause of each.
"""

from __future__ import annotations

from cardlab.choices import Word


class Code(Word):
    """The reasons of refusals; the catalogues have a sentence for each. Its key is `refusal.<code>`."""

    NO_SUCH_SEAT = "no_such_tichu_seat"
    NO_SUCH_CARD = "no_such_tichu_card"
    NOT_HELD = "not_held"
    FLIP_TO_OPEN = "flip_to_open"
    NO_SUCH_PILE = "no_such_pile"
    NOT_NEIGHBOUR = "not_neighbour"
    TWO_AND_ACE = "two_and_ace"
    TOO_LATE = "too_late"
    NOT_SEEN = "not_seen"
    PILE_NOT_EMPTY = "pile_not_empty"
    HAND_FULL = "hand_full"
    DRAW_PILE_GONE = "draw_pile_gone"
    CAN_STILL_PLAY = "can_still_play"
    CAN_STILL_DRAW = "can_still_draw"
    EXTRA_GONE = "extra_gone"
    EXTRA_LEFT = "extra_left"
    RECYCLE_FIRST = "recycle_first"
    FLIP_AFTER_RECYCLE = "flip_after_recycle"
    RECYCLE_MISSING = "recycle_missing"
    RECYCLE_FOREIGN = "recycle_foreign"
    RECYCLE_UNEVEN = "recycle_uneven"
    ROUND_BLOCKED = "round_blocked"
    DRAGON_LOCKS = "dragon_locks"
    PHOENIX_COUNTS = "phoenix_counts"
    DOG_STOPS = "dog_stops"
    MAH_JONG_NEEDS = "mah_jong_needs"
    WISHED = "wished"
    ONLY_MAH_JONG_WISHES = "only_mah_jong_wishes"
    NO_SUCH_WISH = "no_such_wish"
    MAH_JONG_IS_ONE = "mah_jong_is_one"
    DRAGON_LOCKS_STRICTLY = "dragon_locks_strictly"
    ROUND_WON = "round_won"
