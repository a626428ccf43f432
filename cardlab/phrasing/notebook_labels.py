"""The labels of drawings in a notebook, in the language of the notebook.

- `lesson_language`: the language of a folder's notebooks; `speaking`: draws in another language for a while;
- `words`: the English names and notes of `cardlab.drawing`, in the current language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial
from pathlib import Path
from typing import Final

from cardlab.drawing import Wording
from cardlab.phrasing.catalogue import LANGUAGES, keys, message, rank_letter, say
from cardlab.phrasing.house_rules import rules_label

_VARIES: Final = re.compile(r"(?<=^wish ).+|[TU]\d+\.\d+|[+-]?\d+")
"""The part of a name or note that differs from one to the next: a wish, a clause or a number."""
_SHARED: Final = (
    *("brackets.set", "brackets.run", "brackets.sapaw", "brackets.loose", "glossary.burned.name"),
    *("glossary.stock.name", "play_tichu.pile", "plot.unit.deadwood", "score.wins", "seat.within.notation"),
    *("whatif.by.win", "whatif.value.payment"),
)
"""The keys of labels whose words stand elsewhere too."""


def lesson_language(folder: Path | None = None) -> str:
    """Return the language of the notebooks in a folder: its name, else "en".

    `folder`: by default the working directory.

    >>> lesson_language(Path("notebooks/nl")), lesson_language(Path("my own"))
    ('nl', 'en')
    """
    name = (folder or Path.cwd()).name
    return name if name in LANGUAGES else "en"


_SPOKEN: Final[ContextVar[str]] = ContextVar("the language spoken for a while")


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Draw in this language inside a `with` block, whatever the notebook's is."""
    before = _SPOKEN.set(lang)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def label_keys() -> tuple[str, ...]:
    """Return the keys of all labels: those of drawings, and those whose words stand elsewhere too."""
    return (*_SHARED, *(key for key in keys() if key.startswith("drawn.")))


def words() -> Wording:
    """Return the words of drawings, in the current language."""
    lang = _SPOKEN.get("") or lesson_language()
    say_in = (partial(one, lang=lang) for one in (translated, rank_letter, rules_label))
    return Wording(lang, *say_in)


def translated(text: str, lang: str) -> str:
    """Return a name or a note in a language; one without a translation stays.

    >>> translated("seat 2, burned", "de"), translated("0 discard Kd", "de")
    ('Platz 2, Burned', '0 discard Kd')
    """
    return ", ".join(_part(part, lang) for part in text.split(", "))


def _part(part: str, lang: str) -> str:
    varying = _VARIES.search(part)
    key = _keys().get(_VARIES.sub("#", part, count=1))
    return say(key, lang, number=varying[0] if varying else "") if key else part


@cache
def _keys() -> Mapping[str, str]:
    """Return the keys of labels by their English texts, with "#" for what varies."""
    return {re.sub(r"{number.*?}", "#", message(key)): key for key in label_keys()}
