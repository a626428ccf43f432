"""`PlayTongits` without a page: the set-up, and a match round by round."""

from dataclasses import replace
from random import Random

import pytest
from learner_at_a_match import SHORT, Learner, dealt, through
from learner_at_table import inline, make, own_moves
from messages import everything

from cardlab.analysis.jobs import judged
from cardlab.phrasing.catalogue import say
from cardlab.tongits import Call, Match, Phase, Rules, Take, outcome, view
from cardlab.tongits.rules import PRESETS
from cardlab.widgets import PlayTongits


# Each table and each of these rules, but not each with each: who sits there and what is agreed on have no more to do
# with each other than with the end of a match.
@pytest.mark.parametrize(
    ("table", "rules"),
    [
        ("alone", replace(Rules.preset("traditional"), target=12)),
        ("persons", Rules(winner_starts=True, jokers=2, target=60)),
        ("open", SHORT),
    ],
)
def test_T1_5_T10_5_a_match_goes_on_until_somebody_reaches_the_target(table, rules):
    learner = dealt(table=table, rules=rules)
    ends = through(learner, Random(5))
    match, rows = Match(ends[0].rules), []
    for end in ends:
        assert end.first == match.first
        before, match, winner = match, match.add(outcome(end)), outcome(end).winner
        added = [now - then for now, then in zip(match.scores, before.scores, strict=True)]
        assert winner is None or not added[winner]
        rows.append([f"{match.scores[seat]} {'wins' if seat == winner else f'+{added[seat]}'}" for seat in range(3)])
    assert match.losers
    assert learner.widget.match.scores[-1] == match
    assert learner.offers("play_tichu.new")
    in_parts = sum("(T9.4)" in how for *_, how in learner.shown["ending"]["rows"])
    assert in_parts == (2 if rules.payment == "chips" else 0)
    (shown,) = [one for one in everything(learner.shown["below"]) if one.get("is") == "table"]
    assert [[inline(cell) for cell in row["cells"][1:]] for row in shown["rows"]] == rows


def test_T2_5_nobody_is_told_to_take_a_card_that_may_not_be_taken():
    learner = dealt(table="open", rules=Rules(discard_must_meld=True))
    chance, texts = Random(1), set()
    while learner.state.phase is not Phase.OVER:
        if learner.state.phase is Phase.DRAW:
            may = any(isinstance(move, Take) for move in own_moves(learner))
            assert ("discard pile" in learner.shown["what"]) == may
            texts.add(may)
        make(learner, chance.choice([move for move in own_moves(learner) if not isinstance(move, Call)]))
    assert texts == {True, False}


def test_the_form_sets_the_table_the_players_and_every_house_rule():
    learner = Learner(PlayTongits())
    chosen = {"table": "alone", "left": "random", "preset": "traditional", "seed": "17"}
    chosen |= {"rule:jokers": "2", "rule:ace_high": True, "rule:tie": "caller"}
    for field, value in chosen.items():
        learner.send(do="set", field=field, value=value)
        assert not learner.remark
    learner.send(do="begin")
    played = learner.widget.match.setup
    expected = Rules(**{**PRESETS["traditional"], "jokers": 2, "ace_high": True, "tie": "caller"})
    assert (played.rules, played.left, played.seed) == (expected, "random", 17)
    changes, _ = learner.shown["rules"]["blocks"]
    assert len(changes["said"]) == 3


@pytest.mark.parametrize("seed", range(3))
def test_play_now_has_selected_a_move_that_the_review_calls_the_best_and_one_press_makes_it(seed):
    learner = Learner(PlayTongits(seed=seed))
    learner.send({"do": "begin", "helps": True})
    assert learner.shown["said"]["sentences"] == [say("play_tongits.suggested", "en")]
    seen, chosen = view(learner.state, 0), set(learner.shown["hand"]["selected"])
    assert chosen
    (main,) = [one["send"] for one in learner.shown["actions"] if one["main"]]
    learner.send(main)
    assert not chosen & {card.code for card in learner.state.hands[0]}
    move, *_ = learner.widget.match.round.line.moves
    assert next(judged(seen, move)).best == move
    assert say("play_tongits.suggested", "en") not in learner.shown["said"]["sentences"]


def test_what_is_not_possible_in_the_form_is_said_and_changes_nothing():
    impossible = {"table": "nowhere", "left": "champion", "preset": "mine", "seed": "x", "count:1": "3", "nothing": "1"}
    impossible |= {"rule:target": "0", "rule:jokers": "5", "rule:tie": True}
    for field, value in impossible.items():
        learner = Learner(PlayTongits())
        before = learner.widget.setup_form.setup
        learner.send(do="set", field=field, value=value)
        assert (learner.widget.setup_form.setup, bool(learner.remark)) == (before, True), field
