"""The join page; works without JavaScript."""

from __future__ import annotations

from typing import Final

from cardlab.dashboard import access
from cardlab.dashboard.course_server import PageHandler
from cardlab.dashboard.roster import JoinRefused, Roster
from cardlab.phrasing.catalogue import say

_STATUS: Final = {"wrong": 403, "wait": 429, "full": 503, "crowd": 503}


class JoinPage(PageHandler):
    """The page where learners join: shows the form (GET), and reads it (POST)."""

    roster: Roster

    def get(self) -> None:
        destination = access.onward(self.get_query_argument("to", ""), self.course.base)
        if self.roster.admits(access.token(self.request, "visitor")) or self.course.role(self.request) == "teacher":
            self.redirect(destination)
            return
        self.show_form(self.get_query_argument("code", "")[:20], "", destination)

    def post(self) -> None:
        self.require_own_origin()
        destination = access.onward(self.get_body_argument("to", ""), self.course.base)
        code, name = self.get_body_argument("code", ""), self.get_body_argument("nickname", "")
        token, forwarded = access.token(self.request, "visitor"), self.request.headers.get("X-Forwarded-For", "")
        address = self.roster.address_of(self.request.remote_ip or "", forwarded)
        match self.roster.join(code, name, address, token):
            case JoinRefused(reason, seconds):
                problem = say(f"room.refused.{reason}", self.language()) if reason != "wait" else ""
                if seconds:
                    self.set_header("Retry-After", str(seconds))
                    problem = f"{problem} {say('room.refused.wait', self.language(), count=seconds)}".strip()
                self.show_form(code[:20], name[:60], destination, problem, _STATUS[reason])
            case learner:
                self.set_identity_cookie("visitor", learner.token)
                # Who has changed the language here keeps it.
                first = self.course.page_address(self.course.start_page(self.language()))
                self.redirect(first if destination == self.course.base else destination, status=303)

    def show_form(self, code: str, name: str, destination: str, problem: str = "", status: int = 200) -> None:
        """Answer with the form, and with the `problem` if joining was refused."""
        to = destination if destination != self.course.base else ""
        own = {"code": code, "nickname": name, "to": to, "problem": problem}
        title, query = say("room.join_title", self.language()), {"code": code, "to": to}
        self.render_page("join.html.j2", title, "join", status=status, query=query, home="", groups=(), **own)
