"""Drawings of the seats and piles at the start of a round, one for each game."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Final

from cardlab import tichu
from cardlab.lessons import lesson_language
from cardlab.phrasing.catalogue import say
from cardlab.tongits.moves import SEATS

_WIDTH: Final = 460
_FELT, _RIM, _ARROW, _INK, _WHITE = "#1f6448", "#143f2e", "#6f7f74", "#1a211c", "#ffffff"
_NAMES: Final = ((230, 226), (98, 24), (362, 24))
"""The centre of each seat's name: the viewer's below, the left neighbour's, the right neighbour's."""
_HANDS: Final = ((230, 160, 0), (152, 88, 125), (308, 88, -125))
"""The centre of each seat's cards, and by how many degrees they are turned."""
_WAYS: Final = ("m130 221C72 204 42 140 58 56", "m200 12C220 5 240 5 256 11", "m402 50C418 140 388 204 334 221")
"""SVG paths from each seat to the next one, which is on its left."""
_COLUMNS: Final = (85, 230, 375)


@dataclass(frozen=True, slots=True)
class Seats:
    """The three seats of Tongits and the order of play, as a picture. [T1.1]

    Drawing it raises ValueError for an unknown language.
    """

    lang: str = field(default_factory=lesson_language)

    def _repr_svg_(self) -> str:
        names = (say(f"seat.{seat}", self.lang) for seat in range(SEATS))
        hands = "".join(
            f'<g transform="translate({x} {y}) rotate({turned})">{_cards(0, 0, 3)}</g>' for x, y, turned in _HANDS
        )
        ways = "".join(
            f'<path d="{way}" fill="none" stroke="{_ARROW}" stroke-width="2.5" marker-end="url(#cardlab-next)"/>'
            for way in _WAYS
        )
        return _svg(
            250,
            say("lesson.next_turn.circle", self.lang),
            '<defs><marker id="cardlab-next" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="5" markerHeight="5" '
            f'orient="auto"><path d="M0 0L10 5L0 10z" fill="{_ARROW}"/></marker></defs>'
            f'<ellipse cx="230" cy="122" rx="140" ry="78" fill="{_FELT}" stroke="{_RIM}" stroke-width="5"/>'
            f"{_cards(230, 92, 1)}{hands}{ways}{''.join(map(_name, names, _NAMES))}",
        )


@dataclass(frozen=True, slots=True)
class Duel:
    """The hands and piles of both players of Tichu 1.on.1, as a picture. [U1.2, U1.3]

    Drawing it raises ValueError for an unknown language.
    """

    lang: str = field(default_factory=lesson_language)

    def _repr_svg_(self) -> str:
        dealt, names = tichu.deal(), (say("seat.0", self.lang), say("seat.opponent", self.lang))
        heaps = (
            (say("widget.draw_pile", self.lang), dealt.draw, 1),
            (say("text.table.hand.short", self.lang), dealt.hands, len(dealt.hands[0])),
            (say("widget.extra_pile", self.lang), dealt.extra, 1),
        )
        own, other = (
            "".join(
                _cards(x, y, drawn) + _words(x, y + 37, f"{name}: {len(piles[seat])}")
                for x, (name, piles, drawn) in zip(_COLUMNS[::way], heaps, strict=True)
            )
            for seat, y, way in ((0, 212, 1), (1, 66, -1))
        )
        # Players turn cards onto the pile at their right (U1.3), which is near their extra pile.
        piles = "".join(
            f'<rect x="{x - 12}" y="{y - 17}" width="24" height="34" rx="3" fill="none" stroke="{_WHITE}" '
            'stroke-dasharray="4 3"/>'
            for x, y in ((157, 143), (303, 143))
        )
        return _svg(
            304,
            say("clause.U1.2", self.lang),
            f'<rect x="3" y="18" width="454" height="268" rx="40" fill="{_FELT}" stroke="{_RIM}" stroke-width="5"/>'
            f"{other}{piles}{own}{_name(names[1], (230, 20))}{_name(names[0], (230, 285))}",
        )


def _svg(height: int, description: str, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(description)}">{inside}</svg>'
    )


def _cards(x: int, y: int, count: int) -> str:
    """Draw overlapping cards face down, centred at `x` and `y`."""
    first = x - 12 - 6 * (count - 1)
    return "".join(
        f'<rect x="{left}" y="{y - 17}" width="24" height="34" rx="3" fill="#f5f7f4" stroke="{_RIM}"/>'
        f'<rect x="{left + 3}" y="{y - 14}" width="18" height="28" rx="2" fill="#9c1326"/>'
        for left in range(first, first + 12 * count, 12)
    )


def _words(x: int, y: int, text: str, colour: str = _WHITE) -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="middle" font-family="sans-serif" font-size="16" font-weight="600" '
        f'fill="{colour}">{escape(text)}</text>'
    )


def _name(name: str, at: tuple[int, int]) -> str:
    """Draw a seat's name on a plate, readable on light and dark pages."""
    x, y = at
    plate = f'<rect x="{x - 96}" y="{y - 18}" width="192" height="34" rx="17" fill="{_WHITE}" stroke="{_ARROW}"/>'
    return plate + _words(x, y + 5, name, _INK)
