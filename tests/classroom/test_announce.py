"""What the terminal says of a class: how learners come in, and where the teacher's page is."""

import io

import pytest

from cardlab.classroom.roster import Roster
from cardlab.classroom.teacher import announce
from cardlab.dashboard import addresses
from cardlab.dashboard.display_names import spaced
from cardlab.phrasing.catalogue import LANGUAGES, say


class Terminal(io.StringIO):
    """A terminal that knows every sign."""

    encoding = "utf-8"

    def isatty(self):
        return True


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_terminal_says_how_the_class_comes_in(lang):
    roster, out = Roster(lambda: ("http://192.168.1.5:8866/", "http://10.0.0.1:8866/")), Terminal()
    teacher = announce(roster, "0.0.0.0", 8866, "/", lang, out)
    said = out.getvalue()
    assert teacher == f"http://127.0.0.1:8866/teacher?key={roster.key}"
    lines = said.splitlines()
    assert lines[:3] == [
        say("room.terminal.address", lang, address="http://192.168.1.5:8866/"),
        say("room.terminal.address", lang, address="http://10.0.0.1:8866/"),
        say("room.terminal.code", lang, letters=spaced(roster.code)),
    ]
    assert lines[-2:] == [say("room.terminal.teacher", lang, address=teacher), say("room.terminal.end", lang)]
    assert addresses.qr_text(f"http://192.168.1.5:8866/join?code={roster.code}", out) in said
    assert "0.0.0.0" not in said


def test_without_a_network_that_is_said():
    out = Terminal()
    teacher = announce(Roster(), "::", 8866, "/school/", "en", out)
    assert say("room.terminal.no_network") in out.getvalue()
    assert "█" not in out.getvalue()
    assert teacher.startswith("http://[::1]:8866/school/teacher?key=")
