"""One's own hand, laid out as well as it can be: which melds, what to lay off, what stays loose.

Knows how an arrangement is put to a learner; which ones are best is asked of `cardlab.tongits`.
"""

from __future__ import annotations

from typing import Final

from cardlab.lessons.sentences import by_rule
from cardlab.lessons.tables.counting import counted, layout
from cardlab.locale import say
from cardlab.refusal import NotationError
from cardlab.tongits import Arrangement, Meld, best_arrangements, deadwood, why_meld
from cardlab.tongits.notation import Draft
from cardlab.widgets.brackets import bracketed
from cardlab.widgets.whatif.sections import Section, pressed, section

__all__ = ["arrangements", "hand_section"]

MOST_SHOWN: Final = 12
"""More arrangements than these nobody looks at; they differ in cards that count the same."""


def arrangements(draft: Draft) -> tuple[Arrangement, ...]:
    """The best ways to lay out the hand, also by laying off on what lies open; none while that cannot be told."""
    try:
        return best_arrangements(draft.hand, _table(draft), draft.rules)[:MOST_SHOWN]
    except NotationError:
        return ()


def _table(draft: Draft) -> tuple[Meld, ...]:
    """The melds on which something may be laid off (T4.1, T6.9)."""
    known = (why_meld(lying.cards, draft.rules) for lying in draft.melds if not lying.secret)
    return tuple(meld for meld in known if meld is not None)


def hand_section(draft: Draft, found: tuple[Arrangement, ...], place: int, lang: str) -> Section | None:
    """The hand laid out as well as it can be; with several best ways, the one chosen and a way to the next."""
    if not draft.hand or not found:
        return None
    shown = found[place % len(found)]
    title = say("deadwood_hand.best", lang)
    buttons = []
    if len(found) > 1:
        title = say("deadwood_hand.one_of", lang, place=place % len(found) + 1, total=len(found))
        label = say("deadwood_hand.next_best", lang, place=place % len(found) + 1, total=len(found))
        buttons.append(pressed(label, {"do": "next_best"}))
    whole = deadwood(draft.hand, draft.rules)
    added = tuple(card for _, cards in shown.sapaws for card in cards)
    lays_off = [by_rule("whatif.lays_off", "T4.1", lang, cards=added)] if added else []
    in_full = draft.rules.concealed_melds_count and whole > shown.deadwood
    return section(
        "hand",
        title,
        groups=bracketed(shown, lang, draft.rules),
        sentences=[layout(shown, lang), *lays_off, counted(shown.loose, lang)],
        more=[by_rule("deadwood_hand.kept_in_full", "T9.2", lang, count=whole)] if in_full else [],
        buttons=buttons,
    )
