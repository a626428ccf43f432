"""What a class lets through and what not, asked without a browser: code, key, orders, lines."""

from itertools import product
from urllib.parse import urlsplit

import pytest
from classroom import class_without_lessons
from pages import apart

from cardlab.dashboard.display_names import LETTERS, spaced
from cardlab.phrasing.catalogue import say
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
        for path in ("/static/page.js", "/teacher/class.csv"):
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


def test_the_course_may_live_below_another_address():
    with class_without_lessons("/school/") as room:
        answer = room.ask("/school/en/melds.ipynb")
        assert answer.headers["Location"] == "/school/join?to=/school/en/melds.ipynb"
        joined = room.join(to="/school/en/melds.ipynb")
        assert joined.headers["Location"] == "/school/en/melds.ipynb"
        assert "Path=/school/" in joined.headers["Set-Cookie"]
        assert room.ask("/school/en/melds.ipynb", Cookie=joined.cookie).status == 200
