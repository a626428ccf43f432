"""What a class lets through and what not, asked without a browser: code, key, orders, lines."""

from html import unescape
from itertools import product

import pytest
from classroom import class_without_lessons
from pages import apart

from cardlab.dashboard.display_names import LETTERS, spaced
from cardlab.phrasing.catalogue import say
from tests.load.ours import Page
from tests.load.visits import Lost

KEPT = {"HttpOnly", "SameSite=Lax"}


def page(room, cookie, **headers):
    """A page of the class."""
    return Page(room.port, "index", headers={"Cookie": cookie, **headers})


def parts(answer):
    """The parts of the cookie that is set."""
    return {part.strip() for part in answer.headers["Set-Cookie"].split(";")}


@pytest.mark.parametrize("base", ["/", "/school/"])
def test_only_the_code_lets_in_and_it_leads_on_to_where_one_wanted(base):
    with class_without_lessons(base) as room:
        for cookie in ("", "cardlab-visitor=x", f"cardlab-visitor-{room.port}=x; a=b"):
            answer = room.ask(f"{base}de/turn.ipynb?seed=7", Cookie=cookie)
            assert (answer.status, answer.headers["Location"]) == (
                302,
                f"{base}join?to={base}de/turn.ipynb%3Fseed%3D7",
            )
            refused = room.ask(f"{base}static/page.js", Cookie=cookie)
            assert (refused.status, say("page.403.title") in unescape(refused.text)) == (403, True)
            if base == "/":
                with pytest.raises(Lost, match="403"):
                    apart(page(room, cookie).connect())
        for origin in ("http://evil.example", "null", f"{room.origin}0"):
            answer = room.join(Origin=origin)
            assert (answer.status, answer.cookie) == (403, "")
        answer = room.join(f" {spaced(room.code).lower()} ", "Anna", to=f"{base}de/turn.ipynb?seed=7&level=2")
        assert (answer.status, answer.headers["Location"]) == (303, f"{base}de/turn.ipynb?seed=7&level=2")
        assert parts(answer) >= {*KEPT, f"Path={base}"}
        for path in ("de/turn.ipynb?seed=7", "static/page.js"):
            assert room.ask(f"{base}{path}", Cookie=answer.cookie).status == 200
        again = room.ask(f"{base}join?to={base}en/melds.ipynb", Cookie=answer.cookie)
        assert (again.status, again.headers["Location"]) == (302, f"{base}en/melds.ipynb")


def test_wrong_codes_are_slowed_down_and_who_is_in_is_not():
    with class_without_lessons() as room:
        inside = room.join().cookie
        code = room.code[:-1] + next(letter for letter in LETTERS if letter != room.code[-1])
        answers = [room.join(code) for _ in range(12)]
        assert [answer.status for answer in answers[:5]] == [403] * 5
        waiting = [int(answer.headers["Retry-After"]) for answer in answers if answer.status == 429]
        assert waiting
        assert set(waiting) <= {1, 2, 4, 8}
        assert not any(answer.cookie for answer in answers)
        assert room.ask("/en/index.ipynb", Cookie=inside).status == 200


def test_the_key_opens_the_teachers_page_and_leaves_the_address():
    with class_without_lessons() as room:
        learner = room.join().cookie
        asked = [("en", ""), ("en", "?key="), ("en", "?key=x"), ("en", "?key=%FF"), ("de", "?lang=de")]
        for (lang, query), cookie in product(asked, ("", learner, learner.replace("visitor", "teacher"))):
            answer = room.ask(f"/teacher{query}", Cookie=cookie)
            assert answer.status in (400, 403)
            assert answer.status == 400 or say("room.no_key", lang) in unescape(answer.text)
            assert (room.key in answer.text, answer.cookie) == (False, "")
        answer = room.ask(f"/teacher?key={room.key}&lang=de")
        assert (answer.status, answer.headers["Location"]) == (302, "/teacher?lang=de")
        assert parts(answer) >= {*KEPT, "Path=/"}
        page = room.ask("/teacher?lang=de", Cookie=answer.cookie)
        assert (page.status, room.key in page.text) == (200, False)
        assert room.ask(f"/teacher?key={room.key}", Cookie=answer.cookie).headers["Location"] == "/teacher"
        assert room.ask("/en/melds.ipynb", Cookie=answer.cookie).status == 200
