"""The exercises about who wins a round and when the stock ends it (T6.4 to T6.7, T7, T8): each a `Drill`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from cardlab import tongits
from cardlab.lessons import tables_tongits as tables
from cardlab.lessons.ask import Ask, yes_or_no
from cardlab.lessons.drill import drill
from cardlab.lessons.tables_tongits import SEATS
from cardlab.phrasing import Reader, Reason
from cardlab.phrasing import tongits_sentences as sentences
from cardlab.phrasing.messages import Deferred, Message, Name, Text
from cardlab.phrasing.scoring import counted

# Questions about the end of a round that a draw call ended: who wins it (T6.4 to T6.7), and with how much

CHALLENGER_WINS_TIE: Final = tongits.Rules(tie=tongits.Tie.CHALLENGER)
EVERYONE: Final = tongits.Rules(showdown=tongits.Showdown.EVERYONE)


def ask_who_wins(state: tongits.State) -> Ask:
    """T6.4 to T6.7, T7.2: a draw has been called and answered; who wins?"""
    assert state.caller is not None
    taking_part = Message("lesson.who_wins.taking_part", who=tables.names(sorted({state.caller, *state.challengers})))
    return Ask(
        choices=tables.players(),
        prompt=Message("lesson.who_wins.prompt"),
        piles=(Deferred(sentences.on_table, state, SEATS),),
        notes=(
            Deferred(sentences.about_call, state),
            Message("lesson.late.order"),
            Deferred(sentences.house_rules, state.rules),
        ),
        answer=str(sentences.result_of(state).winner),
        because=Deferred(full_outcome, state),
        each=why_others_lost(state),
        groups=(Deferred(sentences.open_hands, state),),
        helps=(Message("lesson.who_wins.look"), (taking_part, hands_counted(state))),
        state=state,
    )


def ask_winning_deadwood(state: tongits.State) -> Ask:
    """T6.4, T9.2: a draw has been called and answered; with how much deadwood is the round won?"""
    result = sentences.result_of(state)
    winner = result.winner or 0
    return Ask(
        prompt=Message("lesson.winning_deadwood.prompt"),
        piles=(Deferred(sentences.on_table, state, SEATS),),
        notes=(Deferred(sentences.about_call, state), Deferred(sentences.house_rules, state.rules)),
        answer=result.deadwood[winner],
        because=(Deferred(full_outcome, state), Deferred(counted, state.hands[winner])),
        each={
            points: Message("lesson.winning_deadwood.of_another", "T6.4", who=Name(seat), points=points)
            for seat, points in enumerate(result.deadwood)
        },
        groups=(Deferred(sentences.open_hands, state),),
        clauses=("T9.1",),
        rule=(Message("clause.T6.4", "T6.4"), Message("clause.T9.1", "T9.1")),
        helps=(Message("lesson.who_wins.look"), Message("lesson.winning_deadwood.count", who=Name(winner))),
        state=state,
    )


@drill("draw_call.who_wins", "T6.4", "T6.5", "T6.6", "T6.7", "T7.2")
def who_wins(chance: Random, level: int) -> Ask:
    """A draw has been called and answered: who wins, or with how much?

    Three different hands; then a tie, no challenge, or a burned player with less; then house rules and two ties.

    Now and then the points of the winner are asked for instead of the name.
    """
    finished = _finished(chance, level)
    return ask_winning_deadwood(finished) if chance.randrange(3) == 0 else ask_who_wins(finished)


def _finished(chance: Random, level: int) -> tongits.State:
    """A round that a draw call has ended, of the difficulty of the level."""
    makers: tuple[Callable[[Random, int], tongits.State | None], ...]
    makers = (_plain,) if level == 1 else (_level_hands, _unchallenged, _burned_lowest)
    if level == 3:
        makers = (_level_hands, _two_challengers_level, _everyone, _burned_lowest)
    # The kind of round is chosen once: what is made less easily would otherwise come less often.
    make = chance.choice(makers)
    state = None
    while state is None:
        state = make(chance, level)
    return state


def _plain(chance: Random, level: int) -> tongits.State | None:
    """Both opponents challenge, or one of them; no two hands are level."""
    state = tables.late_round(chance, seat=chance.randrange(3))
    end = tables.answered(state, chance.choice(((0, 1, 2), (state.seat, (state.seat + 1 + chance.randrange(2)) % 3))))
    return end if len(set(sentences.result_of(end).deadwood)) == len(SEATS) else None


def _level_hands(chance: Random, level: int) -> tongits.State | None:
    """A challenger has as much as the caller, or a point more or less; the other folds, or challenges with more."""
    rules = chance.choice((tongits.SHEET, CHALLENGER_WINS_TIE)) if level == 3 else tongits.SHEET
    caller = chance.randrange(3)
    state = tables.late_round(chance, seat=caller, rules=rules)
    near = (caller + 1 + chance.randrange(2)) % 3
    made = tables.with_deadwood(
        state, near, tongits.deadwood(state.hands[caller]) + chance.choice((-1, 0, 0, 1)), chance
    )
    return tables.answered(made, chance.choice(((near,), (0, 1, 2)))) if made else None


def _unchallenged(chance: Random, level: int) -> tongits.State:
    return tables.answered(tables.late_round(chance, seat=chance.randrange(3)), ())


def _burned_lowest(chance: Random, level: int) -> tongits.State | None:
    """A player who is burned has the lowest deadwood."""
    caller = chance.randrange(3)
    burned = (caller + 1 + chance.randrange(2)) % 3
    rules = chance.choice((tongits.SHEET, EVERYONE)) if level == 3 else tongits.SHEET
    counts = [1, 1, 1]
    counts[burned] = 0
    state = tables.late_round(chance, counts, seat=caller, rules=rules, longest=3)
    state, _ = tables.layers_off(chance, state, (burned, burned))
    made = tables.with_least(state, burned, chance)
    return tables.answered(made, (0, 1, 2) if chance.randrange(2) else ()) if made else None


def _two_challengers_level(chance: Random, level: int) -> tongits.State | None:
    """Both challengers have the same, less than the caller or as much."""
    next_seat = tongits.Rules(tie=tongits.Tie.CHALLENGER, challengers_tie=tongits.ChallengersTie.NEXT_SEAT)
    rules = chance.choice((tongits.SHEET, CHALLENGER_WINS_TIE, next_seat))
    caller = chance.randrange(3)
    one, other = (caller + 1) % 3, (caller + 2) % 3
    state = tables.late_round(chance, seat=caller, rules=rules)
    made = tables.with_deadwood(state, one, tongits.deadwood(state.hands[other]), chance)
    if made and chance.randrange(2):
        made = tables.with_deadwood(made, caller, tongits.deadwood(made.hands[one]), chance)
    if made is None or tongits.deadwood(made.hands[one]) > tongits.deadwood(made.hands[caller]):
        return None
    return tables.answered(made, (one, other))


def _everyone(chance: Random, level: int) -> tongits.State | None:
    """Everyone who has opened takes part; half the time a burned player has the least deadwood."""
    counts = chance.choice(((2, 2, 2), (2, 2, 0), (0, 2, 2)))
    state = tables.late_round(chance, counts, seat=1, rules=EVERYONE)
    if 0 in counts and chance.randrange(2):
        state = tables.with_least(state, counts.index(0), chance) or state
    return tables.answered(state, ())


def full_outcome(reader: Reader, end: tongits.State) -> tuple[Reason, ...]:
    """How a round ended, and every burned player, who is needed to understand who wins."""
    result = sentences.result_of(end)
    if result.winner is None:
        return sentences.ended(reader, end)
    # A player with no more than the winner is explained by what a burned player cannot do.
    burned_seats = (
        seat for seat in SEATS if seat in result.burned and result.deadwood[seat] > result.deadwood[result.winner]
    )
    burned = (
        reader.because("lesson.ending.burned", "T7.1", seat, points=result.deadwood[seat]) for seat in burned_seats
    )
    return (*sentences.ended(reader, end), *burned)


def why_others_lost(end: tongits.State) -> dict[str | int, Text]:
    """For each player who has not won, by the seat: why not, without a word about who has."""
    result = sentences.result_of(end)
    taking_part = set(SEATS) - result.burned if end.caller is None else {end.caller, *end.challengers}
    reasons: dict[str | int, Text] = {}
    for seat in SEATS:
        if seat == result.winner:
            continue
        key, rule = "lesson.ending.not_winner.more", "T8.2" if end.caller is None else "T6.4"
        if seat in result.burned:
            key, rule = "lesson.ending.not_winner.burned", "T7.2"
        elif seat not in taking_part:
            key = "lesson.ending.not_winner.folded"
        elif seat in result.tied:
            key, rule = "lesson.ending.not_winner.tie", result.clause
        reasons[str(seat)] = Message(key, rule, seat, points=result.deadwood[seat])
    return reasons


def hands_counted(state: tongits.State) -> Message:
    """What the hands count."""
    return Message("lesson.late.counted", hands=Deferred(sentences.hands_counted, sentences.result_of(state), SEATS))


# Questions about the end of the stock: when the round is over (T8.1), and who wins it then (T8.2 to T8.4)

NO_ONE: Final = "none"


def ask_round_over(state: tongits.State, last: int) -> Ask:
    """T8.1: is the round over? `last` is the seat that moved last."""
    over = tongits.outcome(state) is not None
    unfinished = "lesson.round_over.stock_left" if state.stock else "lesson.round_over.turn_not_finished"
    if state.phase is not tongits.Phase.LAY:
        moved = Message("lesson.round_over.discarded", who=Name(last), card=state.discards[0])
    else:
        moved = Message("lesson.round_over.has_taken" if state.taken else "lesson.round_over.has_drawn", who=Name(last))
    notes = Message("lesson.late.stock", count=len(state.stock)), moved
    return Ask(
        choices=yes_or_no(),
        prompt=Message("lesson.round_over.prompt"),
        piles=(Deferred(sentences.on_table, state),),
        notes=notes,
        answer="yes" if over else "no",
        because=Message("lesson.round_over.yes" if over else unfinished, "T8.1"),
        follows=() if over else _goes_on(state),
        helps=(Message("lesson.round_over.two_things"), notes),
        state=state,
    )


def _goes_on(state: tongits.State) -> Message:
    """What happens next: the turn is finished by discarding, or the next turn begins."""
    if state.phase is tongits.Phase.DRAW:
        return Message("lesson.round_over.next_turn", who=Name(state.seat))
    after, card = tables.discarded(state)
    return Message(
        "lesson.round_over.then_over" if tongits.outcome(after) else "lesson.round_over.then_next",
        card=card,
        who=Name(after.seat),
    )


def ask_end_of_stock(state: tongits.State) -> Ask:
    """T8.2 to T8.4, T7.2: the stock has run out; who wins, if anyone?"""
    result = sentences.result_of(state)
    opened = tables.names(seat for seat in SEATS if seat not in result.burned)
    order = Message("lesson.late.order") if state.melds else ()
    return Ask(
        choices={**tables.players(), NO_ONE: Message("lesson.end_of_stock.no_one")},
        prompt=Message("lesson.end_of_stock.prompt"),
        piles=(Deferred(sentences.on_table, state, SEATS),),
        notes=(
            Message("lesson.end_of_stock.last_drawer", "", state.last_drawer),
            order,
            Deferred(sentences.house_rules, state.rules),
        ),
        answer=NO_ONE if result.winner is None else str(result.winner),
        because=Deferred(full_outcome, state),
        each=why_others_lost(state) | {NO_ONE: Message("clause.T8.3", "T8.3")},
        groups=(Deferred(sentences.open_hands, state),),
        helps=(
            Message("lesson.end_of_stock.look"),
            (Message("lesson.end_of_stock.opened", who=opened) if opened else (), hands_counted(state)),
        ),
        state=state,
    )


def _round_over(chance: Random, level: int) -> Ask:
    """Over as often as not; if not, a turn is unfinished; then a card is left; then a card may have been taken too."""
    over = chance.randrange(2) == 1
    while True:
        state = tables.late_round(chance, stock=1 if over else chance.choice((1, 1, 2)), seat=chance.randrange(3))
        seat = state.seat
        if not over and level > 1 and chance.randrange(4) == 0:
            return ask_round_over(state, (seat - 1) % len(SEATS))
        takes = not over and level == 3 and chance.randrange(2) == 1
        state = tongits.play(state, tongits.Take(seat) if takes else tongits.Draw(seat))
        if over or chance.randrange(2):
            state, _ = tables.discarded(state)
        if (tongits.outcome(state) is not None) is over:
            return ask_round_over(state, seat)


@drill("draw_call.end_of_stock", "T8.1", "T8.2", "T8.3", "T8.4", "T7.1", "T7.2")
def end_of_stock(chance: Random, level: int) -> Ask:
    """Is the round over, and who wins when the stock has run out?

    Three who have opened; then a burned player with less, or all burned; then a tie, by sheet or house rule.

    Now and then the question is whether the round is over at all.
    """
    if chance.randrange(3) == 0:
        return _round_over(chance, level)
    makers = ((_all_opened,), (_one_burned, _one_burned, tables.void), (_hands_at_the_end,))[level - 1]
    make = chance.choice(makers)
    state = None
    while state is None:
        state = make(chance)
    return ask_end_of_stock(state)


def _all_opened(chance: Random) -> tongits.State | None:
    return tables.played_out(tables.late_round(chance, stock=1, seat=chance.randrange(3)))


def _one_burned(chance: Random) -> tongits.State | None:
    """One is burned, and nearly always has the lowest deadwood."""
    burned = chance.randrange(3)
    counts = [int(seat != burned) for seat in SEATS]
    state = tables.late_round(chance, counts, stock=1, seat=chance.randrange(3), longest=3)
    end = tables.played_out(tables.layers_off(chance, state, (burned, burned))[0])
    result = sentences.result_of(end)
    lowest = result.deadwood[burned] == min(result.deadwood)
    return end if lowest or chance.randrange(8) == 0 else None


def _hands_at_the_end(chance: Random) -> tongits.State | None:
    """Two or three are level at the end."""
    rules = chance.choice((tongits.SHEET, tongits.Rules(stock_tie=tongits.StockTie.LAST_DRAWER)))
    last = chance.randrange(3)
    end = tables.played_out(tables.late_round(chance, stock=1, seat=last, rules=rules))
    one, other = chance.choice(((0, 1), (1, 2), (2, 0)))
    made = tables.with_deadwood(end, one, tongits.deadwood(end.hands[other]), chance)
    return made if made and sentences.result_of(made).tied else None
