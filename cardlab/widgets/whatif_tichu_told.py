"""What the laboratory of Tichu knows of a position, in words, as tables and as files.

- `lying`: the hand and the piles; `result`: the answer in a sentence; `table`: what each option is worth;
- `Kept`, `compared`: a position that was kept, and its options beside those of another one;
- `files`: the table as CSV and JSON, and the position as a line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from cardlab.analysis.races import Racers
from cardlab.analysis.tichu_whatif import Answer, Option
from cardlab.analysis.whatif import Estimate
from cardlab.locale import decimal, say
from cardlab.tichu import View
from cardlab.tichu.piles import sorting_value
from cardlab.widgets.exports import ExportFile, Row, as_line, numbers, tables_as_files
from cardlab.widgets.figures import FigureTable, figures
from cardlab.widgets.kept import ComparedPicture, LabGroup, compared_table, kept_heap
from cardlab.widgets.tichu_table.ways import chance_told, named_way, with_error

Place: TypeAlias = Literal["hand", "pile 0", "pile 1"]
PLACES: Final[tuple[Place, ...]] = ("hand", "pile 0", "pile 1")
FILE: Final = "tichu-what-if"
FORMAT: Final = "cardlab-whatif-tichu/1"
"""What an answer is called as a file, and what stands in it as its format."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A position that was kept, how quick both were taken to be, and what was known of it then."""

    seen: View
    racers: Racers
    answer: Answer


def lying(seen: View, lang: str, kept: bool = False) -> list[LabGroup]:
    """The hand and both piles; of a pile the top card comes last. Of a position that is kept the labels say so."""
    heaps = (tuple(sorted(seen.hand, key=sorting_value)), *(pile.cards[::-1] for pile in seen.piles))
    return [
        {"label": _heap(place, kept, lang), "cards": [card.code for card in heap]}
        for place, heap in zip(PLACES, heaps, strict=True)
    ]


def _heap(place: Place, kept: bool, lang: str) -> str:
    name = say(f"whatif_tichu.heap.{place.replace(' ', '_')}", lang)
    return kept_heap(name, lang) if kept else name


def result(answer: Answer | None, lang: str) -> str:
    """The answer in a sentence: the best option, and how many cannot be told apart from it."""
    if answer is None:
        return ""
    best = answer.options[0]
    name = "best" if len(answer.options) > 1 else "only"
    told = say(f"whatif_tichu.{name}", lang, move=named_way(best.way, lang), value=chance_told(best.win, lang))
    close = len(answer.undecided)
    return f"{told} {say('whatif_tichu.close', lang, count=close)}" if close else told


def _difference(estimate: Estimate, factor: float, lang: str, digits: int) -> str:
    """How much less than the best, with its error; a dash for the best itself."""
    return with_error(estimate, lang, digits, factor) if estimate.mean or estimate.error else "–"


def table(answer: Answer, lang: str) -> FigureTable:
    close = {option.way for option in answer.undecided} | {answer.options[0].way}
    return figures(
        say("whatif_tichu.caption", lang),
        [say(f"whatif_tichu.head.{name}", lang) for name in ("option", "win", "behind", "points", "close")],
        [_cells(option, place, option.way in close, lang) for place, option in enumerate(answer.options)],
        marked=[place for place, option in enumerate(answer.options) if option.way in close],
    )


def _cells(option: Option, place: int, close: bool, lang: str) -> list[str]:
    same = "".join(f" / {named_way(way, lang)}" for way in option.same)
    points = f"{decimal(option.points.mean, lang, 2)} ± {decimal(max(option.points.error, 0.01), lang, 2)}"
    told = "best" if not place else "close" if close else "worse"
    return [
        named_way(option.way, lang) + same,
        chance_told(option.win, lang),
        _difference(option.behind, 100, lang, 1),
        points,
        say(f"whatif_tichu.told.{told}", lang),
    ]


def compared(kept: Kept, known: Answer | None, lang: str) -> ComparedPicture:
    """The position that was kept, and each option here and there, those of the page first."""
    own, other = kept.seen.seat, 1 - kept.seen.seat
    pace = {
        "own": decimal(kept.racers[own].mean / 1000, lang, 2),
        "other": decimal(kept.racers[other].mean / 1000, lang, 2),
        "count": decimal(kept.answer.worlds, lang),
    }
    first = f"{say('laboratory.kept', lang)}: {result(kept.answer, lang)}"
    return {
        "lying": lying(kept.seen, lang, kept=True),
        "told": [first, say("whatif_tichu.kept_pace", lang, **pace)],
        "table": _compared_table(_by_name(known, lang), _by_name(kept.answer, lang), lang) if known else None,
    }


def _by_name(answer: Answer | None, lang: str) -> dict[str, Option]:
    """The options by what they are called; ways that come to the same have each their own name."""
    options = answer.options if answer else ()
    return {named_way(way, lang): option for option in options for way in (option.way, *option.same)}


def _compared_table(here: dict[str, Option], there: dict[str, Option], lang: str) -> FigureTable:
    """What each option wins in the one position and in the other."""
    heads = [say(f"whatif_tichu.compared_head.{head}", lang) for head in ("here", "kept", "more")]
    return compared_table(
        {name: option.win for name, option in here.items()},
        {name: option.win for name, option in there.items()},
        say("whatif_tichu.compared_caption", lang),
        [say("whatif_tichu.head.option", lang), *heads],
        lambda win, _: chance_told(win, lang),
        lambda more: with_error(more, lang, 1, 100),
        lang,
    )


# As files


def files(seen: View, racers: Racers, known: Answer | None, lang: str) -> list[ExportFile]:
    """The table as CSV and as JSON, if something is known, and the position in its notation."""
    found = []
    if known is not None:
        times = [{"seat": seat, "mean": one.mean, "spread": one.spread} for seat, one in enumerate(racers)]
        about = {
            "format": FORMAT,
            "position": seen.notation,
            "reaction_times_ms": times,
            "deals": known.worlds,
            "complete": known.done,
        }
        found = tables_as_files(FILE, {"options": [_exported(one, lang) for one in known.options]}, about, lang)
    return [*found, as_line(say("laboratory.file.position", lang), f"{FILE}.txt", seen.notation)]


def _exported(option: Option, lang: str) -> Row:
    """An option as numbers."""
    way = option.way
    values = {
        "win": option.win,
        "points": option.points,
        "behind": option.behind,
        "behind_points": option.behind_points,
    }
    return {
        "option": named_way(way, lang),
        "move": str(way.move) if way.move else None,
        "keeping": way.keeping.code if way.keeping else None,
        "same": " / ".join(named_way(one, lang) for one in option.same) or None,
        **numbers(values),
        "deals": option.worlds,
    }
