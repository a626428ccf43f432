"""How rounds, matches and tables end between devices, and who leaves: what each device is shown, told as stories."""

from dataclasses import replace

import pytest

from cardlab import tichu, tongits
from cardlab.tables.shared_table import NameRemoved, Rose, TournamentPlace
from tests.stories import pressed
from tests.tables.at_table import ANA, BEN, CARA, DAN, AtTable, Seen, by, sit, then

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
