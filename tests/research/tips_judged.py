"""The positions of Tongits in the lesson `tips`: what each choice in them is worth, worked out once and kept in a file.

python -m tests.research.tips_judged

It looks for them in rounds of sensible players, plays every choice on in many worlds (`cardlab.analysis`), keeps the
positions in which the difference is clear, and writes `tips_positions.json`. That takes about ten minutes with the
compiled kernel. The same program gives the same file; a test works some of it out again. Those of Tichu stay as they
are kept.
First how each kind is judged, then where positions are looked for.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Final

from cardlab import tongits
from cardlab.analysis import whatif
from cardlab.analysis.continuations import turns
from cardlab.analysis.deals import PAYMENT, play_worlds
from cardlab.analysis.kernel import compiled
from cardlab.analysis.whatif import Estimate
from cardlab.bots.sensible import sensible
from cardlab.lessons.drill import LEVELS
from cardlab.lessons.tips_positions import FILE, KINDS, WORLDS, Choices, Worth
from cardlab.tongits import Call, Discard, LayMeld, Phase, Rules, Sapaw, View, legal_moves, view

MANY: Final = 150
"""How many positions of each kind are kept."""
MOST_ROUNDS: Final = 1_200
"""In no more rounds are they looked for."""
PRESETS: Final = ("sheet", "traditional")
FEWEST: Final = 5
"""With fewer cards, no question is asked about what to discard or keep."""


# What a position is worth


def judged(kind: str, text: str) -> Choices:
    """What each choice is worth in a position of this kind; the same numbers each time with the compiled kernel.

    Without it fewer deals are so few that all of them are played on (`whatif.ask`).
    """
    worths = _JUDGES[kind](View.read(text), WORLDS[kind])
    ordered = sorted(worths.items(), key=lambda one: one[1].mean)
    return {name: Worth(round(behind.mean, 3), round(behind.error, 3)) for name, behind in ordered}


def _discards(seen: View, worlds: int) -> dict[str, Estimate]:
    """T11.3: each card thrown away."""
    options = whatif.ask(seen, worlds=worlds).options
    return {one.move.card.code: one.behind_payment for one in options if isinstance(one.move, Discard)}


def _calling(seen: View, worlds: int) -> dict[str, Estimate]:
    """T11.4, T11.5: to call, to draw or to take the discard; of several ways to go on after a take the best one."""
    options = whatif.ask(seen, worlds=worlds).options
    return {type(one.move).__name__.lower(): one.behind_payment for one in reversed(options)}


def _now_or_later(now: type, does: str, waits: str) -> Callable[[View, int], dict[str, Estimate]]:
    """A turn that begins with such a move, or one that is only a discard and keeps all other cards.

    Which way is best is found in other worlds than those in which the two are compared.
    """

    def compared(seen: View, worlds: int) -> dict[str, Estimate]:
        asked, few = turns(seen), worlds // 8
        sums = play_worlds(asked, 0, 0, few)

        def best(kind: type) -> int:
            indexes = [index for index, way in enumerate(asked.ways) if isinstance(way.turn[0], kind)]
            return max(indexes, key=lambda index: sums.of(index, PAYMENT)[0])

        pair = asked.narrowed([best(now), best(Discard)])
        options = whatif.answer_from(pair, play_worlds(pair, 0, few, worlds), True).options
        return {does if isinstance(one.move, now) else waits: one.behind_payment for one in options}

    return compared


_JUDGES: Final[dict[str, Callable[[View, int], dict[str, Estimate]]]] = {
    "discard": _discards,
    "open": _now_or_later(LayMeld, "open", "wait"),
    "lay_off": _now_or_later(Sapaw, "off", "keep"),
    "call": _calling,
}
"""T11.1: to open in the best way, or to hold the melds for this turn. T11.2: to lay off, or to keep all cards."""


# Where positions are looked for


def _in_rounds() -> Iterator[tuple[int, View]]:
    """What seat 0 sees before each of its moves, in rounds of sensible players by both presets in turn."""
    for number in count():
        rules = Rules.preset(PRESETS[number % len(PRESETS)])
        state = tongits.deal(rules, number, first=number // 2 % 3)
        while tongits.outcome(state) is None:
            seen = view(state, state.seat)
            if state.seat == 0:
                yield number, seen
            state = tongits.play(state, sensible(seen))


def _asks(kind: str, seen: View) -> bool:
    """Whether a position is one to ask this kind about."""
    moves = legal_moves(seen, 0)
    sheet = seen.rules == Rules()
    match kind:
        case "discard":
            alone = seen.phase is Phase.LAY and seen.taken is None and len(seen.hand) >= FEWEST
            return sheet and alone and all(isinstance(move, Discard) for move in moves)
        case "open":
            lays = any(isinstance(move, LayMeld) for move in moves)
            free = seen.taken is None and not any(isinstance(move, Sapaw) for move in moves)
            return seen.phase is Phase.LAY and lays and free and not seen.opened(0)
        case "lay_off":
            offs = [seen.melds[move.meld].owner for move in moves if isinstance(move, Sapaw)]
            rest = seen.taken is None and not any(isinstance(move, LayMeld) for move in moves)
            return seen.phase is Phase.LAY and bool(offs) and all(offs) and rest and len(seen.hand) >= FEWEST
        case "call":
            return Call(0) in moves
    return False


def _clear(choices: Choices) -> bool:
    """Whether the difference is clear: some choices wrong, no more than half right, hardly any in between."""
    right, wrong = (sum(getattr(one, name) for one in choices.values()) for name in ("right", "wrong"))
    return bool(wrong) and 2 * right <= max(2, len(choices)) and len(choices) - right - wrong <= len(choices) // 6


def _class(kind: str, choices: Choices) -> str:
    """What a right answer is like, so that none of them is found by always saying the same."""
    best = next(iter(choices))
    if kind in ("open", "lay_off", "call"):
        return "now" if best in ("open", "off", "call") else "later"
    return ""


def collected() -> dict[str, list[list[object]]]:
    """The positions of all kinds, as they are kept: level, notation, and the choices with what they are worth."""
    kept: dict[str, list[list[object]]] = {}
    for kind in _JUDGES:
        results: list[tuple[str, Choices]] = []
        shares: dict[str, int] = {}
        classes = 1 if kind == "discard" else 2
        latest = -1
        for number, seen in _in_rounds():
            if len(results) >= MANY or number > MOST_ROUNDS:
                break
            # One of a round at most, so that no position reveals another's answer.
            if number == latest or not _asks(kind, seen):
                continue
            text = seen.notation
            choices = judged(kind, text)
            sort = _class(kind, choices)
            if _clear(choices) and shares.get(sort, 0) < MANY / classes:
                latest = number
                shares[sort] = shares.get(sort, 0) + 1
                results.append((text, choices))
        kept[kind] = _levelled(kind, results)
        print(f"{kind}: {len(results)} positions, {shares}", flush=True)
    return kept


def _levelled(kind: str, figures: Sequence[tuple[str, Choices]]) -> list[list[object]]:
    """The positions by level: the nearer a clearly wrong choice comes, the harder, and each answer at each level."""
    ordered = sorted(figures, key=lambda one: -min(worth.behind for worth in one[1].values() if worth.wrong))
    sorts = [_class(kind, choices) for _, choices in ordered]
    rows: list[list[object]] = []
    for index, (text, choices) in enumerate(ordered):
        level = 1 + sorts[:index].count(sorts[index]) * LEVELS // sorts.count(sorts[index])
        rows.append([level, text, [[name, worth.behind, worth.error] for name, worth in choices.items()]])
    return rows


def main() -> None:
    """Works the positions out and writes the file."""
    compiled.load(wait=True)
    figures = json.loads(FILE.read_text(encoding="utf-8")) | collected()
    rows = {kind: ",\n".join(json.dumps(one, separators=(",", ":")) for one in figures[kind]) for kind in KINDS}
    FILE.write_text("{" + ",\n".join(f'"{kind}":[\n{lines}]' for kind, lines in rows.items()) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
