"""The tables of the lesson `tips` worked out: each piece of advice about Tongits tried by numbers.

python -m tests.research.tips_tried

It works every table out and writes `tips_tried.json` of the lesson, in about a minute with the compiled kernel. Those
of Tichu stay as they are kept: they took a hundred thousand races.
"""

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, TypeAlias

from cardlab.analysis.kernel import compiled
from cardlab.lessons.tips_tried import FILE, Figure, Row
from cardlab.tongits import Rules
from tests.research.advice import (
    Fork,
    calls,
    dearest,
    fed,
    figure,
    habits,
    heeding,
    holds_until,
    lay_offs,
    lays_nothing_off,
    openings,
    safest,
    throws,
)

NOTHING: Final = Figure(0.0, 0.0, 0)
"""A figure that there is not: no case."""


def _presets() -> tuple[Rules, Rules]:
    return Rules(), Rules.preset("traditional")


def _rows(about: str, numbers: Iterable[tuple[float, ...]], columns: Iterable[list[Figure]]) -> list[Row]:
    return [Row(about, row, figures) for row, figures in zip(numbers, zip(*columns, strict=True), strict=True)]


Bounds: TypeAlias = Iterable[tuple[int, int, int]]
"""Which numbers of `about` lie between which two."""


def _grouped(forks: Iterable[Fork], groups: Iterable[Bounds], value: int | None = None) -> list[Figure]:
    """The mean of what each group of forks brought, or of the number of `about` in this place."""
    all_forks = list(forks)
    figures = []
    for bounds in map(tuple, groups):
        group = [fork for fork in all_forks if all(least <= fork.about[at] <= most for at, least, most in bounds)]
        figures.append(figure((fork.number, fork.brought if value is None else fork.about[value]) for fork in group))
    return figures


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
    forks_by_rules = [openings(rules, 1_500) for rules in _presets()]
    columns = [_grouped(forks, groups) for forks in forks_by_rules]
    columns.append(_grouped(forks_by_rules[0], groups, 3))
    return _rows("opened", [(0,), (1,), (2,)], columns)


def _laying_off() -> list[Row]:
    """T11.2: a seat that lays off on no opponent's meld; and one lay-off, by the points that it takes away.

    Last stands how many points these are in the mean, by the sheet.
    """
    points = ((1, 4), (5, 9), (10, 99))
    groups = [[(0, *band)] for band in points]
    forks_by_rules = [lay_offs(rules, 1_000) for rules in _presets()]
    columns = [_grouped(forks, groups) for forks in forks_by_rules]
    columns.append(_grouped(forks_by_rules[0], groups, 0))
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
    """T11.4: calling against playing on against possible challengers, by deadwood and depth of the stock."""
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


TABLES: Final[dict[str, Callable[[], list[Row]]]] = {
    "opening": _opening,
    "opening_when": _opening_when,
    "laying_off": _laying_off,
    "throwing": _throwing,
    "feeding": _feeding,
    "calling": _calling,
    "reading": _reading,
}
"""How each table is worked out."""


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


def main() -> None:
    """Works the tables out and writes the file."""
    compiled.load(wait=True)
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    for name in TABLES:
        kept[name] = [
            [row.about, row.numbers, [[one.mean, one.error, one.cases] for one in row.figures]]
            for row in worked_out(name)
        ]
    lines = ",\n".join(f'"{name}":{json.dumps(rows, separators=(",", ":"))}' for name, rows in kept.items())
    FILE.write_text("{" + lines + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
