"""Widgets whose heavy questions a pool answers: what they show, what stops, and what their process never loads."""

import json
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def results():
    """What the pages of a process came to whose pool has two workers."""
    script = Path(__file__).with_name("host_of_pages.py")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_the_laboratory_shows_all_that_is_sampled_and_counted(results):
    laboratory = results["laboratory"]
    assert laboratory["done"]
    assert laboratory["plots"] == ["options", "unknown", "call"]
    assert laboratory["reasons"]
    assert laboratory["wins"] == sorted(laboratory["wins"], reverse=True)


def test_a_sample_that_is_stopped_keeps_what_is_known_and_a_closed_page_asks_nothing_more(results):
    assert results["stopped"] == {"kept": True, "asked": True, "after": 0}


def test_the_coach_thinks_before_a_move_and_strong_bots_answer_it(results):
    assert results["table"] == {"thinks": True, "moved": [0, 1, 2], "waits": False}


def test_a_review_comes_move_by_move(results):
    review = results["review"]
    assert review["rows"] == review["own"] > 1
    assert review["progress"] == 0


def test_the_process_of_the_pages_never_loads_the_compiled_kernel(results):
    assert results["wasmtime"] is False
