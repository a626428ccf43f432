"""The port of a server: bound once and kept, passed on when it is taken, and a wrong address is one sentence."""

import socket

import pytest

from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.serve import start
from cardlab.serve.start import CannotServe, bound


@pytest.fixture
def listening():
    """Binds ports and lets them go at the end of the test."""
    opened = []

    def bind(*asked):
        sockets = bound(*asked)
        opened.extend(sockets)
        return sockets

    yield bind
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
        bound(host, 8866, lang)
    assert str(refused.value) == say("serve.bad_host", lang, host=host)


def test_no_free_port_is_one_sentence(listening, monkeypatch):
    monkeypatch.setattr(start, "PORTS_TRIED", 0)
    wanted = port_of(listening("127.0.0.1", a_free_port(), "en"))
    with pytest.raises(CannotServe) as refused:
        bound("127.0.0.1", wanted, "nl")
    assert str(refused.value) == say("serve.no_port", "nl", first=wanted, last=wanted)
