"""The glossary: a sentence for every word, in every language, under the name that the rules themselves use."""

import re
from collections import Counter
from pathlib import Path

import pytest

import cardlab.phrasing.catalogue
from cardlab.phrasing.catalogue import LANGUAGES, read_catalogue
from cardlab.phrasing.glossary import WORDS, clauses_of, entries

CATALOGUES = {
    lang: read_catalogue(Path(cardlab.phrasing.catalogue.__file__).with_name(f"{lang}.po").read_text(encoding="utf-8"))
    for lang in LANGUAGES
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_has_a_name_and_a_meaning(lang):
    found = entries(lang)
    assert [entry.word for entry in found] == list(WORDS)
    assert len({entry.name for entry in found}) == len(WORDS)
    for entry in found:
        assert entry.name == entry.name.strip(" .")
        assert entry.meaning.endswith(".")
        assert "{" not in entry.name + entry.meaning


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_called_as_the_clauses_call_it(word, lang):
    written = _written(next(entry for entry in entries(lang) if entry.word == word))
    clauses = [text for key, forms in CATALOGUES[lang].items() if key.startswith("clause.") for text in forms]
    called = [rf"\b{re.escape(form)}" for form in written]
    assert any(re.search(form, text, re.IGNORECASE) for text in clauses for form in called), written


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_catalogue_has_no_word_that_is_not_listed(lang):
    keys = {key for key in CATALOGUES[lang] if key.startswith("glossary.")}
    assert keys == {f"glossary.{word}{part}" for word in WORDS for part in ("", ".name", ".forms")}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_written_means_one_word(lang):
    written = [(form, entry.word) for entry in entries(lang) for form in _written(entry)]
    assert len(written) == len({form for form, _ in written}), Counter(form for form, _ in written).most_common(1)


def _written(entry):
    return {re.sub(r"^\(.*?\) ", "", form).lower() for form in entry.forms}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_about_one_game_has_its_own_words_and_clauses(lang):
    words = {about: {entry.word for entry in entries(lang, about)} for about in ("tongits", "tichu", "both")}
    assert words["tongits"] | words["tichu"] == words["both"] == set(WORDS)
    assert words["tongits"] & words["tichu"] == {"discard_pile", "house_rule"}
    clauses = {about: {clause.id for clause in clauses_of(lang, about)} for about in ("tongits", "tichu", "both")}
    assert {"T7.2", "T10.5"} <= clauses["tongits"]
    assert {"U2.4"} <= clauses["tichu"]
    assert clauses["tongits"] | clauses["tichu"] == clauses["both"]
    assert not clauses["tongits"] & clauses["tichu"]
