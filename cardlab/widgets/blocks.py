"""Blocks: the parts of a page, each a plain dict whose `is` says how `js/blocks.js` draws it.

    def render(self) -> list[Block]:
        return [
            text(say("sheet.about", self.lang)),
            choice(say("sheet.level", self.lang), [option("1", {"do": "level", "level": 1}, chosen=True), …]),
            button(say("sheet.make", self.lang), {"do": "make"}, main=True),
        ]

What a block `sends` is the whole message: the page can send nothing else; None disables the block.
`free` names the fields that the page fills in, such as typed text.
A block with a `name` and nothing to send keeps its value in the page until a button `takes` it along.
What many blocks are given means the same for all, and the docstring of each says the rest:

- `label`: its text, only read out where it is not `titled`; `explanation`: what it means;
- `chosen`, `done`: whether it is chosen, and whether that is final;
- `mark`: a target for the focus; `style`: a class of the style sheet.

The blocks:

- to read: `text`, `heading`, `sentences`, `status`, `link`, `cards`, `goal`, `verdict`, `rules`, `table`,
  `plot`, `progress`, `brackets`;
- controls: `button`, `asked_first`, `choice` and `select` of `option`s, `toggle`, `number`, `field`, `copying`,
  `upload`, `hand`, `pile`;
- containers: `row`, `fields`, `group`, `details`, `piles`, `cloth`;
- `offers`: the messages that the page may send.

A scene of blocks leads its page on by `send({"go": address})`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from cardlab.cards import Card
from cardlab.phrasing.catalogue import has_message, say

Block: TypeAlias = dict[str, Any]
Send: TypeAlias = Mapping[str, object] | None
"""A message as the page will send it: `do` and the fields that are fixed; None for what cannot be done now."""
Inline: TypeAlias = str | Block
"""What stands within a line: a text, a `link`, a `strong` one, a `progress`."""
Style: TypeAlias = Literal[
    "", "strong", "soft", "prompt", "note", "line", "reading", "title", "tries", "large-keys", "question", "guided"
]
When: TypeAlias = Literal["", "page", "full"]
VerdictKind: TypeAlias = Literal["none", "yes", "no", "hint"]


# What is read


def text(content: Inline | Iterable[Inline], style: Style = "", *, mark: str = "") -> Block:
    """A paragraph."""
    return {"is": "text", "said": _inline(content), "style": style, "mark": mark}


def heading(content: str) -> Block:
    """A heading of the blocks below."""
    return {"is": "heading", "said": content}


def strong(content: str) -> Block:
    """Emphasised words within a line."""
    return {"is": "strong", "said": content}


def none(content: str) -> Block:
    """A placeholder in a table cell without a value; a narrow page leaves it out."""
    return {"is": "none", "said": content}


def link(label: str, address: str, *, new: bool = False, style: str = "") -> Block:
    """A link to an address, within a line or alone; `new`: whether it opens a new tab."""
    return {"is": "link", "label": label, "address": address, "new": new, "style": style}


def sentences(
    items: Iterable[Inline | Iterable[Inline]], style: Literal["", "facts", "soft"] = "", label: str = ""
) -> Block:
    """Sentences below each other, nothing where there are none; `label` stands above them."""
    return {"is": "sentences", "said": [_inline(one) for one in items], "style": style, "label": label}


def status(*content: Inline, style: str = "") -> Block:
    """A live region: a screen reader announces changes. It is rendered even if empty."""
    blocks = [text(one) if isinstance(one, str) else one for one in content if one]
    return {"is": "status", "blocks": blocks, "style": style}


def cards(
    label: str,
    cards: Iterable[Card],
    *,
    line: str = "",
    captions: Sequence[str] | None = None,
    style: Literal["row", "fan", "heap"] = "fan",
    titled: bool = True,
) -> Block:
    """Cards to look at.

    Args:
        line: text behind the label.
        captions: a text under each card.
        style: side by side, overlapping, or in a heap whose last card lies on top.
    """
    codes = [card.code for card in cards]
    return {
        "is": "cards", "label": label, "cards": codes, "line": line, "captions": captions, "style": style,
        "titled": titled,
    }  # fmt: skip


def goal(done: bool) -> Block:
    """What a learner is to do in the widget, and whether it is done: not drawn, but marked by the page around it."""
    return {"is": "goal", "done": done}


def verdict(
    kind: VerdictKind,
    title: str,
    sentences: Iterable[str] = (),
    clauses: Iterable[str] = (),
    lang: str = "en",
    *,
    above: Sequence[Block] = (),
    more: Sequence[Block] = (),
    below: Sequence[Block] = (),
    unfolded: bool = False,
) -> Block:
    """The verdict on an action: yes, no, a hint, or neither; hidden while it is empty.

    Args:
        kind: the kind of verdict.
        title: its headline.
        sentences: the reasons.
        clauses: ids of the clauses it rests on, as a fold.
        lang: the language of the clauses.
        above: blocks before it.
        more: blocks that are read out after the sentences.
        below: blocks after it.
        unfolded: whether the clauses are open.
    """
    return {
        "is": "verdict", "kind": kind, "title": title, "said": list(sentences), "above": list(above),
        "more": list(more),
        "below": [*below, *rules(clauses, lang, unfolded=unfolded)],
    }  # fmt: skip


def rules(ids: Iterable[str], lang: str, *, unfolded: bool = False) -> list[Block]:
    """The clauses as a fold, each once with its summary `clause.<id>` from the catalogue; no block without clauses."""
    clauses = [
        {"id": clause, "text": say(f"clause.{clause}", lang)}
        for clause in dict.fromkeys(ids)
        if has_message(f"clause.{clause}", lang)
    ]
    title = say("widget.clauses", lang)
    return [{"is": "rules", "title": title, "clauses": clauses, "open": unfolded}] if clauses else []


def table(
    caption: str,
    head: Sequence[str],
    rows: Iterable[Sequence[Inline | Sequence[Inline]]],
    *,
    marked: Iterable[int] = (),
    close: bool = False,
    prose: bool = False,
    more: str = "",
    style: str = "",
) -> Block:
    """A table, the first cell of each row its head; nothing where there are no rows.

    Args:
        caption: the title.
        head: the labels of the columns.
        rows: the cells of each row.
        marked: indexes of emphasised rows.
        close: whether the few columns fit a telephone; else the cells of a row are stacked there.
        prose: whether the last column holds sentences.
        more: label of the button that unfolds a long table.
        style: a class of the style sheet.
    """
    marked_rows = set(marked)
    lines = [
        {"cells": [_inline(cell) for cell in row], "marked": index in marked_rows} for index, row in enumerate(rows)
    ]
    return {
        "is": "table", "caption": caption, "head": list(head), "rows": lines, "close": close, "prose": prose,
        "more": more, "style": style,
    }  # fmt: skip


def plot(svg: str, narrow: str = "", numbers: Block | None = None, title: str = "") -> Block:
    """A drawing made in Python, perhaps another one for `narrow` pages; its `numbers` are a table under a `title`."""
    return {"is": "plot", "svg": svg, "narrow": narrow or svg, "numbers": numbers, "title": title}


def progress(value: float, most: float, label: str = "") -> Block:
    """A progress bar under its label; alone or within a line."""
    return {"is": "progress", "share": min(1.0, value / most) if most else 0.0, "label": label}


# What is pressed, typed or chosen


def button(
    label: str,
    send: Send,
    *,
    main: bool = False,
    enter: Literal["", "answers", "anywhere"] = "",
    keys: Sequence[str] = (),
    takes: Mapping[str, Sequence[str]] | None = None,
    then: str = "",
    pressed: bool | None = None,
    style: str = "",
) -> Block:
    """A button; without a message it is disabled but keeps its place.

    Args:
        main: whether it is the main way on.
        enter: whether Enter presses it: in fields and choices ("answers"), or wherever it is unused ("anywhere").
        keys: keys that press it on the whole screen.
        takes: fields of its message, each with the names of the blocks that fill it, as one list.
        then: the mark that gets the focus afterwards.
        pressed: the state of a toggle button, None for others.
    """
    return {
        "is": "button", "label": label, "send": send, "main": main, "enter": enter, "keys": list(keys),
        "takes": {field: list(names) for field, names in (takes or {}).items()}, "free": list(takes or ()),
        "then": then, "pressed": pressed, "style": style,
    }  # fmt: skip


def asked_first(label: str, question: str, yes: str, then: Mapping[str, object], *, style: str = "") -> Block:
    """A button for what cannot be taken back: the handler `confirm` of its scene asks, and `yes` sends `then`."""
    return button(label, {"do": "confirm", "question": question, "yes": yes, "then": then}, style=style)


def option(label: str, send: Send = None, chosen: bool = False, *, value: str = "", explanation: str = "") -> Block:
    """One option to choose; the page keeps or lists it by its `value`."""
    return {"label": label, "send": send, "chosen": chosen, "value": value, "explanation": explanation}


def choice(
    label: str,
    options: Iterable[Block],
    *,
    many: bool = False,
    name: str = "",
    mark: str = "",
    titled: bool = True,
    done: bool = False,
) -> Block:
    """Buttons, one of which is chosen, or `many`; the page may keep the chosen values under a `name`."""
    return {
        "is": "choice", "label": label, "options": list(options), "many": many, "name": name, "mark": mark,
        "titled": titled, "done": done,
    }  # fmt: skip


def select(label: str, options: Iterable[Block], *, explanation: str = "") -> Block:
    """A list that opens, for many or long options.

    Raises ValueError for two options of the same value: the browser could not tell them apart.
    """
    shown = list(options)
    if len({one["value"] for one in shown}) < len(shown):
        raise ValueError(f"two options of the list {label!r} have the same value")
    return {"is": "select", "label": label, "options": shown, "explanation": explanation}


def toggle(label: str, on: bool, send: Send, *, explanation: str = "") -> Block:
    """A switch, `on` or off, and the message that flips it."""
    return {"is": "toggle", "label": label, "on": on, "send": send, "explanation": explanation}


def number(
    label: str, value: int | None, least: int, most: int, send: Send, *, free: str = "value", explanation: str = ""
) -> Block:
    """A whole number from `least` to `most`, None for an open one; sent as text in the field `free` when it changes."""
    shown = "" if value is None else str(value)
    return {
        "is": "number", "label": label, "value": shown, "least": least, "most": most, "send": send, "free": [free],
        "explanation": explanation,
    }  # fmt: skip


def field(
    label: str,
    value: str = "",
    send: Send = None,
    *,
    free: str = "text",
    name: str = "",
    digits: bool = False,
    longest: int = 40,
    done: bool = False,
    mark: str = "",
    lead: str = "",
    complete: str = "off",
    remembered: str = "",
) -> Block:
    """A text field, sent with each change, or kept in the page under its `name`.

    Args:
        free: the field of the message that holds the text.
        digits: whether only digits are typed.
        longest: the greatest length, in characters.
        mark: a target for the focus; the field is then an answer, a group called by its label.
        lead: a word before the text of an answer.
        complete: the browser's autocompletion.
        remembered: the key under which the browser keeps what was typed, for the next time without a `value`.
    """
    return {
        "is": "field", "label": label, "value": value, "send": send, "free": [free] if send else [], "name": name,
        "digits": digits, "longest": longest, "done": done, "mark": mark, "lead": lead, "complete": complete,
        "remembered": remembered,
    }  # fmt: skip


def copying(label: str, value: str, copy: str, done: str) -> Block:
    """A text with a button that copies it, and what is said then."""
    return {"is": "copying", "label": label, "value": value, "copy": copy, "said": done}


def upload(label: str, send: Send, largest: int, too_long: Send) -> Block:
    """Ask for a file, sent as `text`; one of more than `largest` characters is not sent, but the message `too_long`."""
    return {
        "is": "upload", "label": label, "largest": largest, "send": send, "free": ["text"],
        "too_long": {"send": too_long},
    }  # fmt: skip


def hand(
    props: Mapping[str, Any], *, name: str = "", mark: str = "", label: str = "", close: bool = True, done: bool = False
) -> Block:
    """A hand to select cards from, as `HandModel.props` returns it; `close`: whether cards are closer on a telephone.

    With a `name` the page keeps the selection and sends nothing.
    """
    send = None if name or not props["selectable"] else {"do": "select"}
    return {
        "is": "hand", "hand": dict(props), "name": name, "mark": mark, "label": label, "close": close, "send": send,
        "free": ["cards", "number"], "done": done,
    }  # fmt: skip


def pile(
    label: str,
    cards: Iterable[Card],
    *,
    heaped: bool = False,
    short: str = "",
    seat: int | None = None,
    send: Send = None,
    name: str = "",
    value: str = "",
    chosen: bool = False,
    done: bool = False,
) -> Block:
    """A pile of cards; a card of the hand can be dragged onto one with a message or a `value`.

    Args:
        heaped: whether its cards lie on each other, the last on top.
        short: what it is called at a `cloth`.
        seat: its owner at a `cloth`, -1 for the middle.
        value: its value in a choice that the page keeps.
    """
    return {
        "is": "pile", "label": label, "cards": [card.code for card in cards], "heaped": heaped, "short": short or label,
        "seat": seat, "send": send, "name": name, "value": value, "chosen": chosen, "done": done,
    }  # fmt: skip


def brackets(groups: Iterable[Mapping[str, Any]]) -> Block:
    """A hand in groups, as made by `bracketed`."""
    return {"is": "brackets", "groups": list(groups)}


# What holds others


def row(*blocks: Block, style: str = "", label: str = "", when: When = "") -> Block:
    """Blocks side by side; `when` limits them to the whole screen, or to the page."""
    return {"is": "row", "blocks": list(blocks), "style": style, "label": label, "when": when}


def fields(*blocks: Block) -> Block:
    """The fields of a form side by side; nothing without fields."""
    return {"is": "fields", "blocks": list(blocks)}


def group(*blocks: Block, legend: str = "", label: str = "", style: str = "", when: When = "") -> Block:
    """Blocks that belong together, with a visible title, `legend`, or one that is only read out, `label`."""
    return {"is": "group", "blocks": list(blocks), "legend": legend, "label": label, "style": style, "when": when}


def details(
    title: str, *blocks: Block, unfolded: bool = False, send: Send = None, key: str = "", style: str = ""
) -> Block:
    """Blocks in a fold; its `title` stays visible, and `key` tells it from others of the same title.

    `send`: the message for opening and closing, if Python keeps whether it is `unfolded`.
    """
    return {
        "is": "details", "title": title, "blocks": list(blocks), "open": unfolded, "send": send, "free": ["open"],
        "key": key or title, "style": style,
    }  # fmt: skip


def piles(*items: Block) -> Block:
    """Piles side by side."""
    return {"is": "piles", "blocks": list(items)}


def cloth(seats: Sequence[str], items: Iterable[Block], *, none: str = "") -> Block:
    """A table of three, the reader nearest, with piles by their `seat`; `none` is the text of an empty table."""
    return {"is": "cloth", "seats": list(seats), "blocks": list(items), "none": none}


def full() -> Block:
    """The button for the whole screen."""
    return {"is": "full"}


def _inline(content: Inline | Iterable[Inline]) -> list[Inline]:
    return [content] if isinstance(content, str | dict) else list(content)


# What may be sent


def offers(shown: object) -> Iterator[tuple[Mapping[str, object], Sequence[str]]]:
    """Every message that shown blocks can send: its fixed fields, and the names of the free ones."""
    if isinstance(shown, dict):
        send = shown.get("send")
        if isinstance(send, dict) and "do" in send:
            yield send, shown.get("free", ())
        for inside in shown.values():
            yield from offers(inside)
    elif isinstance(shown, list | tuple):
        for one in shown:
            yield from offers(one)


def offered(shown: object, message: Mapping[str, object]) -> bool:
    """Whether a shown block can send this message."""
    return any(
        fixed.items() <= message.items() and message.keys() - fixed.keys() <= set(free)
        for fixed, free in offers(shown)
        if fixed["do"] == message.get("do")
    )
