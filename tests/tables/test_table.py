"""A table between devices: what each may do there, and that everything follows from the log."""

import json
from dataclasses import replace
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
    READING,
    Closed,
    Dealt,
    Lent,
    Moved,
    NameRemoved,
    Returned,
    Rose,
    Sat,
    TableOpened,
    TournamentPlace,
    due,
    fold,
)
from tests.stories import pressed
from tests.tables.at_table import ANA, BEN, CARA, DAN, NAMES, AtTable, bot_move, moved, sit

WHOLE_ROUNDS = Path(__file__).parents[1] / "rules" / "whole_rounds"


def test_T10_6_the_first_round_begins_with_the_last_seat_or_by_the_host_or_where_there_is_none_by_two_players():
    here = AtTable()
    here.execute(ANA, sit("Ana"))
    here.execute(BEN, sit("Ben"))
    assert (here.table.state, here.why_not(BEN, "deal")) == (None, ["table_host_only"])
    assert [type(one) for one in here.execute(CARA, sit("Cara"))] == [Sat, Dealt]
    assert [one.name for one in here.table.seats] == ["Ana", "Ben", "Cara"]
    here = AtTable()
    here.execute(ANA, sit("Ana"), "deal")
    assert [one.bot for one in here.table.seats] == [False, True, True]
    here = AtTable()
    here.table = replace(here.table, host=ITSELF)
    here.execute(ANA, sit("Ana"))
    assert here.why_not(ANA, "deal") == ["table_host_only"]
    here.execute(BEN, sit("Ben"))
    assert (here.why_not(CARA, "deal"), here.why_not(BEN, "deal")) == (["table_host_only"], [])
    assert [one.bot for one in here.table.seats] == [False, False, True]


def test_T10_5_the_next_round_comes_by_itself_or_at_once_if_a_player_wants_it_until_the_match_is_over():
    here = AtTable(tongits.Rules(target=60)).begun().to_the_end()
    everybody = frozenset({0, 1, 2})
    (next_one,) = due(here.table, everybody, lambda: 1)
    assert (next_one.after, next_one.command) == (READING, Dealt({}))
    assert due(here.table, frozenset(), lambda: 1) == ()
    assert here.why_not(DAN, "deal") == ["table_host_only"]
    here.execute(BEN, "rise")
    assert [one.name for one in due(here.table, everybody, lambda: 1)] == [next_one.name]  # its time keeps running
    here.execute(ITSELF, next_one.command)
    assert (here.table.playing, here.table.seats[1].bot) == (True, True)
    while not here.to_the_end().table.match_over:
        first = here.table.match.first
        assert due(here.table, everybody, lambda: 1)
        assert here.why_not(CARA, "deal") == []
        assert here.table.timeline.start.first == first
    # Another match is for the players to say; the records of this one stay.
    rounds = here.table.match.rounds
    assert (due(here.table, everybody, lambda: 1), here.why_not(CARA, "deal")) == ((), [])
    assert (here.table.match.rounds, len(here.table.records)) == (0, rounds)


REFUSED = [
    (DAN, "deal", "table_host_only"),
    (BEN, "close", "table_host_only"),
    (BEN, Rose(0), "table_host_only"),
    (DAN, Rose(0), "table_host_only"),
    (DAN, "rise", "table_not_seated"),
    (DAN, moved(tongits.Draw(0)), "table_not_seated"),
    (DAN, sit("Dan"), "table_full"),
    (BEN, sit("Ben", 2), "table_sits"),
    (ANA, "deal", "table_goes_on"),
    (ANA, NameRemoved(BEN), "table_by_itself"),
    (ANA, Lent(1), "table_by_itself"),
    (ANA, moved(tongits.Draw(1)), "table_not_yours"),
    (ITSELF, moved(tongits.Draw(1)), "table_not_yours"),
]


def test_T10_6_nobody_does_what_is_not_theirs_nor_out_of_turn_nor_at_a_closed_table():
    here = AtTable().begun()
    before, after = here.table, (here.state.seat + 1) % 3
    for by, command, code in REFUSED:
        assert here.why_not(by, command) == [code], (by, command)
    assert "not_your_turn" in here.why_not(here.players[after], moved(tongits.Draw(after)))
    # What logs of earlier versions say beside the game.
    for line in ('{"event":"readied","seat":0,"ready":true}', '{"event":"phrase_said","seat":1,"phrase":"hello"}'):
        assert fold(here.table, EVENTS.decode(line)) == here.table
        assert here.why_not(ANA, EVENTS.decode(line)) == ["table_by_itself"]
    assert here.table == before
    here.execute(ANA, "close")
    assert here.why_not(CARA, "deal") == here.why_not(ANA, "rise") == ["table_closed"]
    # The table turns the cards of Tichu, and no player does (U1.3, U4.1).
    race = AtTable(tichu.Rules()).begun()
    assert race.why_not(ANA, moved(tichu.Flip())) == ["table_by_itself"]
    (flip,) = due(race.table, frozenset({0, 1}), lambda: 1)
    assert (flip.after, flip.command) == (OPENING, moved(tichu.Flip()))
    assert race.why_not(ITSELF, flip.command) == []


def test_T10_6_a_bot_is_due_at_its_pace_and_plays_on_for_who_is_away_until_they_press_or_move():
    here, there = AtTable(patience=40, clock=60), frozenset({0})
    here.execute(ANA, sit("Ana"), "deal")
    (clock,) = due(here.table, there, lambda: 1)
    assert clock.name.split()[0] == "clock"
    assert [(one.after, one.command) for one in due(here.table, frozenset(), lambda: 1)] == [(40.0, Lent(0))]
    while here.table.state.seat == 0:
        assert due(here.table, there, lambda: 1)[0].name == clock.name
        here.execute(*bot_move(here.table, here.random))
    (one,) = due(here.table, there, lambda: 1)
    assert isinstance(one.command, Moved)
    assert not isinstance(here.execute(ITSELF, one.command), Rejected)
    # In Tichu it draws twice as fast as it plays.
    race, waits = AtTable(tichu.Rules()).begun(), {"draw": set(), "play": set()}
    race.execute(ITSELF, Lent(0))
    while race.table.playing:
        bots = [one for one in due(race.table, frozenset({0, 1}), lambda: 1) if one.name.startswith("bot")]
        for one in bots:
            waits[one.command.move.split()[1]].add(one.after)
        race.move()
    assert [2 * one for one in waits["draw"]] == [*waits["play"]] != []
    # The seat of who is away stays theirs.
    here = AtTable().begun()
    player, makes = bot_move(here.table, here.random)
    seat = here.table.seat_of(player)
    assert here.execute(ITSELF, Lent(seat)) == (Lent(seat),)
    assert here.table.seat_of(player) == seat
    assert here.execute(player, "come_back") == (Returned(seat),)
    here.execute(ITSELF, Lent(seat))
    assert isinstance(here.execute(ITSELF, makes)[0], Moved)
    while here.table.state.seat != seat:
        here.move()
    move = tongits.legal_moves(here.table.state, seat)[0]
    assert here.execute(player, moved(move)) == (Returned(seat), Moved(seat, str(move)))


def test_T10_6_one_sits_down_between_two_rounds_only_whoever_one_is():
    here = AtTable().begun()
    here.execute(ANA, "rise")
    assert here.table.seats[0].bot
    for player, seat in ((ANA, 0), (ANA, -1), (DAN, 0), (DAN, 1)):
        assert here.why_not(player, sit("", seat)) == ["table_sit_later"]
    here.to_the_end()
    assert here.why_not(DAN, sit("Dan", 1)) == ["table_taken"]
    assert here.why_not(DAN, sit("Dan", 0)) == []
    assert here.table.seat_of(DAN) == 0


def test_T10_6_a_name_stands_at_a_table_until_it_is_taken_away_and_then_in_no_record_of_it():
    here = AtTable().begun().to_the_end()
    here.execute(ITSELF, NameRemoved(BEN))
    assert [one.name for one in here.table.seats] == ["Ana", "", "Cara"]
    assert (here.table.seat_of(BEN), *(here.execute(ITSELF, NameRemoved(one)) for one in (BEN, ""))) == (1, (), ())
    here.deal().to_the_end()  # whose name was taken away plays on
    # Of who has left, and at a table that is closed, too.
    here.execute(CARA, "rise")
    here.execute(ANA, "close")
    assert here.table.names == {ANA: "Ana", CARA: "Cara"}
    here.execute(ITSELF, NameRemoved(CARA))
    assert here.table.names == {ANA: "Ana"}
    assert [one.about["players"] for one in here.table.records] == [["Ana", "", ""]] * 2
    assert EVENTS.replay(here.log) == here.table


def test_T10_6_a_tournament_deals_the_same_at_all_its_tables_each_deal_once_and_closes_them_after_the_last():
    def place(number="ab" * 32, round=1, table=1, deals=3):
        return TournamentPlace("ABCDEF", round, table, deals, number)

    def dealt(rules, place, deal):
        here = AtTable(rules)
        here.table = replace(here.table, tournament=place, records=(None,) * (deal - 1))
        return here.execute(ITSELF, Dealt({}))[0].deal

    wanted = [(number, round, deal) for number in ("ab" * 32, "cd" * 32) for round in (1, 2) for deal in (1, 2, 3)]
    for rules in (tongits.Rules(), tichu.Rules()):
        deals = [dealt(rules, place(number, round), deal) for number, round, deal in wanted]
        assert not any(one in deals[:at] for at, one in enumerate(deals))
        assert deals == [dealt(rules, place(number, round, 2), deal) for number, round, deal in wanted]
        assert rules == tichu.Rules() or [one["first"] for one in deals[:3]] == [0, 1, 2]
    # New extra piles of Tichu (U4.3) follow from the secret number, too.
    places = [place(number * 32, round) for number in ("ab", "cd") for round in (1, 2)]
    seeds = [one.seed(*at) for one in places for at in ((1,), (2,), (1, 1), (1, 2), (2, 1))]
    assert len({*seeds}) == len(seeds)
    assert place().seed(1, 2) == place(table=2).seed(1, 2)
    played = AtTable().begun().to_the_end().table
    for deals, command in ((1, Closed()), (2, Dealt({}))):
        table = replace(played, tournament=place(deals=deals))
        assert [one.command for one in due(table, frozenset(), lambda: 1)] == [command]


def commands(seats):
    """Any command, sensible or not."""
    seat = some.integers(-1, seats)
    return some.one_of(
        some.builds(sit, some.sampled_from(["Ana", "", "{who}"]), seat),
        some.builds(Rose, seat),
        some.builds(NameRemoved, some.sampled_from([ANA, BEN, CARA, DAN, ""])),
        some.builds(Lent, seat),
        some.sampled_from([*get_args(Press), *["bot"] * 4, moved(tongits.Draw(1)), moved(tichu.Flip())]),
    )


@settings(max_examples=60)
@given(some.data(), some.sampled_from([tongits.Rules(jokers=2), tongits.Rules.preset("traditional"), tichu.Rules()]))
def test_whatever_is_asked_of_a_table_its_log_leads_to_the_same_table_again(data, rules):
    settings = {"patience": 77, "clock": 33, "pace": 5}
    here = AtTable(rules, seed=data.draw(some.integers(0, 99)), **settings)
    players = some.sampled_from([ANA, BEN, CARA, DAN, ITSELF])
    for command in data.draw(some.lists(commands(len(here.table.seats)), max_size=60)):
        by = data.draw(players)
        if command == "bot":
            ready = due(here.table, frozenset(), here.chance)
            by, command = ITSELF, ready[0].command if ready else "deal"
        elif isinstance(command, Moved) and (command.seat is None) != (here.table.game == "tichu"):
            continue
        assert isinstance(here.execute(by, command), Rejected | tuple)
    lines = [EVENTS.encode(event) for event in here.log]
    events = tuple(EVENTS.decode(line) for line in lines)
    cut = data.draw(some.integers(1, len(events)))
    assert EVENTS.replay(events) == EVENTS.replay(events[cut:], EVENTS.replay(events[:cut])) == here.table


TORN = ["", "{", "[]", '{"event":"sat"}', '{"event":"sat","seat":true,"player":"x","name":"y"}', "[" * 100_000]
TORN += ['{"event":"sat","seat":1,"player":"x","name":"y","more":1}', '{"event":"stolen","seat":1}']
SETTINGS = [{"patience": 1}, {"clock": "60"}, {"pace": -1}, {"pause": True}]


def test_a_torn_line_is_refused_and_so_is_a_log_without_its_beginning_with_a_move_twice_or_without_a_discard():
    opened = json.loads(EVENTS.encode(AtTable().log[0]))
    for line in (*TORN, *(json.dumps(opened | {"options": one}) for one in SETTINGS)):
        with pytest.raises(NotationError, match="log"):
            EVENTS.decode(line)
    for events in ((), (Moved(0, "0 draw"),)):
        with pytest.raises(NotationError):
            EVENTS.replay(events)
    log = AtTable().begun().to_the_end().log
    moves = [place for place, event in enumerate(log) if isinstance(event, Moved)]
    discards = [place for place in moves[:-1] if "discard" in log[place].move]
    assert len(discards) > 3
    twice = [[*log[: place + 1], *log[place:]] for place in moves]
    without = [[*log[:place], *log[place + 1 :]] for place in discards]
    for torn in (*twice, *without):
        with pytest.raises(IllegalMove):
            EVENTS.replay(torn)


def test_T2_4_a_double_press_on_discard_is_one_discard_and_no_refusal():
    table = AtTable().begun()
    player = table.table.seats[table.state.seat].player
    table.look(player)
    card = table.state.hands[table.state.seat][0]
    assert table.say(player, do="move", text=f"discard {card}") is not None
    said = table.shown(player)["said"]
    assert table.say(player, do="move", text=f"discard {card}") is None
    assert (table.shown(player)["said"], table.state.discards) == (said, (card,))
    assert said["kind"] == "done"
    table.move()
    table.say(player, do="move", text=f"discard {card}")
    # Once somebody else has moved, a press is told why it does nothing.
    assert table.shown(player)["said"]["kind"] == "no"


def test_T6_6_a_log_that_says_three_way_tie_is_replayed_by_that_through_all_its_rounds():
    """Both challengers are level below the caller in each round: by the earlier field the last meld won, always."""
    data = json.loads((WHOLE_ROUNDS / "tongits_tie_of_three_to_the_next_seat.json").read_text(encoding="utf-8"))
    data["moves"][data["moves"].index("1 discard 7s")] = "1 discard 2c"
    written = {name: value for name, value in data["rules"].items() if name != "challengers_tie"}
    one_round = [Dealt(data["deal"]), *(Moved(int(move[0]), move) for move in data["moves"])]
    winners = {}
    for name, rules in (("earlier", written | {"three_way_tie": "next_seat"}), ("now", data["rules"])):
        here = AtTable()
        here.table = fold(None, TableOpened(**here.agreed.encoded | {"rules": rules}, host=ANA))
        for event in [*one_round, *one_round]:
            here.apply(event)
        winners[name] = [payments.index(max(payments)) for payments in here.table.record_payments]
        assert [check(Record.parse(record.text())) for record in here.table.records] == [None, None]
        assert [at for at, lost in enumerate(here.table.match.scores) if not lost] == [winners[name][-1]]
    assert winners == {"earlier": [0, 0], "now": [2, 2]}


# How rounds, matches and tables end, and who leaves: what each device is shown, told as stories


class Seen:
    """What a player's page shows around the cards, as the scene of a story; what it says is done at the table.

    `kept`: the parts of its picture that are told.
    """

    kept = ("who", "next", "rarely", "standing", "decided", "playing", "over", "remark")
    kept += ("news", "turn", "actions", "phase", "race", "score", "ending", "away")

    def __init__(self, here, player):
        self.here, self.player = here, player

    def snapshot(self):
        shown, lang = self.here.shown(self.player), self.here.lang
        text = json.dumps({name: shown[name] for name in self.kept if name in shown})
        # The way leads to the pages of its language.
        return json.loads(text.replace(f"lang={lang}", "lang=en").replace(f'"/{lang}/', '"/en/'))

    def receive(self, content):
        if " " not in content["do"]:
            self.here.say(self.player, **content)
        return True


def then(what, act):
    """A message of a story: not one of the page, but what happens at the table meanwhile, in words and in deed."""

    def happens(seen):
        act(seen.here)
        return what

    return happens


def by(player, *commands):
    """The same, done by this player."""
    names = " and ".join(one if isinstance(one, str) else type(one).__name__ for one in commands)
    return then(f"{NAMES[player]}: {names}", lambda here: here.execute(player, *commands))


RULES = {
    "a round of Tongits": tongits.Rules(),
    "a match of Tongits": tongits.Rules(target=1),
    "a race of Tichu": tichu.Rules(),
    "a match of Tichu": tichu.Rules(target=1),
}
ROUNDS = ["a round of Tongits", "a race of Tichu"]
EVERYBODY = [(ROUNDS[0], ANA), (ROUNDS[0], BEN), (ROUNDS[0], DAN), (ROUNDS[1], ANA)]
"""The host, another player and somebody who looks on."""
to_the_end = then("the round is played", AtTable.to_the_end)
next_round = then("the next round is dealt", AtTable.deal)


def seen_by(player, kind):
    """What a page of this player shows, opened after the first move."""

    def make(lang):
        here = AtTable(RULES[kind], seed=3, lang=lang).begun()
        here.move()
        return Seen(here, player)

    return make


def opened_anew(seen):
    """The page is closed and opened again."""
    seen.here.devices.clear()
    return "the page is opened again"


def of_a_tournament(here):
    here.table = replace(here.table, tournament=TournamentPlace("ABCDEF", 2, 1, 3, "ab" * 32))
    here.devices.clear()


@pytest.mark.parametrize(("kind", "player"), EVERYBODY)
def test_who_is_away_has_left_or_was_sent_away_how_a_round_ends_and_what_is_left_at_a_closed_table(tell, kind, player):
    away = then("Ben is away", lambda here: here.away.add(1))
    back = then("Ben is back", lambda here: here.away.clear())
    nameless = then("the name of Ben goes", lambda here: here.execute("", NameRemoved(BEN)))
    again, rises, moves = by(BEN, sit("Ben", 1)), by(BEN, "rise"), then("a move is made", AtTable.move)
    first = away, back, rises, opened_anew, to_the_end, again, rises, again
    tell(seen_by(player, kind), *first, next_round, by(ANA, Rose(1)), nameless, moves, by(ANA, "close"), opened_anew)


@pytest.mark.parametrize("kind", ["a match of Tongits", "a match of Tichu"])
def test_how_a_match_ended_and_the_next_one_are_shown_at_its_end(tell, kind):
    tell(seen_by(BEN, kind), to_the_end, opened_anew, next_round)


def test_at_a_table_closed_in_its_first_round_there_is_nothing_to_review(tell):
    tell(seen_by(ANA, ROUNDS[0]), by(ANA, "close"), opened_anew)


def test_who_has_taken_another_seat_since_reviews_the_round_from_the_seat_where_it_was_played(tell):
    tell(seen_by(CARA, ROUNDS[0]), to_the_end, by(ANA, "rise"), pressed("rise"), by(CARA, sit("", 0)), opened_anew)


def test_a_closed_table_says_so_where_one_looks_and_leads_to_tables_or_to_its_tournament(tell):
    is_of_one = then("it is of a tournament", of_a_tournament)
    tell(seen_by(BEN, ROUNDS[0]), to_the_end, by(ANA, "close"), opened_anew, is_of_one)
