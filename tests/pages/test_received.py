"""What comes from a page: read within bounds, and as it was said."""

import json

import pytest

from cardlab.pages.received import MAX_CONTENT, MAX_HELLO, read_hello, read_message


def test_a_long_text_stands_beside_and_belongs_to_the_content():
    text = "[" * 3_000_000
    said = json.dumps(["message", 7, "1", {"do": "load"}, text])
    assert read_message(said) == (7, "1", {"do": "load", "text": text})


@pytest.mark.parametrize("many", [["[]"] * MAX_CONTENT, [f'"{key}"' for key in range(MAX_CONTENT)]])
def test_a_content_that_would_take_long_to_read_is_refused(many):
    assert read_message(f'["message", 1, "1", [{",".join(many)}]]') is None
    few = many[:1000]
    assert read_message(f'["message", 1, "1", [{",".join(few)}]]') == (1, "1", [json.loads(one) for one in few])


@pytest.mark.parametrize(
    "said",
    [
        '["message", 0, "1", {}]', '["message", true, "1", {}]', '["message", 1.5, "1", {}]', '["done", 1, "1", {}]',
        '["message", 1, 1, {}]', '["message", 1, "1"]', '["message", 1, "1", {}, 7]', '["message", 1, "1", {}, "", 1]',
        '["message", 9007199254740993, "1", {}]', "[", "", "7", "[" * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused(said):
    assert read_message(said) is None


def test_half_a_character_comes_as_a_question_mark():
    assert read_message('["message", 1, "1", {"text": "\\ud800 A"}]') == (1, "1", {"text": "? A"})


def test_what_a_page_says_again_is_read_one_by_one():
    log = [["1", {"do": "next"}], ["2", "\ud83d"]]
    hello = read_hello(json.dumps({"session": "", "last_seen": 0, "log": log}))
    said = [(place, json.loads(bytes(content))) for place, content in hello.log]
    assert said == [("1", {"do": "next"}), ("2", "?")]
    assert read_hello(json.dumps({"session": "x" * MAX_HELLO, "last_seen": 0, "log": []})) is None
