"""A task of the lessons as blocks, what is said of an answer, and an answer as a page sends it.

Drawn here for everybody who puts tasks: exercises, the class board, the projector.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Reading, Task, Verdict
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.messages import in_words
from cardlab.widgets.blocks import (
    Block,
    Told,
    cards,
    choice,
    cloth,
    field,
    group,
    hand,
    link,
    option,
    pile,
    piles,
    sentences,
    text,
    verdict,
)
from cardlab.widgets.hand import HandModel, Order, by_number

WORTH_SORTING: Final = 8
LONGEST_NUMBER: Final = 12
_SEATS: Final = range(3)


def answer_blocks(number: int) -> list[str]:
    """The names of the blocks that hold the answer to a task: what they hold, one after the other, is the answer."""
    return [f"{part} {number}" for part in ("cards", "pile", "given")]


def task_blocks(
    task: Task,
    lang: str,
    number: int,
    given: Answer | None = None,
    *,
    done: bool = False,
    sort: Order = "rank",
    marked: Iterable[Card] = (),
    tools: bool = True,
    looks: bool = False,
) -> list[Block]:
    """The blocks of a task: what is asked, what lies there, and the means to answer.

    - `number`: tells it from the tasks before;
    - `given`: the answer that stands there, until another is given in the page, or for ever once it is `done`;
    - `marked`: cards that are set off; `tools`: whether the hand has a line of its own and buttons to sort a large one;
    - `looks`: nobody answers here.
    """
    kind, done = ("choice" if looks else task.kind), done or looks
    of_cards, of_pile, of_choice = answer_blocks(number)
    mark = task_mark(number)
    found = [text(task.prompt, "prompt", mark=mark), sentences(task.notes, "facts")]
    place = given[1] if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], int) else None
    if task.piles:
        takes = of_pile if kind == "card_and_pile" else ""
        lying = [_pile(task, nth, takes, chosen=nth == place, done=done) for nth in range(len(task.piles))]
        none = say("exercise.no_meld", lang) if any(one.is_meld for one in task.piles) else ""
        at_table = any(one["seat"] is not None for one in lying)
        found.append(
            cloth([say(f"seat.{seat}", lang) for seat in _SEATS], lying, none=none) if at_table else piles(*lying)
        )
    if task.hand:
        selects = task.kind in ("cards", "card_and_pile") and not (looks and given is None)
        multiple = task.kind == "cards" and task.multiple
        hand_model = HandModel(task.hand, sort, multiple=multiple, worth=task.worth or by_number)
        if isinstance(given, tuple) and selects:
            hand_model.select(one for one in given if isinstance(one, Card))
        held = hand_model.props(
            lang,
            label=task.hand_label or None,
            selectable=selects,
            tools=tools and len(task.hand) >= WORTH_SORTING,
            marked=marked,
        )
        held["line"] = held["line"] if tools else ""
        found.append(hand(held, name=of_cards if selects else "", mark=mark, label=task.prompt, done=done))
    if task.choices and kind == "choice":
        keys = given if isinstance(given, tuple) else (given,)
        options = [option(label, value=key, chosen=key in keys) for key, label in task.choices]
        found.append(
            choice(task.prompt, options, many=task.multiple, name=of_choice, mark=mark, titled=False, done=done)
        )
    if kind == "number":
        shown = str(given) if isinstance(given, int) else ""
        lead = say("widget.number", lang)
        found.append(
            field(
                task.prompt, shown, name=of_choice, digits=True, longest=LONGEST_NUMBER, done=done, mark=mark, lead=lead
            )
        )
    return found


def task_mark(number: int) -> str:
    """Where the focus is led for this task."""
    return f"task {number}"


def _pile(task: Task, place: int, name: str, *, chosen: bool, done: bool) -> Block:
    one = task.piles[place]
    at_table = any(other.seat is not None for other in task.piles)
    seat = one.seat if one.seat is not None else -1 if at_table else None
    return pile(
        one.label, one.cards, heaped=one.heaped, short=one.short or one.label, seat=seat, name=name,
        value=str(place), chosen=chosen, done=done,
    )  # fmt: skip


def read_answer(task: Task, given: Sequence[str]) -> Answer | None:
    """An answer as a page sends it, read strictly: codes in the order selected, keys in that of the task; else None.

    >>> read_answer(Task("", choices=(("a", ""), ("b", "")), kind="choice", multiple=True), ["b", "a"])
    ('a', 'b')
    """
    held = {card.code: card for card in task.hand}
    keys = [key for key, _ in task.choices] if task.kind == "choice" else [*held]
    match task.kind, given:
        case "number", [written]:
            number = written.strip().replace("−", "-")
            is_number = number.isascii() and number.removeprefix("-").isdecimal() and len(written) <= LONGEST_NUMBER
            return int(number) if is_number else None
        case "card_and_pile", [code, place] if code in held and place in map(str, range(len(task.piles))):
            return held[code], int(place)
        case "cards" | "choice", _ if len(set(given)) == len(given) and set(given) <= set(keys):
            if not (given or task.may_be_empty) or (len(given) > 1 and not task.multiple):
                return None
            if task.kind == "cards":
                return tuple(held[code] for code in given)
            return tuple(key for key in keys if key in given) if task.multiple else given[0]
    return None


def verdict_block(
    kind: Told,
    title: str,
    told: Verdict,
    lang: str,
    *,
    task: Task | None = None,
    reading: Reading | None = None,
    unfolded: bool = False,
) -> Block:
    """What is said of an answer: whether it is right, why, what follows, the cards laid open, and the clauses.

    - `task`: whose cards lie in sight already on a whole screen;
    - `reading`: where to read again; `unfolded`: whether the clauses are.
    """
    lie = [sorted(held) for held in (*(one.cards for one in task.piles), task.hand)] if task else []
    groups = [
        group(cards(label, held), style="cardlab-twice" if sorted(held) in lie else "") for label, held in told.groups
    ]
    return verdict(
        kind,
        title,
        told.sentences,
        told.rules,
        lang,
        more=[sentences(told.follows, label=say("widget.follows", lang))],
        below=[
            *([group(*groups, style="cardlab-laid-open")] if groups else []),
            *([read_again(reading, lang)] if reading else []),
        ],
        unfolded=unfolded,
    )


def read_again(reading: Reading, lang: str) -> Block:
    """What to read again, and where."""
    about, label = (in_words(Reader(lang), text) for text in (reading.about, reading.label))
    return text([f"{about} ", link(label, reading.address)], "reading")
