"""What a class lets through over HTTP; whom it lets in at all is tried in tests/serve/test_admission.py."""

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


def parts(answer):
    """The parts of the cookie that is set."""
    return {part.strip() for part in answer.headers["Set-Cookie"].split(";")}


@pytest.mark.parametrize("base", ["/", "/school/"])
def test_only_the_code_lets_in_and_it_leads_on_and_wrong_ones_are_slowed_down(base):
    with class_without_lessons(base) as room:
        path = f"{base}de/turn.ipynb?seed=7"
        answer = room.ask(path)
        assert (answer.status, answer.headers["Location"]) == (302, f"{base}join?to={base}de/turn.ipynb%3Fseed%3D7")
        refused = room.ask(f"{base}static/page.js")
        assert (refused.status, say("page.403.title") in unescape(refused.text)) == (403, True)
        if base == "/":
            with pytest.raises(Lost, match="403"):
                apart(Page(room.port, "index").connect())
        for origin in ("http://evil.example", "null", f"{room.origin}0"):
            answer = room.join(Origin=origin)
            assert (answer.status, answer.cookie) == (403, "")
        answer = room.join(f" {spaced(room.code).lower()} ", "Anna", to=f"{path}&level=2")
        assert (answer.status, answer.headers["Location"]) == (303, f"{path}&level=2")
        assert parts(answer) >= {*KEPT, f"Path={base}"}
        again = room.ask(f"{base}join?to={base}en/melds.ipynb", Cookie=answer.cookie)
        assert (again.status, again.headers["Location"]) == (302, f"{base}en/melds.ipynb")
        wrong = room.code[:-1] + next(letter for letter in LETTERS if letter != room.code[-1])
        answers = [room.join(wrong) for _ in range(12)]
        assert [one.status for one in answers[:5]] == [403] * 5
        waiting = [int(one.headers["Retry-After"]) for one in answers if one.status == 429]
        assert waiting
        assert set(waiting) <= {1, 2, 4, 8}
        assert not any(one.cookie for one in answers)
        for inside in (path, f"{base}static/page.js"):
            assert room.ask(inside, Cookie=answer.cookie).status == 200


def test_the_key_opens_the_teachers_page_and_leaves_the_address():
    with class_without_lessons() as room:
        learner = room.join().cookie
        asked = [("en", ""), ("en", "?key="), ("en", "?key=x"), ("en", "?key=%FF"), ("de", "?lang=de")]
        for (lang, query), cookie in product(asked, ("", learner.replace("visitor", "teacher"))):
            answer = room.ask(f"/teacher{query}", Cookie=cookie)
            assert answer.status in (400, 403)
            assert answer.status == 400 or say("room.no_key", lang) in unescape(answer.text)
            assert (room.key in answer.text, answer.cookie) == (False, "")
        answer = room.ask(f"/teacher?key={room.key}&lang=de")
        assert (answer.status, answer.headers["Location"]) == (302, "/teacher?lang=de")
        assert parts(answer) >= {*KEPT, "Path=/"}
        page = room.ask("/teacher?lang=de", Cookie=answer.cookie)
        assert (page.status, room.key in page.text) == (200, False)
