"""Questions about the last cards: can the hand be played out in this turn, and in which way (T5.1)?

Knows how such a question is made and put; whether there is a way is found by trying every move that `tongits` allows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.late_rounds import YOU, late_round
from cardlab.lessons.tables.late_words import shown
from cardlab.lessons.tables.one_turn import (
    discard_pile,
    free_cards,
    told,
    ways_to_tongits,
    with_hand,
)
from cardlab.locale import say
from cardlab.tongits import (
    Draw,
    LayMeld,
    Move,
    Phase,
    Sapaw,
    State,
    Take,
    grown,
    legal_moves,
    melds_in,
    play,
    why_not,
)

__all__ = ["TongitsNow", "tongits_now"]

NONE: Final = "none"
WAYS: Final = ("melding", "laying_off", "discarding")


@dataclass(frozen=True, slots=True)
class TongitsNow:
    """T5.1: can the learner win at once, in this turn, and how? Every way that there is counts as right."""

    state: State

    @property
    def ways(self) -> dict[str, tuple[Move, ...]]:
        return ways_to_tongits(self.state)

    def task(self, lang: str) -> Task:
        (piles, labels), (top, its_label) = shown(self.state, lang), discard_pile(self.state, lang)
        key = "lesson.tongits_now.not_drawn" if self.state.phase is Phase.DRAW else "lesson.tongits_now.drawn"
        if self.state.phase is not Phase.DRAW:
            top, its_label = (), ()
        choices = tuple((way, say(f"lesson.tongits_now.{way}", lang)) for way in (*WAYS, NONE))
        return Task(
            say("lesson.tongits_now.prompt", lang),
            self.state.hands[YOU],
            (*piles, *top),
            choices,
            kind="choice",
            pile_labels=(*labels, *its_label),
            notes=(say(key, lang),),
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        ways = self.ways
        if not ways:
            told_so = [by_rule("lesson.tongits_now.no_way", "T5.1", lang), self._left(lang)]
            return Verdict(answer == NONE, tuple(told_so), ("T5.1",))
        right = answer in ways
        way = str(answer) if right else next(way for way in WAYS if way in ways)
        others = tuple(say(f"lesson.tongits_now.way.{other}", lang) for other in WAYS if other in ways and other != way)
        told_so = [by_rule(f"lesson.tongits_now.by_{way}", "T5.1", lang)]
        if not right and answer != NONE:
            told_so.insert(0, by_rule(f"lesson.tongits_now.not_{answer}", "T5.1", lang))
        if others:
            told_so.append(say("lesson.tongits_now.also", lang, ways=others))
        rules = ("T5.1", "T2.6") if isinstance(ways[way][0], Take) else ("T5.1",)
        return Verdict(right, tuple(told_so), rules, told(self.state, ways[way], lang))

    def _left(self, lang: str) -> str:
        """Which cards no meld takes, neither a new one nor one on the table; where all but one go somewhere, so."""
        known = self._known()
        moves = [move for move in legal_moves(known, YOU) if isinstance(move, LayMeld | Sapaw)]
        useful = {card for move in moves for card in move.cards}
        loose = tuple(card for card in known.hands[YOU] if card not in useful)
        if known.taken in loose:
            return by_rule("lesson.tongits_now.taken_is_loose", "T2.6", lang, card=known.taken)
        key = ("not_all", "one_loose")[len(loose)] if len(loose) < 2 else "loose"
        return say(f"lesson.tongits_now.{key}", lang, cards=loose)

    def _known(self) -> State:
        """The table with the card in hand that the turn can begin with, as far as it lies open."""
        may_take = self.state.phase is Phase.DRAW and not why_not(self.state, Take(YOU))
        return play(self.state, Take(YOU)) if may_take else self.state

    def hints(self, lang: str) -> tuple[Hint, ...]:
        key = next((way for way in WAYS if way in self.ways), NONE)
        count = len(self._known().hands[YOU])
        first = say("lesson.tongits_now.count", lang, cards=count)
        return leading_to(key, first, self._first_move(key, lang))

    def _first_move(self, way: str, lang: str) -> str:
        if way == NONE:
            return self._left(lang)
        return say("lesson.tongits_now.begin_with", lang, move=told(self.state, self.ways[way], lang)[0])

    def solution(self, lang: str) -> tuple[str, Answer]:
        way = next((way for way in WAYS if way in self.ways), NONE)
        verdict = self.check(way, lang)
        return " ".join((*verdict.sentences, *verdict.follows)), way


def tongits_now(chance: Random, level: int) -> TongitsNow:
    """A small hand after the draw; then a bigger one; then also before the draw, with the discard pile to take from."""
    wanted = chance.choice((*WAYS, NONE))
    while True:
        state = late_round(chance, (3 if level < 3 else chance.choice((2, 3, 3)), chance.choice((1, 2)), 1))
        begin = Take(YOU) if level == 3 and chance.randrange(2) else Draw(YOU)
        state = _nearly_done(chance, play(state, begin), wanted)
        question = TongitsNow(_before_take(chance, state) if isinstance(begin, Take) else state)
        if (wanted in question.ways) if wanted != NONE else not question.ways:
            return question


def _nearly_done(chance: Random, state: State, wanted: str) -> State:
    """The same table, with a hand that may be laid to the last card, or seems so."""
    size = len(state.hands[YOU])
    pool = (*free_cards(state), *state.hands[YOU])
    fitting = [card for card in pool if any(laid.meld and grown(laid.meld, (card,)) for laid in state.melds)]
    chance.shuffle(fitting)
    melds = [meld.cards for meld in melds_in(pool) if len(meld.cards) <= size]
    use_meld = melds and (wanted == "melding" or chance.randrange(2))
    coming = set(chance.choice(melds) if use_meld else ())
    loose = {"discarding": 1, NONE: chance.choice((1, 2))}.get(wanted, 0)
    for card in fitting:
        if len(coming) < size - loose:
            coming.add(card)
    return with_hand(state, coming, chance)


def _before_take(chance: Random, state: State) -> State:
    """The table before the learner took a card: one of his hand lies on the discard pile again."""
    card = chance.choice(state.hands[YOU])
    held = tuple(other for other in state.hands[YOU] if other is not card)
    back = (card, *state.discards)
    return replace(state, hands=(held, *state.hands[1:]), discards=back, phase=Phase.DRAW, began=None, taken=None)
