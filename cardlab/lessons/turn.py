"""The exercises about a turn (T2, T4.3, T5.1): each a `Drill`, called with language and seed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cardlab.cards import Card
from cardlab.lessons.drill import drill
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict, cards_of, leading_to
from cardlab.lessons.tables_tongits import (
    YOU,
    all_played,
    first_refused,
    free_cards,
    late_round,
    learner,
    ways_to_tongits,
    with_discard,
    with_hand,
)
from cardlab.phrasing import by_rule
from cardlab.phrasing import tongits as tell
from cardlab.phrasing.catalogue import say
from cardlab.refusal import Refusal
from cardlab.tongits import (
    SHEET,
    Began,
    Call,
    Discard,
    Draw,
    LayMeld,
    Meld,
    Move,
    Phase,
    Rules,
    Sapaw,
    State,
    Take,
    deal,
    grown,
    legal_moves,
    melds_in,
    play,
    points,
    why_not,
)
from cardlab.tongits.legality import MOST_TAKES

# Questions about how a turn begins: with what, and by which house rule (T2.1, T2.2, T2.5, T2.7, T6.1)

MUST_MELD: Final = Rules(discard_must_meld=True)
_CLAUSES: Final = {"draw": "T2.1", "take": "T2.5", "call": "T6.1", "lay": "T2.3"}


@dataclass(frozen=True, slots=True)
class HowBegins:
    """T2.1, T2.2, T2.5, T2.7, T6.1: what may the learner do now? Everything that is allowed is asked for."""

    state: State

    @property
    def refusals(self) -> dict[str, tuple[Refusal, ...]]:
        """What speaks against each thing that the learner may do; nothing if it is allowed."""
        begins: dict[str, Move] = {"draw": Draw(YOU), "take": Take(YOU), "call": Call(YOU)}
        found = {key: why_not(self.state, move) for key, move in begins.items()}
        against = [why_not(self.state, Discard(YOU, card)) for card in self.state.hands[YOU]]
        return {**found, "lay": min(against, key=len)}

    @property
    def allowed(self) -> tuple[str, ...]:
        return tuple(key for key, refusals in self.refusals.items() if not refusals)

    def task(self, lang: str) -> Task:
        (piles, labels), (top, its_label) = (
            tell.on_table(learner(lang), self.state),
            tell.top_discard(learner(lang), self.state),
        )
        choices = tuple((key, self._label(key, lang)) for key in self.refusals)
        return Task(
            say("lesson.how_begins.prompt", lang),
            self.state.hands[YOU],
            (*piles, *top),
            choices,
            kind="choice",
            multiple=True,
            pile_labels=(*labels, *its_label),
            notes=(self._moment(lang), *tell.house_rules(self.state.rules, lang)),
        )

    def _label(self, key: str, lang: str) -> str:
        return say(f"lesson.how_begins.{key}", lang)

    def _moment(self, lang: str) -> str:
        if self.state.began is Began.DEAL:
            return say("lesson.how_begins.first", lang)
        if self.state.phase is Phase.LAY:
            return say("lesson.how_begins.begun", lang)
        if self.state.takes >= MOST_TAKES:
            return say("lesson.how_begins.long_row", lang, takes=self.state.takes)
        return say("lesson.how_begins.begins", lang)

    def check(self, answer: Answer, lang: str) -> Verdict:
        chosen = (answer,) if isinstance(answer, str) else answer
        rules: list[str] = []
        reasons: dict[str, list[str]] = {}
        for key, refusals in self.refusals.items():
            rule = "T2.2" if self.state.began is Began.DEAL else _CLAUSES[key]
            rules += [refusal.rule for refusal in refusals] or [rule]
            for why in learner(lang).explained(refusals) or (self._allowed(key, rule, lang),):
                reasons.setdefault(why, []).append(self._label(key, lang))
        sentences = tuple(
            say("lesson.how_begins.because", lang, choices=" / ".join(labels), reason=why)
            for why, labels in reasons.items()
        )
        each = tuple(
            (
                key,
                say(
                    "lesson.how_begins.because",
                    lang,
                    choices=self._label(key, lang),
                    reason=" ".join(learner(lang).explained(refusals)),
                ),
            )
            for key, refusals in self.refusals.items()
            if refusals
        )
        return Verdict(chosen == self.allowed, sentences, tuple(dict.fromkeys(rules)), reasons=each)

    def _allowed(self, key: str, rule: str, lang: str) -> str:
        """Why something is allowed: of a card to be taken, that any may be, or which new melds it makes (T2.5)."""
        if key != "take":
            return by_rule("lesson.how_begins.allowed", rule, lang)
        card, must_meld = self.state.discards[0], self.state.rules.discard_must_meld
        why = "lesson.how_begins.for_a_meld" if must_meld else "lesson.how_begins.any_card"
        return by_rule(why, rule, lang, card=card, melds=tuple(meld.cards for meld in _made_by_discard(self.state)))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        order = say("lesson.how_begins.order", lang)
        key = "before" if self.state.phase is Phase.DRAW else "after"
        further = [self._moment(lang), say(f"lesson.how_begins.{key}", lang)]
        if self.state.rules.discard_must_meld and self.state.phase is Phase.DRAW:
            further.append(say("lesson.how_begins.ask_meld", lang))
        return leading_to(self.allowed, order, " ".join(further))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.allowed, lang).sentences), self.allowed


@drill("turn.how_begins", "T2.1", "T2.2", "T2.5", "T2.7")
def how_begins(chance: Random, level: int) -> HowBegins:
    """With what may this turn begin, or go on? Everything that is allowed is asked for.

    A turn that begins, the very first one, one that has begun; then the house rule; then a long row of takes.
    """
    moment = chance.choice(("begins", "begins", "first", "begun"))
    if moment == "first":
        return HowBegins(deal(seed=chance.randrange(10**9)))
    rules = chance.choice((SHEET, MUST_MELD)) if level > 1 else SHEET
    counts = (chance.randrange(3), chance.randrange(3), 1)
    meldable = rules is MUST_MELD and chance.randrange(2) == 1
    state = making_meld(chance, counts) if meldable else late_round(chance, counts, rules=rules)
    if moment == "begun":
        return HowBegins(play(state, Draw(YOU)))
    long = level == 3 and chance.randrange(2) == 1
    return HowBegins(replace(state, takes=MOST_TAKES) if long else state)


# Questions about the discard: which cards may go (T2.4, T2.6)


@dataclass(frozen=True, slots=True)
class MayDiscard:
    """T2.4, T2.6: which cards may the learner discard, after these moves of the turn?

    `earlier` is a card of the hand that was taken from the discard pile in the turn before.
    """

    before: State
    moves: tuple[Move, ...] = ()
    earlier: Card | None = None

    @property
    def state(self) -> State:
        return all_played(self.before, self.moves)

    @property
    def refusals(self) -> dict[Card, tuple[Refusal, ...]]:
        state = self.state
        return {card: why_not(state, Discard(YOU, card)) for card in state.hands[YOU]}

    @property
    def allowed(self) -> tuple[Card, ...]:
        return tuple(card for card, refusals in self.refusals.items() if not refusals)

    def task(self, lang: str) -> Task:
        state = self.state
        piles, labels = tell.on_table(learner(lang), state)
        moves = " ".join(tell.tried(learner(lang), self.moves, self.before))
        key = "lesson.may_discard.so_far" if moves else "lesson.may_discard.nothing_yet"
        notes = (*self._earlier(lang), say(key, lang, moves=moves), *tell.house_rules(state.rules, lang))
        return Task(
            say("lesson.may_discard.prompt", lang),
            state.hands[YOU],
            piles,
            multiple=True,
            may_be_empty=True,
            pile_labels=labels,
            notes=notes,
        )

    def _earlier(self, lang: str) -> tuple[str, ...]:
        return (say("lesson.may_discard.earlier", lang, card=self.earlier),) if self.earlier else ()

    def check(self, answer: Answer, lang: str) -> Verdict:
        selected, against = cards_of(answer), self.refusals
        right = set(selected) == set(self.allowed)
        wrong = [card for card in (against if right else selected) if against[card]]
        sentences = [one for card in wrong for one in learner(lang).explained(against[card])]
        rules = [refusal.rule for card in wrong for refusal in against[card]]
        missed = () if right else tuple(card for card in self.allowed if card not in selected)
        if missed:
            sentences.append(by_rule("lesson.may_discard.missed", "T2.4", lang, cards=missed))
        if right and self.allowed:
            rest = "lesson.may_discard.any_other" if wrong else "lesson.may_discard.any"
            sentences.append(by_rule(rest, "T2.4", lang))
        if self.earlier in (self.allowed if right else missed):
            sentences.append(by_rule("lesson.may_discard.only_this_turn", "T2.6", lang, card=self.earlier))
            rules.append("T2.6")
        return Verdict(right, tuple(dict.fromkeys(sentences)), tuple(dict.fromkeys(rules)) or ("T2.4",))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        asks = say("lesson.may_discard.ask", lang)
        count = say("lesson.may_discard.how_many", lang, cards=len(self.allowed))
        return leading_to(self.allowed, asks, count)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.allowed, lang).sentences), self.allowed


@drill("turn.may_discard", "T2.4", "T2.6")
def may_discard(chance: Random, level: int) -> MayDiscard:
    """Which cards of the hand may be discarded now?

    Drawn or taken; then not begun, taken and laid, or taken a turn ago; then with the house rule.
    """
    rules = MUST_MELD if level == 3 else SHEET  # by which a card taken never stays in the hand for a turn
    counts = (2, chance.randrange(2), 1)
    moment = chance.choice(_MOMENTS[level - 1])
    state = late_round(chance, counts, rules=rules)
    match moment:
        case "not_begun":
            return MayDiscard(state)
        case "drawn":
            return MayDiscard(state, (Draw(YOU),))
        case "earlier":
            return MayDiscard(state, (Draw(YOU),), chance.choice(state.hands[YOU]))
    if moment == "taken" and level < 3:
        return MayDiscard(state, (Take(YOU),))
    state = making_meld(chance, counts, rules)
    taken = play(state, Take(YOU))
    lays = [move for move in legal_moves(taken, YOU) if isinstance(move, LayMeld) and state.discards[0] in move.cards]
    unfinished = [move for move in lays if len(move.cards) < len(taken.hands[YOU])]
    laid = (chance.choice(unfinished),) if moment == "laid" and unfinished else ()
    return MayDiscard(state, (Take(YOU), *laid))


_MOMENTS: Final = (
    ("drawn", "taken", "taken"),
    ("not_begun", "earlier", "taken", "laid"),
    ("not_begun", "drawn", "taken", "laid", "laid"),
)


def making_meld(chance: Random, melds: tuple[int, int, int], rules: Rules = MUST_MELD) -> State:
    """A table with a discard on top that makes a meld with the learner's hand."""
    while True:
        state = late_round(chance, melds, rules=rules)
        tables = [with_discard(state, card) for card in free_cards(state)]
        making = [table for table in tables if _made_by_discard(table)]
        if making:
            return chance.choice(making)


def _made_by_discard(state: State) -> tuple[Meld, ...]:
    """The new melds of the top discard with cards of the learner's hand, without those that are a part of another."""
    card = state.discards[0]
    melds = [meld for meld in melds_in((*state.hands[YOU], card), state.rules) if card in meld.cards]
    return tuple(meld for meld in melds if not any(set(meld.cards) < set(other.cards) for other in melds))


# Questions about the order of a turn: which of its moves is the first that breaks a rule (T2.1 to T2.6, T4.3)

NONE: Final = "none"


@dataclass(frozen=True, slots=True)
class InOrder:
    """T2: which of these moves of one turn is the first that breaks a rule, if any does?"""

    before: State
    moves: tuple[Move, ...]

    @property
    def answer(self) -> str:
        place, _ = first_refused(self.before, self.moves)
        return NONE if place is None else str(place + 1)

    def task(self, lang: str) -> Task:
        (piles, labels), (top, its_label) = (
            tell.on_table(learner(lang), self.before),
            tell.top_discard(learner(lang), self.before),
        )
        choices = [
            (str(number), say("lesson.in_order.move", lang, number=number, move=move))
            for number, move in enumerate(tell.tried(learner(lang), self.moves, self.before), start=1)
        ]
        choices.append((NONE, say("lesson.in_order.none", lang)))
        return Task(
            say("lesson.in_order.prompt", lang),
            self.before.hands[YOU],
            (*piles, *top),
            tuple(choices),
            kind="choice",
            pile_labels=(*labels, *its_label),
            notes=(self._opened(lang), *tell.house_rules(self.before.rules, lang)),
        )

    def _opened(self, lang: str) -> str:
        return say("lesson.in_order.opened" if self.before.opened(YOU) else "lesson.in_order.not_opened", lang)

    def check(self, answer: Answer, lang: str) -> Verdict:
        place, refusals = first_refused(self.before, self.moves)
        if place is None:
            why = by_rule("lesson.in_order.all_allowed", "T2.3", lang)
            told_so = (*self._allowed(answer, len(self.moves), lang), why, *self._laid_unopened(lang))
            return Verdict(answer == NONE, told_so, ("T2.1", "T2.3", "T2.4"))
        move = tell.tried(learner(lang), self.moves, self.before)[place]
        named = say("lesson.in_order.breaks", lang, number=place + 1, move=move)
        rules = tuple(dict.fromkeys(refusal.rule for refusal in refusals))
        return Verdict(
            answer == str(place + 1),
            (*self._allowed(answer, place, lang), named, *learner(lang).explained(refusals)),
            rules,
        )

    def _allowed(self, answer: Answer, first: int, lang: str) -> tuple[str, ...]:
        """Says that the move named is among the first ones, `first` in number, which are all allowed."""
        numbers = {str(number): number for number in range(1, first + 1)}
        return tuple(say("lesson.in_order.is_allowed", lang, number=numbers[key]) for key in numbers if key == answer)

    def _laid_unopened(self, lang: str) -> tuple[str, ...]:
        """T4.3: that a lay-off was allowed although the player had not opened."""
        opened = self.before.opened(YOU)
        for move in self.moves:
            opened = opened or isinstance(move, LayMeld)
            if isinstance(move, Sapaw) and not opened:
                return (by_rule("lesson.in_order.before_opening", "T4.3", lang, cards=tuple(sorted(move.cards))),)
        return ()

    def hints(self, lang: str) -> tuple[Hint, ...]:
        place, refusals = first_refused(self.before, self.moves)
        order = say("lesson.in_order.order", lang)
        if place is None:
            return leading_to(self.answer, order, say("lesson.in_order.one_by_one", lang))
        rule = refusals[0].rule
        clause = say("lesson.in_order.look_at", lang, rule=rule, clause=f"clause.{rule}")
        return leading_to(self.answer, order, clause)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


@drill("turn.in_order", "T2.1", "T2.3", "T2.4", "T4.3")
def in_order(chance: Random, level: int) -> InOrder:
    """Which move of this turn is the first that breaks a rule?

    A slip in the order of a turn; then one with the card taken, a lay-off or a call; then the house rule too.

    Now and then every move is allowed; at the top level more often.
    """
    while True:
        rules = chance.choice((SHEET, MUST_MELD)) if level == 3 else SHEET
        before = _with_something_to_lay(chance, late_round(chance, (chance.randrange(2), 2, 1), rules=rules))
        moves = _some_turn(chance, before)
        if not moves or not 3 <= len(moves) <= 5:
            continue
        if chance.randrange(3 if level == 3 else 4):
            moves = chance.choice(SLIPS[: 3 if level == 1 else None])(chance, before, moves)
            if first_refused(before, moves)[0] is None:
                continue
        return InOrder(before, moves)


def _with_something_to_lay(chance: Random, state: State) -> State:
    """The same table, but two or three cards of the hand exchanged for some that make a meld or can be laid off."""
    free = free_cards(state)
    melds = [meld.cards for meld in melds_in((*free, *state.hands[YOU])) if len(meld.cards) == 3]
    fitting = [card for card in free if any(laid.meld and grown(laid.meld, (card,)) for laid in state.melds)]
    coming = set(chance.choice(melds) if melds and chance.randrange(3) else ())
    coming |= set(fitting[:1] if chance.randrange(2) else ())
    return with_hand(state, coming, chance)


def _some_turn(chance: Random, before: State) -> tuple[Move, ...]:
    """A turn that is allowed: it begins, something is laid if it can be, and a card is discarded; () if it wins."""
    begins = [move for move in (Draw(YOU), Take(YOU)) if not why_not(before, move)]
    moves: list[Move] = [chance.choice(begins)]
    state = play(before, moves[0])
    for _ in range(2):
        lays = [move for move in legal_moves(state, YOU) if isinstance(move, LayMeld | Sapaw)]
        if lays:
            moves.append(chance.choice(lays))
            state = play(state, moves[-1])
        if state.phase is Phase.OVER:
            return ()
    discards = [move for move in legal_moves(state, YOU) if isinstance(move, Discard)]
    if not discards:
        return ()
    return (*moves, max(discards, key=lambda move: (points(move.card), move.card)))


def _lays_before_drawing(chance: Random, before: State, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    return (moves[1], moves[0], *moves[2:])


def _draws_twice(chance: Random, before: State, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    place = chance.randint(1, len(moves) - 1)
    return (*moves[:place], chance.choice((Draw(YOU), Take(YOU))), *moves[place:])


def _goes_on_after_discarding(chance: Random, before: State, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    return (*moves[:-2], moves[-1], moves[-2])


def _discards_what_was_taken(chance: Random, before: State, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    return (Take(YOU), *moves[1:-1], Discard(YOU, before.discards[0]))


def _lays_off_what_does_not_fit(chance: Random, before: State, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    card, place = chance.choice(before.hands[YOU]), chance.randrange(len(before.melds))
    return (moves[0], Sapaw(YOU, place, (card,)), *moves[1:])


def _calls_after_drawing(chance: Random, before: State, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    return (*moves[:-1], Call(YOU))


SLIPS: Final = (
    _lays_before_drawing,
    _draws_twice,
    _goes_on_after_discarding,
    _discards_what_was_taken,
    _lays_off_what_does_not_fit,
    _calls_after_drawing,
)


# Questions about the last cards: can the hand be played out in this turn, and in which way (T5.1)?

WAYS: Final = ("melding", "laying_off", "discarding")


@dataclass(frozen=True, slots=True)
class TongitsNow:
    """T5.1: can the learner win at once, in this turn, and how? Every way that there is counts as right."""

    state: State

    @property
    def ways(self) -> dict[str, tuple[Move, ...]]:
        return ways_to_tongits(self.state)

    def task(self, lang: str) -> Task:
        (piles, labels), (top, its_label) = (
            tell.on_table(learner(lang), self.state),
            tell.top_discard(learner(lang), self.state),
        )
        key = "lesson.tongits_now.not_drawn" if self.state.phase is Phase.DRAW else "lesson.tongits_now.drawn"
        if self.state.phase is not Phase.DRAW:
            top, its_label = (), ()
        choices = tuple((way, say(f"lesson.tongits_now.{way}", lang)) for way in (*WAYS, NONE))
        return Task(
            say("lesson.tongits_now.prompt", lang),
            self.state.hands[YOU],
            (*piles, *top),
            choices,
            kind="choice",
            pile_labels=(*labels, *its_label),
            notes=(say(key, lang),),
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        ways = self.ways
        if not ways:
            told_so = [by_rule("lesson.tongits_now.no_way", "T5.1", lang), self._left(lang)]
            return Verdict(answer == NONE, tuple(told_so), ("T5.1",))
        right = answer in ways
        way = str(answer) if right else next(way for way in WAYS if way in ways)
        others = tuple(say(f"lesson.tongits_now.way.{other}", lang) for other in WAYS if other in ways and other != way)
        told_so = [by_rule(f"lesson.tongits_now.by_{way}", "T5.1", lang)]
        if not right and answer != NONE:
            told_so.insert(0, by_rule(f"lesson.tongits_now.not_{answer}", "T5.1", lang))
        if others:
            told_so.append(say("lesson.tongits_now.also", lang, ways=others))
        rules = ("T5.1", "T2.6") if isinstance(ways[way][0], Take) else ("T5.1",)
        return Verdict(right, tuple(told_so), rules, tell.tried(learner(lang), ways[way], self.state))

    def _left(self, lang: str) -> str:
        """Which cards no meld takes, neither a new one nor one on the table; where all but one go somewhere, so."""
        known = self._known()
        moves = [move for move in legal_moves(known, YOU) if isinstance(move, LayMeld | Sapaw)]
        useful = {card for move in moves for card in move.cards}
        loose = tuple(card for card in known.hands[YOU] if card not in useful)
        if known.taken in loose:
            return by_rule("lesson.tongits_now.taken_is_loose", "T2.6", lang, card=known.taken)
        key = ("not_all", "one_loose")[len(loose)] if len(loose) < 2 else "loose"
        return say(f"lesson.tongits_now.{key}", lang, cards=loose)

    def _known(self) -> State:
        """The table with the card in hand that the turn can begin with, as far as it lies open."""
        may_take = self.state.phase is Phase.DRAW and not why_not(self.state, Take(YOU))
        return play(self.state, Take(YOU)) if may_take else self.state

    def hints(self, lang: str) -> tuple[Hint, ...]:
        key = next((way for way in WAYS if way in self.ways), NONE)
        count = len(self._known().hands[YOU])
        first = say("lesson.tongits_now.count", lang, cards=count)
        return leading_to(key, first, self._first_move(key, lang))

    def _first_move(self, way: str, lang: str) -> str:
        if way == NONE:
            return self._left(lang)
        return say(
            "lesson.tongits_now.begin_with",
            lang,
            move=tell.tried(learner(lang), self.ways[way], self.state)[0],
        )

    def solution(self, lang: str) -> tuple[str, Answer]:
        way = next((way for way in WAYS if way in self.ways), NONE)
        verdict = self.check(way, lang)
        return " ".join((*verdict.sentences, *verdict.follows)), way


@drill("turn.tongits_now", "T5.1")
def tongits_now(chance: Random, level: int) -> TongitsNow:
    """Can this hand be played out in this turn: by melding, by laying off, by discarding, or not at all?

    A small hand after the draw; then a bigger one; then also before the draw, with the discard pile to take from.
    """
    wanted = chance.choice((*WAYS, NONE))
    while True:
        state = late_round(chance, (3 if level < 3 else chance.choice((2, 3, 3)), chance.choice((1, 2)), 1))
        begin = Take(YOU) if level == 3 and chance.randrange(2) else Draw(YOU)
        state = _nearly_done(chance, play(state, begin), wanted)
        question = TongitsNow(_before_take(chance, state) if isinstance(begin, Take) else state)
        if (wanted in question.ways) if wanted != NONE else not question.ways:
            return question


def _nearly_done(chance: Random, state: State, wanted: str) -> State:
    """The same table, with a hand that may be laid to the last card, or seems so."""
    size = len(state.hands[YOU])
    pool = (*free_cards(state), *state.hands[YOU])
    fitting = [card for card in pool if any(laid.meld and grown(laid.meld, (card,)) for laid in state.melds)]
    chance.shuffle(fitting)
    melds = [meld.cards for meld in melds_in(pool) if len(meld.cards) <= size]
    use_meld = melds and (wanted == "melding" or chance.randrange(2))
    coming = set(chance.choice(melds) if use_meld else ())
    loose = {"discarding": 1, NONE: chance.choice((1, 2))}.get(wanted, 0)
    for card in fitting:
        if len(coming) < size - loose:
            coming.add(card)
    return with_hand(state, coming, chance)


def _before_take(chance: Random, state: State) -> State:
    """The table before the learner took a card: one of the hand lies on the discard pile again."""
    card = chance.choice(state.hands[YOU])
    held = tuple(other for other in state.hands[YOU] if other is not card)
    back = (card, *state.discards)
    return replace(state, hands=(held, *state.hands[1:]), discards=back, phase=Phase.DRAW, began=None, taken=None)


DRILLS: Final = (
    how_begins,
    may_discard,
    in_order,
    tongits_now,
)
"""In the order in which they are met."""
