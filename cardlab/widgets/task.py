"""A task of a lesson as blocks, the reading of answers, and the verdict on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Reading, Task, Verdict
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.messages import in_words
from cardlab.widgets import blocks
from cardlab.widgets.blocks import Block, VerdictKind
from cardlab.widgets.hand import HandModel, by_number

WORTH_SORTING: Final = 8
LONGEST_NUMBER: Final = 12
_SEATS: Final = range(3)


def answer_blocks(number: int) -> list[str]:
    """Return the names of an answer's blocks: its cards, pile, and choice or number."""
    return [f"{part} {number}" for part in ("cards", "pile", "given")]


def task_blocks(
    task: Task,
    lang: str,
    number: int,
    answer: Answer | None = None,
    *,
    done: bool = False,
    right: Answer | None = None,
    tools: bool = True,
    looks: bool = False,
) -> list[Block]:
    """Make the blocks of a task: question, cards, and controls for the answer.

    Args:
        number: the number of the task, different for each task on the page.
        answer: the initial answer, final if `done`.
        done: whether the task has ended.
        right: the right answer, whose cards or choices are marked; None if it must not be seen.
        tools: whether the hand has a line of text, and sorting buttons if it is large.
        looks: whether the task is only looked at.
    """
    kind, done = ("choice" if looks else task.kind), done or looks
    rights = right if isinstance(right, tuple) else (right,)
    of_cards, of_pile, of_choice = answer_blocks(number)
    mark = task_mark(number)
    shown = [blocks.text(task.prompt, "prompt", mark=mark), blocks.sentences(task.notes, "facts")]
    chosen_pile = answer[1] if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], int) else None
    takes = of_pile if kind == "card_and_pile" else ""
    at_table = any(one.seat is not None for one in task.piles)
    piles: list[Block] = [
        {
            "is": "pile", "label": one.label, "cards": [card.code for card in one.cards], "heaped": one.heaped,
            "short": one.short or one.label, "seat": -1 if at_table and one.seat is None else one.seat, "name": takes,
            "value": str(index), "chosen": index == chosen_pile, "done": done,
        }
        for index, one in enumerate(task.piles)
    ]  # fmt: skip
    if at_table:
        # A pile is at the seat of its owner, at -1 in the middle.
        none = say("exercise.no_meld", lang) if any(one.is_meld for one in task.piles) else ""
        seats = [say(f"seat.{seat}", lang) for seat in _SEATS]
        shown.append({"is": "cloth", "seats": seats, "blocks": piles, "none": none})
    elif piles:
        shown.append({"is": "piles", "blocks": piles})
    if task.hand:
        selects = task.kind in ("cards", "card_and_pile") and not (looks and answer is None and not right)
        multiple = task.kind == "cards" and task.multiple
        hand_model = HandModel(task.hand, multiple=multiple, worth=task.worth or by_number)
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
        shown.append(blocks.hand(props, name=of_cards if selects else "", mark=mark, label=task.prompt, done=done))
    if task.choices and kind == "choice":
        keys = answer if isinstance(answer, tuple) else (answer,)
        options = [
            blocks.option(said, value=key, chosen=key in keys) | {"right": key in rights} for key, said in task.choices
        ]
        shown.append(
            blocks.choice(task.prompt, options, many=task.multiple, name=of_choice, mark=mark, titled=False, done=done)
        )
    if kind == "number":
        typed = str(answer) if isinstance(answer, int) else ""
        lead = say("widget.number", lang)
        shown.append(
            blocks.field(
                task.prompt, typed, name=of_choice, digits=True, longest=LONGEST_NUMBER, done=done, mark=mark, lead=lead
            )
        )
    return shown


def task_mark(number: int) -> str:
    """Return the name by which a task gets the focus."""
    return f"task {number}"


def read_answer(task: Task, answer: Sequence[str]) -> Answer | None:
    """Parse the page's answer strictly; return None if it is invalid.

    `answer`: card codes, then the index of a pile if one is asked for; or keys of choices; or the typed number.
    Cards keep the order of selecting, choices are put in the order of the task.

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
    """Make the block of the verdict on an answer.

    Args:
        title: the headline.
        result: the judgement.
        task: the answered task. Full screen doesn't repeat its cards, which are still visible there.
        reading: where the learner can read about it.
        unfolded: whether the clauses are open.
    """
    visible = [sorted(cards) for cards in (*(one.cards for one in task.piles), task.hand)] if task else []
    groups = [
        blocks.group(blocks.cards(one.label, one.cards), style="cardlab-twice" if sorted(one.cards) in visible else "")
        for one in result.groups
    ]
    return blocks.verdict(
        kind,
        title,
        result.sentences,
        result.rules,
        lang,
        more=[blocks.sentences(result.follows, label=say("widget.follows", lang))],
        below=[
            *([blocks.group(*groups, style="cardlab-laid-open")] if groups else []),
            *([read_again(reading, lang)] if reading else []),
        ],
        unfolded=unfolded,
    )


def read_again(reading: Reading, lang: str) -> Block:
    """Make a link to the text that explains a task."""
    about, label = (in_words(Reader(lang), one) for one in (reading.about, reading.label))
    return blocks.text([f"{about} ", blocks.link(label, reading.address)], "reading")
