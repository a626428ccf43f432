"""Questions about what pays better after a draw call, to challenge or to fold (T6.2 to T6.5, T9.3, T9.4).

Knows how such a question is made and put; what each answer costs is asked of `tongits` by playing it.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.endings import ended, hands_counted, open_hands, paid, rules_of, said, why_ended
from cardlab.lessons.tables.late_rounds import (
    LEFT,
    OPPONENTS,
    RIGHT,
    YOU,
    answered,
    every_answer,
    late_round,
    willing,
    with_deadwood,
)
from cardlab.lessons.tables.late_words import (
    about_call,
    house_rules,
    named,
    shown,
)
from cardlab.locale import explain, say
from cardlab.tongits import (
    Call,
    Challenge,
    Fold,
    Move,
    Payment,
    Rules,
    State,
    Tie,
    deadwood,
    play,
    turn,
    why_not,
)

__all__ = ["ChallengeOrFold", "challenge_or_fold"]

BEST: Final = ("challenge", "fold", "same")
_BY_SIGN: Final = {1: "challenge", -1: "fold", 0: "same"}


@dataclass(frozen=True, slots=True)
class ChallengeOrFold:
    """T6.2 to T6.5: an opponent has called and all hands lie open; what pays better, or is it the same?"""

    state: State

    @property
    def best(self) -> str | None:
        """What pays better whatever the others still say; "same" if it never matters, None if it depends on them."""
        folded = [ended(end).payments[YOU] for end in every_answer(play(self.state, Fold(YOU)))]
        if self.barred:
            return "fold"
        challenged = [ended(end).payments[YOU] for end in every_answer(play(self.state, Challenge(YOU)))]
        signs = {(one > other) - (one < other) for one, other in zip(challenged, folded, strict=True)}
        return _BY_SIGN[signs.pop()] if len(signs) == 1 else None

    @property
    def barred(self) -> bool:
        return bool(why_not(self.state, Challenge(YOU)))

    def task(self, lang: str) -> Task:
        caller = self.state.caller
        piles, labels = shown(self.state, lang, OPPONENTS)
        choices = tuple((key, say(f"lesson.challenge_or_fold.{key}", lang)) for key in BEST)
        notes = (
            *about_call(self.state, lang),
            *self._still_asked(lang),
            *house_rules(self.state.rules, lang),
            self._payment(lang),
        )
        prompt = say("lesson.challenge_or_fold.prompt", lang, who=named(caller or YOU, lang))
        hand = self.state.hands[YOU]
        return Task(prompt, hand, piles, choices, kind="choice", pile_labels=labels, notes=notes)

    def _payment(self, lang: str) -> str:
        """T9.3 or T9.4: how this table pays."""
        chips = self.state.rules.payment is Payment.CHIPS
        return say("lesson.late.payment", lang, rule=say("clause.T9.4" if chips else "clause.T9.3", lang))

    def _still_asked(self, lang: str) -> tuple[str, ...]:
        after = play(self.state, Fold(YOU))
        return tuple(say("lesson.late.still_asked", lang, who=named(seat, lang)) for seat in turn(after))

    def check(self, answer: Answer, lang: str) -> Verdict:
        right = answer == self.best
        if self.barred:
            refusals = why_not(self.state, Challenge(YOU))
            end = self._end(Fold(YOU))
            refused = tuple(explain(refusal, lang) for refusal in refusals)
            return Verdict(right, refused, ("T6.3",), (self._line(Fold(YOU), lang),), open_hands(end, lang))
        end = self._end(Challenge(YOU))
        reasons = why_ended(end, lang)
        rule = "T9.4" if self.state.rules.payment is Payment.CHIPS else "T9.3"
        even = self.best == "same" and ended(end).winner == YOU
        key = "lesson.challenge_or_fold.why_even" if even else f"lesson.challenge_or_fold.why_{self.best}"
        why = (*said(reasons), by_rule(key, rule, lang))
        follows = tuple(self._line(move, lang) for move in (Challenge(YOU), Fold(YOU)))
        return Verdict(right, why, (*rules_of(reasons), rule), follows, open_hands(end, lang))

    def _end(self, move: Move) -> State:
        """The end after this answer, where who is asked later challenges if he has reason to."""
        after = play(self.state, move)
        return answered(after, willing(after))

    def _line(self, move: Challenge | Fold, lang: str) -> str:
        end = self._end(move)
        key = "lesson.challenge_or_fold.if_challenged"
        if isinstance(move, Fold):
            key = "lesson.challenge_or_fold.if_folded"
        winner = say("lesson.ending.winner", lang, who=named(ended(end).winner or YOU, lang))
        return f"{say(key, lang)} {winner} {paid(end, YOU, lang)}"

    def hints(self, lang: str) -> tuple[Hint, ...]:
        tie = "lesson.tie_challenger" if self.state.rules.tie is Tie.CHALLENGER else "lesson.tie_caller"
        counted = hands_counted(ended(self._end(Fold(YOU))), range(3), lang)
        hands = say("lesson.late.counted", lang, hands=counted)
        chips = self.state.rules.payment is Payment.CHIPS
        cost = say("lesson.challenge_or_fold.hint_chips" if chips else "lesson.challenge_or_fold.hint_points", lang)
        return leading_to(self.best or "", cost, f"{hands} {by_rule(tie, 'T6.5', lang)}")

    def solution(self, lang: str) -> tuple[str, Answer]:
        answer = self.best or ""
        return " ".join(self.check(answer, lang).sentences), answer


def challenge_or_fold(chance: Random, level: int) -> ChallengeOrFold:
    """Paid in points; then in chips, and close; then a third player who still answers, or a learner who is burned."""
    wanted = chance.choice(BEST[::2] if level == 1 else BEST)
    while True:
        rules = Rules(
            payment=Payment.DEADWOOD if level == 1 or wanted == "same" else Payment.CHIPS,
            tie=chance.choice(tuple(Tie)) if level > 1 else Tie.CALLER,
        )
        caller = LEFT if level < 3 else chance.choice(OPPONENTS)
        burned = level == 3 and wanted == "fold" and chance.randrange(3) == 0
        state = late_round(chance, (0 if burned else 2, 2, 2), seat=caller, rules=rules)
        if level > 1:
            near = deadwood(state.hands[caller]) + chance.randint(-2, 2)
            state = with_deadwood(state, YOU, near, chance) or state
        state = play(state, Call(caller))
        if caller == LEFT:
            state = play(state, Challenge(RIGHT) if level == 3 and chance.randrange(2) else Fold(RIGHT))
        question = ChallengeOrFold(state)
        if question.best == wanted:
            return question
