"""Blocks: what stands on a page beside the boards, each a plain dict whose `is` says how `js/blocks.js` draws it.

    def render(self) -> list[Block]:
        return [
            text(say("sheet.about", self.lang)),
            choice(say("sheet.level", self.lang), [option("1", {"do": "level", "level": 1}, chosen=True), …]),
            button(say("sheet.make", self.lang), {"do": "make"}, main=True),
        ]

What a block `sends` is the whole message: a page can send nothing else, and what cannot be done now has None.
`free` names the fields of it that the page fills in, such as what was typed.
A block with a `name` and nothing to send keeps its value in the page, until a button `takes` it along.

- what is read: `text`, `heading`, `sentences`, `status`, `link`, `cards`, `verdict`, `rules`, `table`, `plot`,
  `progress`, `brackets`;
- what is pressed or typed: `button`, `choice` and `select` of `option`s, `toggle`, `number`, `field`, `upload`, `hand`,
  `pile`;
- what holds others: `row`, `fields`, `group`, `details`, `piles`, `cloth`;
- `offers`: what the page may send of all that.
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
Told: TypeAlias = Literal["none", "yes", "no", "hint"]


# What is read


def text(said: Inline | Iterable[Inline], style: Style = "", *, mark: str = "") -> Block:
    """A paragraph; the focus can be led to its `mark`."""
    return {"is": "text", "said": _inline(said), "style": style, "mark": mark}


def heading(said: str) -> Block:
    """What the blocks below it are about."""
    return {"is": "heading", "said": said}


def strong(said: str) -> Block:
    """Words that are set off within a line."""
    return {"is": "strong", "said": said}


def none(said: str) -> Block:
    """What says in a cell of a table that nothing is there yet; a narrow page leaves it out."""
    return {"is": "none", "said": said}


def link(label: str, address: str, *, new: bool = False, style: str = "") -> Block:
    """A way to another page, within a line or alone; `new`: in a tab of its own."""
    return {"is": "link", "label": label, "address": address, "new": new, "style": style}


def sentences(
    said: Iterable[Inline | Iterable[Inline]], style: Literal["", "facts", "soft"] = "", label: str = ""
) -> Block:
    """Sentences one below the other, nothing where there are none; `label` stands above them."""
    return {"is": "sentences", "said": [_inline(one) for one in said], "style": style, "label": label}


def status(*said: Inline, style: str = "") -> Block:
    """What a screen reader says when it changes, sentences or blocks; it stands there empty as well."""
    told = [text(one) if isinstance(one, str) else one for one in said if one]
    return {"is": "status", "blocks": told, "style": style}


def cards(
    label: str,
    held: Iterable[Card],
    *,
    line: str = "",
    captions: Sequence[str] | None = None,
    style: Literal["row", "fan", "heap"] = "fan",
    titled: bool = True,
) -> Block:
    """Cards to look at.

    - `line`: what is said behind their label;
    - `captions`: what stands under each;
    - `style`: side by side, over each other, or in a heap whose last card lies on top;
    - `titled`: whether the label is seen, not only read out.
    """
    codes = [card.code for card in held]
    return {
        "is": "cards", "label": label, "cards": codes, "line": line, "captions": captions, "style": style,
        "titled": titled,
    }  # fmt: skip


def verdict(
    kind: Told,
    title: str,
    said: Iterable[str] = (),
    clauses: Iterable[str] = (),
    lang: str = "en",
    *,
    above: Sequence[Block] = (),
    more: Sequence[Block] = (),
    below: Sequence[Block] = (),
    unfolded: bool = False,
) -> Block:
    """What is said of something that was done: yes, no, a hint, or neither; not seen while nothing is said.

    - `clauses`: those that it rests on, to be unfolded, or `unfolded` already;
    - `above`, `below`: what stands there beside it; `more`: what is read out after the sentences.
    """
    return {
        "is": "verdict", "kind": kind, "title": title, "said": list(said), "above": list(above), "more": list(more),
        "below": [*below, *rules(clauses, lang, unfolded=unfolded)],
    }  # fmt: skip


def rules(ids: Iterable[str], lang: str, *, unfolded: bool = False) -> list[Block]:
    """The clauses named, each once with the sentence of the catalogue (`clause.<id>`) that sums it up, to be unfolded.

    No block where there is none.
    """
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
    told: bool = False,
    more: str = "",
    style: str = "",
) -> Block:
    """A table, the first cell of each row its head; nothing where there are no rows.

    - `marked`: the places of rows that are set off;
    - `close`: it has few columns, which fit a telephone; else the cells of a row stand below each other there;
    - `told`: its last column is sentences;
    - `more`: the button that unfolds a long table, of which only the first rows stand there at first.
    """
    chosen = set(marked)
    lines = [{"cells": [_inline(cell) for cell in row], "marked": place in chosen} for place, row in enumerate(rows)]
    return {
        "is": "table", "caption": caption, "head": list(head), "rows": lines, "close": close, "told": told,
        "more": more, "style": style,
    }  # fmt: skip


def plot(svg: str, narrow: str = "", numbers: Block | None = None, title: str = "") -> Block:
    """A drawing made in Python, and another one for a narrow page; its `numbers` are a table, unfolded by `title`."""
    return {"is": "plot", "svg": svg, "narrow": narrow or svg, "numbers": numbers, "title": title}


def progress(value: float, most: float, label: str = "") -> Block:
    """How far something has come, as a bar under its label, which says the same; alone or within a line."""
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
    """A button; what cannot be done now stays in its place and does nothing.

    - `main`: the one that carries on;
    - `enter`: whether Enter presses it, in a field and on what is chosen ("answers") or wherever else nothing is
      pressed by Enter ("anywhere");
    - `keys`: those that press it on the whole screen;
    - `takes`: fields of its message, and the names of the blocks whose values they are given, as one list;
    - `then`: the mark to which the focus goes after it;
    - `pressed`: whether it is on, for one that stays so.
    """
    return {
        "is": "button", "label": label, "send": send, "main": main, "enter": enter, "keys": list(keys),
        "takes": {field: list(names) for field, names in (takes or {}).items()}, "free": list(takes or ()),
        "then": then, "pressed": pressed, "style": style,
    }  # fmt: skip


def option(label: str, send: Send = None, chosen: bool = False, *, value: str = "", told: str = "") -> Block:
    """One of several to choose from: what it sends, and the `value` that the page keeps or lists it by.

    `told` is what it means.
    """
    return {"label": label, "send": send, "chosen": chosen, "value": value, "told": told}


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
    """Buttons, one of which is chosen, or `many`.

    With a `name` the page keeps the values chosen, those that are `chosen` here at first; once it is `done` they stay.
    """
    return {
        "is": "choice", "label": label, "options": list(options), "many": many, "name": name, "mark": mark,
        "titled": titled, "done": done,
    }  # fmt: skip


def select(label: str, options: Iterable[Block], *, told: str = "") -> Block:
    """A list that opens, for many options or long ones.

    Raises ValueError if two of them have the same value: the browser could not tell them apart.
    """
    shown = list(options)
    if len({one["value"] for one in shown}) < len(shown):
        raise ValueError(f"two options of the list {label!r} have the same value")
    return {"is": "select", "label": label, "options": shown, "told": told}


def toggle(label: str, on: bool, send: Send, *, told: str = "") -> Block:
    """Something that is on or off; what it sends turns it over."""
    return {"is": "toggle", "label": label, "on": on, "send": send, "told": told}


def number(
    label: str, value: int | None, least: int, most: int, send: Send, *, free: str = "value", told: str = ""
) -> Block:
    """A whole number from `least` to `most`, None for one that is left open; it is sent as text when it is changed."""
    shown = "" if value is None else str(value)
    return {
        "is": "number", "label": label, "value": shown, "least": least, "most": most, "send": send, "free": [free],
        "told": told,
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
) -> Block:
    """A text that is typed, sent with each change, or kept in the page under its `name`; `digits`: only figures.

    With a `mark` it is where something is answered: a group that is called by its label, with `lead` before the text.
    """
    return {
        "is": "field", "label": label, "value": value, "send": send, "free": [free] if send else [], "name": name,
        "digits": digits, "longest": longest, "done": done, "mark": mark, "lead": lead, "complete": complete,
    }  # fmt: skip


def upload(label: str, send: Send, largest: int, too_long: Send) -> Block:
    """Asks for a file and sends its `text`, or that it has more than `largest` characters."""
    return {
        "is": "upload", "label": label, "largest": largest, "send": send, "free": ["text"],
        "too_long": {"send": too_long},
    }  # fmt: skip


def hand(
    picture: Mapping[str, Any],
    *,
    name: str = "",
    mark: str = "",
    label: str = "",
    close: bool = True,
    done: bool = False,
) -> Block:
    """A hand as `HandModel.picture` has it; with a `name` the page keeps what is selected, and says it to nobody.

    - `label`: what is asked of it; `mark`: where the focus can be led;
    - `close`: whether its cards lie closer on a telephone, where more must be in sight.
    """
    send = None if name or not picture["selectable"] else {"do": "select"}
    return {
        "is": "hand", "hand": dict(picture), "name": name, "mark": mark, "label": label, "close": close, "send": send,
        "free": ["cards", "number"], "done": done,
    }  # fmt: skip


def pile(
    label: str,
    held: Iterable[Card],
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
    """Cards that lie together; a card of the hand can be pulled onto one that sends something or has a `value`.

    - `heaped`: they lie upon each other, the last one on top;
    - `seat`, `short`: whose they are at a `cloth`, -1 in the middle, and what they are called there.
    """
    return {
        "is": "pile", "label": label, "cards": [card.code for card in held], "heaped": heaped, "short": short or label,
        "seat": seat, "send": send, "name": name, "value": value, "chosen": chosen, "done": done,
    }  # fmt: skip


def brackets(groups: Iterable[Mapping[str, Any]]) -> Block:
    """A hand in groups, as `bracketed` has them."""
    return {"is": "brackets", "groups": list(groups)}


# What holds others


def row(*blocks: Block, style: str = "", label: str = "", when: When = "") -> Block:
    """Buttons side by side; `when`: only on the whole screen, or only where it is not."""
    return {"is": "row", "blocks": list(blocks), "style": style, "label": label, "when": when}


def fields(*blocks: Block) -> Block:
    """The fields of a form, side by side; nothing where there are none."""
    return {"is": "fields", "blocks": list(blocks)}


def group(*blocks: Block, legend: str = "", label: str = "", style: str = "", when: When = "") -> Block:
    """Blocks that belong together, under a `legend` or with a `label` that is only read out.

    `when`: as in `row`.
    """
    return {"is": "group", "blocks": list(blocks), "legend": legend, "label": label, "style": style, "when": when}


def details(
    title: str, *blocks: Block, unfolded: bool = False, send: Send = None, key: str = "", style: str = ""
) -> Block:
    """Blocks to be unfolded; where it sends something Python is told whether it is `open`, else nobody is."""
    return {
        "is": "details", "title": title, "blocks": list(blocks), "open": unfolded, "send": send, "free": ["open"],
        "key": key or title, "style": style,
    }  # fmt: skip


def piles(*lying: Block) -> Block:
    """Piles side by side."""
    return {"is": "piles", "blocks": list(lying)}


def cloth(seats: Sequence[str], lying: Iterable[Block], *, none: str = "") -> Block:
    """A table of three, the reader nearest, with piles by their `seat`; `none`: what is said where nothing lies."""
    return {"is": "cloth", "seats": list(seats), "blocks": list(lying), "none": none}


def full() -> Block:
    """The button that gives a scene the whole screen."""
    return {"is": "full"}


def _inline(said: Inline | Iterable[Inline]) -> list[Inline]:
    return [said] if isinstance(said, str | dict) else list(said)


# What may be sent


def offers(shown: object) -> Iterator[tuple[Mapping[str, object], Sequence[str]]]:
    """Every message that blocks in what is shown would send: its fixed fields, and the names of the free ones."""
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
    """Whether a block in what is shown would send this message."""
    return any(
        fixed.items() <= message.items() and message.keys() - fixed.keys() <= set(free)
        for fixed, free in offers(shown)
        if fixed["do"] == message.get("do")
    )
