"""What is printed can be read again, and what cannot be done is said in a sentence, also in a notebook."""

import json
import pickle
import re
import subprocess
import sys
from dataclasses import replace
from random import Random
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from test_both_games import SEATS

from cardlab import tichu, tongits
from cardlab.cards import DECK, Card, cards, notation
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import LANGUAGES, card_label
from cardlab.record import Record
from cardlab.refusal import IllegalMove, NotationError, Refusal, printable, shortened
from tests.rounds_by_chance import played

CARD = re.compile(r"\b(?:[A2-9TJQK][cdhs]|X[1-4]|Ma|Do|Ph|Dr)\b")
PRINTED = re.compile(r"(?:10|[A2-9JQK])[♣♦♥♠]|\b(?:X[1-4]|Ma|Do|Ph|Dr)\b")


def test_what_is_printed_is_read():
    for card in DECK:
        assert Card(card_label(card, "en")) is card
    assert cards("8♠ 8♥ 10♦") == cards("8s 8h Td")
    assert cards("10c T♣ 10♧ A♤ 7♥\ufe0f") == cards("Tc Tc Tc As 7h")
    assert tongits.parse_move("0 discard 10♥") == tongits.parse_move("0 discard Th")
    assert tichu.parse_move("0 play Ma 0 onto 10♥ wish 10") == tichu.parse_move("0 play Ma 0 onto Th wish T")


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
    assert str(unreadable.value).startswith("“4x”")


def test_a_refused_move_names_every_reason_in_a_sentence():
    state = tongits.deal(seed=1)
    move = tongits.Draw(1)
    with pytest.raises(IllegalMove) as refused:
        tongits.play(state, move)
    text = str(refused.value)
    assert text.startswith("1 draw: ")
    assert all(explain(refusal, "en") in text for refusal in tongits.why_not(state, move))
    with pytest.raises(IllegalMove, match=r"\(U1\.3\)"):
        tichu.play(tichu.deal(), tichu.Draw(0))


def test_a_refusal_without_a_sentence_is_shown_all_the_same():
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


HAND = "4h 5h 6h 7h 7c 7s K♦"


@pytest.mark.parametrize("hand", [HAND, cards(HAND), list(cards(HAND)), HAND.split()])
def test_a_hand_may_be_cards_or_their_notation(hand):
    assert tongits.least_deadwood(hand) == tongits.deadwood("Kd") == 10
    assert tongits.best_arrangements(hand) == tongits.best_arrangements(cards(HAND))
    assert tongits.deadwood(hand) == tongits.hand_deadwood(hand) == 46
    assert tongits.deadwood_parts(hand)[0] == (Card("Kd"), 10)
    assert tongits.melds_in(hand) == tongits.melds_in(cards(HAND))
    assert tongits.why_not_meld(hand) == tongits.why_not_meld(cards(HAND)) != ()
    assert tongits.meld_readings(hand) == ()
    assert tongits.why_meld(hand) is None
    assert notation(hand) == notation(cards(HAND))


def test_a_meld_may_be_written_in_signs():
    assert tongits.why_not_meld("8♠ 8♥ 10♦")[0].code == "different_ranks"
    assert tongits.why_not_meld("8♠ 8♥ 8♦") == ()
    run = tongits.why_meld("8♥ 9♥ 10♥")
    assert tongits.extensions(run, "J♥ 2c") == (cards("Jh"),)
    assert tongits.grown(run, "7♥").start == 7
    assert tongits.LayMeld(0, "8♥ 9♥ 10♥") == tongits.parse_move("0 meld 8h 9h Th")
    assert tongits.Discard(0, "J♥") == tongits.parse_move("0 discard Jh")
    assert tongits.Sapaw(0, 1, "J♥") == tongits.parse_move("0 sapaw 1 Jh")
    assert tichu.Play(0, "10♥", 1, "9c") == tichu.parse_move("0 play Th 1 onto 9c")


def test_a_deal_may_be_written_in_notation():
    for game in (tongits, tichu):
        written = json.loads(Record(game.deal(seed=4)).text())["deal"]
        piles = [part for name, part in written.items() if name != "first"]
        assert game.start(game.Rules(), *piles) == game.deal(seed=4)


@pytest.mark.parametrize(("game", "move"), [(tongits, "0 discard {card}"), (tichu, "flip")])
def test_a_move_may_be_written_in_notation(game, move):
    state = game.deal(seed=1)
    written = move.format(card=state.hands[0][0])
    assert game.play(state, written) == game.play(state, game.parse_move(written))
    assert game.why_not(state, written) == ()
    assert game.why_not(state, "1 draw") == game.why_not(state, game.parse_move("1 draw")) != ()
    with pytest.raises(IllegalMove, match=r"^1 draw: "):
        game.play(state, "1 draw")
    for question in (game.play, game.why_not):
        with pytest.raises(NotationError, match="“0 dance”"):
            question(state, "0 dance")
    assert Record(state).add(written).moves == (game.parse_move(written),)


NONSENSE = (7, None, 2.5, object(), ("x", 7))


@pytest.mark.parametrize(
    ("misuse", "sentence"),
    [
        *((lambda game=game, none=none: game.deal(none), r"deal\(seed=") for game in (tongits, tichu)
          for none in (7, 0, "traditional")),
        *((lambda game=game: game.start("sheet", (), ()) if game is tongits else game.start("sheet", (), (), ()),
           "Rules") for game in (tongits, tichu)),
        *((lambda game=game, none=none: game.parse_move(none), "a move is read from a text")
          for game in (tongits, tichu) for none in (7, None, game.deal())),
        *((lambda game=game, name=name, none=none: getattr(game, name)(game.deal(), none), "is wanted, or a text like")
          for game in (tongits, tichu) for name in ("play", "why_not") for none in (*NONSENSE, game.deal())),
        (lambda: tongits.play(tongits.deal(), tichu.Flip()), "a move of Tongits is wanted"),
        (lambda: tichu.play(tichu.deal(), tongits.Take(0)), "a move of Tichu is wanted"),
        *((lambda game=game, name=name, more=more, none=none: getattr(game, name)(none, *more), "State.* is wanted")
          for game in (tongits, tichu)
          for name, more in (("turn", ()), ("outcome", ()), ("legal_moves", (0,)), ("view", (0,)),
                             ("why_not", ("0 draw",)), ("play", ("0 draw",)))
          for none in (7, None, "state", (tichu if game is tongits else tongits).deal())),
        (lambda: tongits.play(tongits.view(tongits.deal(), 0), "0 draw"), "a tongits.State is wanted"),
        *((lambda name=name, none=none: getattr(tongits, name)(none), "wanted")
          for name in ("least_deadwood", "deadwood", "hand_deadwood", "best_arrangements", "why_not_meld",
                       "meld_readings", "why_meld", "melds_in", "deadwood_parts")
          for none in NONSENSE[:-1]),
        *((lambda name=name: getattr(tongits, name)("4h X1 6h", rules="traditional"), r"rules are tongits\.Rules\(\)")
          for name in ("least_deadwood", "deadwood", "hand_deadwood", "best_arrangements", "why_not_meld",
                       "meld_readings")),
        (lambda: tongits.least_deadwood("4h 5h 6h", rules="sheet"), r"rules are tongits\.Rules\(\)"),
        (lambda: tongits.best_arrangements("Th", table="7h 8h 9h"), "list of melds"),
        (lambda: cards(7), "cards are wanted"),
        (lambda: cards([Card("7h"), 7]), "a card is wanted"),
        (lambda: explain("not_your_turn"), "a refusal is wanted"),
    ],
)  # fmt: skip
def test_what_a_function_cannot_use_is_said(misuse, sentence):
    with pytest.raises(TypeError, match=sentence) as wrong:
        misuse()
    assert len(str(wrong.value)) < 250


@pytest.mark.parametrize(
    "misuse",
    [
        *(lambda game=game, seat=seat: game.legal_moves(game.deal(), seat=seat) for game in (tongits, tichu)
          for seat in (5, -1, "0", None)),
        *(lambda game=game, seat=seat: game.view(game.deal(), seat) for game in (tongits, tichu)
          for seat in (9, -1, "0", None)),
    ],
)  # fmt: skip
def test_a_seat_that_is_not_there_is_named_with_those_that_are(misuse):
    with pytest.raises(ValueError, match=r"there is no seat .*; the seats are 0(, 1)? and [12]$"):
        misuse()


@pytest.mark.parametrize(
    "misuse",
    [
        lambda: tongits.deal(first=3),
        lambda: tongits.least_deadwood("4h seven"),
        lambda: tongits.least_deadwood("4h 4h"),
        lambda: tongits.least_deadwood("4h X1"),
        lambda: tongits.deadwood("4h Ph"),
        lambda: tongits.deadwood("4h 1h"),
        lambda: tongits.best_arrangements("4h Dr"),
        lambda: tongits.best_arrangements("4h", table=["5h 6h"]),
        lambda: tongits.why_not_meld("4h 5h 6"),
        lambda: tongits.LayMeld(0, "4h 5h 6"),
        lambda: tichu.Play(0, "seven", 1, None),
        lambda: tichu.why_not_fit(tichu.Pile(), "seven"),
        lambda: tongits.start(tongits.Rules(), ["4h", "5h", "6h"], ""),
        lambda: Record(tongits.deal()).add("0 dance"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(misuse):
    with pytest.raises(NotationError) as unreadable:
        misuse()
    sentence = str(unreadable.value)
    assert sentence == explain(unreadable.value.refusal, "en")
    assert sentence[0].isupper() or sentence[0] in "“45"
    assert sentence.endswith((".", ")"))


RULES = {tongits: tongits.Rules(secret_four=True, jokers=2), tichu: tichu.Rules(wrap=True)}
every_game = pytest.mark.parametrize("game", [tongits, tichu], ids=["tongits", "tichu"])


def positions(game):
    """Yield every position of a random round."""
    return [state for state, _, _ in played(game, game.deal(RULES[game], 7), Random(7))]


@every_game
def test_what_a_position_prints_can_be_pasted_back(game):
    names = {name: getattr(game, name) for name in game.__all__} | {"cards": cards, "Card": Card}
    for state in positions(game):
        for position in (state, *(game.view(state, seat) for seat in SEATS[game])):
            assert repr(position) == f'{type(position).__name__}.read("{position.notation}")'
            assert eval(repr(position), dict(names)) == position
    assert repr(game.Rules()) == "Rules()"


@pytest.mark.parametrize(
    "odd",
    [
        replace(tongits.deal(seed=7), stock=cards("As Ad")),
        replace(tongits.deal(seed=7), hands=()),
        tichu.State((cards("7h"), cards("2c")), piles=(tichu.Pile.of("Ma", wish="Z"), tichu.Pile())),
        tichu.State((cards("7h"), cards("7h"))),
    ],
)
def test_a_position_that_the_notation_cannot_express_prints_its_fields(odd):
    names = {name: getattr(tongits, name) for name in tongits.__all__}
    names |= {name: getattr(tichu, name) for name in tichu.__all__} if isinstance(odd, tichu.State) else {}
    assert repr(odd).startswith("State(")
    assert eval(repr(odd), names | {"cards": cards, "Card": Card}) == odd


@every_game
def test_a_position_draws_itself_in_a_notebook(game):
    for state in positions(game):
        drawn = ElementTree.fromstring(state._repr_html_())
        assert drawn.tag == "table"
        assert drawn.attrib["lang"] == "en"
        rows = {row.find("th").text: pictured(row) for row in drawn.iter("tr")}
        assert list(rows) == [line.partition(":")[0] for line in str(state).splitlines()]
        for seat, hand in enumerate(state.hands):
            assert cards(rows[f"seat {seat}"]) == hand
        assert all(row.find("th").attrib["scope"] == "row" for row in drawn.iter("tr"))
        assert "color" not in state._repr_html_()


def pictured(drawn):
    """Return the alternative texts of pictures, which must equal their titles."""
    pictures = [*drawn.iter("img")]
    for picture in pictures:
        svg = ElementTree.fromstring(unquote(picture.get("src").removeprefix("data:image/svg+xml,")))
        assert svg.find("{http://www.w3.org/2000/svg}title").text == picture.get("alt")
    return " ".join(picture.get("alt") for picture in pictures)


@every_game
def test_what_a_view_shows_is_its_own(game):
    for state in positions(game):
        for seat in SEATS[game]:
            seen = game.view(state, seat)
            hidden = {card for other, hand in enumerate(state.hands) if other != seat for card in hand}
            if game.outcome(state) is None:
                shown = {*CARD.findall(repr(seen) + str(seen)), *PRINTED.findall(unquote(seen._repr_html_()))}
                assert not hidden & set(cards(" ".join(shown)))
            assert notation(seen.hand) in str(seen)
            assert f"seen from seat {seat}" in seen._repr_html_()


def test_what_is_drawn_is_escaped():
    odd = tichu.State((cards("7h"), cards("2c")), piles=(tichu.Pile.of("Ma", wish="<b>&"), tichu.Pile()))
    assert "wish &lt;b&gt;&amp;" in odd._repr_html_()


def test_widgets_without_what_they_need_name_the_extra():
    asked = "import sys; sys.modules['anywidget'] = None; from cardlab.widgets import MeldCheck"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, encoding="utf-8", check=False)
    assert "ModuleNotFoundError" in done.stderr
    assert 'pip install "cardlab[widgets]"' in done.stderr
