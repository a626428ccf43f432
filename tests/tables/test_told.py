"""What is told about a tournament: in every language, with every name as text, and nothing left unsaid."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from test_tournament import KINDS, TONGITS, Log, played

from cardlab.cli import main
from cardlab.locale import LANGUAGES, say
from cardlab.tables.pairing import Method
from cardlab.tables.ratings import rated
from cardlab.tables.results import is_bot
from cardlab.tables.told import ratings, round_told, rows, rules, table
from cardlab.tables.tournament import TIE_BREAKS, NextRound, results, standings
from cardlab.tables.tournament_log import Kind, Paired, Removed, text, without


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("opened", "count"), KINDS)
def test_the_table_has_a_line_for_everybody_and_every_rule_is_said(opened, count, lang):
    log = played(opened, count)
    shown = table(log.now, lang)
    assert len(shown["rows"]) == count
    assert all(len(row) == len(shown["columns"]) for row in shown["rows"])
    assert len(shown["columns"]) == 2 + len(TIE_BREAKS[opened.kind]) + len(log.now.rounds)
    told = " ".join(shown["told"])
    for one in TIE_BREAKS[opened.kind]:
        assert say(f"tournament.by.{one}", lang) in told
    assert (say("tournament.against_field", lang) in told) == (opened.duplicate and opened.kind is not Kind.KNOCK_OUT)
    assert say("tournament.bots", lang) in rules(opened, lang)
    assert [row["place"] for row in rows(log.now)] == [line.place for line in standings(log.now)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_was_removed_is_shown_without_a_name_and_not_rated(lang):
    log = played(TONGITS, 6)
    log.add(Removed("p2"))
    assert say("tournament.somebody", lang) in [row[1] for row in table(log.now, lang)["rows"]]
    assert not any("Player 2" in row[1] for row in table(log.now, lang)["rows"])
    names = {one.player: one.name for one in log.now.entrants if not one.removed}
    shown = ratings(rated(results(log.now)), names, lang)
    assert len(shown["rows"]) == 5
    assert all(len(row) == len(shown["columns"]) for row in shown["rows"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_of_a_round_it_is_said_who_meets_again_who_has_a_bot_and_what_was_not_proven(lang):
    log = Log(TONGITS, 5)
    for _ in range(2):
        log.play_round(random.Random(1))
    paired = log.events[-1 - max(at for at, event in enumerate(reversed(log.events)) if isinstance(event, Paired))]
    assert isinstance(paired, Paired)
    log.add(NextRound())
    third = log.events[-1]
    assert isinstance(third, Paired)
    told = round_told(log.now, third, lang)
    assert say("tournament.method.search", lang) in told
    assert say("tournament.not_proven", lang) in told
    assert len(told) == 3 + len(third.again)
    assert say("tournament.with_bots", lang, count=1) in told
    assert any(map(is_bot, (player for table in third.tables for player in table)))
    in_time = round_told(log.now, replace(third, method=Method.MILP, again=(), proven=True, closest=True), lang)
    assert in_time == [say("tournament.method.milp", lang), say("tournament.with_bots", lang, count=1)]
    too_late = round_told(log.now, replace(third, method=Method.MILP), lang)
    assert say("tournament.not_closest", lang) in too_late


# cardlab tournament


def asked(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main(["tournament", *map(str, words)])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return code, out, err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_prints_table_and_ratings(lang, tmp_path: Path, capsys):
    path = tmp_path / "cup.jsonl"
    log = played(TONGITS, 6)
    path.write_text(text(without(log.events, "p2")), encoding="utf-8")
    code, out, _ = asked(capsys, path, "--lang", lang)
    assert code == 0
    assert say("tournament.table", lang) in out
    assert say("tournament.ratings", lang) in out
    assert say("tournament.somebody", lang) in out
    code, out, _ = asked(capsys, path, "--lang", lang, "--json")
    assert len(json.loads(out)["table"]["rows"]) == 6
    code, out, _ = asked(capsys, path, "--csv")
    assert out.splitlines()[0] == "place,name,points,opponents,wins,deals,round_1,round_2,round_3"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_says_what_is_wrong_with_a_log(lang, tmp_path: Path, capsys):
    path = tmp_path / "cup.jsonl"
    log = played(TONGITS, 6)
    path.write_text(text([*log.events, log.events[3]]), encoding="utf-8")
    code, out, err = asked(capsys, path, "--lang", lang)
    assert (code, out) == (1, "")
    assert say("refusal.tournament_over", lang) in err
    assert str(len(log.events) + 1) in err
    for content in (b"", b"\xff", b"{}\n", b"\x00" * 10):
        path.write_bytes(content)
        code, _, err = asked(capsys, path, "--lang", lang)
        assert code == 2
        assert err
    assert asked(capsys, tmp_path / "nowhere", "--lang", lang)[0] == 2


def test_without_what_works_out_ratings_the_table_is_there_all_the_same(tmp_path: Path, capsys, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "choix", None)
    path = tmp_path / "cup.jsonl"
    path.write_text(text(played(TONGITS, 6).events), encoding="utf-8")
    code, out, _ = asked(capsys, path)
    assert code == 0
    assert say("cli.no_ratings") in out
