"""What is printed can be read again, and what cannot be done is said in a sentence, also in a notebook."""

import pickle

import pytest

from cardlab import tichu, tongits
from cardlab.cards import DECK, JOKERS, SPECIALS, Card, cards, notation
from cardlab.locale import LANGUAGES, card_label
from cardlab.refusal import IllegalMove, NotationError, Refusal, printable, shortened
from cardlab.tell import explain


def test_what_is_printed_is_read():
    for card in DECK:
        assert Card(card_label(card, "en")) is card
    assert cards("8♠ 8♥ 10♦") == cards("8s 8h Td")
    assert cards("10c T♣ 10♧ A♤ 7♥\ufe0f") == cards("Tc Tc Tc As 7h")
    assert tongits.parse_move("0 discard 10♥") == tongits.parse_move("0 discard Th")
    assert tichu.parse_move("0 play Ma 0 onto 10♥ wish 10") == tichu.parse_move("0 play Ma 0 onto Th wish T")


def test_notation_is_written_as_ever():
    assert [card.code for card in cards("10♥ A♠")] == ["Th", "As"]
    assert all(Card(card.code) is card for card in (*DECK, *JOKERS, *SPECIALS))


@pytest.mark.parametrize(
    "text", ["", "1♥", "10", "010h", "100h", "♥", "♥7", "7hh", "7♥♥", "11h", "0h", "th", "7H", "B♥", "10X1", "\ufe0f"]
)
def test_what_is_unclear_is_no_card(text):
    with pytest.raises(NotationError):
        Card(text)


def test_an_unreadable_text_says_so_in_a_sentence():
    with pytest.raises(NotationError) as unreadable:
        Card("4x")
    assert str(unreadable.value) == explain(unreadable.value.refusal, "en")
    assert str(unreadable.value).startswith("“4x” is not a card.")


def test_a_refused_move_names_every_reason_in_a_sentence():
    state = tongits.deal(seed=1)
    move = tongits.Draw(1)
    with pytest.raises(IllegalMove) as refused:
        tongits.play(state, move)
    told = str(refused.value)
    assert told.startswith("1 draw: ")
    assert all(explain(refusal, "en") in told for refusal in tongits.why_not(state, move))
    with pytest.raises(IllegalMove, match=r"\(U1\.3\)"):
        tichu.play(tichu.deal(), tichu.Draw(0))


def test_a_refusal_without_a_sentence_is_told_all_the_same():
    assert str(IllegalMove("x", (Refusal("no_such_code", "T1", {"a": 1}),))) == "x: no_such_code (T1): a=1"


def test_texts_of_strangers_are_short_and_harmless():
    error = NotationError("not_a_card", text="\x1b[2K" + "7" * 100_000)
    assert len(str(error)) < 400
    assert str(error).isprintable()
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.refusal) == (str(error), error.refusal)
    assert shortened(shortened("x" * 200)) == shortened("x" * 200)
    assert printable("62,5\u202f% 7♥ „so“ \U0001f600") == "62,5\u202f% 7♥ „so“ \U0001f600"
    for lang in LANGUAGES:
        assert explain(error.refusal, lang).isprintable()


@pytest.mark.parametrize(
    ("misuse", "says"),
    [
        (lambda: tongits.deal(7), r"deal\(seed="),
        (lambda: tichu.deal(7), r"deal\(seed="),
        (lambda: tongits.deal(0), r"deal\(seed="),
        (lambda: tongits.least_deadwood("4h 5h"), "cards reads them"),
        (lambda: tongits.least_deadwood(["4h", "5h"]), "cards reads them"),
        (lambda: tongits.play(tongits.deal(), "0 discard 4h"), "parse_move"),
        (lambda: tongits.why_not(tongits.deal(), "0 discard 4h"), "parse_move"),
        (lambda: tichu.play(tichu.deal(), "flip"), "parse_move"),
    ],
)
def test_obvious_misuse_says_what_was_meant(misuse, says):
    with pytest.raises(TypeError, match=says):
        misuse()


def test_a_state_is_shown_in_few_lines():
    for game, lines in ((tongits, range(6, 20)), (tichu, (4,))):
        state = game.deal(seed=7)
        for _ in range(30):
            shown = str(state).splitlines()
            assert len(shown) in lines
            assert all(cards_held in str(state) for cards_held in map(notation, state.hands))
            seats = sorted(game.turn(state))
            if not seats:
                break
            state = game.play(state, game.legal_moves(state, seats[0])[0])
