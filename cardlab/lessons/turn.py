"""Exercises about a turn. [T2, T4.3, T5.1]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final, TypeAlias

from cardlab import tongits
from cardlab.cards import Card
from cardlab.lessons import tables_tongits as tables
from cardlab.lessons.ask import Ask, Why, labelled
from cardlab.lessons.drill import drill
from cardlab.lessons.tables_tongits import YOU
from cardlab.phrasing import Reader
from cardlab.phrasing import tongits_sentences as sentences
from cardlab.phrasing.messages import Deferred, Message, Text, in_words
from cardlab.refusal import Refusal
from cardlab.tongits.legality import MOST_TAKES

# How a turn begins (T2.1, T2.2, T2.5, T2.7, T6.1)

Moves: TypeAlias = tuple[tongits.Move, ...]
MUST_MELD: Final = tongits.Rules(discard_must_meld=True)
_CLAUSES: Final = {"draw": "T2.1", "take": "T2.5", "call": "T6.1", "lay": "T2.3", "lay_off": "T4.1", "discard": "T2.4"}
_BEGINNINGS: Final = labelled("lesson.how_begins.draw", "lesson.how_begins.take", "table.call", "lesson.how_begins.lay")


def ask_how_begins(state: tongits.State) -> Ask:
    """Ask for everything that the learner may do now. [T2.1, T2.2, T2.5, T2.7, T6.1]"""
    against = beginning(state)
    then: tuple[Text, ...] = (Message("lesson.how_begins.after"),)
    if state.began is tongits.Began.DEAL:
        moment = Message("lesson.how_begins.first")
    elif state.phase is tongits.Phase.LAY:
        moment = Message("lesson.how_begins.begun")
    elif state.takes >= MOST_TAKES:
        moment = Message("lesson.how_begins.long_row", takes=state.takes)
        then = (Message("clause.T2.7"),)
    else:
        moment = Message("lesson.how_begins.begins")
        ask_meld = (Message("lesson.how_begins.ask_meld"),) if state.rules.discard_must_meld else ()
        then = (Message("lesson.how_begins.before"), *ask_meld)
    return tables.ask_at(
        state,
        hand=state.hands[YOU],
        choices=_BEGINNINGS,
        prompt=Message("lesson.how_begins.prompt"),
        choose="some",
        discard=True,
        notes=moment,
        answer=tuple(key for key, refusals in against.items() if not refusals),
        because=Deferred(_why_begins, state),
        each={key: refusals for key, refusals in against.items() if refusals},
        helps=(Message("lesson.how_begins.order"), (moment, *then)),
    )


def beginning(state: tongits.State) -> dict[str, tuple[Refusal, ...]]:
    """Return the refusals of "draw", "take", "call" and "lay" now; () if allowed."""
    begins: dict[str, tongits.Move] = {"draw": tongits.Draw(YOU), "take": tongits.Take(YOU), "call": tongits.Call(YOU)}
    refusals = {key: tongits.why_not(state, move) for key, move in begins.items()}
    against = [tongits.why_not(state, tongits.Discard(YOU, card)) for card in state.hands[YOU]]
    return {**refusals, "lay": min(against, key=len)}


def _why_begins(reader: Reader, state: tongits.State) -> Iterator[str]:
    """Yield why each kind of move is allowed or not; equal reasons are joined."""
    reasons: dict[str, list[str]] = {}
    for key, refusals in beginning(state).items():
        for why in reader.explained(refusals) or in_words(reader, _allowed(state, key)).splitlines():
            reasons.setdefault(why, []).append(in_words(reader, _BEGINNINGS[key]))
    for why, labels in reasons.items():
        yield reader.say("lesson.how_begins.because", choices=" / ".join(labels), reason=why)


def _allowed(state: tongits.State, key: str) -> Message:
    """Say why a kind of move is allowed; for "take", also the possible melds. [T2.5]"""
    clause = "T2.2" if state.began is tongits.Began.DEAL else _CLAUSES[key]
    if key != "take":
        return Message("lesson.how_begins.allowed", clause)
    why = "lesson.how_begins.for_a_meld" if state.rules.discard_must_meld else "lesson.how_begins.any_card"
    melds = tuple(meld.cards for meld in tables.melds_with_discard(state))
    return Message(why, clause, card=state.discards[0], melds=melds)


@drill("turn.how_begins", "T2.1", "T2.2", "T2.5", "T2.7")
def how_begins(chance: Random, level: int) -> Ask:
    """Make a question about what a player may do at the start of a turn.

    From level 2 on, a discard may have to make a meld (house rule). At level 3, the most takes in a row may be reached.
    """
    moment = chance.choice(("begins", "begins", "first", "begun"))
    if moment == "first":
        return ask_how_begins(tongits.deal(seed=chance.randrange(10**9)))
    rules = chance.choice((tongits.SHEET, MUST_MELD)) if level > 1 else tongits.SHEET
    counts = (chance.randrange(3), chance.randrange(3), 1)
    meldable = rules is MUST_MELD and chance.randrange(2) == 1
    state = tables.making_meld(chance, counts, rules) if meldable else tables.late_round(chance, counts, rules=rules)
    if moment == "begun":
        return ask_how_begins(tongits.play(state, tongits.Draw(YOU)))
    long = level == 3 and chance.randrange(2) == 1
    return ask_how_begins(replace(state, takes=MOST_TAKES) if long else state)


# Which cards may be discarded (T2.4, T2.6)


def ask_may_discard(before: tongits.State, moves: Moves = (), earlier: Card | None = None) -> Ask:
    """Ask for all cards that the learner may discard after these moves. [T2.4, T2.6]

    `earlier`: a card of the hand that was taken from the discard pile in the turn before.
    """
    state = tables.all_played(before, moves)
    against = {card: tongits.why_not(state, tongits.Discard(YOU, card)) for card in state.hands[YOU]}
    allowed = tuple(card for card, refusals in against.items() if not refusals)

    any_card = "lesson.may_discard.any_other" if any(against.values()) else "lesson.may_discard.any"
    clause = "T2.6" if state.taken else "T2.4"
    tried = Deferred(in_words, Deferred(sentences.describe_attempts, moves, before))
    return tables.ask_at(
        state,
        hand=state.hands[YOU],
        prompt=Message("lesson.may_discard.prompt"),
        choose="any",
        notes=(
            Message("lesson.may_discard.earlier", card=earlier) if earlier else (),
            Message("lesson.may_discard.so_far" if moves else "lesson.may_discard.nothing_yet", moves=tried),
        ),
        answer=allowed,
        because=(
            tuple(against.values()),
            Message(any_card, "T2.4") if allowed else (),
            Message("lesson.may_discard.only_this_turn", "T2.6") if earlier in allowed else (),
        ),
        each={card.code: refusals for card, refusals in against.items()},
        rule=Message(f"clause.{clause}", clause),
        helps=(Message("lesson.may_discard.ask"), Message("so_far.how_many", count=len(allowed))),
    )


@drill("turn.may_discard", "T2.6", "T2.4")
def may_discard(chance: Random, level: int) -> Ask:
    """Make a question about the cards that may be discarded.

    Level 1: after drawing or taking. Level 2: also at other moments. Level 3: by the house rule `discard_must_meld`.
    """
    rules = MUST_MELD if level == 3 else tongits.SHEET
    counts = (2, chance.randrange(2), 1)
    moment = chance.choice(_MOMENTS[level - 1])
    state = tables.late_round(chance, counts, rules=rules)
    match moment:
        case "not_begun":
            return ask_may_discard(state)
        case "drawn":
            return ask_may_discard(state, (tongits.Draw(YOU),))
        case "earlier":
            return ask_may_discard(state, (tongits.Draw(YOU),), chance.choice(state.hands[YOU]))
    if moment == "taken" and level < 3:
        return ask_may_discard(state, (tongits.Take(YOU),))
    state = tables.making_meld(chance, counts, rules)
    taken = tongits.play(state, tongits.Take(YOU))
    lays = [move for move in tongits.legal_moves(taken, YOU) if isinstance(move, tongits.LayMeld)]
    of_card = [move for move in lays if state.discards[0] in move.cards and len(move.cards) < len(taken.hands[YOU])]
    laid = (chance.choice(of_card),) if moment == "laid" and of_card else ()
    return ask_may_discard(state, (tongits.Take(YOU), *laid))


_MOMENTS: Final = (
    ("drawn", "taken", "taken"),
    ("not_begun", "earlier", "taken", "laid"),
    ("not_begun", "drawn", "taken", "laid", "laid"),
)


# Which move of a turn is the first that breaks a rule (T2.1 to T2.6, T4.3)

NONE: Final = "none"


def ask_in_order(before: tongits.State, moves: Moves) -> Ask:
    """Ask for the first of these moves that breaks a rule, if any does. [T2]"""
    place, refusals = tables.first_refused(before, moves)
    look = Message("lesson.in_order.one_by_one")
    because: Text = Message("lesson.in_order.all_allowed", "T2.3"), _laid_unopened(before, moves)
    if place is not None:
        rule = refusals[0].rule
        look = Message("lesson.in_order.look_at", rule, clause=f"clause.{rule}")
        breaks = Message("lesson.in_order.breaks", number=place + 1, move=Deferred(_move, moves, before, place))
        because = breaks, refusals

    choices: dict[str, Text] = {}
    each: dict[str | int, Text] = {NONE: look}
    for number, move in enumerate(moves, start=1):
        choices[str(number)] = Message(
            "lesson.in_order.move", number=number, move=Deferred(_move, moves, before, number - 1)
        )
        rule = _CLAUSES[sentences.move_word(move, before)[0]]
        each[str(number)] = Message("lesson.in_order.is_allowed", rule, number=number, clause=f"clause.{rule}")
        if place is not None and number > place:
            each[str(number)] = Message("lesson.in_order.earlier", refusals[0].rule, number=number)
    return tables.ask_at(
        before,
        hand=before.hands[YOU],
        choices={**choices, NONE: Message("lesson.in_order.none")},
        prompt=Message("lesson.in_order.prompt"),
        discard=True,
        notes=Message("lesson.in_order.opened" if before.opened(YOU) else "lesson.in_order.not_opened"),
        answer=NONE if place is None else str(place + 1),
        because=because,
        each=each,
        clauses=("T2.1", "T2.3", "T2.4") if place is None else (),
        helps=(Message("lesson.in_order.order"), look),
    )


def _move(reader: Reader, moves: Moves, before: tongits.State, place: int) -> str:
    return sentences.describe_attempts(reader, moves, before)[place]


def _laid_unopened(before: tongits.State, moves: Moves) -> Text:
    """Say that a lay-off is allowed before opening, if there was one. [T4.3]"""
    opened = before.opened(YOU)
    for move in moves:
        opened = opened or isinstance(move, tongits.LayMeld)
        if isinstance(move, tongits.Sapaw) and not opened:
            return Message("lesson.in_order.before_opening", "T4.3", cards=tuple(sorted(move.cards)))
    return ()


@drill("turn.in_order", "T2.1", "T2.3", "T2.4", "T4.3")
def in_order(chance: Random, level: int) -> Ask:
    """Make a question about the first move of a turn that breaks a rule.

    Level 1: the order is wrong. Level 2: perhaps a wrong discard, lay-off or call instead. Level 3: perhaps with a
    house rule. Sometimes every move is allowed.
    """
    while True:
        rules = chance.choice((tongits.SHEET, MUST_MELD)) if level == 3 else tongits.SHEET
        before = _with_something_to_lay(chance, tables.late_round(chance, (chance.randrange(2), 2, 1), rules=rules))
        moves = _some_turn(chance, before)
        if not moves or not 3 <= len(moves) <= 5:
            continue
        if chance.randrange(3 if level == 3 else 4):
            moves = _slipped(chance, before, moves, chance.choice(SLIPS[: 3 if level == 1 else None]))
            if tables.first_refused(before, moves)[0] is None:
                continue
        return ask_in_order(before, moves)


def _with_something_to_lay(chance: Random, state: tongits.State) -> tongits.State:
    """Return the table with perhaps a meld, or a card to lay off, in the hand."""
    free = tables.free_cards(state)
    melds = [meld.cards for meld in tongits.melds_in((*free, *state.hands[YOU])) if len(meld.cards) == 3]
    fitting = [card for card in free if tables.lay_offs(state, YOU, (card,))]
    coming = set(chance.choice(melds) if melds and chance.randrange(3) else ())
    coming |= set(fitting[:1] if chance.randrange(2) else ())
    return tables.holding(state, YOU, sorted(coming), chance)


def _some_turn(chance: Random, before: tongits.State) -> Moves:
    """Return a legal turn with up to two melds or lay-offs; () if it would win."""
    begins = [move for move in (tongits.Draw(YOU), tongits.Take(YOU)) if not tongits.why_not(before, move)]
    moves: list[tongits.Move] = [chance.choice(begins)]
    state = tongits.play(before, moves[0])
    for _ in range(2):
        lays = [move for move in tongits.legal_moves(state, YOU) if isinstance(move, tongits.LayMeld | tongits.Sapaw)]
        if lays:
            moves.append(chance.choice(lays))
            state = tongits.play(state, moves[-1])
        if state.phase is tongits.Phase.OVER:
            return ()
    discards = [move for move in tongits.legal_moves(state, YOU) if isinstance(move, tongits.Discard)]
    if not discards:
        return ()
    return (*moves, max(discards, key=lambda move: (tongits.points(move.card), move.card)))


SLIPS: Final = (
    "lays_before_drawing",
    "draws_twice",
    "goes_on_after_discarding",
    "discards_what_was_taken",
    "lays_off_what_does_not_fit",
    "calls_after_drawing",
)


def _slipped(chance: Random, before: tongits.State, moves: Moves, slip: str) -> Moves:
    """Return the turn with the fault `slip` of `SLIPS`, which may still be legal."""
    first, *middle, last = moves
    match slip:
        case "lays_before_drawing":
            return (moves[1], first, *moves[2:])
        case "draws_twice":
            place = chance.randint(1, len(moves) - 1)
            return (*moves[:place], chance.choice((tongits.Draw(YOU), tongits.Take(YOU))), *moves[place:])
        case "goes_on_after_discarding":
            return (*moves[:-2], last, moves[-2])
        case "discards_what_was_taken":
            return (tongits.Take(YOU), *middle, tongits.Discard(YOU, before.discards[0]))
        case "lays_off_what_does_not_fit":
            card, place = chance.choice(before.hands[YOU]), chance.randrange(len(before.melds))
            return (first, tongits.Sapaw(YOU, place, (card,)), *moves[1:])
    return (first, *middle, tongits.Call(YOU))


# Whether and how the learner can win in this turn (T5.1)

WAYS: Final = ("melding", "laying_off", "discarding")
_WAY_LABELS: Final = labelled(
    *("lesson.tongits_now.melding", "lesson.tongits_now.laying_off", "lesson.tongits_now.discarding"),
    "lesson.tongits_now.none",
)


def ask_tongits_now(state: tongits.State) -> Ask:
    """Ask for any way in which the learner can win in this turn. [T5.1]"""
    ways = tables.ways_to_tongits(state)
    best, rule = next((way for way in WAYS if way in ways), NONE), Message("clause.T5.1", "T5.1")

    def judge(answer: str) -> Why:
        if answer not in ways and answer != best:
            return Why(False, rule)
        if not ways:
            return Why(True, (Message("lesson.tongits_now.no_way", "T5.1"), _left(state)))
        clauses = ("T2.6",) if isinstance(ways[answer][0], tongits.Take) else ()
        return Why(True, rule, Deferred(sentences.describe_attempts, ways[answer], state), clauses=clauses)

    first: Text = _left(state)
    if ways:
        first = Message("lesson.tongits_now.begin_with", move=Deferred(_move, ways[best], state, 0))
    before = state.phase is tongits.Phase.DRAW
    return tables.ask_at(
        state,
        hand=state.hands[YOU],
        choices=_WAY_LABELS,
        prompt=Message("lesson.tongits_now.prompt"),
        discard=before,
        notes=Message("lesson.tongits_now.not_drawn" if before else "lesson.tongits_now.drawn"),
        answer=best,
        judge=judge,
        helps=(Message("lesson.tongits_now.count", cards=len(_known(state).hands[YOU])), first),
    )


def _left(state: tongits.State) -> Message:
    """Say which cards can't be laid, or that not all can be laid together."""
    known = _known(state)
    moves = [move for move in tongits.legal_moves(known, YOU) if isinstance(move, tongits.LayMeld | tongits.Sapaw)]
    useful = {card for move in moves for card in move.cards}
    loose = tuple(card for card in known.hands[YOU] if card not in useful)
    if known.taken in loose:
        return Message("lesson.tongits_now.taken_is_loose", "T2.6", card=known.taken)
    if not loose:
        return Message("lesson.tongits_now.not_all", cards=loose)
    return Message("lesson.tongits_now.loose" if len(loose) > 1 else "lesson.tongits_now.one_loose", cards=loose)


def _known(state: tongits.State) -> tongits.State:
    """Return the table after taking the discard if that is legal, else unchanged."""
    may_take = state.phase is tongits.Phase.DRAW and not tongits.why_not(state, tongits.Take(YOU))
    return tongits.play(state, tongits.Take(YOU)) if may_take else state


@drill("turn.tongits_now", "T5.1")
def tongits_now(chance: Random, level: int) -> Ask:
    """Make a question about whether and how the learner can win in this turn.

    Levels 1 and 2: after the draw. Level 3: perhaps before it, and perhaps with a larger hand.
    """
    wanted = chance.choice((*WAYS, NONE))
    while True:
        state = tables.late_round(chance, (3 if level < 3 else chance.choice((2, 3, 3)), chance.choice((1, 2)), 1))
        begin = tongits.Take(YOU) if level == 3 and chance.randrange(2) else tongits.Draw(YOU)
        state = _nearly_done(chance, tongits.play(state, begin), wanted)
        state = _before_take(chance, state) if isinstance(begin, tongits.Take) else state
        ways = tables.ways_to_tongits(state)
        if (wanted in ways) if wanted != NONE else not ways:
            return ask_tongits_now(state)


def _nearly_done(chance: Random, state: tongits.State, wanted: str) -> tongits.State:
    """Return the table with a hand that can be laid, or nearly, in the way `wanted`."""
    size = len(state.hands[YOU])
    pool = (*tables.free_cards(state), *state.hands[YOU])
    fitting = [card for card in pool if tables.lay_offs(state, YOU, (card,))]
    chance.shuffle(fitting)
    melds = [meld.cards for meld in tongits.melds_in(pool) if len(meld.cards) <= size]
    use_meld = melds and (wanted == "melding" or chance.randrange(2))
    coming = set(chance.choice(melds) if use_meld else ())
    loose = {"discarding": 1, NONE: chance.choice((1, 2))}.get(wanted, 0)
    for card in fitting:
        if len(coming) < size - loose:
            coming.add(card)
    return tables.holding(state, YOU, sorted(coming), chance)


def _before_take(chance: Random, state: tongits.State) -> tongits.State:
    """Return the table before the learner took a card, a random one of the hand."""
    card = chance.choice(state.hands[YOU])
    rest = tuple(other for other in state.hands[YOU] if other is not card)
    back = replace(state, hands=(rest, *state.hands[1:]), discards=(card, *state.discards))
    return replace(back, phase=tongits.Phase.DRAW, began=None, taken=None, takes=state.takes - 1)


DRILLS: Final = (how_begins, may_discard, in_order, tongits_now)
