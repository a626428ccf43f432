"""The exercises about melds that lie on the table: laying off (T4), who has opened (T3.5), jokers there (T10.4)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from cardlab import tongits
from cardlab.cards import DECK, JOKERS, RANKS, Card
from cardlab.lessons.ask import Ask, yes_or_no
from cardlab.lessons.drill import drill
from cardlab.lessons.practice_hands import some_melds
from cardlab.lessons.tables_tongits import YOU, melded_cards
from cardlab.phrasing import Reader, Reason, by_rule
from cardlab.phrasing.messages import Deferred, Message, Name, Text
from cardlab.phrasing.scoring import sum_in_detail
from cardlab.phrasing.tongits_sentences import KIND_CLAUSE

# Questions about melds on the table: which cards can be laid off on them (T4), and who has opened (T3.5)

OPPONENT: Final = 1


def ask_lay_off(hand: tuple[Card, ...], table: tuple[tongits.Laid, ...]) -> Ask:
    """T4.1, T4.2: which cards of the hand can be laid off on these melds? All that can are asked for."""
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
        helps=(next_to, Message("lesson.lay_off.how_many", cards=len(fitting))),
    )


def _grows(meld: tongits.Meld, added: tuple[Card, ...]) -> Message:
    """What becomes of a meld, or that it stays as it is."""
    after = tongits.grown(meld, added)
    facts = {"meld": meld.cards, "cards": added, "after": after.cards if after else ()}
    return Message("lesson.lay_off.grows" if after else "lesson.lay_off.stays", "T4.2", **facts)


def _misfit(reader: Reader, card: Card, meld: tongits.Meld) -> str:
    """Why a card cannot go on a meld: what is wrong with those of its kind, and so it would be none any more."""
    other = KIND_CLAUSE[tongits.Kind.RUN if meld.kind is tongits.Kind.SET else tongits.Kind.SET]
    refusals = [refusal for refusal in tongits.why_not_meld((*meld.cards, card)) if refusal.rule != other]
    no_meld = by_rule("lesson.lay_off.no_meld_left", "T4.2", reader.lang, card=card, meld=meld.cards)
    return " ".join((*(reader.explain(refusal, repair=False) for refusal in refusals), no_meld))


def ask_opened(table: tuple[tongits.Laid, ...], laid_off: tuple[Card, ...] = ()) -> Ask:
    """T3.5, T4.3: has the learner opened, with these melds on the table and `laid_off` added by the learner?"""
    hands: tuple[tuple[Card, ...], ...] = ((), (), ())
    state = tongits.State(
        tongits.Rules(), hands, (), first=YOU, seat=YOU, phase=tongits.Phase.LAY, began=None, melds=table
    )
    has_opened = state.opened(YOU)
    because: Text = Message("lesson.opened.yes" if has_opened else "lesson.opened.no", "T3.5")
    if laid_off and not has_opened:
        because = (because, Message("lesson.opened.only_laid_off", "T4.3", cards=laid_off))
    return Ask(
        choices=yes_or_no(),
        prompt=Message("lesson.opened.prompt_laid_off" if laid_off else "lesson.opened.prompt", cards=laid_off),
        piles=tuple(map(_pile, table)),
        answer="yes" if has_opened else "no",
        because=because,
        helps=(
            Message("lesson.opened.whose"),
            Message("lesson.may_call.own_melds", melds=sum(laid.owner == YOU for laid in table)),
        ),
        state=state,
    )


@drill("melds.lay_off", "T4.1", "T4.2")
def lay_off(chance: Random, level: int) -> Ask:
    """Which cards of the hand can be laid off on the melds on the table?

    One meld and a card or two; then chains that need each other; then two melds. Now and then nothing fits.
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
    """Has this player opened?

    An opponent's meld, perhaps one's own; from level 2 on also something laid off.
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
    """A card that could be mistaken for one that fits, or is one."""
    if meld.kind is tongits.Kind.SET:
        return abs(card.number - meld.start) <= 1
    low, high = meld.cards[0].number, meld.cards[-1].number
    return card.suit == meld.cards[0].suit or card.number in (low - 1, high + 1)


# Questions about a joker that lies in no meld yet: where it can be laid off, and what it counts if it is left (T10.4)

WITH_JOKERS: Final = tongits.Rules(jokers=2)
FIRST, SECOND = JOKERS[:2]
_FULL_OR_NOT: Final = tuple(
    meld for meld in tongits.melds_in(DECK) if len(meld.cards) < 6 or len(meld.cards) == len(RANKS)
)
_WITH_FIRST: Final = tuple(
    meld for meld in tongits.melds_in((*DECK, FIRST), WITH_JOKERS) if meld.jokers and len(meld.cards) < 6
)


def ask_on_which(joker: Card, table: tuple[tongits.Laid, ...], rules: tongits.Rules = WITH_JOKERS) -> Ask:
    """T10.4: on which of these melds may the joker be laid off? All of them are asked for."""
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
        each={key: Message("lesson.on_which.no_room", "T4.2", cards=meld.cards) for key, meld in melds.items()},
        rule=Message("lesson.on_which.any_owner", "T10.4"),
        clauses=("T10.4", "T4.2"),
        helps=(Message("lesson.on_which.any_owner", "T4.1"), Message("lesson.on_which.how_many", melds=len(fitting))),
    )


def _joined(joker: Card, meld: tongits.Meld, label: Message, rules: tongits.Rules) -> Message:
    """What the joker stands for in a meld: at either end of a run; in a set the suit makes no difference."""
    ends = [after for low in (False, True) if (after := tongits.grown(meld, (joker,), rules, low=low))]
    if not ends:
        return Message("lesson.on_which.full", "T4.2", meld=label, cards=meld.cards)
    if meld.kind is tongits.Kind.SET:
        return Message("lesson.on_which.joker_in_set", "T10.4", meld=label, rank=meld.stands_for[0].rank)
    meant = dict.fromkeys(after.stands_for[after.cards.index(joker)] for after in ends)
    return Message("lesson.on_which.joker", "T10.4", meld=label, cards=tuple(meant))


def ask_joker_left(hand: tuple[Card, ...], rules: tongits.Rules = WITH_JOKERS) -> Ask:
    """T10.4: what does a hand count in which a joker has been left?"""
    naturals = tuple(card for card in hand if not card.is_joker)
    each = Message("lesson.joker_left.each", "T10.4", points=tongits.points(FIRST, rules))

    agreed = "lesson.joker_left.points" if rules.joker_points else "lesson.joker_left.nothing_agreed"
    return Ask(
        hand,
        prompt=Message("lesson.joker_left.prompt"),
        notes=Message(agreed, points=rules.joker_points),
        answer=tongits.deadwood(hand, rules),
        because=Deferred(_counted, hand, rules),
        each={tongits.deadwood(naturals, rules): Message("lesson.joker_left.forgotten", "T10.4")},
        rule=each,
        clauses=("T9.1", "T10.4"),
        helps=(each, Message("lesson.joker_left.others", cards=naturals, points=tongits.deadwood(naturals, rules))),
    )


def _counted(reader: Reader, hand: tuple[Card, ...], rules: tongits.Rules) -> Reason:
    added = sum_in_detail(tongits.deadwood_parts(hand, rules), reader.lang)
    return reader.because("why.deadwood", "T10.4", parts=added, total=tongits.deadwood(hand, rules))


@drill("melds.joker_left", "T10.4")
def joker_left(chance: Random, level: int) -> Ask:
    """On which melds can a joker be laid off, and what does a hand count in which one is left?"""
    return (_on_which if chance.randrange(2) else _some_left)(chance, level)


def _on_which(chance: Random, level: int) -> Ask:
    """Two melds, then three, then four with a joker in one of them: full sets, full runs, and melds that can grow."""
    joker_lies = level > 2
    while True:
        table: tuple[tongits.Laid, ...] = ()
        for pool in (*[_FULL_OR_NOT] * min(3, 1 + level), *([_WITH_FIRST] if joker_lies else [])):
            taken, kind = melded_cards(table), chance.choice(tuple(tongits.Kind))
            beside = [meld for meld in pool if meld.kind is kind and not taken.intersection(meld.cards)]
            table += (tongits.Laid(chance.choice(beside), chance.randrange(3)),)
        question = ask_on_which(SECOND if joker_lies else FIRST, table)
        if question.answer != tuple(map(str, range(len(table)))) or chance.randrange(4) == 0:
            return question


def _some_left(chance: Random, level: int) -> Ask:
    """A joker that counts nothing; then one for which the table has agreed on points; then two of them."""
    rules = WITH_JOKERS if level == 1 else tongits.Rules(jokers=2, joker_points=chance.choice((5, 10, 15, 20, 25)))
    jokers = JOKERS[: 2 if level > 2 else 1]
    return ask_joker_left((*sorted(chance.sample(DECK, 2 + level)), *jokers), rules)
