"""Laws of a round with a past and a future: with words that grow letter by letter, and with rounds of both games."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab import tichu, tongits
from cardlab.refusal import IllegalMove
from cardlab.timeline import Timeline, value
from tests.rounds_by_chance import played

Words = Timeline[str, str, int]


def letter(word: str, move: str) -> str:
    """A game whose position records every move; no letter comes twice in a row."""
    if word.endswith(move):
        raise ValueError("twice in a row")
    return word + move


@st.composite
def rounds(draw: st.DrawFn) -> Words:
    """A round with moves, undo and redo."""
    line: Words = Timeline.begin("", letter, 0)
    for number in range(1, draw(st.integers(1, 25))):
        match draw(st.sampled_from(("play", "play", "play", "undo", "redo", "go"))):
            case "play":
                moves = [one for one in "abc" if not line.state.endswith(one)]
                line = line.play(draw(st.sampled_from(moves)), number)
            case "go":
                line = line.seek(draw(st.integers(0, line.last)))
            case "undo":
                line = line.undo()
            case "redo":
                line = line.redo()
    return line


law = settings(max_examples=100, deadline=None, derandomize=True)


@law
@given(rounds())
def test_every_moment_is_what_its_moves_lead_to(line: Words) -> None:
    assert [moment.state for moment in line.moments] == ["".join(line.moves[:at]) for at in range(line.last + 1)]
    assert line.state == "".join(line.moves[: line.at])
    assert line.start == ""


@law
@given(rounds())
def test_undo_then_redo_is_nothing_and_at_either_end_nothing_happens(line: Words) -> None:
    assert line.undo().redo() == line if line.at else line.undo() is line
    assert line.redo().undo() == line if line.at < line.last else line.redo() is line


@law
@given(rounds(), st.data())
def test_seeking_finds_the_same_moments(line: Words, data: st.DataObject) -> None:
    to = data.draw(st.integers(0, line.last))
    gone = line.seek(to)
    assert (gone.at, gone.moments) == (to, line.moments)
    assert gone.seek(line.at) == line
    for beyond in (-1, line.last + 1):
        with pytest.raises(IndexError):
            line.seek(beyond)


@law
@given(rounds(), st.sampled_from("xy"))
def test_playing_on_in_the_past_replaces_what_came_after(line: Words, move: str) -> None:
    after = line.play(move, 99)
    assert after.moments[:-1] == line.moments[: line.at + 1]
    assert (after.moment.move, after.moment.note, after.at) == (move, 99, after.last)


@law
@given(rounds())
def test_a_move_that_is_not_allowed_changes_nothing(line: Words) -> None:
    kept = (line.moments, line.at)
    if line.state:
        with pytest.raises(ValueError, match="twice"):
            line.play(line.state[-1], 1)
    with pytest.raises(ValueError, match="twice"):
        line.replay("xyy", 1)
    assert (line.moments, line.at) == kept


@law
@given(rounds(), st.lists(st.sampled_from(("x", "xy", "yx")), max_size=3))
def test_many_moves_at_once_are_the_same_as_one_after_the_other(line: Words, texts: list[str]) -> None:
    moves = "z".join(texts)
    one_by_one = line
    for move in moves:
        one_by_one = one_by_one.play(move, 7)
    assert line.replay(moves, 7) == one_by_one


@law
@given(rounds())
def test_undo_and_redo_stop_where_asked(line: Words) -> None:
    back = line.undo(lambda moment: moment.state.endswith("a"))
    assert back is line or (back.state.endswith("a") and back.at < line.at)
    assert all(not moment.state.endswith("a") for moment in line.moments[back.at + 1 : line.at])
    on = line.redo(lambda moment: moment.state.endswith("a"))
    assert on.at == on.last or on.state.endswith("a")
    assert all(not moment.state.endswith("a") for moment in line.moments[line.at + 1 : on.at])


@law
@given(rounds(), st.integers(0, 30))
def test_a_past_cut_short_leaves_the_present_and_the_future(line: Words, most: int) -> None:
    short = line.shortened(most)
    assert short.at == min(line.at, most)
    assert short.moments == line.moments[line.at - short.at :]


@law
@given(rounds())
def test_what_is_forgotten_cannot_be_made_again(line: Words) -> None:
    forgotten = line.forgotten()
    assert forgotten.moments == line.moments[: line.at + 1]
    assert forgotten.redo() is forgotten


def test_values_that_are_no_game_are_taken_back_too() -> None:
    line = Timeline.begin(("first",), value, None).play(("second",), None).play(("third",), None)
    assert (line.state, line.undo().state, line.undo().redo().state) == (("third",), ("second",), ("third",))


@pytest.mark.parametrize("game", [tongits, tichu], ids=["tongits", "tichu"])
def test_a_round_of_either_game_goes_back_to_its_deal_and_on_to_its_end(game: Any) -> None:
    line: Timeline[Any, Any, None] = Timeline.begin(game.deal(seed=4), game.play, None)
    for state, move, after in played(game, game.deal(seed=4), Random(4)):
        assert line.state == state
        line = line.play(move, None)
        assert line.state == after
    assert line.last > 5
    assert line.seek(0).state == game.deal(seed=4)
    assert Timeline.begin(game.deal(seed=4), game.play, None).replay(line.moves, None) == line
    with pytest.raises(IllegalMove):
        line.seek(0).replay((line.moves[0], line.moves[0]), None)
