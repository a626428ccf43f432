"""The catalogues: every sentence for people, in the language of the reader.

Knows keys, languages and how cards are written in each; knows no rule and no widget.
A key names a message (`refusal.not_your_turn`); the English text is itself a catalogue entry, in `en.po`.
A text may contain:

- `{cards}`: cards in short (7♥ B♠); `{cards:or}`: as a choice; `{card:name}`: by their full names;
- `{card:the}`: a special card with its article ("the Dog"); a choice gives it the article too;
- `{values:worth}`: cards by their values in Tichu, as a choice; `{rank:rank}`: a rank by its letter in the language;
- `[You have|{who} has]`: the first part if the sentence is about its reader, else the second.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from cardlab.cards import PIPS, SPECIALS, Card

if TYPE_CHECKING:
    from fractions import Fraction

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "de": "Deutsch", "nl": "Nederlands"}
_QUOTED: Final = r'(?:"(?:[^"\\\n]++|\\["\\n])*+"\n)+'
_ENTRY: Final = re.compile(
    rf"(?:#.*\n)*msgid ({_QUOTED})(?:msgid_plural {_QUOTED}(?=msgstr\[))?((?:msgstr(?:\[\d\])? {_QUOTED})+)"
)
_ASIDE: Final = re.compile(r"(?:#.*\n)*(?:msgctxt |#.*\Z)")
_FORM: Final = re.compile(r"^msgstr(?:\[\d\])? ", re.MULTILINE)
_ESCAPED: Final = re.compile(r"\\(.)")
NAME: Final = "\ue000"
"""Marks a name until the sentence is whole, so that one at the beginning of a sentence gets a capital."""
_BEGINNING: Final = re.compile(rf"(^|[.!?] ){NAME}(.)")
_BEGINS_WITH_A_CARD: Final = re.compile(r"\{cards?[:}].*\s")
_EITHER: Final = re.compile(r"\[([^][|]*)\|([^][|]*)\]")
_SMALL: Final = re.compile("<small>(.*?)</small>")
_ROUNDING_ERROR: Final = 1e-9
"""A float nearer to 0 or 1 than this counts as 0 or 1, because rounding may have moved it."""


class KnowsNames(Hashable, Protocol):
    """Who knows what the players are called, such as a `Reader`."""

    def within(self, seat: int) -> str:
        """Return what a seat is called within a sentence."""


@cache
def _catalogue(lang: str) -> Mapping[str, Sequence[str]]:
    """Return a language's texts by key, with their plurals. Raises ValueError for an unknown language."""
    if lang not in LANGUAGES:
        raise ValueError(f"no catalogue for {lang!r}; there is one for each of {', '.join(LANGUAGES)}")
    return _texts(lang)


def _texts(lang: str, context: str = "") -> Mapping[str, Sequence[str]]:
    """Return what `read_catalogue` returns for a language; in a browser, it has been read when the site was made."""
    file = Path(__file__).with_name(f"{lang}.po")
    read = file.with_suffix(".json")
    if read.exists():
        texts: Mapping[str, Sequence[str]] = json.loads(read.read_text(encoding="utf-8"))[context]
        return texts
    return read_catalogue(file.read_text(encoding="utf-8"), context)


def read_catalogue(source: str, context: str = "") -> dict[str, tuple[str, ...]]:
    r"""Return the texts of a `.po` file by key: the singular, or singular and plural.

    `source`: the content of the file; `context`: the `msgctxt` of the entries, "" for those without.
    Leaves out obsolete entries, and fuzzy ones if there is a `context`. Raises ValueError for an unreadable entry.

    >>> read_catalogue('msgid "chips"\nmsgid_plural "chips"\nmsgstr[0] "a chip"\nmsgstr[1] "{count} chips"')
    {'chips': ('a chip', '{count} chips')}
    """
    texts = {}
    marked = f'msgctxt "{context}"\n'
    for block in source.strip().split("\n\n"):
        if context:
            if marked not in block or "#, fuzzy\n" in block:
                continue
            block = block.replace(marked, "", 1)
        elif _ASIDE.match(block):
            continue
        entry = _ENTRY.fullmatch(block.strip("\n") + "\n")
        if entry is None:
            raise ValueError(f"a torn entry in a catalogue: {block[:200]!r}")
        key, forms = entry.groups()
        texts[_unquoted(key)] = tuple(map(_unquoted, _FORM.split(forms)[1:]))
    texts.pop("", None)  # the header of the file
    return texts


def _unquoted(lines: str) -> str:
    text = lines[1:-2].replace('"\n"', "")
    return _ESCAPED.sub(lambda sign: "\n" if sign[1] == "n" else sign[1], text) if "\\" in text else text


@cache
def texts_in(lang: str) -> Mapping[str, str]:
    """Return the prose of the notebooks in a language, by the English text."""
    return {english: forms[0] for english, forms in _texts(lang, "notebook").items() if forms[0]}


@cache
def _headings() -> Mapping[str, str]:
    """Return the names of lessons and steps by key (`make i18n` collects them)."""
    headings: Mapping[str, str] = json.loads(Path(__file__).with_name("headings.json").read_text(encoding="utf-8"))
    return headings


@cache
def _heading(code: str, lang: str) -> str:
    english = _headings()[code]
    return _SMALL.sub(r"(\1)", english if lang == "en" else texts_in(lang)[english])


def has_message(code: str, lang: str = "en") -> bool:
    """Return whether a key has a text. Raises ValueError for an unknown language."""
    return code in _catalogue(lang) or code in _headings()


def keys(lang: str = "en") -> tuple[str, ...]:
    """Return every key, in the order of the catalogue of a language. Raises ValueError for an unknown language."""
    return (*_catalogue(lang), *_headings())


def say(code: str, lang: str = "en", **facts: Any) -> str:
    """Return the sentence for a key in a language, with facts put in.

    The fact `count` chooses singular or plural. Cards are written as the language writes them; one that begins the
    sentence gets a capital.
    Raises KeyError for an unknown key or a missing fact, ValueError for an unknown language.

    >>> say("fix.add", "de", cards=(Card("6h"), Card("Jh")))
    'Mit 6♥ oder B♥ dazu wäre es ein Satz.'
    """
    return say_to(None, code, lang, **facts)


def say_to(reader: KnowsNames | None, code: str, lang: str, /, **facts: Any) -> str:
    """Return the sentence for a key as `say` does, with the names that a `Reader` has for seats.

    Piles and melds are counted from the fact `first`. Of `[a|b]`, the sentence has `b` if there is a fact
    `about_another`, else `a`.
    """
    try:
        return _cached_text(reader, code, lang, **facts)
    except TypeError:  # a fact that can't be hashed, such as a list
        return _cached_text.__wrapped__(reader, code, lang, **facts)


@lru_cache(maxsize=8192, typed=True)
def _cached_text(reader: KnowsNames | None, code: str, lang: str, /, **facts: Any) -> str:
    """Return what `say_to` returns, cached because most sentences are said repeatedly."""
    text = message(code, lang, facts.get("count"))
    text = _EITHER.sub(r"\2" if "about_another" in facts else r"\1", text)
    filled = text.format_map({name: _Fact(fact, lang, reader, facts.get("first", 1)) for name, fact in facts.items()})
    if _BEGINS_WITH_A_CARD.match(text):
        filled = filled[:1].upper() + filled[1:]
    return _BEGINNING.sub(lambda match: match[1] + match[2].upper(), filled).replace(NAME, "")


def message(code: str, lang: str = "en", count: int | None = None) -> str:
    """Return the text for a key, before any fact is put in.

    `count` chooses singular or plural. Raises KeyError for an unknown key, ValueError for an unknown language.
    """
    forms = _catalogue(lang).get(code)
    if forms is None and code in _headings():
        return _heading(code, lang)
    if forms is None:
        raise KeyError(f"no message {code!r} in {lang}")
    return forms[0] if count in (None, 1) else forms[-1]


def decimal(value: float, lang: str = "en", digits: int = 0) -> str:
    """Return a number with `digits` decimals, as a language writes it.

    >>> decimal(-1234.5, "de", 1), decimal(25000, "en")  # from 10,000 on with thin spaces
    ('−1234,5', '25\u202f000')
    """
    text = f"{abs(value):,.{digits}f}"
    whole, _, part = text.partition(".")
    whole = whole.replace(",", "\u202f" if len(whole) > len("1,234") else "")
    minus = "−" if value < 0 and text.strip("0.,") else ""
    return minus + whole + (say("number.point", lang) + part if part else "")


def percent(share: float, lang: str = "en", digits: int = 0) -> str:
    """Return a share from 0 to 1 in percent with `digits` decimals, in a language.

    >>> percent(0.625, "nl", 1), percent(0.625, "de", 1)
    ('62,5%', '62,5\u202f%')
    """
    return say("number.percent", lang, number=decimal(100 * share, lang, digits))


def chance(share: float | Fraction, lang: str = "en", digits: int = 0) -> str:
    """Return a calculated probability in percent.

    Only what never happens has 0%, and only what always happens 100%.

    >>> from fractions import Fraction
    >>> chance(0.9997, "en", 1), chance(Fraction(1, 2500), "de", 1), chance(1, "en", 1)
    ('over 99.9%', 'weniger als 0,1\u202f%', '100.0%')
    >>> chance(1e-12), chance(1 - 1e-12)  # rounding has left these
    ('0%', '100%')
    """
    written, least = percent(float(share), lang, digits), 10.0 ** -(digits + 2)
    away = _ROUNDING_ERROR if isinstance(share, float) else 0
    if share > away and written == percent(0, lang, digits):
        return say("number.under", lang, share=percent(least, lang, digits))
    if share < 1 - away and written == percent(1, lang, digits):
        return say("number.over", lang, share=percent(1 - least, lang, digits))
    return written


def rank_letter(rank: str, lang: str = "en") -> str:
    """Return the letter of a rank: "J" is "B" in German and Dutch, "T" always "10"."""
    return say(f"rank.{rank}", lang) if rank in ("T", "J", "Q", "K", "A") else rank


def card_label(card: Card, lang: str = "en") -> str:
    """Return a card in short, such as "10♥" or "B♠"; a special card by its name."""
    return rank_letter(card.rank, lang) + PIPS[card.suit] if card.rank else card_name(card, lang)


def card_name(card: Card, lang: str = "en") -> str:
    """Return a card's full name, such as "Herz 5" or "hartenvrouw"."""
    if card.rank:
        return say(f"card.{card.rank}", lang, suit=say(f"card.{card.suit}", lang))
    return say("card.X" if card.is_joker else f"card.{card.code}", lang)


class _Fact:
    """A fact for `str.format`; the format after the colon says how it is written."""

    def __init__(self, fact: Any, lang: str, reader: KnowsNames | None, first: int) -> None:
        self.fact, self.lang, self.reader, self.first = fact, lang, reader, first

    def __str__(self) -> str:
        return format(self)

    def __format__(self, how: str) -> str:
        fact = self.fact
        if not isinstance(fact, tuple | list | frozenset):
            return self._one(fact, how)
        parts = [self._one(part, how) for part in fact]
        if how in ("or", "worth", "and", "who", "nr") and len(parts) > 1:
            joined = "list.or" if how in ("or", "worth") else "list.and"
            return message(joined, self.lang).format(first=", ".join(parts[:-1]), last=parts[-1])
        return (", " if how == "name" or not all(isinstance(part, Card) for part in fact) else " ").join(parts)

    def _one(self, part: Any, how: str) -> str:
        match how:
            case "who":
                assert self.reader is not None, "only a reader knows names"
                return NAME + str(self.reader.within(part))
            case "nr":
                return str(part + self.first)
            case "rank":
                return rank_letter(str(part), self.lang)
            case "message":
                return say(str(part), self.lang)
            case "worth":
                return say(f"worth.{part}", self.lang)
        if part in SPECIALS and how in ("the", "or", "and"):
            return say(f"article.{part.code}", self.lang)
        if isinstance(part, Card):
            return card_name(part, self.lang) if how == "name" else card_label(part, self.lang)
        if isinstance(part, tuple | list | frozenset):
            return " ".join(self._one(card, how) for card in part)
        return str(part)
