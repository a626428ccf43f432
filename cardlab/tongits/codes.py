"""The reasons why a move or a handful of cards is refused.

The sentences are in the catalogues under `refusal.<code>`.
"""

from __future__ import annotations

from cardlab.choices import Word


class Code(Word):
    """The reasons of refusals: first those about a meld, then those about a move."""

    NOT_IN_THIS_DECK = "not_in_this_deck"
    DIFFERENT_RANKS = "different_ranks"
    TOO_FEW_FOR_SET = "too_few_for_set"
    TOO_MANY_FOR_SET = "too_many_for_set"
    DIFFERENT_SUITS = "different_suits"
    TOO_FEW_FOR_RUN = "too_few_for_run"
    NOT_CONSECUTIVE = "not_consecutive"
    RUN_TOO_LONG = "run_too_long"
    ACE_BETWEEN_KING_AND_TWO = "ace_between_king_and_two"
    ACE_IS_LOW = "ace_is_low"
    CARD_TWICE = "card_twice"
    MORE_JOKERS_THAN_PLAYED = "more_jokers_than_played"
    TOO_FEW_NATURALS = "too_few_naturals"
    NO_SUCH_SEAT = "no_such_seat"
    ROUND_OVER = "round_over"
    NOT_YOUR_TURN = "not_your_turn"
    TURN_HAS_BEGUN = "turn_has_begun"
    NOTHING_TO_TAKE = "nothing_to_take"
    DRAW_FIRST = "draw_first"
    FIRST_TURN_HAS_NO_DRAW = "first_turn_has_no_draw"
    NOT_IN_HAND = "not_in_hand"
    TAKEN_CARD_MUST_MELD = "taken_card_must_meld"
    TAKEN_CARD_NOT_MELDED = "taken_card_not_melded"
    TAKEN_CARD_NEEDS_NEW_MELD = "taken_card_needs_new_meld"
    KEEP_CARDS_FOR_TAKEN = "keep_cards_for_taken"
    TAKEN_CARD_STAYS = "taken_card_stays"
    ONLY_TAKEN_CARD_LEFT = "only_taken_card_left"
    TOO_MANY_TAKES = "too_many_takes"
    STOCK_USED_UP = "stock_used_up"
    NOTHING_TO_LAY_OFF = "nothing_to_lay_off"
    NO_MELD_LAID = "no_meld_laid"
    NO_SUCH_MELD = "no_such_meld"
    DOES_NOT_FIT = "does_not_fit"
    NOT_OPENED = "not_opened"
    ANSWER_FIRST = "answer_first"
    NO_CALL = "no_call"
    BURNED_CANNOT_CHALLENGE = "burned_cannot_challenge"
    SAPAW_BARS_CALL = "sapaw_bars_call"
    SECRET_NOT_PLAYED = "secret_not_played"
    SECRET_NEEDS_FOUR = "secret_needs_four"
    SECRET_WITH_TAKEN_CARD = "secret_with_taken_card"
    SECRET_MELD_CLOSED = "secret_meld_closed"
    JOKER_UNCLEAR = "joker_unclear"
