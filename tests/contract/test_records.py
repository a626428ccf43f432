"""Records: written, read, replayed, forked; and every way in which a file can be wrong."""

import errno
import json
import os
import stat
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import bot_rounds, bots, explain, shelf, tichu, tongits
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.record import FORMAT, Record, check
from cardlab.refusal import IllegalMove, NotationError

CAREFUL = (bots.tongits.careful,) * 3


@cache
def tongits_record(seed: int = 3) -> Record:
    return bot_rounds.play_tongits(CAREFUL, tongits.Rules.preset("traditional"), seed, first=1)


@cache
def tichu_record(seed: int = 3) -> Record:
    return bot_rounds.play_tichu((bots.tichu.careful, bots.tichu.random), tichu.Rules(wrap=True), seed)


@pytest.fixture(params=[tongits_record, tichu_record], ids=["tongits", "tichu"])
def record(request: pytest.FixtureRequest) -> Record:
    return request.param()


def test_a_record_is_read_as_it_was_written(record: Record, tmp_path: Path) -> None:
    record.write(tmp_path / "game.json")
    read = Record.read(tmp_path / "game.json")
    assert (read.start, read.moves, read.game) == (record.start, record.moves, record.game)
    assert list(read.states()) == list(record.states())
    assert check(read) is None


def test_a_record_names_every_field_of_the_rules(record: Record) -> None:
    written = json.loads(record.text())
    assert written["format"] == FORMAT
    kind = tongits.Rules if record.game == "tongits" else tichu.Rules
    assert set(written["rules"]) == {"preset", *kind.__dataclass_fields__}


def test_a_fork_goes_back_to_any_move_and_leaves_the_record_as_it_was(record: Record) -> None:
    states = list(record.states())
    for at in (0, 1, len(record.moves) // 2, len(record.moves)):
        fork = record.fork(at)
        *_, last = fork.states()
        assert last == states[at]
    assert len(list(record.states())) == len(states)
    for outside in (-1, len(record.moves) + 1):
        with pytest.raises(IndexError):
            record.fork(outside)


def test_whatever_else_belongs_to_a_game_is_kept(record: Record) -> None:
    original = Record(record.start, record.moves, about={"names": ["<b>Ana</b>", "Ben", "Cy"]})
    assert Record.parse(original.text()).about == original.about


@pytest.mark.parametrize(
    ("earlier", "code"), [("won", "record_field"), ({}, "record_field"), (["won"], "record_foreign")]
)
def test_the_earlier_rounds_of_a_match_are_a_list_of_records(earlier: object, code: str) -> None:
    record = tongits_record()
    with pytest.raises(NotationError) as refused:
        assert Record(record.start, record.moves, about={"earlier_rounds": earlier}).earlier
    assert refused.value.refusal.code == code


def test_an_unfinished_game_is_a_record_too(record: Record) -> None:
    half = record.fork(len(record.moves) // 2)
    assert json.loads(half.text())["outcome"] is None
    assert check(Record.parse(half.text())) is None


def test_a_broken_rule_is_found_with_move_and_clause() -> None:
    record = tongits_record()
    discard = next(number for number, move in enumerate(record.moves) if isinstance(move, tongits.Discard))
    broken = Record(record.start, (*record.moves[: discard + 1], record.moves[discard]))
    finding = check(broken)
    assert finding is not None
    assert (finding.number, finding.move) == (discard + 2, str(record.moves[discard]))
    assert [refusal.rule for refusal in finding.refusals] == ["T1.1", "T2.4"]
    with pytest.raises(IllegalMove):
        broken.text()


def test_a_move_after_the_end_is_found(record: Record) -> None:
    finding = check(record.add(record.moves[-1]))
    assert finding is not None
    assert finding.number == len(record.moves) + 1
    assert finding.refusals[0].code in ("round_over", "round_won")


def test_a_false_outcome_is_found(record: Record) -> None:
    data = json.loads(record.text())
    data["outcome"]["winner"] = (data["outcome"]["winner"] + 1) % 2
    finding = check(Record.parse(json.dumps(data)))
    assert finding is not None
    assert finding.number == 0
    (refusal,) = finding.refusals
    assert refusal.code == "false_outcome"
    assert json.loads(refusal.facts["written"])["winner"] != json.loads(refusal.facts["replayed"])["winner"]


def clause_of(record: Record, **false: object) -> str:
    """Return the clause by which an outcome with these false fields is refused."""
    data = json.loads(record.text())
    data["outcome"] |= false
    finding = check(Record.parse(json.dumps(data)))
    assert finding is not None
    return finding.refusals[0].rule


def test_a_false_outcome_names_the_clause_that_decides_it() -> None:
    """The rounds of the shelf are won by different clauses."""
    won = {
        "last_discard": "T5.1",
        "sapaw_saves": "T6.4",
        "tie_lost": "T6.5",
        "stock_tie": "T8.4",
    }
    assert {name: clause_of(shelf.open(name), winner=7) for name in won} == won
    assert clause_of(shelf.open("last_discard"), deadwood=[0, 0, 0]) == "T9.2"
    assert clause_of(shelf.open("last_discard"), payments=[0, 0, 0]) == "T9.3"
    assert clause_of(tongits_record(), payments=[0, 0, 0]) == "T9.4"
    played = [bot_rounds.play_tongits((bots.tongits.random,) * 3, tongits.Rules(), seed) for seed in range(40)]
    ended = {json.loads(record.text())["outcome"]["ending"]: record for record in played}
    assert clause_of(ended["void"], winner=0) == "T8.3"
    assert clause_of(ended["stock"], winner=7) in ("T8.2", "T8.4")


def test_a_false_outcome_of_a_race_names_the_clause_that_decides_it() -> None:
    races = [bot_rounds.play_tichu((bots.tichu.careful,) * 2, tichu.Rules(), seed) for seed in range(4)]
    for race in races:
        out = json.loads(race.text())["outcome"]["ending"] == "out"
        assert clause_of(race, winner=7) == ("U6.1" if out else "U4.4")
        assert clause_of(race, points=[9, 9]) == "U6.2"


def changed(record: Record, *path: object, to: object) -> str:
    data = json.loads(record.text())
    part = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = to
    return json.dumps(data)


UNREADABLE = {
    "nothing": ("", "record_torn"),
    "cut off": (tongits_record().text()[:300], "record_torn"),
    "too deep": ("[" * 100_000, "record_torn"),
    "a number beyond all": (tongits_record().text().replace('"first": 1', '"first": 1e999'), "record_torn"),
    "not a number": (tongits_record().text().replace('"first": 1', '"first": NaN'), "record_torn"),
    "a yes for a seat": (changed(tongits_record(), "deal", "first", to=True), "record_field"),
    "no text": (b"\xff\xfe\x00", "record_torn"),
    "a list": ("[]", "record_foreign"),
    "another program's": ('{"format": 3}', "record_foreign"),
    "a later version": ('{"format": "cardlab-record/9"}', "record_version"),
    "another game": (changed(tongits_record(), "game", to="poker"), "record_game"),
    "no game": ('{"format": "cardlab-record/1"}', "record_field"),
    "a list as game": (changed(tongits_record(), "game", to=[]), "record_field"),
    "no deal": (changed(tongits_record(), "deal", to=None), "record_field"),
    "a number as hand": (changed(tongits_record(), "deal", "hands", 0, to=7), "record_field"),
    "an unknown rule": (changed(tongits_record(), "rules", "speed", to=7), "record_field"),
    "an impossible rule": (changed(tongits_record(), "rules", "jokers", to=99), "record_field"),
    "a list as preset": (changed(tongits_record(), "rules", "preset", to=[]), "record_field"),
    "no such seat": (changed(tongits_record(), "deal", "first", to=3), "no_such_seat"),
    "a card that is none": (changed(tongits_record(), "deal", "stock", to="7z"), "not_a_card"),
    "too few cards": (changed(tongits_record(), "deal", "stock", to=""), "cards_missing"),
    "a card twice": (changed(tongits_record(), "deal", "stock", to="7h 7h"), "card_twice_given"),
    "two hands": (changed(tongits_record(), "deal", "hands", to=["", ""]), "wrong_number_of_hands"),
    "a move that is none": (changed(tongits_record(), "moves", 0, to="0 sings"), "record_move"),
    "a number as move": (changed(tongits_record(), "moves", 0, to=5), "record_move"),
    "a text as moves": (changed(tongits_record(), "moves", to="0 draw"), "record_field"),
    "a text as outcome": (changed(tongits_record(), "outcome", to="won"), "record_field"),
    "a text as about": (
        changed(tongits_record(), "moves", to=[]).replace('"outcome"', '"about": 1, "outcome"'),
        "record_field",
    ),
    "one draw pile": (changed(tichu_record(), "deal", "draw", to=[""]), "record_field"),
    "a short draw pile": (changed(tichu_record(), "deal", "draw", to=["", ""]), "wrong_pile_size"),
    "a joker in Tichu": (changed(tichu_record(), "deal", "draw", to=["X1", ""]), "not_in_game"),
}


@pytest.mark.parametrize(("content", "code"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_is_no_record_is_explained_in_a_sentence(content: str | bytes, code: str) -> None:
    with pytest.raises(NotationError) as unreadable:
        Record.parse(content)
    assert unreadable.value.refusal.code == code
    for lang in LANGUAGES:
        assert "{" not in explain(unreadable.value.refusal, lang)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"No such file or directory: '.*gone\.json'"):
        Record.read(tmp_path / "gone.json")


def test_a_giant_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "giant.json"
    path.write_bytes(b" " * (8 * 1024 * 1024 + 1))
    with pytest.raises(NotationError) as unreadable:
        Record.read(path)
    assert unreadable.value.refusal.code == "record_too_large"


def test_a_record_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    good = tongits_record()
    good.write(path)
    with pytest.raises(IllegalMove):
        good.add(good.moves[0]).write(path)
    assert Record.read(path).moves == good.moves
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_what_is_no_file_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    record, pipe = tongits_record(), tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    record.write(pipe)
    assert os.read(reader, 1_000_000).decode() == record.text()
    os.close(reader)
    assert pipe.is_fifo()
    record.write(os.devnull)
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
    with pytest.raises(IsADirectoryError) as refused:
        record.write(tmp_path)
    assert refused.value.filename == str(tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is always full here")
def test_a_full_disk_is_told_with_the_name_of_the_file(tmp_path: Path) -> None:
    record, full = tongits_record(), tmp_path / "full.json"
    full.symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left") as refused:
        record.write(full)
    assert (refused.value.errno, refused.value.filename) == (errno.ENOSPC, "/dev/full")
    assert full.is_char_device()


def test_a_reader_of_a_record_being_rewritten_gets_the_old_one_whole(tmp_path: Path) -> None:
    path, good = tmp_path / "game.json", tongits_record()
    good.write(path)
    with path.open(encoding="utf-8") as old:
        good.fork(0).write(path)
        assert old.read() == good.text()
    assert Record.read(path).moves == ()


def test_a_full_disk_leaves_the_old_record_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path, good = tmp_path / "game.json", tongits_record()
    good.write(path)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        good.fork(0).write(path)
    assert Record.read(path).moves == good.moves
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


@given(st.text() | st.binary() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_no_text_makes_the_reader_fail_otherwise(content: str | bytes) -> None:
    with pytest.raises(NotationError):
        Record.parse(content)


@given(st.data())
def test_no_edit_of_a_record_makes_the_reader_or_the_check_fail_otherwise(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([tongits_record(), tichu_record()])).text()
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 20)))
    edited = text[:begin] + data.draw(st.text(max_size=5)) + text[end:]
    try:
        check(Record.parse(edited))
    except NotationError as unreadable:
        assert explain(unreadable.refusal)  # noqa: PT017


def test_a_record_may_be_read_by_others_as_any_new_file_may(tmp_path: Path) -> None:
    (tmp_path / "new").touch()
    tongits_record().write(tmp_path / "game.json")
    assert (tmp_path / "game.json").stat().st_mode == (tmp_path / "new").stat().st_mode


def test_any_text_about_a_game_can_be_written(tmp_path: Path) -> None:
    odd = Record.parse(tongits_record().text().replace('"outcome"', '"about": {"name": "\\ud800"}, "outcome"'))
    odd.write(tmp_path / "game.json")
    assert Record.read(tmp_path / "game.json").about == odd.about
