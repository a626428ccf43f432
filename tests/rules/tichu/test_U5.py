"""U5 Special cards."""

import pytest
from tichu_positions import after, broken, everything, position

from cardlab.cards import TICHU_DECK, Card, cards
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.refusal import Fix, Refusal
from cardlab.tichu import (
    DragonLocks,
    Flip,
    Pile,
    Play,
    Reason,
    Rules,
    fits,
    fitting_cards,
    fitting_values,
    legal_moves,
    outcome,
    recycle_due,
    turn,
    why_fit,
    why_not,
    why_not_fit,
)

STRICT = Rules(dragon_locks=DragonLocks.STRICT)
NUMBERS = cards("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac")


def fitting(laid: str, wish: str | None = None, rules: Rules | None = None) -> str:
    """Return the ranks of the number cards that fit."""
    return "".join(card.rank for card in fitting_cards(Pile.of(laid, wish), NUMBERS, rules or Rules()))


def reason(laid: str, card: str, wish: str | None = None) -> tuple[Reason, str]:
    fit = why_fit(Pile.of(laid, wish), Card(card))
    assert fit is not None
    return fit.reason, fit.rule


def refused(laid: str, card: str, wish: str | None = None, rules: Rules | None = None) -> list[str]:
    return [refusal.rule for refusal in why_not_fit(Pile.of(laid, wish), Card(card), rules or Rules())]


FITS = {
    ("7h", "8c", None): (Reason.NEIGHBOUR, "U2.2"),
    ("2h", "Ac", None): (Reason.TWO_AND_ACE, "U2.3"),
    ("7h", "Dr", None): (Reason.DRAGON, "U5.1"),
    ("7h", "Ph", None): (Reason.PHOENIX, "U5.2"),
    ("7h", "Do", None): (Reason.DOG, "U5.3"),
    ("2h", "Ma", None): (Reason.MAH_JONG, "U5.4"),
    ("2h Ma", "Tc", "9"): (Reason.ON_WISH, "U5.4"),
    ("2h Ma", "2c", None): (Reason.ON_MAH_JONG, "U5.5"),
    ("7h Ph", "9c", None): (Reason.ON_PHOENIX, "U5.2"),
    ("Dr", "Do", None): (Reason.AT_ANY_TIME_ON_DRAGON, "U5.6"),
    ("Ph", "9c", None): (Reason.NOTHING_BENEATH, "U5.8"),
    ("Dr", "Ph", None): (Reason.AT_ANY_TIME_ON_DRAGON, "U5.6"),
}


def test_U2_to_U5_every_reason_why_a_card_fits_is_a_sentence_with_its_facts() -> None:
    assert {why for why, _ in FITS.values()} == set(Reason)
    for (laid, card, wish), (why, clause) in FITS.items():
        fit = why_fit(Pile.of(laid, wish), Card(card), Rules(wrap=True))
        assert fit is not None
        assert (fit.reason, fit.rule) == (why, clause)
        assert (fit.facts["card"], fit.facts["top"]) == (Card(card), Card(laid.split()[-1]))
        for lang in LANGUAGES:
            assert "{" not in say(f"fit.{why}", lang, **fit.facts)


@pytest.mark.parametrize("special", ["Dr", "Ph", "Do"])
def test_U5_1_U5_2_U5_3_at_any_time_on_either_pile(special: str) -> None:
    for top in TICHU_DECK:
        if top is not Card(special):
            assert fits(Pile.of((top,)), Card(special))
    state = position((f"{special} 2c", "2d"), ("7h", "Th"), extra=("3c", "4c"))
    assert broken(state, f"0 play {special} 0 onto 7h") == broken(state, f"0 play {special} 1 onto Th") == []


VALUES = {
    "U5.1": [("Dr", None, (15,), "A")],
    "U5.2": [("7h Ph", None, (6, 8), "579")],
    "U5.4": [("2c Ma Ph", "9", (8, 10), "79J")],
    "U5.5": [("2c Ma", None, (1,), "2A")],
    "U5.6": [("Dr Ph", None, (14,), "K")],
    "U5.7": [("Ac Ph", None, (13, 15), "QA"), ("2c Ph", None, (1, 3), "24"), ("Ac Ma Ph", None, (2,), "3")],
    "U5.9": [("Th Do Ph", None, (9, 11), "8TQ")],
}


@pytest.mark.parametrize("clause", VALUES)
def test_U5_1_U5_2_U5_4_U5_5_U5_6_U5_7_U5_9_what_a_pile_counts_as_and_which_numbers_fit(clause: str) -> None:
    for laid, wish, values, ranks in VALUES[clause]:
        assert (Pile.of(laid, wish).values, fitting(laid, wish)) == (values, ranks)


def test_U5_1_only_an_ace_on_the_dragon() -> None:
    assert refused("Dr", "Kc") == ["U2.2", "U5.1"]
    assert refused("Dr", "Ma") == ["U5.1", "U5.4"]
    state = position(("Kc 3c", "Ac 2d"), ("Dr", "9h"))
    assert broken(state, "0 play Kc 0 onto Dr") == [("U2.2", "not_neighbour"), ("U5.1", "dragon_locks")]
    assert after(state, "1 play Ac 0 onto Dr").piles[0].values == (14,)


def test_U5_2_who_plays_the_next_card_decides() -> None:
    assert reason("7h", "Ph") == (Reason.PHOENIX, "U5.2")
    state = position(("5c 2c", "9c 2d"), ("7h Ph", "Kh"))
    assert after(state, "0 play 5c 0 onto Ph").piles[0].values == (5,)
    assert after(state, "1 play 9c 0 onto Ph").piles[0].values == (9,)
    fit = why_fit(Pile.of("7h Ph"), Card("7c"))
    assert fit is not None
    assert (fit.reason, fit.rule, fit.beside) == (Reason.ON_PHOENIX, "U5.2", (6, 8))


def test_U5_2_what_does_not_fit_on_a_phoenix() -> None:
    neighbour, phoenix = why_not_fit(Pile.of("7h Ph"), "6c")
    assert (neighbour.rule, neighbour.fix.facts) == ("U2.2", {"values": (5, 7, 9)})
    facts = {"card": Card("6c"), "beneath": Card("7h"), "values": (6, 8)}
    assert (phoenix.rule, phoenix.facts) == ("U5.2", facts)


def test_U5_3_the_dog_stops_play_until_both_have_turned() -> None:
    state = position(("Do 8c", "6c"), ("7h", "Th"), draw=("9c", "5c"), extra=("3c", "4c"))
    stopped = after(state, "0 play Do 1 onto Th")
    assert turn(stopped) == {0, 1}
    assert legal_moves(stopped, 0) == legal_moves(stopped, 1) == (Flip(),)
    assert broken(stopped, "1 play 6c 0 onto 7h") == [("U5.3", "dog_stops")]
    assert broken(stopped, "1 draw") == [("U5.3", "dog_stops")]
    on = after(stopped, "flip")
    assert [pile.cards for pile in on.piles] == [cards("3c 7h"), cards("4c Do Th")]
    assert legal_moves(on, 1) != (Flip(),)


def test_U5_3_a_flip_after_a_dog_asks_for_no_stuck_players() -> None:
    state = position(("Do 8c", "6c"), ("7h", "Th"), draw=("9c", "5c"), extra=("3c", "4c"))
    assert [rule for rule, _ in broken(state, "flip")] == ["U4.1", "U4.2", "U4.2"]
    assert broken(after(state, "0 play Do 1 onto Th"), "flip") == []


def test_U5_3_the_dog_may_be_the_last_card() -> None:
    state = position(("Do", "6c"), ("7h", "Th"), extra=("3c", "4c"))
    ended = outcome(after(state, "0 play Do 1 onto Th"))
    assert ended is not None
    assert ended.winner == 0
    used_up = after(position(("Do", "6c"), ("3c 7h", "4c Th")), "0 play Do 1 onto Th")
    assert outcome(used_up) == ended
    assert not recycle_due(used_up)


def test_U5_4_the_mah_jong_on_a_two_or_an_ace() -> None:
    fit_on = [card.rank for card in NUMBERS if fits(Pile.of((card,)), Card("Ma"))]
    assert fit_on == ["2", "A"]
    assert reason("2c", "Ma") == reason("Ac", "Ma") == (Reason.MAH_JONG, "U5.4")
    assert refused("7h", "Ma") == ["U5.4"]


def test_U5_4_who_plays_it_may_wish_two_to_ace() -> None:
    state = position(("Ma 9c", "8c"), ("2h", "4h"))
    plays = [move for move in legal_moves(state, 0) if isinstance(move, Play) and move.card is Card("Ma")]
    assert [move.wish for move in plays] == [None, *"23456789TJQKA"]
    wishing = after(state, "0 play Ma 0 onto 2h wish T")
    assert wishing.piles[0].values == (10,)
    assert broken(wishing, "0 play 9c 0 onto Ma") == []
    assert broken(wishing, "1 play 8c 0 onto Ma") == [("U2.2", "not_neighbour"), ("U5.4", "wished")]
    assert reason("2c Ma", "9c", "T") == (Reason.ON_WISH, "U5.4")


def test_U5_4_only_the_mah_jong_wishes() -> None:
    state = position(("Ma 3c", "8c"), ("2h", "4h"))
    (refusal,) = why_not(state, "0 play 3c 0 onto 2h wish 9")
    without = Fix("without_wish")
    assert refusal == Refusal("only_mah_jong_wishes", "U5.4", {"card": Card("3c")}, without)
    (refusal,) = why_not(state, Play(0, Card("Ma"), 0, Card("2h"), "1"))
    assert refusal == Refusal("no_such_wish", "U5.4", {"text": "1"}, without)


def test_U5_4_a_wish_ends_when_the_next_card_covers_the_mah_jong() -> None:
    state = position(("Ma 9c 2s", "8c"), ("2h", "4h"))
    covered = after(state, "0 play Ma 0 onto 2h wish T", "0 play 9c 0 onto Ma")
    assert covered.piles[0].values == (9,)


def test_U5_4_the_phoenix_on_a_wish() -> None:
    state = position(("Ma 9c", "Ph 8c"), ("2h", "4h"))
    covered = after(state, "0 play Ma 0 onto 2h wish T", "1 play Ph 0 onto Ma")
    assert covered.piles[0].values == (9, 11)


def test_U5_5_without_a_wish_the_mah_jong_is_one() -> None:
    assert reason("2c Ma", "Ac") == reason("Ac Ma", "2c") == (Reason.ON_MAH_JONG, "U5.5")
    assert refused("2c Ma", "3c") == ["U2.2", "U5.5"]
    assert refused("2c Ma", "3c", wish="9") == ["U2.2", "U5.4"]


def test_U5_6_phoenix_on_the_dragon_is_an_ace() -> None:
    assert fits(Pile.of("Dr Ph"), Card("Ma"))
    assert reason("Dr Ph", "Kc") == (Reason.ON_PHOENIX, "U5.6")
    assert refused("Dr Ph", "Qc") == ["U2.2", "U5.6"]


def test_U5_6_house_rule_dragon_locks_strict() -> None:
    assert fitting("Dr", rules=STRICT) == "A"
    assert refused("Dr", "Ph", rules=STRICT) == refused("Dr", "Do", rules=STRICT) == ["U5.6"]
    assert fits(Pile.of("7h"), Card("Ph"), STRICT)
    state = position(("Ph 3c", "Do 2d"), ("Dr", "9h"), rules=STRICT)
    assert broken(state, "0 play Ph 0 onto Dr") == [("U5.6", "dragon_locks_strictly")]
    assert broken(state, "1 play Do 0 onto Dr") == [("U5.6", "dragon_locks_strictly")]
    assert broken(state, "0 play Ph 1 onto 9h") == []


def test_U5_6_strict_holds_under_a_dog_that_turned_nothing() -> None:
    assert refused("Dr Do", "Ph", rules=STRICT) == ["U5.6"]


def test_U5_7_what_does_not_fit_on_a_phoenix_upon_the_mah_jong() -> None:
    assert refused("Ac Ma Ph", "5c") == ["U2.2", "U5.7"]


@pytest.mark.parametrize(("beneath", "fitting_mah_jong"), [("3c", True), ("Kc", True), ("Dr", True), ("2c", False)])
def test_U5_7_the_mah_jong_on_a_phoenix_that_can_be_two_or_ace(beneath: str, fitting_mah_jong: bool) -> None:
    assert fits(Pile.of(f"{beneath} Ph"), Card("Ma")) is fitting_mah_jong
    if fitting_mah_jong:
        assert reason(f"{beneath} Ph", "Ma") == (Reason.MAH_JONG, "U5.7")
    else:
        assert refused(f"{beneath} Ph", "Ma") == ["U5.2", "U5.4"]


def test_U5_8_a_turned_phoenix_takes_its_value_from_the_card_beneath() -> None:
    state = position(("2c", "2d"), ("7h", "Th"), extra=("Ph", "4c"))
    assert fitting_values(after(state, "flip").piles[0]) == (5, 7, 9)


def test_U5_8_with_nothing_beneath_any_card_may_be_played() -> None:
    opened = after(position(("2c", "9d"), ("", ""), extra=("Ph", "4c"), flip_due=True), "flip")
    assert fitting("Ph") == "23456789TJQKA"
    assert broken(opened, "0 play 2c 0 onto Ph") == broken(opened, "1 play 9d 0 onto Ph") == []
    assert reason("Ph", "9d") == (Reason.NOTHING_BENEATH, "U5.8")


def test_U5_8_with_a_turned_mah_jong_nobody_wishes() -> None:
    state = position(("2c", "8d"), ("5h", "Th"), extra=("Ma", "Qc"))
    turned = after(state, "flip")
    assert turned.piles[0].wish is None
    assert turned.piles[0].values == (1,)


def test_U5_8_a_turned_dog_makes_both_turn_again() -> None:
    opened = after(position(("3c", "9d"), ("", ""), extra=("7h 2h", "Do 8s"), flip_due=True), "flip")
    assert [pile.top for pile in opened.piles] == [Card("7h"), Card("Do")]
    assert legal_moves(opened, 0) == legal_moves(opened, 1) == (Flip(),)
    assert broken(opened, "1 play 9d 1 onto Do") == [("U5.3", "dog_stops")]
    again = after(opened, "flip")
    assert [pile.top for pile in again.piles] == [Card("2h"), Card("8s")]
    assert not again.flip_due


def test_U5_9_a_dog_with_the_extra_piles_used_up_makes_new_ones() -> None:
    state = position(("Do 8c", "6c"), ("3s 7h", "4s Th"))
    stopped = after(state, "0 play Do 1 onto Th")
    assert recycle_due(stopped)
    assert turn(stopped) == frozenset()
    assert broken(stopped, "1 play 6c 0 onto 7h") == [("U5.9", "recycle_first")]
    assert broken(stopped, "flip") == [("U4.3", "extra_gone")]
    assert broken(stopped, "recycle 3s | Do") == [("U4.3", "recycle_missing"), ("U4.3", "recycle_foreign")]
    dealt = after(stopped, "recycle 3s | Th")
    assert dealt.piles[1].cards == cards("Do 4s")
    assert legal_moves(dealt, 0) == (Flip(),)
    assert everything(after(dealt, "flip")) == everything(state)


def test_U5_9_if_that_yields_nothing_the_value_beneath_the_dog_stays() -> None:
    state = position(("Do 8c", "9c 2c"), ("7h", "Th"))
    on = after(state, "0 play Do 1 onto Th")
    assert turn(on) == {0, 1}
    assert on.piles[1].values == (10,)
    assert broken(on, "flip")[-1] == ("U4.3", "extra_gone")
    assert broken(on, "1 play 9c 1 onto Do") == []


def test_U5_9_play_then_goes_on_although_new_extra_piles_could_be_made_again() -> None:
    state = position(("Do 8c 3c", "9c 2c"), ("7h", "Th"))
    on = after(state, "0 play Do 1 onto Th", "0 play 8c 0 onto 7h")
    assert turn(on) == {1}
    assert not recycle_due(on)
    assert broken(on, "1 play 9c 0 onto 8c") == []


def test_U5_9_a_phoenix_upon_a_dog_with_nothing_beneath() -> None:
    assert Pile.of("Do Ph").values == Pile.of("Do").values == tuple(range(1, 16))
