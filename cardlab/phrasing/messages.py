"""Texts as data, to be put into words when the reader is known.

- `Message`: a sentence of the catalogues by key, with its clause, its facts and its subject;
- `Name`: a player's name; `Deferred`: a text that a function makes for each reader;
- `reasons`: texts as sentences with clauses; `in_words`: as one string; `table`: as the cells of a table;
- `shown`: groups of cards with their labels.

Refusals and plain sentences are such texts too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from inspect import signature
from typing import Any, TypeAlias

from cardlab.cards import Card
from cardlab.phrasing.labelled_pile import LabelledPile
from cardlab.phrasing.reader import Reader, Reason
from cardlab.refusal import Refusal


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A sentence of the catalogues as data, to be put into words for a reader.

    - `key`: its key in the catalogues;
    - `rule`: the clause that it rests on, added in parentheses; "" if it rests on none;
    - `seat`: the player it is about, to whom it says "you"; None: nobody;
    - `facts`: what is put into it; names and other texts among them are put into words too.

    >>> Message("fix.none", "T3.1") == Message("fix.none", "T3.1"), Message("seat.player", number=2).facts
    (True, {'number': 2})
    """

    key: str
    rule: str
    seat: int | None
    facts: Mapping[str, Any] = field(hash=False)

    def __init__(self, key: str, rule: str = "", seat: int | None = None, /, **facts: Any) -> None:
        for name, value in (("key", key), ("rule", rule), ("seat", seat), ("facts", facts)):
            object.__setattr__(self, name, value)


@dataclass(frozen=True, slots=True)
class Name:
    """The name of the player at a seat, as in a list: "Player on the left"."""

    seat: int


@dataclass(frozen=True, slots=True, init=False)
class Deferred:
    """A text that a function makes for each reader.

    Example: `Deferred(tongits.about_call, state)`. The function is called with the reader and the arguments; one with a
    parameter `lang` gets the language instead of the reader. It returns any text, or groups of cards with their labels.
    """

    by: Callable[..., Any]
    args: tuple[Any, ...]
    more: Mapping[str, Any] = field(hash=False)

    def __init__(self, by: Callable[..., Any], /, *args: Any, **more: Any) -> None:
        for name, value in (("by", by), ("args", args), ("more", more)):
            object.__setattr__(self, name, value)

    def for_reader(self, reader: Reader) -> Any:
        """Return what the function returns for a reader."""
        if _asks_for_a_language(self.by):
            return self.by(*self.args, **self.more, lang=reader.lang)
        return self.by(reader, *self.args, **self.more)


Text: TypeAlias = Message | Name | Deferred | Refusal | Reason | str | Iterable["Text"]
"""A text as data, or several to be said one after the other."""
Shown: TypeAlias = Deferred | LabelledPile | tuple[Iterable[Card], Text]
"""Cards and their label; or a function that returns several such groups."""


@cache
def _asks_for_a_language(by: Callable[..., Any]) -> bool:
    return "lang" in signature(by).parameters


def reasons(reader: Reader, *texts: Text) -> tuple[Reason, ...]:
    """Return texts as sentences, each once, with their clauses ("" for none)."""
    by_sentence: dict[str, Reason] = {}
    for text in texts:
        for one in _reasons(reader, text):
            by_sentence.setdefault(one.sentence, one)
    return tuple(by_sentence.values())


def _reasons(reader: Reader, text: Text) -> Iterator[Reason]:
    match text:
        case Message(key=key, rule=rule, seat=seat):
            facts = {name: _fact(fact, reader) for name, fact in text.facts.items()}
            sentence = reader.say(key, **facts) if seat is None else reader.about(key, seat, **facts)
            yield Reason(f"{sentence} ({rule})" if rule else sentence, rule)
        case Refusal(rule=rule):
            yield Reason(reader.explain(text), rule)
        case Name(seat=seat):
            yield Reason(reader.name(seat), "")
        case Deferred():
            yield from _reasons(reader, text.for_reader(reader))
        case Reason():
            yield text
        case str():
            yield Reason(text, "")
        case _:
            for one in text:
                yield from _reasons(reader, one)


def in_words(reader: Reader, text: Text) -> str:
    """Return texts as one string."""
    return " ".join(reason.sentence for reason in reasons(reader, text))


def table(reader: Reader, rows: Iterable[Iterable[Text]]) -> list[tuple[str, ...]]:
    """Return the cells of a table in words, row by row."""
    return [tuple(in_words(reader, cell) for cell in row) for row in rows]


def shown(reader: Reader, groups: Iterable[Shown]) -> tuple[LabelledPile, ...]:
    """Return groups of cards with their labels in words."""
    piles: list[LabelledPile] = []
    for group in groups:
        for one in group.for_reader(reader) if isinstance(group, Deferred) else (group,):
            if not isinstance(one, LabelledPile):
                cards, label = one
                one = LabelledPile(tuple(cards), in_words(reader, label))
            piles.append(one)
    return tuple(piles)


def _fact(fact: Any, reader: Reader) -> Any:
    """Return a fact as `Reader.say` takes it: texts in words, others unchanged."""
    match fact:
        case Message() | Name() | Refusal():
            return in_words(reader, fact)
        case Deferred():
            return fact.for_reader(reader)
    return tuple(_fact(one, reader) for one in fact) if type(fact) is tuple else fact
