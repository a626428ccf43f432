"""The exercises about melds that lie on the table: laying off (T4), who has opened (T3.5), jokers there (T10.4)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.cards import DECK, JOKERS, RANKS, SUITS, Card
from cardlab.lessons.drill import drill
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict, cards_of, leading_to, yes_or_no
from cardlab.lessons.tables_tongits import YOU, late_round, learner, with_card
from cardlab.locale import card_label, say
from cardlab.refusal import Refusal
from cardlab.tell import by_rule
from cardlab.tell.tongits import KIND_CLAUSE
from cardlab.tongits import (
    SHEET,
    Began,
    Draw,
    Kind,
    Laid,
    Meld,
    Phase,
    Rules,
    Sapaw,
    State,
    deadwood,
    deadwood_parts,
    extensions,
    grown,
    melds_in,
    play,
    points,
    why_meld,
    why_not,
    why_not_meld,
)

# Questions about one card and the melds on the table: on which of them it may be laid off (T4.1, T10.4)

_SHORT: Final = tuple(meld for meld in melds_in(DECK) if len(meld.cards) < 6)


@dataclass(frozen=True, slots=True)
class OnWhich:
    """T4.1, or with a joker T10.4: on which of these melds may the card be laid off? All of them are asked for."""

    card: Card
    table: tuple[Laid, ...]
    rules: Rules = SHEET

    def against(self, place: int) -> tuple[Refusal, ...]:
        """Why the card may not go on this meld, in one's own turn after the draw; empty if it may."""
        hands = ((self.card,), (), ())
        state = State(self.rules, hands, (), first=YOU, seat=YOU, phase=Phase.LAY, began=Began.STOCK, melds=self.table)
        return why_not(state, Sapaw(YOU, place, (self.card,)))

    @property
    def fitting(self) -> tuple[str, ...]:
        """The keys of all melds that take the card."""
        return tuple(str(place) for place in range(len(self.table)) if not self.against(place))

    @property
    def _clause(self) -> str:
        return "T10.4" if self.card.is_joker else "T4.1"

    def task(self, lang: str) -> Task:
        labels = labelled(self.table, lang)
        choices = tuple((str(place), label) for place, label in enumerate(labels))
        piles = tuple(laid.meld.cards for laid in self.table if laid.meld)
        return Task(
            say(
                "lesson.on_which.prompt_joker" if self.card.is_joker else "lesson.on_which.prompt", lang, card=self.card
            ),
            (self.card,),
            piles,
            choices,
            kind="choice",
            multiple=True,
            may_be_empty=True,
            pile_labels=labels,
            hand_label=say("lesson.on_which.card", lang),
            notes=(say("lesson.jokers_shuffled_in", lang, count=self.rules.jokers),) if self.rules.jokers else (),
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        selected = answer if isinstance(answer, tuple) else (answer,)
        rules = (self._clause, "T4.2")
        if set(selected) == set(self.fitting):
            return Verdict(True, self._growth(lang), rules)
        sentences = [
            self._misfit(refusal, lang)
            for place in range(len(self.table))
            if str(place) in selected
            for refusal in self.against(place)
        ]
        missed = len(set(self.fitting) - set(selected))
        if missed:
            sentences.append(by_rule("lesson.on_which.missed", self._clause, lang, count=missed))
        return Verdict(False, tuple(sentences), rules)

    def _misfit(self, refusal: Refusal, lang: str) -> str:
        """Why the card does not go on a meld; a joker is kept off only by one that cannot grow at all (T10.4)."""
        if self.card.is_joker:
            return by_rule("lesson.on_which.no_room", refusal.rule, lang, cards=refusal.facts["meld"])
        return learner(lang).explain(refusal, repair=False)

    def _growth(self, lang: str) -> tuple[str, ...]:
        """What each meld becomes with the card, or that it stays as it is."""
        sentences = []
        for laid, label in zip(self.table, labelled(self.table, lang), strict=True):
            if laid.meld is None:
                continue
            after = grown(laid.meld, (self.card,), self.rules)
            if after is None:
                sentences.append(by_rule("lesson.on_which.full", "T4.2", lang, meld=label, cards=laid.meld.cards))
            elif self.card.is_joker:
                sentences.append(self._joker_in(laid.meld, label, lang))
            else:
                sentences.append(by_rule("lesson.on_which.grows", "T4.2", lang, meld=label, cards=after.cards))
        return tuple(sentences)

    def _joker_in(self, meld: Meld, label: str, lang: str) -> str:
        """T10.4: what the joker stands for there: at either end of a run; in a set the suit makes no difference."""
        if meld.kind is Kind.SET:
            return by_rule("lesson.on_which.joker_in_set", "T10.4", lang, meld=label, rank=meld.stands_for[0].rank)
        ends = [grown(meld, (self.card,), self.rules, low=low) for low in (False, True)]
        meant = [after.stands_for[after.cards.index(self.card)] for after in ends if after]
        return by_rule("lesson.on_which.joker", "T10.4", lang, meld=label, cards=tuple(dict.fromkeys(meant)))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        anyone = by_rule("lesson.on_which.whoever", "T4.1", lang)
        count = say("lesson.on_which.how_many", lang, melds=len(self.fitting))
        return leading_to(self.fitting, anyone, count)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._growth(lang)), self.fitting


@drill("melds.any_meld", "T4.1")
def any_meld(chance: Random, level: int) -> OnWhich:
    """On which melds of the table, whoever has laid them, can this card be laid off?

    Two melds, then three, then four; now and then the card fits on two of them, or on none.
    """
    while True:
        table = random_melds(chance, 1 + level)
        lying = {card for laid in table if laid.meld for card in laid.meld.cards}
        free = [card for card in DECK if card not in lying]
        fits = {card: sum(grown(laid.meld, (card,)) is not None for laid in table if laid.meld) for card in free}
        wanted = chance.choice((0, 1, 1, 2))
        cards = [card for card in free if fits[card] == wanted and _looks_near(card, table)]
        if cards:
            return OnWhich(chance.choice(cards), table)


def random_melds(chance: Random, count: int, pool: tuple[Meld, ...] = _SHORT) -> tuple[Laid, ...]:
    """`count` melds with no card in common, sets as often as runs, each of some player."""
    table: list[Laid] = []
    lying: set[Card] = set()
    while len(table) < count:
        kind = chance.choice(("set", "run"))
        meld = chance.choice([meld for meld in pool if meld.kind == kind])
        if not lying.intersection(meld.cards):
            table.append(Laid(meld, chance.randrange(3)))
            lying.update(meld.cards)
    return tuple(table)


def labelled(table: tuple[Laid, ...], lang: str) -> tuple[str, ...]:
    """What the melds are called: their number and whose they are."""
    return tuple(
        say("lesson.on_which.meld", lang, number=place + 1, who=learner(lang).name(laid.owner))
        for place, laid in enumerate(table)
    )


def _looks_near(card: Card, table: tuple[Laid, ...]) -> bool:
    """A card of the rank or the suit of some meld."""
    lying = [other for laid in table if laid.meld for other in laid.meld.cards]
    return any(card.rank == other.rank or card.suit == other.suit for other in lying)


# Questions about melds on the table: which cards can be laid off on them (T4), and who has opened (T3.5)

OPPONENT: Final = 1


@dataclass(frozen=True, slots=True)
class LayOff:
    """T4.1, T4.2: which cards of the hand can be laid off on these melds? All that can are asked for."""

    hand: tuple[Card, ...]
    table: tuple[Laid, ...]

    @property
    def melds(self) -> tuple[Meld, ...]:
        return tuple(laid.meld for laid in self.table if laid.meld)

    @property
    def added(self) -> tuple[tuple[Card, ...], ...]:
        """The most cards that can be laid off on each meld; no card can go on two."""
        return tuple(max(extensions(meld, self.hand), key=len, default=()) for meld in self.melds)

    @property
    def fitting(self) -> frozenset[Card]:
        return frozenset(card for added in self.added for card in added)

    def task(self, lang: str) -> Task:
        labels = tuple(say(_OWNER[laid.owner], lang) for laid in self.table)
        piles = tuple(meld.cards for meld in self.melds)
        prompt = say("lesson.lay_off.prompt", lang)
        return Task(prompt, self.hand, piles, multiple=True, may_be_empty=True, pile_labels=labels)

    def check(self, answer: Answer, lang: str) -> Verdict:
        selected = cards_of(answer)
        if frozenset(selected) == self.fitting:
            return Verdict(True, self._growth(lang), ("T4.1", "T4.2"))
        wrong = tuple(card for card in selected if card not in self.fitting)
        sentences = [self._misfit(card, meld, lang) for card in wrong for meld in self.melds]
        missed = len(self.fitting - frozenset(selected))
        if missed:
            sentences.append(by_rule("lesson.lay_off.missed", "T4.1", lang, count=missed))
        return Verdict(False, tuple(sentences), ("T4.1", "T4.2"))

    def _misfit(self, card: Card, meld: Meld, lang: str) -> str:
        """Why a card cannot go on a meld: it would be none any more, and why not one of its kind."""
        other = KIND_CLAUSE[Kind.RUN if meld.kind is Kind.SET else Kind.SET]
        reasons = [
            learner(lang).explain(refusal, repair=False)
            for refusal in why_not_meld((*meld.cards, card))
            if refusal.rule != other
        ]
        return " ".join((by_rule("lesson.lay_off.no_meld_left", "T4.2", lang, card=card, meld=meld.cards), *reasons))

    def _growth(self, lang: str) -> tuple[str, ...]:
        sentences = []
        for meld, added in zip(self.melds, self.added, strict=True):
            after = grown(meld, added)
            facts = {"meld": meld.cards, "cards": added, "after": after.cards if after else ()}
            key = "lesson.lay_off.grows" if after else "lesson.lay_off.stays"
            sentences.append(by_rule(key, "T4.2", lang, **facts))
        return tuple(sentences)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        next_to = []
        for meld in self.melds:
            first = tuple(card for card in DECK if grown(meld, (card,)))
            key = "lesson.lay_off.fits_next" if first else "lesson.lay_off.complete"
            next_to.append(say(key, lang, meld=meld.cards, cards=first))
        how_many = say("lesson.lay_off.how_many", lang, cards=len(self.fitting))
        return leading_to(self.solution(lang)[1], " ".join(next_to), how_many)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._growth(lang)), tuple(card for card in self.hand if card in self.fitting)


@dataclass(frozen=True, slots=True)
class Opened:
    """T3.5, T4.3: has the learner opened, with these melds on the table and `laid_off` added by the learner?"""

    table: tuple[Laid, ...]
    laid_off: tuple[Card, ...] = ()

    @property
    def answer(self) -> bool:
        """What a state says in which these melds lie on the table."""
        hands: tuple[tuple[Card, ...], ...] = ((), (), ())
        table = State(Rules(), hands, (), first=YOU, seat=YOU, phase=Phase.LAY, began=None, melds=self.table)
        return table.opened(YOU)

    def task(self, lang: str) -> Task:
        labels = tuple(say(_OWNER[laid.owner], lang) for laid in self.table)
        piles = tuple(laid.meld.cards for laid in self.table if laid.meld)
        key = "lesson.opened.prompt_laid_off" if self.laid_off else "lesson.opened.prompt"
        prompt = say(key, lang, cards=self.laid_off)
        return Task(prompt, (), piles, yes_or_no(lang), kind="choice", pile_labels=labels)

    def check(self, answer: Answer, lang: str) -> Verdict:
        rules: tuple[str, ...]
        sentences = [by_rule("lesson.opened.yes" if self.answer else "lesson.opened.no", "T3.5", lang)]
        rules = ("T3.5",)
        if self.laid_off and not self.answer:
            sentences.append(by_rule("lesson.opened.only_laid_off", "T4.3", lang, cards=self.laid_off))
            rules = ("T3.5", "T4.3")
        return Verdict(answer == ("yes" if self.answer else "no"), tuple(sentences), rules)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        own = sum(laid.owner == YOU for laid in self.table)
        whose, count = say("lesson.opened.whose", lang), say("lesson.opened.own", lang, melds=own)
        return leading_to(self.solution(lang)[1], whose, count)

    def solution(self, lang: str) -> tuple[str, Answer]:
        key = "yes" if self.answer else "no"
        return " ".join(self.check(key, lang).sentences), key


@drill("melds.lay_off", "T4.1", "T4.2")
def lay_off(chance: Random, level: int) -> LayOff:
    """Which cards of the hand can be laid off on the melds on the table?

    One meld and a card or two; then chains that need each other; then two melds. Now and then nothing fits.
    """
    table = _table(chance, 2 if level > 2 else 1)
    taken = {card for laid in table if laid.meld for card in laid.meld.cards}
    rest = [card for card in DECK if card not in taken]
    near = [card for card in rest if any(_is_near(card, laid.meld) for laid in table if laid.meld)]
    hand = chance.sample(near, min(len(near), 3 + level))
    hand += chance.sample([card for card in rest if card not in hand], 6 + level - len(hand))
    return LayOff(tuple(sorted(hand)), table)


@drill("melds.opened", "T3.5", "T4.3")
def opened(chance: Random, level: int) -> Opened:
    """Has this player opened?

    An opponent's meld, perhaps one's own; from level 2 on also something laid off.
    """
    owners = chance.choice(((OPPONENT,), (YOU, OPPONENT)))
    table = _table(chance, min(level, 2), owners)
    target = chance.choice([laid.meld for laid in table if laid.meld])
    others = {card for laid in table if laid.meld for card in laid.meld.cards}
    fitting = [card for card in DECK if card not in others and grown(target, (card,))]
    if level == 1 or not fitting:
        return Opened(table)
    laid_off = (chance.choice(fitting),)
    after = tuple(Laid(grown(target, laid_off), laid.owner) if laid.meld is target else laid for laid in table)
    return Opened(after, laid_off)


_OWNER: Final = {YOU: "lesson.your_meld", OPPONENT: "lesson.opponents_meld"}


def _table(chance: Random, count: int, owners: tuple[int, ...] = (YOU, OPPONENT)) -> tuple[Laid, ...]:
    """Melds of three or four cards, none in common, each belonging to one of the owners."""
    table: list[Laid] = []
    while len(table) < count:
        meld = why_meld(_handful(chance))
        lying = {card for laid in table if laid.meld for card in laid.meld.cards}
        if meld is not None and not lying & set(meld.cards):
            table.append(Laid(meld, chance.choice(owners)))
    return tuple(table)


def _handful(chance: Random) -> tuple[Card, ...]:
    if chance.randrange(3) == 0:
        rank = chance.choice(RANKS)
        return tuple(Card(rank + suit) for suit in chance.sample(SUITS, 3))
    start, suit = chance.randrange(len(RANKS) - 3), chance.choice(SUITS)
    return tuple(Card(rank + suit) for rank in RANKS[start : start + chance.choice((3, 4))])


def _is_near(card: Card, meld: Meld) -> bool:
    """A card that could be mistaken for one that fits, or is one."""
    if meld.kind is Kind.SET:
        return abs(card.number - meld.start) <= 1
    low, high = meld.cards[0].number, meld.cards[-1].number
    return card.suit == meld.cards[0].suit or card.number in (low - 1, high + 1)


# Questions about laying off before one has opened: it is allowed, if the turn and the cards allow it (T4.3)


@dataclass(frozen=True, slots=True)
class BeforeOpening:
    """T4.3: may the learner, who has not opened, lay these cards off now?"""

    state: State
    move: Sapaw

    @property
    def against(self) -> tuple[Refusal, ...]:
        return why_not(self.state, self.move)

    def task(self, lang: str) -> Task:
        drawn = "lesson.before_opening.drawn" if self.state.phase is Phase.LAY else "lesson.before_opening.not_drawn"
        table = self.state.melds
        return Task(
            say("lesson.before_opening.prompt", lang, cards=self.move.cards, number=self.move.meld + 1),
            self.state.hands[YOU],
            tuple(laid.meld.cards for laid in table if laid.meld),
            yes_or_no(lang),
            kind="choice",
            pile_labels=labelled(table, lang),
            notes=(say("lesson.before_opening.closed", lang), say(drawn, lang)),
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        correct = answer == self.solution(lang)[1]
        refusals = self.against
        if refusals:
            sentences = learner(lang).explained(refusals)
            return Verdict(correct, sentences, tuple(dict.fromkeys(refusal.rule for refusal in refusals)))
        sentences = (by_rule("lesson.before_opening.allowed", "T4.3", lang),)
        return Verdict(correct, sentences, ("T4.3",), self._follows(lang))

    def _follows(self, lang: str) -> tuple[str, ...]:
        """What the table looks like after the lay-off."""
        after = play(self.state, self.move)
        meld = after.melds[self.move.meld].meld
        assert meld is not None
        grows = say("lesson.before_opening.grown", lang, number=self.move.meld + 1, cards=meld.cards)
        held = say("lesson.before_opening.hand_left", lang, count=len(after.hands[YOU]))
        opened = "lesson.opened.yes" if after.opened(YOU) else "lesson.opened.no"
        return grows, held, by_rule(opened, "T3.5", lang)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        turn = by_rule("lesson.before_opening.ask_turn", "T2.1", lang)
        fits = by_rule("lesson.before_opening.ask_fit", "T4.2", lang)
        return leading_to(self.solution(lang)[1], turn, fits)

    def solution(self, lang: str) -> tuple[str, Answer]:
        refusals = self.against
        if refusals:
            return " ".join(learner(lang).explained(refusals)), "no"
        return by_rule("lesson.before_opening.allowed", "T4.3", lang), "yes"


@drill("melds.before_opening", "T4.3")
def before_opening(chance: Random, level: int) -> BeforeOpening:
    """May a player who has not opened lay this off now?

    A card that fits or nearly does; from level 2 on perhaps before the draw; at level 3 two cards at once.
    """
    while True:
        state = late_round(chance, (0, 1, 1) if level < 3 else (0, 2, 1))
        place = chance.randrange(len(state.melds))
        meld = state.melds[place].meld
        assert meld is not None
        cards = _to_lay_off(chance, state, meld, 2 if level > 2 else 1)
        if not cards:
            continue
        for card in cards:
            state = with_card(state, YOU, card, keep=cards)
        drawn = level == 1 or chance.randrange(3) > 0
        return BeforeOpening(play(state, Draw(YOU)) if drawn else state, Sapaw(YOU, place, cards))


def _to_lay_off(chance: Random, state: State, meld: Meld, count: int) -> tuple[Card, ...]:
    """Cards off the table that go on the meld together, or nearly do; empty if there are none."""
    lying = {card for laid in state.melds if laid.meld for card in laid.meld.cards}
    free = [card for card in DECK if card not in lying]
    after: Meld | None = meld
    chain: list[Card] = []
    while after is not None and len(chain) < count:
        fitting = [card for card in free if card not in chain and grown(after, (card,))]
        if not fitting:
            return ()
        chain.append(chance.choice(fitting))
        after = grown(after, chain[-1:])
    if chance.randrange(3) == 0:
        suits = {card.suit for card in meld.cards}
        wrong = [
            card
            for card in free
            if card not in chain and not grown(meld, (*chain[:-1], card)) and (card.suit in suits or len(suits) > 1)
        ]
        # Of a run that is nearly the whole suit there may be no card left that does not fit.
        chain[-1] = chance.choice(wrong or chain[-1:])
    return tuple(chain)


# Questions about a joker that lies in no meld yet: where it can be laid off, and what it counts if it is left (T10.4)

WITH_JOKERS: Final = Rules(jokers=2)
FIRST, SECOND = JOKERS[:2]
_FULL_OR_NOT: Final = tuple(meld for meld in melds_in(DECK) if len(meld.cards) < 6 or len(meld.cards) == len(RANKS))
_WITH_FIRST: Final = tuple(
    meld for meld in melds_in((*DECK, FIRST), WITH_JOKERS) if meld.jokers and len(meld.cards) < 6
)


@dataclass(frozen=True, slots=True)
class JokerLeft:
    """T10.4: what does a hand count in which a joker has been left?"""

    hand: tuple[Card, ...]
    rules: Rules = WITH_JOKERS

    def task(self, lang: str) -> Task:
        key = "lesson.joker_left.points" if self.rules.joker_points else "lesson.joker_left.nothing_agreed"
        notes = (say(key, lang, points=self.rules.joker_points),)
        return Task(say("lesson.joker_left.prompt", lang), self.hand, kind="number", notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        total = deadwood(self.hand, self.rules)
        if answer == total:
            return Verdict(True, (self._counted(lang),), ("T9.1", "T10.4"))
        naturals = [card for card in self.hand if not card.is_joker]
        if answer == deadwood(naturals, self.rules):
            sentence = by_rule("lesson.joker_left.forgotten", "T10.4", lang, points=self.rules.joker_points)
        elif isinstance(answer, int) and answer < total:
            sentence = by_rule("lesson.joker_left.too_few", "T9.1", lang)
        else:
            sentence = by_rule("lesson.joker_left.too_many", "T9.1", lang)
        each = by_rule("lesson.joker_left.each", "T10.4", lang, points=points(FIRST, self.rules))
        return Verdict(False, (sentence, each), ("T9.1", "T10.4"))

    def _counted(self, lang: str) -> str:
        parts = deadwood_parts(self.hand, self.rules)
        added = " + ".join(f"{worth} ({card_label(card, lang)})" for card, worth in parts)
        return by_rule("why.deadwood", "T10.4", lang, parts=added, total=deadwood(self.hand, self.rules))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        each = by_rule("lesson.joker_left.each", "T10.4", lang, points=points(FIRST, self.rules))
        naturals = tuple(card for card in self.hand if not card.is_joker)
        others = say("lesson.joker_left.others", lang, cards=naturals, points=deadwood(naturals, self.rules))
        return leading_to(deadwood(self.hand, self.rules), each, others)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return self._counted(lang), deadwood(self.hand, self.rules)


@drill("melds.joker_lay_off", "T10.4")
def joker_lay_off(chance: Random, level: int) -> OnWhich:
    """On which melds can the joker be laid off?

    Two melds, then three, then four with a joker in one of them: full sets, full runs, and melds that can grow.
    """
    joker_lies = level > 2
    while True:
        table = random_melds(chance, min(3, 1 + level), _FULL_OR_NOT)
        if joker_lies:
            lying = {card for laid in table if laid.meld for card in laid.meld.cards}
            kind = chance.choice(tuple(Kind))
            beside = [meld for meld in _WITH_FIRST if meld.kind is kind and not lying.intersection(meld.cards)]
            table += (Laid(chance.choice(beside), chance.randrange(3)),)
        question = OnWhich(SECOND if joker_lies else FIRST, table, WITH_JOKERS)
        if len(question.fitting) < len(table) or chance.randrange(4) == 0:
            return question


@drill("melds.joker_left", "T10.4")
def joker_left(chance: Random, level: int) -> JokerLeft:
    """What does a hand with a joker in it count?

    A joker that counts nothing; then one for which the table has agreed on points; then two of them.
    """
    rules = WITH_JOKERS if level == 1 else Rules(jokers=2, joker_points=chance.choice((5, 10, 15, 20, 25)))
    jokers = JOKERS[: 2 if level > 2 else 1]
    return JokerLeft((*sorted(chance.sample(DECK, 2 + level)), *jokers), rules)
