"""Questions about drawing up in Tichu 1.on.1 (U3): whether one must, what forgetting costs, and from which pile.

Knows how such a question is made and put; who has to draw, who owes and from where is asked of `tichu`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.race_tables import OPPONENT, choice, dealt, labels, lying, numbers, play_for
from cardlab.lessons.tables.tichu_table import YOU, by_value, happened, owed, refused
from cardlab.locale import say
from cardlab.tichu import Draw, Move, Play, State, play, plays, sorting_value, view, why_not
from cardlab.tichu.piles import DOG
from cardlab.tichu.state import FULL_HAND, can_draw, draws_from, flip_pending

__all__ = ["MustDraw", "Owed", "WhosePile", "must_draw", "owed_cards", "whose_pile"]

DRAW: Final = Draw(YOU)


@dataclass(frozen=True, slots=True)
class MustDraw:
    """U3.1, U3.3, U3.4: the learner has made `moves`; must he draw now, may he play on, or does play stop?"""

    before: State
    moves: tuple[Move, ...]

    @property
    def states(self) -> tuple[State, ...]:
        """The position before the moves and after each of them."""
        states = [self.before]
        for move in self.moves:
            states.append(play(states[-1], move))
        return tuple(states)

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def answer(self) -> str:
        """What the engine asks for: the key of the right choice."""
        if flip_pending(self.state):
            return "flip"
        return "draw" if can_draw(self.state, YOU) else "play"

    def task(self, lang: str) -> Task:
        state = self.state
        past = [
            say("lesson.must_draw.played", lang, card=move.card, pile=move.pile + 1)
            if isinstance(move, Play)
            else say("lesson.must_draw.drew", lang)
            for move in self.moves
        ]
        return Task(
            say("lesson.must_draw.prompt", lang),
            by_value(state.hands[YOU]),
            lying(state),
            tuple((key, say(f"lesson.must_draw.{key}", lang)) for key in ("draw", "play", "flip")),
            kind="choice",
            pile_labels=labels(state, lang),
            notes=(*past, *numbers(state, lang, "draw")),
            worth=sorting_value,
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        told, rule = self._why(lang)
        if answer == self.answer:
            return Verdict(True, (told,), (rule,))
        refusals = why_not(self.state, DRAW) if answer == "draw" else ()
        sentences = (*(refused(one, lang) for one in refusals), told)
        return choice(False, sentences, (*(one.rule for one in refusals), rule), self._played_on(answer, lang))

    def _played_on(self, answer: Answer, lang: str) -> tuple[str, ...]:
        """U3.2: what playing on costs who has not drawn."""
        possible = [move for move in plays(view(self.state, YOU)) if move.card is not DOG]
        if answer != "play" or not possible:
            return ()
        return happened(self.state, possible[0], lang)

    def _why(self, lang: str) -> tuple[str, str]:
        held, left = len(self.state.hands[YOU]), len(self.state.draw[YOU])
        match self.answer:
            case "flip":
                return say("racing.dog_stops", lang), "U5.3"
            case "draw":
                return by_rule("lesson.must_draw.because", "U3.1", lang, held=held, left=left), "U3.1"
        if left:
            return by_rule("lesson.must_draw.full", "U3.1", lang), "U3.1"
        rule = "U3.3" if self.state.draw[OPPONENT] else "U3.4"
        return by_rule("lesson.must_draw.gone", rule, lang), rule

    def hints(self, lang: str) -> tuple[Hint, ...]:
        held, left = len(self.state.hands[YOU]), len(self.state.draw[YOU])
        look = say("lesson.must_draw.look", lang)
        return leading_to(self.answer, look, say("lesson.must_draw.numbers", lang, held=held, left=left))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return self._why(lang)[0], self.answer


@dataclass(frozen=True, slots=True)
class Owed:
    """U3.2, U3.3: the learner plays without drawing up; how many cards of the other draw pile does that cost him?"""

    before: State
    move: Play

    @property
    def after(self) -> State:
        return play(self.before, self.move)

    @property
    def answer(self) -> int:
        return owed(self.after, YOU)

    def task(self, lang: str) -> Task:
        prompt = say("lesson.owed.prompt", lang, card=self.move.card, pile=self.move.pile + 1)
        notes = [*numbers(self.before, lang, "hand", "draw")]
        if self.before.owes[YOU]:
            notes.append(say("lesson.owed.already", lang))
        hand = by_value(self.before.hands[YOU])
        piles = labels(self.before, lang)
        return Task(prompt, hand, lying(self.before), kind="number", pile_labels=piles, notes=tuple(notes))

    def check(self, answer: Answer, lang: str) -> Verdict:
        told, rules = self._count(lang)
        return Verdict(answer == self.answer, told, rules)

    def _count(self, lang: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The reckoning: what is left in hand, what is missing to eight, and what the other pile can give."""
        left = len(self.after.hands[YOU])
        if not can_draw(self.before, YOU):
            full = bool(self.before.draw[YOU])
            key, rule = ("lesson.owed.full", "U3.2") if full else ("lesson.owed.own_gone", "U3.3")
            return (by_rule(key, rule, lang),), (rule,)
        missing, there = FULL_HAND - left, len(self.after.draw[OPPONENT])
        told = [by_rule("lesson.owed.missing", "U3.2", lang, left=left, missing=missing)]
        if there >= missing:
            return tuple(told), ("U3.2",)
        told.append(by_rule("lesson.owed.fewer" if there else "lesson.owed.other_gone", "U3.3", lang, count=there))
        return tuple(told), ("U3.2", "U3.3")

    def hints(self, lang: str) -> tuple[Hint, ...]:
        left = len(self.after.hands[YOU])
        first = say("lesson.owed.look", lang)
        return leading_to(self.answer, first, say("lesson.owed.left", lang, left=left))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._count(lang)[0]), self.answer


@dataclass(frozen=True, slots=True)
class WhosePile:
    """U3.1 to U3.3: from which draw pile does the learner take the next card?

    `forgot` is the card that he played without drawing up first, None if he has not; `taken` is what he drew since.
    """

    state: State
    forgot: Play | None = None
    taken: int = 0

    @property
    def answer(self) -> str:
        if not can_draw(self.state, YOU):
            return "none"
        return "other" if draws_from(self.state, YOU) == OPPONENT else "own"

    def task(self, lang: str) -> Task:
        notes = []
        if self.forgot:
            notes.append(say("lesson.whose_pile.forgot", lang, card=self.forgot.card))
        else:
            notes.append(say("lesson.whose_pile.in_time", lang))
        if self.taken:
            notes.append(say("lesson.whose_pile.taken", lang, count=self.taken))
        notes += numbers(self.state, lang, "hand", "draw")
        choices = tuple((key, say(f"lesson.whose_pile.{key}", lang)) for key in ("own", "other", "none"))
        hand = by_value(self.state.hands[YOU])
        return Task(say("lesson.whose_pile.prompt", lang), hand, choices=choices, kind="choice", notes=tuple(notes))

    def check(self, answer: Answer, lang: str) -> Verdict:
        told, rule = self._why(lang)
        return Verdict(answer == self.answer, (told,), (rule,))

    def _why(self, lang: str) -> tuple[str, str]:
        if self.answer == "other":
            return by_rule("lesson.whose_pile.because_other", "U3.2", lang, count=owed(self.state, YOU)), "U3.2"
        if self.answer == "none":
            refusal = why_not(self.state, DRAW)[0]
            return refused(refusal, lang), refusal.rule
        if self.forgot:
            return by_rule("lesson.whose_pile.other_gone", "U3.3", lang), "U3.3"
        return by_rule("lesson.whose_pile.because_own", "U3.1", lang), "U3.1"

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(
            self.answer,
            say("lesson.whose_pile.look", lang),
            say("lesson.whose_pile.look_at_piles", lang),
        )

    def solution(self, lang: str) -> tuple[str, Answer]:
        return self._why(lang)[0], self.answer


def must_draw(chance: Random, level: int) -> MustDraw:
    """A card just played, perhaps drawn up; then with draw piles at their end; then with the Dog as well."""
    while True:
        held = chance.randrange(6, 9) if level == 1 else chance.randrange(2, 9)
        own = chance.randrange(2, 12) if level == 1 or chance.randrange(3) else 0
        other = chance.choice((0, chance.randrange(1, 12)))
        held = held if own == 0 else FULL_HAND
        state = dealt(chance, (held, FULL_HAND), draw=(own, other), extra=(2, 2))
        if level == 3 and chance.randrange(3) == 0:
            state = replace(state, hands=((DOG, *state.hands[YOU][1:]), state.hands[OPPONENT]))
        possible = [move for move in plays(view(state, YOU)) if move.wish is None]
        dogs = [move for move in possible if move.card is DOG]
        if possible:
            move = chance.choice(dogs if dogs else possible)
            drew = move.card is not DOG and own and chance.randrange(2)
            question = MustDraw(state, (move, DRAW) if drew else (move,))
            if question.answer != "play" or plays(view(question.state, YOU)):
                return question


def owed_cards(chance: Random, level: int) -> Owed:
    """A hand that is one or two short; then any hand, and a short draw pile; then nothing owed at all, too."""
    while True:
        held = chance.randrange(6, 8) if level == 1 else chance.randrange(2, 8)
        own, other = chance.randrange(2, 12), chance.randrange(8, 14) if level == 1 else chance.randrange(1, 9)
        if level == 3:
            case = chance.randrange(6)
            held = FULL_HAND if case == 0 else held
            own = 0 if case == 1 else own
            other = 0 if case == 2 else other
        state = dealt(chance, (held, FULL_HAND), draw=(own, other))
        if level > 1 and can_draw(state, YOU) and other and chance.randrange(2):
            state = replace(state, owes=(True, False))
        move = play_for(chance, state)
        if move:
            return Owed(state, move)


def whose_pile(chance: Random, level: int) -> WhosePile:
    """Drawn up in time or forgotten; then with draw piles at their end; then after some cards have been taken."""
    while True:
        held = chance.randrange(5, 8)
        own = chance.randrange(3, 12) if level == 1 or chance.randrange(3) else 0
        other = chance.randrange(6, 12) if level == 1 else chance.randrange(0, 5)
        forgets = chance.randrange(3) > 0
        state = dealt(chance, (held if forgets else FULL_HAND, FULL_HAND), draw=(own, other))
        move = play_for(chance, state)
        if move is None:
            continue
        state, taken = play(state, move), 0
        while level == 3 and taken < 4 and can_draw(state, YOU) and chance.randrange(2):
            state, taken = play(state, DRAW), taken + 1
        return WhosePile(state, move if forgets and own else None, taken)
