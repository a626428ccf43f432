"""Exercises about Tongits melds: set, run, ace, jokers. [T3, T10.1 to T10.3]

The lesson's exercises about laying off are in `laying_off`.
"""

from __future__ import annotations

from random import Random
from typing import Final

from cardlab import tongits
from cardlab.cards import DECK, JOKERS, RANKS, SUITS, Card
from cardlab.lessons.ask import Ask, Why, labelled
from cardlab.lessons.drill import drill
from cardlab.lessons.laying_off import WITH_JOKERS, joker_left, lay_off, opened
from cardlab.lessons.practice_hands import some_meld, until
from cardlab.lessons.tables_tongits import YOU
from cardlab.phrasing import tongits_sentences as sentences
from cardlab.phrasing.catalogue import card_label
from cardlab.phrasing.labelled_pile import by_rank
from cardlab.phrasing.messages import Deferred, Message, Shown, Text

# Is a handful a meld, where is one in a hand, which card repairs it (T3)

NO_KIND: Final = "neither"
_KINDS: Final = labelled("lesson.set", "lesson.run", "lesson.neither")
ACE_HIGH: Final = tongits.Rules(ace_high=True)


def ask_set_or_run(handful: tuple[Card, ...], rules: tongits.Rules = tongits.SHEET) -> Ask:
    """Ask whether cards are a set, a run or neither. [T3.1 to T3.3, T10.1, T10.2]"""
    # Several if the order decides what a joker stands for; none if it is no meld.
    readings = tongits.meld_readings(handful, rules)
    kind = readings[0].kind if readings else NO_KIND
    refusals = tongits.why_not_meld(handful, rules)
    because, groups, clauses = _why_meld(readings) if readings else (refusals, (), ())
    # Each wrong choice is told the refusals of its kind; those about the ace (T3.3) concern runs.
    denied = {tongits.Kind.SET: ("lesson.no_set", "T3.1"), tongits.Kind.RUN: ("lesson.no_run", "T3.2", "T3.3")}
    each: dict[str | int, Text] = {
        claim: tuple(one for one in refusals if one.rule in own) or Message(key, own[0], cards=handful)
        for claim, (key, *own) in denied.items()
    }
    return Ask(
        prompt=Message("lesson.set_or_run.prompt"),
        hand=handful,
        hand_label=Message("lesson.these_cards"),
        choices=_KINDS,
        notes=Message("lesson.jokers_shuffled_in", count=rules.jokers)
        if rules.jokers
        else Deferred(sentences.house_rules, rules),
        answer=str(kind),
        because=because,
        each=each,
        groups=groups,
        clauses=clauses,
        rule=(Message("clause.T3.1", "T3.1"), Message("clause.T3.2", "T3.2")),
        helps=_what_helps(handful, rules),
    )


def _what_helps(handful: tuple[Card, ...], rules: tongits.Rules) -> tuple[Text, ...]:
    """Return hints about a handful: its ranks and suits, or its cards without jokers."""
    naturals = tuple(card for card in handful if not card.is_joker)
    if jokers := len(handful) - len(naturals):
        without = Message("lesson.joker.without", cards=by_rank(naturals), count=jokers)
        return Message("lesson.joker.any_card", "T10.1"), without, Message("lesson.joker.two_naturals", "T10.2")
    ranks, suits = len({card.rank for card in handful}), len({card.suit for card in handful})
    count = Message("lesson.set_or_run.count", cards=len(handful), ranks=ranks, suits=suits)
    ace = Message("lesson.ace.both_ends" if rules.ace_high else "lesson.ace.low_end", "T3.3")
    of_ace = (ace,) if any(card.rank == "A" for card in handful) and ranks > 1 else ()
    in_order = Message("lesson.in_order", cards=by_rank(handful))
    return count, Message("lesson.set_or_run.what_is_needed"), *of_ace, in_order


def ask_meld(hand: tuple[Card, ...]) -> Ask:
    """Ask for cards of the hand that make a meld. [T3.4]"""

    def judge(handful: tuple[Card, ...]) -> Why:
        if meld := tongits.why_meld(handful):
            return Why(True, Deferred(sentences.why_meld, meld))
        refusals = tongits.why_not_meld(handful)
        # Say so if the repair needs a card that is not in the hand.
        fix = refusals[0].fix
        lacks = fix and fix.code == "add" and not {*hand} & {*fix.facts["cards"]}
        return Why(False, (refusals, Message("lesson.find_a_meld.not_in_hand", "T3.4") if lacks else ()))

    longest = max(tongits.melds_in(hand), key=lambda meld: len(meld.cards))
    first = longest.cards[0]
    return Ask(
        prompt=Message("lesson.find_a_meld.prompt"),
        hand=hand,
        choose="some",
        answer=longest.cards,
        judge=judge,
        helps=(
            Message(f"lesson.find_a_meld.look_{longest.kind}", rank=first.rank, suit=f"card.{first.suit}"),
            Message("lesson.belong", cards=longest.cards[:2]),
        ),
    )


def ask_repair(handful: tuple[Card, ...], spare: tuple[Card, ...] = ()) -> Ask:
    """Ask which `spare` card completes a meld; without any, which card must go. [T3]"""

    def after(card: tuple[Card, ...]) -> tuple[Card, ...]:
        return (*handful, *card) if spare else tuple(other for other in handful if other not in card)

    def judge(chosen: tuple[Card, ...]) -> Why:
        made = after(chosen)
        meld = tongits.why_meld(made)
        # First the reasons about the kind that one card would complete.
        refusals = tongits.why_not_meld(made)
        of_kind = [refusal for refusal in refusals if refusal.rule == sentences.KIND_CLAUSE[whole.kind]]
        return Why(True, Deferred(sentences.why_meld, meld)) if meld else Why(False, (of_kind, refusals))

    card, whole = next((card, meld) for card in spare or handful if (meld := tongits.why_meld(after((card,)))))
    first = whole.cards[0]
    where = Message(f"lesson.repair.to_{whole.kind}", rank=first.rank, suit=f"card.{first.suit}")
    stays = Message("lesson.belong", cards=tuple(card for card in whole.cards if card in handful)[:2])
    return Ask(
        prompt=Message("lesson.repair.prompt_add" if spare else "lesson.repair.prompt_drop"),
        hand=spare or handful,
        hand_label=() if spare else Message("lesson.these_cards"),
        piles=((handful, Message("lesson.repair.not_yet")),) if spare else (),
        answer=(card,),
        judge=judge,
        helps=(Message(f"lesson.repair.becomes_{whole.kind}"), where if spare else stays),
    )


@drill("melds.set_or_run", "T3.1", "T3.2", "T3.3", step="t3-2")
def set_or_run(chance: Random, level: int) -> Ask:
    """Make a question about whether cards are a set, a run or neither.

    Two in five are about the ace, which may be high at level 3 (house rule). The others are sets, runs and neither, a
    third each. At higher levels melds are longer, and handfuls that are no meld come nearer to one.
    """
    if chance.randrange(5) < 2:
        return _around_the_ace(chance, level)
    if chance.randrange(3):
        return ask_set_or_run(_some_meld(chance, 2 + level))
    how = chance.choice(_SPOILS[: level + 1])
    return ask_set_or_run(until(lambda: _spoilt(_some_meld(chance, 2 + level), how, chance), _is_no_meld))


def _around_the_ace(chance: Random, level: int) -> Ask:
    """Make a question with a set of aces, or an ace and its neighbours in one suit."""
    ranks = chance.choice(_WITH_ACE[: 3 if level == 1 else None])
    if ranks == "A":
        return ask_set_or_run(tuple(Card("A" + suit) for suit in sorted(chance.sample(SUITS, 3))))
    suit = chance.choice(SUITS)
    return ask_set_or_run(
        tuple(Card(rank + suit) for rank in ranks),
        chance.choice((tongits.SHEET, ACE_HIGH)) if level > 2 else tongits.SHEET,
    )


_WITH_ACE: Final = ("A23", "QKA", "KA2", "A234", "JQKA", "A", "QKA2", "A345", "KA23", "A2345", "TJQKA", "A34")


@drill("melds.find_a_meld", "T3.4")
def find_a_meld(chance: Random, level: int) -> Ask:
    """Make a question about finding a meld in a hand; every meld is right.

    Level 1: seven cards with two to nine melds. Level 2: nine with one or two. Level 3: twelve with one.
    """
    size, fewest, most = _SEARCH[level - 1]
    hand: tuple[Card, ...] = ()
    while not fewest <= len(tongits.melds_in(hand)) <= most:
        meld = _some_meld(chance, 4)
        rest = [card for card in DECK if card not in meld]
        hand = tuple(sorted((*meld, *chance.sample(rest, size - len(meld)))))
    return ask_meld(hand)


@drill("melds.repair", "T3.1", "T3.2", step="t3-2")
def repair(chance: Random, level: int) -> Ask:
    """Make a question about the card that makes a handful a meld.

    Level 1: a card is missing. Levels 2 and 3: or there is one too many.
    """
    if level > 1 and chance.randrange(2):
        handful = until(lambda: _one_too_many(chance, level), _is_no_meld)
        return ask_repair(handful)
    whole = until(
        lambda: _some_meld(chance, 2 + level), lambda meld: any(_is_no_meld(_less(meld, card)) for card in meld)
    )
    missing = chance.choice([card for card in whole if _is_no_meld(_less(whole, card))])
    handful = _less(whole, missing)
    near = [card for card in DECK if card not in whole and _is_near(card, missing)]
    wrong = [card for card in near if _is_no_meld((*handful, card))]
    others = chance.sample(wrong, 2)
    others.append(chance.choice([card for card in near if card not in others]))
    return ask_repair(handful, tuple(sorted((missing, *others))))


_SEARCH: Final = ((7, 2, 9), (9, 1, 2), (12, 1, 1))


def _some_meld(chance: Random, longest: int) -> tuple[Card, ...]:
    """Return a set or, as often, a run of at most `longest` cards, without an ace."""
    kind = chance.choice(tuple(tongits.Kind))
    return until(lambda: some_meld(chance, longest), lambda meld: meld.kind is kind and meld.cards[0].rank != "A").cards


_SPOILS: Final = ("only_two", "one_off", "gap", "mixed")
"""Ways to spoil a meld; each leaves it closer to a meld than the one before."""


def _spoilt(meld: tuple[Card, ...], how: str, chance: Random) -> tuple[Card, ...]:
    """Return a meld spoilt as `how` of `_SPOILS` says, or with one card replaced."""
    is_run, last = meld[0].suit == meld[-1].suit, meld[-1]
    match how:
        case "only_two":
            return meld[:2]
        case "gap" if is_run and last.rank != "K":
            leaving = chance.choice(meld[1:])
            return (*_less(meld, leaving), Card(RANKS[last.number] + last.suit))
        case "mixed" if is_run:
            other = chance.choice([suit for suit in SUITS if suit != meld[0].suit])
            return tuple(Card(card.rank + other) if place % 2 else card for place, card in enumerate(meld))
    leaving = chance.choice(meld)
    instead = chance.choice([card for card in DECK if card not in meld and _is_near(card, leaving)])
    return tuple(instead if card is leaving else card for card in meld)


def _one_too_many(chance: Random, level: int) -> tuple[Card, ...]:
    meld = _some_meld(chance, 1 + level)
    card = chance.choice([card for card in DECK if card not in meld and _is_near(card, meld[-1])])
    return tuple(sorted((*meld, card), key=lambda one: (one.number, one)))


def _is_no_meld(handful: tuple[Card, ...]) -> bool:
    return not tongits.meld_readings(handful)


def _less(meld: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(other for other in meld if other is not card)


def _is_near(card: Card, other: Card) -> bool:
    """Return whether two cards are at most one rank apart, or two in one suit."""
    return abs(card.number - other.number) <= (2 if card.suit == other.suit else 1)


# Which handfuls with jokers are melds, and what a joker stands for (T10.1 to T10.3)

UNCLEAR: Final = "unclear"


def ask_stands_for(order: tuple[Card, ...], joker: Card = JOKERS[0]) -> Ask:
    """Ask what a joker stands for in cards laid in this order. [T10.3]"""
    meld, readings = tongits.why_meld(order, WITH_JOKERS), tongits.meld_readings(order, WITH_JOKERS)
    meant = meld.stands_for[meld.cards.index(joker)] if meld else None

    if meld:
        key = "lesson.stands_for.only" if len(readings) == 1 else "lesson.stands_for.by_order"
        because: Text = Message(key, "T10.3", card=meant, run=meld.stands_for)
    else:
        table = tongits.State(
            WITH_JOKERS, (order, (), ()), (), first=YOU, seat=YOU, phase=tongits.Phase.LAY, began=tongits.Began.STOCK
        )
        because = tongits.why_not(table, tongits.LayMeld(YOU, order))

    naturals = tuple(card for card in order if not card.is_joker)
    # Every card that a joker could be here, and those next to them.
    numbers = [card.number for one in readings for card in one.stands_for]
    near = range(max(1, min(numbers) - 1), min(len(RANKS), max(numbers) + 1) + 1)
    possible = [card for number in near if (card := Card(RANKS[number - 1] + naturals[0].suit)) not in naturals]
    each: dict[str | int, Text] = {UNCLEAR: Message("lesson.stands_for.clear", "T10.3")}
    for card in possible:
        placed = tuple(card if one is joker else one for one in order)
        each[card.code] = Message("lesson.stands_for.no_run", "T10.3", card=card, cards=placed)
    rule = because
    if meld:
        rule = Message("lesson.stands_for.put_in_order", "T10.3", cards=meld.cards) if meld.cards != order else ()
    several = len(order) - len(naturals) > 1
    return Ask(
        prompt=Message(f"lesson.stands_for.prompt_{joker}" if several else "lesson.stands_for.prompt"),
        piles=((order, Message("lesson.stands_for.laid")),),
        choices={
            **{card.code: Deferred(card_label, card) for card in possible},
            UNCLEAR: Message("lesson.stands_for.unclear"),
        },
        answer=meant.code if meant else UNCLEAR,
        because=because,
        groups=((meld.stands_for, Message("lesson.joker.reads_as")),) if meld else (),
        each={} if rule else each,
        rule=rule,
        helps=(
            Message("lesson.stands_for.look", cards=by_rank(naturals)),
            Message("lesson.stands_for.possible", "T10.3", readings=tuple(one.stands_for for one in readings)),
        ),
    )


@drill("melds.joker_meld", "T10.1", "T10.2", "T10.3", step="t10-3")
def joker_meld(chance: Random, level: int) -> Ask:
    """Make a question about a handful with jokers, or about a joker in a run."""
    return (_some_with_jokers if chance.randrange(2) else _stands_for)(chance, level)


def _some_with_jokers(chance: Random, level: int) -> Ask:
    """Make a question about whether a handful with jokers is a meld, of the shapes for the level."""
    shape = chance.choice(_SHAPES[: (8, 12, 20)[level - 1]])
    if isinstance(shape, int):
        naturals, jokers = divmod(shape, 10)
        rank = chance.choice(RANKS)
        cards = [Card(rank + suit) for suit in sorted(chance.sample(SUITS, naturals))]
    else:
        suits = chance.sample(SUITS, 2) if shape.endswith("/") else [chance.choice(SUITS)] * 2
        ranks, jokers = shape.rstrip("/*"), shape.count("*")
        start = 0 if ranks[0] == "A" or ranks[-1] == "K" else chance.randrange(5)
        cards = [Card(RANKS[RANKS.index(rank) + start] + suits[nth % 2]) for nth, rank in enumerate(ranks)]
    return ask_set_or_run((*cards, *JOKERS[:jokers]), WITH_JOKERS)


def _stands_for(chance: Random, level: int) -> Ask:
    """Make a question about what a joker in a run stands for; from level 2 in any order, at level 3 with two."""
    jokers = 2 if level > 2 else 1
    length = 3 if level == 1 else chance.choice((level + 1, level + 2))
    suit, last = chance.choice(SUITS), len(RANKS) - length
    start = chance.randrange(last + 1) if chance.randrange(3) else chance.choice((0, last))
    run = [Card(rank + suit) for rank in RANKS[start : start + length]]
    for place, joker in zip(sorted(chance.sample(range(length), jokers)), JOKERS, strict=False):
        run[place] = joker
    if level > 1 and chance.randrange(2):
        naturals = [card for card in run if not card.is_joker]
        naturals = naturals[::-1] if chance.randrange(2) else naturals
        run = [*JOKERS[:jokers], *naturals] if chance.randrange(2) else [*naturals, *JOKERS[:jokers]]
    return ask_stands_for(tuple(run), chance.choice(JOKERS[:jokers]))


_SHAPES: Final[tuple[str | int, ...]] = (
    *("46*", "45*", "47*", "46*/", "45*/", 21, "457*", 21),
    *("47**", 12, 22, "48**"),
    *("QK*", "AK*", "A3*", 41, "AQK*", "A4**", 32, 31),
)
"""Ranks and jokers (*), with "/" in two suits. Numbers are about one rank: 21 is two cards and one joker."""


def _why_meld(readings: tuple[tongits.Meld, ...]) -> tuple[Text, tuple[Shown, ...], tuple[str, ...]]:
    """Return why a handful is a meld, what its jokers stand for, and further clauses."""
    meld = readings[0]
    cards, clause = meld.stands_for, sentences.KIND_CLAUSE[meld.kind]
    if not meld.jokers:
        return Deferred(sentences.why_meld, meld), (), ()
    suit = f"card.{cards[0].suit}"
    because = Message(f"why.{meld.kind}", clause, rank=cards[0].rank, suit=suit, cards=cards, count=len(cards))
    if meld.kind is tongits.Kind.SET:
        return (because, Message("lesson.joker.in_set", "T10.2", rank=cards[0].rank, count=len(meld.jokers))), (), ()
    groups = tuple((one.stands_for, Message("lesson.joker.reads_as")) for one in readings)
    if len(readings) > 1:
        several = Message("lesson.joker.several", "T10.3", readings=tuple(one.stands_for for one in readings))
        return several, groups, (clause,)
    meant = tuple(card for card, laid in zip(cards, meld.cards, strict=True) if laid.is_joker)
    return (because, Message("lesson.joker.in_run", "T10.3", cards=meant, count=len(meant))), groups, ()


DRILLS: Final = (set_or_run, repair, find_a_meld, opened, lay_off, joker_meld, joker_left)
