"""A class that listens to a network; the network is one of the test's own, so nothing listens to a real one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

APART = (["unshare", "--net"], ["unshare", "--map-root-user", "--net"])


def test_a_class_is_reached_from_the_network_by_its_code_only():
    for apart in APART:
        try:
            works = subprocess.run([*apart, "ip", "link", "set", "lo", "up"], capture_output=True, check=False)
        except FileNotFoundError:
            break
        if works.returncode == 0:
            program = Path(__file__).with_name("in_a_network.py")
            done = subprocess.run([*apart, sys.executable, str(program)], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
            return
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("A network namespace is needed: unshare --net")
