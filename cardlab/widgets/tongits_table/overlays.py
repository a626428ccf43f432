"""Learning aids over a Tongits table, from the view of one seat.

- `melds`: the best arrangement of the hand;
- `deadwood`: its deadwood, with and without selected cards.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, TypeAlias, get_args

from cardlab.cards import Card
from cardlab.phrasing import Reader
from cardlab.tongits import View, best_arrangements, deadwood, least_deadwood, why_meld
from cardlab.widgets.blocks import Block, button, group, row, sentences, status, text
from cardlab.widgets.hand import bracketed
from cardlab.widgets.tongits_table.table import TongitsTable

Overlay: TypeAlias = Literal["melds", "deadwood"]
OVERLAYS: Final[tuple[Overlay, ...]] = get_args(Overlay)


def _melds(seen: View, words: Reader) -> Block:
    """Make a block of the best arrangement, and count equally good ones. [T9.1]"""
    if not seen.hand:
        return group(text(words.say("table.melds.empty")), style="cardlab-overlay")
    arrangements = best_arrangements(seen.hand, (), seen.rules)
    best = arrangements[0]
    key = "table.melds.best" if best.melds else "table.melds.none"
    sentence = words.say(key, count=len(best.melds), points=best.deadwood)
    if len(arrangements) > 1:
        sentence += " " + words.say("table.melds.others", count=len(arrangements) - 1)
    return group(text(sentence), bracketed(best, words.lang, seen.rules), style="cardlab-overlay")


def _deadwood_after(seen: View, selected: tuple[Card, ...], words: Reader) -> Block:
    """Make a block of the hand's deadwood, with and without selected cards. [T9.2]"""

    def counted(key: str, hand: tuple[Card, ...], **facts: Card | tuple[Card, ...]) -> str:
        return words.say(key, points=deadwood(hand, seen.rules), least=least_deadwood(hand, seen.rules), **facts)

    texts = [counted("table.deadwood.now", seen.hand)]
    rest = tuple(card for card in seen.hand if card not in selected)
    if len(selected) == 1:
        texts.append(counted("table.deadwood.without", rest, card=selected[0]))
    elif selected and why_meld(selected, seen.rules):
        texts.append(counted("table.deadwood.laid", rest, cards=selected))
    if not seen.rules.concealed_melds_count:
        texts.append(words.say("table.deadwood.concealed"))
    return status(sentences(texts), style="cardlab-overlay")


def add_overlays(table: TongitsTable, chosen: Collection[str], props: Block) -> None:
    """Add the chosen overlays and their switches to the props."""
    seen, words, title = table.here.seen, table.reader, table.reader.say("table.overlays")
    switches = (
        button(words.say(f"table.overlay.{name}"), {"do": "overlay", "name": name}, pressed=name in chosen)
        for name in OVERLAYS
    )
    over = [row(text(title, "tries"), *switches, label=title)]
    if "deadwood" in chosen:
        over.append(_deadwood_after(seen, table.hand_model.selected, words))
    if "melds" in chosen:
        over.append(_melds(seen, words))
    props["below"] += over
