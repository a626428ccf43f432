"""Exercises about who wins a round, and when the stock ends it. [T6.4 to T8]"""

from __future__ import annotations

from random import Random
from typing import Final

from cardlab import tongits
from cardlab.lessons import tables_tongits as tables
from cardlab.lessons.ask import YES_OR_NO, Ask
from cardlab.lessons.drill import drill
from cardlab.lessons.practice_hands import found
from cardlab.lessons.tables_tongits import SEATS
from cardlab.phrasing import Reader, Reason
from cardlab.phrasing import tongits_sentences as sentences
from cardlab.phrasing.messages import Deferred, Message, Name, Text

# Who wins a round that a draw call ended (T6.4 to T6.7)

CHALLENGER_WINS_TIE: Final = tongits.Rules(tie=tongits.Tie.CHALLENGER)
EVERYONE: Final = tongits.Rules(showdown=tongits.Showdown.EVERYONE)


def ask_who_wins(state: tongits.State) -> Ask:
    """Ask who wins after a draw was called and answered. [T6.4 to T6.7, T7.2]"""
    assert state.caller is not None
    taking_part = tuple(map(Name, sorted({state.caller, *state.challengers})))
    return tables.ask_at(
        state,
        choices=tables.players(),
        prompt=Message("lesson.who_wins.prompt"),
        hands=SEATS,
        notes=(Deferred(sentences.about_call, state), Message("lesson.late.order")),
        answer=str(sentences.result_of(state).winner),
        because=Deferred(full_outcome, state),
        each=why_others_lost(state),
        groups=(Deferred(sentences.open_hands, state),),
        helps=(
            Message("lesson.who_wins.look"),
            (Message("lesson.who_wins.taking_part", who=taking_part), hands_counted(state)),
        ),
    )


@drill("draw_call.who_wins", "T6.4", "T6.5", "T6.6", "T6.7", "T7.2")
def who_wins(chance: Random, level: int) -> Ask:
    """Make a question about who wins after a draw call.

    Level 1: different hands. Level 2: a tie, no challenge, or someone burned. Level 3: house rules, or tied
    challengers.
    """
    makers = (
        (_plain,),
        (_close_challenger, _unchallenged, _burned_lowest),
        (_close_challenger, _tied_challengers, _everyone, _burned_lowest),
    )[level - 1]
    # Chosen once: otherwise the kinds of rounds that are hard to make would be rare.
    make = chance.choice(makers)
    return ask_who_wins(found(lambda: make(chance, level)))


def _plain(chance: Random, level: int) -> tongits.State | None:
    """Return a round with a challenge and different deadwood in each hand, or None."""
    state = tables.late_round(chance, seat=chance.randrange(3))
    end = tables.answered(state, chance.choice(((0, 1, 2), (state.seat, (state.seat + 1 + chance.randrange(2)) % 3))))
    return end if len(set(sentences.result_of(end).deadwood)) == len(SEATS) else None


def _close_challenger(chance: Random, level: int) -> tongits.State | None:
    """Return a round where caller and challenger differ by at most a point, or None."""
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
    """Return a round in which a burned player has the least deadwood, or None."""
    caller = chance.randrange(3)
    burned = (caller + 1 + chance.randrange(2)) % 3
    rules = chance.choice((tongits.SHEET, EVERYONE)) if level == 3 else tongits.SHEET
    counts = [1, 1, 1]
    counts[burned] = 0
    state = tables.late_round(chance, counts, seat=caller, rules=rules, longest=3)
    state, _ = tables.after_laying_off(chance, state, (burned, burned))
    made = tables.with_least(state, burned, chance)
    return tables.answered(made, (0, 1, 2) if chance.randrange(2) else ()) if made else None


def _tied_challengers(chance: Random, level: int) -> tongits.State | None:
    """Return a round with two tied challengers, or None."""
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
    """Return a round with a showdown of all who have opened (house rule)."""
    counts = chance.choice(((2, 2, 2), (2, 2, 0), (0, 2, 2)))
    state = tables.late_round(chance, counts, seat=1, rules=EVERYONE)
    if 0 in counts and chance.randrange(2):
        state = tables.with_least(state, counts.index(0), chance) or state
    return tables.answered(state, ())


def full_outcome(reader: Reader, end: tongits.State) -> tuple[Reason, ...]:
    """Say how a round ended, and who can't win because they are burned."""
    result = sentences.result_of(end)
    if result.winner is None:
        return sentences.ended(reader, end)
    # `sentences.ended` explains a burned player who has no more than the winner.
    burned = (
        reader.because("text.burned_lower", "T7.2", seat, points=result.deadwood[seat])
        for seat in sorted(result.burned)
        if result.deadwood[seat] > result.deadwood[result.winner]
    )
    return (*sentences.ended(reader, end), *burned)


def why_others_lost(end: tongits.State) -> dict[str | int, Text]:
    """Return why each losing seat hasn't won, without naming the winner.

    The keys are the seats as text.
    """
    result = sentences.result_of(end)
    taking_part = set(SEATS) - result.burned if end.caller is None else {end.caller, *end.challengers}
    reasons: dict[str | int, Text] = {}
    for seat in SEATS:
        if seat == result.winner:
            continue
        key, rule = "lesson.ending.not_winner.more", "T8.2" if end.caller is None else "T6.4"
        if seat in result.burned:
            key, rule = "text.burned_lower", "T7.2"
        elif seat not in taking_part:
            key = "text.folded_lower"
        elif seat in result.tied:
            key, rule = "lesson.ending.not_winner.tie", result.clause
        reasons[str(seat)] = Message(key, rule, seat, points=result.deadwood[seat])
    return reasons


def hands_counted(state: tongits.State) -> Message:
    """Say how many points each hand counts."""
    return Message("lesson.under.deadwood", each=Deferred(sentences.hands_counted, sentences.result_of(state), SEATS))


# When the end of the stock ends the round (T8.1), and who then wins (T8.2 to T8.4)

NO_ONE: Final = "none"


def ask_round_over(state: tongits.State, last: int) -> Ask:
    """Ask whether the round is over after a move of the seat `last`. [T8.1]"""
    over = tongits.outcome(state) is not None
    unfinished = "lesson.round_over.stock_left" if state.stock else "lesson.round_over.turn_not_finished"
    if state.phase is not tongits.Phase.LAY:
        moved = Message("lesson.round_over.discarded", "", last, card=state.discards[0])
    else:
        moved = Message("lesson.round_over.has_taken" if state.taken else "lesson.round_over.has_drawn", "", last)
    notes = Message("lesson.tips.stock", count=len(state.stock)), moved
    return tables.ask_at(
        state,
        choices=YES_OR_NO,
        prompt=Message("lesson.round_over.prompt"),
        notes=notes,
        answer="yes" if over else "no",
        because=Message("lesson.round_over.yes" if over else unfinished, "T8.1"),
        follows=() if over else _what_follows(state),
        helps=(Message("lesson.round_over.two_things"), notes),
    )


def _what_follows(state: tongits.State) -> Message:
    """Say what is next: the discard that ends the turn, or the next player's turn."""
    if state.phase is tongits.Phase.DRAW:
        return Message("lesson.round_over.next_turn", who=Name(state.seat))
    after, card = tables.discarded(state)
    return Message(
        "lesson.round_over.then_over" if tongits.outcome(after) else "lesson.round_over.then_next",
        card=card,
        who=Name(after.seat),
    )


def ask_end_of_stock(state: tongits.State) -> Ask:
    """Ask who wins when the stock has run out, if anyone. [T8.2 to T8.4, T7.2]"""
    result = sentences.result_of(state)
    opened = tuple(Name(seat) for seat in SEATS if seat not in result.burned)
    return tables.ask_at(
        state,
        choices={**tables.players(), NO_ONE: Message("lesson.under.nobody")},
        prompt=Message("lesson.end_of_stock.prompt"),
        hands=SEATS,
        notes=(
            Message("lesson.end_of_stock.last_drawer", "", state.last_drawer),
            Message("lesson.late.order") if state.melds else (),
        ),
        answer=NO_ONE if result.winner is None else str(result.winner),
        because=Deferred(full_outcome, state),
        each=why_others_lost(state) | {NO_ONE: Message("clause.T8.3", "T8.3")},
        groups=(Deferred(sentences.open_hands, state),),
        helps=(
            Message("lesson.end_of_stock.look"),
            (Message("lesson.end_of_stock.opened", who=opened) if opened else (), hands_counted(state)),
        ),
    )


def _round_over(chance: Random, level: int) -> Ask:
    """Make a question about whether the round is over.

    Half of the rounds are. In the others, level 1: the turn isn't finished, or a card is left. Level 2: or the turn
    hasn't begun. Level 3: or a discard was taken.
    """
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
    """Make a question about who wins when the stock runs out.

    One in three asks whether the round is over instead. Level 1: all players have opened. Level 2: one or all are
    burned. Level 3: a tie, perhaps with a house rule.
    """
    if chance.randrange(3) == 0:
        return _round_over(chance, level)
    makers = ((_all_opened,), (_one_burned, _one_burned, tables.void), (_tied_at_end,))[level - 1]
    make = chance.choice(makers)
    return ask_end_of_stock(found(lambda: make(chance)))


def _all_opened(chance: Random) -> tongits.State | None:
    return tables.played_out(tables.late_round(chance, stock=1, seat=chance.randrange(3)))


def _one_burned(chance: Random) -> tongits.State | None:
    """Return a round where a burned player mostly has the least deadwood, or None."""
    burned = chance.randrange(3)
    counts = [int(seat != burned) for seat in SEATS]
    state = tables.late_round(chance, counts, stock=1, seat=chance.randrange(3), longest=3)
    end = tables.played_out(tables.after_laying_off(chance, state, (burned, burned))[0])
    result = sentences.result_of(end)
    lowest = result.deadwood[burned] == min(result.deadwood)
    return end if lowest or chance.randrange(8) == 0 else None


def _tied_at_end(chance: Random) -> tongits.State | None:
    """Return a round that ends with the best hands tied, or None."""
    rules = chance.choice((tongits.SHEET, tongits.Rules(stock_tie=tongits.StockTie.LAST_DRAWER)))
    last = chance.randrange(3)
    end = tables.played_out(tables.late_round(chance, stock=1, seat=last, rules=rules))
    one, other = chance.choice(((0, 1), (1, 2), (2, 0)))
    made = tables.with_deadwood(end, one, tongits.deadwood(end.hands[other]), chance)
    return made if made and sentences.result_of(made).tied else None
