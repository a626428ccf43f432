"""Who may speak with the server: addresses, hosts, origins, ways in, and where one may go on to."""

import re
import socket

import pytest
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine

from cardlab.classroom.teacher import announce
from cardlab.dashboard import access, addresses
from cardlab.dashboard.display_names import spaced
from cardlab.dashboard.roster import Roster
from cardlab.pages import allowed_hosts

OWN = allowed_hosts.own_names(["school.example"])

NAME = socket.gethostname()
OWN_HOSTS = (
    "localhost", "LOCALHOST.:8866", "192.168.1.5", "[::1]:8866", "School.Example.:443", NAME.lower(),
    f"{NAME.partition('.')[0]}.local:8866",
)  # fmt: skip
OTHER_HOSTS = (
    "", ":8866", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "xlocalhost", "school.example..",
    "127.0.0.1@evil.example", "evil.example/127.0.0.1", "127.0.0.1:8866:evil.example", "127.0.0.1:123456", "127.1",
    "2130706433", "::1", "[evil.example]", "localhost\n", "łocalhost", "１２７.0.0.1",
)  # fmt: skip


def test_this_computer_answers_to_its_own_names_and_to_no_other(monkeypatch):
    assert [host for host in OWN_HOSTS if not allowed_hosts.is_own_host(host, OWN)] == []
    assert [host for host in OTHER_HOSTS if allowed_hosts.is_own_host(host, OWN)] == []
    monkeypatch.setattr(socket, "gethostname", lambda: "")
    assert allowed_hosts.own_names() == {"localhost"}
    assert not allowed_hosts.is_own_host(".local", allowed_hosts.own_names())


def test_orders_come_from_our_own_pages_and_from_nowhere_else():
    for host in ("127.0.0.1:8866", "[::1]:8866", "school.example", "Laptop.local:80"):
        assert allowed_hosts.is_own_origin(f"http://{host}", host)
        assert allowed_hosts.is_own_origin(f"https://{host.lower()}", host)
    for origin in (
        None, "", "null", "http://127.0.0.1", "http://127.0.0.1:88660", "http://127.0.0.1:8866.evil.example",
        "http://evil.example@127.0.0.1:8866", "ws://127.0.0.1:8866", "//127.0.0.1:8866",
    ):  # fmt: skip
        assert not allowed_hosts.is_own_origin(origin, "127.0.0.1:8866")
        assert not allowed_hosts.is_own_origin(origin, "")


def test_an_address_is_written_as_a_browser_reads_it_and_drawn_and_one_of_this_computer_alone_is_known(
    capsys,
):
    assert all(map(addresses.is_local, ("localhost", "127.0.0.1", "127.9.9.9", "::1")))
    assert not any(map(addresses.is_local, ("0.0.0.0", "::", "192.168.1.5", "127.evil.example", "laptop", "")))
    assert addresses.address_of("fd00::2", 80, "/school/") == "http://[fd00::2]/school/"
    assert addresses.addresses("192.168.1.5", 8866, "/school/") == ("http://192.168.1.5:8866/school/",)
    # A server on all cards is reached where others are.
    for host in ("0.0.0.0", "::", ""):
        for address in addresses.addresses(host, 8866):
            assert re.fullmatch(r"http://(?:[0-9.]+|\[[0-9a-f:]+\]):8866/", address)
            assert not re.search(r"//(?:127\.|0\.0\.0\.0|169\.254\.|\[::1?\]|\[fe80:)", address)
            assert host != "0.0.0.0" or "[" not in address
    # The terminal says how the class comes in.
    roster = Roster(lambda: ("http://192.168.1.5:8866/", "http://10.0.0.1:8866/"))
    teacher = announce(roster, "0.0.0.0", 8866)
    out = capsys.readouterr().out
    assert teacher == f"http://127.0.0.1:8866/teacher?key={roster.key}"
    for said in ("http://192.168.1.5:8866/\n", "http://10.0.0.1:8866/\n", f"{spaced(roster.code)}\n", f"{teacher}\n"):
        assert f" {said}" in out
    assert "0.0.0.0" not in out
    assert announce(Roster(), "::", 8866, "/school/").startswith("http://[::1]:8866/school/teacher?key=")
    # A code for a camera is black on white with a margin.
    drawn = addresses.qr_svg("http://192.168.1.5:8866/join?code=FHKMRT")
    size = int(re.search(r'viewBox="0 0 (\d+) \1"', drawn)[1])
    assert f'<path fill="#fff" d="M0 0h{size}v{size}h-{size}z"/>' in drawn
    assert 'stroke="#000" d="M4 4.5h7m' in drawn


# The way in


def request(uri, method="GET", host="192.168.1.5:8866", **headers):
    fields = HTTPHeaders({"Host": host} | {name.replace("_", "-"): value for name, value in headers.items()})
    return HTTPServerRequest(headers=fields, start_line=RequestStartLine(method, uri, "HTTP/1.1"))


def carrying(room, kind, host="192.168.1.5:8866"):
    token = room.key if kind == "teacher" else room.join(room.code, "", "10.0.0.1").token
    return f"{access.cookie(kind, host)}={token}"


def test_who_is_in_goes_on_and_who_is_not_is_shown_the_way_and_gets_nothing_else():
    room, line = Roster(), request("/en/melds.ipynb", Upgrade="websocket")
    for kind in ("visitor", "teacher"):
        for uri in ("/", "/en/melds.ipynb", "/line/en/melds.ipynb", "/static/common.js", "/assets/0.js"):
            assert access.redirect_for(room, request(uri, Cookie=carrying(room, kind)), "/") == ""
    for uri, way in {
        "/": "/join",
        "/en/melds.ipynb?seed=7&drill=melds.opened": "/join?to=/en/melds.ipynb%3Fseed%3D7%26drill%3Dmelds.opened",
        "/nowhere": "/join?to=/nowhere",
        "/join/": "/join?to=/join/",
        **dict.fromkeys(("//evil.example/", "/\\evil.example", "/en/" + "x" * 2000), "/join"),
    }.items():
        assert access.redirect_for(room, request(uri), "/") == way
    closed = "/static/common.js", "/static/../frame.js", "/static/x/frame.js", "/code/en/melds.ipynb", "/line/teacher"
    sent = [request("/en/melds.ipynb", method) for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS")]
    for one in (line, *sent, *map(request, (*closed, "/line/en/melds.ipynb", "/teacher/results.csv"))):
        assert access.redirect_for(room, one, "/") is None
    # A cookie counts for its own server and its own room.
    elsewhere, as_teacher = carrying(room, "visitor", "192.168.1.5:8867"), carrying(room, "visitor")
    kept = [carrying(Roster(), "visitor"), elsewhere, as_teacher.replace("visitor", "teacher"), "=;;=\xff"]
    for one in (*kept, "cardlab-visitor-8866=", f"cardlab-visitor-8866={'x' * 9999}"):
        assert access.redirect_for(room, request("/en/melds.ipynb", Cookie=one), "/") == "/join?to=/en/melds.ipynb"


@pytest.mark.parametrize("base", ["/", "/school/"])
def test_one_goes_on_inside_the_course_and_nowhere_else(base):
    for inside in (
        "", "en/melds.ipynb", "en/melds.ipynb?seed=7&level=2", "de/whatif.ipynb?pos=a%20b,c;d|e", "?lang=de", "en/",
        "en/%C3%9C%20(1)%23's.ipynb",
    ):  # fmt: skip
        assert access.onward(base + inside, base) == base + inside
    for target in (
        "", "evil", "//evil.example", "/\\evil.example", "/school//evil.example", "/school/en//evil.example",
        "/school/en/../../x", "/school/%2e%2e/x", "https://evil.example/school/", "javascript:alert(1)",
        "/school/\t/evil.example", "/school/en\r\nSet-Cookie: a=b", "/school/en#x", "/school/en?a=<script>",
        "/school/x@evil.example", "/school/" + "a/" * 1000,
    ):  # fmt: skip
        assert access.onward(target, base) == base
