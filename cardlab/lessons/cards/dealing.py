"""Questions about the table and the deal of Tongits: how many cards lie where, whose turn it is, who begins (T1).

Knows how such a question is made and put; every number is counted in a deal that `tongits` makes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final, Literal, TypeAlias, get_args

from cardlab import tongits
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict
from cardlab.lessons.sentences import by_rule, leading_to
from cardlab.lessons.tables.counting import number_of
from cardlab.lessons.tables.late_words import seat_choices
from cardlab.locale import say
from cardlab.tongits import Ending, Outcome
from cardlab.tongits.state import SEATS

__all__ = ["Dealt", "NextFirst", "NextTurn", "dealt", "seats"]

WINNER_STARTS: Final = tongits.Rules(winner_starts=True)
TONGITS_SEATS: Final = range(SEATS)
Place: TypeAlias = Literal["hand_0", "hand_1", "hand_2", "stock", "discards", "hands"]
PLACES: Final[tuple[Place, ...]] = get_args(Place)


@dataclass(frozen=True, slots=True)
class Dealt:
    """T1.3, T1.4: how many cards lie there after the deal, with this first player? `jokers` are shuffled in (T10.1)."""

    place: Place
    first: int = 0
    jokers: int = 0

    @property
    def state(self) -> tongits.State:
        return _deal(self.first, self.jokers)

    @property
    def answer(self) -> int:
        state = self.state
        match self.place:
            case "stock":
                return len(state.stock)
            case "discards":
                return len(state.discards)
            case "hands":
                return sum(len(hand) for hand in state.hands)
            case hand:
                return len(state.hands[int(hand[-1])])

    @property
    def rule(self) -> str:
        return "T1.4" if self.place in ("stock", "discards") else "T1.3"

    def task(self, lang: str) -> Task:
        notes = [say("lesson.dealt.first", lang, seat=f"seat.{self.first}")]
        if self.jokers:
            notes.append(say("lesson.dealt.jokers", lang, count=self.jokers))
        return Task(say(f"lesson.dealt.{self.place}", lang), kind="number", notes=tuple(notes))

    def check(self, answer: Answer, lang: str) -> Verdict:
        if number_of(answer) == self.answer:
            return Verdict(True, self._counted(lang), (self.rule,))
        key = {"stock": "the_rest", "discards": "nothing_yet", "hands": "add_hands"}.get(self.place, "one_more")
        told = [by_rule(f"lesson.dealt.{key}", self.rule, lang)]
        if self.jokers and answer == Dealt(self.place, self.first).answer:
            told.append(by_rule("lesson.dealt.without_jokers", "T10.1", lang, count=self.jokers))
        return Verdict(False, tuple(told), (self.rule,))

    def _counted(self, lang: str) -> tuple[str, ...]:
        """The whole deal: the hands, the stock, and that together they are the deck."""
        state = self.state
        sizes = [len(hand) for hand in state.hands]
        hands = by_rule("lesson.dealt.all_hands", "T1.3", lang, you=sizes[0], left=sizes[1], right=sizes[2])
        deck = sum(sizes) + len(state.stock)
        stock = by_rule("lesson.dealt.left_over", "T1.4", lang, deck=deck, hands=sum(sizes), count=len(state.stock))
        return hands, stock

    def hints(self, lang: str) -> tuple[Hint, ...]:
        sizes = [len(hand) for hand in self.state.hands]
        if self.place == "discards":
            return leading_to(self.answer, say("lesson.dealt.who_fills", lang), say("lesson.dealt.no_one_yet", lang))
        if self.place == "stock":
            deck = sum(sizes) + len(self.state.stock)
            return leading_to(self.answer, say("lesson.dealt.deck", lang, count=deck), self._hands_hint(sizes, lang))
        first = say("lesson.dealt.first_gets", lang, count=sizes[self.first])
        others = say("lesson.dealt.others_get", lang, count=min(sizes))
        if self.place == "hands":
            return leading_to(self.answer, first, others)
        mine = first if self.place == f"hand_{self.first}" else others
        return leading_to(self.answer, say("lesson.dealt.one_more", lang), mine)

    def _hands_hint(self, sizes: list[int], lang: str) -> str:
        return say("lesson.dealt.hands_hint", lang, sizes=" + ".join(map(str, sizes)), total=sum(sizes))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._counted(lang)), self.answer


@dataclass(frozen=True, slots=True)
class NextTurn:
    """T1.1: whose turn is it when this seat has discarded?"""

    seat: int

    @property
    def answer(self) -> str:
        before = _deal(self.seat)
        after = tongits.play(before, tongits.Discard(self.seat, before.hands[self.seat][0]))
        (following,) = tongits.turn(after)
        return str(following)

    def task(self, lang: str) -> Task:
        prompt = say(f"lesson.next_turn.prompt_{self.seat}", lang)
        return Task(prompt, kind="choice", choices=seat_choices(lang))

    def check(self, answer: Answer, lang: str) -> Verdict:
        told = by_rule("lesson.next_turn.to_the_left", "T1.1", lang)
        follows = (say("lesson.next_turn.turn_of", lang, seat=f"seat.{self.answer}"),)
        if answer == self.answer:
            return Verdict(True, (told,), ("T1.1",), follows)
        return Verdict(False, (told,), ("T1.1",))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(self.answer, say("lesson.next_turn.clockwise", lang), say("lesson.next_turn.circle", lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        verdict = self.check(self.answer, lang)
        return " ".join((*verdict.sentences, *verdict.follows)), self.answer


@dataclass(frozen=True, slots=True)
class NextFirst:
    """T1.5: who is first player in the next round, after a round begun by `first` and won by `winner`?"""

    first: int
    winner: int
    rules: tongits.Rules = tongits.SHEET

    @property
    def answer(self) -> str:
        ended = Outcome(Ending.STOCK, self.winner, (0,) * SEATS, (0,) * SEATS)
        return str(tongits.Match(self.rules, first=self.first).add(ended).first)

    @property
    def _reading(self) -> str:
        return "winner_starts" if self.rules.winner_starts else "rotation"

    def task(self, lang: str) -> Task:
        notes = (
            say("lesson.dealt.first", lang, seat=f"seat.{self.first}"),
            say("lesson.next_first.winner", lang, seat=f"seat.{self.winner}"),
            say(f"lesson.next_first.at_{self._reading}", lang),
        )
        return Task(say("lesson.next_first.prompt", lang), kind="choice", choices=seat_choices(lang), notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        told = by_rule(f"lesson.next_first.by_{self._reading}", "T1.5", lang)
        chosen = int(str(answer))
        size = len(_deal(int(self.answer)).hands[chosen])
        follows = (say("lesson.next_first.gets", lang, seat=f"seat.{chosen}", count=size),)
        return Verdict(answer == self.answer, (told,), ("T1.5",), follows)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        told = say(f"lesson.next_first.by_{self._reading}", lang)
        return leading_to(self.answer, say("lesson.next_first.read_notes", lang), told)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


@cache
def _deal(first: int, jokers: int = 0) -> tongits.State:
    """One deal with this first player; only its numbers are asked for, and they are those of every deal."""
    return tongits.deal(tongits.Rules(jokers=jokers), first=first)


def dealt(chance: Random, level: int) -> Dealt:
    """The hands; then the stock, the discard pile and all hands together; then with jokers shuffled in."""
    if level == 1:
        return Dealt(chance.choice(PLACES[:3]), chance.choice(TONGITS_SEATS))
    if level == 2:
        return Dealt(chance.choice(PLACES[2:]), chance.choice(TONGITS_SEATS))
    return Dealt(chance.choice(PLACES[1:]), chance.choice(TONGITS_SEATS), chance.choice((2, 4)))


def seats(chance: Random, level: int) -> NextTurn | NextFirst:
    """Whose turn is next, and who begins by rotation; then with the winner's house rule now and then; then often."""
    if level < 3 and chance.randrange(3) == 0:
        return NextTurn(chance.choice(TONGITS_SEATS))
    rules = WINNER_STARTS if chance.randrange(4) < level - 1 else tongits.SHEET
    return NextFirst(chance.choice(TONGITS_SEATS), chance.choice(TONGITS_SEATS), rules)
