"""A class of the tests: `cardlab serve --class` on this computer only, its code and key from the terminal."""

import json
import re
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode, urlsplit

from pages import started, watch

from cardlab.classroom.roster import Roster
from tests.tables.front import front_in_thread


@dataclass(frozen=True)
class Answer:
    """What came back: status, headers, text."""

    status: int
    headers: object
    text: str

    @property
    def cookie(self):
        """The cookie that is set, as a browser sends it back."""
        return (self.headers["Set-Cookie"] or "").partition(";")[0]


@dataclass(frozen=True)
class Classroom:
    """A running class: the address of the course, its first code and the teacher's key as the terminal said them."""

    address: str
    first_code: str
    key: str

    @property
    def code(self):
        """The class code of now, as the teacher's page shows it."""
        return self.state()["code"].replace(" ", "")

    @property
    def host(self):
        return urlsplit(self.address).netloc

    @property
    def origin(self):
        return f"http://{self.host}"

    @property
    def base(self):
        return urlsplit(self.address).path

    def at(self, host):
        """The same class under another host."""
        return replace(self, address=f"http://{host}{self.base}")

    def ask(self, path, method="GET", body=None, **headers):
        """The answer to one request, sent as written."""
        line = HTTPConnection(self.host, timeout=60)
        line.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = line.getresponse()
        told = Answer(answer.status, answer.headers, answer.read().decode())
        line.close()
        return told

    def join(self, code=None, name="", **more):
        """The answer to the join page's form."""
        form = urlencode({"code": self.code if code is None else code, "nickname": name, "to": more.pop("to", "")})
        kind = "application/x-www-form-urlencoded"
        return self.ask(
            more.pop("path", f"{self.base}join"), "POST", form, **{"Content_Type": kind, "Origin": self.origin} | more
        )

    def teacher(self):
        """The teacher's cookie."""
        return self.ask(f"{self.base}teacher?key={self.key}").cookie

    def order(self, **order):
        """The answer to what the teacher's page sends."""
        headers = {"Content_Type": "application/json", "Origin": self.origin, "Cookie": self.teacher()}
        return self.ask(f"{self.base}teacher/do?lang=en", "POST", json.dumps(order), **headers)

    def state(self, lang="en"):
        """What the teacher's page is told."""
        return json.loads(self.ask(f"{self.base}teacher/state?lang={lang}", Cookie=self.teacher()).text)


@contextmanager
def classroom(*more, host="127.0.0.1", options=("--class",)):
    """A class, by default one that only this computer can reach."""
    with started(*options, *(("--host", host) if host else ()), *more) as lines:
        said = ""
        for line in lines:
            said += line
            if teacher := re.search(r"(http://\S+/)teacher\?key=(\S+)", line):
                code = re.search(r"Class code: (\w+) (\w+)", said)
                yield Classroom(teacher[1], code[1] + code[2], teacher[2])
                return
    raise AssertionError(f"the class did not start: {said}")


@contextmanager
def class_without_lessons(base="/"):
    """The same without lessons, in a thread of this process: it begins at once."""
    room = Roster(lambda: (address,))
    with TemporaryDirectory() as folder, front_in_thread(Path(folder) / "tables.sqlite3", room, base) as port:
        address = f"http://127.0.0.1:{port}{base}"
        yield Classroom(address, room.code, room.key)


@contextmanager
def browsers(browser, room, height):
    """Opens browsers for a class, each of its own: `opening(locale="de", width=390)`; nothing may go wrong in them."""
    contexts, faults = [], []

    def opening(width=1280, height=height, **more):
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        page = context.new_page()
        watch(page, room.host, faults)
        return page

    yield opening
    for context in contexts:
        context.close()
    assert faults == [], faults
