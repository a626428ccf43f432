"""The coach at the table, and bots that say why: silent until asked, never in the way, blind to hidden hands."""

from random import Random

import pytest
from learner_at_a_match import Learner, dealt
from learner_at_table import make, own_moves, say_move
from messages import forging, send
from test_table_hidden_cards import audited

from cardlab.bots.tongits import careful
from cardlab.cards import Card
from cardlab.phrasing.catalogue import card_label
from cardlab.tongits import Discard, Draw, LayMeld, Phase, Rules, Sapaw, legal_moves
from cardlab.widgets import PlayTongits


def with_coach(limit="inaccuracy", **more):
    learner = dealt(rules=Rules(target=400), **more)
    learner.send(do="coach")
    learner.send(do="warn_from", limit=limit)
    return learner


DEAR, WORST, BEST = 2, Discard(0, "6d"), Discard(0, "8c")
"""A match, a first discard in it that costs a lot, and the best one."""


def test_it_is_silent_until_it_is_switched_on_then_it_warns_before_a_dear_move_and_names_a_better_one():
    learner = dealt(seed=DEAR, rules=Rules(target=400))
    make(learner, WORST)
    assert WORST in learner.here.line.moves
    learner = with_coach(seed=DEAR)
    make(learner, WORST)
    coach = learner.shown["coach"]
    assert (coach["warns"], len(coach["said"]), learner.here.line.moves) == (True, 2, ())
    learner.send(do="think_again")
    assert (learner.shown["coach"]["asks"], learner.here.line.moves) == (False, ())
    make(learner, WORST)
    learner.send(do="anyway")
    assert learner.here.line.moves[0] == WORST
    assert not learner.here.waiting


def test_a_move_that_costs_little_is_made_without_a_word_and_one_sees_that_the_coach_has_looked():
    learner = with_coach(seed=DEAR)

    def agrees():
        return learner.shown["coach"]["agrees"]

    assert agrees() == ""
    make(learner, BEST)
    assert learner.here.line.moves[0] == BEST
    assert (learner.shown["coach"]["said"], bool(learner.shown["coach"]["good"])) == ([], True)
    assert agrees().startswith(f"The coach agrees: Discard {card_label(BEST.card)}")
    learner.send(do="undo")
    assert agrees() == ""
    make(learner, WORST)
    assert (learner.shown["coach"]["warns"], agrees()) == (True, "")
    learner.send(do="anyway")
    assert agrees() == ""


def test_it_warns_before_a_move_that_costs_points_where_no_move_wins_as_the_review_does():
    """Lou calls a draw next. To keep the fives wins no less often, but costs 33 points."""
    learner = dealt(seed=11, rules=Rules(target=400))
    while learner.state.phase is not Phase.OVER:
        make(learner, careful(learner.here.seen, Random(0)))
    learner.send({"do": "next_round"}, {"do": "move", "text": "draw"}, {"do": "coach"})
    make(learner, Discard(0, Card("2s")))
    coach = learner.shown["coach"]
    assert (coach["warns"], coach["agrees"], coach["good"]) == (True, "", False)


def test_while_it_thinks_the_move_can_be_made_at_once_or_another_one_chosen():
    learner = with_coach(seed=DEAR)
    say_move(learner.widget, f"discard {WORST.card}")
    assert learner.widget.working
    assert (learner.shown["coach"]["asks"], learner.shown["coach"]["warns"]) == (True, False)
    send(learner.widget, "undo")
    assert not learner.shown["coach"]["asks"]
    say_move(learner.widget, f"discard {WORST.card}")
    send(learner.widget, "anyway")
    learner.widget.finish()
    assert learner.here.line.moves[0] == WORST
    assert learner.here.line.moves.count(WORST) == 1


def test_T2_3_it_marks_what_can_be_laid_and_only_that():
    learner = with_coach(table="open", seed=4)
    chance, result = Random(4), 0
    for _ in range(40):
        seen = learner.here.seen
        laid = [move for move in legal_moves(seen, seen.viewer) if isinstance(move, LayMeld | Sapaw)]
        cards = {card.code for move in laid for card in move.cards}
        assert bool(learner.answer) == bool(cards)
        assert not cards or set(learner.shown["hand"]["marked"]) == cards
        result += bool(cards)
        learner.send(do="coach")
        assert not learner.answer
        make(learner, chance.choice(own_moves(learner)))
        learner.send(do="coach")
        if learner.state.phase is Phase.OVER:
            break
    assert result


def test_bots_say_why_they_moved_and_nothing_of_their_hand_and_one_that_moves_at_random_invents_no_reason():
    learner = dealt(left="random")
    chance, asked = Random(7), 0
    while learner.state.phase is not Phase.OVER:
        for turn in range(len(learner.asked)):
            learner.send(do="why", turn=turn)
            assert learner.answer
            assert ("I moved at random" in learner.answer) == learner.answer.startswith("Lou")
            audited(learner, 0)
            asked += 1
        if learner.state.phase is Phase.DRAW and learner.asked:
            before = learner.asked
            make(learner, Draw(0))
            assert learner.asked == before
            continue
        make(learner, chance.choice(own_moves(learner)))
    assert asked > 3
    for turn in (-1, 99, True, "0", None):
        with forging():
            learner.send(do="why", turn=turn)
        assert not learner.answer


@pytest.mark.parametrize("wish", [{"do": "next_round"}, {"do": "look", "number": 0}], ids=repr)
def test_what_a_bot_has_said_does_not_stay_when_another_round_is_turned_to(wish):
    learner = dealt(rules=Rules(target=400))
    for seed in (5, 7):
        learner.send(do="next_round")
        learner.play_round(Random(seed))
    while not learner.asked:
        learner.send(do="next_round")
        learner.play_round(Random(7))
    learner.send(do="why", turn=0)
    assert learner.answer
    learner.send(**wish)
    assert not learner.answer


def test_nobody_is_asked_why_before_there_is_a_match():
    learner = Learner(PlayTongits())
    learner.send(do="why", turn=0)
    assert learner.shown["stage"] == "form"
