"""The addresses of this computer in the network, and their QR codes."""

from __future__ import annotations

import io
import re
import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

import psutil
import segno

EVERYWHERE: Final = "0.0.0.0"
"""The default address of `--class`."""

_VIRTUAL: Final = re.compile(
    r"docker|br-|veth|vethernet|virbr|vmnet|vmware|vbox|virtualbox|lxc|lxd|cni|podman|tun|tap|wg|utun|zt|tailscale|ppp",
    re.IGNORECASE,
)
"""The names of interfaces of containers, virtual machines and tunnels."""


def is_local(host: str) -> bool:
    """Return whether only this computer can reach a server that listens on `host`."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def address_of(host: str, port: int, base: str = "/") -> str:
    """Return the address of the course on a host; port 80 is left out."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}{'' if port == 80 else f':{port}'}{base}"


def addresses(host: str, port: int, base: str = "/") -> tuple[str, ...]:
    """Return the addresses where others reach a server that listens on `host`.

    The most likely one is first. If `host` means all interfaces, these are the current addresses of the computer: IPv4
    before IPv6, those of containers and tunnels last; none without a network.
    """
    if host not in ("", EVERYWHERE, "::"):
        return (address_of(host, port, base),)
    versions = (4,) if host == EVERYWHERE else (4, 6)
    preferred = _preferred()
    ranked = [
        (bool(_VIRTUAL.match(interface)), ip.version, str(ip) != preferred, not ip.is_private, index, str(ip))
        for index, (interface, ip) in enumerate(_own_addresses())
        if ip.version in versions
    ]
    return tuple(dict.fromkeys(address_of(ip, port, base) for *_, ip in sorted(ranked)))


def short_address(address: str) -> str:
    """Return an address as people type it, such as "192.168.1.5:8866"."""
    return address.removeprefix("http://").rstrip("/")


@lru_cache(maxsize=100)
def qr_svg(text: str) -> str:
    """Return a QR code as SVG without a size, black on white with a margin."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False, boost_error=False).save(
        out, kind="svg", border=4, dark="#000", light="#fff", omitsize=True, xmldecl=False, nl=False
    )
    return out.getvalue().decode()


def _own_addresses() -> Iterable[tuple[str, IPv4Address | IPv6Address]]:
    """Yield interface and address of each active interface that others can reach."""
    states = psutil.net_if_stats()
    for interface, entries in psutil.net_if_addrs().items():
        if interface in states and not states[interface].isup:
            continue
        for entry in entries:
            if entry.family not in (socket.AF_INET, socket.AF_INET6):
                continue
            ip = ip_address(entry.address.partition("%")[0])
            if not (ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast):
                yield interface, ip


def _preferred() -> str:
    """Return the source address of packets to the internet, or ""; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        try:
            # An address reserved for documentation: connecting a datagram socket only looks up the route.
            datagrams.connect(("192.0.2.1", 9))
            return str(datagrams.getsockname()[0])
        except OSError:
            return ""
