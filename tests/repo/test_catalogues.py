"""The catalogues: complete, alike in every language, and the only place with texts for people."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from enum import StrEnum
from functools import cache
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from babel.messages.pofile import read_po

import cardlab
from cardlab import shelf, tichu, tongits
from cardlab.analysis.faults import Fault
from cardlab.analysis.grades import Grade
from cardlab.cards import JOKERS, RANKS, SPECIALS, SUITS
from cardlab.dashboard.frame import GROUPS, RULE_WORDS
from cardlab.lessons.cards import PLACES
from cardlab.lessons.course import LESSONS
from cardlab.lessons.disagree.dispute import RuleOrigin
from cardlab.lessons.disagree.disputes import DISPUTES, presets
from cardlab.lessons.protocol import Kind as TaskKind
from cardlab.lessons.race import PLACES as RACE_PLACES
from cardlab.lessons.tips_positions import KINDS
from cardlab.lessons.tips_tried import kept
from cardlab.phrasing.catalogue import LANGUAGES, read_catalogue
from cardlab.phrasing.glossary import WORDS
from cardlab.phrasing.prose import prose
from cardlab.tables.tournament_scenes import COLUMNS, POINTS
from cardlab.tongits.rules import PRESETS
from cardlab.tongits.scoring import ChipParts
from cardlab.widgets.tichu_table.timed_match import LEVELS, Against
from cardlab.widgets.tongits_table.overlays import OVERLAYS
from cardlab.widgets.tongits_table.played_match import PLAYERS, TABLES
from cardlab.widgets.whatif.compared import VALUES
from cardlab.widgets.whatif.examples import EXAMPLES
from tests.notebooks.translate import masters

PACKAGE = Path(cardlab.__file__).parent
CATALOGUES = PACKAGE / "phrasing"


@cache
def modules() -> dict[Path, ast.Module]:
    """All of the package, read once for the process that looks at it, not for each that only collects the tests."""
    return {
        path.relative_to(PACKAGE): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
        if "node_modules" not in path.parts
    }


@cache
def nodes() -> dict[Path, tuple[ast.AST, ...]]:
    return {path: tuple(ast.walk(module)) for path, module in modules().items()}


def source_of(lang: str) -> str:
    return (CATALOGUES / f"{lang}.po").read_text(encoding="utf-8")


@cache
def catalogues() -> dict[str, dict[str, tuple[str, ...]]]:
    """Every key with its texts: one, or singular and plural; the prose of the notebooks stands aside, in a context."""
    return {lang: read_catalogue(source_of(lang)) for lang in LANGUAGES}


@cache
def every_key() -> frozenset[str]:
    return frozenset().union(*catalogues().values())


def texts(lang: str) -> Iterator[tuple[str, str]]:
    return ((key, text) for key, forms in catalogues()[lang].items() for text in forms)


def placeholders(forms: tuple[str, ...]) -> set[tuple[str, str]]:
    """Each fact and how it is written; an article stands where the case of the sentence lets it, so not everywhere."""
    parsed = (part for text in forms for part in Formatter().parse(text))
    return {(name, "" if how in (None, "the") else how) for _, name, how, _ in parsed if name is not None}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_catalogue_has_every_key_once_with_a_text_and_with_the_forms_and_placeholders_of_the_english_one(lang):
    english, here = catalogues()["en"], catalogues()[lang]
    keys = re.findall(r'(?<!msgctxt "notebook"\n)^msgid "(.+)"$', source_of(lang), re.MULTILINE)
    assert sorted(keys) == sorted(here)
    assert not every_key() - here.keys()
    assert not [key for key, text in texts(lang) if not text.strip() or text == key]
    assert [key for key, forms in here.items() if len(forms) != len(english[key])] == []
    assert [key for key, forms in here.items() if placeholders(forms) != placeholders(english[key])] == []
    assert '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"' in source_of(lang), "as the course chooses them"


QUOTED = {"en": r"“([^”]+)”", "de": r"„([^“]+)“", "nl": r"“([^”]+)”"}


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_a_button_or_a_house_rule_is_quoted_by_its_own_words(lang):
    """What English quotes and is a text of its own, a button or the name of a rule, is that text here too."""
    english, here = catalogues()["en"], catalogues()[lang]
    prose = [one for one in read_po(source_of(lang).encode().splitlines(keepends=True)) if one.context == "notebook"]
    pairs = [(" ".join(forms), " ".join(here[key])) for key, forms in english.items()]
    pairs += [(str(one.id), str(one.string)) for one in prose]
    known: dict[str, set[str]] = {}
    for key, forms in english.items():
        for text in forms:
            known.setdefault(text, set()).update(here[key])
    quoted = [(one, translated) for text, translated in pairs for one in re.findall(QUOTED["en"], text) if one in known]
    assert not [pair for pair in quoted if not known[pair[0]] & set(re.findall(QUOTED[lang], pair[1]))]
    assert len(quoted) > 20


NAMED = re.compile(r"(?<![*\w])\*([A-Z][^*.]{1,40})\*(?![*\w])")
NO_BUTTONS = {"Run > Run All Cells", "Sapaw"}
"""What is in italics and is no button of ours: JupyterLab's menu, and the Filipino word."""


def test_a_text_that_names_a_button_has_its_words():
    told = [*texts("en"), *((path, text) for path, book in masters().items() for text in prose(book))]
    words = {text for _, text in told} | NO_BUTTONS
    # The notebook `engine` is for people who write code, so what it calls by its name there may stand.
    named = [(at, name) for at, text in told if "engine" not in at for name in NAMED.findall(text)]
    assert not [one for one in named if one[1] not in words]


TORN = (
    'msgid "a"',
    'msgid "a"\nmsgstr "no end',
    'msgid "a"\nmsgstr "one "quote" too many"',
    'msgid "a"\nmsgstr "eins"\nmsgid "b"\nmsgstr "zwei"',
    'msgid "a"\nmsgstr "eins"\n<<<<<<< HEAD',
    'msgid "a"\nmsgid_plural "a"\nmsgstr "eins"',
    'msgid "a"\nmsgstr "an unknown \\x escape"',
)


def test_a_catalogue_is_read_as_by_translators_programs_and_a_torn_entry_is_not_ignored():
    """Babel stops at what is torn, so a catalogue that both read alike is whole."""
    for lang in LANGUAGES:
        read = read_po(source_of(lang).encode().splitlines(keepends=True), locale=lang, abort_invalid=True)
        messages = [message for message in read if message.id and not message.context]
        several = {message.id[0]: tuple(message.string) for message in messages if isinstance(message.id, tuple)}
        one = {message.id: (message.string,) for message in messages if isinstance(message.id, str)}
        assert one | several == catalogues()[lang]
    for torn in TORN:
        with pytest.raises(ValueError, match="torn entry"):
            read_catalogue(f'msgid ""\nmsgstr ""\n"Language: de\\n"\n\n{torn}\n')


# Keys that the source asks for.


@cache
def source() -> str:
    return "\n".join((PACKAGE / path).read_text(encoding="utf-8") for path in modules())


@cache
def refusals() -> set[str]:
    listed = (tongits.Code, tichu.Code, tichu.Unreadable, Fault)
    named = re.findall(r'\b(?:Refusal|NotationError|_rejected|_finding)\(\s*"(\w\w+)"', source())
    of_tournaments = re.findall(r'\brefusal\(\s*"(\w+)"', source())
    return {*named, *(f"tournament_{code}" for code in of_tournaments), *(str(code) for of in listed for code in of)}


SUFFIXES = ["short", "explanation", "name", "forms", "goal", "done", "closing", "look", "title", "text", "bare"]
"""What code adds to a key that is written out: which of the texts of one thing it is."""


@cache
def families() -> dict[str, set[str]]:
    """The beginnings that code composes keys with, each with all that may follow; from the package where it lists it.

    Whatever is not listed here is written out where it is asked for, so a search for a key finds its use.
    """
    kinds, seats, specials = tongits.Kind, range(3), SPECIALS
    moves = ["draw", "take", "lay", "lay_secret", "lay_off", "discard", "call", "challenge", "fold"]
    drills = {drill.name: drill for lesson in LESSONS for drill in lesson.drills}
    disputes = (*DISPUTES, *presets())
    rounds = shelf.names()
    clauses = re.findall(r"^\| ([TU]\d+\.\d+) \|", (PACKAGE / "RULES.md").read_text(encoding="utf-8"), re.MULTILINE)
    ranked = [("tongits", tongits.Rules), ("tichu", tichu.Rules)]
    rules = {
        game: [*(field.name for field in fields(of)), *(f"{name}.{choice}" for name, choice in choices(of))]
        for game, of in ranked
    }
    people = ["player", "notation", "opponent", "computer", "lou", "robin"]
    listed: dict[str, Iterable[object]] = {
        "article.": specials,
        "brackets.": (*kinds, "sapaw"),
        "card.": (*RANKS, *SUITS, *SPECIALS, "X"),
        "clause.": clauses,
        "coach.do.": moves,
        "compare.game.": ("tongits", "tichu"),
        "dispute.title.": (dispute.name for dispute in disputes if len(dispute.fields) > 1),
        "dispute.why.": (dispute.name for dispute in disputes),
        "drill.": drills,
        "exercise.unanswered_": get_args(TaskKind),
        "fit.": tichu.Reason,
        "fix.": set(re.findall(r'\bFix\(\s*"(\w+)"', source())),
        "glossary.": WORDS,
        "grade.": Grade,
        "lesson.chips.forgotten_": ChipParts._fields,
        "lesson.dealt.": PLACES[len(seats) :],
        "lesson.find_a_meld.look_": kinds,
        "lesson.repair.becomes_": kinds,
        "lesson.repair.to_": kinds,
        "lesson.source.": RuleOrigin,
        "lesson.stands_for.prompt_": JOKERS[:2],
        "lesson.tichu_dealt.": RACE_PLACES,
        "lesson.tie_": tongits.Tie,
        "lesson.tips.": KINDS,
        "lesson.under.may_": moves,
        "meld_check.is_": kinds,
        "page.group.": GROUPS,
        "play_tichu.against.": Against,
        "play_tichu.level.": LEVELS,
        "play_tongits.bot.": PLAYERS,
        "play_tongits.table.": TABLES,
        "plot.unit.": ["chips", "deadwood", "points"],
        "position.place.hand.": (*seats, "left", "right"),
        "position.place.melds.": (*seats, "own", "left", "right"),
        "preset.": PRESETS,
        "puzzles.month.": range(1, 13),
        "rank.": "TJQKA",
        "refusal.": refusals(),
        "room.refused.": ("crowd", "full", "wrong"),
        "rules.": RULE_WORDS,
        "rules.chapter.": (*(f"T{number}" for number in range(1, 12)), *(f"U{number}" for number in range(1, 7))),
        "rule.tichu.": rules["tichu"],
        "rule.tongits.": rules["tongits"],
        "score.ending.": tongits.Ending,
        "seat.": (*seats, *people),
        "seat.within.": (*seats, *people, "place_own", "place_left", "place_right"),
        "shelf.move.": (f"{name}.{number}" for name in rounds for number in shelf.notes(name) if number),
        "shelf.title.": rounds,
        "shelf.why.": rounds,
        "table.": ("draw", "lay_secret", "call", "challenge", "fold"),
        "table.meld_": kinds,
        "table.overlay.": OVERLAYS,
        "text.chips.": ChipParts._fields[1:],
        "move.": (*moves, "lay_set", "lay_run", "discard_joker"),
        "text.special.": specials,
        "worth.": range(1, 16),
        "tried.": kept(),
        "tried.row.": (f"{row.about}{'_more' * (99 in row.numbers)}" for rows in kept().values() for row in rows),
        "whatif.began.": tongits.Began,
        "whatif.by.": VALUES,
        "whatif.example.": EXAMPLES,
        "whatif.phase.": (phase for phase in tongits.Phase if phase is not tongits.Phase.OVER),
        "why.": kinds,
        "widget.storage_": ("full", "forbidden"),
        "tournament.column.": (*COLUMNS, "table", "state"),
        "tournament.": POINTS,
    }
    return {begun: {str(word) for word in words} for begun, words in listed.items()}


def choices(of: type[tongits.Rules] | type[tichu.Rules]) -> Iterator[tuple[str, StrEnum]]:
    """The house rules that are set to one of several words, each with these words."""
    for field in fields(of):
        if isinstance(field.default, StrEnum):
            yield from ((field.name, choice) for choice in type(field.default))


def rooms() -> str:
    return "|".join(sorted({key.partition(".")[0] for key in every_key()}))


def composed() -> set[str]:
    """What every key that is put together begins with."""
    begun = re.compile(rf"(?:{rooms()})\.[\w.]*")
    first = [node.values[0] for inside in nodes().values() for node in inside if isinstance(node, ast.JoinedStr)]
    return {one.value for one in first if isinstance(one, ast.Constant) and begun.fullmatch(one.value)}


@cache
def in_templates() -> str:
    files = [*(PACKAGE / "dashboard" / "share").rglob("*.j2"), *(PACKAGE / "widgets" / "js").glob("*.js")]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def literals(path: Path) -> Iterator[ast.Constant]:
    """The texts of a module that are neither docstrings nor parts of a key or of a raised exception."""
    aside: set[int] = set()
    for node in nodes()[path]:
        if isinstance(node, ast.Raise):
            aside.update(id(part) for part in ast.walk(node))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            aside.add(id(node.value))
    for node in nodes()[path]:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in aside:
            yield node


def test_every_key_that_is_composed_is_of_a_family_and_every_key_of_a_family_has_a_text():
    begun = composed() | set(re.findall(r'"([a-z_]+\.(?:\w+\.)*)" ~', in_templates()))
    assert begun == families().keys()
    assert not {begun + word for begun, words in families().items() for word in words} - every_key()


def test_every_text_that_looks_like_a_key_is_one():
    like_a_key = re.compile(rf"(?:{rooms()})\.[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*")
    files = (".js", ".css", ".html", ".j2", ".json", ".py", ".svg", ".ipynb", ".po", ".sh", ".csv", ".jsonl")
    said = set(re.findall(r'"([a-z_]+\.[\w.]*\w)(?<!\.j2)"', in_templates()))
    # A text in parts is a composed key, and of a family.
    for path, inside in nodes().items():
        parts = {id(part) for node in inside if isinstance(node, ast.JoinedStr) for part in node.values}
        said |= {literal.value for literal in literals(path) if id(literal) not in parts}
    asked = {text for text in said if like_a_key.fullmatch(text) and not text.endswith(files)}
    assert "room.nickname_label" in asked, "the templates are read"
    assert not [text for text in asked if not {text, *(f"{text}.{one}" for one in SUFFIXES)} & every_key()]


EITHER = re.compile(r"\[([^][|]*)\|([^][|]*)\]")


def test_only_what_is_said_of_another_names_them():
    """`[You have|{who} has]`: the first speaks to the reader and has no name; the second says who it is."""
    for key, text in (one for lang in LANGUAGES for one in texts(lang)):
        to_reader, of_another = EITHER.sub(r"\1", text), EITHER.sub(r"\2", text)
        if EITHER.search(text):
            assert "{who}" not in to_reader, key
            assert "{who}" in of_another or not key.startswith(("refusal.", "fix.", "text.")), key


SENTENCE = re.compile(r"\s*[A-ZÄÖÜ][\w'’-]*[,:;]? +[\w“„(]+")


def test_no_text_for_people_stands_outside_the_catalogues():
    sentences = [
        (path.as_posix(), literal.value)
        for path in modules()
        if path.parts[0] in ("widgets", "lessons")
        for literal in literals(path)
        if SENTENCE.match(literal.value)
    ]
    assert not sentences
