"""The port of a server: bound once and kept, passed on when it is taken, and a wrong address is one sentence."""

import logging
import socket

import pytest

from cardlab.serve import start
from cardlab.serve.start import bind, configure_logging
from cardlab.terminal import Unusable


@pytest.fixture
def listening():
    """Return a function that binds ports and frees them after the test."""
    opened = []

    def listen(*asked):
        sockets = bind(*asked)
        opened.extend(sockets)
        return sockets

    yield listen
    for one in opened:
        one.close()


def a_free_port():
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return trial.getsockname()[1]


def port_of(sockets):
    (port,) = {one.getsockname()[1] for one in sockets}
    return port


def test_the_port_that_is_wanted_is_bound_and_takes_visitors(listening, capsys):
    wanted = a_free_port()
    assert port_of(listening("127.0.0.1", wanted)) == wanted
    with socket.create_connection(("127.0.0.1", wanted)):
        assert capsys.readouterr().out == ""


def test_a_taken_port_leads_to_the_next_free_one_and_that_is_said(listening, capsys):
    wanted = port_of(listening("127.0.0.1", a_free_port()))
    port = port_of(listening("127.0.0.1", wanted))
    assert port > wanted
    assert capsys.readouterr().out == f"Port {wanted} is taken, so the course uses port {port}.\n"


def test_a_port_that_is_bound_but_not_yet_listened_on_is_taken(listening):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        assert port_of(listening("127.0.0.1", other.getsockname()[1])) > other.getsockname()[1]


def test_every_address_of_a_name_gets_the_same_port(listening):
    sockets = listening("localhost", a_free_port())
    addresses = {host for *_, (host, *_) in socket.getaddrinfo("localhost", None, type=socket.SOCK_STREAM)}
    assert {one.getsockname()[0] for one in sockets} <= addresses
    assert port_of(sockets)


@pytest.mark.parametrize("words", ["serve --port=x", "lab --port=65536", "serve --port=70000", "lab --port=-1"])
def test_what_is_no_port_is_one_sentence(words, run):
    code, out, err = run(*words.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"cardlab {words.split()[0]}: Argument --port: a whole number from 1 to 65535, not ")


@pytest.mark.parametrize(
    "host",
    ["no such host", "192.0.2.1", "2001:db8::1", "256.0.0.1", "a..b", "x" * 80, "nul\0", "http://127.0.0.1", "🂡"],
)
def test_an_address_that_is_not_this_computers_is_one_sentence(host):
    with pytest.raises(Unusable) as refused:
        bind(host, 8866)
    assert f"address {host}." in str(refused.value)
    assert "\n" not in str(refused.value)


def test_no_free_port_is_one_sentence(listening, monkeypatch):
    monkeypatch.setattr(start, "PORTS_TRIED", 0)
    wanted = port_of(listening("127.0.0.1", a_free_port()))
    with pytest.raises(Unusable) as refused:
        bind("127.0.0.1", wanted)
    assert f"{wanted} to {wanted}" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_address_a_name_or_a_file_that_cannot_be_is_refused_before_anything_begins(run):
    for name in ("a b", "https://cards.example", "cards.example:8443"):
        code, out, err = run("serve", "--allow-host", name)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "--allow-host" in err
    for path in ('a b"<', "a?b", "a#b", "\u00e4", "a\\b"):
        code, out, err = run("serve", "--base-url", path)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "--base-url" in err
    for file in ("", " "):
        assert run("serve", "--store", file) == (2, "", "cardlab serve: --store needs the name of a file.\n")
    for file in (".", f"{__file__}/8a.sqlite3"):
        code, out, err = run("serve", "--store", file)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert file in err


def test_the_same_error_is_written_once_and_then_only_counted(monkeypatch, capsys):
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    configure_logging(False)
    log = logging.getLogger("cardlab.tables")
    for number in range(120):
        log.error("table %s: %s", f"CODE{number}", "the disk is full")
    log.error("table %s: %s", "CODE", "another reason")
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(": ")[2] for line in lines] == [
        "table CODE0: the disk is full",
        "table CODE9: the disk is full (10 ×)",
        "table CODE99: the disk is full (100 ×)",
        "table CODE: another reason",
    ]
