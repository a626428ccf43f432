"""How three sit at a table of Tongits, and who comes after whom (T1.1): a picture that a cell of a notebook shows."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final

from cardlab.locale import say
from cardlab.tongits.moves import SEATS

_WIDTH, _HEIGHT = 460, 250
_FELT, _RIM, _ARROW, _INK = "#1f6448", "#143f2e", "#6f7f74", "#1a211c"
_NAMES: Final = ((230, 226), (98, 24), (362, 24))
"""The middle of each seat's name: the viewer's below, the left neighbour's, the right one's."""
_HANDS: Final = ((230, 160, 0), (152, 88, 125), (308, 88, -125))
"""Where each seat's cards lie, and by how many degrees they are turned."""
_WAYS: Final = ("m130 221C72 204 42 140 58 56", "m200 12C220 5 240 5 256 11", "m402 50C418 140 388 204 334 221")
"""From each seat to the next one, around to the left."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Three seats around a table, in a language; no widget, so a page shows it at once.

    Drawing it raises ValueError for an unknown language.
    """

    lang: str = "en"

    def _repr_svg_(self) -> str:
        names = (say(f"seat.{seat}", self.lang) for seat in range(SEATS))
        hands = "".join(
            f'<g transform="translate({x} {y}) rotate({turned})">{_back(-24)}{_back(-12)}{_back(0)}</g>'
            for x, y, turned in _HANDS
        )
        ways = "".join(
            f'<path d="{way}" fill="none" stroke="{_ARROW}" stroke-width="2.5" marker-end="url(#cardlab-next)"/>'
            for way in _WAYS
        )
        told = escape(say("lesson.next_turn.circle", self.lang))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
            f'viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{told}">'
            '<defs><marker id="cardlab-next" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="5" markerHeight="5" '
            f'orient="auto"><path d="M0 0L10 5L0 10z" fill="{_ARROW}"/></marker></defs>'
            f'<ellipse cx="230" cy="122" rx="140" ry="78" fill="{_FELT}" stroke="{_RIM}" stroke-width="5"/>'
            f'<g transform="translate(230 92)">{_back(-12)}</g>{hands}{ways}'
            f"{''.join(map(_name, names, _NAMES))}</svg>"
        )


def _back(x: int) -> str:
    """A card that lies face down, `x` to the right of its place."""
    return (
        f'<rect x="{x}" y="-17" width="24" height="34" rx="3" fill="#f5f7f4" stroke="{_RIM}"/>'
        f'<rect x="{x + 3}" y="-14" width="18" height="28" rx="2" fill="#9c1326"/>'
    )


def _name(name: str, at: tuple[int, int]) -> str:
    """A seat's name on a plate of its own, readable on a light and on a dark page."""
    x, y = at
    return (
        f'<rect x="{x - 96}" y="{y - 18}" width="192" height="34" rx="17" fill="#ffffff" stroke="{_ARROW}"/>'
        f'<text x="{x}" y="{y + 5}" text-anchor="middle" font-family="sans-serif" font-size="16" font-weight="600" '
        f'fill="{_INK}">{escape(name)}</text>'
    )
