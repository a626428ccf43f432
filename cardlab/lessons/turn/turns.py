"""Questions about how a turn begins: with what (T2.1, T2.2, T2.5, T6.1), and how often with a discard (T2.7).

Knows how such a question is made and put; what is allowed, and why not, is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Final

from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to, yes_or_no
from cardlab.lessons.tables.late_rounds import YOU, late_round
from cardlab.lessons.tables.late_words import house_rules, shown
from cardlab.lessons.tables.one_turn import (
    discard_pile,
    why_refused,
)
from cardlab.lessons.turn.taking import making_meld
from cardlab.locale import say
from cardlab.refusal import Refusal
from cardlab.tongits import (
    SHEET,
    Began,
    Call,
    Discard,
    Draw,
    Move,
    Phase,
    Rules,
    State,
    Take,
    deal,
    play,
    why_not,
)

__all__ = ["AfterThirty", "HowBegins", "after_thirty", "how_begins"]

MUST_MELD: Final = Rules(discard_must_meld=True)
MOST_TAKES: Final = 30
"""T2.7: after how many takes in a row the stock must be drawn from; the makers need it, the engine judges by it."""
_CLAUSES: Final = {"draw": "T2.1", "take": "T2.1", "call": "T6.1", "lay": "T2.3"}


@dataclass(frozen=True, slots=True)
class HowBegins:
    """T2.1, T2.2, T2.5, T2.7, T6.1: what may the learner do now? Everything that is allowed is asked for."""

    state: State

    @property
    def refusals(self) -> dict[str, tuple[Refusal, ...]]:
        """What speaks against each thing that he may do; nothing if it is allowed."""
        begins: dict[str, Move] = {"draw": Draw(YOU), "take": Take(YOU), "call": Call(YOU)}
        found = {key: why_not(self.state, move) for key, move in begins.items()}
        against = [why_not(self.state, Discard(YOU, card)) for card in self.state.hands[YOU]]
        return {**found, "lay": min(against, key=len)}

    @property
    def allowed(self) -> tuple[str, ...]:
        return tuple(key for key, refusals in self.refusals.items() if not refusals)

    def task(self, lang: str) -> Task:
        (piles, labels), (top, its_label) = shown(self.state, lang), discard_pile(self.state, lang)
        choices = tuple((key, self._label(key, lang)) for key in self.refusals)
        return Task(
            say("lesson.how_begins.prompt", lang),
            self.state.hands[YOU],
            (*piles, *top),
            choices,
            kind="choice",
            multiple=True,
            pile_labels=(*labels, *its_label),
            notes=(self._moment(lang), *house_rules(self.state.rules, lang)),
        )

    def _label(self, key: str, lang: str) -> str:
        return say(f"lesson.how_begins.{key}", lang)

    def _moment(self, lang: str) -> str:
        if self.state.began is Began.DEAL:
            return say("lesson.how_begins.first", lang)
        if self.state.phase is Phase.LAY:
            return say("lesson.how_begins.begun", lang)
        if self.state.takes >= MOST_TAKES:
            return say("lesson.how_begins.long_row", lang, takes=self.state.takes)
        return say("lesson.how_begins.begins", lang)

    def check(self, answer: Answer, lang: str) -> Verdict:
        chosen = (answer,) if isinstance(answer, str) else answer
        rules: list[str] = []
        reasons: dict[str, list[str]] = {}
        for key, refusals in self.refusals.items():
            rule = "T2.2" if self.state.began is Began.DEAL else _CLAUSES[key]
            rules += [refusal.rule for refusal in refusals] or [rule]
            for why in why_refused(refusals, lang) or (by_rule("lesson.how_begins.allowed", rule, lang),):
                reasons.setdefault(why, []).append(self._label(key, lang))
        sentences = tuple(
            say("lesson.how_begins.because", lang, choices=" / ".join(labels), reason=why)
            for why, labels in reasons.items()
        )
        return Verdict(chosen == self.allowed, sentences, tuple(dict.fromkeys(rules)))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        order = say("lesson.how_begins.order", lang)
        key = "before" if self.state.phase is Phase.DRAW else "after"
        return leading_to(self.allowed, order, f"{self._moment(lang)} {say(f'lesson.how_begins.{key}', lang)}")

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.allowed, lang).sentences), self.allowed


@dataclass(frozen=True, slots=True)
class AfterThirty:
    """T2.7: may this turn too begin by taking a discard, or how many more may? `rows` are the takes between draws.

    The last row is the one that goes on: the takes since the stock was last drawn from.
    """

    state: State
    rows: tuple[int, ...]
    how_many: bool = False

    @property
    def answer(self) -> int | str:
        left = takes_left(self.state)
        return left if self.how_many else "yes" if left else "no"

    def task(self, lang: str) -> Task:
        top, label = discard_pile(self.state, lang)
        notes = tuple(
            say("lesson.after_thirty.now" if last else "lesson.after_thirty.row", lang, count=row)
            for last, row in ((place == len(self.rows), row) for place, row in enumerate(self.rows, start=1))
        )
        prompt = say("lesson.after_thirty.how_many" if self.how_many else "lesson.after_thirty.prompt", lang)
        if self.how_many:
            return Task(prompt, (), top, kind="number", pile_labels=label, notes=notes)
        return Task(prompt, (), top, yes_or_no(lang), kind="choice", pile_labels=label, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        left = takes_left(self.state)
        told_so: tuple[str, ...] = (
            by_rule("lesson.after_thirty.counted", "T2.7", lang, takes=self.state.takes, left=left),
        )
        if len(self.rows) > 1:
            told_so = (*told_so, by_rule("lesson.after_thirty.begins_anew", "T2.7", lang))
        told_so = (*told_so, *why_refused(why_not(self.state, Take(YOU)), lang))
        drawn = play(self.state, Draw(YOU))
        follows = (say("lesson.after_thirty.if_drawn", lang, takes=drawn.takes),)
        return Verdict(answer == self.answer, told_so, ("T2.7",), follows)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        since = say("lesson.after_thirty.since_draw", lang)
        return leading_to(self.answer, since, say("lesson.after_thirty.row_now", lang, takes=self.state.takes))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


@lru_cache(maxsize=512)
def takes_left(state: State) -> int:
    """T2.7: how many turns in a row, this one included, can still begin by taking the top discard; found by playing."""
    count = 0
    while not why_not(state, Take(state.seat)):
        state = play(state, Take(state.seat))
        other = next(card for card in state.hands[state.seat] if card is not state.taken)
        state = play(state, Discard(state.seat, other))
        count += 1
    return count


def how_begins(chance: Random, level: int) -> HowBegins:
    """A turn that begins, the very first one, one that has begun; then the house rule; then a long row of takes."""
    moment = chance.choice(("begins", "begins", "first", "begun"))
    if moment == "first":
        return HowBegins(deal(seed=chance.randrange(10**9)))
    rules = chance.choice((SHEET, MUST_MELD)) if level > 1 else SHEET
    counts = (chance.randrange(3), chance.randrange(3), 1)
    meldable = rules is MUST_MELD and chance.randrange(2) == 1
    state = making_meld(chance, counts) if meldable else late_round(chance, counts, rules=rules)
    if moment == "begun":
        return HowBegins(play(state, Draw(YOU)))
    long = level == 3 and chance.randrange(2) == 1
    return HowBegins(replace(state, takes=MOST_TAKES) if long else state)


def after_thirty(chance: Random, level: int) -> AfterThirty:
    """One row of takes; then one that a draw has interrupted; then the number of turns that are left."""
    state = late_round(chance)
    near = (MOST_TAKES - 1, MOST_TAKES, MOST_TAKES, chance.randint(10, 28))
    takes = chance.choice(near) if level < 3 else chance.randint(15, MOST_TAKES)
    if level == 1 or chance.randrange(3) == 0:
        return AfterThirty(replace(state, takes=takes), (takes,), how_many=level == 3)
    before = chance.randint(3, 20)
    if level == 2 and chance.randrange(2):
        takes = MOST_TAKES - before  # both rows together would be thirty
    return AfterThirty(replace(state, takes=takes), (before, takes), how_many=level == 3)
