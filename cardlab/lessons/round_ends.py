"""The exercises about who wins a round and when the stock ends it (T6.4 to T6.7, T7, T8): each a `Drill`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.lessons.drill import drill
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict, leading_to, yes_or_no
from cardlab.lessons.tables_tongits import (
    SEATS,
    answered,
    discarded,
    late_round,
    layers_off,
    learner,
    seat_choices,
    with_deadwood,
    with_least,
)
from cardlab.phrasing import Reason, by_rule, rules_of, sentences_of
from cardlab.phrasing import tongits as tell
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.scoring import counted
from cardlab.tongits import (
    SHEET,
    Draw,
    Phase,
    Rules,
    Showdown,
    State,
    StockTie,
    Take,
    ThreeWayTie,
    Tie,
    deadwood,
    outcome,
    play,
)

# Questions about the end of a round that a draw call ended: who wins it (T6.4 to T6.7), and with how much

CHALLENGER_WINS_TIE: Final = Rules(tie=Tie.CHALLENGER)


@dataclass(frozen=True, slots=True)
class WhoWins:
    """T6.4 to T6.7, T7.2: a draw has been called and answered; who wins?"""

    state: State

    @property
    def answer(self) -> str:
        return str(tell.result_of(self.state).winner)

    def task(self, lang: str) -> Task:
        piles, labels = tell.on_table(learner(lang), self.state, SEATS)
        prompt = say("lesson.who_wins.prompt", lang)
        order = say("lesson.late.order", lang)
        notes = (
            *tell.about_call(learner(lang), self.state),
            order,
            *tell.house_rules(self.state.rules, lang),
        )
        return Task(prompt, (), piles, seat_choices(lang), kind="choice", pile_labels=labels, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        return _who_won(self.state, answer == self.answer, lang)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(self.answer, *_hints(self.state, lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


@dataclass(frozen=True, slots=True)
class WinningDeadwood:
    """T6.4, T9.2: a draw has been called and answered; with how much deadwood is the round won?"""

    state: State

    @property
    def answer(self) -> int:
        result = tell.result_of(self.state)
        assert result.winner is not None
        return result.deadwood[result.winner]

    def task(self, lang: str) -> Task:
        piles, labels = tell.on_table(learner(lang), self.state, SEATS)
        prompt = say("lesson.winning_deadwood.prompt", lang)
        notes = (*tell.about_call(learner(lang), self.state), *tell.house_rules(self.state.rules, lang))
        return Task(prompt, (), piles, kind="number", pile_labels=labels, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        reasons = all_told(self.state, lang)
        result = tell.result_of(self.state)
        winner = result.winner
        assert winner is not None
        sentences = [*sentences_of(reasons), counted(self.state.hands[winner], lang)]
        others = [seat for seat in SEATS if result.deadwood[seat] == answer != self.answer]
        sentences[:0] = [
            by_rule(
                "lesson.winning_deadwood.of_another",
                "T6.4",
                lang,
                who=learner(lang).name(seat),
                points=answer,
            )
            for seat in others
        ]
        rules = (*rules_of(reasons), "T9.1")
        return Verdict(
            answer == self.answer, tuple(sentences), rules, groups=tell.open_hands(learner(lang), self.state)
        )

    def hints(self, lang: str) -> tuple[Hint, ...]:
        look, _ = _hints(self.state, lang)
        winner = learner(lang).name(tell.result_of(self.state).winner or 0)
        return leading_to(self.answer, look, say("lesson.winning_deadwood.count", lang, who=winner))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


@drill("draw_call.who_wins", "T6.4", "T6.5", "T6.6", "T6.7", "T7.2")
def who_wins(chance: Random, level: int) -> WhoWins | WinningDeadwood:
    """A draw has been called and answered: who wins, or with how much?

    Three different hands; then a tie, no challenge, or a burned player with less; then house rules and two ties.

    Now and then the points of the winner are asked for instead of the name.
    """
    finished = _finished(chance, level)
    return WinningDeadwood(finished) if chance.randrange(3) == 0 else WhoWins(finished)


def _finished(chance: Random, level: int) -> State:
    """A round that a draw call has ended, of the difficulty of the level."""
    makers: tuple[Callable[[Random, int], State | None], ...]
    makers = (_plain,) if level == 1 else (_level_hands, _unchallenged, _burned_lowest)
    if level == 3:
        makers = (_level_hands, _two_challengers_level, _everyone, _burned_lowest)
    # The kind of round is chosen once: what is made less easily would otherwise come less often.
    make = chance.choice(makers)
    while True:
        state = make(chance, level)
        if state is not None:
            return state


def _plain(chance: Random, level: int) -> State | None:
    """Both opponents challenge, or one of them; no two hands are level."""
    state = late_round(chance, seat=chance.randrange(3))
    end = answered(state, chance.choice(((0, 1, 2), (state.seat, (state.seat + 1 + chance.randrange(2)) % 3))))
    return end if len(set(tell.result_of(end).deadwood)) == len(SEATS) else None


def _level_hands(chance: Random, level: int) -> State | None:
    """A challenger has as much as the caller, or a point more or less; the other folds, or challenges with more."""
    rules = chance.choice((SHEET, CHALLENGER_WINS_TIE)) if level == 3 else SHEET
    caller = chance.randrange(3)
    state = late_round(chance, seat=caller, rules=rules)
    near = (caller + 1 + chance.randrange(2)) % 3
    made = with_deadwood(state, near, deadwood(state.hands[caller]) + chance.choice((-1, 0, 0, 1)), chance)
    return answered(made, chance.choice(((near,), (0, 1, 2)))) if made else None


def _unchallenged(chance: Random, level: int) -> State | None:
    """Everyone folds."""
    return answered(late_round(chance, seat=chance.randrange(3)), ())


def _burned_lowest(chance: Random, level: int) -> State | None:
    """A player who is burned has the lowest deadwood."""
    caller = chance.randrange(3)
    burned = (caller + 1 + chance.randrange(2)) % 3
    rules = chance.choice((SHEET, Rules(showdown=Showdown.EVERYONE))) if level == 3 else SHEET
    counts = [1, 1, 1]
    counts[burned] = 0
    state = late_round(chance, (counts[0], counts[1], counts[2]), seat=caller, rules=rules, longest=3)
    state, _ = layers_off(chance, state, (burned, burned))
    made = with_least(state, burned, chance)
    return answered(made, (0, 1, 2) if chance.randrange(2) else ()) if made else None


def _two_challengers_level(chance: Random, level: int) -> State | None:
    """Both challengers have the same, less than the caller or as much."""
    next_seat = Rules(tie=Tie.CHALLENGER, three_way_tie=ThreeWayTie.NEXT_SEAT)
    rules = chance.choice((SHEET, CHALLENGER_WINS_TIE, next_seat))
    caller = chance.randrange(3)
    one, other = (caller + 1) % 3, (caller + 2) % 3
    state = late_round(chance, seat=caller, rules=rules)
    made = with_deadwood(state, one, deadwood(state.hands[other]), chance)
    if made and chance.randrange(2):
        made = with_deadwood(made, caller, deadwood(made.hands[one]), chance)
    if made is None or deadwood(made.hands[one]) > deadwood(made.hands[caller]):
        return None
    return answered(made, (one, other))


def _everyone(chance: Random, level: int) -> State | None:
    """No one is asked, and everyone who has opened takes part; whoever is burned has the least as often as not."""
    counts = chance.choice(((2, 2, 2), (2, 2, 0), (0, 2, 2)))
    state = late_round(chance, counts, seat=1, rules=Rules(showdown=Showdown.EVERYONE))
    if 0 in counts and chance.randrange(2):
        state = with_least(state, counts.index(0), chance) or state
    return answered(state, ())


def all_told(end: State, lang: str) -> tuple[Reason, ...]:
    """How a round ended, and every player who is burned: who wins is understood only when that is known."""
    result = tell.result_of(end)
    if result.winner is None:
        return tell.ended(learner(lang), end)
    # Whoever has no more than the winner is told of with what a burned player cannot do.
    told = (seat for seat in SEATS if seat in result.burned and result.deadwood[seat] > result.deadwood[result.winner])
    burned = (
        learner(lang).because("lesson.ending.burned", "T7.1", seat, points=result.deadwood[seat]) for seat in told
    )
    return (*tell.ended(learner(lang), end), *burned)


def _who_won(state: State, right: bool, lang: str) -> Verdict:
    """The verdict on who has won this round: what decided it, all hands, and why each of the others has not won."""
    reasons = all_told(state, lang)
    hands = tell.open_hands(learner(lang), state)
    return Verdict(right, sentences_of(reasons), rules_of(reasons), groups=hands, reasons=why_not_they(state, lang))


def why_not_they(end: State, lang: str) -> tuple[tuple[str, str], ...]:
    """For each player who has not won, by the seat: why not, without a word about who has."""
    result = tell.result_of(end)
    taking_part = set(SEATS) - result.burned if end.caller is None else {end.caller, *end.challengers}
    found = []
    for seat in SEATS:
        if seat == result.winner:
            continue
        why, rule = "more", "T8.2" if end.caller is None else "T6.4"
        if seat in result.burned:
            why, rule = "burned", "T7.2"
        elif seat not in taking_part:
            why = "folded"
        elif seat in result.tied:
            why, rule = "tie", result.clause
        key = f"lesson.ending.not_winner.{why}"
        reason = learner(lang).because(key, rule, seat, points=result.deadwood[seat])
        found.append((str(seat), reason.sentence))
    return tuple(found)


def _hints(state: State, lang: str) -> tuple[str, str]:
    """What to look at first; then who takes part, and what the hands count."""
    assert state.caller is not None
    taking_part = tuple(learner(lang).name(seat) for seat in sorted({state.caller, *state.challengers}))
    counted = tell.hands_counted(learner(lang), tell.result_of(state), SEATS)
    who = say("lesson.who_wins.taking_part", lang, who=taking_part)
    return say("lesson.who_wins.look", lang), f"{who} {say('lesson.late.counted', lang, hands=counted)}"


# Questions about the end of the stock: when the round is over (T8.1), and who wins it then (T8.2 to T8.4)

NO_ONE: Final = "none"


@dataclass(frozen=True, slots=True)
class RoundOver:
    """T8.1: is the round over? `last` is the seat that moved last."""

    state: State
    last: int

    @property
    def over(self) -> bool:
        return outcome(self.state) is not None

    def task(self, lang: str) -> Task:
        piles, labels = tell.on_table(learner(lang), self.state)
        prompt = say("lesson.round_over.prompt", lang)
        choices = yes_or_no(lang)
        return Task(prompt, (), piles, choices, kind="choice", pile_labels=labels, notes=self._notes(lang))

    def _notes(self, lang: str) -> tuple[str, ...]:
        stock = say("lesson.late.stock", lang, count=len(self.state.stock))
        who = learner(lang).name(self.last)
        if self.state.phase is not Phase.LAY:
            return stock, say("lesson.round_over.discarded", lang, who=who, card=self.state.discards[0])
        key = "lesson.round_over.has_taken" if self.state.taken else "lesson.round_over.has_drawn"
        return stock, say(key, lang, who=who)

    def check(self, answer: Answer, lang: str) -> Verdict:
        if self.over:
            key = "lesson.round_over.yes"
        elif self.state.stock:
            key = "lesson.round_over.stock_left"
        else:
            key = "lesson.round_over.turn_not_finished"
        sentences = (by_rule(key, "T8.1", lang),)
        follows = () if self.over else (self._goes_on(lang),)
        return Verdict(answer == ("yes" if self.over else "no"), sentences, ("T8.1",), follows)

    def _goes_on(self, lang: str) -> str:
        """What happens next: the turn is finished by discarding, or the next turn begins."""
        if self.state.phase is Phase.DRAW:
            return say("lesson.round_over.next_turn", lang, who=learner(lang).name(self.state.seat))
        state, card = discarded(self.state)
        key = "lesson.round_over.then_over" if outcome(state) else "lesson.round_over.then_next"
        return say(key, lang, card=card, who=learner(lang).name(state.seat))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(
            self.solution(lang)[1], say("lesson.round_over.two_things", lang), " ".join(self._notes(lang))
        )

    def solution(self, lang: str) -> tuple[str, Answer]:
        key = "yes" if self.over else "no"
        return " ".join(self.check(key, lang).sentences), key


@dataclass(frozen=True, slots=True)
class EndOfStock:
    """T8.2 to T8.4, T7.2: the stock has run out; who wins, if anyone?"""

    state: State

    @property
    def answer(self) -> str:
        winner = tell.result_of(self.state).winner
        return NO_ONE if winner is None else str(winner)

    def task(self, lang: str) -> Task:
        piles, labels = tell.on_table(learner(lang), self.state, SEATS)
        assert self.state.last_drawer is not None
        drew = learner(lang).about("lesson.end_of_stock.last_drawer", self.state.last_drawer)
        order = (say("lesson.late.order", lang),) if self.state.melds else ()
        notes = (drew, *order, *tell.house_rules(self.state.rules, lang))
        choices = (*seat_choices(lang), (NO_ONE, say("lesson.end_of_stock.no_one", lang)))
        prompt = say("lesson.end_of_stock.prompt", lang)
        return Task(prompt, (), piles, choices, kind="choice", pile_labels=labels, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        return _who_won(self.state, answer == self.answer, lang)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        result = tell.result_of(self.state)
        opened = tuple(learner(lang).name(seat) for seat in sorted(seat for seat in SEATS if seat not in result.burned))
        counted = say("lesson.late.counted", lang, hands=tell.hands_counted(learner(lang), result, SEATS))
        sentence = f"{say('lesson.end_of_stock.opened', lang, who=opened)} {counted}" if opened else counted
        return leading_to(self.answer, say("lesson.end_of_stock.look", lang), sentence)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


def _round_over(chance: Random, level: int) -> RoundOver:
    """Over as often as not; if not, a turn is unfinished; then a card is left; then a card may have been taken too."""
    over = chance.randrange(2) == 1
    while True:
        state = late_round(chance, stock=1 if over else chance.choice((1, 1, 2)), seat=chance.randrange(3))
        seat = state.seat
        if not over and level > 1 and chance.randrange(4) == 0:
            return RoundOver(state, (seat - 1) % len(SEATS))
        takes = not over and level == 3 and chance.randrange(2) == 1
        state = play(state, Take(seat) if takes else Draw(seat))
        if over or chance.randrange(2):
            state, _ = discarded(state)
        if (outcome(state) is not None) is over:
            return RoundOver(state, seat)


@drill("draw_call.end_of_stock", "T8.1", "T8.2", "T8.3", "T8.4", "T7.2")
def end_of_stock(chance: Random, level: int) -> EndOfStock | RoundOver:
    """Is the round over, and who wins when the stock has run out?

    Three who have opened; then a burned player with less, or all burned; then a tie, by sheet or house rule.

    Now and then the question is whether the round is over at all.
    """
    if chance.randrange(3) == 0:
        return _round_over(chance, level)
    makers = (
        (_all_opened,)
        if level == 1
        else (_one_burned, _one_burned, _all_burned)
        if level == 2
        else (_hands_at_the_end,)
    )
    make = chance.choice(makers)
    while True:
        state = make(chance)
        if state is not None:
            return EndOfStock(state)


def _all_opened(chance: Random) -> State | None:
    return _played_out(late_round(chance, stock=1, seat=chance.randrange(3)))


def _all_burned(chance: Random) -> State | None:
    return _played_out(late_round(chance, (0, 0, 0), stock=1, seat=chance.randrange(3)))


def _one_burned(chance: Random) -> State | None:
    """One is burned, and nearly always has the lowest deadwood."""
    burned = chance.randrange(3)
    counts = tuple(0 if seat == burned else 1 for seat in SEATS)
    state = late_round(chance, (counts[0], counts[1], counts[2]), stock=1, seat=chance.randrange(3), longest=3)
    end = _played_out(layers_off(chance, state, (burned, burned))[0])
    result = tell.result_of(end)
    lowest = result.deadwood[burned] == min(result.deadwood)
    return end if lowest or chance.randrange(8) == 0 else None


def _hands_at_the_end(chance: Random) -> State | None:
    """Two or three are level at the end."""
    rules = chance.choice((SHEET, Rules(stock_tie=StockTie.LAST_DRAWER)))
    last = chance.randrange(3)
    end = _played_out(late_round(chance, stock=1, seat=last, rules=rules))
    one, other = chance.choice(((0, 1), (1, 2), (2, 0)))
    made = with_deadwood(end, one, deadwood(end.hands[other]), chance)
    return made if made and tell.result_of(made).tied else None


def _played_out(state: State) -> State:
    """The last card is drawn and the dearest one discarded."""
    return discarded(play(state, Draw(state.seat)))[0]
