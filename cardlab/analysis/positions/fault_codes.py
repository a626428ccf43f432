"""Why a position is impossible, as a word.

Knows the names of the faults; the sentences stand in the catalogues under `refusal.<code>`.
"""

from __future__ import annotations

from cardlab.choices import Word

__all__ = ["Fault"]


class Fault(Word):
    """The faults of a position that no refused move has: of its cards and melds, its numbers, its turn, its call."""

    COUNTS_MISSING = "counts_missing"
    HAND_IS_NOT_COUNT = "hand_is_not_count"
    CARD_NOT_PLAYED = "card_not_played"
    JOKER_NOT_PLAYED = "joker_not_played"
    CARD_TWICE_IN_ONE_PLACE = "card_twice_in_one_place"
    CARD_IN_TWO_PLACES = "card_in_two_places"
    MELD_NOT_KNOWN = "meld_not_known"
    SECRET_KNOWN = "secret_known"
    SECRET_HAS_NO_CARDS = "secret_has_no_cards"
    TOO_MANY_IN_HAND = "too_many_in_hand"
    TOO_FEW_IN_HAND = "too_few_in_hand"
    NOTHING_IN_HAND = "nothing_in_hand"
    HANDS_TOO_LARGE = "hands_too_large"
    HANDS_TOO_SMALL = "hands_too_small"
    NO_TURN_YET = "no_turn_yet"
    SAPAWED_ON_NOTHING = "sapawed_on_nothing"
    STOCK_IMPOSSIBLE = "stock_impossible"
    NOTHING_DISCARDED = "nothing_discarded"
    DISCARDS_AND_STOCK = "discards_and_stock"
    STOCK_WAS_LAST = "stock_was_last"
    TURN_HAS_NOT_BEGUN = "turn_has_not_begun"
    TURN_HAS_NO_BEGINNING = "turn_has_no_beginning"
    NOT_THE_FIRST_TURN = "not_the_first_turn"
    NOTHING_WAS_DRAWN = "nothing_was_drawn"
    BEGINNING_AND_TAKES = "beginning_and_takes"
    TAKES_IMPOSSIBLE = "takes_impossible"
    TAKES_WITHOUT_MELDS = "takes_without_melds"
    EARLIER_TAKES_WITHOUT_MELDS = "earlier_takes_without_melds"
    SEAT_AFTER_FIRST = "seat_after_first"
    SEAT_AFTER_DRAWER = "seat_after_drawer"
    NOBODY_DREW = "nobody_drew"
    SOMEBODY_DREW = "somebody_drew"
    TAKEN_WITHOUT_TAKE = "taken_without_take"
    TAKEN_NOT_IN_HAND = "taken_not_in_hand"
    TAKEN_MAKES_NO_MELD = "taken_makes_no_meld"
    TAKEN_IS_ALL = "taken_is_all"
    TAKEN_IS_NOWHERE = "taken_is_nowhere"
    ANSWER_WITHOUT_CALL = "answer_without_call"
    CALL_WITHOUT_ANSWER = "call_without_answer"
    NOBODY_IS_ASKED = "nobody_is_asked"
    CALLER_ANSWERS = "caller_answers"
    CALLER_NOT_OPENED = "caller_not_opened"
    CALLER_WAS_BARRED = "caller_was_barred"
    CALLED_AFTER_TAKES = "called_after_takes"
    CHALLENGE_WITHOUT_CALL = "challenge_without_call"
    CALLER_CHALLENGES = "caller_challenges"
    CHALLENGED_TOO_EARLY = "challenged_too_early"
    CHALLENGER_IS_BURNED = "challenger_is_burned"
