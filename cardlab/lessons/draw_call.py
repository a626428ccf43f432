"""Exercises about draw calls. [T6]"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from cardlab import tongits
from cardlab.cards import DECK
from cardlab.lessons import tables_tongits as tables
from cardlab.lessons.ask import YES_OR_NO, Ask, labelled
from cardlab.lessons.drill import drill
from cardlab.lessons.round_ends import (
    CHALLENGER_WINS_TIE,
    EVERYONE,
    NO_ONE,
    end_of_stock,
    full_outcome,
    hands_counted,
    who_wins,
)
from cardlab.lessons.tables_tongits import LEFT, OPPONENTS, RIGHT, SEATS, YOU
from cardlab.phrasing import Reader
from cardlab.phrasing import tongits_sentences as sentences
from cardlab.phrasing.messages import Deferred, Message, Name, Shown, Text, in_words

# Who may call a draw (T6.1, T6.8)


def ask_may_call(state: tongits.State, laid_off: tuple[tongits.Sapaw, ...] = ()) -> Ask:
    """Ask whether the learner may call a draw now, after these lay-offs. [T6.1, T6.8]"""
    refusals = tongits.why_not(state, tongits.Call(YOU))
    because: Text = refusals or Message("clause.T6.1", "T6.1")
    if not refusals and any(state.melds[added.meld].owner == YOU for added in laid_off):
        because = (because, Message("clause.T6.8", "T6.8"))
    if state.seat != YOU:
        moment = Message("lesson.may_call.turn_of", seat=state.seat)
    elif state.phase is tongits.Phase.DRAW:
        moment = Message("lesson.may_call.turn_begins")
    else:
        moment = Message("lesson.may_call.first_turn" if state.began is tongits.Began.DEAL else "lesson.may_call.drawn")
    own = sum(laid.owner == YOU for laid in state.melds)
    asks = Message("lesson.may_call.ask_two"), Message("clause.T6.8") if state.rules.sapaw_blocks_call else ()
    return tables.ask_at(
        state,
        prompt=Message("lesson.under.may_call"),
        notes=(moment, tuple(map(_since, laid_off))),
        choices=YES_OR_NO,
        answer="no" if refusals else "yes",
        because=because,
        helps=(asks, (Message("lesson.may_call.own_melds", melds=own), moment)),
    )


@drill("draw_call.may_call", "T6.1", "T6.8")
def may_call(chance: Random, level: int) -> Ask:
    """Make a question about the right to call a draw.

    Level 1: opened or not. Level 2: at the right moment or not. Level 3: after a lay-off on the learner's meld or not.
    """
    opened = chance.randrange(2 * level) > 0
    counts = (1 + chance.randrange(2) if opened else 0, 1, chance.randrange(3))
    if level == 3:
        rules = tongits.Rules(sapaw_blocks_call=chance.randrange(4) > 0)
        return _laid_off_before(chance, tables.late_round(chance, counts, seat=RIGHT, rules=rules))
    moments = ("begins", "begins", "begins", "begins", "drawn", "first", "theirs")
    moment = chance.choice(moments) if level == 2 else "begins"
    if moment == "first":
        return ask_may_call(tongits.deal(seed=chance.randrange(10**9)))
    state = tables.late_round(chance, counts, seat=chance.choice(OPPONENTS) if moment == "theirs" else YOU)
    state, laid_off = tables.after_laying_off(chance, state, (YOU,) if chance.randrange(2) else ())
    return ask_may_call(tongits.play(state, tongits.Draw(YOU)) if moment == "drawn" else state, laid_off)


def _laid_off_before(chance: Random, state: tongits.State) -> Ask:
    """Ask about a draw call after the player on the right has laid off, if possible."""
    fitting = tables.lay_offs(state, RIGHT, tables.free_cards(state))
    own = [added for added in fitting if state.melds[added.meld].owner == YOU]
    laid_off = (chance.choice(own if own and chance.randrange(3) else fitting),) if fitting else ()
    state = tables.holding(state, RIGHT, [card for added in laid_off for card in added.cards])
    state = tables.all_played(state, (tongits.Draw(RIGHT), *laid_off))
    return ask_may_call(tables.discarded(state)[0], laid_off)


def _since(added: tongits.Sapaw) -> Text:
    """Say who has laid off which card on which meld."""
    laid = Message("text.table.laid_off", who=Name(added.seat), card=added.cards[0], number=added.meld + 1)
    return laid if added.seat == YOU else Deferred(in_words, (Message("lesson.may_call.since"), laid))


# Who answers a draw call, and who challenges it (T6.2, T6.3)


def ask_whose_answer(state: tongits.State) -> Ask:
    """Ask who has to answer a draw call now, if anyone. [T6.2]"""
    assert state.caller is not None
    answer = next((str(seat) for seat in tongits.turn(state)), NO_ONE)
    because: Text
    if state.rules.showdown is tongits.Showdown.EVERYONE:
        because = Message("lesson.whose_answer.everyone", "T6.2")
    elif answer == NO_ONE:
        because = Message("lesson.whose_answer.all_asked", "T6.4")
    else:
        because = Message("lesson.whose_answer.order", "T6.2", order=tuple(map(Name, sentences.seats_asked(state))))
        if tongits.why_not(state, tongits.Challenge(state.seat)):
            because = (because, Message("lesson.who_challenges.burned", "T6.3", state.seat))
    answers, rules = Deferred(sentences.about_call, state), Deferred(sentences.house_rules, state.rules)
    return tables.ask_at(
        state,
        prompt=Message("lesson.whose_answer.prompt"),
        notes=answers,
        choices={**tables.players(), NO_ONE: Message("lesson.whose_answer.no_one")},
        answer=answer,
        because=because,
        clauses=("T6.2",),
        helps=((Message("lesson.next_turn.circle"), Message("lesson.whose_answer.look")), (answers, rules)),
    )


def ask_who_challenges(state: tongits.State) -> Ask:
    """Ask which opponents can challenge with no more points than the caller.

    If everyone takes part (house rule), ask who does. [T6.2, T6.3]
    """
    assert state.caller is not None
    everyone = state.rules.showdown is tongits.Showdown.EVERYONE
    counts = [tongits.deadwood(hand, state.rules) for hand in state.hands]
    # Who takes part by the house rule, or can challenge and has reason to.
    joining = sorted(state.challengers if everyone else tables.willing(state))

    def why(seat: int) -> Message:
        key, rule = "lesson.who_challenges.folds", "T6.2"
        if not state.opened(seat):
            key, rule = "lesson.who_challenges.burned", "T6.3"
        elif everyone:
            key = "lesson.who_challenges.takes_part"
        elif seat in joining:
            key = "lesson.who_challenges.challenges"
        facts = {"points": counts[seat], "callers": counts[state.caller or 0]}
        return Message(key, rule, seat, **facts)

    opponents = [seat for seat in SEATS if seat != state.caller]
    each: dict[str | int, Text] = {str(seat): why(seat) for seat in opponents}
    tied = not everyone and any(counts[seat] == counts[state.caller] for seat in joining)
    return tables.ask_at(
        state,
        prompt=Message("lesson.who_challenges.prompt_everyone" if everyone else "lesson.who_challenges.prompt"),
        hands=SEATS,
        notes=Deferred(sentences.about_call, state),
        choices=tables.players(opponents),
        choose="any",
        answer=tuple(str(seat) for seat in joining),
        because=(*each.values(), *([Message(f"lesson.tie_{state.rules.tie}", "T6.5")] if tied else [])),
        each=each,
        groups=(Deferred(sentences.open_hands, tables.answered(state, joining)),),
        helps=(Message("lesson.who_challenges.hint_opened"), hands_counted(tables.answered(state, ()))),
    )


@drill("draw_call.whose_answer", "T6.2")
def whose_answer(chance: Random, level: int) -> Ask:
    """Make a question about who has to answer a draw call.

    Level 1: right after the call. Level 2: after some answers. Level 3: someone is burned, or nobody is asked.
    """
    caller = chance.randrange(3)
    counts = [1 + chance.randrange(2) for _ in range(3)]
    if level == 3:
        counts[(caller + 1 + chance.randrange(2)) % 3] = 0
    rules = EVERYONE if level == 3 and chance.randrange(3) == 0 else tongits.SHEET
    state = tables.late_round(chance, counts, seat=caller, rules=rules)
    state = tongits.play(state, tongits.Call(caller))
    for _ in range(chance.randrange((1, 3, 2)[level - 1])):
        for seat in tongits.turn(state):
            may = not tongits.why_not(state, tongits.Challenge(seat))
            state = tongits.play(state, tongits.Challenge(seat) if may and chance.randrange(2) else tongits.Fold(seat))
    return ask_whose_answer(state)


@drill("draw_call.who_challenges", "T6.2", "T6.3")
def who_challenges(chance: Random, level: int) -> Ask:
    """Make a question about the challengers of a draw call.

    Level 1: random hands. Level 2: nearly equal deadwood, perhaps a burned player. Level 3: perhaps everyone takes part
    (house rule).
    """
    caller = chance.randrange(3)
    counts = [2, 2, 2]
    if level > 1 and chance.randrange(2):
        counts[(caller + 1 + chance.randrange(2)) % 3] = 0
    rules = EVERYONE if level == 3 and chance.randrange(2) else tongits.SHEET
    state = tables.late_round(chance, counts, seat=caller, rules=rules)
    if level > 1:
        near = (caller + 1 + chance.randrange(2)) % 3
        wanted = tongits.deadwood(state.hands[caller]) + chance.choice((-1, 0, 0, 1))
        state = tables.with_deadwood(state, near, wanted, chance) or state
        state = _perhaps_least(chance, state)
    return ask_who_challenges(tongits.play(state, tongits.Call(caller)))


def _perhaps_least(chance: Random, state: tongits.State) -> tongits.State:
    """Return the table, mostly with the least deadwood for a player without melds."""
    without = [seat for seat in SEATS if not state.opened(seat)]
    if not without or chance.randrange(3) == 0:
        return state
    return tables.with_least(state, chance.choice(without), chance) or state


# Whether a draw call is certain to win (T6.4, T6.5)


def call_wins(state: tongits.State, *, open_hands: bool = True) -> bool | None:
    """Return whether a call is certain to win (True) or lose (False), otherwise None.

    True: it wins whatever the opponents hold and answer. False: if both challenge, it loses even to the worst hands.
    `open_hands`: whether the learner sees all hands.
    """
    best, worst = (
        [state] if open_hands else [_extreme(state, seat, best=one) for seat in OPPONENTS] for one in (True, False)
    )
    calls = [tongits.play(table, tongits.Call(YOU)) for table in best]
    if all(sentences.result_of(end).winner == YOU for call in calls for end in tables.every_answer(call)):
        return True
    ends = [tables.answered(table, OPPONENTS) for table in worst]
    return False if any(sentences.result_of(end).winner != YOU for end in ends) else None


def _extreme(state: tongits.State, seat: int, *, best: bool) -> tongits.State:
    """Return the table with an opponent's `best` or worst possible hand; the other opponent can't challenge."""
    seen = tongits.view(state, YOU)
    unseen = [card for card in DECK if card not in {*seen.hand, *tables.melded_cards(seen.melds)}]
    unseen.sort(key=lambda card: (tongits.points(card) if best else -tongits.points(card), card))
    hand, rest = unseen[: seen.counts[seat]], unseen[seen.counts[seat] :]
    other = OPPONENTS[seat == LEFT]
    hands = [seen.hand, (), ()]
    hands[seat], hands[other] = tuple(sorted(hand)), tuple(rest[: seen.counts[other]])
    without_other = tuple(laid for laid in state.melds if laid.owner != other)
    return replace(state, hands=tuple(hands), stock=(), discards=(), melds=without_other)


def ask_should_call(state: tongits.State, *, open_hands: bool = True) -> Ask:
    """Ask whether a call is certain to win, with all hands open or not. [T6.4, T6.5]"""
    wins = bool(call_wins(state, open_hands=open_hands))
    end = tables.answered(state, tables.willing(tongits.play(state, tongits.Call(YOU))))
    because: list[Text] = [
        Message(
            "lesson.should_call.certain" if wins else "lesson.should_call.beaten", "T6.4" if end.challengers else "T6.7"
        )
    ]
    groups: list[Shown] = [Deferred(sentences.open_hands, end)]
    if not open_hands:
        because += _bounds(state)
        for seat in OPPONENTS:
            # The hand that decides: the opponent's best possible one for a certain win, the worst for a certain loss.
            label = Message("lesson.should_call.cheapest" if wins else "lesson.should_call.dearest", who=Name(seat))
            if state.opened(seat):
                groups.append((_extreme(state, seat, best=wins).hands[seat], label))
    because.append(Deferred(full_outcome, end))
    hand_sizes = [Message("lesson.late.hand_size", who=Name(seat), cards=len(state.hands[seat])) for seat in OPPONENTS]
    called = "lesson.should_call.if_called" if end.challengers else "lesson.should_call.if_called_alone"
    tie = Message(f"lesson.tie_{state.rules.tie}", "T6.5")
    own = Message("lesson.should_call.own", points=tongits.deadwood(state.hands[YOU]))
    return tables.ask_at(
        state,
        prompt=Message("lesson.should_call.prompt_open" if open_hands else "lesson.should_call.prompt"),
        hand=state.hands[YOU],
        hands=OPPONENTS if open_hands else (),
        notes=() if open_hands else hand_sizes,
        choices=labelled("table.call", "table.draw"),
        answer="call" if wins else "draw",
        because=because,
        follows=Deferred(_brings, called, end),
        groups=groups,
        helps=(Message("lesson.should_call.hint" if open_hands else "lesson.should_call.hint_hidden"), (own, tie)),
    )


def _bounds(state: tongits.State) -> list[Text]:
    """Say the learner's deadwood, and the least and most that each opponent can have."""
    bounds: list[Text] = [Message("text.stake.hand", "T9.2", points=tongits.deadwood(state.hands[YOU]))]
    for seat in OPPONENTS:
        least, most = (tongits.deadwood(_extreme(state, seat, best=best).hands[seat]) for best in (True, False))
        between = Message("lesson.should_call.between", "T9.2", who=Name(seat), least=least, most=most)
        bounds.append(between if state.opened(seat) else Message("lesson.who_challenges.burned", "T6.3", seat))
    return bounds


def _brings(reader: Reader, key: str, end: tongits.State) -> str:
    """Say what happens (`key`), who wins, and what the learner gets or pays at the end of the round."""
    done = reader.say(key, who=tuple(map(reader.name, sorted(end.challengers))))
    winner = reader.say("lesson.ending.winner", who=reader.name(sentences.result_of(end).winner or YOU))
    return f"{done} {winner} {sentences.balance(reader, end, YOU).sentence}"


@drill("draw_call.should_call", "T6.4", "T6.5")
def should_call(chance: Random, level: int) -> Ask:
    """Make a question about whether a call is certain to win.

    Level 1: random hands, all open. Level 2: nearly equal deadwood, all open. Level 3: only the learner's hand is open.
    """
    wanted = chance.randrange(2) == 1
    while True:
        state = (tables.late_round, _close, _hidden)[level - 1](chance)
        if state is not None and call_wins(state, open_hands=level < 3) is wanted:
            return ask_should_call(state, open_hands=level < 3)


def _close(chance: Random) -> tongits.State | None:
    """Return a table where your deadwood differs by at most 1 from that of an opponent who has opened, or None."""
    rules = chance.choice((tongits.SHEET, CHALLENGER_WINS_TIE))
    counts = chance.choice(((2, 2, 2), (2, 0, 2), (2, 2, 1)))
    state = _perhaps_least(chance, tables.late_round(chance, counts, rules=rules))
    near = min((seat for seat in OPPONENTS if state.opened(seat)), key=lambda seat: tongits.deadwood(state.hands[seat]))
    return tables.with_deadwood(state, YOU, tongits.deadwood(state.hands[near]) + chance.randint(-1, 1), chance)


def _hidden(chance: Random) -> tongits.State | None:
    counts = chance.choice(((3, 2, 2), (3, 1, 2), (2, 0, 0), (1, 3, 1), (2, 3, 2), (3, 0, 1)))
    rules = chance.choice((tongits.SHEET, CHALLENGER_WINS_TIE))
    return _perhaps_least(chance, tables.late_round(chance, counts, stock=chance.randint(3, 8), rules=rules))


# Whether challenging or folding pays better (T6.2 to T6.5, T9.3, T9.4)

_LABELS: Final = labelled("table.challenge", "table.fold", "lesson.challenge_or_fold.same")
BEST: Final = tuple(_LABELS)
_BY_SIGN: Final = {1: "challenge", -1: "fold", 0: "same"}


def pays_better(state: tongits.State) -> str | None:
    """Return what always pays better: "challenge", "fold", or "same".

    None if it depends on how the other players answer.
    """
    if tongits.why_not(state, tongits.Challenge(YOU)):
        return "fold"
    challenged, folded = (
        [sentences.result_of(end).payments[YOU] for end in tables.every_answer(tongits.play(state, move))]
        for move in (tongits.Challenge(YOU), tongits.Fold(YOU))
    )
    signs = {(one > other) - (one < other) for one, other in zip(challenged, folded, strict=True)}
    return _BY_SIGN[signs.pop()] if len(signs) == 1 else None


def ask_challenge_or_fold(state: tongits.State) -> Ask:
    """Ask whether challenging or folding pays better. [T6.2 to T6.5]"""
    best = pays_better(state) or ""
    chips = state.rules.payment is tongits.Payment.CHIPS
    rule = "T9.4" if chips else "T9.3"
    hint = Message("lesson.challenge_or_fold.hint_chips" if chips else "lesson.challenge_or_fold.hint_points", rule)
    folded = _settled(state, tongits.Fold(YOU))
    refusals = tongits.why_not(state, tongits.Challenge(YOU))
    because: Text = refusals
    follows = [Deferred(_brings, "lesson.challenge_or_fold.if_folded", folded)]
    shown = folded
    if not refusals:
        shown = _settled(state, tongits.Challenge(YOU))
        because = Deferred(full_outcome, shown), hint
        follows.insert(0, Deferred(_brings, "lesson.challenge_or_fold.if_challenged", shown))
    in_chips, in_points = (
        Message("lesson.late.payment", rule=Message("clause.T9.4")),
        Message("lesson.late.payment.points"),
    )
    still_asked = tuple(
        Message("lesson.late.still_asked", seat=seat) for seat in tongits.turn(tongits.play(state, tongits.Fold(YOU)))
    )
    tie = Message(f"lesson.tie_{state.rules.tie}", "T6.5")
    return Ask(
        state=state,
        prompt=Message("lesson.challenge_or_fold.prompt"),
        hand=state.hands[YOU],
        piles=(Deferred(sentences.on_table, state, OPPONENTS),),
        notes=(
            Deferred(sentences.about_call, state),
            still_asked,
            Deferred(sentences.house_rules, state.rules),
            in_chips if chips else in_points,
        ),
        choices=_LABELS,
        answer=best,
        because=because,
        each={"challenge": refusals} if refusals else {},
        rule=hint,
        follows=follows,
        groups=(Deferred(sentences.open_hands, shown),),
        helps=((hint, Message("lesson.challenge_or_fold.look")), (hands_counted(folded), tie)),
    )


def _settled(state: tongits.State, move: tongits.Move) -> tongits.State:
    """Return the round's end after this move, with every willing player challenging."""
    after = tongits.play(state, move)
    return tables.answered(after, tables.willing(after))


@drill("draw_call.challenge_or_fold", "T6.3", "T6.5", step="t6-5")
def challenge_or_fold(chance: Random, level: int) -> Ask:
    """Make a question about whether challenging or folding pays better.

    Level 1: points. Level 2: mostly chips, nearly equal deadwood. Level 3: others can still answer, or you are burned.
    """
    wanted = chance.choice(BEST[::2] if level == 1 else BEST)
    while True:
        rules = tongits.Rules(
            payment=tongits.Payment.DEADWOOD if level == 1 or wanted == "same" else tongits.Payment.CHIPS,
            tie=chance.choice(tuple(tongits.Tie)) if level > 1 else tongits.Tie.CALLER,
        )
        caller = LEFT if level < 3 else chance.choice(OPPONENTS)
        burned = level == 3 and wanted == "fold" and chance.randrange(3) == 0
        state = tables.late_round(chance, (0 if burned else 2, 2, 2), seat=caller, rules=rules)
        if level > 1:
            near = tongits.deadwood(state.hands[caller]) + chance.randint(-2, 2)
            state = tables.with_deadwood(state, YOU, near, chance) or state
        if burned:
            state = _perhaps_least(chance, state)
        state = tongits.play(state, tongits.Call(caller))
        if caller == LEFT:
            answer = tongits.Challenge if level == 3 and chance.randrange(2) else tongits.Fold
            state = tongits.play(state, answer(RIGHT))
        if pays_better(state) == wanted:
            return ask_challenge_or_fold(state)


DRILLS: Final = (may_call, whose_answer, who_challenges, who_wins, should_call, challenge_or_fold, end_of_stock)
