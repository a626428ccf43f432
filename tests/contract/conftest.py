"""What the tests of the command line have in common: English spoken, and a command run in this process."""

import json

import pytest

from cardlab.cli import main


@pytest.fixture(autouse=True)
def english(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


@pytest.fixture
def run(capsys):
    """Runs a command: its exit code, what it prints, and what it complains of; never a traceback."""

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
def handed_in(tmp_path):
    """Writes the file that a learner hands in, with one answer and what is given more."""

    def writing(file, name="", *more):
        answer = {"drill": "melds.repair", "key": "1 0 0", "level": 1, "right": True, "tries": 1, "hints": 0}
        answers = [answer | {"at": 1_700_000_000}, *(answer | other for other in more)]
        path = tmp_path / file
        path.write_text(json.dumps({"format": "cardlab-progress/1", "name": name, "answers": answers}), "utf-8")
        return str(path)

    return writing
