"""Classes without a server, for stories: the page of one person in it, and what happens there meanwhile."""

import asyncio
import json
from pathlib import Path

from cardlab.classroom.live_class import Classroom
from cardlab.classroom.pupil import PupilScene
from cardlab.classroom.teacher_scene import TeacherScene
from cardlab.dashboard.course_server import CourseServer
from cardlab.dashboard.roster import Roster
from cardlab.pages.line import to_json
from cardlab.tables.tournament_service import TournamentService
from tests.load.teaching import blocks

ADDRESSES = "http://192.168.1.5:8866/", "http://10.0.0.1:8866/"
KEPT = {"do": "recall", "kept": None}
"""What the teacher's browser says first."""


NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


def quiet_room(notebooks=NOTEBOOKS):
    """A class in which nobody has a page open, always of the same code."""
    roster = Roster(lambda: ADDRESSES)
    roster.code = "FHKMRT"
    return Classroom(CourseServer(notebooks, room=roster), roster, TournamentService())


class PageOf:
    """A page of a class in a story; what its handler leaves to be done is done at once."""

    page = None

    def __init__(self, scene, room, folds=False):
        self.scene, self.room, self.folds = scene, room, folds

    def snapshot(self):
        # Addresses have the language of the page.
        text = to_json(self.scene.snapshot()).decode().replace(f'"/{self.scene.lang}/', '"/LANG/')
        shown = json.loads(text)
        if "way" in shown:
            shown["way"]["svg"] = shown["way"].pop("qr")
        for one in blocks(shown) if self.folds else ():
            if one["is"] == "select":
                one["options"] = [option for option in one["options"] if option["chosen"]]
        return shown

    def receive(self, content):
        is_taken = content["do"] == "meanwhile" or self.scene.receive(content)
        if order := getattr(self.scene, "order", None):
            self.scene.order = None
            asyncio.run(order())
        return is_taken


def teachers(lang, folds=True):
    """The teacher's page, whose lists are `folds`-ed to what is chosen."""
    room = quiet_room()
    return PageOf(TeacherScene(room, lang), room, folds)


def pupils(lang):
    room = quiet_room()
    return PageOf(PupilScene(room, 1, lang), room)


def meanwhile(happens):
    """Something that happens in the class, and what `happens` says of it; the page is drawn anew."""

    def message(page):
        happens(page.room)
        return {"do": "meanwhile"}

    return message


def at_board(change, *facts):
    """What is done with the board meanwhile."""
    return meanwhile(lambda room: room.set_board(change(room.board, *facts)))
