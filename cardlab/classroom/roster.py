"""The class in its room: who may come in, who is here and where, what everybody is asked to open; the join page.

- A learner comes in with the class code, which is short, and is then known by a token that nobody can guess.
- Wrong codes make the next try wait: for the network that they came from, and a little for others.
- The teacher has a key, as long as a token, which opens the teacher's page.
- `ClassPage`, `TeacherPage` and `TeacherOrder` are what the other pages of the class are made of.
"""

from __future__ import annotations

import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hmac import compare_digest
from ipaddress import IPv6Address, ip_address
from typing import Any, ClassVar, Final, Literal

from tornado.web import HTTPError

from cardlab.dashboard import access
from cardlab.dashboard.access import Invitation
from cardlab.dashboard.display_names import alike, new_code, nickname, plain_code
from cardlab.dashboard.own_pages import OwnPage
from cardlab.phrasing.catalogue import say

MOST: Final = 1000
"""How many learners a room knows."""
MOST_FROM_ONE: Final = 100
"""How many of them may come from one address; a class behind one router is one address."""

_MOST_NETS: Final = 2000


@dataclass(frozen=True, slots=True)
class Learner:
    """A learner who has come in.

    - `token`: the secret that the browser keeps;
    - `number`: the place in the order of coming in, from 1, never given twice;
    - `name`: the nickname, or "" without one;
    - `net`: where the learner came in from: an IP address, or the network of one;
    - `path`: the page opened last, "en/melds.ipynb", or "";
    - `seen`: when that was, by the room's clock.
    """

    token: str
    number: int
    name: str
    net: str
    path: str
    seen: float

    def called(self, lang: str) -> str:
        """The nickname, or for whoever has none what they are called by their number."""
        return self.name or say("room.guest", lang, number=self.number)


@dataclass(frozen=True, slots=True)
class JoinRefused:
    """Why a learner may not come in: the code is wrong, it is not yet time for another try, or the room is full.

    `seconds` is how long to wait before the next try, 0 for not at all.
    """

    reason: Literal["wrong", "wait", "full"]
    seconds: int = 0


class Roster:
    """One class, from the start of the server to its end.

    - `addresses`: tells the addresses under which the course is reached now, best first, each with a slash at the end;
    - `clock`: gives seconds that never run backwards;
    - `key`: the teacher's: 128 bits, the same until the server ends;
    - `code`: the class code of now, as it is typed;
    - `wrong`: how many wrong codes have been tried since this code was drawn;
    - `invitation`: what everybody is asked to open now, those who come later included.
    """

    def __init__(
        self,
        addresses: Callable[[], Sequence[str]] = tuple,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.addresses = addresses
        self.key = secrets.token_urlsafe(16)
        self.code = new_code()
        self.wrong = 0
        self.invitation: Invitation | None = None
        self._clock = clock
        self._visitors: dict[str, Learner] = {}
        self._players: dict[str, str] = {}
        self._came = 0
        self._patience = _CodeAttempts(clock, free=5, longest=300, most=_MOST_NETS)
        # Many networks together get no more tries than these, and a class that mistypes is not stopped by them. Those
        # that have tried nothing wrong so far are counted apart, so that guessing does not keep them out.
        self._patience_with_known = _CodeAttempts(clock, free=100, longest=5, most=1)
        self._patience_with_new = _CodeAttempts(clock, free=1000, longest=1, most=1)

    # The way in

    def join(self, code: str, name: str, address: str, token: str = "") -> Learner | JoinRefused:
        """Lets a learner in who has the code.

        `name` is the nickname as typed, "" for none; `address` the IP address of the browser.
        `token` is the one that the browser already has: who is in keeps number and place, and may take another name.
        """
        if known := self._visitors.get(token):
            if name.strip():
                known = self._visitors[token] = replace(known, name=self._unlike_others(nickname(name), but=token))
            return known
        net = _net(address)
        in_all = self._patience_with_known if self._patience.has_tried(net) else self._patience_with_new
        if seconds := max(self._patience.left(net), in_all.left("")):
            return JoinRefused("wait", seconds)
        if not compare_digest(plain_code(code).encode(), self.code.encode()):
            self.wrong += 1
            return JoinRefused("wrong", max(self._patience.wrong(net), in_all.wrong("")))
        self._patience.right(net)
        if not self._make_place(net):
            return JoinRefused("full")
        self._came += 1
        visitor = Learner(
            secrets.token_urlsafe(16), self._came, self._unlike_others(nickname(name)), net, "", self._clock()
        )
        self._visitors[visitor.token] = visitor
        return visitor

    def admits(self, token: str) -> bool:
        """Whether the token is that of a learner who has come in."""
        return token in self._visitors

    def is_teacher(self, key: str) -> bool:
        """Whether this is the teacher's key."""
        return compare_digest(key.encode("utf-8", "replace"), self.key.encode())

    def renew_code(self) -> None:
        """Draws another code; whoever is in stays in."""
        before = self.code
        while self.code == before:
            self.code = new_code()
        self.wrong = 0

    # Who is here

    def seen(self, token: str, path: str) -> None:
        """Notes that this learner has opened a page; a token that nobody has is none of our business."""
        if visitor := self._visitors.get(token):
            self._visitors[token] = replace(visitor, path=path, seen=self._clock())

    def visitor(self, token: str) -> Learner | None:
        """The learner with this token."""
        return self._visitors.get(token)

    def visitors(self) -> tuple[Learner, ...]:
        """Everybody who has come in, in that order."""
        return tuple(self._visitors.values())

    def remove(self, number: int) -> str:
        """Sends the learner of this number out; gives the token that no longer counts, or "" if nobody has the number.

        Who knows the code can come in again, as long as it is the same code.
        """
        token = next((token for token, visitor in self._visitors.items() if visitor.number == number), "")
        self._visitors.pop(token, None)
        return token

    def plays_as(self, visitor: str, player: str) -> str:
        """The token under which a learner who is in plays at tables: the first one that the browser shows, for good.

        So a learner is one player, whatever cookies are made up, and still the same after the server was restarted.
        Without one so far it is "" if the browser shows none.
        """
        self._players = {token: one for token, one in self._players.items() if token in self._visitors}
        return self._players.setdefault(visitor, player) if player else self._players.get(visitor, "")

    def end(self) -> None:
        """Ends the class: everybody is out, nothing is asked of anybody, and there is another code."""
        self._visitors.clear()
        self.invitation = None
        self.renew_code()

    # Inside

    def _unlike_others(self, name: str, but: str = "") -> str:
        """The name, with a number behind it if somebody but the one with this token is already called so."""
        taken = {alike(visitor.name) for token, visitor in self._visitors.items() if token != but}
        if not name or alike(name) not in taken:
            return name
        number = 2
        while alike(f"{name} {number}") in taken:
            number += 1
        return f"{name} {number}"

    def _make_place(self, net: str) -> bool:
        """Whether one more may come in; an address that has filled its share loses who was seen there longest ago."""
        neighbours = [visitor for visitor in self._visitors.values() if visitor.net == net]
        if len(neighbours) >= MOST_FROM_ONE:
            del self._visitors[min(neighbours, key=lambda visitor: visitor.seen).token]
        return len(self._visitors) < MOST


# Wrong codes


class _CodeAttempts:
    """Who has tried wrong codes, and how long they have to wait; remembers the last `most` of them.

    From wrong code number `free` on there is a wait, doubled by each further one, from 2 seconds up to `longest`.
    A quarter of an hour without a wrong code makes up for everything.
    """

    FORGIVEN: Final = 900.0

    def __init__(self, clock: Callable[[], float], free: int, longest: int, most: int) -> None:
        self._clock = clock
        self._free = free
        self._longest = longest
        self._most = most
        self._tries: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """How many wrong codes, and when the last one was."""

    def left(self, source: str) -> int:
        """How many whole seconds this source still has to wait."""
        count, last = self._tries.get(source, (0, 0.0))
        rest = last + self._wait(count) - self._clock()
        return max(0, -int(-rest // 1))

    def has_tried(self, source: str) -> bool:
        """Whether this source has tried a wrong code for which nothing has made up yet."""
        count, last = self._tries.get(source, (0, 0.0))
        return count > 0 and self._clock() - last <= self.FORGIVEN

    def wrong(self, source: str) -> int:
        """Notes a wrong code; gives the seconds to wait before the next try."""
        now = self._clock()
        count, last = self._tries.pop(source, (0, now))
        if now - last > self.FORGIVEN:
            count = 0
        self._tries[source] = (count + 1, now)
        while len(self._tries) > self._most:
            self._tries.popitem(last=False)
        return self._wait(count + 1)

    def right(self, source: str) -> None:
        """The right code makes up for the wrong ones before it."""
        self._tries.pop(source, None)

    def _wait(self, count: int) -> int:
        beyond = count - self._free
        return 0 if beyond < 0 else min(self._longest, 2 << min(beyond, 20))


def _net(address: str) -> str:
    """Where somebody is: an IP address in one way of writing; of IPv6 its network, for a device makes up the rest.

    >>> _net("::ffff:10.0.0.1"), _net("2001:db8::7%eth0")
    ('10.0.0.1', '2001:db8::')
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or IPv6Address(int(ip) >> 64 << 64))


# What the pages of a class are made of


class ClassPage(OwnPage):
    """A page of a class."""

    room: Roster

    def is_json(self) -> bool:
        """Whether what is sent says that it is JSON, as no form of another site can."""
        return self.request.headers.get("Content-Type", "").partition(";")[0].strip().lower() == "application/json"

    def told(self, content: Mapping[str, Any]) -> None:
        """Answers with JSON."""
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish(json.dumps(content, ensure_ascii=False))


class TeacherPage(ClassPage):
    """What only the teacher may open."""

    def prepare(self) -> None:
        super().prepare()
        if not self._finished and not access.is_teacher(self.room, self.request) and not self.is_key_shown():
            self.refuse()

    def is_key_shown(self) -> bool:
        """Whether the address itself brings the key."""
        return False

    def refuse(self) -> None:
        """Answers whoever is not the teacher."""
        raise HTTPError(403)


class TeacherOrder(TeacherPage):
    """One order of the teacher as JSON, sent by our own page."""

    LARGEST: ClassVar[int] = 4096
    """How many bytes an order may have."""

    async def post(self) -> None:
        self.own_page_only()
        if not self.is_json() or len(self.request.body) > self.LARGEST:
            raise HTTPError(400)
        try:
            order = json.loads(self.request.body)
        except (ValueError, RecursionError):
            raise HTTPError(400) from None
        answer = await self.obey(order, self.tongue()) if isinstance(order, dict) else None
        if answer is None:
            raise HTTPError(400)
        self.told(answer)

    async def obey(self, order: Mapping[str, Any], lang: str) -> Mapping[str, Any] | None:
        """Does what the order says, and gives what the page is told then; None for one that nobody of us wrote."""
        raise NotImplementedError


# The way in

_STATUS: Final = {"wrong": 403, "wait": 429, "full": 503}


class JoinPage(ClassPage):
    """The join page; works without JavaScript."""

    def get(self) -> None:
        wished = access.onward(self.get_query_argument("to", ""), self.course.base)
        if self.room.admits(access.visitor(self.request)) or access.is_teacher(self.room, self.request):
            self.redirect(wished)
            return
        self.ask(self.get_query_argument("code", "")[:20], "", wished)

    def post(self) -> None:
        self.own_page_only()
        wished = access.onward(self.get_body_argument("to", ""), self.course.base)
        code, name = self.get_body_argument("code", ""), self.get_body_argument("nickname", "")
        token, address = access.visitor(self.request), self.request.remote_ip or ""
        match self.room.join(code, name, address, token):
            case JoinRefused() as refused:
                self.ask(code[:20], name[:60], wished, refused)
            case visitor:
                self.keep("visitor", visitor.token)
                self.redirect(wished, status=303)

    def ask(self, code: str, name: str, wished: str, refused: JoinRefused | None = None) -> None:
        """Shows the form, and above it why it did not work."""
        lang, base = self.tongue(), self.course.base
        to = wished if wished != base else ""
        if refused is not None and refused.seconds:
            self.set_header("Retry-After", str(refused.seconds))
        problems = []
        if refused is not None and refused.reason != "wait":
            problems.append(say(f"room.refused.{refused.reason}", lang))
        if refused is not None and refused.seconds:
            problems.append(say("room.refused.wait", lang, count=refused.seconds))
        self.draw(
            "join.html.j2",
            say("room.join_title", lang),
            "join",
            status=200 if refused is None else _STATUS[refused.reason],
            query={"code": code, "to": to},
            home="",
            groups=(),
            code=code,
            nickname=name,
            to=to,
            problem=" ".join(problems),
        )
