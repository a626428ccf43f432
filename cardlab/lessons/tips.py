"""The exercises on playing well (T11): each a `Drill`, called with language and seed.

What is right is not judged here: each position comes with what every choice in it is worth (`tips_positions`), found by
playing it on. A right answer is each choice that is as good as the best one, as far as the error of the sample goes.
First what all questions share (`Advice`), then Tongits, then Tichu 1.on.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from cardlab import tichu, tongits
from cardlab.cards import Card
from cardlab.lessons.drill import drill
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict, cards_of, leading_to
from cardlab.lessons.tables_tichu import YOU as RUNNER
from cardlab.lessons.tables_tongits import OPPONENTS, YOU, learner, others_hold
from cardlab.lessons.tips_positions import WORLDS, Position, Worth, positions
from cardlab.phrasing import by_rule
from cardlab.phrasing import tichu as tell_tichu
from cardlab.phrasing import tongits as tell
from cardlab.phrasing.catalogue import card_label, decimal, say
from cardlab.tichu.piles import DOG, DRAGON, PHOENIX, sorting_value
from cardlab.tongits import Payment, Rules, best_arrangements, hand_deadwood

CLAUSES: Final = {
    "discard": ("T11.3",),
    "open": ("T11.1",),
    "lay_off": ("T11.2",),
    "call": ("T11.4", "T11.5"),
}
SPECIAL_CLAUSES: Final = {DRAGON: "U5.1", PHOENIX: "U5.2", DOG: "U5.3"}


@dataclass(frozen=True, slots=True)
class Advice:
    """A position to decide; `kind` names what about, see `tips_positions`."""

    kind: str
    position: Position

    @property
    def right(self) -> tuple[str, ...]:
        """The choices that are as good as the best one, by name."""
        return tuple(name for name, worth in self.position.choices if worth.right)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The advice that it is about, or the rules."""
        return CLAUSES[self.kind]

    def task(self, lang: str) -> Task:
        raise NotImplementedError

    def named(self, name: str, lang: str) -> str:
        """What a choice is called."""
        return say(f"lesson.tips.{self.kind}.{name}", lang)

    def cost(self, worth: Worth, lang: str) -> str:
        """How far a choice lies behind the best one."""
        return _number(worth, 100, lang)

    @property
    def unit(self) -> str:
        """The key of what costs are counted in."""
        return "lesson.tips.percent"

    def check(self, answer: Answer, lang: str) -> Verdict:
        """A right answer is told everything, a wrong one what it costs, for there may be tries left."""
        name, right = _name(answer), self.right
        rule, unit = self.clauses[0], say(self.unit, lang)
        worths = dict(self.position.choices)
        told: list[str] = []
        if name in right:
            named = tuple(self.named(one, lang) for one in right)
            costs = (f"{self.named(one, lang)}: {self.cost(worths[one], lang)}" for one in worths if one not in right)
            told.append(by_rule("lesson.tips.best", rule, lang, count=len(right), choices=named))
            told.append(say("lesson.tips.others", lang, costs="; ".join(costs), unit=unit))
        elif name in worths:
            cost, choice = self.cost(worths[name], lang), self.named(name, lang)
            told.append(by_rule("lesson.tips.cost", rule, lang, choice=choice, cost=cost, unit=unit))
        return Verdict(name in right, (*told, self.model(lang)), self.clauses)

    def model(self, lang: str) -> str:
        """How the costs were found."""
        if self.position.counted:
            return say("lesson.tips.model_whole", lang)
        model = "lesson.tips.model_race" if self.kind in ("card", "special") else "lesson.tips.model"
        return say(model, lang, worlds=decimal(WORLDS[self.kind], lang))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        right = self.right[0]
        return leading_to(self.answered(right), say(f"lesson.tips.{self.kind}.look", lang), self.told(lang))

    def told(self, lang: str) -> str:
        """The second hint: what to compare; here a right choice with the wrong one that comes nearest."""
        wrong = next(name for name, worth in self.position.choices if worth.wrong)
        pair = sorted((self.right[0], wrong))
        return say("lesson.tips.between", lang, choices=tuple(self.named(one, lang) for one in pair))

    def answered(self, name: str) -> Answer:
        """The answer that this choice is."""
        return name

    def solution(self, lang: str) -> tuple[str, Answer]:
        answer = self.answered(self.right[0])
        return " ".join(self.check(answer, lang).sentences), answer

    def choices(self, lang: str) -> tuple[tuple[str, str], ...]:
        """The choices, in an order that says nothing of their worth."""
        return tuple((name, self.named(name, lang)) for name in sorted(name for name, _ in self.position.choices))


def _number(worth: Worth, factor: int, lang: str) -> str:
    """A difference with its error, if it has one; what is not 0 is never written as 0."""
    digits = 0 if factor > 1 else 1
    least = 10.0**-digits
    mean, error = (decimal(max(factor * one, least) if one else 0, lang, digits) for one in (worth.behind, worth.error))
    return f"{mean}\u00a0±\u00a0{error}" if worth.error else mean


def _name(answer: Answer) -> str:
    """The choice that an answer names."""
    chosen = cards_of(answer)
    return chosen[0].code if chosen else str(answer)


# Tongits


@lru_cache(maxsize=512)
def _table(text: str) -> tongits.State:
    """A table that looks like the position; what lies hidden is dealt out in order, and never shown."""
    from cardlab.analysis.deals import any_state  # when it is asked, so that the course opens without it

    return any_state(tongits.View.read(text))


@dataclass(frozen=True, slots=True)
class AtTable(Advice):
    """A position of Tongits."""

    @property
    def state(self) -> tongits.State:
        return _table(self.position.text)

    @property
    def unit(self) -> str:
        chips = self.state.rules.payment is Payment.CHIPS
        return "lesson.tips.chips" if chips else "lesson.tips.points"

    def cost(self, worth: Worth, lang: str) -> str:
        return _number(worth, 1, lang)

    def task(self, lang: str) -> Task:
        state, reader = self.state, learner(lang)
        piles, labels = tell.on_table(reader, state)
        if state.discards:
            piles, labels = (*piles, state.discards[::-1]), (*labels, say("lesson.tips.discards", lang))
        notes = (
            say("lesson.tips.stock", lang, count=len(state.stock)),
            others_hold(state, lang),
            *self._rules(lang),
        )
        prompt, hand = say(f"lesson.tips.{self.kind}", lang), state.hands[YOU]
        if self.kind == "discard":
            return Task(prompt, hand, piles, pile_labels=labels, notes=notes)
        return Task(prompt, hand, piles, self.choices(lang), "choice", pile_labels=labels, notes=notes)

    def _rules(self, lang: str) -> tuple[str, ...]:
        """The rules of the table; of the traditional ones, those that matter for the choice, in one sentence."""
        if self.state.rules == Rules.preset("traditional"):
            return (say("lesson.tips.traditional", lang),)
        return tell.house_rules(self.state.rules, lang)

    def told(self, lang: str) -> str:
        hand, rules = self.state.hands[YOU], self.state.rules
        opened = sum(map(self.state.opened, OPPONENTS))
        counted = hand_deadwood(hand, rules)
        lying = [laid.meld for laid in self.state.melds if laid.meld and not laid.secret]
        least = best_arrangements(hand, lying, rules)[0].deadwood
        return say("lesson.tips.table", lang, points=counted, least=least, opened=opened)


@dataclass(frozen=True, slots=True)
class WhichDiscard(AtTable):
    """T11.3: which card is best thrown away?"""

    def named(self, name: str, lang: str) -> str:
        return card_label(Card(name), lang)

    def answered(self, name: str) -> Answer:
        return (Card(name),)

    def told(self, lang: str) -> str:
        return Advice.told(self, lang)


@drill("tips.lay_or_keep", "T11.1", "T11.2")
def lay_or_keep(chance: Random, level: int) -> AtTable:
    """Lay the first meld, or lay off on an opponent's one, now or not in this turn? From wide differences to narrow."""
    kind = chance.choice(("open", "lay_off"))
    return AtTable(kind, _chosen(chance, kind, level))


@drill("tips.which_discard", "T11.3")
def which_discard(chance: Random, level: int) -> WhichDiscard:
    """Which card is best thrown away? From wide differences to narrow ones."""
    return WhichDiscard("discard", _chosen(chance, "discard", level))


@drill("tips.call_or_play", "T11.4", "T11.5")
def call_or_play(chance: Random, level: int) -> AtTable:
    """Call a draw now, or play on? From wide differences to narrow ones."""
    return AtTable("call", _chosen(chance, "call", level))


def _chosen(chance: Random, kind: str, level: int) -> Position:
    return chance.choice([one for one in positions(kind) if one.level == level])


# Tichu 1.on.1


@lru_cache(maxsize=512)
def _race(text: str) -> tichu.View:
    return tichu.View.read(text)


@dataclass(frozen=True, slots=True)
class InRace(Advice):
    """A position of a race, in which both are equally quick and play well from then on."""

    @property
    def clauses(self) -> tuple[str, ...]:
        if self.kind == "special":
            return tuple(rule for card, rule in SPECIAL_CLAUSES.items() if card in _race(self.position.text).hand)
        drawing = "0 draw" in self.right
        return ("U3.2", "U2.2") if drawing else ("U2.2", "U3.2")

    def task(self, lang: str) -> Task:
        seen = _race(self.position.text)
        labels = tuple(
            tell_tichu.pile_name(pile, say("piles.pile", lang, number=number), lang)
            for number, pile in enumerate(seen.piles, 1)
        )
        notes = (
            say("lesson.tips.drawing", lang, own=seen.draw[RUNNER], other=seen.draw[1 - RUNNER]),
            say("lesson.tips.opponent", lang, count=seen.opponent_cards),
            *([say("lesson.tips.owes", lang)] if seen.owes[RUNNER] else []),
        )
        piles = tuple(map(tell_tichu.upper_cards, seen.piles))
        prompt = say(f"lesson.tips.{self.kind}", lang)
        hand, worth = tell_tichu.by_value(seen.hand), sorting_value
        return Task(prompt, hand, piles, self.choices(lang), "choice", pile_labels=labels, worth=worth, notes=notes)

    def named(self, name: str, lang: str) -> str:
        if name == "wait":
            return say("tichu.do.wait", lang)
        if name.startswith("keep "):
            return say("tichu.do.keep", lang, card=Card(name.removeprefix("keep ")))
        match tichu.parse_move(name):
            case tichu.Play(card=card, pile=pile):
                return say("tichu.do.play", lang, card=card, pile=pile + 1)
            case tichu.Draw():
                return say("tichu.do.draw", lang)
        raise ValueError(f"nobody chooses {name!r} in a race")


@drill("tips.card_and_pile", "U3.2", "U2.2", "U5.1", "U5.2", "U5.3")
def card_and_pile(chance: Random, level: int) -> InRace:
    """Draw up, or which card on which pile; and is a special card spent or kept? From wide differences to narrow."""
    kind = chance.choice(("card", "special"))
    return InRace(kind, _chosen(chance, kind, level))


DRILLS: Final = (
    lay_or_keep,
    which_discard,
    call_or_play,
    card_and_pile,
)
"""In the order in which they are met."""
