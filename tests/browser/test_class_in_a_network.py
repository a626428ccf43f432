"""A class that listens to a network; the network is one of the test's own, so nothing listens to a real one.

`main` is run as a program in a network namespace that has nothing in it but this; ends with 0, or with what is wrong.
"""

import os
import re
import subprocess
import sys

import pytest
from classroom import classroom

from tests.load.teaching import texts

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
        assert there.ask("/static/page.js").status == 403
        assert there.ask("/line/en/melds.ipynb", Upgrade="websocket").status == 403
        assert there.ask("/join", Host="evil.example").status == 403
        assert there.ask("/join", Host=f"127.0.0.1:{port}").status == 200
        assert there.join("FFFFFF").status == 403
        cookie = there.join(room.code).cookie
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
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("A network namespace is needed: unshare --net")


if __name__ == "__main__":
    main()
