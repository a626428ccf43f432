"""The catalogues: complete, alike in every language, true to the glossary, and the only place with texts for people."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from enum import StrEnum
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

import cardlab
from cardlab import tongits
from cardlab.cards import JOKERS, TICHU_DECK
from cardlab.phrasing.catalogue import LANGUAGES, read_catalogue
from cardlab.tongits.rules import PRESETS

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


def catalogue(lang: str) -> dict[str, tuple[str, ...]]:
    """Every key with its texts: one, or singular and plural; the prose of the notebooks stands aside, in a context."""
    with (CATALOGUES / f"{lang}.po").open("rb") as source:
        read = read_po(source, locale=lang, abort_invalid=True)
        messages = [message for message in read if message.id and not message.context]
    found = {}
    for message in messages:
        plural = isinstance(message.id, tuple)
        found[message.id[0] if plural else message.id] = tuple(message.string) if plural else (message.string,)
    return found


@cache
def catalogues() -> dict[str, dict[str, tuple[str, ...]]]:
    return {lang: catalogue(lang) for lang in LANGUAGES}


@cache
def every_key() -> frozenset[str]:
    return frozenset().union(*catalogues().values())


def texts(lang: str) -> Iterator[tuple[str, str]]:
    return ((key, text) for key, forms in catalogues()[lang].items() for text in forms)


def placeholders(forms: tuple[str, ...]) -> set[tuple[str, str]]:
    return {(name, how or "") for text in forms for _, name, how, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_has_a_text(lang):
    assert not every_key() - catalogues()[lang].keys()
    assert not [key for key, text in texts(lang) if not text.strip() or text == key]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_key_stands_twice(lang):
    source = (CATALOGUES / f"{lang}.po").read_text(encoding="utf-8")
    keys = re.findall(r'(?<!msgctxt "notebook"\n)^msgid "(.+)"$', source, re.MULTILINE)
    assert sorted(keys) == sorted(set(keys))
    assert set(keys) == catalogues()[lang].keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_plural_has_two_forms_and_the_same_keys_have_one(lang):
    assert {key: len(forms) for key, forms in catalogues()[lang].items()} == {
        key: len(forms) for key, forms in catalogues()["en"].items()
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_placeholders_are_the_same_in_all_languages(lang):
    english, other = catalogues()["en"], catalogues()[lang]
    differing = {key for key in english.keys() & other.keys() if placeholders(english[key]) != placeholders(other[key])}
    assert not differing


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_course_reads_a_catalogue_as_translators_programs_do(lang):
    """Babel stops at what is torn, so a catalogue that both read alike is whole."""
    assert read_catalogue((CATALOGUES / f"{lang}.po").read_text(encoding="utf-8")) == catalogues()[lang]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plurals_are_those_that_the_course_chooses(lang):
    assert '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"' in (CATALOGUES / f"{lang}.po").read_text(encoding="utf-8")


HEAD = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n'


@pytest.mark.parametrize(
    ("entry", "forms"),
    [
        (r'msgid "a"' "\n" r'msgstr "eins"', ("eins",)),
        (
            r"# said twice" "\n#: x.py\n#, fuzzy\n" r'msgid "a"' "\n" r'msgstr "\"eins\" \\ zwei\ndrei"',
            ('"eins" \\ zwei\ndrei',),
        ),
        ('msgid ""\n"a"\nmsgstr ""\n"eins "\n"zwei"', ("eins zwei",)),
        (
            'msgid "a"\nmsgid_plural "a"\nmsgstr[0] "ein msgstr"\nmsgstr[1] ""\n"{count} "\n"msgstr"',
            ("ein msgstr", "{count} msgstr"),
        ),
    ],
)
def test_an_entry_is_read_as_it_is_written(entry, forms):
    prose = 'msgctxt "notebook"\nmsgid "a"\nmsgstr "Prosa"'
    obsolete = '#~ msgid "b"\n#~ msgstr "zwei"'
    assert read_catalogue("\n\n".join((HEAD.strip(), prose, entry, obsolete, "#. aside\n" + prose))) == {"a": forms}


@pytest.mark.parametrize(
    "torn",
    [
        'msgid "a"',
        'msgid "a"\nmsgstr "no end',
        'msgid "a"\nmsgstr "one "quote" too many"',
        'msgid "a"\nmsgstr "eins"\nmsgid "b"\nmsgstr "zwei"',
        'msgid "a"\nmsgstr "eins"\n<<<<<<< HEAD',
        'msgid "a"\nmsgid_plural "a"\nmsgstr "eins"',
        'msgid "a"\nmsgstr "an unknown \\x escape"',
    ],
)
def test_a_torn_entry_is_not_ignored(torn):
    with pytest.raises(ValueError, match="torn entry"):
        read_catalogue(f"{HEAD}\n{torn}\n")


# Keys that the source asks for.


@cache
def enumerations() -> dict[str, dict[str, str]]:
    """Every StrEnum of the package, by whatever base: member name to value; classes of one name are taken together."""
    classes = [node for module in modules().values() for node in ast.walk(module) if isinstance(node, ast.ClassDef)]
    bases, known = {"StrEnum"}, set()
    derived = [(one.name, {ast.unparse(base) for base in one.bases}) for one in classes if one.bases]
    while known != bases:  # a base may stand in a later module than its class
        known = set(bases)
        bases |= {name for name, of in derived if of & known}
    found: dict[str, dict[str, str]] = {}
    for node in classes:
        if node.name in bases:
            found.setdefault(node.name, {}).update(
                (line.targets[0].id, line.value.value)
                for line in node.body
                if isinstance(line, ast.Assign)
                and isinstance(line.targets[0], ast.Name)
                and isinstance(line.value, ast.Constant)
            )
    return found


def values_of(expression: ast.expr, scope: ast.AST) -> set[str]:
    """The texts that an expression can be: a literal, a choice of literals, a name given one, a member of a StrEnum."""
    match expression:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=one, orelse=other):
            return values_of(one, scope) | values_of(other, scope)
        case ast.Attribute(value=ast.Name(id=name), attr=member) if name in enumerations():
            return {enumerations()[name][member]}
        case ast.Subscript(value=ast.Name(id=name)) if name in enumerations():
            return set(enumerations()[name].values())
        case ast.Name(id=name):
            given = [
                node.value
                for node in ast.walk(scope)
                if isinstance(node, ast.Assign)
                and any(isinstance(to, ast.Name) and to.id == name for to in node.targets)
            ]
            return set().union(*(values_of(value, scope) for value in given if not isinstance(value, ast.Name)))
    return set()


def first_arguments(*called: str) -> Iterator[tuple[ast.expr, ast.AST]]:
    """The first argument of every call of one of these names, each with the function or module that it stands in."""

    def search(node: ast.AST, scope: ast.AST) -> Iterator[tuple[ast.expr, ast.AST]]:
        for part in ast.iter_child_nodes(node):
            match part:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[first, *_]) if name in called:
                    yield first, scope
            yield from search(part, part if isinstance(part, ast.FunctionDef) else scope)

    for module in modules().values():
        yield from search(module, module)


def codes(*called: str) -> set[str]:
    return set().union(*(values_of(first, scope) for first, scope in first_arguments(*called)))


def without_text(keys: set[str]) -> set[str]:
    """The keys that have neither one text nor the two forms of a sentence about somebody, "you" and another."""
    return {key for key in keys if key not in every_key() and not {f"{key}.you", f"{key}.other"} <= every_key()}


def test_every_refusal_code_of_the_source_has_a_text():
    found = codes("Refusal", "NotationError") | set(enumerations()["Code"].values())
    assert {"not_your_turn", "ace_is_low", "ace_between_king_and_two", "tichu_flip_unreadable", "not_a_card"} <= found
    assert not without_text({f"refusal.{code}" for code in found})


def test_every_fix_code_of_the_source_has_a_text():
    found = codes("Fix")
    assert {"add", "drop_all", "fitting_values"} <= found
    assert not without_text({f"fix.{code}" for code in found})


def test_every_reason_why_a_card_fits_has_a_text():
    assert not {f"fit.{reason}" for reason in enumerations()["Reason"].values()} - every_key()


def test_every_house_rule_of_tongits_has_a_name_and_an_explanation():
    names = set()
    for field in fields(tongits.Rules):
        names.add(f"rule.tongits.{field.name}")
        if isinstance(field.default, StrEnum):
            names |= {f"rule.tongits.{field.name}.{choice}" for choice in type(field.default)}
    assert not (names | {f"{name}.explanation" for name in names}) - every_key()
    assert not {f"preset.{name}" for name in PRESETS} - every_key()


def test_every_kind_and_ending_of_tongits_has_a_name():
    assert not {f"kind.{kind}" for kind in tongits.Kind} - every_key()
    assert not {f"ending.{ending}" for ending in tongits.Ending} - every_key()


def test_every_card_has_a_name():
    assert {key for key in every_key() if key.startswith("card.")} == {
        f"card.{card}" for card in (*TICHU_DECK, *JOKERS)
    }


def test_every_key_that_is_said_exists():
    said, patterns = set(), set()
    for key, scope in first_arguments("say"):
        if isinstance(key, ast.JoinedStr):
            patterns.add("".join(re.escape(p.value) if isinstance(p, ast.Constant) else ".+" for p in key.values))
        else:
            said |= values_of(key, scope)
    assert "meld_check.prompt" in said
    assert not said - every_key()
    assert not [pattern for pattern in patterns if not any(re.fullmatch(pattern, key) for key in every_key())]


def test_every_key_that_a_template_says_exists():
    templates = [path.read_text(encoding="utf-8") for path in (PACKAGE / "dashboard" / "share").rglob("*.j2")]
    said = {key for told in templates for key in re.findall(r'"([a-z_]+\.[\w.]+)"', told)}
    said = {key for key in said if not key.endswith(".j2")}
    assert {"hall.first", "together.watch."} <= said
    beginnings = {key for key in said if key.endswith(".") and any(one.startswith(key) for one in every_key())}
    assert not said - every_key() - beginnings


def test_every_sentence_about_somebody_exists():
    told, patterns = set(), set()
    for key, scope in first_arguments("about", "because"):
        if isinstance(key, ast.JoinedStr):
            patterns.add("".join(re.escape(p.value) if isinstance(p, ast.Constant) else ".+" for p in key.values))
        else:
            told |= values_of(key, scope)
    assert not without_text({key for key in told if "." in key})
    assert not [pattern for pattern in patterns if not any(re.fullmatch(pattern, key) for key in every_key())]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_the_form_about_another_names_them(lang):
    """`KEY.you` speaks to the reader, so `{who}` would call the reader by name; `KEY.other` has to say who it is."""
    forms = {key: text for key, text in texts(lang) if key.rpartition(".")[0] + ".you" in every_key()}
    assert not [key for key, text in forms.items() if key.endswith(".you") and "{who}" in text]
    told = [key for key in forms if key.startswith(("refusal.", "fix.", "tell.")) and key.endswith(".other")]
    assert not [key for key in told if "{who}" not in forms[key] and not key.startswith("tell.deed.")]


def literals(module: ast.Module) -> Iterator[ast.Constant]:
    """The texts of a module that are neither docstrings nor parts of a raised exception."""
    aside: set[int] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Raise):
            aside.update(id(part) for part in ast.walk(node))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            aside.add(id(node.value))
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in aside:
            yield node


def test_every_text_that_looks_like_a_key_is_one():
    rooms = "|".join(sorted({key.partition(".")[0] for key in every_key()}))
    like_a_key = re.compile(rf"(?:{rooms})\.[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*")
    files = (".js", ".css", ".html", ".j2", ".json", ".py", ".svg", ".ipynb", ".po", ".sh", ".csv", ".jsonl")
    unknown = set()
    for path, module in modules().items():
        parts = {id(part) for node in ast.walk(module) if isinstance(node, ast.JoinedStr) for part in node.values}
        for literal in literals(module):
            text = literal.value
            if id(literal) not in parts and like_a_key.fullmatch(text) and not text.endswith(files):
                if without_text({text}):
                    unknown.add((path.as_posix(), text))
    assert not unknown


SENTENCE = re.compile(r"\s*[A-ZÄÖÜ][\w'’-]*[,:;]? +[\w“„(]+")


@pytest.mark.parametrize("room", ["widgets", "lessons", "serve"])
def test_no_text_for_people_stands_outside_the_catalogues(room):
    sentences = [
        (path.as_posix(), literal.value)
        for path, module in modules().items()
        if path.parts[0] == room
        for literal in literals(module)
        if SENTENCE.match(literal.value)
    ]
    assert not sentences


def test_the_search_for_sentences_finds_them():
    module = ast.parse(
        '"""A docstring is none."""\nraise ValueError("No such language")\nlabel = "Your hand"\nx = "a b"'
    )
    assert [literal.value for literal in literals(module) if SENTENCE.match(literal.value)] == ["Your hand"]


# The words of the glossary.

RULED_OUT = {
    "en": "pts|talon|stockpile|discard stack|knock|sequence|straight|burnt|stalemate",
    "de": "Discard|Discards|Stock|Meld|Run|Fold|Call|Challenge|Tie|Unentschieden|Restpunkte|Talon|Straße|Sequenz"
    "|Kombination|Kombinationen|Meldung|Abwurfstapel|abwerfen|Nachziehstapel|Bauer|Treff|Pkt|pts",
    "nl": "gelijkspel|discard|discards|discarden|discardstapel|stock|deadwood|meld|run|fold|call|challenge|tie|straat"
    "|serie|burned|heer|dame|pts|u|uw",
}
NOTATION = re.compile(
    r"\{[^}]*\}|\b[a-z_]+=\w+|\b[0-2] (?:draw|take|meld|sapaw|discard|call|challenge|fold|play|flip|recycle)\b"
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_that_the_glossary_rules_out_do_not_occur(lang):
    ruled_out = re.compile(rf"\b(?:{RULED_OUT[lang]})\b", re.IGNORECASE)
    found = {key: ruled_out.findall(NOTATION.sub("", text)) for key, text in texts(lang)}
    assert not {key: words for key, words in found.items() if words}


def test_in_english_a_draw_is_always_called():
    found = [
        (key, text)
        for key, text in texts("en")
        if re.search(r"(?<!call )(?<!Call )(?<!called )(?<!calls )(?<!calling )\ba draw\b(?! (?:call|pile))", text)
    ]
    assert not found


@pytest.mark.parametrize(
    ("lang", "verb"), [("de", r"an(?:ge)?sag|Ansage|sag(?:e|s?t)\b[^.]*\beinen Draw an"), ("nl", r"roep")]
)
def test_a_draw_is_announced_with_the_verb_of_the_language(lang, verb):
    found = [(key, text) for key, text in texts(lang) if re.search(r"\bDraw\b", text)]
    assert found
    silent = [
        key for key, text in found if not re.search(verb, text) and not re.search(r"angefochten|aangevochten", text)
    ]
    assert not silent


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_and_refusals_do_not_shout(lang):
    rooms = ("refusal.", "fix.", "fit.", "why.", "clause.", "rule.")
    assert not [key for key, text in texts(lang) if key.startswith(rooms) and "!" in text]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_ends_with_its_stop(lang):
    rooms = ("refusal.", "fix.", "fit.", "why.", "clause.")
    assert not [key for key, text in texts(lang) if key.startswith(rooms) and not text.endswith(".")]
