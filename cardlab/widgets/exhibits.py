"""The widgets that a step of a demonstration puts on the stage, and what a widget there shows now as a step.

- `widget_of` makes the widget of a step; a question has none, `Demo` draws it itself;
- `now` is the step as it stands after what was done at the widget;
- `walk` goes one move on or back in a round with notes, `note` says what is to be said of it.
"""

from __future__ import annotations

from dataclasses import replace

from cardlab import shelf, tichu, tongits
from cardlab.lessons.stage import PILES, RACES, SHOWDOWNS, Play, Show, Slow, Staged, Study, disputes
from cardlab.record import Record
from cardlab.tichu.rules import DragonLocks
from cardlab.widgets.base import CardWidget
from cardlab.widgets.compare import Compare
from cardlab.widgets.score import Score
from cardlab.widgets.showdown import SWITCHES, Showdown
from cardlab.widgets.tichu_table.piles import Piles
from cardlab.widgets.tichu_table.slow import Race
from cardlab.widgets.tongits_table.table import Table


def widget_of(what: Staged, lang: str, *, four_colours: bool) -> CardWidget | None:
    """The widget that shows this; None for a question."""
    match what:
        case Play(position=text) if text:
            return _table(tongits.State.read(text), lang, four_colours)
        case Play(deal=deal, preset=preset):
            rules = tongits.Rules.preset(preset)
            return _table(tongits.deal(rules, deal), lang, four_colours, seed=deal)
        case Study(round=name, move=move):
            record = shelf.open(name)
            assert isinstance(record.start, tongits.State)
            table = _table(record.start, lang, four_colours)
            table.replay(_moves(record), move)
            return table
        case Slow(start=start):
            race = int(start) if start.isdigit() else tichu.State.read(RACES.get(start, start))
            return Race(race, lang, four_colours=four_colours)
        case Show():
            return _exhibit(what, lang, four_colours)
    return None


def _table(state: tongits.State, lang: str, four_colours: bool, seed: int = 0) -> Table:
    """A table with all hands up."""
    return Table(state, lang, others=None, seed=seed, four_colours=four_colours)


def _moves(record: Record) -> tuple[tongits.Move, ...]:
    return tuple(move for move in record.moves if isinstance(move, tongits.Move))


def _exhibit(what: Show, lang: str, four_colours: bool) -> CardWidget:
    kind, _, which = what.name.partition("-")
    if kind == "showdown":
        table = tongits.State.read(SHOWDOWNS[which])
        melds = [(laid.owner, laid.meld.cards) for laid in table.melds if laid.meld]
        changed = {name: other for name, (_, other) in SWITCHES.items() if name in what.rules}
        rules = replace(tongits.SHEET, **changed)  # type: ignore[arg-type]
        return Showdown(table.hands, melds, lang, rules, four_colours=four_colours)
    if kind == "piles":
        race = tichu.State.read(PILES[which])
        locks = DragonLocks.STRICT if "dragon_locks" in what.rules else tichu.SHEET.dragon_locks
        return Piles(
            race.piles,
            race.hands[0],
            lang,
            tichu.Rules(wrap="wrap" in what.rules, dragon_locks=locks),
            extra=(*race.extra[0], *race.extra[1]),
            four_colours=four_colours,
        )
    if kind == "compare":
        compare = Compare(disputes(which), lang, four_colours=four_colours)
        compare.turn_to(what.number - 1)
        return compare
    return Score(lang, seed=what.number, four_colours=four_colours)


def now(what: Staged, shown: CardWidget | None) -> Staged:
    """The step as it stands after what was done at its widget: a table in its position, a round at its move."""
    match what, shown:
        case Play(), Table() if shown.moves:
            return Play(position=shown.state.notation)
        case Play(), Table():
            return replace(what, deal=shown.deal) if not what.position else what
        case Study(), Table():
            return replace(what, move=min(len(shown.moves), len(shelf.open(what.round).moves)))
        case Slow(), Race() if shown.round.line.at:
            return Slow(shown.round.state.notation)
        case Slow(), Race() if shown.deal is not None:
            return Slow(str(shown.deal))
        case Show(), Showdown():
            return replace(
                what, rules=frozenset(name for name, (sheet, _) in SWITCHES.items() if _set(shown, name) != sheet)
            )
        case Show(), Compare():
            return replace(what, number=shown.place + 1)
        case Show(), Score():
            return replace(what, number=shown.seed)
    return what


def _set(shown: Showdown, name: str) -> object:
    return getattr(shown.rules, name)


def walk(what: Staged, shown: CardWidget | None, by: int) -> bool:
    """One move on or back in a round with notes; False where there is none, and for whatever else is shown."""
    return isinstance(what, Study) and isinstance(shown, Table) and shown.go(len(shown.moves) + by)


def note(what: Staged, shown: CardWidget | None, lang: str) -> str:
    """What is to be said after the move of a round with notes that was made last; "" where nothing is."""
    if not isinstance(what, Study) or not isinstance(shown, Table):
        return ""
    made = shown.moves
    if made != _moves(shelf.open(what.round))[: len(made)]:
        return ""
    return shelf.notes(what.round, lang).get(len(made), "")
