"""Questions about whether a draw call wins for certain (T6.4, T6.5).

Knows how such a question is made and put, and which tables a learner has to reckon with;
what comes of a call on each of them is asked of `tongits` by playing it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from cardlab.cards import DECK, Card
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.endings import ended, open_hands, paid, rules_of, said, why_ended
from cardlab.lessons.tables.late_rounds import (
    LEFT,
    OPPONENTS,
    YOU,
    answered,
    discarded,
    every_answer,
    late_round,
    willing,
    with_deadwood,
)
from cardlab.lessons.tables.late_words import (
    house_rules,
    named,
    shown,
)
from cardlab.locale import say
from cardlab.tongits import (
    SHEET,
    Call,
    Draw,
    Rules,
    State,
    Tie,
    deadwood,
    play,
    points,
    view,
    why_not,
)

__all__ = ["ShouldCall", "should_call"]


@dataclass(frozen=True, slots=True)
class ShouldCall:
    """T6.4, T6.5: does a call win for certain? `open_hands`: whether the learner sees all hands, or only his own."""

    state: State
    open_hands: bool = True

    @property
    def wins(self) -> bool | None:
        """True if the call wins whatever comes, False if someone who may challenge beats it for certain, else None."""
        ends = [end for table in self._tables(best=True) for end in every_answer(play(table, Call(YOU)))]
        if all(ended(end).winner == YOU for end in ends):
            return True
        ends = [answered(table, OPPONENTS) for table in self._tables(best=False)]
        return False if any(ended(end).winner != YOU for end in ends) else None

    def _tables(self, *, best: bool) -> tuple[State, ...]:
        """How the table may be: as it is, or each opponent in turn with the cheapest or the dearest unseen cards."""
        if self.open_hands:
            return (self.state,)
        return tuple(self._extreme(seat, best=best) for seat in OPPONENTS)

    def _extreme(self, seat: int, *, best: bool) -> State:
        """The table on which one opponent holds the best, or the worst, that he can hold; the other cannot challenge.

        He may hold whatever lies neither in the learner's hand nor in a meld that the task shows.
        """
        seen = view(self.state, YOU)
        lying = {card for laid in seen.melds if laid.meld for card in laid.meld.cards}
        unseen = [card for card in DECK if card not in {*seen.hand, *lying}]
        unseen.sort(key=lambda card: (points(card) if best else -points(card), card))
        held, rest = unseen[: seen.counts[seat]], unseen[seen.counts[seat] :]
        other = OPPONENTS[seat == LEFT]
        hands = [seen.hand, (), ()]
        hands[seat], hands[other] = tuple(sorted(held)), tuple(rest[: seen.counts[other]])
        only_he = tuple(laid for laid in self.state.melds if laid.owner != other)
        return replace(self.state, hands=tuple(hands), stock=(), discards=(), melds=only_he)

    def task(self, lang: str) -> Task:
        piles, labels = shown(self.state, lang, OPPONENTS if self.open_hands else ())
        notes = house_rules(self.state.rules, lang)
        if not self.open_hands:
            notes = (*(self._count(seat, lang) for seat in OPPONENTS), *notes)
        prompt = say("lesson.should_call.prompt_open" if self.open_hands else "lesson.should_call.prompt", lang)
        choices = tuple((key, say(f"lesson.should_call.{key}", lang)) for key in ("call", "draw"))
        hand = self.state.hands[YOU]
        return Task(prompt, hand, piles, choices, kind="choice", pile_labels=labels, notes=notes)

    def _count(self, seat: int, lang: str) -> str:
        return say("lesson.late.cards_held", lang, who=named(seat, lang), cards=len(self.state.hands[seat]))

    def check(self, answer: Answer, lang: str) -> Verdict:
        end = answered(self.state, willing(play(self.state, Call(YOU))))
        reasons = why_ended(end, lang)
        told, rules = said(reasons), rules_of(reasons)
        groups = open_hands(end, lang)
        if not self.open_hands:
            bounds, groups = self._bounds(lang), (*groups, *self._extremes(lang))
            told, rules = (*bounds, *told), ("T6.1", *rules)
        key = "lesson.should_call.certain" if self.wins else "lesson.should_call.beaten"
        rule = "T6.4" if end.challengers else "T6.7"
        sentences = (by_rule(key, rule, lang), *told)
        follows = (self._call_follows(end, lang), *self._draw_follows(lang))
        right = answer == ("call" if self.wins else "draw")
        return Verdict(right, sentences, tuple(dict.fromkeys((rule, *rules))), follows, groups)

    def _call_follows(self, end: State, lang: str) -> str:
        challengers = tuple(named(seat, lang) for seat in sorted(end.challengers))
        key = "lesson.should_call.if_called" if challengers else "lesson.should_call.if_called_alone"
        told = say(key, lang, who=challengers)
        winner = say("lesson.ending.winner", lang, who=named(ended(end).winner or YOU, lang))
        return f"{told} {winner} {paid(end, YOU, lang)}"

    def _draw_follows(self, lang: str) -> tuple[str, ...]:
        """The card that comes, the dearest card discarded, and what a call of the next player would come to then."""
        after, dearest = discarded(play(self.state, Draw(YOU)))
        facts = {"card": self.state.stock[0], "discard": dearest, "points": deadwood(after.hands[YOU])}
        told = say("lesson.should_call.if_drawn", lang, **facts)
        if why_not(after, Call(after.seat)):
            return (told, say("lesson.should_call.next_may_not", lang))
        end = answered(after, willing(play(after, Call(after.seat))))
        winner = say("lesson.ending.winner", lang, who=named(ended(end).winner or YOU, lang))
        then = say("lesson.should_call.next_calls", lang)
        return told, f"{then} {winner} {paid(end, YOU, lang)}"

    def _bounds(self, lang: str) -> tuple[str, ...]:
        """What each opponent who may challenge holds at least and at most, as far as the learner can know."""
        told = [by_rule("lesson.should_call.yours", "T9.2", lang, points=deadwood(self.state.hands[YOU]))]
        for seat in OPPONENTS:
            who = named(seat, lang)
            if not self.state.opened(seat):
                told.append(by_rule("lesson.should_call.cannot", "T6.3", lang, who=who))
                continue
            least, most = (deadwood(self._extreme(seat, best=best).hands[seat]) for best in (True, False))
            told.append(by_rule("lesson.should_call.between", "T9.2", lang, who=who, least=least, most=most))
        return tuple(told)

    def _extremes(self, lang: str) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        """The hands behind the bounds that decide: the cheapest for a certain win, the dearest for a certain loss."""
        best = bool(self.wins)
        key = "lesson.should_call.cheapest" if best else "lesson.should_call.dearest"
        return tuple(
            (say(key, lang, who=named(seat, lang)), self._extreme(seat, best=best).hands[seat])
            for seat in OPPONENTS
            if self.state.opened(seat)
        )

    def hints(self, lang: str) -> tuple[Hint, ...]:
        who = say("lesson.should_call.hint" if self.open_hands else "lesson.should_call.hint_hidden", lang)
        own = say("lesson.should_call.own", lang, points=deadwood(self.state.hands[YOU]))
        rule = "T6.5"
        tie = "lesson.tie_challenger" if self.state.rules.tie is Tie.CHALLENGER else "lesson.tie_caller"
        return leading_to(self.solution(lang)[1], who, f"{own} {by_rule(tie, rule, lang)}")

    def solution(self, lang: str) -> tuple[str, Answer]:
        key = "call" if self.wins else "draw"
        return " ".join(self.check(key, lang).sentences), key


def should_call(chance: Random, level: int) -> ShouldCall:
    """All hands open and clearly different; then close, level or burned; then only what is known for certain."""
    wanted = chance.randrange(2) == 1
    while True:
        question = (_open, _close, _hidden)[level - 1](chance)
        if question is not None and question.wins is wanted:
            return question


def _open(chance: Random) -> ShouldCall | None:
    return ShouldCall(late_round(chance))


def _close(chance: Random) -> ShouldCall | None:
    """Someone holds within two points of the learner, or the one with less is burned."""
    rules = chance.choice((SHEET, Rules(tie=Tie.CHALLENGER)))
    counts = chance.choice(((2, 2, 2), (2, 0, 2), (2, 2, 1)))
    state = late_round(chance, counts, rules=rules)
    near = min((seat for seat in OPPONENTS if state.opened(seat)), key=lambda seat: deadwood(state.hands[seat]))
    made = with_deadwood(state, YOU, deadwood(state.hands[near]) + chance.randint(-1, 1), chance)
    return ShouldCall(made) if made else None


def _hidden(chance: Random) -> ShouldCall | None:
    counts = chance.choice(((3, 2, 2), (3, 1, 2), (2, 0, 0), (1, 3, 1), (2, 3, 2), (3, 0, 1)))
    rules = chance.choice((SHEET, Rules(tie=Tie.CHALLENGER)))
    return ShouldCall(late_round(chance, counts, stock=chance.randint(3, 8), rules=rules), open_hands=False)
