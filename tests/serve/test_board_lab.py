"""What the laboratory says of a position on the class board: to the teacher, once it is revealed, and no longer."""

import asyncio

import pytest

from cardlab.analysis.jobs import refined
from cardlab.dashboard.setting import SETTING
from cardlab.locale import say
from cardlab.pagehost.compute import ComputePool
from cardlab.serve.board_lab import Laboratory
from cardlab.serve.board_told import Here, learner_told, teacher_told
from cardlab.tables.board import EMPTY, Ask, AtPosition, Close, End, Give, OfDrill, Reveal, decide, folded
from cardlab.tables.questions import form_of, position_of, question_of

TURN = "hand 0 Ks 2d 7h 7s 7d 4d 9c; hand 1 Ah 2h 3c; hand 2 Ac 2c 3d 5d; meld 0 Js Jh Jc; discard Qd; stock 9; seat 0"
DISCARD = AtPosition("discard", f"{TURN} lay")
MAY_CALL = AtPosition("may_call", f"{TURN} draw")
BARRED = AtPosition("may_call", TURN.replace("seat 0", "seat 1 draw"))


def after(board, *commands):
    for command in commands:
        board = folded(decide(board, command), board)
    return board


def asked(what):
    return after(EMPTY, Ask(what, form_of(question_of(what)), 1000))


def found(what):
    *_, (_, answer) = refined("values", position_of(question_of(what)), infer=False)
    return {what: answer}


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
@pytest.mark.parametrize(
    ("what", "answers"), [(DISCARD, (("Ks",), ("9c",))), (MAY_CALL, (("yes",), ("no",)))], ids=["discard", "may_call"]
)
def test_once_it_is_revealed_each_answer_stands_beside_what_it_is_worth(what, answers, lang):
    board, known = asked(what), found(what)
    given = [Give(f"learner {place}", 1, answer, 1, 2000) for place, answer in enumerate(answers)]
    board = after(board, *given, Close())
    (hidden,) = teacher_told(board, (), lang, known)["questions"]
    assert (hidden["laboratory"], hidden["bars"]) == ("", None)
    board = after(board, Reveal({1: frozenset({("yes",)}) if what is MAY_CALL else None}))
    (shown,) = teacher_told(board, (), lang, known)["questions"]
    # A call is counted, so one of the answers is told without ±, and the best one may be.
    assert shown["laboratory"]
    assert all(bar["worth"] for bar in shown["bars"])
    assert any("±" in bar["worth"] for bar in shown["bars"])
    assert len({bar["worth"] for bar in shown["bars"]}) == len(answers)
    # Until it is known nothing stands there, and phones are told none of it.
    (early,) = teacher_told(board, (Here("learner 0", 1, "", True),), lang)["questions"]
    assert (early["laboratory"], {bar["worth"] for bar in early["bars"]}) == ("", {""})
    assert "±" not in str(learner_told(board, "learner 0", lang))


def test_of_a_discard_the_best_turn_that_ends_with_it_is_told():
    board = after(asked(DISCARD), Give("a", 1, ("Ks",), 1, 2000), Close(), Reveal({1: None}))
    (bar,) = teacher_told(board, (), "en", found(DISCARD))["questions"][0]["bars"]
    # The three sevens are laid first.
    assert bar["worth"].startswith("Lay 7")


@pytest.mark.parametrize(
    "what",
    [
        BARRED,
        AtPosition("which_fit", "hand Ma 4s 8c 8d 9h; cards 6; draw 0 2; extra 2 2; pile 0 2h; pile 1 Qs"),
        OfDrill("stacks.phoenix", "demo 7 1", 1),
    ],
    ids=["barred", "race", "exercise"],
)
def test_where_there_is_nothing_to_compare_the_laboratory_is_not_asked(what):
    assert position_of(question_of(what)) is None


def test_while_the_laboratory_is_counting_the_teacher_is_told_so_once_it_is_revealed():
    board = asked(DISCARD)
    (hidden,) = teacher_told(board, (), "en", {}, {DISCARD})["questions"]
    board = after(board, Give("a", 1, ("Ks",), 1, 2000), Close(), Reveal({1: frozenset()}))
    (waits,) = teacher_told(board, (), "en", {}, {DISCARD})["questions"]
    (over,) = teacher_told(board, (), "en", {})["questions"]
    assert [one["counting"] for one in (hidden, waits, over)] == ["", say("board.counting"), ""]


def test_the_pool_works_at_what_is_shown_and_gives_up_what_is_shown_no_longer():
    async def run():
        pool, news = ComputePool(1, SETTING), asyncio.Event()
        pool.start()
        laboratory = Laboratory(pool, news.set)
        laboratory.look(asked(DISCARD))
        while not pool.status.questions:
            await asyncio.sleep(0)
        laboratory.look(after(asked(DISCARD), End()))
        while pool.status.questions:
            await asyncio.sleep(0)
        assert laboratory.found == {}
        # What is put in its place is worked out next, from the moment on when it is asked.
        news.clear()
        laboratory.look(asked(MAY_CALL))
        await news.wait()
        assert laboratory.counting == {MAY_CALL}
        while not laboratory.found:
            news.clear()
            await news.wait()
        assert (laboratory.found.keys(), laboratory.counting) == ({MAY_CALL}, set())
        laboratory.close()
        await pool.close()

    asyncio.run(asyncio.wait_for(run(), 100))
