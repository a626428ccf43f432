"""Questions about one card and the melds on the table: where it goes (T4.1, T10.4), and before opening too (T4.3).

Knows how such a question is made and put; whether a lay-off is allowed, and what comes of it, is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.cards import DECK, Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to, yes_or_no
from cardlab.lessons.tables.late_rounds import YOU, holding, late_round
from cardlab.lessons.tables.late_words import named
from cardlab.locale import explain, say
from cardlab.refusal import Refusal
from cardlab.tongits import Began, Draw, Laid, Meld, Phase, Rules, Sapaw, State, grown, melds_in, play, why_not

__all__ = ["BeforeOpening", "OnWhich", "any_meld", "before_opening", "labelled", "random_melds"]

SHEET: Final = Rules()
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
        told = [
            explain(Refusal(refusal.code, refusal.rule, refusal.facts), lang)
            for place in range(len(self.table))
            if str(place) in selected
            for refusal in self.against(place)
        ]
        missed = len(set(self.fitting) - set(selected))
        if missed:
            told.append(by_rule("lesson.on_which.missed", self._clause, lang, count=missed))
        return Verdict(False, tuple(told), rules)

    def _growth(self, lang: str) -> tuple[str, ...]:
        """What each meld becomes with the card, or that it stays as it is."""
        told = []
        for laid, label in zip(self.table, labelled(self.table, lang), strict=True):
            if laid.meld is None:
                continue
            after = grown(laid.meld, (self.card,), self.rules)
            if after is None:
                told.append(by_rule("lesson.on_which.full", "T4.2", lang, meld=label, cards=laid.meld.cards))
            elif self.card.is_joker:
                below = grown(laid.meld, (self.card,), self.rules, low=True) or after
                meant = [one.stands_for[one.cards.index(self.card)] for one in (after, below)]
                told.append(
                    by_rule("lesson.on_which.joker", "T10.4", lang, meld=label, cards=tuple(dict.fromkeys(meant)))
                )
            else:
                told.append(by_rule("lesson.on_which.grows", "T4.2", lang, meld=label, cards=after.cards))
        return tuple(told)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        anyone = by_rule("lesson.on_which.whoever", "T4.1", lang)
        count = say("lesson.on_which.how_many", lang, melds=len(self.fitting))
        return leading_to(self.fitting, anyone, count)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._growth(lang)), self.fitting


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
            told = tuple(explain(refusal, lang) for refusal in refusals)
            return Verdict(correct, told, tuple(dict.fromkeys(refusal.rule for refusal in refusals)))
        told = (by_rule("lesson.before_opening.allowed", "T4.3", lang),)
        return Verdict(correct, told, ("T4.3",), self._follows(lang))

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
            return " ".join(explain(refusal, lang) for refusal in refusals), "no"
        return by_rule("lesson.before_opening.allowed", "T4.3", lang), "yes"


def any_meld(chance: Random, level: int) -> OnWhich:
    """Two melds, then three, then four; now and then the card fits on two of them, or on none."""
    while True:
        table = random_melds(chance, 1 + level)
        lying = {card for laid in table if laid.meld for card in laid.meld.cards}
        free = [card for card in DECK if card not in lying]
        fits = {card: sum(grown(laid.meld, (card,)) is not None for laid in table if laid.meld) for card in free}
        wanted = chance.choice((0, 1, 1, 2))
        cards = [card for card in free if fits[card] == wanted and _looks_near(card, table)]
        if cards:
            return OnWhich(chance.choice(cards), table)


def before_opening(chance: Random, level: int) -> BeforeOpening:
    """A card that fits or nearly does; from level 2 on perhaps before the draw; at level 3 two cards at once."""
    while True:
        state = late_round(chance, (0, 1, 1) if level < 3 else (0, 2, 1))
        place = chance.randrange(len(state.melds))
        meld = state.melds[place].meld
        assert meld is not None
        cards = _to_lay_off(chance, state, meld, 2 if level > 2 else 1)
        if not cards:
            continue
        for card in cards:
            state = holding(state, YOU, card, keep=cards)
        drawn = level == 1 or chance.randrange(3) > 0
        return BeforeOpening(play(state, Draw(YOU)) if drawn else state, Sapaw(YOU, place, cards))


def random_melds(chance: Random, count: int, pool: tuple[Meld, ...] = _SHORT) -> tuple[Laid, ...]:
    """So many melds with no card in common, sets as often as runs, each of some player."""
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
        say("lesson.on_which.meld", lang, number=place + 1, who=named(laid.owner, lang))
        for place, laid in enumerate(table)
    )


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
        chain[-1] = chance.choice(wrong)
    return tuple(chain)


def _looks_near(card: Card, table: tuple[Laid, ...]) -> bool:
    """A card of the rank or the suit of some meld."""
    lying = [other for laid in table if laid.meld for other in laid.meld.cards]
    return any(card.rank == other.rank or card.suit == other.suit for other in lying)
