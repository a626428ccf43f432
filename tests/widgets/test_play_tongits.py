"""`PlayTongits` without a page: the set-up, and a match round by round."""

from dataclasses import replace
from random import Random

import pytest
from learner_at_a_match import SHORT, Learner, dealt, through
from learner_at_table import inline, make, own_moves, read
from wishes import everything

from cardlab.tongits import Call, Match, Phase, Rules, Take, legal_moves, outcome
from cardlab.tongits.rules import PRESETS
from cardlab.widgets import PlayTongits
from cardlab.widgets.tongits_table.match import PlayedMatch, Setup


# Each table and each of these rules, but not each with each: who sits there and what is agreed on have no more to do
# with each other than with the end of a match.
@pytest.mark.parametrize(
    ("table", "rules"),
    [
        ("alone", Rules.preset("traditional")),
        ("persons", Rules(winner_starts=True, jokers=2, target=60)),
        ("open", SHORT),
    ],
)
def test_T10_5_a_match_goes_on_until_somebody_reaches_the_target(table, rules):
    learner = dealt(table=table, rules=replace(rules, target=12 if rules.payment == "chips" else 60))
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
    assert learner.offers("play_tongits.new_match")
    (shown,) = [one for one in everything(learner.shown["scores"]) if one.get("is") == "table"]
    assert [[inline(cell) for cell in row["cells"][1:]] for row in shown["rows"]] == rows


def test_T1_5_the_first_player_rotates_or_the_winner_starts():
    for rules in (Rules(target=400), Rules(winner_starts=True, target=400)):
        learner = dealt(rules=rules)
        learner.play_round(Random(2))
        winner = outcome(learner.state).winner
        learner.wish(do="next_round")
        assert learner.state.first == (winner if rules.winner_starts else 1)


def test_what_a_round_has_come_to_is_worked_out_once():
    match = PlayedMatch(Setup(seed=6, rules=Rules(target=1_000)))
    chance = Random(6)
    for _ in range(4):
        here = match.round
        while here.state.phase is not Phase.OVER:
            here.reply(chance.choice(legal_moves(here.state, here.state.seat)))
        match.deal_next()
    assert [list(record.states())[-1] for record in match.done] == list(match.ends)
    assert [one.rounds for one in match.scores] == list(range(5))
    for kept in ("ends", "scores"):
        assert all(one is again for one, again in zip(getattr(match, kept), getattr(match, kept), strict=True))


def test_T2_5_nobody_is_told_to_take_a_card_that_may_not_be_taken():
    learner = dealt(table="open", rules=Rules(discard_must_meld=True))
    chance, told = Random(1), set()
    while learner.state.phase is not Phase.OVER:
        if learner.state.phase is Phase.DRAW:
            may = any(isinstance(move, Take) for move in own_moves(learner))
            assert ("discard pile" in learner.shown["turn"]["what"]) == may
            told.add(may)
        make(learner, chance.choice([move for move in own_moves(learner) if not isinstance(move, Call)]))
    assert told == {True, False}


def test_T9_4_a_payment_in_chips_is_told_in_its_parts():
    learner = dealt(rules=Rules.preset("traditional"))
    learner.play_round(Random(2))
    assert sum("(T9.4)" in told for told in read(learner.shown["stands"])) == 2


def test_the_form_sets_the_table_the_players_and_every_house_rule():
    learner = Learner(PlayTongits())
    for field, value in (
        ("table", "alone"),
        ("left", "random"),
        ("preset", "traditional"),
        ("rule:jokers", "2"),
        ("rule:ace_high", True),
        ("rule:tie", "caller"),
        ("seed", "17"),
    ):
        learner.wish(do="set", field=field, value=value)
        assert not learner.remark
    learner.wish(do="begin")
    played = learner.widget.match.setup
    wanted = Rules(**{**PRESETS["traditional"], "jokers": 2, "ace_high": True, "tie": "caller"})
    assert (played.rules, played.left, played.seed) == (wanted, "random", 17)
    (changes,) = learner.shown["rules"]["blocks"]
    assert len(changes["said"]) == 3


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("table", "nowhere"),
        ("left", "champion"),
        ("rule:target", "0"),
        ("rule:jokers", "5"),
        ("seed", "x"),
        ("preset", "mine"),
        ("nothing", "1"),
        ("rule:tie", True),
        ("count:1", "3"),
    ],
)
def test_what_is_not_possible_in_the_form_is_said_and_changes_nothing(field, value):
    learner = Learner(PlayTongits())
    before = learner.widget._setup
    learner.wish(do="set", field=field, value=value)
    assert learner.widget._setup == before
    assert learner.remark


def test_the_same_number_deals_the_same_match():
    one, other = dealt(seed=11), dealt(seed=11)
    assert one.state == other.state
    for learner in (one, other):
        learner.play_round(Random(3))
        learner.wish(do="next_round")
    assert one.state == other.state != dealt(seed=12).state
