"""Counting a hand: the sum in detail, what goes wrong in a count, and how a hasty player would lay out his hand."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Verdict
from cardlab.lessons.sentences import by_rule
from cardlab.locale import card_label, say
from cardlab.tongits import (
    SHEET,
    Arrangement,
    Kind,
    Meld,
    Rules,
    best_arrangements,
    deadwood,
    deadwood_parts,
    melds_in,
    why_meld,
)

__all__ = [
    "best_whole",
    "between",
    "conflicts",
    "counted",
    "groups",
    "hints_to_best",
    "laid_best",
    "laid_first",
    "layout",
    "miscounted",
    "number_of",
]

COURTS: Final = "JQK"


def counted(held: Iterable[Card], lang: str) -> str:
    """T9.1: the sum of the cards in detail, dearest first, with its clause."""
    parts = deadwood_parts(held)
    if len(parts) < 2:
        key = "lesson.worth.one" if parts else "lesson.worth.none"
        return by_rule(key, "T9.1", lang, cards=[card for card, _ in parts], count=sum(worth for _, worth in parts))
    added = " + ".join(f"{worth} ({card_label(card, lang)})" for card, worth in parts)
    return by_rule("lesson.worth.sum", "T9.1", lang, parts=added, total=sum(worth for _, worth in parts))


def miscounted(number: int, held: tuple[Card, ...], lang: str) -> str:
    """T9.1: what is wrong with a count of these cards, without telling the right one."""
    right = deadwood(held)
    aces = sum(card.rank == "A" for card in held)
    if number == sum(card.number for card in held) and any(card.rank in COURTS for card in held):
        return by_rule("lesson.worth.courts", "T9.1", lang)
    if aces and number - right in (10 * aces, 13 * aces):
        return by_rule("lesson.worth.ace", "T9.1", lang)
    few = "lesson.worth.too_few" if len(held) > 1 else "lesson.worth.too_few_for_one"
    return by_rule("lesson.worth.too_many" if number > right else few, "T9.1", lang)


def laid_first(held: Iterable[Card], first: Kind, rules: Rules = SHEET) -> Arrangement:
    """How a hasty player lays: every meld of the kind `first`, as large as it can be, then the other kind of the rest.

    >>> from cardlab.cards import cards
    >>> hand = cards("6d 7d 8d 8c 8s 7s 9s")
    >>> laid_first(hand, Kind.SET).deadwood, best_whole(hand)[0].deadwood
    (29, 8)
    """
    rest = tuple(sorted(held))
    laid: list[Meld] = []
    for kind in sorted(Kind, key=lambda one: one is not first):
        while found := [meld for meld in melds_in(rest, rules) if meld.kind is kind]:
            meld = max(found, key=lambda one: (len(one.cards), deadwood(one.cards, rules)))
            laid.append(meld)
            rest = tuple(card for card in rest if card not in meld.cards)
    return Arrangement(tuple(laid), (), rest, deadwood(rest, rules))


def between(held: Iterable[Card], rules: Rules = SHEET) -> tuple[Card, ...]:
    """The cards that suit a set and a run: where a choice has to be made (T3.4)."""
    hand = tuple(sorted(held))
    melds = melds_in(hand, rules)
    in_sets, in_runs = ({card for meld in melds if meld.kind is kind for card in meld.cards} for kind in Kind)
    return tuple(card for card in hand if card in in_sets and card in in_runs)


def conflicts(held: Iterable[Card], rules: Rules = SHEET) -> int:
    """How many cards suit a set and a run."""
    return len(between(held, rules))


def layout(arrangement: Arrangement, lang: str) -> str:
    """An arrangement in words: its melds and what stays loose."""
    melds = [meld.cards for meld in arrangement.melds]
    laid = say("lesson.layout.melds" if melds else "lesson.layout.no_meld", lang, melds=melds)
    cards = _by_number(arrangement.loose)
    loose = say("lesson.layout.loose" if cards else "lesson.layout.none_loose", lang, cards=cards)
    return f"{laid} {loose}"


def groups(arrangement: Arrangement, lang: str) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """An arrangement laid open: each meld with what it is, the loose cards last."""
    melds = tuple((say(f"brackets.{meld.kind}", lang), meld.cards) for meld in arrangement.melds)
    return (*melds, (say("brackets.loose", lang), _by_number(arrangement.loose))) if arrangement.loose else melds


def _by_number(held: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(held, key=lambda card: (card.number, card)))


def best_whole(held: Iterable[Card], rules: Rules = SHEET) -> tuple[Arrangement, ...]:
    """The best arrangements whose runs are in one piece: 4-5-6 and 7-8-9 of a suit are the run 4 to 9 once more."""
    return tuple(one for one in best_arrangements(held, rules=rules) if not _split(one, rules))


def _split(arrangement: Arrangement, rules: Rules) -> bool:
    return any(why_meld((*one.cards, *other.cards), rules) for one, other in combinations(arrangement.melds, 2))


def number_of(answer: Answer) -> int:
    """The number of an answer of the kind "number"; raises TypeError for any other answer."""
    if not isinstance(answer, int):
        raise TypeError(f"a whole number, not {answer!r}")
    return answer


def laid_best(hand: tuple[Card, ...], lang: str, chosen: Arrangement | None = None) -> Verdict:
    """The verdict on a right answer about the best arrangement: how it lies, its count, and how many there are."""
    best = best_whole(hand)
    shown = chosen or best[0]
    told = [layout(shown, lang), counted(shown.loose, lang)]
    if len(best) > 1:
        told.append(say("lesson.best.several", lang, count=len(best)))
    return Verdict(True, tuple(told), ("T9.1", "T9.2"), groups=groups(shown, lang))


def hints_to_best(hand: tuple[Card, ...], lang: str, *, points: bool = False) -> tuple[str, ...]:
    """Where to look, then how many melds, then what stays: the cards, or where these are asked for, their points."""
    best, crossing = best_whole(hand)[0], between(hand)
    look = by_rule(
        "lesson.best.between" if crossing else "lesson.best.no_choice",
        "T3.4",
        lang,
        cards=crossing,
        count=len(crossing),
    )
    melds = say("lesson.best.melds", lang, count=len(best.melds))
    if points or not best.loose:
        return look, melds, say("lesson.best.points_left", lang, count=best.deadwood)
    return look, melds, say("lesson.best.cards_left", lang, cards=best.loose, count=len(best.loose))
