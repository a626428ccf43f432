"""How people are spoken to in English: catalogue and notebooks, without what only a translation would say.

Each pattern has the reason for which it fails. `python -m tests.repo.test_plain_words` lists what is long.
"""

import re
from collections.abc import Iterator

import pytest

from cardlab.phrasing.prose import prose
from tests.notebooks.translate import masters
from tests.repo.test_one_word import NOTATION, catalogue

MOST_WORDS, MOST_LONG = 24, 0.02
"""How many words a sentence may have, and how many of all sentences may have more or a semicolon."""
FOREIGN = {
    r"whoever": "say *you*, or name the player",
    r"upon|once more|by lot|the own|all together": "say on, again, at random, your own, together",
    r"dear|dearly|dearer": "say that it costs a lot",
    r"by the sheets?": "say what the sheets say, once a page",
    r"stands?(?! (?:for|up))|stood|lies?": "texts and cards *are* somewhere",
    r"(?:is|are|was) to be": "say *must*, or who does it",
    r"(?:go|goes|went|going) on (?:with|by|from|as|to)": "say continue",
    r"row of days": "it is a streak",
    r"the one who|he who": "name the player: the caller, your opponent, a player who",
}
SUBJECTLESS = re.compile(r"(?:^|(?<![]]. )(?<=[.!?:] ))(?:Who|What) [^.?!]*[.!](?= |$)")
"""Not what a link is followed by: there it is a line of a list that says what the page is about."""
SENTENCE = re.compile(r"(?<=[.!?:])\s+|\n+")


def texts() -> Iterator[tuple[str, str]]:
    """Every English text that people read, by its key or its page; code and notation are left out."""
    for key, forms in catalogue("en").items():
        for text in forms:
            yield key, NOTATION.sub("", text)
    for page, book in masters().items():
        for text in prose(book):
            yield page, NOTATION.sub("", re.sub(r"\]\([^)]*\)", "]", text))


def told() -> list[tuple[str, str]]:
    """The same, without the terminal, which is for people who know terminals."""
    return [(place, text) for place, text in texts() if not place.startswith("cli.")]


@pytest.mark.parametrize("pattern", FOREIGN)
def test_no_text_says_what_only_a_translation_would(pattern):
    word = re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)
    assert not [(place, text) for place, text in told() if word.search(text)], FOREIGN[pattern]


def test_no_sentence_begins_with_a_who_or_what_that_asks_nothing():
    assert not [(place, text) for place, text in told() if SUBJECTLESS.search(text)], "say *you*, or name the player"


NAMED = re.compile(r"(?<![*\w])\*([A-Z][^*.]{1,40})\*(?![*\w])")
NO_BUTTONS = {"Run > Run All Cells", "Sapaw"}
"""What is in italics and is no button of ours: JupyterLab's menu, and the Filipino word."""


def test_a_text_that_names_a_button_has_its_words():
    words = {text for forms in catalogue("en").values() for text in forms}
    named = [(place, name) for place, text in texts() for name in NAMED.findall(text)]
    assert not [one for one in named if one[1] not in words | NO_BUTTONS]


def long_or_halved() -> tuple[list[tuple[str, str]], int]:
    """The sentences of more than MOST_WORDS words or with a semicolon, and how many sentences there are."""
    sentences = [(place, one) for place, text in told() for one in SENTENCE.split(text) if one.strip("|-* ")]
    return [one for one in sentences if len(one[1].split()) > MOST_WORDS or ";" in one[1]], len(sentences)


def test_sentences_are_short():
    found, count = long_or_halved()
    assert len(found) <= MOST_LONG * count, found


if __name__ == "__main__":
    found, count = long_or_halved()
    print(*(f"{place}: {text}" for place, text in found), f"{len(found)} of {count} sentences are long.", sep="\n")
