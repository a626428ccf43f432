"""What a class lets through and what not, asked without a browser: code, key, orders, lines, invitations."""

import asyncio
import json
import re
from urllib.parse import urlsplit

import pytest
from classroom import class_without_lessons, classroom
from pages import apart

from cardlab.dashboard.names import LETTERS, spaced
from cardlab.phrasing.catalogue import LANGUAGES, say
from tests.load.line import fetch
from tests.load.ours import Page
from tests.load.visits import Lost


@pytest.fixture(scope="module")
def room():
    """The class, with whoever has come already."""
    with classroom() as running:
        yield running


@pytest.fixture
def new_room(room):
    """The class before anybody has come."""
    room.order(do="end")
    return room


def wrong(room):
    return room.code[:-1] + next(letter for letter in LETTERS if letter != room.code[-1])


# Without the code


def test_without_the_code_every_page_leads_to_the_join_page_and_there_is_nothing_else(room):
    for cookie in ("", "cardlab-visitor=x", f"cardlab-visitor-{room.host.partition(':')[2]}=x; a=b"):
        answer = room.ask("/de/turn.ipynb?seed=7", Cookie=cookie)
        assert (answer.status, answer.headers["Location"]) == (302, "/join?to=/de/turn.ipynb%3Fseed%3D7")
        assert len(answer.text) < 300
        for path in ("/static/page.js", "/assets/0123456789abcdef0123.js", "/teacher/state"):
            refused = room.ask(path, Cookie=cookie)
            assert refused.status == 403
            assert say("page.403.title") in refused.text
        with pytest.raises(Lost, match="403"):
            apart(page(room, cookie).connect())


def test_the_join_page_has_everything_that_it_names(room):
    page = room.ask("/join")
    assert page.status == 200
    named = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text))
    assert {name.split("?")[0] for name in named} == {
        "/static/course.css", "/static/room.css", "/static/frame.js", "/static/icon.svg",
    }  # fmt: skip
    assert {room.ask(name).status for name in named} == {200}


def test_a_foreign_name_gets_nothing_at_all(room):
    answer = room.ask(f"/teacher?key={room.key}", Host="evil.example")
    assert (answer.status, answer.cookie) == (403, "")


# With it


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_code_is_said_in_the_language_of_the_learner(new_room, lang):
    answer = new_room.join(wrong(new_room), "A<b>", to="/en/melds.ipynb", path=f"/join?lang={lang}")
    assert answer.status == 403
    assert say("room.refused.wrong", lang) in answer.text.replace("&#39;", "'")
    assert not answer.cookie
    assert "A&lt;b&gt;" in answer.text
    assert 'value="/en/melds.ipynb"' in answer.text


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


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", ["/teacher", "/teacher?key=", "/teacher?key=x", "/teacher?key=%FF"])
def test_without_the_key_the_teachers_page_says_where_it_is(room, path, lang):
    for cookie in ("", room.join().cookie, room.join().cookie.replace("visitor", "teacher")):
        answer = room.ask(path, Accept_Language=lang, Cookie=cookie)
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
def test_the_state_is_told_in_words(new_room, lang):
    new_room.join(name="<img src=x onerror=alert(1)>\u202e")
    new_room.join()
    told = new_room.state(lang)
    assert told["code"] == spaced(new_room.code)
    assert [door["href"] for door in told["addresses"]] == [new_room.address]
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


def test_there_is_no_class_without_being_asked_for(server):
    for path in ("/join", "/teacher", "/teacher/state", "/teacher/code.svg?text=x"):
        assert apart(fetch(urlsplit(server).port, path)).status == 404


# Pages that are open


def page(room, cookie, lesson="index", lang="en", **headers):
    """A page of the class."""
    return Page(urlsplit(room.address).port, lesson, lang, headers={"Cookie": cookie, **headers})


async def opened(*given):
    """The same, with all that it shows."""
    here = page(*given)
    await here.open()
    return here


async def is_out(here):
    """Whether a page is told that it is out, and nothing after that."""
    await here.told("over")
    with pytest.raises(Lost):
        await here.told("nothing more")
    return here.heard[-1] == ["over"]


async def away(ask, *arguments, **more):
    """A request of the test, beside its lines."""
    return await asyncio.to_thread(ask, *arguments, **more)


def test_who_is_removed_is_out_and_the_others_stay(new_room):
    async def look():
        cookies = [new_room.join(name=name).cookie for name in ("Anna", "Ben")]
        number = new_room.state()["people"][0]["number"]
        anna, ben = [await opened(new_room, cookie, "melds") for cookie in cookies]
        state = json.loads((await away(new_room.order, do="remove", number=number)).text)
        assert [person["name"] for person in state["people"]] == ["Ben"]
        assert await is_out(anna)
        await ben.press()
        await ben.close()
        with pytest.raises(Lost):
            await page(new_room, cookies[0]).connect()

    apart(look())


def test_the_end_of_the_class_is_the_end_for_everybody(new_room):
    before, code = new_room.state()["code"], new_room.code

    async def look():
        cookies = [new_room.join().cookie for _ in range(3)]
        pages = [await opened(new_room, cookie) for cookie in cookies]
        state = json.loads((await away(new_room.order, do="end")).text)
        assert state["people"] == []
        assert state["code"] != before
        assert [await is_out(one) for one in pages] == [True] * 3
        return cookies

    cookies = apart(look())
    assert {new_room.ask("/en/index.ipynb", Cookie=cookie).status for cookie in cookies} == {302}
    assert new_room.join(code).status == 403
    assert new_room.ask("/en/index.ipynb", Cookie=new_room.teacher()).status == 200


def test_the_course_may_live_below_another_address():
    with classroom("--base-url", "/school/") as room:
        answer = room.ask("/school/en/melds.ipynb")
        assert answer.headers["Location"] == "/school/join?to=/school/en/melds.ipynb"
        joined = room.join(to="/school/en/melds.ipynb")
        assert joined.headers["Location"] == "/school/en/melds.ipynb"
        assert "Path=/school/" in joined.headers["Set-Cookie"]
        assert room.ask("/school/en/melds.ipynb", Cookie=joined.cookie).status == 200
