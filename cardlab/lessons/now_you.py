"""Rules to be written by the reader, in JupyterLab: a function of a few lines, checked against the engine.

- `check`: prints the smallest of thousands of cases in which a function is wrong; `report` returns the sentences;
- `hint`, `solution`: the next hint, and code that is right;
- `TASKS`: each function that may be written, by its name.

No page has a cell that needs it.
"""

from __future__ import annotations

import io
import sys
import traceback
from collections.abc import Callable, Hashable, Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache, partial
from inspect import signature
from itertools import combinations
from pathlib import Path
from random import Random
from reprlib import repr as short
from time import monotonic
from types import FrameType, FunctionType
from typing import Any, Final, TypeAlias

import cardlab
from cardlab import tichu, tongits
from cardlab.cards import DECK, RANKS, Card
from cardlab.lessons import lesson_language
from cardlab.lessons.tables_tongits import SEATS, late_round
from cardlab.phrasing import tichu_sentences, tongits_sentences
from cardlab.phrasing.catalogue import card_label
from cardlab.phrasing.messages import Deferred, Message, Text, in_words, reasons
from cardlab.phrasing.reader import notation
from cardlab.phrasing.scoring import counted, layout

Case: TypeAlias = tuple[Any, ...]
"""The arguments of one call."""
SECONDS: Final = 1.0
"""How long one call may take; a whole check takes at most ten times as long."""
_PACKAGE: Final = str(Path(cardlab.__file__).parent)


@dataclass(frozen=True, slots=True)
class RuleTask:
    """A function to be written.

    - `lesson`: the notebook that asks for it; `clauses`: the clauses that it expresses;
    - `cases`: the calls to try, from small to large;
    - `right`, `why`: the engine's answer to a call, and its reason; both take the arguments of the call;
    - `house_rule`: the key of a house rule that needs another function;
    - `hints`: the keys of three hints; `solution`: source code;
    - `kind`: what a case is about, where the right answer and its clause do not tell kinds of errors apart.
    """

    lesson: str
    clauses: tuple[str, ...]
    cases: Callable[[], tuple[Case, ...]]
    right: Callable[..., bool | int]
    why: Callable[..., Text]
    house_rule: str
    hints: tuple[str, str, str]
    solution: str
    kind: Callable[..., frozenset[Hashable]] | None = None


def check(function: Callable[..., object], lang: str | None = None) -> None:
    """Print what `report` says of the function, by default in the language of the notebook."""
    print("\n".join(report(function, lang or lesson_language())))


def hint(function: Callable[..., object], lang: str | None = None) -> None:
    """Print the next hint for a function; after the last one, what else there is."""
    name, text = _name(function), _UNKNOWN
    if name in TASKS:
        number = _hints_shown[name] = _hints_shown.get(name, -1) + 1
        left = TASKS[name].hints[number:]
        text = Message(left[0]) if left else Message("now_you.no_more_hints", name=name)
    print(in_words(notation(lang or lesson_language()), text))


_hints_shown: Final[dict[str, int]] = {}


def solution(function: Callable[..., object], lang: str | None = None) -> None:
    """Print code that solves the task of a function."""
    name = _name(function)
    unknown = in_words(notation(lang or lesson_language()), _UNKNOWN)
    print(TASKS[name].solution.strip() if name in TASKS else unknown)


def report(function: Callable[..., object], lang: str = "en", seconds: float = SECONDS) -> tuple[str, ...]:
    """Compare a function with the engine, and say how many cases agree or where the smallest errors are.

    At most two cases that differ are shown, of different kinds.
    A call that raises, returns nothing or something of another type, or takes too long ends the comparison.
    What the function prints is not shown. Works in any thread, and leaves none behind.
    """
    name, reader = _name(function), notation(lang)
    if name not in TASKS or not isinstance(function, FunctionType):
        return (in_words(reader, _UNKNOWN),)
    task = TASKS[name]
    cases = task.cases()
    try:
        signature(function).bind(*cases[0])
    except TypeError:
        wanted = task.solution.strip().partition("def ")[2].partition(":")[0]
        return (in_words(reader, Message("now_you.parameters", wanted=f"`{wanted}`")),)
    shown: dict[frozenset[Hashable], Text] = {}
    tried = differ = 0
    halt: Text = ()
    end = monotonic() + 10 * seconds
    with redirect_stdout(io.StringIO()):
        for case in cases:
            right = task.right(*case)
            result, halt = _answer(function, case, right, seconds, lang)
            if halt or monotonic() > end:
                break
            tried += 1
            if result == right:
                continue
            differ += 1
            because = reasons(reader, task.why(*case))
            kind = task.kind(*case) if task.kind else frozenset([(right, because[0].rule)])
            # A case that contains what is shown already is no error of another kind.
            if len(shown) < 2 and not any(earlier <= kind for earlier in shown):
                key = "now_you.also" if shown else "now_you.differs"
                call = _call(name, case, lang)
                shown[kind] = (Message(key, call=call, result=repr(result), right=repr(right)), because)
    said = [in_words(reader, text) for text in (*shown.values(), halt) if text]
    if differ:
        said.append(in_words(reader, Message("now_you.counted", differ=differ, count=tried)))
    if not said:
        clauses, rule = ", ".join(task.clauses), Message(task.house_rule)
        said.append(in_words(reader, Message("now_you.agrees", clauses, name=name, count=tried, rule=rule)))
    elif not tried:
        said.append(in_words(reader, Message("now_you.how_to_go_on", name=name)))
    return tuple(said)


def _name(function: object) -> str:
    return str(getattr(function, "__name__", ""))


def _call(name: str, case: Case, lang: str) -> str:
    """A call as the reader could write it, with cards as the language writes them."""
    match case:
        case (tongits.State() as state,):
            owners = [laid.owner for laid in state.melds]
            seen = f'state.seat == {state.seat}, state.phase == "{state.phase}"'
            return f"`{name}(state)`, {seen}, [laid.owner for laid in state.melds] == {owners},"
        case (Card() as card, Card() as top):
            return f"`{name}({card_label(card, lang)}, {card_label(top, lang)})`"
    return f"`{name}({' '.join(card_label(card, lang) for card in case[0])})`"


class _TooLong(BaseException):
    """A call has taken too long; no `Exception`, so that a function that catches those does not catch it."""


def _answer(function: FunctionType, case: Case, right: bool | int, seconds: float, lang: str) -> tuple[object, Text]:
    """What the function returns, and why this is no answer at all; nothing if it is one."""
    call = _call(function.__name__, case, lang)
    try:
        result = _run(function, case, seconds)
    except _TooLong:
        return None, Message("now_you.too_long", call=call)
    except Exception as error:
        own = [at for at in traceback.extract_tb(error.__traceback__) if at.filename == function.__code__.co_filename]
        line = (own[-1].lineno or 0) - function.__code__.co_firstlineno + 1
        return None, Message("now_you.raises", call=call, line=line, error=type(error).__name__, text=str(error))
    wanted = Message("now_you.bool" if isinstance(right, bool) else "now_you.int")
    if result is None:
        return result, Message("now_you.nothing", call=call, wanted=wanted)
    if type(result) is not type(right):
        wrong = f"`{type(result).__name__}`"
        return result, Message("now_you.type", call=call, result=short(result), type=wrong, wanted=wanted)
    return result, ()


def _run(function: FunctionType, case: Case, seconds: float) -> object:
    """Call the function; raises `_TooLong` at the first step of Python after so many seconds.

    A trace works in every thread and on every system, which a timer of the system does not.
    """
    end = monotonic() + seconds

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        if monotonic() > end:
            raise _TooLong
        if frame.f_code.co_filename.startswith(_PACKAGE):
            return None
        # A loop within one line begins no line; Python 3.11 would not stop there.
        frame.f_trace_opcodes = True
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        return function(*case)
    finally:
        sys.settrace(before)


# The cases: all small ones, then some by chance, the same each time


def _sorted(handfuls: Iterable[tuple[Card, ...]]) -> tuple[Case, ...]:
    """Each handful once as a case, the small ones first."""
    return tuple((handful,) for handful in sorted(dict.fromkeys(handfuls), key=len))


@cache
def _handfuls() -> tuple[Case, ...]:
    """All handfuls of up to three cards around the ace, sets of four, then melds and what is nearly one."""
    few, chance = [card for card in DECK if card.rank in "A23QK"], Random(1)
    made = [handful for size in (1, 2, 3) for handful in combinations(few, size)]
    made += [tuple(card for card in DECK if card.rank == rank) for rank in RANKS]
    for _ in range(1500):
        start, length = chance.randrange(13), chance.randint(3, 7)
        around = [Card(RANKS[(start + step) % 13] + "cdhs"[start % 4]) for step in range(length)]
        if chance.randrange(3) == 0:
            around = [card for card in DECK if card.rank == RANKS[start]][: chance.randint(2, 4)]
        if chance.randrange(2):
            around[chance.randrange(len(around))] = chance.choice([card for card in DECK if card not in around])
        made.append(tuple(chance.sample(around, len(around))))
    return _sorted(made)


@cache
def _hands() -> tuple[Case, ...]:
    """Every card, pairs around the ace and the courts, then whole hands."""
    few, chance = [card for card in DECK if card.rank in "A5TJK"], Random(2)
    many = (tuple(chance.sample(DECK, chance.randint(3, 12))) for _ in range(1500))
    return _sorted([*((card,) for card in DECK), *combinations(few, 2), *many])


@cache
def _crossing() -> tuple[Case, ...]:
    """Every card, a set and a run that share a card, and two such hands together."""
    chance = Random(3)
    melds = [meld for meld in tongits.melds_in(DECK) if len(meld.cards) == 3]
    sets = [meld.cards for meld in melds if meld.kind is tongits.Kind.SET]
    runs = [meld.cards for meld in melds if meld.kind is tongits.Kind.RUN]
    shared = [
        (*same, *(card for card in run if card not in same)) for same in sets for run in runs if set(same) & set(run)
    ]
    two = (set(chance.choice(shared)) | set(chance.choice(shared)) for _ in range(300))
    loose = (chance.sample(DECK, chance.randint(2, 9)) for _ in range(300))
    more = [tuple(sorted(hand)) for hand in (*two, *loose)]
    return _sorted([*((card,) for card in DECK), *(meld.cards for meld in melds), *shared, *more])


@cache
def _tables() -> tuple[Case, ...]:
    """Tables at the beginning of a turn, after a card is drawn, in the first turn, and after a draw call."""
    chance = Random(4)
    states = [tongits.deal(seed=seed) for seed in range(20)]
    for _ in range(500):
        seat = chance.choice(SEATS)
        state = late_round(chance, [chance.randrange(3) for _ in SEATS], seat=seat)
        call = tongits.Call(seat)
        moves = [None, tongits.Draw(seat), *([] if tongits.why_not(state, call) else [call])]
        states += [tongits.play(state, move) if move else state for move in moves]
    return tuple((state,) for state in sorted(states, key=lambda state: len(state.melds)))


@cache
def _pairs() -> tuple[Case, ...]:
    """Every card of the deck on every other, by rank."""
    deck = sorted(DECK, key=lambda card: (card.number, card))
    return tuple((card, top) for card in deck for top in deck if card is not top)


# What the engine says


def _is_kind(kind: tongits.Kind, cards: tuple[Card, ...]) -> bool:
    return any(meld.kind is kind for meld in tongits.meld_readings(cards))


def _why_kind(kind: tongits.Kind, denied: str, clauses: tuple[str, ...], cards: tuple[Card, ...]) -> Text:
    """Why the cards are a meld of this kind, or are none."""
    meld = tongits.why_meld(cards)
    if meld and meld.kind is kind:
        return Deferred(tongits_sentences.why_meld, meld)
    refusals = tuple(refusal for refusal in tongits.why_not_meld(cards) if refusal.rule in clauses)
    return refusals[:1] or Message(denied, clauses[0], cards=cards)


def _why_least(cards: tuple[Card, ...]) -> Text:
    best = tongits.best_arrangements(cards)[0]
    return Message("now_you.least", "T3.4"), Deferred(layout, best), Deferred(counted, best.loose)


def _why_fits(card: Card, top: Card) -> Text:
    pile = tichu.Pile((top,))
    return tichu.why_not_fit(pile, card) or Deferred(tichu_sentences.why_fits, pile, card, tichu.SHEET)


def _counted_as(cards: tuple[Card, ...]) -> frozenset[Hashable]:
    """Courts, number cards and aces are counted in three ways."""
    return frozenset("court" if card.number > 10 else "number" if card.number > 1 else "ace" for card in cards)


TASKS: Final = {
    "is_set": RuleTask(
        lesson="melds",
        clauses=("T3.1",),
        cases=_handfuls,
        right=partial(_is_kind, tongits.Kind.SET),
        why=partial(_why_kind, tongits.Kind.SET, "lesson.no_set", ("T3.1",)),
        house_rule="rule.tongits.jokers",
        hints=("now_you.is_set.count", "now_you.is_set.ranks", "now_you.is_set.both"),
        solution="""def is_set(cards):
    ranks = {card.rank for card in cards}
    return len(ranks) == 1 and 3 <= len(cards) <= 4
""",
    ),
    "is_run": RuleTask(
        lesson="melds",
        clauses=("T3.2", "T3.3"),
        cases=_handfuls,
        right=partial(_is_kind, tongits.Kind.RUN),
        why=partial(_why_kind, tongits.Kind.RUN, "lesson.no_run", ("T3.2", "T3.3")),
        house_rule="rule.tongits.ace_high",
        hints=("now_you.is_run.three_things", "now_you.is_run.numbers", "now_you.is_run.gap"),
        solution="""def is_run(cards):
    suits = {card.suit for card in cards}
    numbers = sorted(card.number for card in cards)
    in_order = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return len(cards) >= 3 and len(suits) == 1 and in_order
""",
    ),
    "points": RuleTask(
        lesson="deadwood",
        clauses=("T9.1",),
        cases=_hands,
        right=tongits.deadwood,
        why=lambda cards: Deferred(counted, cards),
        house_rule="rule.tongits.joker_points",
        hints=("now_you.points.number", "now_you.points.courts", "now_you.points.sum"),
        solution="""def points(cards):
    return sum(min(card.number, 10) for card in cards)
""",
        kind=_counted_as,
    ),
    "least_deadwood": RuleTask(
        lesson="deadwood",
        clauses=("T3.4", "T9.1"),
        cases=_crossing,
        right=tongits.least_deadwood,
        why=_why_least,
        house_rule="rule.tongits.ace_high",
        hints=("now_you.least_deadwood.melds", "now_you.least_deadwood.rest", "now_you.least_deadwood.least"),
        solution="""from cardlab.tongits import deadwood, melds_in

def least_deadwood(cards):
    least = deadwood(cards)
    for meld in melds_in(cards):
        rest = [card for card in cards if card not in meld.cards]
        least = min(least, least_deadwood(rest))
    return least
""",
        kind=lambda cards: frozenset(meld.kind for meld in tongits.best_arrangements(cards)[0].melds),
    ),
    "may_call": RuleTask(
        lesson="draw-call",
        clauses=("T6.1",),
        cases=_tables,
        right=lambda state: not tongits.why_not(state, tongits.Call(state.seat)),
        why=lambda state: tongits.why_not(state, tongits.Call(state.seat)) or Message("lesson.may_call.yes", "T6.1"),
        house_rule="rule.tongits.sapaw_blocks_call",
        hints=("now_you.may_call.two", "now_you.may_call.opened", "now_you.may_call.begins"),
        solution="""def may_call(state):
    opened = any(laid.owner == state.seat for laid in state.melds)
    return opened and state.phase == "draw"
""",
    ),
    "fits": RuleTask(
        lesson="stacks",
        clauses=("U2.2", "U2.3"),
        cases=_pairs,
        right=lambda card, top: tichu.fits(tichu.Pile((top,)), card),
        why=_why_fits,
        house_rule="rule.tichu.wrap",
        hints=("now_you.fits.values", "now_you.fits.ace", "now_you.fits.difference"),
        solution="""def fits(card, pile_top):
    value = 14 if card.rank == "A" else card.number
    top = 14 if pile_top.rank == "A" else pile_top.number
    return abs(value - top) == 1
""",
    ),
}
"""The functions that may be written, by name, in the order of the course."""
_UNKNOWN: Final = Message("now_you.unknown", names=", ".join(f"`{name}`" for name in TASKS))
