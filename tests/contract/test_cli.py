"""The command line: exit codes, sentences, and never a traceback."""

import json
import re
from dataclasses import replace

import pytest

from cardlab import bot_rounds, bots
from cardlab.lessons import melds
from cardlab.phrasing.catalogue import say
from cardlab.record import EARLIER


@pytest.mark.parametrize("game", ["tongits", "tichu"])
def test_a_played_record_is_accepted(game, tmp_path, run):
    path = tmp_path / "game.json"
    assert run("play", game, "--seed", "7", "--rounds", "3", "--record", str(path))[0] == 0
    written = sorted(tmp_path.iterdir())
    assert [file.name for file in written] == ["game-0001.json", "game-0002.json", "game-0003.json"]
    code, out, _ = run("check", *map(str, written))
    assert code == 0
    assert out.count("right, ") == 3


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("tongits", "strong,careful,sensible"),
        ("tichu", "skilled,careful"),
    ],
)
def test_every_bot_plays_at_its_table(game, names, tmp_path, run):
    path = str(tmp_path / "game.json")
    code, out, _ = run("play", game, "--bots", names, "--record", path)
    assert (code, len(out.splitlines())) == (0, 1)
    assert run("check", path)[0] == 0


BOT = """
from cardlab import bots, tongits

def same(view, chance):
    return bots.tongits.careful(view, chance)

def fails(view, chance):
    return {}["card"]

def refused(view, chance):
    return tongits.Draw(view.viewer)

number = 7
"""


def test_a_bot_from_a_file_plays(tmp_path, run):
    own, record = tmp_path / "my_bot.py", tmp_path / "game.json"
    own.write_text(BOT, encoding="utf-8")
    bots_named = f"{own}:same,careful,{own}:same"
    careful = run("play", "tongits", "--rounds", "3", "--seed", "0")
    assert run("play", "tongits", "--rounds", "3", "--seed", "0", "--bots", bots_named) == careful
    assert run("play", "tongits", "--bots", bots_named, "--record", str(record))[0] == 0
    assert run("check", str(record))[0] == 0


@pytest.mark.parametrize(
    ("source", "name", "part"),
    [
        (None, "same", "bot.py"),
        (BOT, "genius", "genius"),
        (BOT, "number", "number"),
        (BOT, "fails", "KeyError"),
        (BOT, "refused", "T2.2"),
        ("def same(:\n", "same", "1"),
        ("x = 1 // 0", "same", "ZeroDivisionError"),
        ("raise SystemExit('enough')", "same", "enough"),
        ("import nosuchmodule", "same", "nosuchmodule"),
        ("\0", "same", "bot.py"),
    ],
)
def test_a_bot_that_cannot_play_is_one_sentence(source, name, part, tmp_path, run):
    own = tmp_path / "bot.py"
    if source is not None:
        own.write_text(source, encoding="utf-8")
    code, out, err = run("play", "tongits", "--bots", f"{own}:{name},careful,careful")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert part in err


STOPPED = """
from cardlab import bots

asked = 0

def stopped(view, chance):
    global asked
    asked += 1
    if asked == 99:
        raise KeyboardInterrupt  # Ctrl+C while the bot thinks
    return bots.tongits.careful(view, chance)
"""


@pytest.mark.parametrize(
    ("source", "played", "part"), [(STOPPED, True, "# Ctrl+C"), ("raise KeyboardInterrupt", False, "")]
)
def test_whoever_stops_bots_sees_what_was_played_and_where_they_were(source, played, part, tmp_path, run):
    own = tmp_path / "bot.py"
    own.write_text(source, encoding="utf-8")
    code, out, err = run("play", "tongits", "--rounds", "99", "--seed", "0", "--bots", f"{own}:stopped,careful,careful")
    assert (code, bool(out), err.count("\n")) == (130, played, 1)
    assert part in err


def test_check_distinguishes_broken_rules_from_unreadable_files(records, run):
    good, broken, torn, none = records
    code, out, _ = run("check", broken)
    assert (code, "“2 draw”, is not allowed" in out, "(T1.1)" in out) == (1, True, True)
    assert run("check", good, torn, broken)[0] == 2
    code, out, _ = run("check", none, good)
    assert (code, len(out.splitlines())) == (2, 2)


def test_check_looks_at_every_round_of_a_match(tmp_path, run):
    first, last = (bot_rounds.play_tongits((bots.tongits.careful,) * 3, seed=seed) for seed in (1, 2))
    earlier = json.loads(first.text())
    match = tmp_path / "match.json"
    match.write_text(replace(last, about={EARLIER: [earlier]}).text(), encoding="utf-8")
    code, out, _ = run("check", str(match))
    assert (code, out) == (0, f"{match}: right, {len(first.moves) + len(last.moves)} moves.\n")
    earlier["moves"].append("0 draw")
    match.write_text(replace(last, about={EARLIER: [earlier]}).text(), encoding="utf-8")
    code, out, _ = run("check", str(match))
    assert code == 1
    assert out.startswith(f"{match}: Round 1: Move {len(earlier['moves'])}, “0 draw”, is not allowed. ")
    for broken in (7, [7], [{**earlier, "format": "else"}]):
        match.write_text(replace(last, about={EARLIER: broken}).text(), encoding="utf-8")
        assert run("check", str(match))[0] == 2


def test_replay_shows_the_moves(tmp_path, run):
    path = str(tmp_path / "game.json")
    run("play", "tongits", "--record", path)
    code, out, _ = run("replay", path)
    assert (code, out.splitlines()[0]) == (0, "0\tdeal")


def test_replay_shows_the_move_that_breaks_a_rule_before_the_reasons(tmp_path, run):
    record = json.loads(bot_rounds.play_tongits((bots.tongits.careful,) * 3, seed=1).text())
    path = tmp_path / "broken.json"
    path.write_text(json.dumps({**record, "moves": ["0 draw"]}), encoding="utf-8")
    code, out, _ = run("replay", str(path))
    assert (code, out.splitlines()[:2]) == (1, ["0\tdeal", "1\t0 draw"])
    assert "(T2.2)" in out.splitlines()[2]


def test_deadwood_and_why_say_it_in_a_line(run):
    code, out, _ = run("deadwood", "4h 5h 6h 7h 7c 7s Kd")
    assert code == 0
    assert out.startswith("Deadwood 10 ·")
    assert run("deadwood", "4h", "5h", "6h")[1] == "Deadwood 0 · melds: 4h 5h 6h\n"
    assert run("deadwood", "4h", "Kd")[1].startswith("Deadwood 14 · left in hand: ")
    code, out, _ = run("why", "9h", "Th", "Jh", "--lang", "nl")
    assert (code, out) == (0, "Ja, 9♥ 10♥ B♥ is een reeks.\n")
    code, out, _ = run("why", "7h", "8h", "Th")
    assert code == 1
    assert "9♥" in out
    assert "(T3.2)" in out


def test_a_house_rule_can_be_set(run):
    assert run("why", "Qh", "Kh", "Ah")[0] == 1
    assert run("why", "Qh", "Kh", "Ah", "--rule", "ace_high=yes")[0] == 0


def test_a_sheet_goes_to_a_file_or_to_the_terminal(tmp_path, run):
    path = tmp_path / "sheet.html"
    code, out, _ = run("sheet", "melds", "--seed", "3", "--lang", "nl", "--out", str(path))
    assert (code, str(path) in out) == (0, True)
    assert run("sheet", "melds", "--seed", "3", "--lang", "nl") == (0, path.read_text(encoding="utf-8"), "")
    assert run("sheet", "melds", "--versions", "A, A")[:2] == (2, "")


def test_a_site_names_a_folder_that_cannot_be_made_before_it_makes_pages(tmp_path, run):
    file = tmp_path / "site"
    file.touch()
    code, _, err = run("site", str(file))
    assert (code, err.count("\n"), str(file) in err) == (2, 1, True)


def test_a_teacher_reads_the_files_that_were_handed_in(tmp_path, run, handed_in):
    ana, nameless = handed_in("1.json", "Ana María"), handed_in("ben.json")
    code, out, err = run("progress", ana, nameless)
    heading, *rows = (line.split("  ") for line in out.splitlines())
    assert (code, err) == (0, "")
    assert heading[0] == "Name"
    assert [row[0] for row in rows] == ["Ana María", "ben"]
    assert all("Tongits: melds" in row and "100%" in row for row in rows)


def test_a_teacher_reads_clause_by_clause_what_all_learners_did_at_the_first_try(tmp_path, run, handed_in) -> None:
    wrong = {"key": "1 1 0", "right": False, "at": 1_700_100_000}
    ana, ben = handed_in("1.json", "Ana"), handed_in("2.json", "Ben", wrong)
    code, out, err = run("progress", ana, ben, "--by", "clause")
    assert (code, err) == (0, "")
    table = [re.split(r" {2,}", line) for line in out.splitlines()[1:]]
    of = {row[0]: row[1:] for row in table if row[1] == melds.repair.clauses[0]}
    assert of["Ana"][1:] == ["1 of 1", "100%", "2023-11-14", "2023-11-14"]
    assert of["Ben"][1:] == ["1 of 2", "50%", "2023-11-14", "2023-11-16"]
    assert of[say("cli.progress.class", "en")][1:] == ["2 of 3", "67%", "2023-11-14", "2023-11-16"]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\x00", b"\xff\xfe\x00", b'{"format": "cardlab-progress/2", "answers": []}']
)
def test_a_file_that_is_no_progress_is_named_and_left_out(content: bytes, tmp_path, run, handed_in) -> None:
    good, bad = handed_in("good.json", "Ana"), tmp_path / "bad.json"
    bad.write_bytes(content)
    code, out, err = run("progress", str(bad), good, str(tmp_path / "none.json"), str(tmp_path))
    assert code == 2
    assert "Ana" in out
    assert err.count("\n") == 3
    assert str(bad) in err
    assert str(tmp_path / "none.json") in err
