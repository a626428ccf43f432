"""How others reach this computer: its addresses in the network, and a QR code of one."""

from __future__ import annotations

import io
import re
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, TextIO

import psutil
import segno

EVERYWHERE: Final = "0.0.0.0"
"""What `--class` listens on, if no address is named."""

_WITHOUT_PUPILS: Final = re.compile(
    r"docker|br-|veth|vethernet|virbr|vmnet|vmware|vbox|virtualbox|lxc|lxd|cni|podman|tun|tap|wg|utun|zt|tailscale|ppp",
    re.IGNORECASE,
)
"""Cards behind which containers, virtual machines and tunnels live."""


def is_local(host: str) -> bool:
    """Whether only this computer reaches a server that listens on `host`."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def address_of(host: str, port: int, base: str = "/") -> str:
    """The address of the course on a host: "http://192.168.1.5:8866/"; the port is left out where it goes by itself."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}{'' if port == 80 else f':{port}'}{base}"


def addresses(host: str, port: int, base: str = "/") -> tuple[str, ...]:
    """The addresses under which others reach a server that listens on `host`, the most likely one first.

    For a server on all cards these are the addresses that the computer has at this moment, IPv4 before IPv6;
    those of containers and tunnels come last.
    Empty if the computer is in no network.
    """
    if host not in ("", EVERYWHERE, "::"):
        return (address_of(host, port, base),)
    kinds = (4,) if host == EVERYWHERE else (4, 6)
    preferred = _preferred()
    found = [
        (bool(_WITHOUT_PUPILS.match(card)), ip.version, str(ip) != preferred, not ip.is_private, place, str(ip))
        for place, (card, ip) in enumerate(_own())
        if ip.version in kinds
    ]
    return tuple(dict.fromkeys(address_of(ip, port, base) for *_, ip in sorted(found)))


def in_print(address: str) -> str:
    """An address as it is read from a wall and typed: `in_print("http://192.168.1.5:8866/")` is "192.168.1.5:8866"."""
    return address.removeprefix("http://").rstrip("/")


def drawing(text: str) -> str:
    """A QR code as SVG, black on white with its margin in every theme, as large as the place that shows it."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False, boost_error=False).save(
        out, kind="svg", border=4, dark="#000", light="#fff", omitsize=True, xmldecl=False, nl=False
    )
    return out.getvalue().decode()


def terminal_drawing(text: str, out: TextIO) -> str:
    """A QR code in half blocks; "" where nobody could scan it: not a terminal, or one that lacks the signs."""
    if not out.isatty():
        return ""
    drawn = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, border=2, compact=True)
    try:
        drawn.getvalue().encode(out.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ""
    return drawn.getvalue()


def _own() -> Iterable[tuple[str, IPv4Address | IPv6Address]]:
    """The addresses of the cards that are switched on, without those that lead nowhere."""
    states = psutil.net_if_stats()
    for card, entries in psutil.net_if_addrs().items():
        if card in states and not states[card].isup:
            continue
        for entry in entries:
            if entry.family not in (socket.AF_INET, socket.AF_INET6):
                continue
            try:
                ip = ip_address(entry.address.partition("%")[0])
            except ValueError:
                continue
            if not (ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast):
                yield card, ip


def _preferred() -> str:
    """The address that the computer would use for a way out; found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        try:
            # An address that is kept for examples: a datagram socket only looks up the way there.
            trial.connect(("192.0.2.1", 9))
            return str(trial.getsockname()[0])
        except OSError:
            return ""
