"""`PlayTongits` without a page: the set-up, a match round by round, and that nothing hidden is told."""

import json
import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from learner_at_table import make, own_moves
from test_table_hidden_cards import betrayed
from wishes import send

from cardlab import shelf
from cardlab.locale import say
from cardlab.record import Record, check
from cardlab.tongits import Call, Match, Phase, Rules, Take, legal_moves, outcome, play, view
from cardlab.tongits.rules import PRESETS
from cardlab.widgets import PlayTongits
from cardlab.widgets.play_tongits.bookmark import LONGEST_BOOK
from cardlab.widgets.play_tongits.match import PlayedMatch
from cardlab.widgets.play_tongits.setup import Setup

SHORT = Rules(target=60)


class Learner:
    """The learner at the table of a widget, so that he moves and is watched as at a `Table`."""

    def __init__(self, widget):
        self.widget = widget
        self.sent = []
        widget.send = lambda content, buffers=None: self.sent.append(content)

    @property
    def _round(self):
        return self.widget._game.seated.round

    @property
    def state(self):
        return self.widget.state

    @property
    def shown(self):
        return self.widget.shown

    def _hear(self, _widget, wish, buffers):
        self.widget._hear(self.widget, wish, buffers)
        self.widget.finish()

    def wish(self, **wish):
        self._hear(self, wish, [])

    def files(self):
        return [one["file"] for one in self.sent if "file" in one]

    def play_round(self, chance):
        while self.state.phase is not Phase.OVER:
            if self.shown["covered"]:
                self.wish(do="ready")
            make(self, chance.choice(own_moves(self)))


def readable(text, held):
    """The cards that stand in a text as words; in what is packed any two letters may follow one another."""
    return [card for card in held if re.search(rf"(?<![\w+/]){card}(?![\w+/=])", text)]


def dealt(**more):
    learner = Learner(PlayTongits(**{"seed": 3, "rules": SHORT, **more}))
    learner.wish(do="begin")
    return learner


def through(learner, chance):
    """Plays the match to its end; how each round ended."""
    ends = []
    while True:
        learner.play_round(chance)
        ends.append(learner.state)
        if not learner.shown["match"]["goes_on"]:
            return ends
        learner.wish(do="next_round")


@pytest.mark.parametrize("table", ["alone", "persons", "open"])
@pytest.mark.parametrize("rules", [SHORT, Rules(winner_starts=True, jokers=2, target=60), Rules.preset("traditional")])
def test_T10_5_a_match_goes_on_until_somebody_reaches_the_target(table, rules):
    learner = dealt(table=table, rules=replace(rules, target=12 if rules.payment == "chips" else 60))
    ends = through(learner, Random(5))
    match = Match(ends[0].rules)
    for end in ends:
        assert end.first == match.first
        match = match.add(outcome(end))
    assert match.losers
    assert learner.widget.match.scores[-1] == match
    assert learner.shown["match"]["over"]
    assert learner.shown["match"]["chart"]["lines"] == [
        [one.scores[seat] for one in learner.widget.match.scores] for seat in range(3)
    ]


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
    assert len(learner.shown["payments"]) == 2
    assert all("(T9.4)" in told for told in learner.shown["payments"])


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
        assert not learner.shown["remark"]
    learner.wish(do="begin")
    played = learner.widget.match.setup
    wanted = Rules(**{**PRESETS["traditional"], "jokers": 2, "ace_high": True, "tie": "caller"})
    assert (played.rules, played.left, played.seed) == (wanted, "random", 17)
    assert len(learner.shown["rules"]["changes"]) == 3


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
    assert learner.shown["remark"]


def test_the_same_number_deals_the_same_match():
    one, other = dealt(seed=11), dealt(seed=11)
    assert one.state == other.state
    for learner in (one, other):
        learner.play_round(Random(3))
        learner.wish(do="next_round")
    assert one.state == other.state != dealt(seed=12).state


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 9_999), st.sampled_from([SHORT, Rules(secret_four=True, jokers=2)]))
def test_no_hidden_card_is_told_to_one_person(seed, rules):
    learner = dealt(seed=seed, rules=rules)
    chance = Random(seed)
    for _ in range(10):
        assert not betrayed(learner, 0)
        assert not readable(json.dumps(learner.sent), learner.state.hands[1])
        moves = own_moves(learner)
        if not moves:
            break
        make(learner, chance.choice(moves))
        if chance.random() < 0.3:
            learner.wish(do="undo")


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 9_999))
def test_nobody_sees_a_hand_while_the_screen_is_passed_on(seed):
    learner = dealt(seed=seed, table="persons", rules=Rules(secret_four=True))
    chance = Random(seed)
    for _ in range(40):
        if learner.state.phase is Phase.OVER:
            break
        if learner.shown["covered"]:
            told = json.dumps({**learner.shown, "match": None})
            open_cards = {card for seat in range(3) for card in view(learner.state, seat).discards}
            for laid in learner.state.melds:
                open_cards |= set() if laid.secret else {*laid.meld.cards, *laid.meld.stands_for}
            hidden = {card for hand in learner.state.hands for card in hand} - open_cards
            assert not [card for card in hidden if f'"{card.code}"' in told]
            assert not learner.shown["actions"]
            before = learner.state
            send(learner.widget, "draw", "discard", "call", "lay", {"do": "toggle", "card": "7h"})
            assert learner.state == before
            learner.wish(do="ready")
            assert learner.shown["hand"]["cards"]
        make(learner, chance.choice(own_moves(learner)))


@pytest.mark.parametrize("wish", [{"do": "undo"}, {"do": "go", "to": 0}], ids=repr)
def test_who_has_been_given_the_screen_cannot_go_back_to_a_hand_of_somebody_else(wish):
    learner = dealt(table="persons")
    learner.wish(do="ready")
    make(learner, own_moves(learner)[-1])
    assert learner.shown["covered"]
    learner.wish(**wish)
    for _ in range(2):
        assert learner.shown["covered"]
        assert learner.shown["hand"]["cards"] == []
        learner.wish(do="redo")
    learner.wish(do="undo")
    learner.wish(do="ready")
    assert set(learner.shown["hand"]["cards"]) == {card.code for card in learner.state.hands[0]}


def test_who_takes_the_screen_reads_what_the_others_did_since():
    learner = dealt(table="persons")
    for _ in range(6):
        learner.wish(do="ready")
        while not learner.shown["covered"]:
            make(learner, own_moves(learner)[-1])
    learner.wish(do="ready")
    me = learner.state.seat
    assert len(learner.shown["news"]) == 2
    assert not any(f"Player {me + 1} " in one for one in learner.shown["news"])


def test_at_the_open_table_every_seat_is_moved_and_every_hand_seen():
    learner = dealt(table="open")
    for _ in range(9):
        assert not any(one["backs"] for one in learner.shown["players"])
        make(learner, own_moves(learner)[0])
    assert {move.seat for move in learner._round.moves} == {0, 1, 2}


def test_another_move_from_the_past_begins_a_new_line_and_the_old_one_can_be_taken_up():
    learner = dealt(table="open")
    for _ in range(5):
        make(learner, own_moves(learner)[-1])
    old = learner._round.moves
    learner.wish(do="go", to=2)
    make(learner, next(move for move in own_moves(learner) if move != old[2]))
    assert learner._round.moves[:2] == old[:2] != learner._round.moves
    (line,) = learner.shown["lines"]
    learner.wish(do="line", number=line["number"])
    assert learner._round.moves == old
    assert len(learner.shown["lines"]) == 1


def test_a_bot_does_not_answer_a_position_of_the_past_by_itself():
    learner = dealt()
    for _ in range(6):
        make(learner, own_moves(learner)[-1])
    learner.wish(do="go", to=2)
    assert learner._round.waiting
    assert learner.shown["waiting"]
    learner.wish(do="play_on")
    assert not learner._round.waiting


@pytest.mark.parametrize("table", ["alone", "persons", "open"])
def test_every_record_written_holds(table):
    learner = dealt(table=table)
    learner.wish(do="save", what="round")
    assert bool(learner.files()) == (table == "open")
    assert bool(learner.shown["remark"]) == (table != "open")
    learner.play_round(Random(4))
    learner.wish(do="undo")
    while learner.state.phase is not Phase.OVER:
        if learner.shown["covered"]:
            learner.wish(do="ready")
        make(learner, own_moves(learner)[0])
    for wish in ({"what": "round"}, {"what": "match"}, {"what": "line", "number": 0}):
        learner.wish(do="save", **wish)
    learner.wish(do="next_round")
    learner.play_round(Random(6))
    learner.wish(do="save", what="match")
    assert len(learner.files()) >= 4
    for file in learner.files():
        record = Record.parse(file["text"])
        assert check(record) is None
    assert [one["about"]["round"] for one in json.loads(file["text"])["about"]["earlier_rounds"]] == [1]


def test_a_record_is_looked_at_move_by_move_and_played_on_differently_while_the_match_waits():
    learner = dealt()
    through(learner, Random(8))
    learner.wish(do="save", what="match")
    text = learner.files()[-1]["text"]
    other = dealt(seed=99)
    waiting = other.state
    other.wish(do="open", text=text)
    rounds = other.shown["book"]["rounds"]
    assert len(rounds) == len(learner.widget.match.done) + 1
    last = Record.parse(text)
    assert other.state == last.start
    for number in range(len(last.moves) + 1):
        other.wish(do="go", to=number)
        assert other.state == list(last.states())[number]
        assert bool(other.shown["position"]) == (other.state.phase is not Phase.OVER)
    other.wish(do="go", to=3)
    make(other, own_moves(other)[0])
    other.wish(do="leave")
    assert other.state == waiting


def test_what_is_no_record_is_refused_and_the_match_goes_on():
    learner = dealt()
    before = learner.state
    good = Record(before).text()
    for text in ("", "{", "[]", good[:300], good.replace("tongits", "tichu"), "x" * 3_000_000, _false(good)):
        learner.wish(do="open", text=text)
        assert learner.shown["remark"]
        assert learner.shown["book"] is None
    learner.wish(do="too_long")
    assert learner.shown["remark"]
    assert learner.state == before


def _false(text):
    return json.dumps({**json.loads(text), "moves": ["0 draw"]})


def test_a_file_too_large_for_the_browser_is_opened_and_that_is_said():
    learner = dealt(table="open")
    learner.wish(do="save", what="round")
    text = learner.files()[-1]["text"]
    other = Learner(PlayTongits("de"))
    other.wish(do="open", text=text)
    assert not other.shown["remark"]
    other.wish(do="open", text=json.dumps({**json.loads(text), "about": {"note": "x" * LONGEST_BOOK}}))
    assert other.shown["book"]
    assert other.shown["remark"] == say("play_tongits.not_kept", "de")


def test_when_the_widget_is_closed_nobody_goes_on_thinking():
    for coach in (False, True):
        learner = dealt()
        if coach:
            learner.wish(do="coach")
        for wish in ({"do": "toggle", "card": learner.state.hands[0][0].code}, {"do": "discard"}):
            learner.widget._hear(learner.widget, wish, [])
        assert learner.widget.working
        before = learner.state
        learner.widget.close()
        assert not learner.widget.working
        learner.widget.finish()
        assert learner.state == before


def test_a_look_at_an_earlier_round_leads_back_to_the_match():
    learner = dealt(rules=Rules(target=500))
    learner.play_round(Random(1))
    ended = learner.state
    learner.wish(do="next_round")
    now = learner.state
    learner.wish(do="look", number=0)
    learner.wish(do="go", to=len(learner._round.moves))
    assert learner.state == ended
    learner.wish(do="leave")
    assert learner.state == now


def test_the_replay_of_the_moves_is_the_position():
    learner = dealt(seed=21)
    learner.play_round(Random(1))
    replayed = learner._round.moments[0].state
    for move in learner._round.moves:
        replayed = play(replayed, move)
    assert replayed == learner.state


@pytest.mark.parametrize("name", shelf.names())
def test_a_round_of_the_shelf_is_studied_move_by_move_with_its_notes(name):
    learner = Learner(PlayTongits("en"))
    learner.wish(do="set", field="shelf", value=name)
    assert learner.shown["stage"] == "setup"
    learner.wish(do="study")
    moves = shelf.open(name).moves
    assert [one["to"] for one in learner.shown["log"]] == list(range(len(moves), 0, -1))
    assert learner.shown["off"] == ["undo"]
    assert learner.shown["book"]["title"] == f"Worth studying: {shelf.title(name)} ({shelf.clause(name)})"
    read = {0: learner.shown["remark"]}
    for number in range(1, len(moves) + 1):
        learner.wish(do="redo")
        assert learner.shown["at"] == number
        if learner.shown["remark"]:
            read[number] = learner.shown["remark"]
    assert read == shelf.notes(name)


def test_a_round_that_is_not_on_the_shelf_changes_nothing():
    learner = Learner(PlayTongits("en"))
    learner.wish(do="set", field="shelf", value="../rounds")
    (field,) = learner.shown["form"]["shelf"]
    assert [one["value"] for one in field["choices"] if one["chosen"]] == [shelf.names()[0]]
    assert learner.shown["stage"] == "setup"
