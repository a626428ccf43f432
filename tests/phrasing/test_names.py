"""Sentences with names: what was said at one table is never said with its names at another."""

from cardlab.phrasing import Reader

ANA, EVE = (Reader("en", seat=0, people=people) for people in (("Ana", "Ben", "Cara"), ("Eve", "Fay", "Gus")))


def test_everybody_reads_the_names_of_their_own_table_however_often_a_sentence_has_been_said():
    for _ in range(2):
        told = [
            [one.say("table.turn.answer", seat=1), one.about("text.does", 2, deeds=("call",))] for one in (ANA, EVE)
        ]
        assert [[sentence.split()[0] for sentence in sentences] for sentences in told] == [
            ["Ben", "Cara"],
            ["Fay", "Gus"],
        ]


def test_seats_are_counted_as_each_reader_counts_them():
    players, notation = (Reader("en", first=first).say("refusal.no_such_seat", seat=5) for first in (1, 0))
    assert "player 6" in players
    assert "seat 5" in notation
