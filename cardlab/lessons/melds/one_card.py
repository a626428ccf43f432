"""Questions about one card and the melds on the table: on which of them it may be laid off (T4.1, T10.4).

Knows how such a question is made and put; whether a lay-off is allowed, and what comes of it, is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.cards import DECK, Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.late_rounds import YOU
from cardlab.lessons.tables.late_words import named
from cardlab.locale import explain, say
from cardlab.refusal import Refusal
from cardlab.tongits import SHEET, Began, Kind, Laid, Meld, Phase, Rules, Sapaw, State, grown, melds_in, why_not

__all__ = ["OnWhich", "any_meld", "labelled", "random_melds"]

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
            self._misfit(refusal, lang)
            for place in range(len(self.table))
            if str(place) in selected
            for refusal in self.against(place)
        ]
        missed = len(set(self.fitting) - set(selected))
        if missed:
            told.append(by_rule("lesson.on_which.missed", self._clause, lang, count=missed))
        return Verdict(False, tuple(told), rules)

    def _misfit(self, refusal: Refusal, lang: str) -> str:
        """Why the card does not go on a meld; a joker is kept off only by one that cannot grow at all (T10.4)."""
        if self.card.is_joker:
            return by_rule("lesson.on_which.no_room", refusal.rule, lang, cards=refusal.facts["meld"])
        return explain(Refusal(refusal.code, refusal.rule, refusal.facts), lang)

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
                told.append(self._joker_in(laid.meld, label, lang))
            else:
                told.append(by_rule("lesson.on_which.grows", "T4.2", lang, meld=label, cards=after.cards))
        return tuple(told)

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


def _looks_near(card: Card, table: tuple[Laid, ...]) -> bool:
    """A card of the rank or the suit of some meld."""
    lying = [other for laid in table if laid.meld for other in laid.meld.cards]
    return any(card.rank == other.rank or card.suit == other.suit for other in lying)
