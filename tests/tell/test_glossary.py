"""The glossary: a sentence for every word, in every language, under the name that the rules themselves use."""

import re
from pathlib import Path

import pytest

import cardlab.locale
from cardlab.locale import LANGUAGES, read_catalogue
from cardlab.tell.glossary import WORDS, entries

CATALOGUES = {
    lang: read_catalogue(Path(cardlab.locale.__file__).with_name(f"{lang}.po").read_text(encoding="utf-8"))
    for lang in LANGUAGES
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_has_a_name_and_one_sentence(lang):
    found = entries(lang)
    assert [entry.word for entry in found] == list(WORDS)
    assert len({entry.name for entry in found}) == len(WORDS)
    for entry in found:
        assert entry.name == entry.name.strip(" .")
        assert entry.meaning.endswith(".")
        assert not re.search(r"[.!?] \S", entry.meaning), entry.meaning
        assert "{" not in entry.name + entry.meaning


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_called_as_the_clauses_call_it(word, lang):
    name = next(entry.name for entry in entries(lang) if entry.word == word)
    clauses = [text for key, forms in CATALOGUES[lang].items() if key.startswith("clause.") for text in forms]
    assert any(re.search(rf"\b{re.escape(name)}", text, re.IGNORECASE) for text in clauses), name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_catalogue_has_no_word_that_is_not_listed(lang):
    keys = {key for key in CATALOGUES[lang] if key.startswith("glossary.")}
    assert keys == {key for word in WORDS for key in (f"glossary.{word}", f"glossary.{word}.name")}
