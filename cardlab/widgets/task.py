"""A lesson task as blocks, the verdict on an answer, and the parsing of answers.

Used wherever tasks are shown: exercises, the class board, the projector.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Reading, Task, Verdict
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.messages import in_words
from cardlab.widgets.blocks import (
    Block,
    VerdictKind,
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
    """The names of the blocks that hold the answer to a task; their values in order are the answer."""
    return [f"{part} {number}" for part in ("cards", "pile", "given")]


def task_blocks(
    task: Task,
    lang: str,
    number: int,
    answer: Answer | None = None,
    *,
    done: bool = False,
    sort: Order = "rank",
    right: Answer | None = None,
    tools: bool = True,
    looks: bool = False,
) -> list[Block]:
    """The blocks of a task: the question, the cards, and the controls for the answer.

    Args:
        task: the task.
        lang: the language of the reader.
        number: tells the task from those before it.
        answer: the initial answer, final if `done`.
        done: whether the task has ended.
        sort: the initial order of the hand.
        right: the right answer, whose cards or choices are marked, if it may be seen.
        tools: whether the hand has a line of its own, and sorting buttons if it is large.
        looks: whether the task is only looked at.
    """
    kind, done = ("choice" if looks else task.kind), done or looks
    rights = right if isinstance(right, tuple) else (right,)
    of_cards, of_pile, of_choice = answer_blocks(number)
    mark = task_mark(number)
    blocks = [text(task.prompt, "prompt", mark=mark), sentences(task.notes, "facts")]
    chosen_pile = answer[1] if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], int) else None
    if task.piles:
        takes = of_pile if kind == "card_and_pile" else ""
        pile_blocks = [_pile(task, nth, takes, chosen=nth == chosen_pile, done=done) for nth in range(len(task.piles))]
        none = say("exercise.no_meld", lang) if any(one.is_meld for one in task.piles) else ""
        at_table = any(one["seat"] is not None for one in pile_blocks)
        blocks.append(
            cloth([say(f"seat.{seat}", lang) for seat in _SEATS], pile_blocks, none=none)
            if at_table
            else piles(*pile_blocks)
        )
    if task.hand:
        selects = task.kind in ("cards", "card_and_pile") and not (looks and answer is None and not right)
        multiple = task.kind == "cards" and task.multiple
        hand_model = HandModel(task.hand, sort, multiple=multiple, worth=task.worth or by_number)
        if isinstance(answer, tuple) and selects:
            hand_model.select(one for one in answer if isinstance(one, Card))
        props = hand_model.props(
            lang,
            label=task.hand_label or None,
            selectable=selects,
            tools=tools and len(task.hand) >= WORTH_SORTING,
            marked=[card for card in rights if isinstance(card, Card)],
        )
        props["line"] = props["line"] if tools else ""
        blocks.append(hand(props, name=of_cards if selects else "", mark=mark, label=task.prompt, done=done))
    if task.choices and kind == "choice":
        keys = answer if isinstance(answer, tuple) else (answer,)
        options = [option(said, value=key, chosen=key in keys) | {"right": key in rights} for key, said in task.choices]
        blocks.append(
            choice(task.prompt, options, many=task.multiple, name=of_choice, mark=mark, titled=False, done=done)
        )
    if kind == "number":
        shown = str(answer) if isinstance(answer, int) else ""
        lead = say("widget.number", lang)
        blocks.append(
            field(
                task.prompt, shown, name=of_choice, digits=True, longest=LONGEST_NUMBER, done=done, mark=mark, lead=lead
            )
        )
    return blocks


def task_mark(number: int) -> str:
    """The mark of a task, for the focus."""
    return f"task {number}"


def _pile(task: Task, index: int, name: str, *, chosen: bool, done: bool) -> Block:
    one = task.piles[index]
    at_table = any(other.seat is not None for other in task.piles)
    seat = one.seat if one.seat is not None else -1 if at_table else None
    return pile(
        one.label, one.cards, heaped=one.heaped, short=one.short or one.label, seat=seat, name=name,
        value=str(index), chosen=chosen, done=done,
    )  # fmt: skip


def read_answer(task: Task, answer: Sequence[str]) -> Answer | None:
    """Parse the page's answer strictly: codes in the order selected, keys in that of the task; None if invalid.

    >>> read_answer(Task("", choices=(("a", ""), ("b", "")), kind="choice", multiple=True), ["b", "a"])
    ('a', 'b')
    """
    by_code = {card.code: card for card in task.hand}
    keys = [key for key, _ in task.choices] if task.kind == "choice" else [*by_code]
    match task.kind, answer:
        case "number", [digits]:
            number = digits.strip().replace("−", "-")
            is_number = number.isascii() and number.removeprefix("-").isdecimal() and len(digits) <= LONGEST_NUMBER
            return int(number) if is_number else None
        case "card_and_pile", [code, pile_index] if code in by_code and pile_index in map(str, range(len(task.piles))):
            return by_code[code], int(pile_index)
        case "cards" | "choice", _ if len(set(answer)) == len(answer) and set(answer) <= set(keys):
            if not (answer or task.may_be_empty) or (len(answer) > 1 and not task.multiple):
                return None
            if task.kind == "cards":
                return tuple(by_code[code] for code in answer)
            return tuple(key for key in keys if key in answer) if task.multiple else answer[0]
    return None


def verdict_block(
    kind: VerdictKind,
    title: str,
    result: Verdict,
    lang: str,
    *,
    task: Task | None = None,
    reading: Reading | None = None,
    unfolded: bool = False,
) -> Block:
    """The verdict on an answer: right or wrong, why, what follows, the cards, and the clauses.

    Args:
        kind: the kind of verdict.
        title: its headline.
        result: the judgement.
        lang: the language of the reader.
        task: its cards are visible already on a whole screen.
        reading: where to read again.
        unfolded: whether the clauses are open.
    """
    visible = [sorted(group_cards) for group_cards in (*(one.cards for one in task.piles), task.hand)] if task else []
    groups = [
        group(cards(label, group_cards), style="cardlab-twice" if sorted(group_cards) in visible else "")
        for label, group_cards in result.groups
    ]
    return verdict(
        kind,
        title,
        result.sentences,
        result.rules,
        lang,
        more=[sentences(result.follows, label=say("widget.follows", lang))],
        below=[
            *([group(*groups, style="cardlab-laid-open")] if groups else []),
            *([read_again(reading, lang)] if reading else []),
        ],
        unfolded=unfolded,
    )


def read_again(reading: Reading, lang: str) -> Block:
    """A link to what to read again."""
    about, label = (in_words(Reader(lang), text) for text in (reading.about, reading.label))
    return text([f"{about} ", link(label, reading.address)], "reading")
