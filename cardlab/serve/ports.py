"""On which address and port a server listens: bound once, here, and handed to the server as it is.

A port that is asked for, let go and bound again
can be somebody else's in between, so nothing here ever lets go of one.
"""

from __future__ import annotations

import errno
import os
import socket
from typing import Any, Final, TypeAlias

from cardlab.locale import say

PORTS_TRIED: Final = 50
LAST_PORT: Final = 65535
WAITING: Final = 1024
"""How many connections may wait to be taken: a class opens its pages in the same second."""


def _numbers(*names: str) -> frozenset[int]:
    """The numbers of these errors here: each system counts its own way, and Windows has a second set for sockets."""
    return frozenset(
        number for name in names for number in (getattr(errno, name, 0), getattr(errno, f"WSA{name}", 0)) if number
    )


_NOT_OURS: Final = _numbers("EADDRNOTAVAIL", "EAFNOSUPPORT", "EPROTONOSUPPORT")
_TAKEN: Final = _numbers("EADDRINUSE", "EACCES")
_Place: TypeAlias = tuple[int, tuple[Any, ...]]
"""An address family, and an address in it as a socket takes it."""


class CannotServe(Exception):
    """A reason not to start; its text is the sentence for the person who asked."""


def bound(host: str, wanted: int, lang: str) -> list[socket.socket]:
    """Listening sockets for every address of `host`, all on the first port that is free from `wanted` on.

    Prints a sentence if that is another port than the one wanted.
    Raises CannotServe if this computer has no such address, or none of the ports is free.
    """
    places = _places(host, lang)
    last = min(wanted + PORTS_TRIED, LAST_PORT)
    for port in range(wanted, last + 1):
        try:
            sockets = _listening(places, port)
        except OSError as problem:
            if problem.errno in _TAKEN:
                continue
            raise CannotServe(say("serve.bad_host", lang, host=host)) from None
        if not sockets:
            raise CannotServe(say("serve.bad_host", lang, host=host))
        if port != wanted:
            print(say("serve.port_taken", lang, taken=wanted, port=port), flush=True)
        return sockets
    raise CannotServe(say("serve.no_port", lang, first=wanted, last=last))


def _places(host: str, lang: str) -> list[_Place]:
    """Every address that `host` stands for, each once."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, ValueError):  # a name that no encoding for host names can write is a ValueError
        raise CannotServe(say("serve.bad_host", lang, host=host)) from None
    return list(dict.fromkeys((family, address) for family, _, _, _, address in found))


def _listening(places: list[_Place], port: int) -> list[socket.socket]:
    """Sockets that listen on `port` of each place; a place that is not this computer's is left out.

    Raises OSError, and keeps nothing, if the port of one of them cannot be had.
    """
    sockets: list[socket.socket] = []
    try:
        for family, (host, _, *more) in places:
            try:
                sockets.append(_listen(family, (host, port, *more)))
            except OSError as problem:
                if problem.errno not in _NOT_OURS:
                    raise
    except OSError:
        for opened in sockets:
            opened.close()
        raise
    return sockets


def _listen(family: int, address: tuple[Any, ...]) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "nt":
            # There SO_REUSEADDR would let two servers have one port; this keeps it ours alone.
            made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            # Else "::" would take the port of "0.0.0.0" as well, and the two could not stand side by side.
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.setblocking(False)
        made.bind(address)
        made.listen(WAITING)
    except BaseException:
        made.close()
        raise
    return made
