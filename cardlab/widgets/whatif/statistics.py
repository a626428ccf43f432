"""Sections that are worked out only when somebody opens them: a hand's rank, first turns, what the others may hold.

A map is a table of the deck, a row for each suit: each cell says how likely a card is in a hand, and whether that is
more or less than chance, by a sign and in words besides its colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cardlab.analysis.hand_rank import Rank
from cardlab.analysis.held import TO_ONE, Held, taken_now
from cardlab.analysis.openings import MOST_MELDS, Kind, Openings
from cardlab.analysis.whatif import Estimate
from cardlab.cards import JOKERS, RANKS, Card
from cardlab.locale import card_label, chance, decimal, percent, rank_letter, say
from cardlab.tongits import View
from cardlab.widgets.figures import HeatCell, HeatMap, HeatRow, WorkProgress, figures, plotted
from cardlab.widgets.plots import Shares, Unit, histogram
from cardlab.widgets.whatif.editor import SUITS
from cardlab.widgets.whatif.options import By, estimated, unit_of
from cardlab.widgets.whatif.sections import SectionPicture, section

MOST_NAMED: Final = 4
"""So many cards that are likelier or less likely are named in a sentence."""
STEPS: Final = (0.15, 0.4)
"""A share that differs from chance by more than these parts of it has a stronger colour."""


# How good is this hand?


def rank_section(known: Rank | None, lang: str, *, open: bool) -> SectionPicture:
    """How many of all hands of as many cards are better, level and worse."""
    title = say("whatif.rank", lang)
    if known is None:
        return section("rank", title, open=open, sentences=[say("whatif.works", lang)] if open else [])
    told = say(
        "whatif.rank_told",
        lang,
        own=known.own,
        count=known.cards,
        worse=_share(known, known.worse, lang),
        level=_share(known, known.level, lang),
        better=_share(known, known.better, lang),
    )
    key = "whatif.rank_counted" if known.counted else "whatif.rank_dealt"
    plot = histogram([Shares("", known.counts)], say("whatif.rank_plot", lang), lang, own=known.own, key="rank")
    number = decimal(known.hands, lang) if known.counted else str(known.hands)
    return section(
        "rank", title, open=open, sentences=[told], plots=[plotted(plot)], more=[say(key, lang, number=number)]
    )


def _share(known: Rank, share: float, lang: str) -> str:
    told = chance(share, lang, 1)
    error = 100 * known.error(share)
    return f"{told} ± {decimal(error, lang, 1 if error >= 0.05 else 2)}" if error else told


# Does it pay to open at once?


def openings_section(known: Openings | None, view: View, lang: str, *, open: bool, working: bool) -> SectionPicture:
    """What opening in the first turn brings, by the number of melds in the hand."""
    title = say("whatif.openings", lang)
    if known is None:
        return section("openings", title, open=open, sentences=[say("whatif.works", lang)] if open else [])
    head = [say(f"whatif.openings.{name}", lang) for name in ("melds", "common", "payment", "win", "opens", "verdict")]
    rows = [_opening(kind, view, lang) for kind in known.kinds]
    deals = sum(kind.deals for kind in known.kinds)
    progress: WorkProgress | None = None
    if working:
        most = known.wanted * MOST_MELDS
        progress = {"value": deals, "most": most, "label": say("whatif.openings.so_far", lang, count=deals)}
    return section(
        "openings",
        title,
        open=open,
        sentences=[say("whatif.openings.told", lang)],
        tables=[figures(say("whatif.openings.table", lang), head, rows)],
        more=[say("whatif.openings.how", lang, count=deals, number=str(known.scanned))],
        progress=progress,
    )


def _opening(kind: Kind, view: View, lang: str) -> list[str]:
    unit = unit_of(By.PAYMENT, view)
    paid = estimated(Estimate(*kind.payment), unit, kind.deals, lang)
    won = estimated(Estimate(100 * kind.win[0], 100 * kind.win[1]), Unit.POINTS, kind.deals, lang)
    mean, error = kind.payment
    verdict = "close" if abs(mean) <= 2 * error else "open" if mean > 0 else "wait"
    return [
        say("whatif.openings.or_more", lang, number=kind.melds) if kind.melds == MOST_MELDS else str(kind.melds),
        percent(kind.common, lang, 1),
        paid,
        won,
        percent(kind.opens, lang),
        say(f"whatif.openings.verdict.{verdict}", lang),
    ]


# Which cards may they hold?


def held_section(known: Held | None, view: View, lang: str, *, open: bool, impossible: bool) -> SectionPicture:
    """A map of the deck for each opponent."""
    title = say("whatif.held", lang)
    if known is None:
        waits = [say("whatif.no_world" if impossible else "whatif.works", lang)]
        return section("held", title, open=open, sentences=waits if open else [])
    seats = [(view.viewer + place) % 3 for place in (1, 2)]
    seats = [seat for seat in seats if view.counts[seat]]
    told = list(_told(known, seats, view, lang))
    if not known.clues:
        return section("held", title, open=open, sentences=[say("whatif.held.no_clue", lang), *told])
    error = decimal(100 * max((known.error(seat) for seat in seats), default=0.0), lang, 1)
    worth = decimal(round(known.counting), lang)
    return section(
        "held",
        title,
        open=open,
        sentences=told,
        maps=[_map(known, seat, view, lang) for seat in seats],
        more=[
            say("whatif.held.how", lang),
            *([say("whatif.held.took", lang, card=taken[1])] if (taken := taken_now(view)) else []),
            *([say("whatif.held.fewer", lang, number=known.to_one)] if known.to_one != TO_ONE[0] else []),
            say("whatif.held.sure", lang, number=decimal(known.deals, lang), worth=worth, error=error),
        ],
    )


def _told(known: Held, seats: list[int], view: View, lang: str) -> Iterator[str]:
    """What chance would be, and which cards differ most from it, for each opponent."""
    for seat in seats:
        who = say(f"seat.{(seat - view.viewer) % 3}", lang)
        yield say("whatif.held.chance", lang, who=who, share=percent(known.chance[seat], lang))
        for sign, key in ((1, "likelier"), (-1, "less_likely")):
            cards = [card for card in known.shares[seat] if known.differs(seat, card) == sign]
            cards.sort(key=lambda card: -sign * known.shares[seat][card])
            if cards:
                named = tuple(f"{card_label(c, lang)} ({percent(known.shares[seat][c], lang)})" for c in cards)
                yield say(f"whatif.held.{key}", lang, cards=named[:MOST_NAMED])


def _map(known: Held, seat: int, view: View, lang: str) -> HeatMap:
    who = say(f"seat.{(seat - view.viewer) % 3}", lang)
    suits: list[HeatRow] = [
        {"label": say(f"suit.{suit}", lang), "cells": [_cell(known, seat, Card(rank + suit), lang) for rank in RANKS]}
        for suit in SUITS
    ]
    jokers = [card for card in JOKERS if card in known.shares[seat]]
    if jokers:
        cells = [_cell(known, seat, card, lang) for card in jokers]
        suits.append({"label": say("whatif.jokers", lang), "cells": cells})
    return {
        "caption": say("whatif.held.map", lang, who=who),
        "head": [rank_letter(rank, lang) for rank in RANKS],
        "rows": suits,
    }


def _cell(known: Held, seat: int, card: Card, lang: str) -> HeatCell:
    """A card of the map: of one that is seen only that."""
    share = known.shares[seat].get(card)
    if share is None:
        return {"text": "", "told": say("whatif.held.seen", lang), "sign": "", "level": 0, "seen": True}
    sign, fair = known.differs(seat, card), known.chance[seat]
    apart = abs(share - fair) / fair if fair else 0.0
    level = sign * (1 + sum(apart > step for step in STEPS))
    told = say(f"whatif.held.{('as_chance', 'is_likelier', 'is_less_likely')[sign]}", lang)
    return {
        "text": percent(share, lang).rstrip("%").strip(),
        "told": told,
        "sign": ("", "▲", "▼")[sign],
        "level": level,
        "seen": False,
    }
