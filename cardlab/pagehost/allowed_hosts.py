"""Under which names the server answers, and from which pages it takes orders.

- A name that is not ours is refused: a foreign page that lets its own name point to this computer (DNS rebinding)
  still sends its own name.
- An order and a line are taken from our own pages only: their origin is the host that they speak to.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final

_HOST: Final = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[0-9A-Za-z._-]+))(?::[0-9]{1,5})?")


def own_names(allowed: Iterable[str] = ()) -> frozenset[str]:
    """The names under which this computer answers: localhost, its own, that with .local, and those `allowed` besides.

    An IP address is no name; every one of them is answered.
    """
    computer = _plain_name(socket.gethostname())
    short = computer.partition(".")[0]
    own = {"localhost", computer, short, f"{short}.local"} if short else {"localhost"}
    return frozenset(own | {_plain_name(name) for name in allowed}) - {""}


def is_own_host(host: str, names: Iterable[str]) -> bool:
    """Whether a Host header is an IP address or one of `names` (as `own_names` gives them), with or without a port.

    >>> is_own_host("192.168.1.5:8866", ()), is_own_host("Laptop", {"laptop"}), is_own_host("evil.example", ())
    (True, True, False)
    """
    parts = _HOST.fullmatch(host)
    if parts is None:
        return False
    if parts["six"]:
        return _is_address(parts["six"])
    return _is_address(parts["name"]) or _plain_name(parts["name"]) in frozenset(names)


def is_own_origin(origin: str | None, host: str) -> bool:
    """Whether an Origin header is that of a page of ours: the scheme of a page, then exactly the Host of the request.

    Without an Origin it is no browser that asks, or no page of ours.
    """
    return bool(host) and (origin or "").lower() in (f"http://{host.lower()}", f"https://{host.lower()}")


def _plain_name(name: str) -> str:
    return name.strip().lower().removesuffix(".")


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
