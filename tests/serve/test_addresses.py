"""How others reach this computer: addresses as they are printed, and as they are drawn."""

import io
import re

import pytest

from cardlab.classroom.teacher import announce
from cardlab.dashboard import addresses
from cardlab.dashboard.display_names import spaced
from cardlab.dashboard.roster import Roster


def test_an_address_is_written_as_a_browser_reads_it_and_one_of_this_computer_alone_is_known():
    assert all(map(addresses.is_local, ("localhost", "127.0.0.1", "127.9.9.9", "::1")))
    assert not any(map(addresses.is_local, ("0.0.0.0", "::", "192.168.1.5", "127.evil.example", "laptop", "")))
    assert addresses.address_of("192.168.1.5", 8866) == "http://192.168.1.5:8866/"
    assert addresses.address_of("fd00::2", 80, "/school/") == "http://[fd00::2]/school/"
    assert addresses.addresses("192.168.1.5", 8866, "/school/") == ("http://192.168.1.5:8866/school/",)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", ""])
def test_a_server_on_all_cards_is_reached_where_others_are(host):
    for address in addresses.addresses(host, 8866):
        assert re.fullmatch(r"http://(?:[0-9.]+|\[[0-9a-f:]+\]):8866/", address)
        assert not re.search(r"//(?:127\.|0\.0\.0\.0|169\.254\.|\[::1?\]|\[fe80:)", address)
        assert host != "0.0.0.0" or "[" not in address


def test_a_drawing_is_black_on_white_with_a_margin_and_holds_no_text():
    drawn = addresses.qr_svg("http://192.168.1.5:8866/join?code=FHKMRT")
    size = int(re.search(r'viewBox="0 0 (\d+) \1"', drawn)[1])
    assert f'<path fill="#fff" d="M0 0h{size}v{size}h-{size}z"/>' in drawn
    assert 'stroke="#000" d="M4 4.5h7m' in drawn
    assert "script" not in addresses.qr_svg("<script>&\"'")


def test_the_terminal_says_how_the_class_comes_in():
    roster, out = Roster(lambda: ("http://192.168.1.5:8866/", "http://10.0.0.1:8866/")), io.StringIO()
    teacher = announce(roster, "0.0.0.0", 8866, "/", out)
    assert teacher == f"http://127.0.0.1:8866/teacher?key={roster.key}"
    for said in ("http://192.168.1.5:8866/\n", "http://10.0.0.1:8866/\n", f"{spaced(roster.code)}\n", f"{teacher}\n"):
        assert f" {said}" in out.getvalue()
    assert "0.0.0.0" not in out.getvalue()
    assert announce(Roster(), "::", 8866, "/school/", out).startswith("http://[::1]:8866/school/teacher?key=")
