"""The tables of the lesson `tips`: each piece of advice tried by numbers, worked out once and kept in a file.

python -m cardlab.lessons.tips_tried

It works every table out and writes `tips_tried.json`, in about a minute. A page shows what is kept (`tried`); a
notebook works a table out once more (`tried_again`), a second or two with the compiled kernel, and gets the same.
First what a table is (`Row`), then which there are, last how they are shown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from cardlab.analysis.advice import (
    Figure,
    Fork,
    calls,
    dearest,
    fed,
    figure,
    figure_of_forks,
    habits,
    heeding,
    holds_until,
    lay_offs,
    lays_nothing_off,
    openings,
    safest,
    throws,
)
from cardlab.analysis.advice_tichu import SPENT, against, spent
from cardlab.analysis.kernel import compiled
from cardlab.analysis.races import Racer
from cardlab.locale import decimal, say
from cardlab.tongits import Rules

FILE: Final = Path(__file__).with_suffix(".json")
FEWEST: Final = 25
"""What rests on fewer cases is not shown."""
NOTHING: Final = Figure(0.0, 0.0, 0)
"""A figure that there is not: no case."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: what it is about, a key and numbers for its sentence, and a figure for each column."""

    about: str
    numbers: tuple[float, ...]
    figures: tuple[Figure, ...]


def _presets() -> tuple[Rules, Rules]:
    return Rules(), Rules.preset("traditional")


def _rows(about: str, numbers: Iterable[tuple[float, ...]], columns: Iterable[list[Figure]]) -> list[Row]:
    return [Row(about, row, figures) for row, figures in zip(numbers, zip(*columns, strict=True), strict=True)]


Bounds: TypeAlias = Iterable[tuple[int, int, int]]
"""Which numbers of `about` lie between which two."""


def _grouped(forks: Iterable[Fork], groups: Iterable[Bounds], value: int | None = None) -> list[Figure]:
    """The mean of what each group of forks brought, or of the number of `about` in this place."""
    known = list(forks)
    found = []
    for bounds in map(tuple, groups):
        group = [fork for fork in known if all(least <= fork.about[at] <= most for at, least, most in bounds)]
        found.append(figure_of_forks(group, value))
    return found


# Tongits


def _opening() -> list[Row]:
    """T11.1: a seat that holds its melds until so few cards are left, against one that lays them."""
    until = (12, 9, 6, 3)
    kinds = [*map(holds_until, until), holds_until(0)]
    columns = [habits(rules, kinds, 600) for rules in _presets()]
    rows = _rows("until", [(stock,) for stock in until], [column[:4] for column in columns])
    return [*rows, *_rows("only_out", [()], [column[4:] for column in columns])]


def _opening_when() -> list[Row]:
    """T11.1: laying the first meld in this turn, against holding it for this turn alone.

    The last column: how often, by the sheet, a draw is called before the next turn of the seat that waits.
    """
    groups = [[(1, opened, opened)] for opened in range(3)]
    found = [openings(rules, 1_500) for rules in _presets()]
    columns = [_grouped(forks, groups) for forks in found]
    columns.append(_grouped(found[0], groups, 3))
    return _rows("opened", [(0,), (1,), (2,)], columns)


def _laying_off() -> list[Row]:
    """T11.2: a seat that lays off on no opponent's meld; and one lay-off, by the points that it takes away.

    Last stands how many points these are in the mean, by the sheet.
    """
    points = ((1, 4), (5, 9), (10, 99))
    groups = [[(0, *band)] for band in points]
    found = [lay_offs(rules, 1_000) for rules in _presets()]
    columns = [_grouped(forks, groups) for forks in found]
    columns.append(_grouped(found[0], groups, 0))
    never = [
        [Figure(-one.mean, one.error, one.cases) for one in habits(rules, [lays_nothing_off], 1_000)]
        for rules in _presets()
    ]
    never.append([NOTHING])
    return [*_rows("round", [()], never), *_rows("points", points, columns)]


def _throwing() -> list[Row]:
    """T11.3: a seat that throws cards away by another measure than the sensible player."""
    weights = (0.5, 1, 2)
    kinds = [throws(dearest), throws(safest), *(throws(heeding(weight)) for weight in weights)]
    columns = [habits(rules, kinds, 600) for rules in _presets()]
    rows = [
        _rows(name, [()], [column[at : at + 1] for column in columns]) for at, name in enumerate(("dearest", "safest"))
    ]
    weighed = _rows("heeding", [(weight,) for weight in weights], [column[2:] for column in columns])
    return [*rows[0], *rows[1], *weighed]


def _feeding() -> list[Row]:
    """T11.3: how often the next player takes what is thrown away."""
    groups = [[(1, ways, ways)] for ways in range(4)]
    columns = [_grouped(fed(rules, 1_500), [*groups, [(1, 4, 99)]]) for rules in _presets()]
    return [
        *_rows("ways", [(0,), (1,), (2,), (3,)], [column[:4] for column in columns]),
        *_rows("more", [(4,)], [column[4:] for column in columns]),
    ]


@cache
def _all_calls() -> list[Fork]:
    """Two tables look at these."""
    return calls(Rules(), 4_000)


def _calling() -> list[Row]:
    """T11.4: calling against playing on where somebody can challenge, by deadwood and depth of the stock."""
    forks = _all_calls()
    bands = ((0, 9), (10, 14), (15, 19), (20, 24), (25, 99))
    columns = [
        _grouped(forks, [[(0, *band), (1, *stock), (2, 1, 2)] for band in bands])
        for stock in ((10, 15), (5, 9), (0, 4))
    ]
    return _rows("deadwood", bands, columns)


def _reading() -> list[Row]:
    """T11.5: calling against playing on, by who can challenge and with how many cards."""
    forks = _all_calls()
    hands = ((1, 4), (5, 7), (8, 12))
    rivals = [[(2, 0, 0)], [(2, 1, 1)], *([(2, 2, 2), (3, *cards)] for cards in hands)]
    columns = [_grouped(forks, [[(0, *band), *bounds] for bounds in rivals]) for band in ((0, 14), (15, 24), (25, 99))]
    return [
        *_rows("nobody", [()], [column[:1] for column in columns]),
        *_rows("one", [()], [column[1:2] for column in columns]),
        *_rows("both", hands, [column[2:] for column in columns]),
    ]


# Tichu 1.on.1

QUICK: Final = 700


def _drawing() -> list[Row]:
    """U3.2: a side that plays before it draws up, by how much quicker it is."""
    slower = (0, 50, 100, 200)
    raced = [
        against(Racer(QUICK - less, eager=True, skilled=True), Racer(QUICK, skilled=True), 20_000) for less in slower
    ]
    return [Row("forgets", (less,), (one.share, one.points)) for less, one in zip(slower, raced, strict=True)]


def _piles() -> list[Row]:
    """U2.2: a side that leaves the other one few cards to follow, by how much slower it is."""
    slower = (0, 50, 100, 150)
    raced = [against(Racer(QUICK + more, skilled=True), Racer(QUICK), 20_000) for more in slower]
    return [Row("skilled", (more,), (one.share, one.points)) for more, one in zip(slower, raced, strict=True)]


def _specials() -> list[Row]:
    """U5: playing a special card now, against keeping it."""
    found = spent(4_000)
    return [
        Row(
            f"special_{card.code}",
            (),
            tuple(
                figure(one.brought for one in found if one.card is card and one.alone == alone)
                for alone in (False, True)
            ),
        )
        for card in SPENT
    ]


TABLES: Final[dict[str, Callable[[], list[Row]]]] = {
    "opening": _opening,
    "opening_when": _opening_when,
    "laying_off": _laying_off,
    "throwing": _throwing,
    "feeding": _feeding,
    "calling": _calling,
    "reading": _reading,
    "drawing": _drawing,
    "piles": _piles,
    "specials": _specials,
}
"""How each table is worked out."""


@dataclass(frozen=True, slots=True)
class Column:
    """How the figures of a column are written: times `factor`, with so many digits; `signed`: with a plus too."""

    factor: int = 1
    digits: int = 1
    signed: bool = True


PAID, FINE, SHARE, MORE = Column(), Column(digits=2), Column(100, signed=False), Column(100)
COUNTED: Final = Column(signed=False)
"""What is received, the same to a hundredth, a chance in percent, a difference of chances, and what cards count."""
COLUMNS: Final = {
    "opening_when": (PAID, PAID, SHARE),
    "laying_off": (PAID, PAID, COUNTED),
    "feeding": (SHARE, SHARE),
    "drawing": (SHARE, FINE),
    "piles": (SHARE, FINE),
    "specials": (MORE, MORE),
}
"""The columns of those tables that do not only say what is received."""


@cache
def kept() -> dict[str, list[Row]]:
    """The tables as they were worked out."""
    found = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: [Row(about, tuple(numbers), tuple(Figure(*one) for one in figures)) for about, numbers, figures in rows]
        for name, rows in found.items()
    }


def worked_out(name: str) -> list[Row]:
    """A table worked out anew, rounded as it is kept. Raises KeyError if there is none of that name."""
    return [
        Row(
            row.about,
            row.numbers,
            tuple(Figure(round(one.mean, 4), round(one.error, 4), one.cases) for one in row.figures),
        )
        for row in TABLES[name]()
    ]


def tried(name: str, lang: str = "en") -> None:
    """Shows a table as it was worked out. Raises KeyError if there is none of that name."""
    _show(kept()[name], name, lang)


def tried_again(name: str, lang: str = "en") -> None:
    """Works a table out anew and shows it; waits for the compiled kernel, without which it takes minutes."""
    compiled.load(wait=True)
    _show(worked_out(name), name, lang)


def _show(rows: list[Row], name: str, lang: str) -> None:
    from IPython.display import display

    told = in_markdown(rows, name, lang)
    display({"text/markdown": told, "text/plain": told}, raw=True)  # type: ignore[no-untyped-call]


def in_markdown(rows: list[Row], name: str, lang: str) -> str:
    """A table in the words of a language."""
    heads = say(f"tried.{name}", lang).split(" | ")
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)]]
    columns = COLUMNS.get(name, (PAID,) * (len(heads) - 1))
    for row in rows:
        first, last = (*row.numbers, 0, 0)[:2]
        key = f"tried.{name}.{row.about}"
        if last == 99:
            key = f"{key}_more"
        about = say(key, lang, number=decimal(first, lang, int(first % 1 > 0)), last=decimal(last, lang))
        lines.append([about, *(_cell(one, column, lang) for one, column in zip(row.figures, columns, strict=True))])
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _cell(one: Figure, column: Column, lang: str) -> str:
    """A figure with its error and sign, a dash if it rests on hardly anything; no error is written as 0."""
    if one.cases < FEWEST:
        return "–"
    sign = "+" if one.mean > 0 and column.signed else ""
    mean = decimal(column.factor * one.mean, lang, column.digits)
    error = decimal(max(column.factor * one.error, 10.0**-column.digits), lang, column.digits)
    return f"{sign}{mean}\u00a0±\u00a0{error}"


def main() -> None:
    """Works all tables out and writes the file."""
    compiled.load(wait=True)
    found = {
        name: [
            [row.about, row.numbers, [[one.mean, one.error, one.cases] for one in row.figures]]
            for row in worked_out(name)
        ]
        for name in TABLES
    }
    lines = ",\n".join(f'"{name}":{json.dumps(rows, separators=(",", ":"))}' for name, rows in found.items())
    FILE.write_text("{" + lines + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
