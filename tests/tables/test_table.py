"""A table between devices: what each may do there, and that everything follows from the log."""

import json
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from cardlab import tichu, tongits
from cardlab.record import Record, check
from cardlab.refusal import IllegalMove, NotationError
from cardlab.tables.device import Press
from cardlab.tables.event_logs import Rejected
from cardlab.tables.shared_table import (
    EVENTS,
    ITSELF,
    OPENING,
    PHRASES,
    Dealt,
    Lent,
    Moved,
    NameRemoved,
    PhraseSaid,
    Returned,
    Rose,
    Sat,
    TableOpened,
    Watch,
    due,
    initial_state,
)
from tests.tables.at_table import ANA, BEN, CARA, DAN, AtTable, bot_move, moved, said, sit

WHOLE_ROUNDS = Path(__file__).parents[1] / "rules" / "whole_rounds"


def test_T10_6_the_cards_are_dealt_when_all_seats_are_taken_and_everybody_is_ready():
    here = AtTable()
    here.execute(ANA, sit("Ana"), "ready_up")
    here.execute(BEN, sit("Ben"), "ready_up")
    assert here.table.state is None
    here.execute(CARA, sit("Cara"))
    assert here.table.state is None
    assert isinstance(here.execute(CARA, "ready_up")[-1], Dealt)
    assert here.table.playing
    assert [one.name for one in here.table.seats] == ["Ana", "Ben", "Cara"]


def test_T10_6_the_host_begins_with_bots_on_the_free_seats():
    here = AtTable()
    here.execute(BEN, sit("Ben"))
    assert here.why_not(BEN, "begin_now") == ["table_host_only"]
    here.execute(ANA, "begin_now")
    assert here.table.playing
    assert [one.bot for one in here.table.seats] == [False, True, True]


def test_T10_6_nobody_moves_for_another_and_nobody_out_of_turn():
    here = AtTable().begun()
    player, makes = bot_move(here.table, here.random)
    seat = here.table.seat_of(player)
    assert here.why_not(here.players[seat - 1], makes) == ["table_not_yours"]
    assert here.why_not(DAN, makes) == ["table_not_seated"]
    assert here.why_not(ITSELF, makes) == ["table_not_yours"]
    after = tongits.Draw((seat + 1) % 3)
    assert "not_your_turn" in here.why_not(here.table.seats[(seat + 1) % 3].player, moved(after))
    assert here.table.moves == ()


def test_T10_6_a_bot_plays_on_for_who_is_away_until_they_press_or_move_for_the_seat_stays_theirs():
    here = AtTable().begun()
    player, makes = bot_move(here.table, here.random)
    seat = here.table.seat_of(player)
    hand = here.table.state.hands[seat]
    assert here.execute(ITSELF, Lent(seat)) == (Lent(seat),)
    assert here.table.seats[seat].player == player
    assert here.table.state.hands[seat] == hand
    assert here.execute(player, "come_back") == (Returned(seat),)
    assert not here.table.seats[seat].bot
    here.execute(ITSELF, Lent(seat))
    assert isinstance(here.execute(ITSELF, makes)[0], Moved)
    while here.table.state.seat != seat:
        here.move()
    move = tongits.legal_moves(here.table.state, seat)[0]
    assert here.execute(player, moved(move)) == (Returned(seat), Moved(seat, str(move)))


@pytest.mark.parametrize("watch", Watch)
def test_T10_6_one_sits_down_between_two_rounds_only_whoever_one_is_and_whatever_one_sees(watch):
    here = AtTable(watch=watch).begun()
    assert here.why_not(DAN, sit("Dan")) == ["table_full"]
    here.execute(ANA, "rise")
    assert here.table.seats[0].bot
    for player, seat in ((ANA, 0), (ANA, -1), (DAN, 0), (DAN, 1)):
        assert here.why_not(player, sit("", seat)) == ["table_sit_later"]
    here.to_the_end()
    assert here.why_not(DAN, sit("Dan", 1)) == ["table_taken"]
    assert here.why_not(DAN, sit("Dan", 0)) == []
    assert here.table.seat_of(DAN) == 0


def test_T10_6_a_log_in_which_somebody_sat_down_during_a_round_is_read_as_it_was_written():
    here = AtTable().begun()
    here.execute(BEN, "rise")
    here.apply(Sat(1, DAN, "Dan"))
    assert (here.table.seat_of(DAN), here.table.seats[1].bot) == (1, False)


def test_T10_6_only_the_host_takes_a_seat_away_and_closes_the_table():
    here = AtTable().begun()
    assert here.why_not(BEN, Rose(0)) == ["table_host_only"]
    assert here.execute(ANA, Rose(1)) == (Rose(1, taken=True),)
    assert here.table.seats[1].bot
    assert here.why_not(BEN, "close") == ["table_host_only"]
    here.execute(ANA, "close")
    assert here.why_not(CARA, said("hello")) == ["table_closed"]


def test_T10_6_nothing_but_set_phrases_can_be_said():
    here = AtTable().begun()
    assert here.why_not(ANA, said("you fool")) == ["table_phrase"]
    for phrase in PHRASES:
        assert here.execute(ANA, said(phrase)) == (PhraseSaid(0, phrase),)
    assert here.why_not(DAN, said("hello")) == ["table_not_seated"]


def test_T10_5_rounds_add_up_to_a_match_and_a_new_one_begins_when_it_is_over():
    here = AtTable(tongits.Rules(target=60)).begun()
    while not here.table.match_over:
        here.to_the_end()
        first = here.table.match.first
        if not here.table.match_over:
            here.ready()
            assert here.table.start.first == first
    rounds = here.table.match.rounds
    assert rounds == len(here.table.records)
    here.ready()
    assert here.table.match.rounds == 0
    assert len(here.table.records) == rounds


def test_T10_6_a_name_stands_at_a_table_until_it_is_taken_away_and_then_in_no_record_of_it():
    here = AtTable().begun().to_the_end()
    assert here.why_not(ANA, NameRemoved(BEN)) == ["table_by_itself"]
    here.execute(ITSELF, NameRemoved(BEN))
    assert [one.name for one in here.table.seats] == ["Ana", "", "Cara"]
    assert (here.table.seat_of(BEN), here.execute(ITSELF, NameRemoved(BEN)), here.execute(ITSELF, NameRemoved(""))) == (
        1,
        (),
        (),
    )
    here.ready().to_the_end()  # whose name was taken away plays on
    # Of who has left, and at a table that is closed, too.
    here.execute(CARA, "rise")
    here.execute(ANA, "close")
    assert here.why_not(ANA, "rise") == ["table_closed"]
    assert here.table.names == {ANA: "Ana", CARA: "Cara"}
    here.execute(ITSELF, NameRemoved(CARA))
    assert here.table.names == {ANA: "Ana"}
    assert [one.about["players"] for one in here.table.records] == [["Ana", "", ""]] * 2
    assert EVENTS.replay(here.log) == here.table


def test_T10_6_who_is_away_holds_up_nobody():
    here = AtTable().begun()
    here.execute(ITSELF, Lent(1))
    here.to_the_end()
    here.execute(ANA, "ready_up")
    assert not here.table.playing
    here.execute(CARA, "ready_up")
    assert here.table.playing


def test_T10_6_a_bot_is_due_at_its_pace_and_patience_ends():
    here = AtTable(patience=40, clock=60)
    here.execute(ANA, sit("Ana"), "begin_now")
    everybody = frozenset({0})
    assert [one.name.split()[0] for one in due(here.table, everybody, lambda: 1)] == ["clock"]
    assert [(one.after, one.command) for one in due(here.table, frozenset(), lambda: 1)] == [(40.0, Lent(0))]
    clock = due(here.table, everybody, lambda: 1)[0].name
    while here.table.state.seat == 0:
        assert due(here.table, everybody, lambda: 1)[0].name == clock
        here.execute(*bot_move(here.table, here.random))
    (one,) = due(here.table, everybody, lambda: 1)
    assert isinstance(one.command, Moved)
    assert not isinstance(here.execute(ITSELF, one.command), Rejected)


def test_U1_3_and_U4_1_the_table_turns_the_cards_and_no_player_does():
    here = AtTable(tichu.Rules())
    here.begun()
    assert here.why_not(ANA, moved(tichu.Flip())) == ["table_by_itself"]
    (flip,) = due(here.table, frozenset({0, 1}), lambda: 1)
    assert (flip.after, flip.command) == (OPENING, moved(tichu.Flip()))
    here.execute(ITSELF, flip.command)
    assert here.table.moves == (tichu.Flip(),)


def commands(seats):
    """Any command, sensible or not."""
    seat = some.integers(-1, seats)
    return some.one_of(
        some.builds(sit, some.sampled_from(["Ana", "", "{who}"]), seat),
        some.builds(Rose, seat),
        some.builds(NameRemoved, some.sampled_from([ANA, BEN, CARA, DAN, ""])),
        some.builds(Lent, seat),
        some.builds(said, some.sampled_from([*PHRASES, "{seat}"])),
        some.sampled_from([*get_args(Press), *["bot"] * 4, moved(tongits.Draw(1)), moved(tichu.Flip())]),
    )


@settings(max_examples=60)
@given(some.data(), some.sampled_from([tongits.Rules(), tongits.Rules.preset("traditional"), tichu.Rules()]))
def test_whatever_is_asked_of_a_table_its_log_leads_to_the_same_table_again(data, rules):
    here = AtTable(rules, seed=data.draw(some.integers(0, 99)))
    players = some.sampled_from([ANA, BEN, CARA, DAN, ITSELF])
    for command in data.draw(some.lists(commands(len(here.table.seats)), max_size=60)):
        by = data.draw(players)
        if command == "bot":
            ready = due(here.table, frozenset(), here.chance)
            by, command = ITSELF, ready[0].command if ready else "begin_now"
        elif isinstance(command, Moved) and (command.seat is None) != (here.table.game == "tichu"):
            continue
        decision = here.execute(by, command)
        assert isinstance(decision, Rejected | tuple)
    lines = [EVENTS.encode(event) for event in here.log]
    events = tuple(EVENTS.decode(line) for line in lines)
    cut = data.draw(some.integers(1, len(events)))
    assert EVENTS.replay(events) == EVENTS.replay(events[cut:], EVENTS.replay(events[:cut])) == here.table


TORN = ["", "{", "[]", '{"event":"sat"}', '{"event":"sat","seat":true,"player":"x","name":"y"}', "[" * 100_000]
TORN += ['{"event":"sat","seat":1,"player":"x","name":"y","more":1}', '{"event":"stolen","seat":1}']
SETTINGS = [{"patience": 1}, {"clock": "60"}, {"watch": "everybody"}, {"pace": -1}, {"fills": 1}, {"pause": True}]


def test_a_torn_line_of_a_log_is_refused_in_a_sentence_and_so_is_a_log_without_its_beginning():
    opened = json.loads(EVENTS.encode(AtTable().log[0]))
    for line in (*TORN, *(json.dumps(opened | {"options": one}) for one in SETTINGS)):
        with pytest.raises(NotationError, match="log"):
            EVENTS.decode(line)
    for events in ((), (Moved(0, "0 draw"),)):
        with pytest.raises(NotationError):
            EVENTS.replay(events)


def test_a_log_that_has_a_move_twice_or_lacks_a_discard_is_refused():
    log = AtTable().begun().to_the_end().log
    moves = [place for place, event in enumerate(log) if isinstance(event, Moved)]
    discards = [place for place in moves[:-1] if "discard" in log[place].move]
    torn = [(*log[: place + 1], *log[place:]) for place in moves]
    torn += [(*log[:place], *log[place + 1 :]) for place in discards]
    assert len(discards) > 3
    for one in torn:
        with pytest.raises(IllegalMove):
            EVENTS.replay(one)


def test_a_table_forgets_no_setting_in_its_log():
    here = AtTable(tongits.Rules(jokers=2), watch=Watch.NOBODY, patience=77, clock=33, pace=5, fills=True)
    (begun,) = here.log
    assert initial_state(EVENTS.decode(EVENTS.encode(begun))) == here.table
    assert (here.table.agreed, here.table.host) == (here.agreed, ANA)


def test_T2_4_a_double_press_on_discard_is_one_discard_and_no_refusal():
    table = AtTable().begun()
    player = table.table.seats[table.state.seat].player
    device = table.look(player)
    card = table.state.hands[table.state.seat][0]
    table.say(player, do="select", cards=[card.code], number=1)
    assert table.say(player, do="discard") is not None
    said = table.shown(player)["said"]
    assert table.say(player, do="discard") is None
    assert (table.shown(player)["said"], table.state.discards) == (said, (card,))
    assert said["kind"] == "done"
    table.move()
    table.say(player, do="discard")
    assert device.snapshot()["said"]["kind"] == "no", (
        "once somebody else has moved, a press is told why it does nothing"
    )


def test_T6_6_a_log_that_says_three_way_tie_is_replayed_by_that_through_all_its_rounds():
    """Both challengers are level below the caller in each round: by the earlier field the last meld won, always."""
    data = json.loads((WHOLE_ROUNDS / "tongits_tie_of_three_to_the_next_seat.json").read_text(encoding="utf-8"))
    data["moves"][data["moves"].index("1 discard 7s")] = "1 discard 2c"
    written = {name: value for name, value in data["rules"].items() if name != "challengers_tie"}
    one_round = [Dealt(data["deal"]), *(Moved(int(move[0]), move) for move in data["moves"])]
    winners = {}
    for name, rules in (("earlier", written | {"three_way_tie": "next_seat"}), ("now", data["rules"])):
        here = AtTable()
        here.table = initial_state(TableOpened(**here.agreed.encoded | {"rules": rules}, host=ANA))
        for event in [*one_round, *one_round]:
            here.apply(event)
        winners[name] = [payments.index(max(payments)) for payments in here.table.record_payments]
        assert [check(Record.parse(record.text())) for record in here.table.records] == [None, None]
        assert [at for at, lost in enumerate(here.table.match.scores) if not lost] == [winners[name][-1]]
    assert winners == {"earlier": [0, 0], "now": [2, 2]}
