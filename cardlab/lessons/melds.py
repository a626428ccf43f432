"""The exercises about Tongits melds and laying off (T3, T4), each a series without end.

Knows which there are; the questions themselves stand in `meld_questions` and `lay_off`.
In every function `lang` is the learner's language, and the same `seed` gives the same tasks.
"""

from __future__ import annotations

from cardlab.lessons import lay_off as lay_off_questions
from cardlab.lessons import meld_questions
from cardlab.lessons.series import Series

__all__ = ["ace", "find_a_meld", "lay_off", "opened", "repair", "set_or_run"]


def set_or_run(lang: str = "en", seed: int = 1) -> Series:
    """T3.1, T3.2: is this a set, a run, or neither?"""
    return Series(meld_questions.set_or_run, lang, seed)


def ace(lang: str = "en", seed: int = 1) -> Series:
    """T3.3: is this a meld, with an ace in it? At the top level some tables play `ace_high`."""
    return Series(meld_questions.ace, lang, seed)


def find_a_meld(lang: str = "en", seed: int = 1) -> Series:
    """T3.4: choose cards of the hand that make a meld; every meld is right."""
    return Series(meld_questions.find_a_meld, lang, seed)


def repair(lang: str = "en", seed: int = 1) -> Series:
    """T3.1, T3.2: which single card, added or left out, makes a meld of these?"""
    return Series(meld_questions.repair, lang, seed)


def opened(lang: str = "en", seed: int = 1) -> Series:
    """T3.5, T4.3: has this player opened?"""
    return Series(lay_off_questions.opened, lang, seed)


def lay_off(lang: str = "en", seed: int = 1) -> Series:
    """T4.1, T4.2: which cards of the hand can be laid off on the melds on the table?"""
    return Series(lay_off_questions.lay_off, lang, seed)
