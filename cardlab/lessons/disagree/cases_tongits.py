"""Questions about Tongits whose answers depend on the rules.

First moves, melds and hands; then the end of a round or a match: who wins, who pays, who begins the next round.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from cardlab import tongits
from cardlab.cards import Card
from cardlab.lessons.ask import Ask
from cardlab.lessons.disagree.dispute import ALLOWED, ALLOWED_OR_NOT, NOBODY, REFUSED
from cardlab.lessons.tables_tongits import SEATS, YOU, ask_at, players
from cardlab.phrasing import Reader, Reason
from cardlab.phrasing import tongits_sentences as sentences
from cardlab.phrasing.messages import Deferred, Message, Text
from cardlab.tongits.least import hand_deadwood

# Moves, melds and hands


def may_move(state: tongits.State, move: tongits.Move, rules: tongits.Rules) -> Ask:
    """Ask whether the move is allowed under these rules."""
    refusals = tongits.why_not(replace(state, rules=rules), move)
    asked, facts = sentences.move_word(move, state)
    return Ask(
        state.hands[YOU],
        ALLOWED_OR_NOT,
        prompt=Message(f"lesson.under.may_{asked}", **facts),
        piles=(Deferred(sentences.top_discard, state), Deferred(sentences.on_table, state)),
        notes=(
            Message("lesson.under.taken", card=state.taken) if state.taken else (),
            Message("lesson.under.sapawed") if YOU in state.sapawed else (),
        ),
        answer=REFUSED if refusals else ALLOWED,
        because=refusals or Message("lesson.under.no_rule_against"),
        state=state,
    )


def is_meld(handful: tuple[Card, ...], rules: tongits.Rules) -> Ask:
    """Ask whether a handful is a meld."""
    meld = tongits.why_meld(handful, rules)
    return Ask(
        handful,
        {ALLOWED: Message("lesson.yes"), REFUSED: Message("lesson.no")},
        prompt=Message("lesson.under.is_meld"),
        hand_label=Message("lesson.these_cards"),
        worth=handful.index,
        answer=ALLOWED if meld else REFUSED,
        because=Deferred(sentences.why_meld, meld) if meld else tongits.why_not_meld(handful, rules),
    )


def deadwood(hand: tuple[Card, ...], rules: tongits.Rules) -> Ask:
    """Ask what the learner's hand counts. [T9.2]"""
    total = hand_deadwood(hand, rules)
    because = Message("lesson.under.best_counts", "T9.2", total=total)
    if rules.concealed_melds_count:
        parts = " + ".join(str(counted) for _, counted in tongits.deadwood_parts(hand, rules))
        because = Message("lesson.under.every_card_counts", "T9.2", parts=parts, total=total)
    return Ask(hand, prompt=Message("lesson.under.deadwood_of_hand"), answer=total, because=because)


# Endings

Moves: TypeAlias = tuple[tongits.Move, ...]
_TEXT_KEYS: Final = {
    tongits.Call: "text.table.caller",
    tongits.Challenge: "text.table.challenged",
    tongits.Fold: "text.table.folded",
}


def who_wins(state: tongits.State, moves: Moves, rules: tongits.Rules) -> Ask:
    """Ask who wins the round when these moves are made.

    Answers of players who aren't asked under these rules are left out (T6.2).
    """
    notes = [Message(_TEXT_KEYS[type(move)], "", move.seat) for move in moves]
    if not moves and not state.stock:
        drew = Message("lesson.end_of_stock.last_drawer", "", state.last_drawer)
        notes = [Message("lesson.under.stock_ended"), drew]
    if len(state.melds) > 1:
        notes.append(Message("lesson.late.order"))
    end = played(state, moves, rules)
    result, chips = sentences.result_of(end), rules.payment is tongits.Payment.CHIPS
    # After what decided the round: deadwood, and what is paid.
    counted: Text = Message("lesson.under.deadwood", "T9.2", each=_each(result.deadwood))
    if result.winner is not None:
        key, clause = ("lesson.under.payments_in_chips", "T9.4") if chips else ("lesson.under.payments", "T9.3")
        counted = counted, Message(key, clause, each=_each(result.payments, signed=True))
    return ask_at(
        state,
        choices={**players(), NOBODY: Message("lesson.under.nobody")},
        prompt=Message("lesson.under.who_wins"),
        hands=SEATS,
        notes=notes,
        answer=NOBODY if result.winner is None else str(result.winner),
        because=(Deferred(_decided, end), counted),
    )


def what_pays(state: tongits.State, moves: Moves, seat: int, rules: tongits.Rules) -> Ask:
    """Ask how much this seat pays at the end. [T9.3, T9.4]"""
    paid = -sentences.result_of(played(state, moves, rules)).payments[seat]
    prompt = Message("lesson.under.how_much_pays", "", seat)
    return replace(who_wins(state, moves, rules), prompt=prompt, choices={}, answer=paid)


def who_starts(state: tongits.State, moves: Moves, rules: tongits.Rules) -> Ask:
    """Ask who is first player in the next round. [T1.5]"""
    asked, end = who_wins(state, moves, rules), played(state, moves, rules)
    following = tongits.Match(rules, first=state.first).add(sentences.result_of(end)).first
    explained = "rule.tongits.winner_starts.explanation"
    next_round = Message(explained if rules.winner_starts else "lesson.under.next_seat_starts", "T1.5")
    return replace(
        asked,
        prompt=Message("lesson.next_first.prompt"),
        choices=players(),
        notes=(asked.notes, Message("lesson.dealt.first", seat=f"seat.{state.first}")),
        answer=str(following),
        because=(Deferred(_decided, end, most=1), next_round),
    )


def played(state: tongits.State, moves: Moves, rules: tongits.Rules) -> tongits.State:
    """Return the position after these moves.

    Answers of players who aren't asked under these rules are left out (T6.2).
    """
    after = replace(state, rules=rules)
    for move in moves:
        if tongits.turn(after):
            after = tongits.play(after, move)
    return after


def _decided(reader: Reader, after: tongits.State, most: int | None = None) -> tuple[Reason, ...]:
    """Say what decided the winner, in at most `most` reasons.

    By default it gives all. The house rule that everyone shows their hand comes first (T6.2).
    """
    reasons = sentences.ended(reader, after)
    if sentences.result_of(after).ending is tongits.Ending.DRAW and after.rules.showdown is tongits.Showdown.EVERYONE:
        reasons = (reader.because("rule.tongits.showdown.everyone.explanation", "T6.2"), *reasons)
    return reasons[:most]


def _each(points: tuple[int, ...], *, signed: bool = False) -> tuple[Message, ...]:
    """Return each seat with its points; `signed` adds a plus to what it receives."""
    written = (f"{counted:+}" if signed and counted else str(counted) for counted in points)
    return tuple(
        Message("lesson.under.each", seat=f"seat.{seat}", points=number.replace("-", "−"))
        for seat, number in enumerate(written)
    )
