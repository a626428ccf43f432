"""Every discard and every draw: what one's own hand comes to, one card and two cards later.

Knows how the answer is put to a learner; it is exact and comes from `cardlab.analysis.draws`.
"""

from __future__ import annotations

from typing import Any

from cardlab.analysis.draws import Discarded
from cardlab.analysis.jobs import Ahead
from cardlab.cards import Card
from cardlab.locale import card_label, card_name, decimal, percent, say
from cardlab.widgets.whatif.sections import Section, figures, section

__all__ = ["draws_section"]


def draws_section(known: Ahead | None, card: str, lang: str, *, open: bool) -> Section | None:
    """What the next card makes of the hand, for the discard chosen; and all discards side by side."""
    title = say("whatif.draws", lang)
    if known is None:
        return section("draws", title, open=open, sentences=[say("whatif.works", lang)] if open else [])
    if not known.discards:
        return None
    shown = next((one for one in known.discards if one.card.code == card), known.discards[0])
    tables = [_draws(shown, lang, chosen=known.chosen)]
    if known.chosen:
        tables.append(_discards(known, shown, lang))
    key = "whatif.after_discard" if known.chosen else "whatif.after_draw"
    mean = decimal(float(shown.mean), lang, 1)
    return section(
        "draws",
        title,
        open=open,
        fields=[_choice(known, shown, lang)] if known.chosen else [],
        sentences=[say(key, lang, card=shown.card, least=shown.left, mean=mean)],
        tables=tables,
        more=[say("whatif.exact_draws", lang)],
    )


def _choice(known: Ahead, shown: Discarded, lang: str) -> dict[str, Any]:
    choices = [
        {"value": one.card.code, "label": card_name(one.card, lang), "chosen": one is shown} for one in known.discards
    ]
    return {"kind": "select", "key": "card", "label": say("whatif.discarded", lang), "choices": choices}


def _draws(shown: Discarded, lang: str, *, chosen: bool) -> dict[str, Any]:
    """The draws by what they lead to, the best first."""
    by_least: dict[int, list[Card]] = {}
    for draw in sorted(shown.draws, key=lambda one: (one.least, one.card)):
        by_least.setdefault(draw.least, []).append(draw.card)
    rows = [
        (str(least), " ".join(card_label(card, lang) for card in cards), percent(len(cards) / len(shown.draws), lang))
        for least, cards in by_least.items()
    ]
    head = (say("whatif.becomes", lang), say("whatif.drawn", lang), say("whatif.chance", lang))
    better = [place for place, least in enumerate(by_least) if least < shown.left]
    caption = say("whatif.draws_table" if chosen else "whatif.next_table", lang, card=shown.card)
    return figures(caption, head, rows, marked=better, close=True)


def _discards(known: Ahead, shown: Discarded, lang: str) -> dict[str, Any]:
    """All discards with what they leave, and what that becomes after one draw and after two."""
    head = [say(f"whatif.{column}", lang) for column in ("discarded", "left", "after_one", "after_two", "improving")]
    rows = [
        (
            card_label(one.card, lang),
            str(one.left),
            decimal(float(one.mean), lang, 1),
            decimal(float(known.two[one.card]), lang, 1),
            str(len(one.improving)),
        )
        for one in known.discards
    ]
    marked = [place for place, one in enumerate(known.discards) if one is shown]
    return figures(say("whatif.discards_table", lang), head, rows, marked=marked)
