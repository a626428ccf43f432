"""The glossary: a sentence for every word, in every language, under the name that the rules themselves use."""

import re
from collections import Counter
from pathlib import Path

import pytest

import cardlab.phrasing.catalogue
from cardlab.phrasing.catalogue import LANGUAGES, read_catalogue
from cardlab.phrasing.glossary import WORDS, clauses_of, entries

PO = Path(cardlab.phrasing.catalogue.__file__).parent


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_has_a_name_and_a_meaning_and_is_called_as_the_clauses_call_it(lang):
    catalogue, found = read_catalogue((PO / f"{lang}.po").read_text(encoding="utf-8")), entries(lang)
    clauses = "\n".join(text for key, forms in catalogue.items() if key.startswith("clause.") for text in forms)
    assert [entry.word for entry in found] == list(WORDS)
    assert len({entry.name for entry in found}) == len(WORDS)
    all_written = Counter()
    for entry in found:
        assert entry.meaning.endswith(".")
        written = {re.sub(r"^\(.*?\) ", "", form).lower() for form in entry.forms}
        assert re.search("|".join(rf"\b{re.escape(form)}" for form in written), clauses, re.IGNORECASE), written
        all_written.update(written)
    assert max(all_written.values()) == 1, all_written.most_common(1)
    keys = {key for key in catalogue if key.startswith("glossary.")}
    assert keys == {f"glossary.{word}{part}" for word in WORDS for part in ("", ".name", ".forms")}


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
