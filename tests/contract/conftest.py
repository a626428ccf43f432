"""What the tests of the command line have in common: a command run in this process, some files."""

import json

import pytest

from cardlab import bot_rounds, bots
from cardlab.cli import main


@pytest.fixture
def run(capsys):
    """Return a function that runs a command: exit code, output, and errors. It fails if a traceback is printed."""

    def running(*words):
        try:
            code = main(words)
        except SystemExit as ended:  # after the help
            code = ended.code
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return code, out, err

    return running


@pytest.fixture
def records(tmp_path):
    """Return the paths of a right, a wrong, a torn, and a missing record."""
    good, broken, torn, none = (tmp_path / f"{name}.json" for name in ("good", "broken", "torn", "none"))
    bot_rounds.play_tongits((bots.tongits.careful,) * 3, seed=7).write(good)
    broken.write_text(good.read_text().replace('"1 draw"', '"2 draw"', 1))
    torn.write_text(good.read_text()[:200])
    return [str(path) for path in (good, broken, torn, none)]


@pytest.fixture
def handed_in(tmp_path):
    """Return a function that writes a learner's progress file with one answer."""

    def writing(file, name="", *more):
        answer = {"drill": "melds.repair", "key": "1 0 0", "level": 1, "right": True, "tries": 1, "hints": 0}
        answers = [answer | {"at": 1_700_000_000}, *(answer | other for other in more)]
        path = tmp_path / file
        path.write_text(json.dumps({"format": "cardlab-progress/1", "name": name, "answers": answers}), "utf-8")
        return str(path)

    return writing
