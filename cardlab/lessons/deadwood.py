"""Exercises about deadwood. [T9.1, T9.2]"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from cardlab import tongits
from cardlab.cards import DECK, Card
from cardlab.lessons.ask import Ask, Why
from cardlab.lessons.drill import drill
from cardlab.lessons.practice_hands import best_whole, between, laid_first, some_hand, some_melds, until
from cardlab.phrasing.messages import Deferred, Message, Shown, in_words
from cardlab.phrasing.scoring import WORTH_HINT, counted, court_cards_hint, groups, layout, miscounts
from cardlab.phrasing.tongits_sentences import house_rules

# What a hand counts, and what it costs to keep melds in it (T9.1, T9.2)

HOUSE: Final = tongits.Rules(concealed_melds_count=False)


def ask_count(hand: tuple[Card, ...], table: tuple[tongits.Meld, ...] = ()) -> Ask:
    """Ask what the cards left in hand count. [T9.1, T9.2]

    `table`: the melds that the learner has laid.
    """
    not_laid = Message("lesson.count.not_laid", "T9.2")
    return Ask(
        hand,
        prompt=Message("lesson.count.prompt" if table else "lesson.count.left", count=len(table)),
        piles=_your(table),
        answer=tongits.deadwood(hand),
        because=(counted(hand), not_laid if table else ()),
        each=miscounts(hand) | ({tongits.deadwood((*hand, *_laid(table))): not_laid} if table else {}),
        helps=(not_laid if table else WORTH_HINT, court_cards_hint(hand)),
    )


def ask_concealed(
    hand: tuple[Card, ...], table: tuple[tongits.Meld, ...] = (), rules: tongits.Rules = tongits.SHEET
) -> Ask:
    """Ask what a hand with melds counts at the end, beside melds on `table`. [T9.2]"""
    best = best_whole(hand)[0]
    return Ask(
        hand,
        prompt=Message("lesson.concealed.count"),
        piles=_your(table),
        notes=Deferred(house_rules, rules),
        answer=tongits.hand_deadwood(hand, rules),
        because=(
            _counts(Message("lesson.concealed.sheet_counts", "T9.2", count=tongits.deadwood(hand)), hand),
            _counts(Message("lesson.concealed.house_counts", "T9.2", count=best.deadwood), best.loose),
        ),
        groups=(Deferred(groups, best),),
        helps=(
            (Message("clause.T9.2"), Message("lesson.concealed.look")),
            Message("lesson.concealed.hidden", melds=tuple(meld.cards for meld in best.melds)),
        ),
        state=rules,
    )


def _counts(message: Message, cards: tuple[Card, ...]) -> Deferred:
    """Return a message and how these cards are counted, as one text."""
    return Deferred(in_words, (message, counted(cards)))


@drill("deadwood.count", "T9.1", "T9.2")
def count(chance: Random, level: int) -> Ask:
    """Make a question about the deadwood of a hand, with melds on the table.

    Level 1: one meld and three cards. Levels 2 and 3: two melds, and five or seven cards with a court card.
    """
    table = some_melds(chance, min(level, 2))
    others = [card for card in DECK if card not in _laid(table)]
    hand = until(
        lambda: chance.sample(others, 1 + 2 * level), lambda cards: level < 2 or any(card.number > 10 for card in cards)
    )
    return ask_count(tuple(sorted(hand)), table)


@drill("deadwood.concealed", "T9.2")
def concealed(chance: Random, level: int) -> Ask:
    """Make a question about the deadwood of a hand that contains a meld.

    Level 1: six cards. Level 2: eight. Level 3: ten, one of them in two melds. From level 2 on, melds may count
    (house rule).
    """
    table = some_melds(chance, 1)
    laid = set(_laid(table))
    # The hand contains melds and other cards, none of them on the table.
    hand = until(
        lambda: some_hand(chance, 4 + 2 * level, int(level < 3), int(level > 2)),
        lambda cards: 0 < tongits.least_deadwood(cards) < tongits.deadwood(cards) and not laid & set(cards),
    )
    rules = chance.choice((tongits.SHEET, HOUSE)) if level > 1 else tongits.SHEET
    return ask_concealed(hand, table, rules)


def _your(table: tuple[tongits.Meld, ...]) -> tuple[Shown, ...]:
    return tuple((meld.cards, Message("lesson.your_meld")) for meld in table)


def _laid(table: Iterable[tongits.Meld]) -> tuple[Card, ...]:
    return tuple(card for meld in table for card in meld.cards)


# What stays loose in a hand, and what it costs to lay melds hastily (T9.2, T3.4)

# The arguments of `some_hand` for each level.
HANDS: Final = ((7, 1, 0), (10, 1, 1), (13, 0, 2))


def ask_loose(hand: tuple[Card, ...]) -> Ask:
    """Ask for the loose cards of any best arrangement of the hand. [T9.2]"""

    def judge(loose: tuple[Card, ...]) -> Why:
        unmelded = tongits.best_arrangements(tuple(card for card in hand if card not in loose))[0].loose
        if unmelded:
            return Why(False, Message("lesson.loose.no_meld", "T3.4", count=len(unmelded)))
        if tongits.deadwood(loose) == tongits.least_deadwood(hand):
            best = best_whole(hand)
            chosen = next(one for one in best if set(one.loose) == set(loose))
            several = Message("lesson.best.several", count=len(best)) if len(best) > 1 else ()
            reasons = Deferred(layout, chosen), counted(chosen.loose), several
            return Why(True, reasons, groups=(Deferred(groups, chosen),), clauses=("T9.1", "T9.2"))
        less = Message("lesson.loose.not_least", "T9.2", count=tongits.deadwood(loose))
        return Why(False, (less, _between(hand) if between(hand) else ()), clauses=("T3.4",))

    return Ask(
        hand,
        prompt=Message("lesson.loose.prompt"),
        choose="any",
        answer=best_whole(hand)[0].loose,
        judge=judge,
        helps=(_between(hand), Message("lesson.best.points_left", count=best_whole(hand)[0].deadwood)),
    )


def ask_hasty(hand: tuple[Card, ...], first: tongits.Kind = tongits.Kind.SET) -> Ask:
    """Ask how many points it costs to lay all sets first, or all runs. [T9.2]"""
    laid, best = laid_first(hand, first), best_whole(hand)[0]
    lost = laid.deadwood - best.deadwood
    laid_text = Message("lesson.hasty.laid", "T3.4", layout=Deferred(layout, laid))
    return Ask(
        hand,
        prompt=Message("lesson.hasty.set_first" if first is tongits.Kind.SET else "lesson.hasty.run_first"),
        answer=lost,
        because=(
            _counts(laid_text, laid.loose),
            _counts(Message("lesson.hasty.best", "T9.2", layout=Deferred(layout, best)), best.loose),
            Message("lesson.hasty.lost", laid=laid.deadwood, best=best.deadwood, lost=lost),
        ),
        groups=(Deferred(groups, best),),
        rule=laid_text,
        helps=(Message("lesson.hasty.twice"), laid_text, Message("lesson.best.points_left", count=best.deadwood)),
    )


@drill("deadwood.loose", "T9.2", "T3.4")
def loose(chance: Random, level: int) -> Ask:
    """Make a question about the loose cards of a hand's best arrangement.

    Level 1: no card suits two melds. Level 2: some do. Level 3: several do, and laying one kind first is costly.
    """
    return ask_loose(until(lambda: some_hand(chance, *HANDS[level - 1]), lambda cards: _meets(cards, level)))


@drill("deadwood.hasty", "T9.2", "T3.4")
def hasty(chance: Random, level: int) -> Ask:
    """Make a question about the cost of laying one kind of meld first.

    Level 1: sets first, at some cost. Level 2: sets or runs, sometimes at no cost. Level 3: more cards suit two melds.
    """
    first = chance.choice(tuple(tongits.Kind)) if level > 1 else tongits.Kind.SET
    costs = level < 2 or bool(chance.randrange(4))
    hand = until(lambda: some_hand(chance, *_CROSSING[level - 1]), lambda cards: _is_costly(cards, first) is costs)
    return ask_hasty(hand, first)


def _between(hand: tuple[Card, ...]) -> Message:
    """Name the cards that suit two melds, or say that there are none."""
    crossing = between(hand)
    key = "lesson.best.between" if crossing else "lesson.best.no_choice"
    return Message(key, "T3.4", cards=crossing, count=len(crossing))


_CROSSING: Final = ((7, 0, 1), (10, 1, 1), (13, 0, 2))


def _meets(hand: tuple[Card, ...], level: int) -> bool:
    """Return whether a hand is as hard as `loose` promises for this level."""
    crossing = len(between(hand))
    if level == 1:
        return not crossing and tongits.least_deadwood(hand) > 0
    if level == 2:
        return crossing > 0
    return crossing > 1 and any(_is_costly(hand, kind) for kind in tongits.Kind)


def _is_costly(hand: tuple[Card, ...], first: tongits.Kind) -> bool:
    return laid_first(hand, first).deadwood > tongits.least_deadwood(hand)


DRILLS: Final = (count, loose, hasty, concealed)
