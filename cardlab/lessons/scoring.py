"""Exercises about payment and the progressive match. [T9.3, T9.4, T10.5]"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Final

from cardlab.bot_rounds import play_tongits
from cardlab.bots.tongits import careful
from cardlab.lessons.ask import Ask
from cardlab.lessons.drill import drill
from cardlab.lessons.practice_hands import found, until
from cardlab.lessons.tables_tongits import SEATS, finished, players, with_secret_four
from cardlab.phrasing import scoring as reckoned
from cardlab.phrasing import tongits_sentences as sentences
from cardlab.phrasing.messages import Deferred, Message, Name, Text
from cardlab.tongits import SHEET, Ending, Match, Outcome, Payment, Rules, State

# What is paid after a round, in points (T9.3) or in chips (T9.4)

CHIPS: Final = Rules(payment=Payment.CHIPS)
SECRET_CHIPS: Final = replace(CHIPS, secret_four=True)


def pays(state: State, seat: int) -> int:
    """Return what a player pays after the round; negative if a gain. [T9.3, T9.4]"""
    return -sentences.result_of(state).payments[seat]


def ask_pays(state: State, seat: int, with_points: bool = False) -> Ask:
    """Ask what an opponent pays the winner in points. [T9.3]

    `seat`: the opponent; `with_points`: whether the points of each hand are shown.
    """
    result = sentences.result_of(state)
    winner = result.winner
    assert winner is not None
    own, theirs = result.deadwood[winner], result.deadwood[seat]
    formula = Message("clause.T9.3", "T9.3")
    counts = reckoned.how_counted(state, seat), reckoned.how_counted(state, winner)

    each: dict[str | int, Text] = {theirs: Message("lesson.pays.whole", "T9.3")} if own else {}
    return Ask(
        prompt=Message("lesson.pays.prompt", "", seat),
        piles=(Deferred(reckoned.hands, state, with_points=with_points),),
        notes=Deferred(reckoned.round_summary, state, winner=True),
        answer=pays(state, seat),
        because=(*counts, reckoned.how_paid(result.deadwood, winner, seat)),
        each=each,
        rule=formula,
        clauses=("T9.3", "T9.2"),
        helps=((formula, Message("lesson.pays.look")), counts[1], counts[0]),
        state=state,
    )


def ask_round_sum(state: State, names_winner: bool = True) -> Ask:
    """Ask for the total paid in a round, with its winner named or not. [T9.3, T8.3]"""
    result = sentences.result_of(state)
    total = sum(max(0, paid) for paid in result.payments)
    payers = reckoned.payers(state)
    why = Deferred(sentences.ended, state)
    because: Text = why
    each: dict[str | int, Text] = {}
    rule = Message("clause.T8.3", "T8.3")
    if result.winner is not None:
        rule = Message("clause.T9.3", "T9.3")
        each = {paid: Message("lesson.round_sum.only_one", "T9.3") for seat in payers if (paid := pays(state, seat))}
        if own := result.deadwood[result.winner]:
            theirs = sum(result.deadwood[seat] for seat in payers)
            each[theirs - own] = Message("lesson.round_sum.only_once", "T9.3")
            each[theirs] = Message("lesson.pays.whole", "T9.3")
        added = " + ".join(str(pays(state, seat)) for seat in payers)
        added_up = Message("text.chips.total", "T9.3", parts=added, total=total)
        because = why, tuple(reckoned.how_paid(result.deadwood, result.winner, seat) for seat in payers), added_up

    return Ask(
        prompt=Message("lesson.round_sum.prompt"),
        piles=(Deferred(reckoned.hands, state),),
        notes=Deferred(reckoned.round_summary, state, winner=names_winner),
        answer=total,
        because=because,
        each=each,
        rule=rule,
        helps=(Message("lesson.round_sum.ask_winner"), why),
        state=state,
    )


def ask_chips(state: State, seat: int) -> Ask:
    """Ask what an opponent of the winner pays in chips. [T9.4]"""
    paid = pays(state, seat)
    parts = reckoned.chip_parts(state, seat)
    formula = Message("lesson.chips.formula", "T9.4")
    explained = reckoned.chips_in_parts(state, seat)  # the parts and their sum, or the base alone
    each: dict[str | int, tuple[Message, ...]] = {}
    for name, chips in reversed(parts._asdict().items()):
        if chips and (name != "base" or paid - chips not in each):
            each[paid - chips] = (Message(f"lesson.chips.forgotten_{name}", "T9.4"), *each.get(paid - chips, ()))

    return Ask(
        prompt=Message("lesson.chips.prompt", "", seat),
        piles=(Deferred(reckoned.winners_cards, state),),
        notes=(
            Message("text.chips.in_force"),
            Deferred(sentences.house_rules, state.rules),
            Deferred(reckoned.round_summary, state, winner=True),
        ),
        answer=paid,
        because=explained,
        each=each,
        rule=formula,
        helps=(formula, *(explained[:-1] or explained)),
        state=state,
    )


@drill("scoring.winner_collects", "T9.3")
def winner_collects(chance: Random, level: int) -> Ask:
    """Make a question about what an opponent pays the winner.

    Level 1: the points of the hands are shown. Level 2: they aren't. Level 3: the hands are larger.
    """
    nothing = level > 1 and chance.randrange(3) == 0

    def good(state: State, result: Outcome) -> bool:
        sizes = [len(hand) for hand in state.hands]
        owed = [-result.payments[seat] for seat in reckoned.payers(state)]
        return max(sizes) <= (9 if level < 3 else 12) and (0 in owed if nothing else max(owed) > 0)

    state = finished(chance, (Ending.DRAW, Ending.STOCK), good)
    result = sentences.result_of(state)
    seats = [seat for seat in reckoned.payers(state) if (result.payments[seat] == 0) == nothing]
    return ask_pays(state, chance.choice(seats), with_points=level == 1)


@drill("scoring.round_sum", "T9.3", "T5.1", "T6.4", "T8.2", "T8.3")
def round_sum(chance: Random, level: int) -> Ask:
    """Make a question about the total paid in a round.

    Level 1: after a draw call or the last card. Level 2: any ending. Level 3: the winner isn't named.
    """
    endings = tuple(Ending) if level > 1 else (Ending.DRAW, Ending.STOCK)
    state = finished(chance, endings, lambda state, result: level > 1 or not result.burned)
    return ask_round_sum(state, names_winner=level < 3)


@drill("scoring.chips", "T9.4")
def chips(chance: Random, level: int) -> Ask:
    """Make a question about a payment in chips.

    Level 1: any round. Level 2: aces or burned players. Level 3: perhaps secret fours.
    """
    endings = (Ending.TONGITS, Ending.DRAW, Ending.STOCK)
    if level > 2 and chance.randrange(2):
        secret = found(
            lambda: with_secret_four(chance, finished(chance, endings, lambda state, result: True, SECRET_CHIPS))
        )
        return ask_chips(secret, chance.choice(reckoned.payers(secret)))

    def good(state: State, result: Outcome) -> bool:
        parts = [reckoned.chip_parts(state, seat) for seat in reckoned.payers(state)]
        return level == 1 or any(part.aces or part.burned for part in parts)

    state = finished(chance, endings, good, CHIPS)
    payers = reckoned.payers(state)
    costly = [seat for seat in payers if sum(reckoned.chip_parts(state, seat)[1:])] if level > 1 else ()
    return ask_chips(state, chance.choice(costly or payers))


# The progressive match: scores after a round, who has lost, who has won (T10.5)

RULE: Final = "T10.5"
ENDINGS: Final = (Ending.TONGITS, Ending.DRAW, Ending.STOCK)


def ask_new_score(match: Match, result: Outcome, seat: int) -> Ask:
    """Ask for a player's score after the round. [T10.5]"""
    winner = result.winner
    assert winner is not None
    before, paid, score = match.scores[seat], -result.payments[seat], match.add(result).scores[seat]
    added = Message("lesson.new_score.sum", RULE, who=Name(seat), before=before, paid=paid, score=score)

    rule = "lesson.new_score.winner_adds_nothing" if seat == winner else "lesson.new_score.rule"
    return Ask(
        prompt=Message("lesson.new_score.prompt", "", seat),
        notes=_notes(match, result),
        answer=score,
        because=Message("lesson.new_score.stays", RULE, seat, score=score) if seat == winner else added,
        rule=Message(rule, RULE),
        helps=(Message("lesson.new_score.rule", RULE), Message("lesson.new_score.who_won", who=Name(winner))),
    )


def ask_score_after(match: Match, state: State, seat: int) -> Ask:
    """Ask for a payer's score after a round whose hands are shown. [T9.3, T10.5]"""
    payment, score = ask_pays(state, seat), ask_new_score(match, sentences.result_of(state), seat)
    scores = _scores("lesson.match_end.scores", match.add(sentences.result_of(state)).scores)

    return replace(
        payment,
        prompt=score.prompt,
        notes=(*_before(match), Deferred(reckoned.round_summary, state, winner=True)),
        answer=score.answer,
        because=(payment.because, score.because, scores),
        each={},
        rule=score.rule,
        helps=(score.helps[0], *payment.helps),
    )


def ask_match_end(match: Match, result: Outcome, asks_winner: bool = False) -> Ask:
    """Ask who has lost the match, or with `asks_winner` who has won. [T10.5]"""
    after = match.add(result)
    answer = tuple(str(seat) for seat in (after.winners if asks_winner else after.losers))
    scores = _scores("lesson.match_end.scores", after.scores)
    rule = Message("lesson.match_end.won_rule" if asks_winner else "lesson.match_end.lost_rule", RULE)
    return Ask(
        (),
        players(),
        prompt=Message("lesson.match_end.prompt_won" if asks_winner else "lesson.match_end.prompt_lost"),
        choose="any",
        notes=_notes(match, result),
        answer=answer,
        because=(scores, rule),
        rule=rule,
        helps=(Message("lesson.new_score.rule", RULE), scores),
    )


@lru_cache(maxsize=8)
def whole_match(seed: int, *targets: int) -> tuple[Ask, ...]:
    """Return questions about a whole match of three careful bots.

    After each paid round they ask for the score of the player who pays most. At the end they ask who has lost, with the
    sheets' target and with each of these lower `targets`.
    """
    matches: list[Match] = [Match(SHEET)]
    ends: list[State] = []
    while not matches[-1].losers:
        deal = Random(f"{seed} {len(ends)}").randrange(2**32)
        ends.append(play_tongits((careful,) * len(SEATS), seed=deal, first=matches[-1].first).final)
        matches.append(matches[-1].add(sentences.result_of(ends[-1])))
    asked: list[Ask] = []
    for match, end in zip(matches, ends, strict=False):
        payments = sentences.result_of(end).payments
        if any(payments):
            asked.append(ask_score_after(match, end, payments.index(min(payments))))
    for target in (SHEET.target, *targets):
        there = [replace(match, rules=Rules(target=target)) for match in matches]
        last = next(place for place, match in enumerate(there) if match.losers) - 1
        asked.append(ask_match_end(there[last], sentences.result_of(ends[last])))
    return tuple(asked)


@drill("scoring.progressive", "T10.5")
def progressive(chance: Random, level: int) -> Ask:
    """Make a question about a new score, or about the end of a match.

    Level 1: an opponent of the winner; at most one player reaches the target. Level 2: perhaps the winner, and two
    players at once. Level 3: perhaps equal scores, or another target.
    """
    return (_new_score if chance.randrange(2) else _match_end)(chance, level)


def _new_score(chance: Random, level: int) -> Ask:
    result = _some_result(chance)
    top = (60, 85, 99)[level - 1]
    match = Match(SHEET, (chance.randrange(top), chance.randrange(top), chance.randrange(top)), 0, 4)
    seats = [seat for seat in SEATS if level > 1 or seat != result.winner]
    return ask_new_score(match, result, chance.choice(seats))


def _match_end(chance: Random, level: int) -> Ask:
    rules = Rules(target=chance.choice((50, 150))) if level > 2 and chance.randrange(3) == 0 else SHEET
    result = until(lambda: _some_result(chance), lambda one: sorted(one.payments)[1] < 0)
    paid = [-amount for amount in result.payments]
    payers = [seat for seat in SEATS if seat != result.winner]
    crossing = chance.choice((0, 1)) if level == 1 else chance.choice((0, 1, 2, 2))
    equal = chance.randrange(min(paid[seat] for seat in payers))
    same = level > 2 and crossing == 2 and chance.randrange(2) == 0
    scores = [chance.randrange(rules.target) for _ in SEATS]
    chance.shuffle(payers)
    for place, seat in enumerate(payers):
        over = equal if same else chance.randrange(paid[seat])
        under = chance.randrange(max(1, rules.target - paid[seat]))
        scores[seat] = max(0, rules.target + over - paid[seat] if place < crossing else under)
    match = Match(rules, (scores[0], scores[1], scores[2]), 0, 6)
    return ask_match_end(match, result, asks_winner=level > 1 and chance.randrange(3) == 0)


def _some_result(chance: Random) -> Outcome:
    return sentences.result_of(finished(chance, ENDINGS, lambda state, result: any(result.payments)))


def _notes(match: Match, result: Outcome) -> tuple[Message, ...]:
    """Return the target, the scores before the round, and what was paid in it."""
    assert result.winner is not None
    paid = _each((seat, -result.payments[seat]) for seat in SEATS if seat != result.winner)
    return (*_before(match), Message("lesson.match.paid", who=Name(result.winner), paid=paid))


def _before(match: Match) -> tuple[Message, Message]:
    return Message("lesson.match.target", target=match.rules.target), _scores("lesson.match.before", match.scores)


def _scores(key: str, scores: Iterable[int]) -> Message:
    return Message(key, scores=_each(enumerate(scores)))


def _each(numbers: Iterable[tuple[int, int]]) -> tuple[Message, ...]:
    return tuple(Message("lesson.match.one", who=Name(seat), number=number) for seat, number in numbers)


DRILLS: Final = (winner_collects, round_sum, chips, progressive)
