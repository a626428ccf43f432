"""What a class lets through over HTTP, on this computer and from a network; whom it lets in: test_admission.py.

The network is one of the test's own, so nothing listens to a real one: `main` is run as a program in a network
namespace that has nothing in it but this; ends with 0, or with what is wrong.
"""

import re
import subprocess
import sys
from html import unescape
from itertools import product

from classroom import class_without_lessons, classroom
from pages import lacks

from cardlab.dashboard.display_names import LETTERS, spaced
from cardlab.phrasing.catalogue import say
from tests.load.teaching import texts

KEPT = {"HttpOnly", "SameSite=Lax"}


def parts(answer):
    """The parts of the cookie that is set."""
    return {part.strip() for part in answer.headers["Set-Cookie"].split(";")}


def test_only_the_code_lets_in_and_it_leads_on_and_wrong_ones_are_slowed_down():
    base = "/school/"
    with class_without_lessons(base) as room:
        path = f"{base}de/turn.ipynb?seed=7"
        answer = room.ask(path)
        assert (answer.status, answer.headers["Location"]) == (302, f"{base}join?to={base}de/turn.ipynb%3Fseed%3D7")
        refused = room.ask(f"{base}static/common.js")
        assert (refused.status, say("page.403.title") in unescape(refused.text)) == (403, True)
        for origin in ("http://evil.example", "null", f"{room.origin}0"):
            answer = room.join(Origin=origin)
            assert (answer.status, answer.cookies) == (403, "")
        answer = room.join(f" {spaced(room.code).lower()} ", "Anna", to=f"{path}&level=2")
        assert (answer.status, answer.headers["Location"]) == (303, f"{path}&level=2")
        assert parts(answer) >= {*KEPT, f"Path={base}"}
        assert room.join(path=f"{base}join?lang=nl").headers["Location"] == f"{base}nl/index.ipynb"
        again = room.ask(f"{base}join?to={base}en/melds.ipynb", Cookie=answer.cookies)
        assert (again.status, again.headers["Location"]) == (302, f"{base}en/melds.ipynb")
        wrong = room.code[:-1] + next(letter for letter in LETTERS if letter != room.code[-1])
        answers = [room.join(wrong) for _ in range(12)]
        assert [one.status for one in answers[:5]] == [403] * 5
        waiting = [int(one.headers["Retry-After"]) for one in answers if one.status == 429]
        assert waiting
        assert set(waiting) <= {1, 2, 4, 8}
        assert not any(one.cookies for one in answers)
        for inside in (path, f"{base}static/common.js"):
            assert room.ask(inside, Cookie=answer.cookies).status == 200


def test_the_key_opens_the_teachers_page_and_leaves_the_address():
    with class_without_lessons() as room:
        learner = room.join().cookies
        asked = [("en", ""), ("en", "?key="), ("en", "?key=x"), ("en", "?key=%FF"), ("de", "?lang=de")]
        for (lang, query), cookie in product(asked, ("", learner.replace("visitor", "teacher"))):
            answer = room.ask(f"/teacher{query}", Cookie=cookie)
            assert answer.status in (400, 403)
            assert answer.status == 400 or say("room.no_key", lang) in unescape(answer.text)
            assert (room.key in answer.text, answer.cookies) == (False, "")
        answer = room.ask(f"/teacher?key={room.key}&lang=de")
        assert (answer.status, answer.headers["Location"]) == (302, "/teacher?lang=de")
        assert parts(answer) >= {*KEPT, "Path=/"}
        page = room.ask("/teacher?lang=de", Cookie=answer.cookies)
        assert (page.status, room.key in page.text) == (200, False)


APART = (["unshare", "--net"], ["unshare", "--map-root-user", "--net"])
HOME, LATER = "192.168.77.5", "10.11.12.13"


def addresses(room):
    """The addresses that the teacher's page shows, which is open on this computer only."""
    found = [re.match(r"[0-9.]+", text) for text in texts(room.teach()["stage"])]
    way = re.match(r"[0-9.]+", room.teach()["way"]["address"])
    return [one[0] for one in found if one] or ([way[0]] if way else [])


def ip(*words):
    subprocess.run(["ip", *words], check=True)


def main():
    ip("link", "set", "lo", "up")
    with classroom(host=None) as room:
        # Without a network there is no address to print, and the course works.
        assert addresses(room) == []
        assert room.host.startswith("127.0.0.1:")

        # A network comes, and later another; the teacher's page shows the address of now.
        ip("address", "add", f"{HOME}/24", "dev", "lo")
        assert addresses(room) == [HOME]
        ip("address", "add", f"{LATER}/8", "dev", "lo")
        ip("address", "del", f"{HOME}/24", "dev", "lo")
        assert addresses(room) == [LATER]

        # From the network nobody comes in without the code, whatever they call us.
        port = room.host.rpartition(":")[2]
        there = room.at(f"{LATER}:{port}")
        assert there.ask("/en/melds.ipynb").headers["Location"] == "/join?to=/en/melds.ipynb"
        assert there.ask("/static/common.js").status == 403
        assert there.ask("/line/en/melds.ipynb", Upgrade="websocket").status == 403
        assert there.ask("/join", Host="evil.example").status == 403
        assert there.ask("/join", Host=f"127.0.0.1:{port}").status == 200
        assert there.join("FFFFFF").status == 403
        cookie = there.join(room.code).cookies
        assert there.ask("/en/melds.ipynb", Cookie=cookie).status == 200

    # Who names an address of the network has a class, too, without asking for it.
    with classroom(host=LATER, options=()) as room:
        assert room.host.startswith(f"{LATER}:")
        assert room.ask("/en/melds.ipynb").status == 302


def test_a_class_is_reached_from_the_network_by_its_code_only():
    for apart in APART:
        try:
            works = subprocess.run([*apart, "ip", "link", "set", "lo", "up"], capture_output=True, check=False)
        except FileNotFoundError:
            break
        if works.returncode == 0:
            done = subprocess.run([*apart, sys.executable, __file__], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
            return
    lacks("A network namespace is needed: unshare --net")


if __name__ == "__main__":
    main()
