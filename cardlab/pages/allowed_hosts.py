"""Host and origin checks: the server's names, and which pages may send requests.

- The Host header must be ours: this refuses foreign pages whose name resolves to this computer (DNS rebinding).
- The Origin header of POST requests and WebSockets must be the Host that they are sent to.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final

_HOST: Final = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[0-9A-Za-z._-]+))(?::[0-9]{1,5})?")


def own_names(allowed: Iterable[str] = ()) -> frozenset[str]:
    """Return the host names of this computer, and the `allowed` ones."""
    computer = _plain_name(socket.gethostname())
    short = computer.partition(".")[0]
    own = {"localhost", computer, short, f"{short}.local"} if short else {"localhost"}
    return frozenset(own | {_plain_name(name) for name in allowed}) - {""}


def is_own_host(host: str, names: Iterable[str]) -> bool:
    """Return whether a Host header is an IP address or one of `names`, port aside.

    >>> is_own_host("192.168.1.5:8866", ()), is_own_host("Laptop", {"laptop"}), is_own_host("evil.example", ())
    (True, True, False)
    """
    parts = _HOST.fullmatch(host)
    if parts is None:
        return False
    try:
        ip_address(parts["six"] or parts["name"])
    except ValueError:
        return _plain_name(parts["name"] or "") in frozenset(names)
    return True


def is_own_origin(origin: str | None, host: str) -> bool:
    """Return whether an Origin header names the host of the request; None doesn't."""
    return bool(host) and (origin or "").lower() in (f"http://{host.lower()}", f"https://{host.lower()}")


def _plain_name(name: str) -> str:
    return name.strip().lower().removesuffix(".")
