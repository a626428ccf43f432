"""Questions about the order of a turn: which of its moves is the first that breaks a rule (T2.1 to T2.6, T4.3).

Knows how such a question is made and put; what each move breaks is asked of `tongits` by playing the turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.late_rounds import YOU, late_round
from cardlab.lessons.tables.late_words import house_rules, shown
from cardlab.lessons.tables.one_turn import (
    discard_pile,
    first_refused,
    free_cards,
    told,
    why_refused,
    with_hand,
)
from cardlab.locale import say
from cardlab.tongits import (
    SHEET,
    Call,
    Discard,
    Draw,
    LayMeld,
    Move,
    Phase,
    Rules,
    Sapaw,
    State,
    Take,
    grown,
    legal_moves,
    melds_in,
    play,
    points,
    why_not,
)

__all__ = ["InOrder", "in_order"]

MUST_MELD: Final = Rules(discard_must_meld=True)
NONE: Final = "none"


@dataclass(frozen=True, slots=True)
class InOrder:
    """T2: which of these moves of one turn is the first that breaks a rule, if any does?"""

    before: State
    moves: tuple[Move, ...]

    @property
    def answer(self) -> str:
        place, _ = first_refused(self.before, self.moves)
        return NONE if place is None else str(place + 1)

    def task(self, lang: str) -> Task:
        (piles, labels), (top, its_label) = shown(self.before, lang), discard_pile(self.before, lang)
        choices = [
            (str(number), say("lesson.in_order.move", lang, number=number, move=move))
            for number, move in enumerate(told(self.before, self.moves, lang), start=1)
        ]
        choices.append((NONE, say("lesson.in_order.none", lang)))
        return Task(
            say("lesson.in_order.prompt", lang),
            self.before.hands[YOU],
            (*piles, *top),
            tuple(choices),
            kind="choice",
            pile_labels=(*labels, *its_label),
            notes=(self._opened(lang), *house_rules(self.before.rules, lang)),
        )

    def _opened(self, lang: str) -> str:
        return say("lesson.in_order.opened" if self.before.opened(YOU) else "lesson.in_order.not_opened", lang)

    def check(self, answer: Answer, lang: str) -> Verdict:
        place, refusals = first_refused(self.before, self.moves)
        if place is None:
            why = by_rule("lesson.in_order.all_allowed", "T2.3", lang)
            told_so = (*self._allowed(answer, len(self.moves), lang), why, *self._laid_unopened(lang))
            return Verdict(answer == NONE, told_so, ("T2.1", "T2.3", "T2.4"))
        move = told(self.before, self.moves, lang)[place]
        named = say("lesson.in_order.breaks", lang, number=place + 1, move=move)
        rules = tuple(dict.fromkeys(refusal.rule for refusal in refusals))
        return Verdict(
            answer == str(place + 1), (*self._allowed(answer, place, lang), named, *why_refused(refusals, lang)), rules
        )

    def _allowed(self, answer: Answer, first: int, lang: str) -> tuple[str, ...]:
        """That the move which was named is one of the `first` moves, which are allowed."""
        numbers = {str(number): number for number in range(1, first + 1)}
        return tuple(say("lesson.in_order.is_allowed", lang, number=numbers[key]) for key in numbers if key == answer)

    def _laid_unopened(self, lang: str) -> tuple[str, ...]:
        """T4.3: that a lay-off was allowed although the player had not opened."""
        opened = self.before.opened(YOU)
        for move in self.moves:
            opened = opened or isinstance(move, LayMeld)
            if isinstance(move, Sapaw) and not opened:
                return (by_rule("lesson.in_order.before_opening", "T4.3", lang, cards=tuple(sorted(move.cards))),)
        return ()

    def hints(self, lang: str) -> tuple[Hint, ...]:
        place, refusals = first_refused(self.before, self.moves)
        order = say("lesson.in_order.order", lang)
        if place is None:
            return leading_to(self.answer, order, say("lesson.in_order.one_by_one", lang))
        rule = refusals[0].rule
        clause = say("lesson.in_order.look_at", lang, rule=rule, clause=f"clause.{rule}")
        return leading_to(self.answer, order, clause)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


def in_order(chance: Random, level: int) -> InOrder:
    """A slip in the order of a turn; then one with the card taken, a lay-off or a call; then the house rule too.

    Now and then every move is allowed; at the top level more often.
    """
    while True:
        rules = chance.choice((SHEET, MUST_MELD)) if level == 3 else SHEET
        before = _with_something_to_lay(chance, late_round(chance, (chance.randrange(2), 2, 1), rules=rules))
        moves = _some_turn(chance, before)
        if not moves or not 3 <= len(moves) <= 5:
            continue
        if chance.randrange(3 if level == 3 else 4):
            moves = chance.choice(SLIPS[: 3 if level == 1 else None])(chance, before, moves)
            if first_refused(before, moves)[0] is None:
                continue
        return InOrder(before, moves)


def _with_something_to_lay(chance: Random, state: State) -> State:
    """The same table, but two or three cards of the hand exchanged for some that make a meld or can be laid off."""
    free = free_cards(state)
    melds = [meld.cards for meld in melds_in((*free, *state.hands[YOU])) if len(meld.cards) == 3]
    fitting = [card for card in free if any(laid.meld and grown(laid.meld, (card,)) for laid in state.melds)]
    coming = set(chance.choice(melds) if melds and chance.randrange(3) else ())
    coming |= set(fitting[:1] if chance.randrange(2) else ())
    return with_hand(state, coming, chance)


def _some_turn(chance: Random, before: State) -> tuple[Move, ...]:
    """A turn that is allowed: it begins, something is laid if it can be, and a card is discarded; () if it wins."""
    begins = [move for move in (Draw(YOU), Take(YOU)) if not why_not(before, move)]
    moves: list[Move] = [chance.choice(begins)]
    state = play(before, moves[0])
    for _ in range(2):
        lays = [move for move in legal_moves(state, YOU) if isinstance(move, LayMeld | Sapaw)]
        if lays:
            moves.append(chance.choice(lays))
            state = play(state, moves[-1])
        if state.phase is Phase.OVER:
            return ()
    discards = [move for move in legal_moves(state, YOU) if isinstance(move, Discard)]
    if not discards:
        return ()
    return (*moves, max(discards, key=lambda move: (points(move.card), move.card)))


def _lays_before_drawing(chance: Random, before: State, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    return (moves[1], moves[0], *moves[2:])


def _draws_twice(chance: Random, before: State, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    place = chance.randint(1, len(moves) - 1)
    return (*moves[:place], chance.choice((Draw(YOU), Take(YOU))), *moves[place:])


def _goes_on_after_discarding(chance: Random, before: State, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    return (*moves[:-2], moves[-1], moves[-2])


def _discards_what_was_taken(chance: Random, before: State, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    return (Take(YOU), *moves[1:-1], Discard(YOU, before.discards[0]))


def _lays_off_what_does_not_fit(chance: Random, before: State, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    card, place = chance.choice(before.hands[YOU]), chance.randrange(len(before.melds))
    return (moves[0], Sapaw(YOU, place, (card,)), *moves[1:])


def _calls_after_drawing(chance: Random, before: State, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    return (*moves[:-1], Call(YOU))


SLIPS: Final = (
    _lays_before_drawing,
    _draws_twice,
    _goes_on_after_discarding,
    _discards_what_was_taken,
    _lays_off_what_does_not_fit,
    _calls_after_drawing,
)
