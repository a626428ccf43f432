"""The exercises about deadwood (T9.1, T9.2): each a `Drill`, called with language and seed."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final, Literal, TypeAlias

from cardlab import tongits
from cardlab.cards import DECK, Card
from cardlab.lessons.ask import Ask, Why
from cardlab.lessons.drill import drill
from cardlab.lessons.practice_hands import best_whole, between, laid_first, some_hand, some_melds, until
from cardlab.phrasing import Reader
from cardlab.phrasing.messages import Deferred, Message, Shown, Text, in_words
from cardlab.phrasing.scoring import counted, groups, layout, miscounted

# Questions about deadwood: what a hand counts, and what it costs to keep melds in it (T9.1, T9.2)

HOUSE: Final = tongits.Rules(concealed_melds_count=False)
Asked: TypeAlias = Literal["count", "cost"]
_READINGS: Final = {
    True: (
        "sheet",
        "house",
        "lesson.concealed.at_sheet",
        "lesson.concealed.by_sheet",
        "lesson.concealed.that_is_house",
    ),
    False: (
        "house",
        "sheet",
        "lesson.concealed.at_house",
        "lesson.concealed.by_house",
        "lesson.concealed.that_is_sheet",
    ),
}
"""By `concealed_melds_count`: the reading in force and the other one; the table, the reason and the other in words."""


def ask_count(hand: tuple[Card, ...], table: tuple[tongits.Meld, ...] = ()) -> Ask:
    """T9.1, T9.2: what do the cards left in hand count, with these melds of the learner on the table?"""

    def wrong(number: int) -> Text:
        if number == tongits.deadwood((*hand, *_laid(table))):
            return Message("lesson.count.laid_counted", "T9.2")
        return Deferred(miscounted, number, hand)

    courts = tuple(card for card in hand if card.number > 10)
    tens = Message(
        "lesson.count.courts" if courts else "lesson.count.no_courts", "T9.1", cards=courts, count=len(courts)
    )
    return Ask(
        hand,
        prompt=Message("lesson.count.prompt" if table else "lesson.count.left", count=len(table)),
        piles=_your(table),
        answer=tongits.deadwood(hand),
        because=(Deferred(counted, hand), Message("lesson.count.not_laid", "T9.2") if table else ()),
        wrong=wrong,
        clauses=("T9.1", "T9.2"),
        helps=(Message("lesson.count.only_hand", "T9.2"), tens) if table else (tens,),
    )


def ask_concealed(
    hand: tuple[Card, ...],
    table: tuple[tongits.Meld, ...] = (),
    rules: tongits.Rules = tongits.SHEET,
    asked: Asked = "count",
) -> Ask:
    """T9.2: what does a hand with melds kept in it count at this table, or what do they cost, when the round ends?"""
    best = best_whole(hand)[0]
    reading, other, at_table, reason, by_the_other = _READINGS[rules.concealed_melds_count]
    sheet, house = (tongits.hand_deadwood(hand, one) for one in (tongits.SHEET, HOUSE))
    by_reading = {"sheet": sheet, "house": house}
    if asked == "cost":
        by_reading = {key: count - tongits.least_deadwood(hand) for key, count in by_reading.items()}

    def wrong(number: int) -> Text:
        why = Message(reason, "T9.2")
        if number == by_reading[other]:
            return Message(by_the_other), why
        if reading == "house":
            return why
        if asked == "cost":
            return why, Message("lesson.concealed.cost_is", "T9.2")
        return Deferred(miscounted, number, hand), why

    melds = tuple(meld.cards for meld in best.melds)
    return Ask(
        hand,
        prompt=Message("lesson.concealed.cost" if asked == "cost" else "lesson.concealed.count"),
        piles=_your(table),
        notes=Message(at_table),
        answer=by_reading[reading],
        # What the hand counts by the sheet, what by the house rule, and what lies between.
        because=(
            Deferred(_counts, Message("lesson.concealed.sheet_counts", "T9.2", count=sheet), hand),
            Deferred(_counts, Message("lesson.concealed.house_counts", "T9.2", count=house), best.loose),
            Message("lesson.concealed.price", count=sheet - house),
        ),
        groups=(Deferred(groups, best),),
        wrong=wrong,
        clauses=("T9.1", "T9.2"),
        helps=(Message(reason, "T9.2"), Message("lesson.concealed.hidden", melds=melds)),
    )


def _counts(reader: Reader, message: Message, cards: tuple[Card, ...]) -> str:
    """A sentence, and how these cards are counted."""
    return f"{in_words(reader, message)} {counted(cards, reader.lang)}"


@drill("deadwood.count", "T9.1", "T9.2")
def count(chance: Random, level: int) -> Ask:
    """What do the cards left in hand count, with melds on the table?

    A meld on the table and a few cards left; then two melds, more cards, and always some that count ten.
    """
    table = some_melds(chance, min(level, 2))
    others = [card for card in DECK if card not in _laid(table)]
    hand = until(
        lambda: chance.sample(others, 1 + 2 * level), lambda cards: level < 2 or any(card.number > 10 for card in cards)
    )
    return ask_count(tuple(sorted(hand)), table)


@drill("deadwood.concealed", "T9.2")
def concealed(chance: Random, level: int) -> Ask:
    """What does a hand count in which melds are kept, by the sheet and by the house rule?

    A hand with a meld in it, by the default rule; then larger ones, by either, and what the melds cost; then with a
    card that suits two melds.
    """
    table = some_melds(chance, 1)
    laid = set(_laid(table))
    # Melds are kept in the hand, and other cards too, none of them on the table.
    hand = until(
        lambda: some_hand(chance, 4 + 2 * level, int(level < 3), int(level > 2)),
        lambda cards: 0 < tongits.least_deadwood(cards) < tongits.deadwood(cards) and not laid & set(cards),
    )
    rules = chance.choice((tongits.SHEET, HOUSE)) if level > 1 else tongits.SHEET
    return ask_concealed(hand, table, rules, "cost" if level > 1 and chance.randrange(2) else "count")


def _your(table: tuple[tongits.Meld, ...]) -> tuple[Shown, ...]:
    return tuple((meld.cards, Message("lesson.your_meld")) for meld in table)


def _laid(table: Iterable[tongits.Meld]) -> tuple[Card, ...]:
    return tuple(card for meld in table for card in meld.cards)


# Questions about laying out a hand: what stays loose, and what haste costs (T9.2, T3.4)

# For each level: the cards of a hand, the melds dealt into it, the pairs of a set and a run that share a card.
HANDS: Final = ((7, 1, 0), (10, 1, 1), (13, 0, 2))


def ask_loose(hand: tuple[Card, ...]) -> Ask:
    """T9.2: which cards stay loose when melds are laid as well as possible? Every best arrangement is right."""

    def judge(loose: tuple[Card, ...]) -> Why:
        homeless = tongits.best_arrangements(tuple(card for card in hand if card not in loose))[0].loose
        if homeless:
            return Why(False, Message("lesson.loose.no_meld", "T3.4", count=len(homeless)))
        if tongits.deadwood(loose) == tongits.least_deadwood(hand):
            chosen = next(one for one in best_whole(hand) if set(one.loose) == set(loose))
            return Why(True, _as_laid(hand, chosen), groups=(Deferred(groups, chosen),), clauses=("T9.1", "T9.2"))
        crossing = between(hand)
        look = Message("lesson.loose.look", "T3.4", cards=crossing) if crossing else ()
        less = Message("lesson.loose.not_least", "T9.2", count=tongits.deadwood(loose))
        return Why(False, (less, look), clauses=("T3.4",))

    return Ask(
        hand,
        prompt=Message("lesson.loose.prompt"),
        choose="any",
        answer=best_whole(hand)[0].loose,
        judge=judge,
        helps=_hints_to_best(hand),
    )


def ask_hasty(hand: tuple[Card, ...], first: tongits.Kind = tongits.Kind.SET) -> Ask:
    """T9.2: how many points too many does it leave to lay all sets first, or all runs?"""
    laid, best = laid_first(hand, first), best_whole(hand)[0]
    lost = laid.deadwood - best.deadwood
    by_sets = first is tongits.Kind.SET
    hastily = Message(
        "lesson.hasty.set_laid" if by_sets else "lesson.hasty.run_laid", "T3.4", layout=Deferred(layout, laid)
    )

    def wrong(number: int) -> Text:
        if number in (laid.deadwood, best.deadwood):
            return Message("lesson.hasty.only_hasty" if number == laid.deadwood else "lesson.hasty.only_best", "T9.2")
        return Message("lesson.hasty.too_many" if number > lost else "lesson.hasty.too_few", "T9.2"), hastily

    key = "lesson.hasty.stays_best" if best.loose else "lesson.hasty.nothing_stays"
    return Ask(
        hand,
        prompt=Message("lesson.hasty.set_first" if by_sets else "lesson.hasty.run_first"),
        answer=lost,
        because=(
            Deferred(_counts, hastily, laid.loose),
            Deferred(_counts, Message("lesson.hasty.best", "T9.2", layout=Deferred(layout, best)), best.loose),
            Message("lesson.hasty.lost", laid=laid.deadwood, best=best.deadwood, lost=lost),
        ),
        groups=(Deferred(groups, best),),
        wrong=wrong,
        clauses=("T9.1", "T9.2", "T3.4"),
        helps=(Message("lesson.hasty.twice"), hastily, Message(key, cards=best.loose, count=len(best.loose))),
    )


@drill("deadwood.loose", "T9.2", "T3.4")
def loose(chance: Random, level: int) -> Ask:
    """Which cards stay loose in the best arrangement? Every best arrangement is right.

    A hand without a choice to make; then one with a card that suits two melds; then several such cards.
    """
    return ask_loose(until(lambda: some_hand(chance, *HANDS[level - 1]), lambda cards: _meets(cards, level)))


@drill("deadwood.hasty", "T9.2", "T3.4")
def hasty(chance: Random, level: int) -> Ask:
    """How many points does it cost to lay all sets first, or all runs?

    Sets first, and it costs something; then runs first too; then with several cards that suit two melds.
    """
    first = chance.choice(tuple(tongits.Kind)) if level > 1 else tongits.Kind.SET
    costs = level < 2 or bool(chance.randrange(4))
    hand = until(lambda: some_hand(chance, *_CROSSING[level - 1]), lambda cards: _is_costly(cards, first) is costs)
    return ask_hasty(hand, first)


def _as_laid(hand: tuple[Card, ...], best: tongits.Arrangement) -> Text:
    """How a best arrangement lies, what its loose cards count, and how many are as good."""
    count = len(best_whole(hand))
    several = Message("lesson.best.several", count=count) if count > 1 else ()
    return Deferred(layout, best), Deferred(counted, best.loose), several


def _hints_to_best(hand: tuple[Card, ...]) -> tuple[Text, ...]:
    """Where to look, then how many melds, then how many points stay."""
    best, crossing = best_whole(hand)[0], between(hand)
    key = "lesson.best.between" if crossing else "lesson.best.no_choice"
    look = Message(key, "T3.4", cards=crossing, count=len(crossing))
    return (
        look,
        Message("lesson.best.melds", count=len(best.melds)),
        Message("lesson.best.points_left", count=best.deadwood),
    )


_CROSSING: Final = ((7, 0, 1), (10, 1, 1), (13, 0, 2))


def _meets(hand: tuple[Card, ...], level: int) -> bool:
    """Level 1: no card suits two melds, and one stays loose. 2: one does. 3: more do, and haste of one kind costs."""
    crossing = len(between(hand))
    if level == 1:
        return not crossing and tongits.least_deadwood(hand) > 0
    if level == 2:
        return crossing > 0
    return crossing > 1 and any(_is_costly(hand, kind) for kind in tongits.Kind)


def _is_costly(hand: tuple[Card, ...], first: tongits.Kind) -> bool:
    return laid_first(hand, first).deadwood > tongits.least_deadwood(hand)


DRILLS: Final = (count, loose, hasty, concealed)
