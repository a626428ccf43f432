"""Questions about who answers a draw call, and who will challenge it (T6.2, T6.3).

Knows how such a question is made and put; whose answer it is, and who may challenge, is asked of `tongits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.endings import ended, hands_counted, open_hands
from cardlab.lessons.tables.late_rounds import (
    answered,
    late_round,
    willing,
    with_deadwood,
)
from cardlab.lessons.tables.late_words import (
    about_call,
    house_rules,
    named,
    seat_choices,
    shown,
)
from cardlab.locale import say
from cardlab.tongits import (
    SHEET,
    Call,
    Challenge,
    Fold,
    Rules,
    Showdown,
    State,
    deadwood,
    play,
    turn,
    why_not,
)

__all__ = ["WhoChallenges", "WhoseAnswer", "who_challenges", "whose_answer"]

NO_ONE: Final = "none"
EVERYONE: Final = Rules(showdown=Showdown.EVERYONE)


@dataclass(frozen=True, slots=True)
class WhoseAnswer:
    """T6.2: a draw has been called; who has to say something now, if anyone?"""

    state: State

    @property
    def answer(self) -> str:
        return next((str(seat) for seat in turn(self.state)), NO_ONE)

    def task(self, lang: str) -> Task:
        piles, labels = shown(self.state, lang)
        choices = (*seat_choices(lang), (NO_ONE, say("lesson.whose_answer.no_one", lang)))
        notes = (*about_call(self.state, lang), *house_rules(self.state.rules, lang))
        prompt = say("lesson.whose_answer.prompt", lang)
        return Task(prompt, piles=piles, pile_labels=labels, choices=choices, kind="choice", notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        rules = ["T6.2"]
        if self.state.rules.showdown is Showdown.EVERYONE:
            told = [by_rule("lesson.whose_answer.everyone", "T6.2", lang)]
        elif self.answer == NO_ONE:
            told, rules = [by_rule("lesson.whose_answer.all_asked", "T6.4", lang)], ["T6.4", "T6.2"]
        else:
            told = [by_rule("lesson.whose_answer.order", "T6.2", lang, order=self._order(lang))]
            if why_not(self.state, Challenge(self.state.seat)):
                told.append(by_rule("lesson.whose_answer.burned", "T6.3", lang, who=named(self.state.seat, lang)))
                rules.append("T6.3")
        return Verdict(answer == self.answer, tuple(told), tuple(rules))

    def _order(self, lang: str) -> tuple[str, ...]:
        assert self.state.caller is not None
        return tuple(named((self.state.caller + step) % 3, lang) for step in (1, 2))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        direction = say("lesson.whose_answer.to_the_left", lang)
        rules = " ".join(house_rules(self.state.rules, lang))
        return leading_to(self.answer, direction, f"{' '.join(about_call(self.state, lang))} {rules}")

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


@dataclass(frozen=True, slots=True)
class WhoChallenges:
    """T6.2, T6.3: which opponents of the caller may challenge and hold no more than he does; or who takes part?"""

    state: State

    @property
    def _everyone(self) -> bool:
        return self.state.rules.showdown is Showdown.EVERYONE

    @property
    def _opponents(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(3) if seat != self.state.caller)

    @property
    def answer(self) -> tuple[str, ...]:
        """The keys of those who take part: by the rule, or because they may challenge and have reason to."""
        chosen = self.state.challengers if self._everyone else willing(self.state)
        return tuple(str(seat) for seat in sorted(chosen))

    def task(self, lang: str) -> Task:
        piles, labels = shown(self.state, lang, range(3))
        notes = (*about_call(self.state, lang), *house_rules(self.state.rules, lang))
        key = "lesson.who_challenges.prompt_everyone" if self._everyone else "lesson.who_challenges.prompt"
        prompt = say(key, lang)
        choices = seat_choices(lang, self._opponents)
        return Task(
            prompt, (), piles, choices, kind="choice", multiple=True, may_be_empty=True, pile_labels=labels, notes=notes
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        told, rules = [], []
        for seat in self._opponents:
            key, rule = self._reason(seat)
            told.append(by_rule(key, rule, lang, who=named(seat, lang), **self._points(seat)))
            rules.append(rule)
        if self._is_level and not self._everyone:
            told.append(by_rule("lesson.tie_caller", "T6.5", lang))
            rules.append("T6.5")
        end = answered(self.state, [int(key) for key in self.answer])
        groups = open_hands(end, lang)
        return Verdict(answer == self.answer, tuple(told), tuple(dict.fromkeys(rules)), groups=groups)

    @property
    def _is_level(self) -> bool:
        """Whether an opponent who may challenge has as much as the caller, who would win that tie (T6.5)."""
        counts = [self._points(int(key)) for key in self.answer]
        return any(count["points"] == count["callers"] for count in counts)

    def _points(self, seat: int) -> dict[str, int]:
        assert self.state.caller is not None
        own, callers = (deadwood(self.state.hands[one], self.state.rules) for one in (seat, self.state.caller))
        return {"points": own, "callers": callers}

    def _reason(self, seat: int) -> tuple[str, str]:
        """What is to be said of one opponent, and by which clause."""
        if not self.state.opened(seat):
            return "lesson.who_challenges.burned", "T6.3"
        if self._everyone:
            return "lesson.who_challenges.takes_part", "T6.2"
        if str(seat) in self.answer:
            return "lesson.who_challenges.challenges", "T6.2"
        return "lesson.who_challenges.folds", "T6.2"

    def hints(self, lang: str) -> tuple[Hint, ...]:
        counted = hands_counted(ended(answered(self.state, ())), range(3), lang)
        opened = say("lesson.who_challenges.hint_opened", lang)
        return leading_to(self.answer, opened, say("lesson.late.counted", lang, hands=counted))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


def whose_answer(chance: Random, level: int) -> WhoseAnswer:
    """Right after the call; then after an answer or two; then with a burned player, or where no one is asked."""
    caller = chance.randrange(3)
    counts = [1 + chance.randrange(2) for _ in range(3)]
    if level == 3:
        counts[(caller + 1 + chance.randrange(2)) % 3] = 0
    rules = EVERYONE if level == 3 and chance.randrange(3) == 0 else SHEET
    state = late_round(chance, (counts[0], counts[1], counts[2]), seat=caller, rules=rules)
    state = play(state, Call(caller))
    for _ in range(chance.randrange((1, 3, 2)[level - 1])):
        for seat in turn(state):
            may = not why_not(state, Challenge(seat))
            state = play(state, Challenge(seat) if may and chance.randrange(2) else Fold(seat))
    return WhoseAnswer(state)


def who_challenges(chance: Random, level: int) -> WhoChallenges:
    """Hands that differ; then level with the caller, or burned; then at times a table where everyone takes part."""
    caller = chance.randrange(3)
    counts = [2, 2, 2]
    if level > 1 and chance.randrange(2):
        counts[(caller + 1 + chance.randrange(2)) % 3] = 0
    rules = EVERYONE if level == 3 and chance.randrange(2) else SHEET
    state = late_round(chance, (counts[0], counts[1], counts[2]), seat=caller, rules=rules)
    if level > 1:
        near = (caller + 1 + chance.randrange(2)) % 3
        wanted = deadwood(state.hands[caller]) + chance.choice((-1, 0, 0, 1))
        state = with_deadwood(state, near, wanted, chance) or state
    return WhoChallenges(play(state, Call(caller)))
