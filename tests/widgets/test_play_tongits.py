"""`PlayTongits` without a page: the set-up, matches, the coach, bots that say why, records, the shelf."""

import json
from dataclasses import replace
from random import Random

import pytest
from learner_at_table import SHORT, Learner, dealt, inline, make, own_moves, say_move, through
from messages import forging, of_kind, offer, send, sending
from test_table_hidden_cards import audited

from cardlab import shelf
from cardlab.analysis.jobs import judged
from cardlab.bot_rounds import play_tongits
from cardlab.bots.tongits import careful
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import card_label, say
from cardlab.record import Record, check
from cardlab.refusal import NotationError
from cardlab.tongits import Discard, LayMeld, Match, Phase, Rules, Sapaw, legal_moves, outcome, view
from cardlab.tongits.rules import PRESETS
from cardlab.widgets import PlayTongits
from cardlab.widgets.scene import result_of
from cardlab.widgets.tongits_table.opened_rounds import LONGEST_BOOK, MOST_LISTS, as_file
from cardlab.widgets.tongits_table.played_match import MOST_MOVES

LONG = Rules(target=400)


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
    assert learner.match.scores[-1] == match
    assert learner.offers("play_tichu.new")
    (shown,) = of_kind(learner.shown["below"], "table")
    assert [[inline(cell) for cell in row["cells"][1:]] for row in shown["rows"]] == rows


def test_the_form_sets_the_table_the_players_and_every_house_rule_and_what_is_not_possible_changes_nothing():
    learner = Learner(PlayTongits())
    impossible = {"table": "nowhere", "left": "champion", "preset": "mine", "seed": "x", "count:1": "3", "nothing": "1"}
    impossible |= {"rule:target": "0", "rule:jokers": "5", "rule:tie": True}
    before = learner.setup_form.setup
    for field, value in impossible.items():
        learner.send(do="set", field=field, value=value)
        assert (learner.setup_form.setup, bool(learner.remark)) == (before, True), field
    chosen = {"table": "alone", "left": "random", "preset": "traditional", "seed": "17"}
    chosen |= {"rule:jokers": "2", "rule:ace_high": True, "rule:tie": "caller"}
    for field, value in chosen.items():
        learner.send(do="set", field=field, value=value)
        assert not learner.remark
    learner.send(do="begin")
    played = learner.match.setup
    expected = Rules(**{**PRESETS["traditional"], "jokers": 2, "ace_high": True, "tie": "caller"})
    assert (played.rules, played.left, played.seed) == (expected, "random", 17)
    changes, _ = learner.shown["rules"]["blocks"]
    assert len(changes["said"]) == 3


def test_play_now_has_selected_a_move_that_the_review_calls_the_best_and_one_press_makes_it():
    learner = Learner(PlayTongits(seed=1))
    learner.send({"do": "begin", "helps": True})
    assert learner.shown["said"]["sentences"] == [say("play_tongits.suggested", "en")]
    seen = view(learner.state, 0)
    (main,) = [one["send"] for one in learner.shown["actions"] if one["main"]]
    learner.send(main)
    move, *_ = learner.match.round.line.moves
    assert next(judged(seen, move)).best.move == move
    assert say("play_tongits.suggested", "en") not in learner.shown["said"]["sentences"]


# The coach and bots that say why: silent until asked, never in the way, blind to hidden hands.

DEAR, WORST, BEST = 2, Discard(0, "6d"), Discard(0, "8c")
"""A match, a first discard in it that costs a lot, and the best one."""


def with_coach(**more):
    learner = dealt(rules=LONG, **more)
    learner.send("coach")
    return learner


def test_the_coach_warns_before_a_dear_move_names_a_better_one_and_says_of_a_good_one_that_it_has_looked():
    silent = dealt(seed=DEAR, rules=LONG)
    make(silent, WORST)
    assert WORST in silent.here.line.moves, "it is silent until it is switched on"
    learner = with_coach(seed=DEAR)
    make(learner, WORST)
    coach = learner.shown["coach"]
    assert (coach["warns"], len(coach["said"]), coach["agrees"], learner.here.line.moves) == (True, 2, "", ())
    learner.send(do="think_again")
    assert (learner.shown["coach"]["asks"], learner.here.line.moves) == (False, ())
    make(learner, WORST)
    learner.send(do="anyway")
    assert (learner.here.line.moves[0], learner.shown["coach"]["agrees"]) == (WORST, "")
    assert not learner.here.waiting
    learner.send(do="undo")
    make(learner, BEST)
    coach = learner.shown["coach"]
    assert (learner.here.line.moves[0], coach["said"], bool(coach["good"])) == (BEST, [], True)
    assert coach["agrees"].startswith(f"The coach agrees: Discard {card_label(BEST.card)}")
    learner.send(do="undo")
    assert learner.shown["coach"]["agrees"] == ""


def test_while_the_coach_thinks_the_move_can_be_made_at_once_or_another_one_chosen():
    learner = with_coach(seed=DEAR)
    for instead in ("undo", "anyway"):
        say_move(learner.widget, f"discard {WORST.card}")
        assert learner.working
        assert (learner.shown["coach"]["asks"], learner.shown["coach"]["warns"]) == (True, False)
        send(learner.widget, instead)
        assert not learner.shown["coach"]["asks"]
    learner.finish()
    assert learner.here.line.moves[0] == WORST
    assert learner.here.line.moves.count(WORST) == 1


def test_T2_3_the_coach_marks_what_can_be_laid_and_only_that():
    learner = with_coach(table="open", seed=4)
    chance, found = Random(4), set()
    while found != {True, False}:
        seen = learner.here.seen
        laid = [move for move in legal_moves(seen, seen.viewer) if isinstance(move, LayMeld | Sapaw)]
        cards = {card.code for move in laid for card in move.cards}
        assert bool(learner.answer) == bool(cards)
        assert not cards or set(learner.shown["hand"]["marked"]) == cards
        found.add(bool(cards))
        learner.send(do="coach")
        assert not learner.answer
        make(learner, chance.choice(own_moves(learner)))
        learner.send(do="coach")


def test_bots_say_why_they_moved_and_nothing_of_their_hand_and_one_that_moves_at_random_invents_no_reason():
    learner = dealt(left="random", rules=LONG)
    chance, asked = Random(7), 0
    while learner.state.phase is not Phase.OVER:
        for turn in range(len(learner.asked)):
            learner.send(do="why", turn=turn)
            assert learner.answer
            assert ("I moved at random" in learner.answer) == learner.answer.startswith("Lou")
            audited(learner, 0)
            asked += 1
        make(learner, chance.choice(own_moves(learner)))
    assert asked > 3
    for turn in (-1, 99, True, "0", None):
        with forging():
            learner.send(do="why", turn=turn)
        assert not learner.answer
    learner.send({"do": "why", "turn": 0})
    assert learner.answer
    learner.send(do="next_round")
    assert not learner.answer, "it does not stay in another round"


# Records that are written and opened, and the shelf


def test_nothing_is_saved_while_a_hand_is_hidden_and_every_record_written_holds():
    learner = dealt(table="persons")
    learner.send(do="ready")
    make(learner, own_moves(learner)[-1])
    learner.send("undo", "ready")
    make(learner, own_moves(learner)[0])
    for what in ("round", "match"):
        learner.send(do="save", what=what)
        assert (learner.files(), learner.remark) == ([], say("play_tongits.not_yet", "en"))
    learner.play_round(Random(4))
    learner.send(do="undo")
    learner.play_round(Random(5))
    for what in ("round", "match"):
        learner.send(do="save", what=what)
    learner.send(do="next_round")
    learner.play_round(Random(6))
    learner.send(do="save", what="match")
    assert [check(Record.parse(file["text"])) for file in learner.files()] == [None] * 3
    last = json.loads(learner.files()[-1]["text"])
    assert [one["about"]["round"] for one in last["about"]["earlier_rounds"]] == [1]


def test_a_record_is_looked_at_move_by_move_and_played_on_differently_while_the_match_waits():
    learner, other = dealt(), dealt(seed=99)
    through(learner, Random(8))
    learner.send(do="save", what="match")
    text, waiting = learner.files()[-1]["text"], other.state
    other.send(do="open", text=text)
    looks = [one["on"] for one in of_kind(other.shown["heading"], "toggle")]
    assert looks == [*[False] * len(learner.match.done), True]
    assert len(sending(other.shown["below"], "review")) == 3, "at its first move a whole round can be reviewed"
    for number, state in enumerate(Record.parse(text).states()):
        other.send(do="go", to=number)
        leads_on = bool(of_kind(other.shown["below"], "link"))  # to the laboratory
        assert (other.state, leads_on) == (state, state.phase is not Phase.OVER)
    other.send(do="go", to=3)
    other.send(do="save", what="round")
    assert Record.parse(other.files()[-1]["text"]).moves == Record.parse(text).moves[:3]
    make(other, own_moves(other)[0])
    other.send(do="leave")
    assert other.state == waiting


def test_what_is_no_record_is_refused_one_too_large_for_the_browser_is_not_and_a_broken_off_one_has_no_review():
    learner = dealt(table="open")
    make(learner, own_moves(learner)[0])
    learner.send(do="save", what="round")
    good, before = learner.files()[-1]["text"], learner.state
    false = json.dumps({**json.loads(good), "moves": ["0 draw"]})
    lists = json.dumps({**json.loads(good), "about": {"note": [[]] * (MOST_LISTS + 1)}})
    for text in ("", "{", "[]", good[:300], good.replace("tongits", "tichu"), "x" * 3_000_000, false, lists):
        learner.send(do="open", text=text)
        assert learner.remark
        assert not learner.shown["reading"]
    learner.send(do="open", text=json.dumps({**json.loads(good), "moves": ["0 draw"] * (MOST_MOVES + 1)}))
    assert learner.remark == explain(NotationError("record_too_long", most=MOST_MOVES).refusal, "en")
    learner.send(do="too_long")
    assert learner.remark
    assert learner.state == before
    other = Learner(PlayTongits("de"))
    other.send(do="open", text=good)
    assert (other.state, other.remark) == (Record.parse(good).start, "")
    assert not sending(other.shown["below"], "review")
    assert not sending(other.shown["heading"], "look"), "one round is no choice"
    other.send(do="open", text=json.dumps({**json.loads(good), "about": {"note": "x" * LONGEST_BOOK}}))
    assert other.shown["reading"]
    assert other.remark == say("play_tongits.not_kept", "de")


def test_when_the_widget_is_closed_nobody_goes_on_thinking():
    for coach in (False, True):
        learner = dealt()
        if coach:
            learner.send(do="coach")
        say_move(learner.widget, f"discard {learner.state.hands[0][0]}")
        assert learner.working
        before = learner.state
        learner.close()
        assert not learner.working
        learner.finish()
        assert learner.state == before


def test_a_record_given_is_in_review_from_the_start_and_the_browser_keeps_its_match():
    kept = dealt()
    record = shelf.open(shelf.names()[0])
    learner = Learner(PlayTongits("en", record=record, seat=2))
    assert learner.shown["reading"]
    assert [one["on"] for one in sending(learner.shown["below"], "review")] == [False, False, True]
    learner.send({"do": "recall", "text": kept.widget.storage.packed()}, "elsewhere", "redo")
    assert learner.state == list(record.states())[1]
    assert not learner.shown["elsewhere"]
    assert not [message for message in learner.sent if "keep" in message]
    assert repr(learner.widget) == f"PlayTongits(record=<{len(record.moves)} moves>, seat=2)"


def test_a_round_of_the_shelf_is_studied_move_by_move_with_its_notes():
    name = shelf.names()[-1]
    learner = Learner(PlayTongits("en"))
    learner.send(do="set", field="shelf", value=name)
    learner.send(do="set", field="shelf", value="../rounds")  # which is none, and changes nothing
    assert learner.shown["stage"] == "form"
    learner.send(do="study")
    moves = shelf.open(name).moves
    assert [to for to, _ in learner.shown["log"]] == list(range(len(moves), 0, -1))
    assert learner.shown["off"] == ["undo"]
    assert learner.shown["title"] == f"Worth studying: {shelf.title(name)} ({shelf.clause(name)})"
    read = {0: learner.remark}
    for number in range(1, len(moves) + 1):
        learner.send(do="redo")
        assert learner.shown["at"] == number
        if learner.remark:
            read[number] = learner.remark
    assert read == shelf.notes(name)


def test_whoever_comes_from_a_table_sees_the_round_from_the_own_seat_and_the_own_moves_are_reviewed_at_once():
    rounds = [
        replace(play_tongits((careful,) * 3, seed=seed), about={"players": names})
        for seed, names in ((1, ["Cy", "Ana", "Ben"]), (2, ["Ana", "Ben", "Cy"]), (3, ["Ana", "Ben", "Cy"]))
    ]
    learner = dealt()
    send(learner.widget, do="open", text=result_of(as_file(rounds)), ended=True, seat=2)
    assert learner.state.phase is Phase.OVER
    assert learner.shown["hand"]["label"] == say("table.own_hand", "en")
    assert [one["name"] for one in learner.shown["players"]] == ["Ana", "Ben"]
    assert offer(learner.widget, say("play_tongits.review_of", "en", player=say("seat.0", "en")))["on"]
    learner.send(do="stop")
    # Another round of the match: the same seat, as long as it was the same player's.
    for number, seat in ((1, 2), (0, None), (2, None)):
        learner.send(do="look", number=number)
        assert learner.book.seat == seat
