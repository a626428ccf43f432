"""Classes without a server."""

from pages import NOTEBOOKS

from cardlab.classroom.live_class import Classroom
from cardlab.dashboard.course_server import CourseServer
from cardlab.dashboard.roster import Roster
from cardlab.tables.tournament_service import TournamentService

ADDRESSES = "http://192.168.1.5:8866/", "http://10.0.0.1:8866/"


def quiet_room(notebooks=NOTEBOOKS):
    """A class in which nobody has a page open, always of the same code."""
    roster = Roster(lambda: ADDRESSES)
    roster.code = "FHKMRT"
    return Classroom(CourseServer(notebooks, room=roster), roster, TournamentService())
