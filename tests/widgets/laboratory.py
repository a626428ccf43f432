"""The laboratory as a learner uses it, without a page: what the page sends, and what it is shown."""

import asyncio

from cardlab.cards import DECK, cards, notation
from cardlab.widgets import WhatIf

LANGUAGES = ("en", "de", "nl")
LAST_DISCARD = f"hand {notation(DECK[:26:2])}; discard {notation(DECK[26:41])}"
"""The stock is empty, and nobody has opened: whatever is discarded, all are burned and nobody wins (T8.3)."""

MUST_MELD = "rules traditional; viewer 2; hand 4d 6d 7d 8d Jd 3h 4h Kh As 2s 4s Qs; meld 0 9h Th Jh; discard 5d Jc"
"""A card that can be taken for two melds, of which one tears a set, and a lay-off bars one's own call (T2.5, T6.8)."""


def send(widget, **message):
    widget._handle_custom_msg(message, [])


def tap(widget, held):
    for card in cards(held):
        send(widget, do="tap", card=card.code)


def put(widget, field, value):
    send(widget, do="set", field=field, value=value)


def section(widget, key):
    return widget.shown[f"section_{key}"]


def sections(widget):
    """All that is shown of the answers, in order."""
    return [one for name, one in widget.shown.items() if name.startswith("section_") and one]


def empty(lang="en"):
    widget = WhatIf("opening", lang)
    send(widget, do="empty")
    return widget


def coarse(widget):
    """As on a page that is looked at, until every sample has given its first, coarse answer; then it is stopped."""

    def known():
        other = section(widget, "presets")
        return section(widget, "options")["plots"] and (not other["open"] or len(other["tables"]) > 1)

    async def page():
        send(widget, do="look", position="")
        while not known():
            await asyncio.sleep(0)
        send(widget, do="stop")

    asyncio.run(page())
