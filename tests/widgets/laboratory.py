"""The laboratory as a learner uses it, without a page: what the page sends, and what it is shown."""

import asyncio

from messages import everything, send

from cardlab.cards import DECK, cards, notation
from cardlab.widgets import WhatIf

LAST_DISCARD = f"hand {notation(DECK[:26:2])}; discard {notation(DECK[26:41])}"
"""The stock is empty, and nobody has opened: whatever is discarded, all are burned and nobody wins (T8.3)."""


def tap(widget, held):
    for card in cards(held):
        send(widget, do="tap", card=card.code)


def verdict(widget):
    """What is said about the position: `title`, `said`, `faults`, `settled`, and what stands under that."""
    (texts,) = widget.shown["answer"]
    under = everything(texts["blocks"])
    buttons = [one["send"] for one in under if one.get("is") == "button"]
    return {
        **texts,
        "first": next((rows(one) for one in under if one.get("is") == "table"), None),
        "stoppable": {"do": "stop"} in buttons,
    }


def rows(table):
    """The rows of a table, each with its cells as texts, and whether it is `marked`."""
    return [{"cells": ["".join(cell) for cell in row["cells"]], "marked": row["marked"]} for row in table["rows"]]


def section(widget, key):
    """A section of what is said about the position, in parts."""
    return parts(widget.shown[f"section_{key}"])


def parts(shown):
    """A section in parts: its sentences, plots and tables, and how all was found (`more`)."""
    texts = {"key": shown["key"], "open": shown.get("open"), "sentences": [], "plots": [], "tables": [], "more": []}
    for one in shown["blocks"]:
        match one:
            case {"is": "sentences", "style": style, "said": said}:
                texts["more" if style else "sentences"] += ["".join(sentence) for sentence in said]
            case {"is": "details"}:
                folded = parts({"key": "", "blocks": one["blocks"]})
                texts["more"] += folded["more"]
                texts["tables"] += folded["tables"]
            case {"is": "plot"}:
                texts["plots"].append(one)
            case {"is": "table"}:
                texts["tables"].append({**one, "rows": rows(one)})
    return texts


def sections(widget):
    """All that is shown of the answers, in order."""
    return [parts(one) for name, one in widget.shown.items() if name.startswith("section_") and one]


def empty(lang="en"):
    widget = WhatIf("opening", lang)
    send(widget, do="empty")
    return widget


def coarse(widget):
    """As on a page that is looked at, until the sample has given its first, coarse answer; then it is stopped."""

    async def page():
        is_known = asyncio.Event()
        widget.observe(lambda _: section(widget, "options")["plots"] and is_known.set(), names="shown")
        send(widget, do="look", position="")
        await is_known.wait()
        send(widget, do="stop")

    asyncio.run(page())
