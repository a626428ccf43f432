"""The roster of a class: its learners, how they join, the teacher's invitation.

- A learner joins with the short class code, and is then identified by a random token.
- After several wrong codes, tries from the same network must wait. After many more, other networks wait a little too.
- The teacher has a random key that opens the teacher's page.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from hmac import compare_digest
from ipaddress import IPv6Address, ip_address
from typing import Any, Final, Literal

from cardlab.dashboard.display_names import new_code, plain_code
from cardlab.lessons.progress_summary import Summary
from cardlab.names import distinct_name, nickname
from cardlab.phrasing.catalogue import say

MOST: Final = 1000
"""The number of learners that a roster holds."""
MOST_FROM_ONE: Final = 100
"""The number of learners from one network; a class behind one router shares one address."""
AWAY: Final = 600.0
"""Seconds without an open page after which a learner without a hand-in may be replaced."""

_MOST_NETS: Final = 2000


@dataclass(frozen=True, slots=True)
class Learner:
    """A learner who has joined.

    - `token`: the secret cookie of the browser;
    - `number`: from 1 in the order of joining, never given twice;
    - `name`: the nickname, or "";
    - `network`: the IPv4 address or IPv6 network of the browser;
    - `path`: the page opened last, such as "en/melds.ipynb", or "";
    - `last_seen`: when it was opened, by the roster's clock;
    - `player`: the token by which this learner plays at tables, or "";
    - `summary`: the progress handed in last, or None.
    """

    token: str
    number: int
    name: str
    network: str
    path: str = ""
    last_seen: float = 0.0
    player: str = ""
    summary: Summary | None = None

    def display_name(self, lang: str) -> str:
        """Return the nickname, or a name made from the number."""
        return self.name or say("room.guest", lang, number=self.number)


@dataclass(frozen=True, slots=True)
class JoinRefused:
    """Why a learner could not join, and the seconds until the next try, 0 for none.

    The reasons: wrong code, too early for another try, full roster, or too many learners from one network.
    """

    reason: Literal["wrong", "wait", "full", "crowd"]
    seconds: int = 0


class Roster:
    """The roster of one class, from the start of the server to its end.

    - `addresses`: returns the addresses of the course, best first, each with a slash at the end;
    - `clock`: returns a monotonic time in seconds;
    - `proxies`: the addresses of servers that forward requests and name the sender;
    - `present`: returns the tokens of learners with an open page;
    - `key`: the teacher's key of 128 bits; `code`: the current class code;
    - `invitation`: the page that the teacher invites all to: the name of a notebook, `BOARD`, `TABLES`, a tournament's
      page, or "" for none;
    - `removed`: learners who were removed; their answers stay until the class ends;
    - `watch`: called when anything has changed.
    """

    def __init__(
        self,
        addresses: Callable[[], Sequence[str]] = tuple,
        clock: Callable[[], float] = time.monotonic,
        proxies: Collection[str] = (),
    ) -> None:
        self.addresses = addresses
        self.proxies = proxies
        self.present: Callable[[], Collection[str]] = tuple
        self.key = secrets.token_urlsafe(16)
        self.code = new_code()
        self.invitation = ""
        self.removed: list[Learner] = []
        self.watch: Callable[[], None] = lambda: None
        self._clock = clock
        self._learners: dict[str, Learner] = {}
        self._attempts = _CodeAttempts(clock, free=5, longest=150, most=_MOST_NETS)
        # Limits for all networks together, too high to stop a class that mistypes. Networks without wrong codes have
        # a limit of their own, so that guessing elsewhere doesn't lock them out.
        self._attempts_by_known = _CodeAttempts(clock, free=100, longest=5, most=1)
        self._attempts_by_new = _CodeAttempts(clock, free=1000, longest=1, most=1)

    # Joining

    def join(self, code: str, name: str, address: str, token: str = "") -> Learner | JoinRefused:
        """Let a learner join with the class code, or change the name of a known one.

        `code` and `name` are as typed; `address` is the IP address of the browser, and `token` comes from its cookie.
        """
        if known := self._learners.get(token):
            return self.change(token, name=self._unique_name(name, but=token)) if name.strip() else known
        network = _network_of(address)
        in_all = self._attempts_by_known if self._attempts.has_tried(network) else self._attempts_by_new
        if seconds := max(self._attempts.seconds_left(network), in_all.seconds_left("")):
            return JoinRefused("wait", seconds)
        if not compare_digest(plain_code(code).encode(), self.code.encode()):
            return JoinRefused("wrong", max(self._attempts.add_wrong(network), in_all.add_wrong("")))
        self._attempts.forgive(network)
        if len(self._learners) >= MOST or not self._make_space(network):
            return JoinRefused("full" if len(self._learners) >= MOST else "crowd")
        token, number = secrets.token_urlsafe(16), max((one.number for one in self.everybody()), default=0) + 1
        self._learners[token] = Learner(token, number, self._unique_name(name), network)
        return self.change(token, last_seen=self._clock())

    def address_of(self, peer: str, forwarded: str) -> str:
        """Return the IP address of a browser.

        `peer` is the sender's address, `forwarded` the header X-Forwarded-For, which counts only if it comes from a
        proxy of ours.

        >>> Roster(proxies=["127.0.0.1"]).address_of("127.0.0.1", "10.0.0.66, 10.0.0.7")
        '10.0.0.7'
        """
        passed_on = forwarded.split(",")
        while peer.removeprefix("::ffff:") in self.proxies and passed_on:
            peer = passed_on.pop().strip() or peer
        return peer

    def admits(self, token: str) -> bool:
        return token in self._learners

    def is_teacher(self, key: str) -> bool:
        return compare_digest(key.encode("utf-8", "replace"), self.key.encode())

    def renew_code(self) -> None:
        """Draw a new code, and forgive all networks; learners who have joined stay."""
        before = self.code
        while self.code == before:
            self.code = new_code()
        self._attempts.forgive()
        self.watch()

    # Learners

    def change(self, token: str, **changes: Any) -> Learner:
        """Change fields of the learner with this token. Raises KeyError if there is none."""
        learner = self._learners[token] = replace(self._learners[token], **changes)
        self.watch()
        return learner

    def seen(self, token: str, path: str) -> None:
        """Note the page that a learner has opened; unknown tokens are ignored."""
        if token in self._learners:
            self.change(token, path=path, last_seen=self._clock())

    def visitor(self, token: str) -> Learner | None:
        return self._learners.get(token)

    def learners(self) -> tuple[Learner, ...]:
        """Return all learners, in the order of joining."""
        return tuple(self._learners.values())

    def everybody(self) -> tuple[Learner, ...]:
        """Return all learners, then those removed."""
        return *self._learners.values(), *self.removed

    def remove(self, number: int) -> str:
        """Remove the learner with this number; return the invalidated token, or ""."""
        token = next((token for token, learner in self._learners.items() if learner.number == number), "")
        if token:
            self.removed.append(self._learners.pop(token))
            self.watch()
        return token

    def plays_as(self, visitor: str, player: str) -> str:
        """Return the token by which a learner plays at tables, "" for none yet.

        Only the first token that the browser sends counts, so a learner stays one player even with forged cookies.
        """
        learner = self._learners[visitor]
        return learner.player or (self.change(visitor, player=player).player if player else "")

    def end(self) -> None:
        """End the class: remove all learners and the invitation, and draw a new code."""
        self._learners.clear()
        self.removed.clear()
        self.invitation = ""
        self.renew_code()

    def bring_back(
        self, key: str, code: str, invitation: str, learners: Sequence[Learner], removed: Sequence[Learner]
    ) -> None:
        """Continue the class of another process."""
        self.key, self.code, self.invitation = key, code, invitation
        self._learners, self.removed = {one.token: one for one in learners}, [*removed]

    # Inside

    def _unique_name(self, name: str, but: str = "") -> str:
        """Return the typed nickname, with a number if another learner has the same."""
        return distinct_name(nickname(name), (one.name for one in self.learners() if one.token != but))

    def _make_space(self, network: str) -> bool:
        """Return whether a network has space; if full, remove its longest absent learner."""
        neighbours = [learner for learner in self._learners.values() if learner.network == network]
        if len(neighbours) < MOST_FROM_ONE:
            return True
        since, present = self._clock() - AWAY, self.present()
        away = [one for one in neighbours if one.last_seen < since and not one.summary and one.token not in present]
        return bool(away) and bool(self.remove(min(away, key=lambda learner: learner.last_seen).number))


# Wrong codes


class _CodeAttempts:
    """Wrong codes by source, and how long each source must wait.

    Only the last `most` sources are kept. Wrong code number `free` is the first that causes a wait: 2 seconds.
    Each further wrong code doubles the wait. No wait exceeds `longest` seconds. A source is forgiven after a quarter of
    an hour without a wrong code.
    """

    FORGIVEN: Final = 900.0

    def __init__(self, clock: Callable[[], float], free: int, longest: int, most: int) -> None:
        self._clock = clock
        self._free = free
        self._longest = longest
        self._most = most
        self._tries: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """The number of wrong codes, and the time of the last one."""

    def seconds_left(self, source: str) -> int:
        """Return the whole seconds that a source must still wait."""
        count, last = self._tries.get(source, (0, 0.0))
        rest = last + self._wait(count) - self._clock()
        return max(0, -int(-rest // 1))

    def has_tried(self, source: str) -> bool:
        """Return whether a source has tried a wrong code that is not forgiven."""
        count, last = self._tries.get(source, (0, 0.0))
        return count > 0 and self._clock() - last <= self.FORGIVEN

    def add_wrong(self, source: str) -> int:
        """Count a wrong code; return the seconds until the next try."""
        count = self._tries[source][0] if self.has_tried(source) else 0
        self._tries[source] = count + 1, self._clock()
        self._tries.move_to_end(source)
        while len(self._tries) > self._most:
            self._tries.popitem(last=False)
        return self._wait(count + 1)

    def forgive(self, source: str | None = None) -> None:
        """Forget the wrong codes of a source, or of all sources."""
        self._tries = OrderedDict(one for one in self._tries.items() if source not in (None, one[0]))

    def _wait(self, count: int) -> int:
        beyond = count - self._free
        return 0 if beyond < 0 else min(self._longest, 2 << min(beyond, 20))


def _network_of(address: str) -> str:
    """Return an IPv4 address, or the network of an IPv6 address, in normal form.

    Devices choose the rest of an IPv6 address themselves.

    >>> _network_of("::ffff:10.0.0.1"), _network_of("2001:db8::7%eth0")
    ('10.0.0.1', '2001:db8::')
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or IPv6Address(int(ip) >> 64 << 64))
