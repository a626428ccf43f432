"""The class in its roster, by a clock of the test: who comes in, who is called how, what wrong codes cost."""

import unicodedata
from itertools import cycle
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rooms import quiet_room

from cardlab.dashboard.display_names import CODE_LENGTH, LETTERS, plain_code, spaced
from cardlab.dashboard.roster import AWAY, MOST, MOST_FROM_ONE, JoinRefused, Roster
from cardlab.lessons.progress_summary import Summary
from cardlab.names import LONGEST_NAME, nickname

HOME = "192.168.1.20"


@pytest.fixture
def clock():
    """`now`: seconds that pass when the test says so."""
    return SimpleNamespace(now=1000.0)


@pytest.fixture
def roster(clock):
    return Roster(clock=lambda: clock.now)


def wrong(roster):
    """A code that is not the room's."""
    return roster.code[:-1] + next(letter for letter in LETTERS if letter != roster.code[-1])


# Code and key


def test_a_code_is_short_without_signs_that_look_alike_and_may_be_typed_as_one_likes_and_keys_cannot_be_guessed(roster):
    codes = {Roster().code for _ in range(200)}
    assert len(codes) == 200
    assert {len(code) for code in codes} == {CODE_LENGTH}
    assert set("".join(codes)) == set(LETTERS)
    for alike in ("0O", "1IL", "2Z", "5S", "8B", "6G", "UV"):
        assert len(set(alike) & set(LETTERS)) <= 1
    assert not set("AEIOU") & set(LETTERS)
    for code in (roster.code, roster.code.lower(), spaced(roster.code), "-".join(roster.code)):
        for typed in ("{}", " {} ", "{}\n", "{}-", "\u200b{}"):
            assert plain_code(typed.format(code)) == roster.code
            assert roster.join(typed.format(code), "", HOME).number
    for number, typed in enumerate(("", " ", "\0", "\ud800", "ß" * 10_000, "４" * 6, "🂡", "' or 1=1")):
        assert roster.join(typed, "", f"10.0.0.{number}") == JoinRefused("wrong")
    keys = [roster.key, *(one.token for one in roster.learners()), Roster().key]
    assert len(set(keys)) == len(keys) > 20
    assert {len(key) for key in keys} == {22}  # 128 bits in base64
    assert roster.is_teacher(roster.key)
    assert not any(map(roster.is_teacher, ("", "x", "é", "\ud800", "a" * 22, roster.key + " ", *keys[1:])))
    assert not roster.admits(roster.key)


# Who is in


def test_who_has_the_code_is_in_until_removed_or_the_class_ends(roster):
    anna, ben = (roster.join(roster.code, name, HOME) for name in ("Anna", "Ben"))
    assert all(roster.admits(one.token) for one in (anna, ben))
    assert not roster.admits("") | roster.admits(anna.token[:-1]) | Roster().admits(anna.token)
    # Who comes in again is the same learner, and the page opened last is known.
    roster.seen(anna.token, "en/index.ipynb")
    roster.seen(anna.token, "de/turn.ipynb")
    roster.seen("nobody", "en/melds.ipynb")
    again = roster.join("whatever", "Anna M", HOME, anna.token)
    assert (again.token, again.number, again.name, again.path) == (anna.token, 1, "Anna M", "de/turn.ipynb")
    for name in (" ", "Anna M"):
        assert roster.join("whatever", name, HOME, anna.token) == again
    assert roster.learners() == (again, ben)
    # A learner is one player, whatever cookies are sent.
    assert [roster.plays_as(anna.token, player) for player in ("", "one", "other", "")] == ["", "one", "one", "one"]
    # A new code ends the old one, and everybody stays.
    before = roster.code
    roster.renew_code()
    assert roster.join(before, "", HOME) == JoinRefused("wrong")
    assert roster.admits(anna.token)
    assert roster.remove(ben.number) == ben.token
    assert roster.remove(ben.number) == roster.remove(0) == ""
    assert [roster.admits(one.token) for one in (anna, ben)] == [True, False]
    assert roster.everybody()[-1] == ben
    assert roster.join(roster.code, "Ben", HOME).number == 3
    code, key, roster.invitation = roster.code, roster.key, "melds"
    roster.end()
    assert not roster.admits(anna.token)
    assert (roster.everybody(), roster.invitation, roster.key) == ((), "", key)
    assert roster.code != code


def test_a_hundred_from_one_address_put_nobody_out_who_is_at_work_and_the_room_has_an_end(roster, clock):
    """Who has a page open or has handed in stays; who has been away for long makes space, named in the tables."""
    works, gave, sleeps = (roster.join(roster.code, name, HOME) for name in ("Anna", "Öz", "Ben"))
    roster.present = lambda: {works.token}
    roster.change(gave.token, summary=Summary("Öz", (), ()))
    flood = [roster.join(roster.code, "", HOME) for _ in range(MOST_FROM_ONE)]
    assert flood[-3:] == [JoinRefused("crowd")] * 3
    assert roster.join(roster.code, "", "192.168.1.99").number == MOST_FROM_ONE + 1
    clock.now += AWAY + 1
    roster.seen(flood[0].token, "en/melds.ipynb")
    assert roster.admits(roster.join(roster.code, "Late", HOME).token)
    assert [roster.admits(one.token) for one in (works, gave, sleeps)] == [True, True, False]
    assert sleeps in roster.everybody()
    roster.end()
    hosts = (f"10.0.{one}.{two}" for one in range(10) for two in range(1, 200))
    answers = [roster.join(roster.code, "", host) for host in hosts]
    assert answers[MOST:] == [JoinRefused("full")] * (len(answers) - MOST)
    assert len(roster.learners()) == MOST


def test_a_network_of_ipv6_is_one_neighbour_and_what_a_named_proxy_says_of_an_address_counts(roster):
    """One device has as many addresses there as it likes, and all of them have their tries together."""
    tried = [roster.join(wrong(roster), "", f"2001:db9::{number:x}") for number in range(6)]
    assert tried == [JoinRefused("wrong")] * 4 + [JoinRefused("wrong", 2), JoinRefused("wait", 2)]
    assert roster.join(roster.code, "", "2001:db9:0:1::1").number == 1
    joined = [roster.join(roster.code, "", f"2001:db8::{number:x}") for number in range(MOST_FROM_ONE + 1)]
    assert joined[-1] == JoinRefused("crowd")
    roster.join(wrong(roster), "", "::ffff:10.0.0.1")
    for _ in range(4):
        roster.join(wrong(roster), "", "10.0.0.1")
    assert roster.join(roster.code, "", "::ffff:10.0.0.1").reason == "wait"
    behind = Roster(proxies=("10.0.0.1", "10.0.0.2"))
    for remote, said in (("::ffff:10.0.0.1", "203.0.113.1, 192.0.2.7"), ("10.0.0.1", "192.0.2.7, 10.0.0.2")):
        assert behind.address_of(remote, said) == "192.0.2.7"
    for remote, said in (("10.0.0.1", ""), ("10.0.0.9", "192.0.2.7")):
        assert behind.address_of(remote, said) == remote


class Line:
    """A line that only notes that it was ended, or fails at that."""

    path = "en/melds.ipynb"

    def __init__(self, visitor, fails=False):
        self.visitor, self.fails, self.told = visitor, fails, None

    def expel(self, why):
        self.told = why
        if self.fails:
            raise RuntimeError("the device has been ended")


def test_one_line_that_cannot_be_ended_keeps_no_other_open(caplog):
    room = quiet_room()
    anna = room.roster.join(room.roster.code, "Anna", HOME)
    lines, other = [Line(anna.token, fails=number < 2) for number in range(4)], Line("another")
    room.course.connections |= {*lines, other}
    assert anna.token in room.roster.present()
    room.remove(anna.number)
    assert [one.told for one in (*lines, other)] == [""] * 4 + [None]
    assert "the device has been ended" in caplog.text


def test_pages_are_told_whether_their_learner_was_removed_or_the_class_has_ended():
    room = quiet_room()
    lines = [Line(room.roster.join(room.roster.code, name, HOME).token) for name in ("Anna", "Ben")]
    room.course.connections |= {*lines}
    room.remove(1)
    assert [one.told for one in lines] == ["", None]
    room.end()
    assert [one.told for one in lines] == ["", "ended"]


# Wrong codes


def test_wrong_codes_make_the_next_try_wait_longer_until_the_right_one_or_a_quiet_time_and_nobody_else(roster, clock):
    for _ in range(4):
        roster.join(wrong(roster), "", HOME)
    inside = roster.join(roster.code, "Anna", HOME)  # the right one forgives
    answers = [roster.join(wrong(roster), "", HOME) for _ in range(5)]
    assert answers == [JoinRefused("wrong")] * 4 + [JoinRefused("wrong", 2)]
    waits = []
    for _ in range(9):
        waits.append(roster.join(roster.code, "", HOME).seconds)
        assert roster.join("", "", HOME, inside.token) == inside
        assert roster.admits(roster.join(roster.code, "", f"192.168.1.{len(waits)}").token)
        clock.now += waits[-1]
        assert roster.join(wrong(roster), "", HOME).reason == "wrong"
    assert waits == [2, 4, 8, 16, 32, 64, 128, 150, 150]
    clock.now += 1000
    assert roster.join(wrong(roster), "", HOME) == JoinRefused("wrong")
    for _ in range(9):
        roster.join(wrong(roster), "", HOME)
    roster.renew_code()
    assert roster.admits(roster.join(roster.code, "", HOME).token)


def guess(roster, clock, hosts, seconds, a_second=10.0, others=()):
    """Wrong codes from these addresses, one after the other; `others` come in from now and then.

    Gives how many were looked at, and how long each of the others had to wait.
    """
    begin, tried, waits = clock.now, 0, []
    coming = {begin + seconds * (place + 1) / (len(others) + 1): host for place, host in enumerate(others)}
    while clock.now < begin + seconds:
        clock.now += 1 / a_second
        tried += roster.join(wrong(roster), "", next(hosts)).reason == "wrong"
        for at, host in list(coming.items()):
            if clock.now >= at and not isinstance(roster.join(roster.code, "", host), JoinRefused):
                waits.append(clock.now - at)
                del coming[at]
    return tried, waits


def old():
    """Addresses of one network, over and over."""
    return cycle(f"10.0.0.{number}" for number in range(250))


def fresh():
    """Addresses of ever new networks."""
    return (f"2001:db8:{one:x}:{two:x}::1" for one in range(65536) for two in range(65536))


def test_guessing_is_slow_however_many_addresses_there_are_and_what_is_remembered_is_bounded(roster, clock):
    """In a lesson of two hours the chance to find the code is less than one in a thousand."""
    both = (host for pair in zip(fresh(), old(), strict=False) for host in pair)
    tried, _ = guess(roster, clock, both, 2 * 60 * 60)
    assert 1000 < tried < len(LETTERS) ** CODE_LENGTH / 1000
    for number in range(5000):
        clock.now += 10
        roster.join(wrong(roster), "", f"10.0.{number // 250}.{number % 250}")
    assert len(roster._attempts._tries) <= 2000
    assert len(roster._attempts_by_new._tries) == 1


@pytest.mark.parametrize(
    ("hosts", "before", "seconds", "a_second", "count", "longest"),
    [(fresh, 96, 300, 2.5, 40, 1), (old, 0, 3 * 60 * 60, 4, 100, 10)],
)
def test_guessing_keeps_nobody_out_who_has_tried_nothing_wrong(
    roster, clock, hosts, before, seconds, a_second, count, longest
):
    """Not at all for minutes, and for hours by some seconds."""
    others, hosts = [f"192.168.1.{number}" for number in range(count)], hosts()
    for _ in range(before):
        roster.join(wrong(roster), "", next(hosts))
    _, waits = guess(roster, clock, hosts, seconds, a_second, others)
    assert len(waits) == count
    assert max(waits) < longest


# Nicknames


NICKNAMES = {
    "  Anna \t\r\n Maria\u2028  ": "Anna Maria",
    "Zoe\u0308": "Zoë",
    "\u202e\ud800nnA\u202c\u2066!\u2069": "nnA!",
    "a\0b\x1b[31mc\x7f\x9b": "ab[31mc",
    "\u200b\u2060\ufeff\u00ad\u3164\u2800\u115f": "",
    "\u200d\u200c": "",
    "\u0301\u0301": "",
    "Z" + "\u0335\u0489\u0301" * 50 + "oe": "Z\u0335\u0489\u0335\u0301oe",
    "👨‍👩‍👧‍👦🏳️‍🌈🇳🇱🇩🇪 🧑🏽‍🏫": "👨‍👩‍👧‍👦🏳️‍🌈🇳🇱🇩🇪 🧑🏽‍🏫",
    "مريم मीरा": "مريم मीरा",
    "<script>alert(1)</script>": "<script>alert(1)</script>"[:LONGEST_NAME],
    "x" * 100_000: "x" * LONGEST_NAME,
    "👨‍👩‍👧‍👦" * 30: "👨‍👩‍👧‍👦" * LONGEST_NAME,
}


def test_a_nickname_is_one_short_line_that_is_seen():
    assert {typed: nickname(typed) for typed in NICKNAMES} == NICKNAMES


@given(st.text(st.sampled_from("aë\u0301\u0308\u0335 \u200d\u200c\u00ad\u1160\u1100\u1161👩🏽🇳🇱") | st.characters()))
def test_a_nickname_of_anything_is_seen_can_be_written_and_stays_one(typed):
    name = nickname(typed)
    assert nickname(name) == name == name.strip() == name.encode().decode()
    assert all(unicodedata.category(sign) not in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp") for sign in name)


def test_two_of_the_same_name_are_told_apart(roster):
    names = ["Anna", "anna", " ANNA ", "Ａnna", "An\u200dna", "Anna 2", "", ""]
    names_given = [roster.join(roster.code, name, HOME).name for name in names]
    assert names_given == ["Anna", "anna 2", "ANNA 3", "Ａnna 4", "An\u200dna 5", "Anna 2 2", "", ""]
