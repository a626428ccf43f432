"""What a class lets through and what not, asked without a browser: code, key, orders, lines."""

import json
import re
from itertools import product
from urllib.parse import urlsplit

import pytest
from classroom import class_without_lessons
from pages import apart

from cardlab.dashboard.display_names import LETTERS, spaced
from cardlab.phrasing.catalogue import LANGUAGES, say
from tests.load.ours import Page
from tests.load.visits import Lost


@pytest.fixture(scope="module")
def room():
    """The class, with whoever has come already."""
    with class_without_lessons() as running:
        yield running


def wrong(room):
    return room.code[:-1] + next(letter for letter in LETTERS if letter != room.code[-1])


# Without the code


def page(room, cookie, **headers):
    """A page of the class."""
    return Page(urlsplit(room.address).port, "index", headers={"Cookie": cookie, **headers})


def test_without_the_code_every_page_leads_to_the_join_page_and_there_is_nothing_else(room):
    for cookie in ("", "cardlab-visitor=x", f"cardlab-visitor-{room.host.partition(':')[2]}=x; a=b"):
        answer = room.ask("/de/turn.ipynb?seed=7", Cookie=cookie)
        assert (answer.status, answer.headers["Location"]) == (302, "/join?to=/de/turn.ipynb%3Fseed%3D7")
        assert len(answer.text) < 300
        for path in ("/static/page.js", "/teacher/state"):
            refused = room.ask(path, Cookie=cookie)
            assert refused.status == 403
            assert say("page.403.title") in refused.text
        with pytest.raises(Lost, match="403"):
            apart(page(room, cookie).connect())


# With it


def test_wrong_codes_are_slowed_down_and_who_is_in_is_not():
    with class_without_lessons() as room:
        inside, code = room.join().cookie, wrong(room)
        answers = [room.join(code) for _ in range(12)]
        assert [answer.status for answer in answers[:5]] == [403] * 5
        waiting = [answer for answer in answers if answer.status == 429]
        assert waiting
        assert {int(answer.headers["Retry-After"]) for answer in waiting} <= {1, 2, 4, 8}
        assert not any(answer.cookie for answer in answers)
        assert room.ask("/en/index.ipynb", Cookie=inside).status == 200
        assert room.state()["wrong"] == say("room.wrong_codes", count=12 - len(waiting))


def test_the_code_lets_in_and_on_to_where_one_wanted(room):
    answer = room.join(f" {spaced(room.code).lower()} ", "Anna", to="/de/turn.ipynb?seed=7&level=2")
    assert (answer.status, answer.headers["Location"]) == (303, "/de/turn.ipynb?seed=7&level=2")
    kept = answer.headers["Set-Cookie"]
    assert {"HttpOnly", "Path=/", "SameSite=Lax"} <= {part.strip() for part in kept.split(";")}
    assert room.ask("/de/turn.ipynb?seed=7", Cookie=answer.cookie).status == 200
    assert room.ask("/static/page.js", Cookie=answer.cookie).status == 200
    assert room.ask("/join?to=/en/melds.ipynb", Cookie=answer.cookie).headers["Location"] == "/en/melds.ipynb"


def test_another_site_can_neither_send_the_form_nor_open_a_line(room):
    learner = room.join().cookie
    for origin in ("http://evil.example", "null", f"{room.origin}0"):
        answer = room.join(Origin=origin)
        assert (answer.status, answer.cookie) == (403, "")
        with pytest.raises(Lost, match="403"):
            apart(page(room, learner, Origin=origin).connect())


# The teacher


def test_without_the_key_the_teachers_page_says_where_it_is(room):
    learner = room.join().cookie
    asked = [*(("en", path) for path in ("", "?key=", "?key=x", "?key=%FF")), ("de", "?lang=de"), ("nl", "?lang=nl")]
    for (lang, query), cookie in product(asked, ("", learner, learner.replace("visitor", "teacher"))):
        answer = room.ask(f"/teacher{query}", Cookie=cookie)
        assert answer.status in (400, 403)
        if answer.status == 403:
            assert say("room.no_key", lang) in answer.text
        assert room.key not in answer.text
        assert not answer.cookie


def test_the_key_leaves_the_address(room):
    answer = room.ask(f"/teacher?key={room.key}&lang=de")
    assert (answer.status, answer.headers["Location"]) == (302, "/teacher?lang=de")
    assert {"HttpOnly", "Path=/", "SameSite=Lax"} <= {part.strip() for part in answer.headers["Set-Cookie"].split(";")}
    page = room.ask("/teacher?lang=de", Cookie=answer.cookie)
    assert page.status == 200
    assert room.key not in page.text
    assert room.ask("/en/melds.ipynb", Cookie=answer.cookie).status == 200


def test_only_the_teacher_may_draw_codes_and_give_orders(room):
    learner = room.join().cookie
    for cookie in ("", learner, f"{learner}; {learner.replace('visitor', 'teacher')}"):
        assert room.ask("/teacher/state", Cookie=cookie).status == 403
        assert room.ask("/teacher/code.svg?text=x", Cookie=cookie).status == 403
        headers = {"Content_Type": "application/json", "Origin": room.origin, "Cookie": cookie}
        assert room.ask("/teacher/do", "POST", '{"do":"end"}', **headers).status == 403


def test_orders_come_from_the_teachers_page_only(room):
    headers = {"Content_Type": "application/json", "Origin": room.origin, "Cookie": room.teacher()}
    before = room.state()["code"]
    origins = [{"Origin": origin} for origin in ("http://evil.example", "null", "")]
    kinds = [{"Content_Type": kind} for kind in ("text/plain", "application/x-www-form-urlencoded", "")]
    for changed in (*origins, *kinds):
        assert room.ask("/teacher/do", "POST", '{"do":"code"}', **headers | changed).status in (400, 403)
    assert room.state()["code"] == before


STRANGE = (
    "",
    "null",
    "[]",
    '"code"',
    "{",
    "{}",
    "[" * 2000,
    "\xff",
    json.dumps({"do": "withdraw", "more": "x" * 5000}),
)
ORDERS = ({"do": "nothing"}, {"do": ["code"]}, {"do": "remove"}, {"do": "remove", "number": "1"}, {"do": "invite"})
OPTIONS = (
    *({"lesson": lesson} for lesson in ("../../etc", {}, "demo")),
    *({"level": level} for level in (4, True)),
    *({"seed": seed} for seed in (-1, 1_000_000, "7")),
    *({"drill": drill} for drill in ("turn.open", ["melds.opened"])),
    {"href": "https://evil.example"},
)


def test_an_order_that_nobody_of_us_wrote_is_refused_in_words(room):
    headers = {"Content_Type": "application/json", "Origin": room.origin, "Cookie": room.teacher()}
    invitations = ({"do": "invite", "lesson": "melds", **wrong} for wrong in OPTIONS)
    for body in (*STRANGE, *map(json.dumps, (*ORDERS, *invitations))):
        answer = room.ask("/teacher/do", "POST", body.encode("latin-1"), **headers)
        assert (answer.status, "Traceback" in answer.text) == (400, False), body
    assert room.state()["invitation"] == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_state_is_told_in_words(room, lang):
    room.order(do="end")
    room.join(name="<img src=x onerror=alert(1)>\u202e")
    room.join()
    told = room.state(lang)
    assert told["code"] == spaced(room.code)
    assert [door["href"] for door in told["addresses"]] == [room.address]
    assert [person["name"] for person in told["people"]] == [
        "<img src=x onerror=alert",
        say("room.guest", lang, number=told["people"][1]["number"]),
    ]
    assert told["people"][0]["where"] == say("room.not_yet", lang)
    assert told["count"] == say("room.nobody", lang)


def test_a_code_to_scan_is_a_picture_and_nothing_else(room):
    told = room.state()["addresses"][0]["drawing"]
    answer = room.ask(told, Cookie=room.teacher())
    assert (answer.status, answer.headers["Content-Type"]) == (200, "image/svg+xml")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert re.fullmatch(r"<svg [^<>]*>(<path [^<>]*/>)+</svg>", answer.text)
    for text in ("", "x" * 501):
        assert room.ask(f"/teacher/code.svg?text={text}", Cookie=room.teacher()).status == 400


def test_the_course_may_live_below_another_address():
    with class_without_lessons("/school/") as room:
        answer = room.ask("/school/en/melds.ipynb")
        assert answer.headers["Location"] == "/school/join?to=/school/en/melds.ipynb"
        joined = room.join(to="/school/en/melds.ipynb")
        assert joined.headers["Location"] == "/school/en/melds.ipynb"
        assert "Path=/school/" in joined.headers["Set-Cookie"]
        assert room.ask("/school/en/melds.ipynb", Cookie=joined.cookie).status == 200
