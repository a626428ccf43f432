"""Learning aids over a Tongits table, from the view of one seat.

- `melds`: the best arrangement of the hand; `deadwood`: its deadwood, with and without selected cards;
- `seen`: where each card of the deck is, as far as the seat knows;
- `discards` and `lay_offs`: which cards cannot be discarded or laid off now, and why.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final, Literal, TypeAlias, get_args

from cardlab.cards import JOKERS, RANKS, Card
from cardlab.phrasing import Reader
from cardlab.refusal import Refusal
from cardlab.tongits import (
    Code,
    Discard,
    Sapaw,
    Take,
    View,
    best_arrangements,
    deadwood,
    least_deadwood,
    why_meld,
    why_not,
)
from cardlab.widgets.blocks import Block, button, group, row, rules, sentences, status, text
from cardlab.widgets.hand import bracketed
from cardlab.widgets.tongits_table.driver import Driver
from cardlab.widgets.tongits_table.felt_props import CardsProps, Place, open_hands
from cardlab.widgets.tongits_table.table import TongitsTable

Overlay: TypeAlias = Literal["melds", "deadwood", "seen", "discards", "lay_offs"]
OVERLAYS: Final[tuple[Overlay, ...]] = get_args(Overlay)
GreyedCards: TypeAlias = tuple[set[Card], list[str], list[Refusal]]
"""The cards of the hand that can't be discarded, or laid off; sentences about that; the refusals."""


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


def _cards_seen(here: Driver) -> Block:
    """Make a table of where each card is, as far as the seat knows.

    A card that another player took from the discard pile is "taken". `lines`: for each suit, and for the jokers if the
    rules have any, the `Place` of each card.
    """
    seen, words = here.seen, here.words
    places: dict[Card, Place] = {
        here.line.moments[index - 1].state.discards[0]: "taken"
        for index in range(1, here.at + 1)
        if isinstance(move := here.line.moments[index].move, Take) and move.seat != seen.viewer
    }
    places |= {card: "open" for hand in open_hands(here, seen).values() for card in hand}
    places |= dict.fromkeys(seen.discards, "pile")
    places |= {card: "table" for laid in seen.melds if laid.meld for card in laid.meld.cards}
    places |= dict.fromkeys(seen.hand, "hand")
    jokers = JOKERS[: seen.rules.jokers]
    lines = [*([Card(rank + suit) for rank in RANKS] for suit in "shcd"), *([list(jokers)] if jokers else [])]
    unseen = 52 + len(jokers) - len(places)
    facts = {"unseen": unseen, "stock": seen.stock, "hidden": max(0, unseen - seen.stock)}
    sentence = words.say("table.seen.sentence", seen=len(places), **facts)
    return {"is": "grid", "said": sentence, "lines": [[places.get(card, "unseen") for card in line] for line in lines]}


def _not_to_discard(seen: View, words: Reader) -> GreyedCards:
    """Return the cards that can't be discarded now, and why. [T2.4, T2.6]"""
    greyed, sentences, refusals = _refused(seen, lambda card: why_not(seen, Discard(seen.viewer, card)), words)
    return greyed, sentences or [words.say("table.discards.any")], refusals


def _not_to_lay_off(seen: View, words: Reader) -> GreyedCards:
    """Return the cards that can't be laid off, and where others fit. [T4.1, T4.2]"""
    fitting: dict[Card, tuple[int, ...]] = {}

    def reasons(card: Card) -> list[Refusal]:
        by_meld = [why_not(seen, Sapaw(seen.viewer, index, (card,))) for index in range(max(1, len(seen.melds)))]
        fitting[card] = tuple(index + 1 for index, found in enumerate(by_meld) if not found)
        return [] if fitting[card] else [refusal for found in by_meld for refusal in found]

    greyed, sentences, refusals = _refused(seen, reasons, words)
    fits = (words.say("table.lay_offs.fits", card=card, numbers=at) for card, at in fitting.items() if at)
    return greyed, [*fits, *sentences], refusals


def _refused(seen: View, reasons: Callable[[Card], Iterable[Refusal]], words: Reader) -> GreyedCards:
    """Check every card of the hand; cards with the same reasons share a sentence.

    `reasons`: returns the refusals of a card, none if it is allowed.
    """
    together: dict[str, list[Card]] = {}
    refusals: list[Refusal] = []
    for card in seen.hand:
        found_refusals = list(reasons(card))
        refusals += found_refusals
        texts = [words.explain(refusal) for refusal in found_refusals if refusal.code != Code.DOES_NOT_FIT]
        if found_refusals and not texts:
            texts = [words.say("table.lay_offs.nowhere")]
        if texts:
            together.setdefault(" ".join(dict.fromkeys(texts)), []).append(card)
    sentences = [
        words.say("table.all_cards", reason=reason)
        if len(same_cards) == len(seen.hand) > 1
        else words.say("table.these_cards", cards=tuple(same_cards), reason=reason)
        for reason, same_cards in together.items()
    ]
    return {card for same_cards in together.values() for card in same_cards}, sentences, refusals


_REASONS: Final = {"discards": _not_to_discard, "lay_offs": _not_to_lay_off}


def add_overlays(table: TongitsTable, chosen: Collection[str], props: CardsProps) -> None:
    """Add the chosen overlays and their switches, the cards that they grey out, and their clauses, to the props."""
    here, words = table.here, table.reader
    seen, title = here.seen, words.say("table.overlays")
    switches = (
        button(words.say(f"table.overlay.{name}"), {"do": "overlay", "name": name}, pressed=name in chosen)
        for name in OVERLAYS
    )
    over = [row(text(title, "tries"), *switches, label=title)]
    if "deadwood" in chosen:
        over.append(_deadwood_after(seen, table.hand_model.selected, words))
    if "melds" in chosen:
        over.append(_melds(seen, words))
    refused = {name: ask(seen, words) for name, ask in _REASONS.items() if name in chosen and not seen.shown}
    for name, (_, texts, _) in refused.items():
        key = "table.overlay.lay_offs_title" if name == "lay_offs" else "table.overlay.discards_title"
        over.append(group(text(words.say(key), "title"), sentences(texts), style="cardlab-overlay"))
    if "seen" in chosen:
        over.append(_cards_seen(here))
    props["below"] += over
    if refused:
        greyed = set.intersection(*(cards for cards, _, _ in refused.values()))
        props["hand"]["greyed"] = sorted(card.code for card in greyed)
        reasons = [refusal.rule for _, _, refusals in refused.values() for refusal in refusals]
        props["clauses"] = rules((*table.announcement.rules, *reasons), words.lang)
