"""Questions about the secret four (T6.9): may it be laid face down, and what does it do?

Knows how such a question is made and put; what may be laid, and what is so afterwards, is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.cards import RANKS, SUITS, Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to, yes_or_no
from cardlab.lessons.tables.late_rounds import (
    LEFT,
    YOU,
    discarded,
    exchanged,
    holding,
    late_round,
    with_four,
)
from cardlab.lessons.tables.late_words import (
    house_rules,
    shown,
)
from cardlab.locale import explain, say
from cardlab.refusal import Refusal
from cardlab.tongits import SHEET, Call, Draw, LayMeld, Rules, Sapaw, State, Take, play, view, why_not

__all__ = ["AfterFour", "SecretFour", "secret_four"]

PLAYED: Final = Rules(secret_four=True)
CLAIMS: Final = ("opened", "seen", "lay_off", "call", "burned")


@dataclass(frozen=True, slots=True)
class SecretFour:
    """T6.9: may the learner lay these cards of his hand face down, in this turn?"""

    state: State
    cards: tuple[Card, ...]

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return why_not(self.state, LayMeld(YOU, self.cards, secret=True))

    def task(self, lang: str) -> Task:
        piles, labels = shown(self.state, lang)
        taken = self.state.taken
        turn = say("lesson.secret_four.taken", lang, card=taken) if taken else say("lesson.secret_four.drawn", lang)
        notes = (turn, *house_rules(self.state.rules, lang))
        prompt = say("lesson.secret_four.prompt", lang, cards=self.cards)
        hand = self.state.hands[YOU]
        return Task(prompt, hand, piles, yes_or_no(lang), kind="choice", pile_labels=labels, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        refusals = self.refusals
        if not refusals:
            return Verdict(answer == "yes", (by_rule("lesson.secret_four.yes", "T6.9", lang),), ("T6.9",))
        told = tuple(explain(refusal, lang) for refusal in refusals)
        return Verdict(answer == "no", told, tuple(dict.fromkeys(refusal.rule for refusal in refusals)))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        three = say("lesson.secret_four.three_things", lang)
        rules = " ".join(house_rules(self.state.rules, lang))
        where = "lesson.secret_four.one_taken" if self.state.taken in self.cards else "lesson.secret_four.none_taken"
        return leading_to(self.solution(lang)[1], three, f"{rules} {say(where, lang)}")

    def solution(self, lang: str) -> tuple[str, Answer]:
        key = "no" if self.refusals else "yes"
        return " ".join(self.check(key, lang).sentences), key


@dataclass(frozen=True, slots=True)
class AfterFour:
    """T6.9: the learner lays this set of four as his first meld, face down or openly; which claims are true then?"""

    state: State
    cards: tuple[Card, ...]
    secret: bool
    claims: tuple[str, ...] = CLAIMS

    @property
    def after(self) -> State:
        return play(self.state, LayMeld(YOU, self.cards, secret=self.secret))

    def _holds(self, claim: str) -> bool:
        after = self.after
        place = len(after.melds) - 1
        match claim:
            case "opened":
                return after.opened(YOU)
            case "seen":
                return view(after, LEFT).melds[place].meld is not None
            case "lay_off":
                turn = play(discarded(after)[0], Draw(LEFT))
                return any(not why_not(turn, Sapaw(LEFT, place, (card,))) for card in turn.hands[LEFT])
            case "call":
                return not why_not(_next_turn(after), Call(YOU))
            case _:
                return not after.opened(YOU)

    @property
    def answer(self) -> tuple[str, ...]:
        return tuple(claim for claim in self.claims if self._holds(claim))

    def task(self, lang: str) -> Task:
        piles, labels = shown(self.state, lang)
        how = "lesson.after_four.prompt_secret" if self.secret else "lesson.after_four.prompt_open"
        return Task(
            say(how, lang, cards=self.cards),
            self.state.hands[YOU],
            piles,
            tuple((claim, say(f"lesson.after_four.{claim}", lang)) for claim in self.claims),
            kind="choice",
            multiple=True,
            may_be_empty=True,
            pile_labels=labels,
            notes=house_rules(self.state.rules, lang),
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        reasons = [self._because(claim) for claim in self.claims]
        told = tuple(by_rule(key, rule, lang) for key, rule in reasons)
        return Verdict(answer == self.answer, told, tuple(dict.fromkeys(rule for _, rule in reasons)))

    def _because(self, claim: str) -> tuple[str, str]:
        """What is to be said of a claim, and by which clause."""
        match claim:
            case "opened":
                return "lesson.after_four.opens", "T3.5"
            case "seen":
                return ("lesson.after_four.hidden" if self.secret else "lesson.after_four.visible"), "T6.9"
            case "lay_off" if self.secret:
                return "lesson.after_four.closed", "T6.9"
            case "lay_off":
                return "lesson.after_four.complete", "T4.2"
            case "call":
                return "lesson.after_four.may_call", "T6.1"
            case _:
                return "lesson.after_four.not_burned", "T7.1"

    def hints(self, lang: str) -> tuple[Hint, ...]:
        meld = say("lesson.after_four.a_meld", lang)
        return leading_to(self.answer, meld, say("lesson.after_four.how_many", lang, claims=len(self.answer)))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


def secret_four(chance: Random, level: int) -> SecretFour | AfterFour:
    """Four of a kind, with the house rule or without; then three, or a run; then a card of it just taken or drawn.

    Now and then the question is what is so afterwards.
    """
    if chance.randrange(3) == 0:
        return _after_four(chance, level)
    rules = PLAYED if chance.randrange(3) or level > 2 else SHEET
    while True:
        state = late_round(chance, (chance.randrange(2), 1, 1), rules=rules)
        made = with_four(chance, state, YOU)
        if made is None:
            continue
        state, four = made
        if level == 2 and chance.randrange(2):
            return _not_four(chance, state, four)
        return SecretFour(_begun(chance, state, four if level > 2 else ()), four)


def _not_four(chance: Random, state: State, four: tuple[Card, ...]) -> SecretFour:
    """Three of the four, or a run of four cards that lie in no meld."""
    lying = {card for laid in state.melds if laid.meld for card in laid.meld.cards}
    runs = [
        run
        for suit in SUITS
        for start in range(len(RANKS) - 3)
        if not lying & set(run := tuple(Card(rank + suit) for rank in RANKS[start : start + 4]))
    ]
    if not runs or chance.randrange(2):
        return SecretFour(_begun(chance, state, ()), tuple(sorted(chance.sample(four, 3))))
    run = chance.choice(runs)
    for card in run:
        state = holding(state, YOU, card, keep=run)
    return SecretFour(_begun(chance, state, ()), run)


def _begun(chance: Random, state: State, from_pile: tuple[Card, ...]) -> State:
    """The learner's turn after its draw: of `from_pile` one card has just come, from the discard pile or the stock."""
    takes = bool(from_pile) and chance.randrange(2) == 1
    if from_pile:
        top = state.discards[0] if takes else state.stock[0]
        state = exchanged(state, chance.choice(from_pile), top)
    return play(state, Take(YOU) if takes else Draw(YOU))


def _after_four(chance: Random, level: int) -> AfterFour:
    """Three claims of five; from level 2 on also about a set that is laid openly."""
    secret = level == 1 or chance.randrange(2) == 1
    while True:
        made = with_four(chance, late_round(chance, (0, 1, 2), rules=PLAYED), YOU)
        if made is not None:
            break
    state, four = made
    claims = sorted(chance.sample(CLAIMS, 3 if level < 3 else 4), key=CLAIMS.index)
    return AfterFour(play(state, Draw(YOU)), four, secret, tuple(claims))


def _next_turn(state: State) -> State:
    """The beginning of the learner's next turn, after each player has discarded his dearest card."""
    state, _ = discarded(state)
    while state.seat != YOU:
        state, _ = discarded(play(state, Draw(state.seat)))
    return state
