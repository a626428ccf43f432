"""Exercises about melds on the table. [T3.5, T4, T10.4]"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

from cardlab import tongits
from cardlab.cards import DECK, JOKERS, RANKS, Card
from cardlab.lessons.ask import YES_OR_NO, Ask
from cardlab.lessons.drill import drill
from cardlab.lessons.practice_hands import some_melds
from cardlab.lessons.tables_tongits import YOU, melded_cards
from cardlab.phrasing import Reader
from cardlab.phrasing.messages import Deferred, Message, Name, Text, in_words
from cardlab.phrasing.scoring import sum_in_detail
from cardlab.phrasing.tongits_sentences import KIND_CLAUSE

# Which cards can be laid off on the melds on the table (T4), and who has opened (T3.5)

OPPONENT: Final = 1


def ask_lay_off(hand: tuple[Card, ...], table: tuple[tongits.Laid, ...]) -> Ask:
    """Ask for all cards of a hand that can be laid off on these melds. [T4.1, T4.2]"""
    melds = [laid.meld for laid in table if laid.meld]
    # The most cards that can be laid off on each meld; no card can go on two.
    added = [max(tongits.extensions(meld, hand), key=len, default=()) for meld in melds]
    fitting = tuple(card for card in hand if any(card in cards for cards in added))

    next_to = []
    for meld in melds:
        first = tuple(card for card in DECK if tongits.grown(meld, (card,)))
        key = "lesson.lay_off.fits_next" if first else "lesson.lay_off.complete"
        next_to.append(Message(key, meld=meld.cards, cards=first))
    return Ask(
        hand,
        prompt=Message("lesson.lay_off.prompt"),
        piles=tuple(map(_pile, table)),
        choose="any",
        answer=fitting,
        because=[_grows(meld, cards) for meld, cards in zip(melds, added, strict=True)],
        each={card.code: [Deferred(_misfit, card, meld) for meld in melds] for card in hand},
        rule=Message("clause.T4.1", "T4.1"),
        clauses=("T4.1", "T4.2"),
        helps=(next_to, Message("so_far.how_many", count=len(fitting))),
    )


def _grows(meld: tongits.Meld, added: tuple[Card, ...]) -> Message:
    """Say how a meld grows by a lay-off, or that it stays as it is."""
    after = tongits.grown(meld, added)
    facts = {"meld": meld.cards, "cards": added, "after": after.cards if after else ()}
    return Message("lesson.lay_off.grows" if after else "lesson.lay_off.stays", "T4.2", **facts)


def _misfit(reader: Reader, card: Card, meld: tongits.Meld) -> str:
    """Say why a card can't be laid off on a meld."""
    other = KIND_CLAUSE[tongits.Kind.RUN if meld.kind is tongits.Kind.SET else tongits.Kind.SET]
    refused = tongits.why_not_meld((*meld.cards, card))
    refusals = [replace(refusal, fix=None) for refusal in refused if refusal.rule != other]
    no_meld = Message("lesson.lay_off.no_meld_left", "T4.2", card=card, meld=meld.cards)
    return in_words(reader, (refusals, no_meld))


def ask_opened(table: tuple[tongits.Laid, ...], laid_off: tuple[Card, ...] = ()) -> Ask:
    """Ask whether the learner has opened. [T3.5, T4.3]

    `laid_off`: cards that the learner has laid off on these melds.
    """
    hands: tuple[tuple[Card, ...], ...] = ((), (), ())
    state = tongits.State(
        tongits.Rules(), hands, (), first=YOU, seat=YOU, phase=tongits.Phase.LAY, began=None, melds=table
    )
    has_opened = state.opened(YOU)
    return Ask(
        choices=YES_OR_NO,
        prompt=Message("lesson.opened.prompt_laid_off" if laid_off else "lesson.opened.prompt", cards=laid_off),
        piles=tuple(map(_pile, table)),
        answer="yes" if has_opened else "no",
        because=(Message("clause.T3.5", "T3.5"), Message("clause.T4.3", "T4.3") if laid_off and not has_opened else ()),
        helps=(
            Message("lesson.opened.whose"),
            Message("lesson.may_call.own_melds", melds=sum(laid.owner == YOU for laid in table)),
        ),
        state=state,
    )


@drill("melds.lay_off", "T4.1", "T4.2")
def lay_off(chance: Random, level: int) -> Ask:
    """Make a question about which cards can be laid off.

    Level 1: one meld and seven cards. Level 2: one meld and eight. Level 3: two melds and nine. At times nothing fits.
    """
    melds = some_melds(chance, 2 if level > 2 else 1)
    table = tuple(tongits.Laid(meld, chance.choice((YOU, OPPONENT))) for meld in melds)
    rest = [card for card in DECK if card not in melded_cards(table)]
    near = [card for card in rest if any(_is_near(card, meld) for meld in melds)]
    hand = chance.sample(near, min(len(near), 3 + level))
    hand += chance.sample([card for card in rest if card not in hand], 6 + level - len(hand))
    return ask_lay_off(tuple(sorted(hand)), table)


@drill("melds.opened", "T3.5", "T4.3")
def opened(chance: Random, level: int) -> Ask:
    """Make a question about whether the learner has opened.

    Level 1: one meld. Levels 2 and 3: two melds, and a card that the learner has laid off, if one fits.
    """
    owners = chance.choice(((OPPONENT,), (YOU, OPPONENT)))
    melds = some_melds(chance, min(level, 2))
    table = tuple(tongits.Laid(meld, chance.choice(owners)) for meld in melds)
    target = chance.choice(melds)
    fitting = [card for card in DECK if card not in melded_cards(table) and tongits.grown(target, (card,))]
    if level == 1 or not fitting:
        return ask_opened(table)
    laid_off = (chance.choice(fitting),)
    grown = (replace(laid, meld=tongits.grown(target, laid_off)) if laid.meld is target else laid for laid in table)
    return ask_opened(tuple(grown), laid_off)


def _pile(laid: tongits.Laid) -> tuple[tuple[Card, ...], Text]:
    key = "lesson.your_meld" if laid.owner == YOU else "lesson.opponents_meld"
    return laid.meld.cards if laid.meld else (), Message(key)


def _is_near(card: Card, meld: tongits.Meld) -> bool:
    """Return whether a card fits on a meld, or could be mistaken for one that does."""
    if meld.kind is tongits.Kind.SET:
        return abs(card.number - meld.start) <= 1
    low, high = meld.cards[0].number, meld.cards[-1].number
    return card.suit == meld.cards[0].suit or card.number in (low - 1, high + 1)


# Where a joker can be laid off, and what it counts if it is left in the hand (T10.4)

WITH_JOKERS: Final = tongits.Rules(jokers=2)
FIRST, SECOND = JOKERS[:2]


@cache
def _full_or_not() -> tuple[tongits.Meld, ...]:
    return tuple(meld for meld in tongits.melds_in(DECK) if len(meld.cards) < 6 or len(meld.cards) == len(RANKS))


@cache
def _with_first() -> tuple[tongits.Meld, ...]:
    melds = tongits.melds_in((*DECK, FIRST), WITH_JOKERS)
    return tuple(meld for meld in melds if meld.jokers and len(meld.cards) < 6)


def ask_on_which(joker: Card, table: tuple[tongits.Laid, ...], rules: tongits.Rules = WITH_JOKERS) -> Ask:
    """Ask for all melds on which a joker can be laid off. [T10.4]"""
    melds = {str(place): laid.meld for place, laid in enumerate(table) if laid.meld}
    labels = {
        str(place): Message("lesson.on_which.meld", number=place + 1, who=Name(laid.owner))
        for place, laid in enumerate(table)
    }
    fitting = tuple(key for key, meld in melds.items() if tongits.grown(meld, (joker,), rules))

    return Ask(
        (joker,),
        labels,
        prompt=Message("lesson.on_which.prompt"),
        hand_label=Message("lesson.on_which.card"),
        piles=tuple((meld.cards, labels[key]) for key, meld in melds.items()),
        notes=Message("lesson.jokers_shuffled_in", count=rules.jokers),
        choose="any",
        answer=fitting,
        because=[_joined(joker, meld, labels[key], rules) for key, meld in melds.items()],
        each={key: Message("lesson.lay_off.complete", "T4.2", meld=meld.cards) for key, meld in melds.items()},
        rule=Message("lesson.on_which.any_owner", "T10.4"),
        clauses=("T10.4", "T4.2"),
        helps=(Message("lesson.on_which.any_owner", "T4.1"), Message("so_far.how_many", count=len(fitting))),
    )


def _joined(joker: Card, meld: tongits.Meld, label: Message, rules: tongits.Rules) -> Message:
    """Say what a joker stands for in a meld: either end of a run, any suit in a set."""
    ends = [after for low in (False, True) if (after := tongits.grown(meld, (joker,), rules, low=low))]
    if not ends:
        return Message("lesson.lay_off.complete", "T4.2", meld=meld.cards)
    if meld.kind is tongits.Kind.SET:
        return Message("lesson.on_which.joker_in_set", "T10.4", meld=label, rank=meld.stands_for[0].rank)
    meant = dict.fromkeys(after.stands_for[after.cards.index(joker)] for after in ends)
    return Message("lesson.on_which.joker", "T10.4", meld=label, cards=tuple(meant))


def ask_joker_left(hand: tuple[Card, ...], rules: tongits.Rules = WITH_JOKERS) -> Ask:
    """Ask what a hand with jokers counts. [T10.4]"""
    naturals = tuple(card for card in hand if not card.is_joker)
    each = Message("lesson.joker_left.each", "T10.4", points=tongits.points(FIRST, rules))
    parts = Deferred(sum_in_detail, tongits.deadwood_parts(hand, rules))
    return Ask(
        hand,
        prompt=Message("lesson.joker_left.prompt"),
        notes=each if rules.joker_points else Message("lesson.joker_left.nothing_agreed"),
        answer=tongits.deadwood(hand, rules),
        because=Message("why.deadwood", "T10.4", parts=parts, total=tongits.deadwood(hand, rules)),
        rule=each,
        clauses=("T9.1", "T10.4"),
        helps=(each, Message("lesson.joker_left.others", cards=naturals, points=tongits.deadwood(naturals, rules))),
    )


@drill("melds.joker_left", "T10.4")
def joker_left(chance: Random, level: int) -> Ask:
    """Make a question about laying off a joker, or about a hand that contains one."""
    return (_on_which if chance.randrange(2) else _some_left)(chance, level)


def _on_which(chance: Random, level: int) -> Ask:
    """Make a question about the melds on which a joker can be laid off: one more than the level."""
    joker_lies = level > 2
    while True:
        table: tuple[tongits.Laid, ...] = ()
        for pool in (*[_full_or_not()] * min(3, 1 + level), *([_with_first()] if joker_lies else [])):
            taken, kind = melded_cards(table), chance.choice(tuple(tongits.Kind))
            free = [meld for meld in pool if not taken.intersection(meld.cards)]
            # Where two suits are laid as whole runs, no set is left.
            beside = [meld for meld in free if meld.kind is kind] or free
            table += (tongits.Laid(chance.choice(beside), chance.randrange(3)),)
        question = ask_on_which(SECOND if joker_lies else FIRST, table)
        if question.answer != tuple(map(str, range(len(table)))) or chance.randrange(4) == 0:
            return question


def _some_left(chance: Random, level: int) -> Ask:
    """Make a question about a hand with jokers, which count from level 2 on; at level 3 there are two."""
    rules = WITH_JOKERS if level == 1 else tongits.Rules(jokers=2, joker_points=chance.choice((5, 10, 15, 20, 25)))
    jokers = JOKERS[: 2 if level > 2 else 1]
    return ask_joker_left((*sorted(chance.sample(DECK, 2 + level)), *jokers), rules)
