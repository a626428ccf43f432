"""The rules of a game on one page, and the glossary: a sentence for every word, as the rules call it."""

import re
from collections import Counter
from pathlib import Path

import pytest

import cardlab
from cardlab import tichu, tongits
from cardlab.choices import house_rules
from cardlab.phrasing.catalogue import LANGUAGES, read_catalogue, say
from cardlab.phrasing.glossary import WORDS, clauses_of, entries
from cardlab.phrasing.rule_page import rule_page
from cardlab.tongits.rules import PRESETS

PACKAGE = Path(cardlab.__file__).parent
BOOK = (PACKAGE / "RULES.md").read_text(encoding="utf-8")
GAMES = (("tongits", "T", tongits.Rules), ("tichu", "U", tichu.Rules))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "letter", "rules"), GAMES)
def test_every_clause_is_there_in_its_order_and_every_house_rule_with_what_it_changes(game, letter, rules, lang):
    page, declared = rule_page(game, lang), house_rules(rules)
    clauses = [(chapter, one) for chapter in page.chapters for one in chapter.clauses]
    assert [one.id for _, one in clauses] == re.findall(rf"^\| ({letter}\d+\.\d+) \|", BOOK, re.MULTILINE)
    assert all(one.id.startswith(f"{chapter.id}.") for chapter, one in clauses)
    assert all(one.line == say(f"clause.{one.id}", lang) for _, one in clauses)
    assert len(page.house_rules) == len(declared)
    for shown, rule in zip(page.house_rules, declared, strict=True):
        assert shown.changes.endswith(f"({rule.clause})")
        traditional = game == "tongits" and rule.name in PRESETS["traditional"]
        assert shown.who == say("rules.who.traditional" if traditional else "rules.who.some", lang)


def test_the_package_names_no_clause_that_is_not_in_the_book():
    source = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    assert set(re.findall(r"\b[TU]\d+\.\d+\b", source)) <= set(re.findall(r"^\| ([TU]\d+\.\d+) \|", BOOK, re.M))


def test_a_house_rule_is_told_as_it_is_when_it_is_played_and_not_as_the_sheets_have_it():
    said = {rule.name: rule.changes for rule in rule_page("tongits").house_rules}
    assert said["Tie after a draw call: Challenger"] == "The challenger wins a tie. (T6.5)"
    assert "Melds in the hand count: no" in said


def test_a_clause_with_a_heading_is_told_by_it_and_unfolds_in_full_and_a_notebook_shows_all_in_full():
    page = rule_page("tichu", "en", {"U2.3": ("2 and ace", "stacks.ipynb#u2-3")})
    (one,) = (one for chapter in page.chapters for one in chapter.clauses if one.id == "U2.3")
    assert (one.line, one.full, one.lesson) == ("2 and ace", say("clause.U2.3", "en"), "stacks.ipynb#u2-3")
    shown = rule_page("tichu", "de")._repr_markdown_()
    assert f"- **U5.1** {say('clause.U5.1', 'de')}" in shown
    assert shown.count("\n- **U") == len(re.findall(r"^\| U\d+\.\d+ \|", BOOK, re.MULTILINE))
    with pytest.raises(ValueError, match="xx"):
        rule_page("tongits", "xx")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_has_a_name_and_a_meaning_and_is_called_as_the_clauses_call_it(lang):
    catalogue, found = read_catalogue((PACKAGE / "phrasing" / f"{lang}.po").read_text(encoding="utf-8")), entries(lang)
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
    clauses = {about: set(clauses_of(lang, about)) for about in ("tongits", "tichu", "both")}
    assert {"T7.2", "T10.5"} <= clauses["tongits"]
    assert {"U2.4"} <= clauses["tichu"]
    assert clauses["tongits"] | clauses["tichu"] == clauses["both"]
    assert not clauses["tongits"] & clauses["tichu"]
