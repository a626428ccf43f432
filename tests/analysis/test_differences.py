"""What sets two options apart is what their rounds, watched one by one in the same deals, really differ in."""

import pytest

from cardlab.analysis.deals import DEADWOOD, PAYMENT, WIN, play_worlds
from cardlab.analysis.differences import MOST_DEALS, Round, contrasts, watch
from cardlab.analysis.kernel import compiled
from cardlab.analysis.position import read, view_of
from cardlab.analysis.whatif import Asked
from cardlab.tongits import Discard
from cardlab.widgets.whatif.editor import EXAMPLES


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    compiled.load(wait=True)


def asked(position, **more):
    return Asked.about(view_of(read(EXAMPLES.get(position, position))), 0, **more).question


@pytest.mark.parametrize("infer", [False, True])
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_rounds_watched_are_those_that_the_sample_adds_up(name, infer):
    question = asked(name, infer=infer)
    watched = watch(question)
    deals = len(watched[0])
    sums = play_worlds(question, 0, 0, deals)
    for option, rounds in watched.items():
        assert len(rounds) == deals <= MOST_DEALS
        assert sum(one.weight for one in rounds) == sums.weight
        assert sum(one.weight for one in rounds if one.winner == 0) == sums.of(option, WIN)[0]
        assert sum(one.weight * one.paid for one in rounds) == sums.of(option, PAYMENT)[0]
        assert sum(one.weight * one.held for one in rounds) == sums.of(option, DEADWOOD)[0]


def test_plain_and_compiled_watch_the_same():
    question = asked("call")
    plain, fast = watch(question, kernel=compiled.plain()), watch(question, kernel=compiled.fast())
    for option, rounds in plain.items():
        assert rounds == fast[option][: len(rounds)]


def test_T4_1_a_card_that_the_next_player_can_lay_off_is_seen_to_be_taken():
    """The player on the left may lay a ten off on the run that lies there, and nobody a king."""
    fits = "hand 2c 3c 4c 7h 7d 9d Td Kh Qh Ts 5c 6d Ac; meld 1 7s 8s 9s; meld 2 4d 4h 4s; discard Jc Jd"
    view = view_of(read(fits))
    question = asked(fits)
    thrown = {one[-1].card.code: place for place, one in enumerate(question.turns) if isinstance(one[-1], Discard)}
    watched = watch(question)
    taken = {card: sum(one.taken for one in watched[place]) / len(watched[place]) for card, place in thrown.items()}
    assert view.melds
    assert taken["Ts"] > 2 * taken["Kh"]


def rounds(*told):
    return [Round(1, *one) for one in told for _ in range(50)]


def test_what_a_difference_in_payment_consists_of_comes_first():
    usual = (0, 20, 5, False, False, 0, False), (1, -20, 25, False, False, 1, False)
    fewer_wins = (1, -20, 25, False, False, 1, True), (1, -20, 25, False, False, 1, False)
    dearer = (0, 20, 5, False, False, 0, False), (1, -40, 45, False, False, 1, False)
    found = contrasts(rounds(*fewer_wins), rounds(*usual), "payment")
    assert (found[0].feature, found[0].here, found[0].there) == ("win", 0.0, 0.5)
    assert {one.feature for one in found[1:]} == {"left_wins", "left_calls", "left_takes", "calls"}
    assert all(one.worse for one in found)
    found = contrasts(rounds(*dearer), rounds(*usual), "payment")
    assert (found[0].feature, found[0].here, found[0].there) == ("pay", 40.0, 20.0)
    assert contrasts(rounds(*dearer), rounds(*usual), "win") == []
    [held] = contrasts(rounds(*dearer), rounds(*usual), "deadwood")
    assert (held.feature, held.here, held.there) == ("held", 25.0, 15.0)


def test_what_may_be_chance_is_no_difference():
    usual = rounds((0, 20, 5, False, False, 0, False), (1, -20, 25, False, False, 1, False))
    other = [*usual[:-1], Round(1, 0, 20, 5, False, False, 0, True)]
    assert contrasts(other, usual, "payment") == []
    assert contrasts(usual, usual, "payment", sure=True) == []


def test_what_speaks_for_the_worse_option_is_not_told_as_its_reason():
    better = rounds((0, 40, 5, False, False, 0, True), (1, -20, 25, False, False, 1, True))
    worse = rounds((0, 20, 5, False, False, 0, False), (1, -20, 25, False, False, 1, False))
    assert [one.feature for one in contrasts(worse, better, "payment")] == ["receive"]
