"""What the terminal says of a class: how learners come in, and where the teacher's page is."""

import io

from cardlab.classroom.roster import Roster
from cardlab.classroom.teacher import announce
from cardlab.dashboard import addresses
from cardlab.dashboard.display_names import spaced


class Terminal(io.StringIO):
    """A terminal that knows every sign."""

    encoding = "utf-8"

    def isatty(self):
        return True


def test_the_terminal_says_how_the_class_comes_in():
    roster, out = Roster(lambda: ("http://192.168.1.5:8866/", "http://10.0.0.1:8866/")), Terminal()
    teacher = announce(roster, "0.0.0.0", 8866, "/", out)
    said = out.getvalue()
    assert teacher == f"http://127.0.0.1:8866/teacher?key={roster.key}"
    lines = said.splitlines()
    assert lines[:3] == [
        "Learners open http://192.168.1.5:8866/",
        "Learners open http://10.0.0.1:8866/",
        f"Class code: {spaced(roster.code)}",
    ]
    assert lines[-2:] == [f"The teacher's page, for you alone: {teacher}", "Ctrl+C ends the course."]
    assert addresses.qr_text(f"http://192.168.1.5:8866/join?code={roster.code}", out) in said
    assert "0.0.0.0" not in said


def test_without_a_network_that_is_said():
    out = Terminal()
    teacher = announce(Roster(), "::", 8866, "/school/", out)
    assert "not on a network" in out.getvalue()
    assert "█" not in out.getvalue()
    assert teacher.startswith("http://[::1]:8866/school/teacher?key=")
