"""The exercises about Tongits melds (T3, T10.1 to T10.3): set, run, ace, jokers.

The exercises about laying off, which the same lesson shows, stand in `laying_off`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cardlab.cards import DECK, JOKERS, RANKS, SUITS, Card
from cardlab.lessons.drill import drill
from cardlab.lessons.hands import until
from cardlab.lessons.laying_off import WITH_JOKERS, joker_left, lay_off, opened
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict, cards_of, leading_to
from cardlab.lessons.tables_tongits import YOU, learner
from cardlab.phrasing import by_rule, rules_of, sentences_of
from cardlab.phrasing import tongits as tell
from cardlab.phrasing.catalogue import card_label, say
from cardlab.refusal import Fix, Refusal
from cardlab.tongits import (
    SHEET,
    Began,
    Kind,
    LayMeld,
    Meld,
    Phase,
    Rules,
    State,
    meld_readings,
    melds_in,
    why_meld,
    why_not,
    why_not_meld,
)

# Questions about one handful or one hand of Tongits cards: is it a meld, where is one, which card repairs it (T3)

NO_KIND: Final = "neither"
ACE_HIGH: Final = Rules(ace_high=True)


@dataclass(frozen=True, slots=True)
class SetOrRun:
    """T3.1 to T3.3, with jokers T10.1 and T10.2: what is this handful in some order: a set, a run, or neither?"""

    handful: tuple[Card, ...]
    rules: Rules = SHEET

    @property
    def readings(self) -> tuple[Meld, ...]:
        """The melds that it can be: several where the order says what a joker stands for, none if it is no meld."""
        return meld_readings(self.handful, self.rules)

    def task(self, lang: str) -> Task:
        choices = tuple((key, say(f"lesson.{key}", lang)) for key in (*Kind, NO_KIND))
        prompt, label = say("lesson.set_or_run.prompt", lang), say("lesson.these_cards", lang)
        notes = tell.house_rules(self.rules, lang) if self.rules.changed() else ()
        if self.rules.jokers:
            notes = (say("lesson.jokers_shuffled_in", lang, count=self.rules.jokers),)
        return Task(prompt, self.handful, kind="choice", choices=choices, hand_label=label, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        if not self.readings:
            return _neither(self.handful, str(answer), why_not_meld(self.handful, self.rules), lang)
        meld = self.readings[0]
        why = _with_jokers_read(self.readings, lang) if meld.jokers else right(meld, lang)
        if answer in (meld.kind, NO_KIND):
            return replace(why, right=answer == meld.kind)
        denied = Kind(str(answer))
        because = by_rule(f"lesson.no_{denied}", tell.KIND_CLAUSE[denied], lang, cards=self.handful)
        return Verdict(False, (because, *why.sentences), (tell.KIND_CLAUSE[denied], *why.rules), groups=why.groups)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(self.solution(lang)[1], *(self._joker_hints(lang) or self._hints(lang)))

    def _hints(self, lang: str) -> tuple[str, ...]:
        ranks, suits = len({card.rank for card in self.handful}), len({card.suit for card in self.handful})
        count = say("lesson.set_or_run.count", lang, cards=len(self.handful), ranks=ranks, suits=suits)
        needed = say("lesson.set_or_run.what_is_needed", lang)
        ace = "lesson.ace.both_ends" if self.rules.ace_high else "lesson.ace.low_end"
        of_ace = (by_rule(ace, "T3.3", lang),) if any(card.rank == "A" for card in self.handful) and ranks > 1 else ()
        return count, needed, *of_ace, in_order(self.handful, lang)

    def _joker_hints(self, lang: str) -> tuple[str, ...]:
        naturals = tuple(card for card in self.handful if not card.is_joker)
        jokers = len(self.handful) - len(naturals)
        if not jokers:
            return ()
        any_card = by_rule("lesson.joker.any_card", "T10.1", lang)
        without = say("lesson.joker.without", lang, cards=_by_number(naturals), count=jokers)
        return any_card, without, by_rule("lesson.joker.two_naturals", "T10.2", lang)

    def solution(self, lang: str) -> tuple[str, Answer]:
        key = self.readings[0].kind.value if self.readings else NO_KIND
        return " ".join(self.check(key, lang).sentences), key


@dataclass(frozen=True, slots=True)
class FindMeld:
    """T3.4: choose cards of the hand that make a meld."""

    hand: tuple[Card, ...]

    def task(self, lang: str) -> Task:
        return Task(say("lesson.find_a_meld.prompt", lang), self.hand, multiple=True)

    def check(self, answer: Answer, lang: str) -> Verdict:
        handful = cards_of(answer)
        meld = why_meld(handful)
        if meld is not None:
            return right(meld, lang)
        refusals = why_not_meld(handful)
        more = self._from_hand(refusals[0].fix, lang)
        verdict = refused(refusals, lang, more)
        return Verdict(False, verdict.sentences, (*verdict.rules, "T3.4") if more else verdict.rules)

    def _from_hand(self, fix: Fix | None, lang: str) -> tuple[str, ...]:
        """T3.4: every card of a meld comes from the hand; so does the card that a repair asks for."""
        if fix is None or fix.code != "add":
            return ()
        held = tuple(card for card in fix.facts["cards"] if card in self.hand)
        if held:
            return (by_rule("lesson.find_a_meld.you_hold", "T3.4", lang, cards=held),)
        return (by_rule("lesson.find_a_meld.not_held", "T3.4", lang),)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        meld = self._target
        first = meld.cards[0]
        facts = {"rank": first.rank, "suit": f"suit.{first.suit}"}
        part = say("lesson.belong", lang, cards=meld.cards[:2])
        return leading_to(meld.cards, say(f"lesson.find_a_meld.look_{meld.kind}", lang, **facts), part)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(sentences_of(tell.why_meld(self._target, lang))), self._target.cards

    @property
    def _target(self) -> Meld:
        """The longest meld of the hand."""
        return max(melds_in(self.hand), key=lambda meld: len(meld.cards))


@dataclass(frozen=True, slots=True)
class Repair:
    """T3.1, T3.2: one card makes a meld of the handful: one of `spare` added, or where there are none, one left out."""

    handful: tuple[Card, ...]
    spare: tuple[Card, ...] = ()

    def task(self, lang: str) -> Task:
        if not self.spare:
            label = say("lesson.these_cards", lang)
            return Task(say("lesson.repair.prompt_drop", lang), self.handful, hand_label=label)
        labels = (say("lesson.repair.not_yet", lang),)
        return Task(say("lesson.repair.prompt_add", lang), self.spare, (self.handful,), pile_labels=labels)

    def check(self, answer: Answer, lang: str) -> Verdict:
        after = self._after(cards_of(answer))
        meld = why_meld(after)
        return right(meld, lang) if meld else refused(why_not_meld(after), lang)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        meld = why_meld(self._after(self._answer))
        assert meld is not None
        staying = tuple(card for card in meld.cards if card in self.handful)[:2]
        first = meld.cards[0]
        where = say(f"lesson.repair.to_{meld.kind}", lang, rank=first.rank, suit=f"suit.{first.suit}")
        stays = say("lesson.belong", lang, cards=staying)
        becomes = say(f"lesson.repair.becomes_{meld.kind}", lang)
        return leading_to(self._answer, becomes, where if self.spare else stays)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self._answer, lang).sentences), self._answer

    def _after(self, card: tuple[Card, ...]) -> tuple[Card, ...]:
        if self.spare:
            return (*self.handful, *card)
        return tuple(held for held in self.handful if held not in card)

    @property
    def _answer(self) -> tuple[Card, ...]:
        return next((card,) for card in self.spare or self.handful if why_meld(self._after((card,))))


@drill("melds.set_or_run", "T3.1", "T3.2", "T3.3")
def set_or_run(chance: Random, level: int) -> SetOrRun:
    """Is this a set, a run, or neither?

    A set, a run or neither, each as often; what is neither comes nearer to a meld, and grows, with the level.
    From level 2 on one in three has an ace; at the top level some of these tables play `ace_high`.
    """
    if level > 1 and chance.randrange(3) == 0:
        return _around_the_ace(chance, level)
    if chance.randrange(3):
        return SetOrRun(_some_meld(chance, 2 + level))
    spoil = chance.choice(_SPOILS[: level + 1])
    return SetOrRun(until(lambda: spoil(_some_meld(chance, 2 + level), chance), _is_no_meld))


def _around_the_ace(chance: Random, level: int) -> SetOrRun:
    """A set of aces, or cards of one suit: below the 2, above the king, or between the two."""
    ranks = chance.choice(_WITH_ACE)
    if ranks == "A":
        return SetOrRun(tuple(Card("A" + suit) for suit in sorted(chance.sample(SUITS, 3))))
    suit = chance.choice(SUITS)
    return SetOrRun(
        tuple(Card(rank + suit) for rank in ranks), chance.choice((SHEET, ACE_HIGH)) if level > 2 else SHEET
    )


_WITH_ACE: Final = ("A23", "QKA", "A234", "JQKA", "KA2", "A", "QKA2", "A345", "KA23", "A2345", "TJQKA", "A34")


@drill("melds.find_a_meld", "T3.4")
def find_a_meld(chance: Random, level: int) -> FindMeld:
    """Choose cards of the hand that make a meld; every meld is right.

    Seven cards with several melds, nine with one or two, twelve with a single one.
    """
    size, fewest, most = _SEARCH[level - 1]
    hand = until(lambda: _hand_with_meld(chance, size), lambda held: fewest <= len(melds_in(held)) <= most)
    return FindMeld(hand)


@drill("melds.repair", "T3.1", "T3.2")
def repair(chance: Random, level: int) -> Repair:
    """Which single card, added or left out, makes a meld of these?

    A card short of a meld; from level 2 on also a card too many.
    """
    if level > 1 and chance.randrange(2):
        handful = until(lambda: _one_too_many(chance, level), _is_no_meld)
        return Repair(handful)
    whole = until(
        lambda: _some_meld(chance, 2 + level), lambda meld: any(_is_no_meld(_less(meld, card)) for card in meld)
    )
    missing = chance.choice([card for card in whole if _is_no_meld(_less(whole, card))])
    handful = _less(whole, missing)
    near = [card for card in DECK if card not in whole and _is_near(card, missing)]
    wrong = [card for card in near if _is_no_meld((*handful, card))]
    others = chance.sample(wrong, 2)
    others.append(chance.choice([card for card in near if card not in others]))
    return Repair(handful, tuple(sorted((missing, *others))))


def in_order(handful: tuple[Card, ...], lang: str) -> str:
    """The hint that lays a handful in the order of its ranks."""
    return say("lesson.in_order", lang, cards=tuple(sorted(handful, key=lambda card: (card.number, card))))


_SEARCH: Final = ((7, 2, 9), (9, 1, 2), (12, 1, 1))


def _some_meld(chance: Random, longest: int) -> tuple[Card, ...]:
    """A set, or a run of three to `longest` cards without an ace."""
    if chance.randrange(2):
        rank = chance.choice(RANKS)
        return tuple(Card(rank + suit) for suit in sorted(chance.sample(SUITS, chance.choice((3, 4)))))
    length = chance.randint(3, longest)
    start = chance.randrange(1, len(RANKS) - length + 1)
    suit = chance.choice(SUITS)
    return tuple(Card(rank + suit) for rank in RANKS[start : start + length])


def _hand_with_meld(chance: Random, size: int) -> tuple[Card, ...]:
    meld = _some_meld(chance, 4)
    return tuple(sorted((*meld, *chance.sample([card for card in DECK if card not in meld], size - len(meld)))))


def _only_two(meld: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    return meld[:2]


def _one_off(meld: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    """One card of the meld has another suit, or another rank."""
    leaving = chance.choice(meld)
    instead = chance.choice([card for card in DECK if card not in meld and _is_near(card, leaving)])
    return tuple(instead if card is leaving else card for card in meld)


def _gap(meld: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    """A run lacks a card in its middle and has one more at its end; of a set one card is exchanged."""
    last = meld[-1]
    if last.suit != meld[0].suit or last.rank == "K":
        return _one_off(meld, chance)
    leaving = chance.choice(meld[1:])
    return (*(card for card in meld if card is not leaving), Card(RANKS[last.number] + last.suit))


def _mixed(meld: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    """Consecutive, but of two suits by turns; of a set one card is exchanged."""
    if len({card.suit for card in meld}) > 1:
        return _one_off(meld, chance)
    other = chance.choice([suit for suit in SUITS if suit != meld[0].suit])
    return tuple(Card(card.rank + other) if place % 2 else card for place, card in enumerate(meld))


_SPOILS: Final = (_only_two, _one_off, _gap, _mixed)


def _one_too_many(chance: Random, level: int) -> tuple[Card, ...]:
    meld = _some_meld(chance, 1 + level)
    card = chance.choice([card for card in DECK if card not in meld and _is_near(card, meld[-1])])
    return tuple(sorted((*meld, card), key=lambda held: (held.number, held)))


def _is_no_meld(handful: tuple[Card, ...]) -> bool:
    return not meld_readings(handful)


def _less(meld: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(held for held in meld if held is not card)


def _is_near(card: Card, other: Card) -> bool:
    """One or two ranks away in the same suit, or the same rank, or the neighbour in another suit."""
    return abs(card.number - other.number) <= (2 if card.suit == other.suit else 1)


# Questions about melds with jokers in Tongits: which handfuls are one, and what a joker stands for (T10.1 to T10.3)

UNCLEAR: Final = "unclear"


@dataclass(frozen=True, slots=True)
class StandsFor:
    """T10.3: laid in this order, what does the joker stand for? Or does the order leave it open?"""

    order: tuple[Card, ...]
    joker: Card = JOKERS[0]
    rules: Rules = WITH_JOKERS

    @property
    def meant(self) -> Card | None:
        """The card that the joker stands for, None if the order leaves it open."""
        meld = why_meld(self.order, self.rules)
        return meld.stands_for[meld.cards.index(self.joker)] if meld else None

    def task(self, lang: str) -> Task:
        choices = tuple((card.code, card_label(card, lang)) for card in self._possible)
        choices += ((UNCLEAR, say("lesson.stands_for.unclear", lang)),)
        two = sum(card.is_joker for card in self.order) > 1
        key = "lesson.stands_for.prompt" if not two else f"lesson.stands_for.prompt_{self.joker.code}"
        label = say("lesson.stands_for.laid", lang)
        return Task(say(key, lang), (), (self.order,), choices, kind="choice", pile_labels=(label,))

    @property
    def _possible(self) -> tuple[Card, ...]:
        """Every card that a joker could be here, and the next ones beyond."""
        naturals = [card for card in self.order if not card.is_joker]
        meant = [card.number for meld in meld_readings(self.order, self.rules) for card in meld.stands_for]
        numbers = range(max(1, min(meant) - 1), min(len(RANKS), max(meant) + 1) + 1)
        cards = (Card(RANKS[number - 1] + naturals[0].suit) for number in numbers)
        return tuple(card for card in cards if card not in naturals)

    def check(self, answer: Answer, lang: str) -> Verdict:
        meant = self.meant
        if answer != (meant.code if meant else UNCLEAR):
            return Verdict(False, (self._instead(str(answer), lang),), ("T10.3",))
        groups = ((say("lesson.joker.reads_as", lang), self._read),) if meant else ()
        return Verdict(True, (self._explanation(lang),), ("T10.3",), groups=groups)

    def _instead(self, answer: str, lang: str) -> str:
        """Why a wrong answer is wrong, without giving the right one away."""
        meld = why_meld(self.order, self.rules)
        if meld is None:
            return self._explanation(lang)
        if meld.cards != self.order:
            return by_rule("lesson.stands_for.put_in_order", "T10.3", lang, cards=meld.cards)
        if answer == UNCLEAR:
            return by_rule("lesson.stands_for.clear", "T10.3", lang)
        placed = tuple(Card(answer) if card is self.joker else card for card in self.order)
        return by_rule("lesson.stands_for.no_run", "T10.3", lang, card=Card(answer), cards=placed)

    @property
    def _read(self) -> tuple[Card, ...]:
        meld = why_meld(self.order, self.rules)
        return meld.stands_for if meld else ()

    def _explanation(self, lang: str) -> str:
        meant = self.meant
        if meant is None:
            hands = (self.order, (), ())
            state = State(self.rules, hands, (), first=YOU, seat=YOU, phase=Phase.LAY, began=Began.STOCK)
            return " ".join(learner(lang).explained(why_not(state, LayMeld(YOU, self.order))))
        single = len(meld_readings(self.order, self.rules)) == 1
        key = "lesson.stands_for.only" if single else "lesson.stands_for.by_order"
        return by_rule(key, "T10.3", lang, card=meant, run=self._read)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        readings = tuple(meld.stands_for for meld in meld_readings(self.order, self.rules))
        naturals = tuple(card for card in self.order if not card.is_joker)
        look = say("lesson.stands_for.look", lang, cards=_by_number(naturals))
        key = "lesson.stands_for.possible_only" if len(readings) == 1 else "lesson.stands_for.possible"
        possible = by_rule(key, "T10.3", lang, readings=readings)
        return leading_to(self.solution(lang)[1], look, possible)

    def solution(self, lang: str) -> tuple[str, Answer]:
        meant = self.meant
        return self._explanation(lang), meant.code if meant else UNCLEAR


@drill("melds.joker_meld", "T10.1", "T10.2", "T10.3")
def joker_meld(chance: Random, level: int) -> SetOrRun | StandsFor:
    """Is this handful, with jokers, a meld; and what does a joker in a run stand for?"""
    return (_some_with_jokers if chance.randrange(2) else _stands_for)(chance, level)


def _some_with_jokers(chance: Random, level: int) -> SetOrRun:
    """One joker with two cards; then two jokers or too few other cards; then also the ace and sets that are full."""
    shape = chance.choice(_SHAPES[: (8, 12, 20)[level - 1]])
    if isinstance(shape, int):
        naturals, jokers = shape // 10, shape % 10
        rank = chance.choice(RANKS)
        cards = tuple(Card(rank + suit) for suit in sorted(chance.sample(SUITS, naturals)))
        return SetOrRun((*cards, *JOKERS[:jokers]), WITH_JOKERS)
    suits = chance.sample(SUITS, 2) if shape.endswith("/") else [chance.choice(SUITS)] * 2
    ranks, jokers = shape.rstrip("/").rstrip("*"), shape.count("*")
    start = 0 if ranks[0] == "A" or ranks[-1] == "K" else chance.randrange(5)
    moved = ranks if not start else "".join(RANKS[RANKS.index(rank) + start] for rank in ranks)
    cards = tuple(Card(rank + suits[place % 2]) for place, rank in enumerate(moved))
    return SetOrRun((*cards, *JOKERS[:jokers]), WITH_JOKERS)


def _stands_for(chance: Random, level: int) -> StandsFor:
    """Two cards and a joker in order; then three, or an order that is no run, or an end; then two jokers."""
    jokers = 2 if level > 2 else 1
    length = 3 if level == 1 else chance.choice((3, 4)) if level == 2 else chance.choice((4, 5))
    suit = chance.choice(SUITS)
    start = (
        chance.randrange(len(RANKS) - length + 1) if chance.randrange(3) else chance.choice((0, len(RANKS) - length))
    )
    run = [Card(rank + suit) for rank in RANKS[start : start + length]]
    for place, joker in zip(sorted(chance.sample(range(length), jokers)), JOKERS, strict=False):
        run[place] = joker
    if level > 1 and chance.randrange(2):
        naturals = [card for card in run if not card.is_joker]
        naturals = naturals[::-1] if chance.randrange(2) else naturals
        run = [*JOKERS[:jokers], *naturals] if chance.randrange(2) else [*naturals, *JOKERS[:jokers]]
    return StandsFor(tuple(run), chance.choice(JOKERS[:jokers]))


_SHAPES: Final[tuple[str | int, ...]] = (
    *("46*", "45*", "47*", "46*/", "45*/", 21, "457*", 21),
    *("47**", 12, 22, "48**"),
    *("QK*", "AK*", "A3*", 41, "AQK*", "A4**", 32, 31),
)
"""Ranks and jokers, a "/" for two suits; or, for cards of one rank, how many of them and how many jokers."""


def _with_jokers_read(readings: tuple[Meld, ...], lang: str) -> Verdict:
    """Why a handful with jokers is a meld: its clause, and what the jokers stand for, as far as that is settled."""
    meld = readings[0]
    clause = tell.KIND_CLAUSE[meld.kind]
    if meld.kind is Kind.SET:
        in_set = by_rule("lesson.joker.in_set", "T10.2", lang, rank=meld.stands_for[0].rank, count=len(meld.jokers))
        return Verdict(True, (_is_meld(meld, lang), in_set), (clause, "T10.2"))
    groups = tuple((say("lesson.joker.reads_as", lang), one.stands_for) for one in readings)
    if len(readings) > 1:
        runs = tuple(one.stands_for for one in readings)
        several = by_rule("lesson.joker.several", "T10.3", lang, readings=runs)
        return Verdict(True, (several,), (clause, "T10.3"), groups=groups)
    meant = tuple(card for card, laid in zip(meld.stands_for, meld.cards, strict=True) if laid.is_joker)
    in_run = by_rule("lesson.joker.in_run", "T10.3", lang, cards=meant, count=len(meant))
    return Verdict(True, (_is_meld(meld, lang), in_run), (clause, "T10.3"), groups=groups)


def _is_meld(meld: Meld, lang: str) -> str:
    first, cards = meld.stands_for[0], meld.stands_for
    facts = {"rank": first.rank, "suit": f"suit.{first.suit}", "cards": cards, "count": len(cards)}
    return by_rule(f"why.{meld.kind}", tell.KIND_CLAUSE[meld.kind], lang, **facts)


def _by_number(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: (card.number, card)))


# Verdicts on melds


def right(meld: Meld, lang: str) -> Verdict:
    """The verdict on a right answer that names or makes this meld."""
    reasons = tell.why_meld(meld, lang)
    return Verdict(True, sentences_of(reasons), rules_of(reasons))


def refused(refusals: Iterable[Refusal], lang: str, more: Iterable[str] = ()) -> Verdict:
    """The verdict on a wrong answer: every reason, the nearest repair, and what else is to be said."""
    broken = tuple(refusals)
    sentences = (*learner(lang).explained(broken), *more)
    return Verdict(False, sentences, tuple(dict.fromkeys(refusal.rule for refusal in broken)))


def _neither(handful: tuple[Card, ...], claim: str, refusals: tuple[Refusal, ...], lang: str) -> Verdict:
    """The verdict on what somebody calls a handful that is no meld: about the kind that was named, that comes first."""
    if claim == NO_KIND:
        return replace(refused(refusals, lang), right=True)
    clause = tell.KIND_CLAUSE[Kind(claim)]
    # What the ace may not do (T3.3) is said of runs alone.
    own = (clause, "T3.3") if claim == Kind.RUN else (clause,)
    broken = [one for one in refusals if one.rule in own]
    about = learner(lang).explained(broken) or (by_rule(f"lesson.no_{claim}", clause, lang, cards=handful),)
    others = refused([one for one in refusals if one not in broken], lang)
    rules = tuple(dict.fromkeys((*(one.rule for one in broken), *(() if broken else (clause,)), *others.rules)))
    return Verdict(False, (*about, *others.sentences), rules, reasons=((claim, " ".join(about)),))


DRILLS: Final = (
    set_or_run,
    repair,
    find_a_meld,
    opened,
    lay_off,
    joker_meld,
    joker_left,
)
"""In the order in which they are met."""
