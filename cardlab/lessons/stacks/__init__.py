"""The exercises about the piles of Tichu 1.on.1 (U2, U5): each a `Drill`, called with language and seed."""

from __future__ import annotations

from typing import Final

from cardlab.lessons.series import Drill
from cardlab.lessons.stacks import making, turned

__all__ = ["all_that_fit", "dog", "dragon", "mah_jong", "phoenix", "play_one", "turned_up", "two_and_ace"]

play_one: Final = Drill("stacks.play_one", making.play_one, ("U2.2",))
"""Choose a card and a pile where it fits; every such pair is right."""

all_that_fit: Final = Drill("stacks.all_that_fit", making.all_that_fit, ("U2.2",))
"""Which cards of the hand fit on this pile?"""

two_and_ace: Final = Drill("stacks.two_and_ace", making.two_and_ace, ("U2.3",))
"""The same on a 2 or an ace; at the top level some tables play `wrap`."""

dragon: Final = Drill("stacks.dragon", making.dragon, ("U5.1", "U5.6"))
"""The same with a Dragon on the pile or in the hand; at the top level some Dragons lock strictly."""

phoenix: Final = Drill("stacks.phoenix", making.phoenix, ("U5.2", "U5.7", "U5.8"))
"""The same on a Phoenix, upon ever stranger cards."""

dog: Final = Drill("stacks.dog", making.dog, ("U5.3", "U5.9"))
"""The same with a Dog in the pile or in the hand."""

mah_jong: Final = Drill("stacks.mah_jong", making.mah_jong, ("U5.4", "U5.5", "U5.7"))
"""The same with the Mah Jong in the hand, or on the pile without and with a wish."""

turned_up: Final = Drill("stacks.turned_up", turned.turned_up, ("U5.8",))
"""A special card is turned from the extra pile: what may be played on it?"""
