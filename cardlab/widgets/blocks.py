"""Blocks: the parts of a page, as dicts that `js/blocks.js` draws.

    def render(self) -> list[Block]:
        return [
            text(say("sheet.about", self.lang)),
            choice(say("room.level", self.lang), [option("1", {"do": "level", "level": 1}, chosen=True), …]),
            button(say("sheet.make", self.lang), {"do": "make"}, main=True),
        ]

A block's `is` names its kind. Its `send` is the message that it sends, or None while it is disabled. The page fills in
only the fields listed in `free`, such as typed text. A block with a `name` but no message keeps its value on the page
until a button with `takes` sends it. Arguments that mean the same for all blocks:

- `label`: its text, only read out where it is not `titled`; `explanation`: what it means;
- `chosen`, `done`: whether it is chosen, and whether that is final;
- `mark`: a name by which it gets the focus; `style`: a class of the style sheet.

The blocks:

- to read: `text`, `heading`, `strong`, `none`, `sentences`, `status`, `link`, `cards`, `goal`, `verdict`, `rules`,
  `table`, `plot`, `progress`;
- controls: `button`, `asked_first`, `choice` and `select` of `option`s, `toggle`, `number`, `field`, `copying`,
  `upload`, `hand`, `full`;
- containers: `row`, `fields`, `group`, `details`;
- `offers`, `offered`: the messages that the page may send.

A scene opens another page by `send({"go": address})`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from cardlab.cards import Card
from cardlab.phrasing.catalogue import has_message, say

Block: TypeAlias = dict[str, Any]
Send: TypeAlias = Mapping[str, object] | None
"""The message that a block sends: `do` and the fixed fields; None while the block is disabled."""
Inline: TypeAlias = str | Block
"""A part of a line: plain text, a `link`, `strong` text, `none`, or `progress`."""
When: TypeAlias = Literal["", "page", "full"]
VerdictKind: TypeAlias = Literal["none", "yes", "no", "hint"]


# What is read


def text(content: Inline | Iterable[Inline], style: str = "", *, mark: str = "") -> Block:
    """Make a paragraph; `style`: its class without "cardlab-", or "strong", "soft" or "prompt"."""
    return {"is": "text", "said": _inline(content), "style": style, "mark": mark}


def heading(content: str) -> Block:
    """Make a heading."""
    return {"is": "heading", "said": content}


def strong(content: str) -> Block:
    """Make emphasised text within a line."""
    return {"is": "strong", "said": content}


def none(content: str) -> Block:
    """Make the text of a table cell without a value; narrow pages leave it out."""
    return {"is": "none", "said": content}


def link(label: str, address: str, *, new: bool = False, style: str = "") -> Block:
    """Make a link, within a line or alone; `new` opens it in a new tab."""
    return {"is": "link", "label": label, "address": address, "new": new, "style": style}


def sentences(
    items: Iterable[Inline | Iterable[Inline]], style: Literal["", "facts", "soft"] = "", label: str = ""
) -> Block:
    """Make a list of sentences, one below the other, under an optional `label`.

    Nothing is drawn without sentences.
    """
    return {"is": "sentences", "said": [_inline(one) for one in items], "style": style, "label": label}


def status(*content: Inline, style: str = "") -> Block:
    """Make a live region, drawn even if empty: screen readers announce its changes."""
    blocks = [text(one) if isinstance(one, str) else one for one in content if one]
    return {"is": "status", "blocks": blocks, "style": style}


def cards(
    label: str,
    cards: Iterable[Card],
    *,
    captions: Sequence[str] | None = None,
    titled: bool = True,
) -> Block:
    """Make a group of cards to look at; `captions`: a text under each card."""
    codes = [card.code for card in cards]
    return {"is": "cards", "label": label, "cards": codes, "captions": captions, "titled": titled}


def goal(done: bool) -> Block:
    """Tell the page whether the goal of the widget is reached; nothing is drawn."""
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
    """Make the verdict on an action, with its reasons; nothing is drawn while it is empty.

    Args:
        clauses: ids of the rule clauses that it is based on, listed in a fold.
        above, below: blocks before and after it.
        more: blocks that are read out after the sentences.
        unfolded: whether the clauses are open.
    """
    return {
        "is": "verdict", "kind": kind, "title": title, "said": list(sentences), "above": list(above),
        "more": list(more),
        "below": [*below, *rules(clauses, lang, unfolded=unfolded)],
    }  # fmt: skip


def rules(ids: Iterable[str], lang: str, *, unfolded: bool = False) -> list[Block]:
    """Make a fold with the text of each clause; return no block without clauses."""
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
    """Make a table; the first cell of each row is its header.

    Nothing is drawn without rows.

    Args:
        head: the labels of the columns.
        marked: indexes of emphasised rows.
        close: whether the columns fit a phone; otherwise a phone shows the cells of a row one below the other.
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
    """Make a plot: an SVG, one for `narrow` pages, and a table in a fold (`title`)."""
    return {"is": "plot", "svg": svg, "narrow": narrow or svg, "numbers": numbers, "title": title}


def progress(value: float, most: float, label: str = "") -> Block:
    """Make a progress bar, `value` of `most`, with its label; alone or within a line."""
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
    """Make a button; without a message it is disabled.

    Args:
        main: whether it is the most likely next step.
        enter: where the Enter key presses it: in fields and choices ("answers"), or also wherever that key does nothing
            else ("anywhere").
        keys: keys that press it in full screen.
        takes: for each field of its message the names of the blocks whose values the page puts into the field.
        then: the `mark` of the block that gets the focus afterwards.
        pressed: the state of a toggle button, None for others.
    """
    return {
        "is": "button", "label": label, "send": send, "main": main, "enter": enter, "keys": list(keys),
        "takes": {field: list(names) for field, names in (takes or {}).items()}, "free": list(takes or ()),
        "then": then, "pressed": pressed, "style": style,
    }  # fmt: skip


def asked_first(label: str, question: str, yes: str, then: Mapping[str, object], *, style: str = "") -> Block:
    """Make a button that asks before it does something irreversible.

    The scene's handler `confirm` asks the `question`; the button `yes` then sends the message `then`.
    """
    return button(label, {"do": "confirm", "question": question, "yes": yes, "then": then}, style=style)


def option(label: str, send: Send = None, chosen: bool = False, *, value: str = "") -> Block:
    """Make an option of a choice or list; the page keeps its `value` if it is chosen."""
    return {"label": label, "send": send, "chosen": chosen, "value": value}


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
    """Make buttons to choose one from, or several if `many`."""
    return {
        "is": "choice", "label": label, "options": list(options), "many": many, "name": name, "mark": mark,
        "titled": titled, "done": done,
    }  # fmt: skip


def select(label: str, options: Iterable[Block], *, explanation: str = "") -> Block:
    """Make a drop-down list.

    Raises ValueError if two options have the same value, because the browser could not tell them apart.
    """
    shown = list(options)
    if len({one["value"] for one in shown}) < len(shown):
        raise ValueError(f"two options of the list {label!r} have the same value")
    return {"is": "select", "label": label, "options": shown, "explanation": explanation}


def toggle(label: str, on: bool, send: Send, *, explanation: str = "") -> Block:
    """Make a switch; `send` is the message that changes its state."""
    return {"is": "toggle", "label": label, "on": on, "send": send, "explanation": explanation}


def number(label: str, value: int | None, least: int, most: int, send: Send, *, explanation: str = "") -> Block:
    """Make a field for a whole number from `least` to `most`; None leaves it empty.

    The page sends its text in the field `value` when it changes.
    """
    shown = "" if value is None else str(value)
    return {
        "is": "number", "label": label, "value": shown, "least": least, "most": most, "send": send, "free": ["value"],
        "explanation": explanation,
    }  # fmt: skip


def field(
    label: str,
    value: str = "",
    send: Send = None,
    *,
    name: str = "",
    digits: bool = False,
    longest: int = 40,
    done: bool = False,
    mark: str = "",
    lead: str = "",
    complete: str = "off",
    remembered: str = "",
) -> Block:
    """Make a text field; its text is sent at each change in the field `text`, or kept under its `name`.

    Args:
        digits: whether it accepts only digits.
        longest: the largest number of characters.
        mark: the name by which it gets the focus, only for a field that holds the answer to a task.
        lead: a word before the text of an answer.
        complete: the browser's autocompletion.
        remembered: the key under which the browser stores the text, to fill the field next time if `value` is "".
    """
    return {
        "is": "field", "label": label, "value": value, "send": send, "free": ["text"] if send else [], "name": name,
        "digits": digits, "longest": longest, "done": done, "mark": mark, "lead": lead, "complete": complete,
        "remembered": remembered,
    }  # fmt: skip


def copying(label: str, value: str, lang: str, *, address: Mapping[str, str] | None = None) -> Block:
    """Make a text with a button that copies it, or at least selects it.

    `address`: the text is the page's address with these values in its query.
    """
    return {
        "is": "copying", "label": label, "value": value, "address": address, "copy": say("whatif.copy", lang),
        "copied": say("whatif.copied", lang), "selected": say("whatif.selected", lang),
    }  # fmt: skip


def upload(label: str, send: Send, largest: int) -> Block:
    """Make a button that sends the text of a file in the field `text`.

    For a file of more than `largest` characters, it sends the message "too_long" instead.
    """
    return {
        "is": "upload", "label": label, "largest": largest, "send": send, "free": ["text"],
        "too_long": {"send": {"do": "too_long"}},
    }  # fmt: skip


def hand(
    props: Mapping[str, Any], *, name: str = "", mark: str = "", label: str = "", close: bool = True, done: bool = False
) -> Block:
    """Make a hand to select cards from, as `HandModel.props` returns it.

    With a `name` the page keeps the selection and sends nothing. `close`: whether a phone shows the cards closer
    together.
    """
    send = None if name or not props["selectable"] else {"do": "select"}
    return {
        "is": "hand", "hand": dict(props), "name": name, "mark": mark, "label": label, "close": close, "send": send,
        "free": ["cards", "number"], "done": done,
    }  # fmt: skip


# What holds others


def row(*blocks: Block, style: str = "", label: str = "", when: When = "") -> Block:
    """Put blocks side by side; `when` is "full" for full screen, "page" outside it."""
    return {"is": "row", "blocks": list(blocks), "style": style, "label": label, "when": when}


def fields(*blocks: Block) -> Block:
    """Put form fields side by side."""
    return {"is": "fields", "blocks": list(blocks)}


def group(*blocks: Block, label: str = "", style: str = "", when: When = "") -> Block:
    """Group blocks; `label` is only read out."""
    return {"is": "group", "blocks": list(blocks), "label": label, "style": style, "when": when}


def details(
    title: str, *blocks: Block, unfolded: bool = False, send: Send = None, key: str = "", style: str = ""
) -> Block:
    """Put blocks in a fold with a visible title.

    Args:
        unfolded: whether it is open.
        send: the message for opening and closing, if the scene stores `unfolded`.
        key: tells it from other folds with the same title.
    """
    return {
        "is": "details", "title": title, "blocks": list(blocks), "open": unfolded, "send": send, "free": ["open"],
        "key": key or title, "style": style,
    }  # fmt: skip


def full() -> Block:
    """Make the button for full screen."""
    return {"is": "full"}


def _inline(content: Inline | Iterable[Inline]) -> list[Inline]:
    return [content] if isinstance(content, str | dict) else list(content)


# What may be sent


def offers(shown: object) -> Iterator[tuple[Mapping[str, object], Sequence[str]]]:
    """Yield each message in these props, with the fields that the page fills in."""
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
    """Return whether a block in these props can send this message."""
    return any(
        fixed.items() <= message.items() and message.keys() - fixed.keys() <= set(free)
        for fixed, free in offers(shown)
        if fixed["do"] == message.get("do")
    )
