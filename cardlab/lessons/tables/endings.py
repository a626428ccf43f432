"""What is said of a round that is over: who has won it and by which clause, and what that costs a player.

Knows sentences only; who wins, who was level and who pays what is asked of `tongits`.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardlab.cards import Card
from cardlab.lessons.sentences import by_rule
from cardlab.lessons.tables.late_rounds import SEATS
from cardlab.locale import say
from cardlab.tongits import Ending, Outcome, Payment, Showdown, State, StockTie, ThreeWayTie, Tie, outcome

__all__ = ["Reason", "ended", "hands_counted", "open_hands", "paid", "rules_of", "said", "why_ended"]

Reason = tuple[str, str]
"""A sentence that names its clause at its end, and the clause."""


def ended(state: State) -> Outcome:
    """How the round ended; raises ValueError while it goes on."""
    result = outcome(state)
    if result is None:
        raise ValueError("the round is not over")
    return result


def why_ended(state: State, lang: str) -> tuple[Reason, ...]:
    """Who has won a round that is over, and every clause that decided it. Raises ValueError while it goes on."""
    result = ended(state)
    match result.ending:
        case Ending.TONGITS:
            reasons = [_because("lesson.ending.tongits", "T5.1", lang)]
        case Ending.DRAW:
            reasons = _after_call(state, result, lang)
        case Ending.STOCK:
            reasons = _after_stock(state, result, lang)
        case Ending.VOID:
            reasons = [_because("lesson.ending.void", "T8.3", lang)]
    if result.winner is not None:
        told, rule = reasons[0]
        winner = say("lesson.ending.winner", lang, who=say(f"seat.{result.winner}", lang))
        reasons[0] = (f"{winner} {told}", rule)
    return tuple(reasons)


def _after_call(state: State, result: Outcome, lang: str) -> list[Reason]:
    """T6.4 to T6.7, and who had less but did not take part: because burned (T7.2), or because he has folded."""
    assert state.caller is not None
    assert result.winner is not None
    taking_part = {state.caller, *state.challengers}
    lowest = result.deadwood[result.winner]
    if not state.challengers:
        everyone = state.rules.showdown is Showdown.EVERYONE
        key = "lesson.ending.all_burned_but_caller" if everyone else "lesson.ending.unchallenged"
        reasons = [_because(key, "T6.7", lang)]
    else:
        counted = hands_counted(result, taking_part, lang)
        reasons = [_because("lesson.ending.lowest", "T6.4", lang, hands=counted)]
    if result.tied:
        reasons.append(_tie_after_call(state, result, lang))
    for seat in SEATS:
        if seat not in taking_part and result.deadwood[seat] <= lowest:
            who, points = say(f"seat.{seat}", lang), result.deadwood[seat]
            if seat in result.burned:
                reasons.append(_because("lesson.ending.burned_lower", "T7.2", lang, who=who, points=points))
            else:
                reasons.append(_because("lesson.ending.folded_lower", "T6.4", lang, who=who, points=points))
    return reasons


def _tie_after_call(state: State, result: Outcome, lang: str) -> Reason:
    assert state.caller is not None
    if state.caller not in result.tied:
        return _because("lesson.ending.tie_of_challengers", "T6.6", lang)
    if state.rules.tie is Tie.CALLER:
        return _because("lesson.ending.tie_to_caller", "T6.5", lang)
    if len(result.tied) < len(SEATS):
        return _because("lesson.ending.tie_to_challenger", "T6.5", lang)
    next_seat = state.rules.three_way_tie is ThreeWayTie.NEXT_SEAT
    key = "lesson.ending.three_way_next_seat" if next_seat else "lesson.ending.three_way_last_meld"
    return _because(key, "T6.6", lang)


def _after_stock(state: State, result: Outcome, lang: str) -> list[Reason]:
    """T8.2 and T8.4, and who had less but is burned (T7.2)."""
    assert result.winner is not None
    counted = hands_counted(result, (seat for seat in SEATS if seat not in result.burned), lang)
    reasons = [_because("lesson.ending.lowest_at_end", "T8.2", lang, hands=counted)]
    if result.tied:
        last_drawer = state.rules.stock_tie is StockTie.LAST_DRAWER
        key = "lesson.ending.stock_tie_last_drawer" if last_drawer else "lesson.ending.stock_tie_last_meld"
        reasons.append(_because(key, "T8.4", lang))
    for seat in sorted(result.burned):
        if result.deadwood[seat] <= result.deadwood[result.winner]:
            facts = {"who": say(f"seat.{seat}", lang), "points": result.deadwood[seat]}
            reasons.append(_because("lesson.ending.burned_lower", "T7.2", lang, **facts))
    return reasons


def hands_counted(result: Outcome, seats: Iterable[int], lang: str) -> tuple[str, ...]:
    """The deadwood of each of these players, with his name."""
    return tuple(_counted(seat, result, lang) for seat in sorted(seats))


def _counted(seat: int, result: Outcome, lang: str) -> str:
    return say("lesson.ending.hand", lang, who=say(f"seat.{seat}", lang), points=result.deadwood[seat])


def open_hands(state: State, lang: str) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """T6.4: all hands laid open, each called by its owner and what it counts."""
    result = ended(state)
    return tuple((_counted(seat, result, lang), state.hands[seat]) for seat in SEATS)


def paid(state: State, seat: int, lang: str) -> str:
    """What the round brings or costs the player that the learner is, with its clause (T9.3 or T9.4)."""
    amount = ended(state).payments[seat]
    chips = state.rules.payment is Payment.CHIPS
    rule = "T9.4" if chips else "T9.3"
    if not amount:
        return by_rule("lesson.ending.pays_nothing", rule, lang)
    if amount > 0:
        return by_rule("lesson.ending.collects_chips" if chips else "lesson.ending.collects", rule, lang, count=amount)
    return by_rule("lesson.ending.pays_chips" if chips else "lesson.ending.pays", rule, lang, count=-amount)


def said(reasons: Iterable[Reason]) -> tuple[str, ...]:
    """The sentences of these reasons."""
    return tuple(sentence for sentence, _ in reasons)


def rules_of(reasons: Iterable[Reason]) -> tuple[str, ...]:
    """The clauses of these reasons, each once."""
    return tuple(dict.fromkeys(rule for _, rule in reasons))


def _because(key: str, rule: str, lang: str, **facts: object) -> Reason:
    return by_rule(key, rule, lang, **facts), rule
