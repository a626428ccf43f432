"""The exercises about the piles of Tichu 1.on.1 (U2, U5), each a series without end.

Knows which there are; the questions themselves stand in `pile_questions`.
In every function `lang` is the learner's language, and the same `seed` gives the same tasks.
"""

from __future__ import annotations

from cardlab.lessons import pile_questions
from cardlab.lessons.series import Series

__all__ = ["all_that_fit", "dog", "dragon", "mah_jong", "phoenix", "play_one", "two_and_ace"]


def play_one(lang: str = "en", seed: int = 1) -> Series:
    """U2.2: choose a card and a pile where it fits; every such pair is right."""
    return Series(pile_questions.play_one, lang, seed)


def all_that_fit(lang: str = "en", seed: int = 1) -> Series:
    """U2.2: which cards of the hand fit on this pile?"""
    return Series(pile_questions.all_that_fit, lang, seed)


def two_and_ace(lang: str = "en", seed: int = 1) -> Series:
    """U2.3: the same on a 2 or an ace; at the top level some tables play `wrap`."""
    return Series(pile_questions.two_and_ace, lang, seed)


def dragon(lang: str = "en", seed: int = 1) -> Series:
    """U5.1, U5.6: the same with a Dragon on the pile or in the hand; at the top level some Dragons lock strictly."""
    return Series(pile_questions.dragon, lang, seed)


def phoenix(lang: str = "en", seed: int = 1) -> Series:
    """U5.2, U5.7, U5.8: the same on a Phoenix, upon ever stranger cards."""
    return Series(pile_questions.phoenix, lang, seed)


def dog(lang: str = "en", seed: int = 1) -> Series:
    """U5.3, U5.9: the same with a Dog in the pile or in the hand."""
    return Series(pile_questions.dog, lang, seed)


def mah_jong(lang: str = "en", seed: int = 1) -> Series:
    """U5.4, U5.5, U5.7: the same with the Mah Jong in the hand, or on the pile without and with a wish."""
    return Series(pile_questions.mah_jong, lang, seed)
