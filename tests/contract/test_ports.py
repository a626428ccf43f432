"""The port of a server: bound once and kept, passed on when it is taken, and a wrong address is one sentence."""

import logging
import socket

import pytest

from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.serve import start
from cardlab.serve.start import CannotServe, bind, configure_logging


@pytest.fixture
def listening():
    """Binds ports and lets them go at the end of the test."""
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
    assert port_of(listening("127.0.0.1", wanted, "en")) == wanted
    with socket.create_connection(("127.0.0.1", wanted)):
        assert capsys.readouterr().out == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_taken_port_leads_to_the_next_free_one_and_that_is_said(listening, capsys, lang):
    wanted = port_of(listening("127.0.0.1", a_free_port(), "en"))
    port = port_of(listening("127.0.0.1", wanted, lang))
    assert port > wanted
    assert capsys.readouterr().out == say("serve.port_taken", lang, taken=wanted, port=port) + "\n"


def test_a_port_that_is_bound_but_not_yet_listened_on_is_taken(listening):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        assert port_of(listening("127.0.0.1", other.getsockname()[1], "en")) > other.getsockname()[1]


def test_every_address_of_a_name_gets_the_same_port(listening):
    sockets = listening("localhost", a_free_port(), "en")
    addresses = {host for *_, (host, *_) in socket.getaddrinfo("localhost", None, type=socket.SOCK_STREAM)}
    assert {one.getsockname()[0] for one in sockets} <= addresses
    assert port_of(sockets)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("words", ["serve --port=x", "lab --port=65536", "serve --port=70000", "lab --port=-1"])
def test_what_is_no_port_is_one_sentence(words, lang, run):
    facts = {"option": "--port", "first": 1, "last": 65535, "text": words.partition("=")[2]}
    output = f"cardlab {words.split()[0]}: {say('serve.bad_number', lang, **facts)}\n"
    assert run(*words.split(), "--lang", lang) == (2, "", output)


@pytest.mark.parametrize(
    "host",
    ["no such host", "192.0.2.1", "2001:db8::1", "256.0.0.1", "a..b", "x" * 80, "nul\0", "http://127.0.0.1", "🂡"],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_address_that_is_not_this_computers_is_one_sentence(host, lang):
    with pytest.raises(CannotServe) as refused:
        bind(host, 8866, lang)
    assert str(refused.value) == say("serve.bad_host", lang, host=host)


def test_no_free_port_is_one_sentence(listening, monkeypatch):
    monkeypatch.setattr(start, "PORTS_TRIED", 0)
    wanted = port_of(listening("127.0.0.1", a_free_port(), "en"))
    with pytest.raises(CannotServe) as refused:
        bind("127.0.0.1", wanted, "nl")
    assert str(refused.value) == say("serve.no_port", "nl", first=wanted, last=wanted)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_address_or_a_file_that_cannot_be_is_refused_before_anything_begins(lang, run):
    for path in ('a b"<', "a?b", "a#b", "\u00e4", "a\\b"):
        text = say("serve.bad_path", lang, text=path)
        assert run("serve", "--lang", lang, "--base-url", path) == (2, "", f"cardlab serve: {text}\n")
    for file in ("", " "):
        assert run("serve", "--lang", lang, "--store", file) == (
            2,
            "",
            f"cardlab serve: {say('serve.bad_store', lang)}\n",
        )


def test_the_same_error_is_written_once_and_then_only_counted(monkeypatch, capsys):
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    configure_logging(False, "en")
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
