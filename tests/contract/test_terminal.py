"""The terminal: help, reasons in the learner's language, letters for signs, nothing of a stranger's that steers it."""

import json
import os
import re
import subprocess
import sys

import pytest

import cardlab
from cardlab.record import Record, file_at, file_behind
from cardlab.tongits import deal

EVIL = "\x1b[2K\x1b[1G\x1b[32mhomework.json: 74 moves, all right\x1b[0m\x07\r\x9b2K\u202e\u2028\n\x00"
STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def apart(*words, **environment):
    """Run the command in a process of its own; output and errors are bytes."""
    without_language = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    return subprocess.run(
        [sys.executable, "-m", "cardlab", *words],
        env={**without_language, **environment},
        capture_output=True,
        check=False,
    )


COMMANDS = ("serve", "lab", "copy", "play", "replay", "check", "deadwood", "why", "sheet", "progress")


def test_the_command_alone_prints_the_help(run):
    code, out, err = run()
    assert (code, err) == (0, "")
    assert all(f"    {command} " in out for command in COMMANDS)


def test_the_module_is_the_command():
    done = apart("--version")
    assert (done.returncode, done.stdout.decode().strip(), done.stderr) == (0, f"cardlab {cardlab.__version__}", b"")
    assert apart("check").returncode == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_words_for_every_argument(command, run):
    code, out, _ = run(command, "--help")
    assert code == 0
    assert out.startswith(f"usage: cardlab {command}")
    lines = out.splitlines()
    arguments = [number for number, line in enumerate(lines) if re.match(r"  [^ ]", line)]
    assert arguments
    for number in arguments:
        assert re.search(r"[^ ]  +[^ ]", lines[number]) or lines[number + 1].startswith(" " * 8), lines[number]
    assert command != "progress" or "proves nothing" in " ".join(out.split())


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("nosuch", ("nosuch", "'serve', 'lab', 'site', 'copy', 'play'", "cardlab --help")),
        ("play", ("game", "cardlab play --help")),
        ("play poker", ("poker", "'tongits', 'tichu'")),
        ("play tongits --seed x", ("--seed", "x")),
        ("play tongits --seed", ("--seed",)),
        ("play tongits --nonsense 3", ("--nonsense 3",)),
        ("play tongits --rec x.json", ("--rec",)),
        ("play tongits --bots careful", ()),
        ("play tongits --bots careful,careful,genius", ("'genius'", "random, careful, strong")),
        ("play tongits --bots skilled,careful,careful", ("'skilled'", "random, careful, strong")),
        ("play tichu --bots brilliant,careful", ("'brilliant'", "random, careful, skilled.")),
        ("play tongits --bots careful,careful", ("3",)),
        ("play tongits --seed -1", ()),
        ("play tongits --rounds 0", ()),
        ("play tongits --preset none", ("none", "sheet, traditional")),
        ("play tichu --rule speed=3", ("speed",)),
        ("play tongits --rule jokers=77", ("jokers", "77", "from 0 to 4")),
        ("play tongits --record /no/such/folder/game.json", ("/no/such/folder",)),
        ("play tongits --rounds 2 --record /", ()),
        ("check", ()),
        ("check x --nonsense=3", ("--nonsense",)),
        ("replay /no/such/file", ("/no/such/file",)),
        ("deadwood 7z", ("7z",)),
        ("deadwood 7h7h", ("7h7h",)),
        ("deadwood 7h 7h", ("7♥",)),
        ("deadwood Ph", ()),
        ("deadwood 4h --x", ("--x",)),
        ("why seven", ("seven",)),
        ("why 7h --lang fr", ("--lang", "fr", "'en', 'de', 'nl'")),
        ("why 4h --nonsense", ("--nonsense",)),
        ("sheet nothing", ("nothing",)),
        ("sheet melds --each 99", ("99",)),
        ("sheet melds --out /nowhere/sheet.html", ("/nowhere",)),
        ("lab --colour", ("--colour", "cardlab lab --help")),
        ("serve --notebooks /nosuchfolder", ("/nosuchfolder",)),
        ("serve --no-browser --host 192.0.2.1", ("192.0.2.1",)),
        ("lab --no-browser --host 192.0.2.1", ("192.0.2.1",)),
        ("--version=3", ("--version", "3")),
        ("--nonsense", ("--nonsense",)),
    ],
)
def test_what_is_wrong_with_the_arguments_is_one_sentence_that_names_it(words, parts, run):
    code, out, err = run(*words.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.rstrip().endswith((".", ")"))
    assert all(part in err for part in parts), err


def test_letters_stand_for_signs_that_the_encoding_cannot_show():
    for encoding in ("ascii", "cp1252"):
        done = apart("why", "8♥", "9♥", "10♥", "J♥", "K♠", PYTHONIOENCODING=encoding)
        out = done.stdout.decode(encoding)
        assert done.returncode == 1
        assert "10h" in out
        assert "Ks" in out
        assert "\\u" not in out
    done = apart("why", "8♥", "9♥", "10♥", PYTHONIOENCODING="utf-8")
    assert done.stdout.decode() == "Yes, 8♥ 9♥ 10♥ is a run.\n"


def strangers(folder):
    """Yield records with a stranger's text wherever a sentence repeats it."""
    record = json.loads(Record(deal(seed=1)).text())
    for changes in (
        {"format": EVIL},
        {"format": EVIL * 100_000},
        {"game": EVIL},
        {"moves": [EVIL]},
        {"moves": [7, EVIL]},
        {"moves": ["\ud800"]},
        {"moves": [f"0 discard {EVIL}"]},
        {"outcome": {"ending": EVIL, EVIL: EVIL}},
        {"outcome": {"ending": "x" * 100_000}},
        {"deal": {**record["deal"], "stock": EVIL}},
        {"about": {"earlier_rounds": [{"format": EVIL}]}},
    ):
        path = folder / f"game{len(list(folder.iterdir()))}.json"
        path.write_text(json.dumps({**record, **changes}), encoding="utf-8")
        yield str(path)


def test_no_file_of_a_stranger_steers_the_terminal(tmp_path, run):
    for path in strangers(tmp_path):
        for words in (("check", path), ("replay", path), ("progress", path)):
            code, out, err = run(*words)
            assert not STEERING.search((out + err).replace("\n", ""))
            assert len(out + err) < 3_000
            assert code in (0, 1, 2)
            assert words[0] != "check" or (code, len(out.splitlines())) in ((1, 1), (2, 1))


def taking(path):
    """Return every command that takes a path, with this one."""
    return (
        ("check", path),
        ("replay", path),
        ("progress", path),
        ("sheet", "cards", "--out", path),
        ("play", "tongits", "--record", path),
        ("serve", "--notebooks", path),
        ("lab", "--notebooks", path),
    )


def test_no_name_and_no_argument_of_a_stranger_steers_the_terminal(tmp_path, run):
    steering = EVIL.replace("\x00", "")
    path = tmp_path / steering.replace("/", "")
    path.write_text('{"format": "cardlab-progress/1", "answers": []}', encoding="utf-8")
    for words in (
        *taking(str(path / "x")),
        *taking(str(path)),
        ("check", str(path) + "none"),
        ("progress", str(path) + "none"),
        ("why", steering),
        ("deadwood", steering),
        ("sheet", steering),
        ("play", "tongits", "--rule", f"{steering}=3"),
        ("play", "tongits", "--preset", steering),
        (steering,),
        ("play", "tongits", "--seed", steering),
        ("why", "7h", f"--{steering}"),
        ("serve", f"--{steering}"),
    ):
        code, out, err = run(*words)
        assert not STEERING.search((out + err).replace("\n", "")), words
        assert (out + err).count("\n") <= 2, words
        assert code in (0, 2)


def test_a_link_to_itself_is_a_sentence(tmp_path, run):
    loop = tmp_path / "loop.json"
    loop.symlink_to(loop)
    record = ("play", "tichu", "--record", str(loop / "game.json"))
    for words in (*taking(str(loop)), record, ("serve", "--notebooks", "~nosuchuser/course")):
        code, out, err = run(*words)
        assert (code, (out + err).count("\n")) == (2, 1), words
    assert loop.is_symlink()


@pytest.mark.parametrize("name", ["a\x00b", "a\ud800b"], ids=["NUL", "half a character"])
def test_a_name_that_no_file_can_have_is_a_sentence(name, run):
    record = Record(deal(seed=1))
    for attempt in (record.write, Record.read, file_at, file_behind):
        with pytest.raises(OSError, match="Invalid argument"):
            attempt(name)
    for words in taking(name):
        code, out, err = run(*words)
        assert (code, (out + err).count("\n")) == (2, 1), words


def test_a_link_to_a_record_stays_a_link(tmp_path):
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    link.symlink_to(real)
    Record(deal(seed=1)).write(link)
    assert link.is_symlink()
    assert Record.read(real) == Record.read(link)
