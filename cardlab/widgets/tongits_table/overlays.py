"""Learning aids laid over a Tongits table.

- `melds`: the hand in its best arrangement; `deadwood`: its count, and that without some cards;
- `seen`: where each card of the deck is, to the knowledge of the seat;
- `discards` and `lay_offs`: which cards cannot be discarded or laid off now, and why.

Everything comes from the view of one seat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final, Literal, TypeAlias, get_args

from cardlab.cards import JOKERS, RANKS, Card
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
from cardlab.widgets.blocks import Block, button, group, row, sentences, status, text
from cardlab.widgets.hand import bracketed
from cardlab.widgets.tongits_table.round import TongitsRound, Words

Overlay: TypeAlias = Literal["melds", "deadwood", "seen", "discards", "lay_offs"]
OVERLAYS: Final[tuple[Overlay, ...]] = get_args(Overlay)
Place: TypeAlias = Literal["hand", "table", "pile", "taken", "open", "unseen"]
"""Where a card is, to the knowledge of a seat."""
PLACES: Final[tuple[Place, ...]] = get_args(Place)
GreyedCards: TypeAlias = tuple[set[Card], list[str], list[Refusal]]


def _melds(seen: View, words: Words) -> Block:
    """The best arrangement without lay-offs, and the number of equally good ones (T9.1)."""
    if not seen.hand:
        return group(text(words.say("table.melds.empty")), style="cardlab-overlay")
    arrangements = best_arrangements(seen.hand, (), seen.rules)
    best = arrangements[0]
    key = "table.melds.best" if best.melds else "table.melds.none"
    sentence = words.say(key, count=len(best.melds), points=best.deadwood)
    if len(arrangements) > 1:
        sentence += " " + words.say("table.melds.others", count=len(arrangements) - 1)
    return group(text(sentence), bracketed(best, words.lang, seen.rules), style="cardlab-overlay")


def _deadwood_after(seen: View, selected: tuple[Card, ...], words: Words) -> Block:
    """T9.2: the count of the hand, and that without the selected cards."""

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


def _cards_seen(here: TongitsRound, open_hands: Iterable[tuple[Card, ...]], words: Words) -> Block:
    """Where each card of the deck is, to the knowledge of the seat, with cards that others took openly.

    There is a line for each suit, and one for jokers where they are played.
    """
    seen = here.seen
    places: dict[Card, Place] = {
        here.line.moments[index - 1].state.discards[0]: "taken"
        for index in range(1, here.at + 1)
        if isinstance(move := here.line.moments[index].move, Take) and move.seat != seen.viewer
    }
    places |= {card: "open" for hand in open_hands for card in hand}
    places |= dict.fromkeys(seen.discards, "pile")
    places |= {card: "table" for laid in seen.melds if laid.meld for card in laid.meld.cards}
    places |= dict.fromkeys(seen.hand, "hand")
    jokers = JOKERS[: seen.rules.jokers]
    lines = [*([Card(rank + suit) for rank in RANKS] for suit in "shcd"), *([list(jokers)] if jokers else [])]
    unseen = 52 + len(jokers) - len(places)
    facts = {"unseen": unseen, "stock": seen.stock, "hidden": max(0, unseen - seen.stock)}
    sentence = words.say("table.seen.sentence", seen=len(places), **facts)
    return {"is": "grid", "said": sentence, "lines": [[places.get(card, "unseen") for card in line] for line in lines]}


def _not_to_discard(seen: View, words: Words) -> GreyedCards:
    """The cards that may not be discarded now, the reasons as sentences, and the refusals (T2.4, T2.6)."""
    greyed, sentences, refusals = _refused(seen, lambda card: why_not(seen, Discard(seen.viewer, card)), words)
    return greyed, sentences or [words.say("table.discards.any")], refusals


def _not_to_lay_off(seen: View, words: Words) -> GreyedCards:
    """The cards that alone can be laid off nowhere, why, and where the others fit (T4.1, T4.2)."""
    fitting: dict[Card, tuple[int, ...]] = {}

    def reasons(card: Card) -> list[Refusal]:
        by_meld = [why_not(seen, Sapaw(seen.viewer, index, (card,))) for index in range(max(1, len(seen.melds)))]
        fitting[card] = tuple(index + 1 for index, found in enumerate(by_meld) if not found)
        return [] if fitting[card] else [refusal for found in by_meld for refusal in found]

    greyed, sentences, refusals = _refused(seen, reasons, words)
    fits = (words.say("table.lay_offs.fits", card=card, numbers=at) for card, at in fitting.items() if at)
    return greyed, [*fits, *sentences], refusals


def _refused(seen: View, reasons: Callable[[Card], Iterable[Refusal]], words: Words) -> GreyedCards:
    """Check every card of the hand; cards with the same reasons are named together."""
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


def laid_over(
    here: TongitsRound,
    selected: tuple[Card, ...],
    chosen: Collection[str],
    open_hands: Iterable[tuple[Card, ...]],
    words: Words,
) -> tuple[list[Block], set[Card], list[str]]:
    """The chosen overlays, the cards greyed by them, and the clauses for that.

    `open_hands`: the hands of the others that may be shown.
    """
    seen, title = here.seen, words.say("table.overlays")
    switches = (
        button(words.say(f"table.overlay.{name}"), {"do": "overlay", "name": name}, pressed=name in chosen)
        for name in OVERLAYS
    )
    over = [row(text(title, "tries"), *switches, label=title)]
    if "deadwood" in chosen:
        over.append(_deadwood_after(seen, selected, words))
    if "melds" in chosen:
        over.append(_melds(seen, words))
    refused = {name: ask(seen, words) for name, ask in _REASONS.items() if name in chosen and not seen.shown}
    for name, (_, texts, _) in refused.items():
        key = "table.overlay.lay_offs_title" if name == "lay_offs" else "table.overlay.discards_title"
        over.append(group(text(words.say(key), "title"), sentences(texts), style="cardlab-overlay"))
    if "seen" in chosen:
        over.append(_cards_seen(here, open_hands, words))
    greyed = [cards for cards, _, _ in refused.values()]
    rules = [refusal.rule for _, _, refusals in refused.values() for refusal in refusals]
    return over, set.intersection(*greyed) if greyed else set(), rules
