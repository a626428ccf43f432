"""The catalogues: complete, alike in every language, and the only place with texts for people."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from enum import StrEnum
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

import cardlab
from cardlab import tichu, tongits
from cardlab.analysis.faults import Fault
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
    return {(name, how or "") for text in forms for _, name, how, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_has_a_text(lang):
    assert not every_key() - catalogues()[lang].keys()
    assert not [key for key, text in texts(lang) if not text.strip() or text == key]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_key_stands_twice(lang):
    keys = re.findall(r'(?<!msgctxt "notebook"\n)^msgid "(.+)"$', source_of(lang), re.MULTILINE)
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
    read = read_po(source_of(lang).encode().splitlines(keepends=True), locale=lang, abort_invalid=True)
    messages = [message for message in read if message.id and not message.context]
    several = {message.id[0]: tuple(message.string) for message in messages if isinstance(message.id, tuple)}
    one = {message.id: (message.string,) for message in messages if isinstance(message.id, str)}
    assert one | several == catalogues()[lang]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plurals_are_those_that_the_course_chooses(lang):
    assert '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"' in source_of(lang)


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
def source() -> str:
    return "\n".join((PACKAGE / path).read_text(encoding="utf-8") for path in modules())


def without_text(keys: Iterable[str]) -> set[str]:
    """The keys that have neither one text nor the two forms of a sentence about somebody, "you" and another."""
    return {key for key in keys if key not in every_key() and not {f"{key}.you", f"{key}.other"} <= every_key()}


def test_every_refusal_and_every_repair_of_the_source_has_a_text():
    listed = (tongits.Code, tichu.Code, tichu.Unreadable, Fault)
    refusals = {
        *re.findall(r'\b(?:Refusal|NotationError)\(\s*"(\w\w+)"', source()),
        *(code for of in listed for code in of),
    }
    repairs = set(re.findall(r'\bFix\(\s*"(\w+)"', source()))
    assert {"not_a_card", "record_torn"} <= refusals
    assert {"add", "drop_all", "fitting_values"} <= repairs
    assert not without_text(f"refusal.{code}" for code in refusals)
    assert not without_text(f"fix.{code}" for code in repairs)


def test_every_house_rule_has_a_name_and_an_explanation():
    names = set()
    for game, rules in (("tongits", tongits.Rules), ("tichu", tichu.Rules)):
        for field in fields(rules):
            names.add(f"rule.{game}.{field.name}")
            if isinstance(field.default, StrEnum):
                names |= {f"rule.{game}.{field.name}.{choice}" for choice in type(field.default)}
    assert not without_text(names | {f"{name}.explanation" for name in names})


def test_every_word_that_is_listed_has_a_text():
    listed = {"kind": tongits.Kind, "ending": tongits.Ending, "fit": tichu.Reason, "preset": PRESETS}
    assert not without_text(f"{kind}.{word}" for kind, words in listed.items() for word in words)
    assert {key for key in every_key() if key.startswith("card.")} == {
        f"card.{card}" for card in (*TICHU_DECK, *JOKERS)
    }


def test_every_key_that_a_template_says_exists():
    templates = [path.read_text(encoding="utf-8") for path in (PACKAGE / "dashboard" / "share").rglob("*.j2")]
    said = {key for told in templates for key in re.findall(r'"([a-z_]+\.[\w.]+)"', told)}
    said = {key for key in said if not key.endswith(".j2")}
    assert {"hall.first", "together.watch."} <= said
    beginnings = {key for key in said if key.endswith(".") and any(one.startswith(key) for one in every_key())}
    assert not said - every_key() - beginnings


def pattern(parts: Iterable[ast.expr]) -> str:
    """What a key looks like that is put together of these parts."""
    return "".join(re.escape(part.value) if isinstance(part, ast.Constant) else ".*" for part in parts)


def test_every_key_that_is_put_together_fits_one_that_exists():
    said = [
        call.args[0].values
        for module in modules().values()
        for call in ast.walk(module)
        if isinstance(call, ast.Call)
        and ast.unparse(call.func).rpartition(".")[2] in ("say", "about", "because", "Said")
        and call.args
        and isinstance(call.args[0], ast.JoinedStr)
    ]
    patterns = set(map(pattern, said))
    assert len(patterns) > 50
    assert not [pattern for pattern in patterns if not any(re.fullmatch(pattern, key) for key in every_key())]


def test_every_key_is_asked_for_by_its_name_or_put_together():
    """A reader adds whom a sentence is about, a list of names whether they are short or explained."""
    files = [*(PACKAGE / "dashboard" / "share").rglob("*.j2"), *(PACKAGE / "widgets" / "js").glob("*.js")]
    aside = "\n".join(path.read_text(encoding="utf-8") for path in files)
    patterns = {f"{re.escape(begun)}.*" for begun in re.findall(r'"([a-z_]+\.(?:\w+\.)*)" ~', aside)}
    asked = set(re.findall(r"[a-z_]+(?:\.\w+)+", aside))
    for node in (node for module in modules().values() for node in ast.walk(module)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            asked.add(node.value)
        elif isinstance(node, ast.JoinedStr) and re.match(r"[a-z_]+\\\.", pattern(node.values)):
            patterns.add(pattern(node.values))
    put_together = re.compile("|".join(patterns))
    keys = {key: re.sub(r"\.(?:you|other|short|explanation)$", "", key) for key in every_key()}
    assert not [key for key, bare in keys.items() if not {key, bare} & asked and not put_together.fullmatch(bare)]


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
