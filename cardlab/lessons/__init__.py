"""Lessons: exercises without end for each rule, made from a seed, checked and explained by the rule engines.

`melds` holds those for Tongits melds (T3, T4), `stacks` those for the piles of Tichu 1.on.1 (U2, U5);
`series` puts them one after the other, `protocol` says how they are shown. Knows no widget and no page.
"""

from __future__ import annotations

from pathlib import Path

from cardlab.locale import LANGUAGES

__all__ = ["lesson_language"]


def lesson_language(folder: Path | None = None) -> str:
    """The language of the notebooks in `folder`, by default the one that this kernel was started in.

    It is the folder's name: `notebooks/de` holds the German ones. Any other folder speaks English.

    >>> lesson_language(Path("notebooks/nl")), lesson_language(Path("my own"))
    ('nl', 'en')
    """
    name = (folder or Path.cwd()).name
    return name if name in LANGUAGES else "en"
