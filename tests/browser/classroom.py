"""A class of the tests: `cardlab serve --class` on this computer only, its code and key from the terminal."""

import re
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode, urlsplit

from pages import apart, begun, free_port, told

from cardlab.dashboard.roster import Roster
from cardlab.phrasing.catalogue import say
from tests.load.line import ask
from tests.load.teaching import Teacher, blocks, texts
from tests.tables.front import front_in_thread


@dataclass(frozen=True)
class Classroom:
    """A running class: the address of the course, its first code and the teacher's key as the terminal said them."""

    address: str
    first_code: str
    key: str

    @property
    def code(self):
        """The class code of now, as the teacher's page shows it."""
        return self.teach()["way"]["code"].replace(" ", "")

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
        return ask(self.host, path, method, body, **headers)

    def join(self, code=None, name="", **more):
        """The answer to the join page's form."""
        form = urlencode({"code": self.code if code is None else code, "nickname": name, "to": more.pop("to", "")})
        kind = "application/x-www-form-urlencoded"
        return self.ask(
            more.pop("path", f"{self.base}join"), "POST", form, **{"Content_Type": kind, "Origin": self.origin} | more
        )

    def teacher(self):
        """The teacher's cookie."""
        return self.ask(f"{self.base}teacher?key={self.key}").cookies

    @property
    def port(self):
        return int(self.host.rpartition(":")[2])

    def teach(self, *messages, tab="", lang="en"):
        """What the teacher's page shows after these messages: each is a call of a method of `Teacher`, or an order."""

        async def told():
            async with Teacher(self.port, self.teacher(), lang, self.base) as page:
                if tab:
                    await page.answered(do="open", tab=tab)
                for message in messages:
                    await (message(page) if callable(message) else page.do(**message))
                return page.shown

        return apart(told())

    def order(self, **order):
        """What the teacher's page shows after an order."""
        return self.teach(order)

    def texts(self, tab="who", lang="en"):
        """All that the teacher's page says, text by text."""
        return texts(self.teach(tab=tab, lang=lang))

    def number(self, name):
        """The number of the learner of this name."""
        remove = say("room.remove", name=name)
        found = [one["send"]["then"] for one in blocks(self.teach(tab="who")) if one.get("label") == remove]
        return found[0]["number"]


@contextmanager
def classroom(*more, host="127.0.0.1", options=("--class",)):
    """A class, by default one that only this computer can reach."""
    with told(begun(*options, *(("--host", host) if host else ()), *more, port=free_port())) as lines:
        yield announced(lines)


@contextmanager
def class_to_be_killed(**process):
    """`start()` begins the server of a class, always at the same port: gives its process and the class."""
    port, servers = free_port(), []

    def start():
        servers.append(begun("--class", "--host", "127.0.0.1", port=port, **process))
        return servers[-1], announced(servers[-1].stdout)

    try:
        yield start
    finally:
        for server in servers:
            server.kill()
            server.communicate()


def announced(lines):
    """The class that a server tells of in these lines."""
    said = ""
    for line in lines:
        said += line
        if teacher := re.search(r"(http://\S+/)teacher\?key=(\S+)", line):
            code = re.search(r"Class code: (\w+) (\w+)", said)
            return Classroom(teacher[1], code[1] + code[2], teacher[2])
    raise AssertionError(f"the class did not start: {said}")


@contextmanager
def class_without_lessons(base="/"):
    """The same without lessons, in a thread of this process: it begins at once."""
    room = Roster(lambda: (address,))
    with TemporaryDirectory() as folder, front_in_thread(Path(folder) / "tables.sqlite3", room, base) as port:
        address = f"http://127.0.0.1:{port}{base}"
        yield Classroom(address, room.code, room.key)
