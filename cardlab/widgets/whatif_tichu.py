"""`WhatIfTichu`: the laboratory of Tichu 1.on.1: a position, two reaction times, and what each thing to do is worth.

The position is built by buttons, or read from its line or from the address of the page;
`cardlab.analysis.tichu_whatif` races everything on, aside. A position can be kept, and another one compared with it.
First what the page says and is shown, then the widget, last how the position is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal, TypeAlias, TypedDict, assert_never

from cardlab.analysis.position import seen_as
from cardlab.analysis.races import SKILLED, Racers
from cardlab.analysis.tichu_whatif import Answer, refine, refuse_position
from cardlab.cards import DECK, RANKS, SPECIALS, SUITS, Card
from cardlab.locale import card_label, decimal, rank_letter, say
from cardlab.refusal import NotationError
from cardlab.tell import explain
from cardlab.tichu import Pile, View
from cardlab.tichu.moves import FULL_HAND
from cardlab.tichu.notation import view_parts
from cardlab.tichu.piles import MAH_JONG, WISHES
from cardlab.widgets.background import Background, heavy_work_comes
from cardlab.widgets.base import STATIC, CardWidget
from cardlab.widgets.exports import ExportFile
from cardlab.widgets.figures import FigureTable, WorkProgress
from cardlab.widgets.forms import Field, number, select
from cardlab.widgets.kept import WORDS as KEEPING
from cardlab.widgets.kept import Compare, ComparedPicture, LabGroup
from cardlab.widgets.messages import Messages
from cardlab.widgets.tichu_table.ways import pace_read, pace_written
from cardlab.widgets.whatif.editor import DeckCell, DeckSuit
from cardlab.widgets.whatif_tichu_told import (
    PLACES,
    Kept,
    Place,
    compared,
    files,
    lying,
    result,
    table,
)

EXAMPLES: Final = {
    "phoenix": "hand 3c 9s Ph; cards 4; extra 2 2; pile 0 6s; pile 1 Kc",
    "draw": "hand 3c 4d 5d 7h 9s Kd Qd; draw 10 10; extra 3 3; pile 0 6s; pile 1 Kc",
    "pile": "hand 2c 4d 5d 8s Jc Js Kh Ks; draw 6 6; extra 3 3; pile 0 7s; pile 1 9c",
    "wish": "hand Ma 4s 8c 8d 9h; cards 6; draw 0 2; extra 2 2; pile 0 2h; pile 1 Qs",
}
"""Positions to begin with, by name."""
MOST_WORLDS: Final = 20_000
MILLISECONDS: Final = (300, 400, 500, 600, 700, 800, 1000, 1250, 1500, 2000)
"""The reaction times that can be chosen, and what they may spread."""
SPREADS: Final = (0, 50, 150, 300, 500)
MOST_DRAW, MOST_EXTRA = 14, 27
MOST_UNDONE: Final = 100
SHORT: Final = 2
"""So many letters of a special card's name are written in the deck; whoever cannot see it is told the whole."""

_WORDS: Final = (
    "examples", "to", "deck", "empty", "undo", "line", "read", "copy", "again", "stop", "times", "counts", "build",
    "link",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Look:
    """The page shows the laboratory; its address says a position and how quick both are, "" for neither."""

    do: Literal["look"]
    position: str
    pace: str


@dataclass(frozen=True, slots=True)
class Course:
    """Sampling stops, or begins again; a card is taken back; everything is taken away; a text has been copied."""

    do: Literal["stop", "again", "undo", "empty", "copied", "selected", "link_copied", "link_shown"]


@dataclass(frozen=True, slots=True)
class TakeExample:
    """One of the examples."""

    do: Literal["example"]
    name: str


@dataclass(frozen=True, slots=True)
class Paste:
    """A position in notation."""

    do: Literal["paste"]
    text: str


@dataclass(frozen=True, slots=True)
class Aim:
    """Where the cards tapped next are put."""

    do: Literal["aim"]
    place: Literal["hand", "pile 0", "pile 1"]


@dataclass(frozen=True, slots=True)
class Tap:
    """A card of the deck."""

    do: Literal["tap"]
    card: str


@dataclass(frozen=True, slots=True)
class SetField:
    """A field of the form has been set."""

    do: Literal["set"]
    field: str
    value: str | bool


LabMessage: TypeAlias = Look | Course | Compare | TakeExample | Paste | Aim | Tap | SetField


class Pressed(TypedDict):
    """A button that is one of several, and whether it is the one."""

    key: str
    label: str
    chosen: bool


class LabPicture(TypedDict):
    """The laboratory: the position, how it is changed, and what is known of it.

    `pace`: how quick both are, as it stands in an address, "" if as at first; `files`: what can be saved.
    """

    label: str
    examples: list[Pressed]
    places: list[Pressed]
    deck: list[DeckSuit]
    lying: list[LabGroup]
    counts: list[Field]
    times: list[Field]
    notation: str
    pace: str
    said: str
    fault: str
    result: str
    table: FigureTable | None
    progress: WorkProgress | None
    model: list[str]
    again: bool
    files: list[ExportFile]
    keeps: bool
    compared: ComparedPicture | None


class WhatIfTichu(CardWidget):
    """A position of Tichu 1.on.1 to build or to paste, and the chance to win of everything that can be done in it.

    - `position`: where to begin: the name of an example (a key of `EXAMPLES`), a notation, or a view;
    - `racers`: how quick both are at first, by seat;
    - `lang`, `four_colours`, `label`: as in `Hand`.

    Raises NotationError for a notation that cannot be read, ValueError for an unknown language.

    >>> WhatIfTichu("draw")
    WhatIfTichu("draw")
    """

    _esm = STATIC / "whatif_tichu.js"
    _css = STATIC / "whatif_tichu.css"
    _hears = Messages[LabMessage](LabMessage)
    _own_words = (*(f"whatif_tichu.{word}" for word in _WORDS), *KEEPING)

    def __init__(
        self,
        position: str | View = "phoenix",
        lang: str = "en",
        *,
        racers: Racers | None = None,
        four_colours: bool = True,
        label: str | None = None,
    ) -> None:
        self._seen = position if isinstance(position, View) else View.read(EXAMPLES.get(position, position))
        self._example = position if isinstance(position, str) and position in EXAMPLES else ""
        self._racers = self._racers_at_first = racers or SKILLED
        self._measured: frozenset[int] = frozenset()  # times that the address has said, besides those to choose from
        self._label = label
        self._aim: Place = "hand"
        self._earlier: list[View] = []
        self._said = ""
        self._looked = False
        self._stopped = False
        self._answer: Answer | None = None
        self._kept: Kept | None = None
        self._asked: tuple[View, Racers] | None = None
        self._work: Background[Answer] = Background(self._take, self._end)
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        known = f'"{self._example}"' if self._example else f"<{len(self._seen.hand)} cards in hand>"
        return f"WhatIfTichu({known})"

    @property
    def position(self) -> View:
        """The position on the page, possible or not."""
        return self._seen

    @property
    def racers(self) -> Racers:
        """How quick both are taken to be, by seat."""
        return self._racers

    @property
    def answer(self) -> Answer | None:
        """What is known of the options by now; None before the first estimate."""
        return self._answer

    @property
    def working(self) -> bool:
        """Whether an answer is being worked out."""
        return self._work.working

    def finish(self) -> None:
        """Works everything out here and now. On a page it happens by itself while one looks."""
        self._looked = True
        self._ask_anew()
        self._work.finish()
        self._show()

    def _rest(self) -> None:
        self._work.stop()

    # What the page says.

    def _act(self, message: LabMessage) -> None:
        self._said = ""
        match message:
            case Look(position=position, pace=pace):
                self._look(position, pace)
            case Course(do=do):
                self._go(do)
            case Compare(do=do):
                self._compare(do)
            case TakeExample(name=name):
                if name in EXAMPLES:
                    self._change(View.read(EXAMPLES[name]))
                    self._example = name
            case Paste(text=text):
                self._paste(text)
            case Aim(place=place):
                self._aim = place
            case Tap(card=code):
                if code in _CODES:
                    self._change(_moved(self._seen, Card(code), self._aim))
            case SetField(field=field, value=value):
                self._set(field, value)
            case _:
                assert_never(message)
        self._ask_anew()

    def _look(self, position: str, pace: str) -> None:
        """A page shows the laboratory; the first one may say a position and a pace in its address."""
        if not self._looked:
            if position:
                self._paste(position)
                self._earlier = []
            racers = pace_read(pace, self._seen.seat)
            if racers is not None:
                self._racers = racers
                self._measured = frozenset(time for racer in racers for time in (racer.mean, racer.spread))
        heavy_work_comes()
        self._looked = True

    def _paste(self, text: str) -> None:
        try:
            self._change(View(**view_parts(text, seen_as)))
        except NotationError as unreadable:
            self._said = explain(unreadable.refusal, self._lang)
        except ValueError:
            self._said = say("refusal.tichu_position_seat", self._lang, seat="?")

    def _compare(self, do: Literal["keep_position", "swap", "let_go"]) -> None:
        """One position is kept; the one on the page is compared with it."""
        here = self._known
        match do:
            case "keep_position":
                if here is not None:
                    self._kept = Kept(self._seen, self._racers, here)
            case "swap":
                kept = self._kept
                if kept is not None and here is not None:
                    self._kept = Kept(self._seen, self._racers, here)
                    self._change(kept.seen)
                    self._racers, self._stopped = kept.racers, False
            case "let_go":
                self._kept = None
            case _:
                assert_never(do)

    def _go(self, do: str) -> None:
        match do:
            case "stop":
                self._stopped = True
                self._work.stop()
            case "again":
                self._stopped, self._asked = False, None
            case "undo" if self._earlier:
                self._seen, self._example, self._stopped = self._earlier.pop(), "", False
            case "empty":
                rules = self._seen.rules
                self._change(replace(View.read(""), rules=rules))
            case "copied" | "selected" | "link_copied" | "link_shown":
                self._said = say(f"whatif_tichu.{do}", self._lang)

    def _change(self, seen: View) -> None:
        """Another position; the one before can be brought back."""
        if seen != self._seen:
            self._earlier = [*self._earlier[-MOST_UNDONE:], self._seen]
            self._seen, self._example, self._stopped = seen, "", False

    def _set(self, field: str, value: str | bool) -> None:
        """A field of the form: how many cards lie somewhere, what was wished, or a reaction time."""
        seen, own = self._seen, self._seen.seat
        for name, both in (("draw", seen.draw), ("extra", seen.extra)):
            for seat in (0, 1):
                count = _number(value, MOST_DRAW if name == "draw" else MOST_EXTRA)
                if field == f"{name} {seat}" and count is not None:
                    two = (count, both[1]) if seat == 0 else (both[0], count)
                    self._change(replace(seen, draw=two) if name == "draw" else replace(seen, extra=two))
        if field == "cards" and (count := _number(value, FULL_HAND)) is not None:
            self._change(replace(seen, opponent_cards=count))
        for place, pile in enumerate(seen.piles):
            if field == f"wish {place}" and MAH_JONG in pile.cards and (not value or value in tuple(WISHES)):
                self._change(_with_pile(seen, place, Pile(pile.cards, str(value) or None)))
        for seat in (0, 1):
            racer = self._racers[seat]
            side = "own" if seat == own else "other"
            time = _number(value, MILLISECONDS[-1])
            if time is None or time not in self._measured.union(MILLISECONDS, SPREADS):
                continue
            if field == f"{side} mean" and time in self._measured.union(MILLISECONDS):
                racer = replace(racer, mean=time)
            if field == f"{side} spread" and time in self._measured.union(SPREADS):
                racer = replace(racer, spread=time)
            if racer != self._racers[seat]:
                self._racers = (racer, self._racers[1]) if seat == 0 else (self._racers[0], racer)
                self._stopped = False

    # What follows.

    @property
    def _fault(self) -> str:
        """What is impossible about the position, in a sentence; empty if nothing is."""
        try:
            refuse_position(self._seen)
        except NotationError as impossible:
            return explain(impossible.refusal, self._lang)
        return ""

    def _ask_anew(self) -> None:
        """Begins with another question if another one is on the page."""
        asked = (self._seen, self._racers)
        if not self._looked or self._stopped or asked == self._asked:
            return
        self._work.stop()
        self._answer, self._asked = None, asked
        if not self._fault:
            self._work.begin(partial(refine, self._seen, self._racers, worlds=MOST_WORLDS))

    def _take(self, answer: Answer) -> None:
        self._answer = answer
        self._show()

    def _end(self) -> None:
        self._show()

    @property
    def _here(self) -> bool:
        """Whether what was asked is what stands on the page, and possible."""
        return self._asked == (self._seen, self._racers) and not self._fault

    @property
    def _known(self) -> Answer | None:
        """What is known of the position on the page."""
        return self._answer if self._here else None

    def _picture(self) -> LabPicture:
        lang, seen, fault = self._lang, self._seen, self._fault
        here, known = self._here, self._known
        pace = pace_written(self._racers, seen.seat)
        return {
            "label": self._label or say("whatif_tichu.label", lang),
            "examples": [
                {"key": name, "label": say(f"whatif_tichu.example.{name}", lang), "chosen": name == self._example}
                for name in EXAMPLES
            ],
            "places": [{"key": place, "label": _place(place, lang), "chosen": place == self._aim} for place in PLACES],
            "deck": list(_deck(seen, lang)),
            "lying": lying(seen, lang),
            "counts": _counts(seen, lang),
            "times": _times(self._racers, self._measured, seen.seat, lang),
            "notation": seen.notation,
            "pace": "" if pace == pace_written(self._racers_at_first, seen.seat) else pace,
            "said": self._said,
            "fault": fault,
            "result": "" if fault else result(known, lang),
            "table": table(known, lang) if known else None,
            "progress": {
                "value": known.worlds if known else 0,
                "most": MOST_WORLDS,
                "label": say("whatif_tichu.progress", lang, count=decimal(known.worlds if known else 0, lang)),
            }
            if self.working and here
            else None,
            "model": [say(f"whatif_tichu.model.{part}", lang) for part in _played_how(known)],
            "again": self._stopped,
            "files": files(seen, self._racers, known, lang),
            "keeps": known is not None,
            "compared": compared(self._kept, known, lang) if self._kept else None,
        }


def _played_how(known: Answer | None) -> Iterator[str]:
    """Of how the races are played what bears on these options."""
    yield "race"
    ways = [option.way for option in known.options] if known else []
    if any(way.keeping for way in ways):
        yield "keep"
    if any(way.move is None and way.keeping is None for way in ways):
        yield "wait"
    yield from ("worlds", "error")


_CODES: Final = frozenset(card.code for card in (*DECK, *SPECIALS))


def _number(value: str | bool, most: int) -> int | None:
    """The whole number from 0 to `most` that was typed; None if it is none."""
    if not isinstance(value, str) or not (value.isascii() and value.isdigit()) or len(value) > len(str(most)):
        return None
    return int(value) if int(value) <= most else None


def _with_pile(seen: View, number: int, pile: Pile) -> View:
    return replace(seen, piles=(pile, seen.piles[1]) if number == 0 else (seen.piles[0], pile))


def _moved(seen: View, card: Card, place: Place) -> View:
    """The position with a card put in a place; from there, it is taken away. On a pile it comes to lie on top."""
    lies = _lies(seen, card)
    seen = replace(seen, hand=tuple(one for one in seen.hand if one is not card))
    for at, pile in enumerate(seen.piles):
        seen = _with_pile(seen, at, pile.without(frozenset((card,))))
    if lies == place:
        return seen
    if place == "hand":
        return replace(seen, hand=tuple(sorted((*seen.hand, card))))
    at = int(place[-1])
    return _with_pile(seen, at, seen.piles[at].covered(card))


def _lies(seen: View, card: Card) -> Place | None:
    """Where a card lies, as far as it is seen."""
    heaps = (seen.hand, *(pile.cards for pile in seen.piles))
    return next((place for place, heap in zip(PLACES, heaps, strict=True) if card in heap), None)


# The position, drawn


def _place(place: Place, lang: str) -> str:
    return say(f"whatif_tichu.place.{place.replace(' ', '_')}", lang)


def _deck(seen: View, lang: str) -> Iterator[DeckSuit]:
    """The deck suit by suit, the special cards last."""
    rows = [(say(f"suit.{suit}", lang), suit, [Card(rank + suit) for rank in RANKS]) for suit in SUITS]
    rows.append((say("whatif_tichu.specials", lang), "x", list(SPECIALS)))
    for label, suit, held in rows:
        yield {"label": label, "cells": [_cell(seen, card, suit, lang) for card in held]}


LIES: Final[dict[Place, Literal["hand", "pile", "meld"]]] = {"hand": "hand", "pile 0": "pile", "pile 1": "meld"}
"""Both piles have a colour of their own, those of the other laboratory."""
_MARKS: Final = {"hand": "●", "pile 0": "1", "pile 1": "2"}


def _cell(seen: View, card: Card, suit: str, lang: str) -> DeckCell:
    place = _lies(seen, card)
    return {
        "card": card.code,
        "text": card_label(card, lang) if card.rank else card_label(card, lang)[:SHORT],
        "suit": suit,
        "mark": _MARKS[place] if place else "",
        "where": _place(place, lang) if place else say("whatif_tichu.place.unseen", lang),
        "lies": LIES[place] if place else "free",
    }


def _counts(seen: View, lang: str) -> list[Field]:
    """How many cards lie where nobody sees them, and what was wished."""
    own, other = seen.seat, 1 - seen.seat
    numbers = (
        ("cards", "other_hand", seen.opponent_cards, FULL_HAND),
        (f"draw {own}", "own_draw", seen.draw[own], MOST_DRAW),
        (f"draw {other}", "other_draw", seen.draw[other], MOST_DRAW),
        (f"extra {own}", "own_extra", seen.extra[own], MOST_EXTRA),
        (f"extra {other}", "other_extra", seen.extra[other], MOST_EXTRA),
    )
    found: list[Field] = [
        number(key, say(f"whatif_tichu.count.{name}", lang), value, 0, most) for key, name, value, most in numbers
    ]
    for place, pile in enumerate(seen.piles):
        if MAH_JONG in pile.cards:
            named = [("", say("whatif_tichu.no_wish", lang)), *((rank, rank_letter(rank, lang)) for rank in WISHES)]
            found.append(select(f"wish {place}", say("whatif_tichu.wish", lang), named, pile.wish or ""))
    return found


def _times(racers: Racers, measured: frozenset[int], own: int, lang: str) -> list[Field]:
    """How quick both are, in seconds; what was measured in a race can be chosen again."""
    found: list[Field] = []
    for side, racer in (("own", racers[own]), ("other", racers[1 - own])):
        for kind, values, value in (("mean", MILLISECONDS, racer.mean), ("spread", SPREADS, racer.spread)):
            named = [
                (str(one), say("whatif_tichu.seconds", lang, seconds=decimal(one / 1000, lang, 2)))
                for one in sorted({*values, *measured, value})
            ]
            found.append(select(f"{side} {kind}", say(f"whatif_tichu.{kind}.{side}", lang), named, str(value)))
    return found
