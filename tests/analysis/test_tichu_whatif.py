"""What if in Tichu 1.on.1: which ways there are, what is refused, and what the answers say."""

from __future__ import annotations

from math import sqrt

import pytest

from cardlab.analysis.kernel import compiled
from cardlab.analysis.races import EVEN, SKILLED, Racer
from cardlab.analysis.tichu_whatif import CLEARLY, Sums, Way, ask, compare, question, refine, refuse_position, ways
from cardlab.cards import Card, cards
from cardlab.locale import LANGUAGES, say
from cardlab.refusal import NotationError
from cardlab.tichu import Draw, Flip, Pile, Play, State, View, deal, plays, view

PLAIN, FAST = compiled.plain(), compiled.fast()
PHOENIX = Card("Ph")
SEVEN = View.read("hand 3c 4d 5d 7h 9s Kd Ph; draw 10 10; extra 3 3; pile 0 6s; pile 1 Kc")


def test_every_play_drawing_keeping_and_waiting_are_ways() -> None:
    found = ways(SEVEN)
    assert [way.move for way in found if isinstance(way.move, Play)] == list(plays(SEVEN))
    assert found[-3:] == (Way(Draw(0)), Way(None, PHOENIX), Way(None))


def test_each_wish_of_the_mah_jong_is_a_way_of_its_own() -> None:
    found = ways(View.read("hand Ma 9h; pile 0 2h; pile 1 As"))
    wishes = [way.move.wish for way in found if isinstance(way.move, Play) and way.move.pile == 0]
    assert wishes == [None, *"23456789TJQKA"]
    assert Way(None, Card("Ma")) in found


def test_while_a_flip_is_due_there_is_nothing_else() -> None:
    assert ways(view(deal(seed=3), 1)) == (Way(Flip()),)


def test_who_can_do_nothing_waits() -> None:
    assert ways(View.read("hand 9h; pile 0 2h; pile 1 As")) == (Way(None),)
    only = ask(View.read("hand 9h; pile 0 2h; pile 1 As"), worlds=300, kernel=FAST).options
    assert len(only) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hand 2c 3c 4c 5c 6c 7c 8c 9c Tc; pile 0 5h", "tichu_position_hand"),
        ("hand 7h; cards 9; pile 0 5h", "tichu_position_other_hand"),
        ("hand 7h; cards 0; pile 0 5h", "tichu_position_over"),
        ("pile 0 5h", "tichu_position_over"),
        ("hand 7h; draw 24 24; pile 0 5h", "tichu_position_too_many"),
        ("hand 7h; draw 2 2", "tichu_position_too_few"),
    ],
)
def test_an_impossible_position_is_refused_with_a_sentence(text: str, code: str) -> None:
    seen = View.read(text)
    with pytest.raises(NotationError) as refused:
        ask(seen, worlds=1)
    assert refused.value.refusal.code == code
    for lang in LANGUAGES:
        assert say(f"refusal.{code}", lang, **refused.value.refusal.facts)
    assert str(refused.value).endswith(".")


def test_what_cannot_be_read_from_a_text_is_refused_too() -> None:
    nobody = (8, (0, 0), (0, 0))
    piles = (Pile.of("5h"), Pile.of("6h"))
    plain = View(0, SEVEN.rules, cards("7h"), *nobody, piles, (False, False), False)
    refuse_position(plain)
    strange = {
        "tichu_position_seat": View(2, SEVEN.rules, cards("7h"), *nobody, piles, (False, False), False),
        "card_twice_given": View(0, SEVEN.rules, cards("5h"), *nobody, piles, (False, False), False),
        "not_in_game": View(0, SEVEN.rules, cards("X1"), *nobody, piles, (False, False), False),
        "tichu_position_negative": View(0, SEVEN.rules, cards("7h"), 8, (-1, 0), (0, 0), piles, (False, False), False),
        "tichu_position_wish": View(
            0, SEVEN.rules, cards("7h"), *nobody, (Pile(cards("5h"), "9"), Pile()), (False, False), False
        ),
    }
    for code, seen in strange.items():
        with pytest.raises(NotationError) as refused:
            refuse_position(seen)
        assert refused.value.refusal.code == code
    with pytest.raises(TypeError, match=r"tichu\.View"):
        refuse_position(State(((), ())))  # type: ignore[arg-type]


def test_an_impossible_number_of_worlds_or_a_way_that_is_not_open_is_refused() -> None:
    with pytest.raises(ValueError, match="whole number"):
        ask(SEVEN, worlds=0)
    with pytest.raises(ValueError, match="cannot be done"):
        ask(SEVEN, worlds=1, only=[Way(Flip())])


def test_the_same_question_has_the_same_answer_compiled_or_not() -> None:
    for seen in (SEVEN, view(deal(seed=1), 1), View.read("viewer 1; hand Ma Dr; cards 2; pile 0 2h; pile 1 As")):
        assert ask(seen, worlds=60, seed=5, kernel=FAST) == ask(seen, worlds=60, seed=5, kernel=PLAIN)
    assert ask(SEVEN, worlds=60, seed=6, kernel=FAST) != ask(SEVEN, worlds=60, seed=5, kernel=FAST)


def test_ways_that_come_to_the_same_are_raced_on_once() -> None:
    """U1.4: suits do not matter."""
    found = ask(View.read("hand 7c 7h 9s; pile 0 6s; pile 1 Kc"), worlds=200, kernel=FAST)
    laid = next(option for option in found.options if isinstance(option.way.move, Play))
    assert [str(way.move) for way in (laid.way, *laid.same)] == ["0 play 7c 0 onto 6s", "0 play 7h 0 onto 6s"]


def test_clearly_worse_ways_are_let_go_of_early_and_the_best_gets_the_most_worlds() -> None:
    *earlier, last = refine(SEVEN, worlds=3_000, kernel=FAST)
    assert last.done
    assert not any(answer.done for answer in earlier)
    best = last.options[0]
    assert best.worlds == max(option.worlds for option in last.options)
    assert best.behind.mean == best.behind.error == 0
    for option in last.options:
        if option.worlds < best.worlds:
            assert option.behind.mean > CLEARLY * option.behind.error
    assert min(option.worlds for option in last.options) < best.worlds
    assert all(option.behind.mean <= 2 * option.behind.error for option in last.undecided)


def test_a_certain_win_is_one_and_still_not_called_certain() -> None:
    """The last card fits, and the other side takes a minute for anything."""
    found = ask(
        View.read("hand 7h; cards 3; pile 0 6s; pile 1 Kc"), (Racer(500), Racer(60_000, 0)), worlds=400, kernel=FAST
    )
    assert found.options[0].win.mean == 1
    assert 0 < found.options[0].win.error < 0.02
    assert found.options[0].points.mean == 2


def test_who_reacts_faster_wins_more_often() -> None:
    shares = [
        ask(SEVEN, (Racer(pace, skilled=True), SKILLED[1]), worlds=1_500, kernel=FAST).options[0].win.mean
        for pace in (400, 700, 1_000)
    ]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] - shares[2] > 0.2


def test_forgetting_to_draw_costs_more_than_its_error() -> None:
    """U3.2: who plays before drawing fills up from the other draw pile, and keeps the own one."""
    draw, lay = Way(Draw(0)), Way(Play(0, Card("7h"), 0, Card("6s")))
    found = compare(SEVEN, [draw, lay], worlds=1_500, kernel=FAST)
    lost = found.less(lay, draw)
    assert lost.mean > 5 * lost.error


def test_the_errors_quoted_are_honest() -> None:
    """Sixty samples of 100 worlds each against 20,000 worlds: means and errors as the quoted ones promise."""
    few = [Way(Draw(0)), Way(None, PHOENIX), Way(None)]
    truth = compare(SEVEN, few, worlds=20_000, seed=99, kernel=FAST)
    off: list[float] = []
    for seed in range(60):
        found = compare(SEVEN, few, worlds=100, seed=seed, kernel=FAST)
        pairs = [(found.win(way), truth.win(way)) for way in few]
        pairs += [(found.points(way), truth.points(way)) for way in few]
        pairs += [(found.less(few[2], few[0]), truth.less(few[2], few[0]))]
        pairs += [(found.less(few[2], few[0], points=True), truth.less(few[2], few[0], points=True))]
        off += [(one.mean - true.mean) / sqrt(one.error**2 + true.error**2) for one, true in pairs]
    spread = sqrt(sum(value**2 for value in off) / len(off))
    assert 0.8 < spread < 1.2


def test_differences_are_surer_than_the_values_between_which_they_lie() -> None:
    first, second = Way(None, PHOENIX), Way(None)
    found = compare(SEVEN, [first, second], worlds=2_000, kernel=FAST)
    apart = sqrt(found.win(first).error ** 2 + found.win(second).error ** 2)
    assert found.less(second, first).error < 0.95 * apart


def test_a_part_of_the_worlds_and_the_rest_add_up_to_the_whole() -> None:
    asked = question(SEVEN, EVEN)
    whole, parts = Sums(asked, 4, kernel=FAST), Sums(asked, 4, kernel=FAST)
    whole.race(90)
    for worlds in (40, 50):
        parts.race(worlds)
    assert whole.answer(True) == parts.answer(True)
