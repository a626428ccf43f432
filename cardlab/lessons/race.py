"""The exercises about the race of Tichu 1.on.1 (U2, U3, U4, U6): each a `Drill`, called with language and seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cardlab.cards import DECK, Card
from cardlab.lessons.drill import drill
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict, leading_to
from cardlab.lessons.tables_tichu import (
    OPPONENT,
    YOU,
    blocked_round,
    choice,
    dealt,
    labels,
    learner,
    left_over,
    numbers,
    piles_shown,
    some_play,
    stuck_hands,
    who,
    why_no_recycle,
    won_round,
)
from cardlab.phrasing import by_rule
from cardlab.phrasing import tichu as tell
from cardlab.phrasing.catalogue import say
from cardlab.refusal import Refusal
from cardlab.tichu import (
    SHEET,
    Draw,
    Ending,
    Flip,
    Match,
    Outcome,
    Pile,
    Play,
    Points,
    Rules,
    State,
    fits,
    fitting_cards,
    outcome,
    play,
    plays,
    recycle,
    recycle_due,
    sorting_value,
    view,
    why_not,
)
from cardlab.tichu import (
    stuck as is_stuck,
)
from cardlab.tichu.moves import FULL_HAND, SEATS
from cardlab.tichu.piles import DOG, DRAGON, MAH_JONG, PHOENIX, WISHES
from cardlab.tichu.state import Cards, buried, can_draw, draws_from, flip_pending, over

# Questions about two who play at the same time (U2.1, U2.4): who may play now, and what if a card came too late?

WHO: Final = {(True, True): "both", (True, False): "you", (False, True): "opponent", (False, False): "nobody"}


@dataclass(frozen=True, slots=True)
class WhoMay:
    """U2.1: who may play a card now? `last` is the card that was laid last, and the seat that laid it."""

    state: State
    last: tuple[int, Card]

    @property
    def answer(self) -> str:
        first, second = (bool(plays(view(self.state, seat))) for seat in SEATS)
        return WHO[first, second]

    def task(self, lang: str) -> Task:
        seat, card = self.last
        return Task(
            say("lesson.who_may.prompt", lang),
            tell.by_value(self.state.hands[YOU]),
            piles_shown(self.state, opponent=True),
            tuple((key, say(f"lesson.who_may.{key}", lang)) for key in ("you", "opponent", "both", "nobody")),
            kind="choice",
            pile_labels=labels(self.state, lang, opponent=True),
            notes=(say(f"lesson.who_may.last.{who(seat)}", lang, card=card),),
            worth=sorting_value,
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        rules = ("U5.3",) if flip_pending(self.state) else ("U2.1", "U2.2")
        return choice(answer == self.answer, self._explanation(lang), rules)

    def _explanation(self, lang: str) -> Iterator[str]:
        if flip_pending(self.state):
            yield say("racing.dog_stops", lang)
            return
        yield by_rule("lesson.who_may.no_turns", "U2.1", lang)
        for seat in SEATS:
            possible = plays(view(self.state, seat))
            if possible:
                move = possible[0]
                yield say(f"lesson.what_now.fits_on.{who(seat)}", lang, card=move.card, pile=move.pile + 1)
                yield tell.why_fits(self.state.piles[move.pile], move.card, self.state.rules, lang)
            else:
                yield by_rule(f"lesson.who_may.nothing.{who(seat)}", "U2.2", lang)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        tops = tuple(pile.top for pile in self.state.piles)
        return leading_to(
            self.answer,
            say("lesson.who_may.look", lang),
            say("lesson.who_may.tops", lang, first=tops[0], second=tops[1]),
        )

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._explanation(lang)), self.answer


@dataclass(frozen=True, slots=True)
class TooLate:
    """U2.4: both want the same pile, and the opponent's card lands first; is the learner's card still good there?"""

    state: State
    rival: Play
    own: Play

    @property
    def after(self) -> State:
        """The position in which the learner's card is judged again."""
        return play(self.state, self.rival)

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return why_not(self.after, self.own)

    @property
    def answer(self) -> str:
        return "back" if self.refusals else "stays"

    def task(self, lang: str) -> Task:
        facts = {"card": self.own.card, "pile": self.own.pile + 1, "rival": self.rival.card}
        prompt = say("lesson.too_late.prompt", lang, **facts)
        notes = (say("lesson.too_late.wish", lang, rank=self.rival.wish),) if self.rival.wish else ()
        choices = tuple((key, say(f"lesson.too_late.{key}", lang)) for key in ("stays", "back"))
        hand, piles = tell.by_value(self.state.hands[YOU]), piles_shown(self.state)
        named = labels(self.state, lang)
        return Task(prompt, hand, piles, choices, kind="choice", pile_labels=named, notes=notes, worth=sorting_value)

    def check(self, answer: Answer, lang: str) -> Verdict:
        rules = (*(one.rule for one in self.refusals), "U2.4")
        return choice(answer == self.answer, self._explanation(lang), rules, self._follows(lang))

    def _explanation(self, lang: str) -> Iterator[str]:
        yield by_rule("lesson.too_late.landed", "U2.4", lang, rival=self.rival.card)
        if self.refusals:
            for one in self.refusals:
                yield learner(lang).explain(replace(one, fix=None))
        else:
            yield tell.why_fits(self.after.piles[self.own.pile], self.own.card, self.state.rules, lang)

    def _follows(self, lang: str) -> tuple[str, ...]:
        """Where the card may go instead, if it has come back to the hand."""
        if not self.refusals or flip_pending(self.after):
            return ()
        other = 1 - self.own.pile
        key = "other_pile" if fits(self.after.piles[other], self.own.card) else "stays_in_hand"
        return (say(f"lesson.too_late.{key}", lang, card=self.own.card, pile=other + 1),)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        look = say("lesson.too_late.look", lang, rival=self.rival.card)
        return leading_to(
            self.answer, look, say("lesson.too_late.ask", lang, card=self.own.card, rival=self.rival.card)
        )

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._explanation(lang)), self.answer


@drill("race.who_may", "U2.1", "U5.3")
def who_may(chance: Random, level: int) -> WhoMay:
    """Who may play a card now? There are no turns.

    Few cards; then more of them; then perhaps with a Dog that has stopped play.
    """
    state = dealt(chance, (0, 0), extra=(2, 2))
    size = 2 + level
    hands = stuck_hands(chance, state.piles, left_over(state), (size, size))
    held = [list(hand) for hand in hands]
    useful = [card for card in left_over(state) if any(fits(pile, card) for pile in state.piles)]
    for hand, card in zip(held, chance.sample(useful, min(2, len(useful))), strict=False):
        if chance.randrange(3):
            hand[0] = card
    state = replace(state, hands=(tuple(held[YOU]), tuple(held[OPPONENT])))
    seat = chance.choice(SEATS)
    if level == 3 and chance.randrange(3) == 0:
        first, second = state.piles
        return WhoMay(replace(state, piles=(first.covered(DOG), second), flip_due=True), (seat, DOG))
    top = chance.choice(state.piles).cards[0]
    return WhoMay(state, (seat, top))


@drill("race.too_late", "U2.4")
def too_late(chance: Random, level: int) -> TooLate:
    """The opponent's card lands first: is your own still good on this pile?

    Plain cards, or a special one of one's own; then a special one of the opponent's; then the opponent's Dog as well.
    """
    while True:
        state = dealt(chance, (0, 0), extra=(2, 2))
        place = chance.choice(SEATS)
        pile = state.piles[place]
        rival, wish = _rival(chance, state, pile, level)
        own = _own(chance, state, pile, level, rival)
        if rival is None or own is None:
            continue
        rest = chance.sample([card for card in left_over(state) if card not in (rival, own)], 3 + level)
        state = replace(state, hands=((own, *rest[1:]), (rival, rest[0])))
        seen = pile.top
        return TooLate(state, Play(OPPONENT, rival, place, seen, wish), Play(YOU, own, place, seen))


def _rival(chance: Random, state: State, pile: Pile, level: int) -> tuple[Card | None, str | None]:
    """The opponent's card for the pile, and the wish with the Mah Jong."""
    plain = [card for card in left_over(state) if fits(pile, card)]
    special = [DRAGON, PHOENIX, *([DOG] if level == 3 else [])]
    if fits(pile, MAH_JONG):
        own_values = [card for card in DECK if fits(pile, card)]
        near = [rank for rank in WISHES if any(fits(Pile((MAH_JONG,), rank), card) for card in own_values)]
        return MAH_JONG, chance.choice((*near, *WISHES))
    if level == 1 or chance.randrange(2):
        return (chance.choice(plain) if plain else None), None
    return chance.choice(special), None


def _own(chance: Random, state: State, pile: Pile, level: int, rival: Card | None) -> Card | None:
    """The learner's card for the pile: mostly a plain one, sometimes Dragon or Phoenix."""
    if chance.randrange(3) == 0:
        return chance.choice([card for card in (DRAGON, PHOENIX) if card is not rival])
    plain = [card for card in left_over(state) if card is not rival and fits(pile, card)]
    return chance.choice(plain) if plain else None


# Questions about drawing up in Tichu 1.on.1 (U3): what forgetting costs, and from which pile

DRAW: Final = Draw(YOU)


@dataclass(frozen=True, slots=True)
class Owed:
    """U3.2, U3.3: the learner plays without drawing up; how many cards of the other draw pile does that cost?"""

    before: State
    move: Play

    @property
    def after(self) -> State:
        return play(self.before, self.move)

    @property
    def answer(self) -> int:
        return tell.owed(self.after, YOU)

    def task(self, lang: str) -> Task:
        prompt = say("lesson.owed.prompt", lang, card=self.move.card, pile=self.move.pile + 1)
        notes = [*numbers(self.before, lang, "hand", "draw")]
        if self.before.owes[YOU]:
            notes.append(say("lesson.owed.already", lang))
        hand = tell.by_value(self.before.hands[YOU])
        piles = labels(self.before, lang)
        return Task(prompt, hand, piles_shown(self.before), kind="number", pile_labels=piles, notes=tuple(notes))

    def check(self, answer: Answer, lang: str) -> Verdict:
        sentences, rules = self._count(lang)
        return Verdict(answer == self.answer, sentences, rules)

    def _count(self, lang: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The reckoning: what is left in hand, what is missing to eight, and what the other pile can give."""
        left = len(self.after.hands[YOU])
        if not can_draw(self.before, YOU):
            full = bool(self.before.draw[YOU])
            key, rule = ("lesson.owed.full", "U3.2") if full else ("lesson.owed.own_gone", "U3.3")
            return (by_rule(key, rule, lang),), (rule,)
        missing, there = FULL_HAND - left, len(self.after.draw[OPPONENT])
        sentences = [by_rule("lesson.owed.missing", "U3.2", lang, left=left, missing=missing)]
        if there >= missing:
            return tuple(sentences), ("U3.2",)
        sentences.append(by_rule("lesson.owed.fewer" if there else "lesson.owed.other_gone", "U3.3", lang, count=there))
        return tuple(sentences), ("U3.2", "U3.3")

    def hints(self, lang: str) -> tuple[Hint, ...]:
        left = len(self.after.hands[YOU])
        first = say("lesson.owed.look", lang)
        return leading_to(self.answer, first, say("lesson.owed.left", lang, left=left))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._count(lang)[0]), self.answer


@dataclass(frozen=True, slots=True)
class WhosePile:
    """U3.1 to U3.4: from which draw pile does the learner take the next card?

    `forgot` is the card that was played without drawing up first, if any; `taken` is what was drawn since.
    """

    state: State
    forgot: Play | None = None
    taken: int = 0

    @property
    def answer(self) -> str:
        if not can_draw(self.state, YOU):
            return "none"
        return "other" if draws_from(self.state, YOU) == OPPONENT else "own"

    def task(self, lang: str) -> Task:
        notes = []
        if self.forgot:
            notes.append(say("lesson.whose_pile.forgot", lang, card=self.forgot.card))
        else:
            notes.append(say("lesson.whose_pile.in_time", lang))
        if self.taken:
            notes.append(say("lesson.whose_pile.taken", lang, count=self.taken))
        notes += numbers(self.state, lang, "hand", "draw")
        choices = tuple((key, say(f"lesson.whose_pile.{key}", lang)) for key in ("own", "other", "none"))
        hand = tell.by_value(self.state.hands[YOU])
        return Task(say("lesson.whose_pile.prompt", lang), hand, choices=choices, kind="choice", notes=tuple(notes))

    def check(self, answer: Answer, lang: str) -> Verdict:
        sentences, rule = self._why(lang)
        return Verdict(answer == self.answer, (sentences,), (rule,))

    def _why(self, lang: str) -> tuple[str, str]:
        if self.answer == "other":
            return by_rule("lesson.whose_pile.because_other", "U3.2", lang, count=tell.owed(self.state, YOU)), "U3.2"
        if not self.state.draw[YOU]:
            rule = "U3.3" if self.state.draw[OPPONENT] else "U3.4"
            return by_rule("lesson.whose_pile.gone", rule, lang), rule
        if self.answer == "none":
            refusal = why_not(self.state, DRAW)[0]
            return learner(lang).explain(refusal), refusal.rule
        if self.forgot:
            return by_rule("lesson.whose_pile.other_gone", "U3.3", lang), "U3.3"
        return by_rule("lesson.whose_pile.because_own", "U3.1", lang), "U3.1"

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(
            self.answer,
            say("lesson.whose_pile.look", lang),
            say("lesson.whose_pile.look_at_piles", lang),
        )

    def solution(self, lang: str) -> tuple[str, Answer]:
        return self._why(lang)[0], self.answer


@drill("race.draw_up", "U3.1", "U3.2", "U3.3", "U3.4")
def draw_up(chance: Random, level: int) -> Owed | WhosePile:
    """What does it cost to play on without drawing up, and from which draw pile comes the next card?"""
    return (_owed if chance.randrange(2) else _whose_pile)(chance, level)


def _owed(chance: Random, level: int) -> Owed:
    """A hand that is one or two short; then any hand, and a short draw pile; then nothing owed at all, too."""
    while True:
        held = chance.randrange(6, 8) if level == 1 else chance.randrange(2, 8)
        own, other = chance.randrange(2, 12), chance.randrange(8, 14) if level == 1 else chance.randrange(1, 9)
        if level == 3:
            case = chance.randrange(6)
            held = FULL_HAND if case == 0 else held
            own = 0 if case == 1 else own
            other = 0 if case == 2 else other
        state = dealt(chance, (held, FULL_HAND), draw=(own, other))
        if level > 1 and can_draw(state, YOU) and other and chance.randrange(2):
            state = replace(state, owes=(True, False))
        move = some_play(chance, state)
        if move:
            return Owed(state, move)


def _whose_pile(chance: Random, level: int) -> WhosePile:
    """Drawn up in time or forgotten; then with draw piles at their end; then after some cards have been taken."""
    while True:
        held = chance.randrange(5, 8)
        own = chance.randrange(3, 12) if level == 1 or chance.randrange(3) else 0
        other = chance.randrange(6, 12) if level == 1 else chance.randrange(0, 5)
        forgets = chance.randrange(3) > 0
        state = dealt(chance, (held if forgets else FULL_HAND, FULL_HAND), draw=(own, other))
        move = some_play(chance, state)
        if move is None:
            continue
        state, taken = play(state, move), 0
        while level == 3 and taken < 4 and can_draw(state, YOU) and chance.randrange(2):
            state, taken = play(state, DRAW), taken + 1
        return WhosePile(state, move if forgets and own else None, taken)


# Questions about a Tichu table on which nothing seems to fit (U4, U5.9): what happens now?


@dataclass(frozen=True, slots=True)
class WhatNow:
    """U4.1 to U4.4, U5.9: what happens now: play goes on, both turn a card, new extra piles, or the end?"""

    state: State

    @property
    def answer(self) -> str:
        """What the engine says that this table waits for."""
        if over(self.state):
            return "end"
        if recycle_due(self.state):
            return "recycle"
        return "flip" if flip_pending(self.state) or is_stuck(self.state) else "play"

    def task(self, lang: str) -> Task:
        choices = tuple((key, say(f"lesson.what_now.{key}", lang)) for key in ("play", "flip", "recycle", "end"))
        task = _table_task(self.state, "lesson.what_now.prompt", choices, lang, "hand", "draw", "extra")
        beneath = say("lesson.what_now.beneath", lang, count=len(buried(self.state)))
        return replace(task, notes=(*task.notes, beneath))

    def check(self, answer: Answer, lang: str) -> Verdict:
        why, rules = self._why(lang)
        refusals = () if answer == self.answer else self._against(answer)
        sentences = (*(learner(lang).explain(one) for one in refusals), *why)
        clauses = (*(one.rule for one in refusals), *rules)
        return choice(answer == self.answer, sentences, clauses, self._follows(lang))

    def _against(self, answer: Answer) -> tuple[Refusal, ...]:
        """What the engine has against turning a card, or against dealing new extra piles."""
        if answer == "flip":
            return why_not(self.state, Flip())
        if answer == "recycle":
            return why_no_recycle(self.state)
        return ()

    def _why(self, lang: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        dog = self.state.flip_due and any(pile.top is DOG for pile in self.state.piles)
        match self.answer:
            case "end":
                return tell.ended(learner(lang), self.state), ("U4.4", "U6.2")
            case "recycle":
                rule = "U5.9" if dog else "U4.3"
                return (by_rule("lesson.what_now.because_recycle", rule, lang),), (rule, "U4.3")
            case "flip" if dog:
                return (say("racing.dog_stops", lang),), ("U5.3",)
            case "flip":
                return (by_rule("lesson.what_now.because_flip", "U4.1", lang),), ("U4.1", "U4.2")
        drawing = [
            by_rule(f"lesson.what_now.has_to_draw.{who(seat)}", "U4.2", lang)
            for seat in SEATS
            if can_draw(self.state, seat)
        ]
        nothing = [say("racing.dog_turns_nothing", lang)] if dog else []
        return (*nothing, *drawing, *_fitting(self.state, lang)), ("U5.9", "U4.1") if dog else ("U4.1", "U4.2")

    def _follows(self, lang: str) -> tuple[str, ...]:
        """What both do next, played out."""
        match self.answer:
            case "flip":
                return tell.told(learner(lang), Flip(), self.state)
            case "recycle":
                dealt_anew = recycle(self.state, len(buried(self.state)))
                after = play(self.state, dealt_anew)
                return (*tell.told(learner(lang), dealt_anew, self.state), *tell.told(learner(lang), Flip(), after))
        return ()

    def hints(self, lang: str) -> tuple[Hint, ...]:
        extra = sum(map(len, self.state.extra))
        look, then = say("lesson.what_now.look", lang), say("lesson.what_now.then", lang, extra=extra)
        return leading_to(self.answer, look, then)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._why(lang)[0]), self.answer


def _table_task(state: State, key: str, choices: tuple[tuple[str, str], ...], lang: str, *kinds: str) -> Task:
    """Both hands and both piles open on the table."""
    return Task(
        say(key, lang),
        tell.by_value(state.hands[YOU]),
        piles_shown(state, opponent=True),
        choices,
        kind="choice",
        pile_labels=labels(state, lang, opponent=True),
        notes=numbers(state, lang, *kinds),
        worth=sorting_value,
    )


def _fitting(state: State, lang: str) -> Iterator[str]:
    """A card of each hand that fits, where it goes, and why."""
    for seat in SEATS:
        for number, pile in enumerate(state.piles, start=1):
            fitting = fitting_cards(pile, tell.by_value(state.hands[seat]), state.rules)
            if fitting:
                where = say(f"lesson.what_now.fits_on.{who(seat)}", lang, card=fitting[0], pile=number)
                yield f"{where} {tell.why_fits(pile, fitting[0], state.rules, lang)}"
                break


@drill("race.what_now", "U4.1", "U4.2", "U4.3", "U4.4", "U5.9")
def what_now(chance: Random, level: int) -> WhatNow:
    """Play on, turn a card, deal new extra piles, or the end?

    To turn or not to turn; then with draw piles, and with the extra piles used up; then with a Dog, with special cards
    in the hands, or with nothing left to turn.
    """
    if level > 1 and chance.randrange(3) == 0:
        sizes = (FULL_HAND - chance.randrange(2), FULL_HAND - chance.randrange(2))
        draw = (chance.randrange(1, 9), chance.randrange(1, 9))
        return WhatNow(_halted(chance, sizes, draw, (2, 2), fits=chance.randrange(4) == 0, specials=level == 3))
    sizes = (chance.randrange(2, 6), chance.randrange(2, 6))
    left = chance.randrange(1, 5) if level == 1 or chance.randrange(2) else 0
    fits = chance.randrange(3) == 0
    depth = 3 if left or level < 3 else chance.choice((1, 3))
    state = _halted(chance, sizes, (0, 0), (left, left), fits=fits, depth=depth)
    if level == 3 and chance.randrange(2):
        first, second = state.piles
        return WhatNow(replace(state, piles=(first.covered(DOG), second), flip_due=True))
    return WhatNow(state)


def _halted(
    chance: Random,
    sizes: tuple[int, int],
    draw: tuple[int, int],
    extra: tuple[int, int],
    *,
    fits: bool,
    specials: bool = False,
    depth: int = 3,
) -> State:
    """A table on which no card fits; or, with `fits`, just one of some hand, a special one on request."""
    state = dealt(chance, (0, 0), depth=depth)
    hands = stuck_hands(chance, state.piles, left_over(state), sizes)
    state = replace(state, hands=(hands[YOU], hands[OPPONENT]))
    rest = iter(chance.sample(left_over(state), sum(draw) + sum(extra)))
    first, second, third, fourth = (tuple(next(rest) for _ in range(size)) for size in (*draw, *extra))
    state = replace(state, draw=(first, second), extra=(third, fourth))
    if fits:
        seat = chance.choice(SEATS)
        useful = [card for card in left_over(state, specials=specials) if _useful(card, state.piles)]
        if specials and chance.randrange(2):
            useful = [card for card in useful if not card.rank] or useful
        # All that fits may already lie face down: on two deuces and on two aces hardly anything does.
        card = chance.choice(useful or [card for card in _face_down(state) if _useful(card, state.piles)])
        return _exchanged(state, hands[seat][0], card)
    return state


def _face_down(state: State) -> list[Card]:
    return [card for heap in (*state.draw, *state.extra) for card in heap]


def _exchanged(state: State, given: Card, card: Card) -> State:
    """The table with `card` in the hand that held the one given, which goes where the card lay, if it did."""

    def put(heaps: tuple[Cards, Cards]) -> tuple[Cards, Cards]:
        one, other = (tuple(given if lying is card else lying for lying in heap) for heap in heaps)
        return one, other

    hands = [tuple(card if held is given else held for held in hand) for hand in state.hands]
    return replace(state, hands=(hands[YOU], hands[OPPONENT]), draw=put(state.draw), extra=put(state.extra))


def _useful(card: Card, piles: tuple[Pile, Pile]) -> bool:
    return any(fitting_cards(pile, (card,)) for pile in piles)


# Questions about the end of Tichu 1.on.1 (U4.4, U6): has somebody won, what does it pay, and who has the match?

SWAPPED: Final = Rules(points=Points.SWAPPED)


def _result(state: State) -> Outcome:
    end = outcome(state)
    if end is None:
        raise ValueError("this round has not ended")
    return end


@dataclass(frozen=True, slots=True)
class HasWon:
    """U6.1, U4.4: has somebody won this round, does it go on, or has it ended without a winner?"""

    state: State

    @property
    def answer(self) -> str:
        end = outcome(self.state)
        if end is None:
            return "goes_on"
        return "nobody" if end.winner is None else who(end.winner)

    def task(self, lang: str) -> Task:
        choices = tuple((key, say(f"lesson.has_won.{key}", lang)) for key in ("you", "opponent", "goes_on", "nobody"))
        beneath = say("lesson.what_now.beneath", lang, count=len(buried(self.state)))
        notes = (*numbers(self.state, lang, "hand", "draw", "extra"), beneath)
        return _shown(self.state, say("lesson.has_won.prompt", lang), choices, notes, lang)

    def check(self, answer: Answer, lang: str) -> Verdict:
        return choice(answer == self.answer, self._explanation(lang), self._rules)

    @property
    def _rules(self) -> tuple[str, ...]:
        end = outcome(self.state)
        return ("U4.4",) if end and end.ending is Ending.BLOCKED else ("U6.1",)

    def _explanation(self, lang: str) -> Iterator[str]:
        if outcome(self.state) is not None:
            yield from tell.ended(learner(lang), self.state)
            return
        for seat in SEATS:
            hand, left = len(self.state.hands[seat]), len(self.state.draw[seat])
            state = "holds" if hand else "must_draw"
            yield by_rule(f"lesson.has_won.{state}.{who(seat)}", "U6.1", lang, count=hand or left)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(self.answer, say("lesson.has_won.look", lang), say("lesson.has_won.both", lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._explanation(lang)), self.answer


@dataclass(frozen=True, slots=True)
class MatchWon:
    """U6.3: the score before this round, and the round; who has won the match?"""

    state: State
    score: tuple[int, int]

    @property
    def match(self) -> Match:
        """The match after the round."""
        return Match(self.state.rules, self.score).add(_result(self.state))

    @property
    def answer(self) -> str:
        winner = self.match.winner
        return "nobody" if winner is None else who(winner)

    def task(self, lang: str) -> Task:
        own, other = self.score
        score = say("lesson.match.score", lang, own=own, other=other, target=self.state.rules.target)
        choices = tuple((key, say(f"lesson.match.{key}", lang)) for key in ("you", "opponent", "nobody"))
        notes = (score, *numbers(self.state, lang, "hand", "draw"), *_house_rules(self.state.rules, lang))
        return _shown(self.state, say("lesson.match.prompt", lang), choices, notes, lang)

    def check(self, answer: Answer, lang: str) -> Verdict:
        return choice(answer == self.answer, self._explanation(lang), ("U6.2", "U6.3"))

    def _explanation(self, lang: str) -> Iterator[str]:
        yield from _paid(self.state, lang)
        own, other = self.match.points
        key = "lesson.match.not_yet" if self.answer == "nobody" else f"lesson.match.won.{self.answer}"
        yield by_rule(key, "U6.3", lang, own=own, other=other, target=self.state.rules.target)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        points = _result(self.state).points
        first = say("lesson.match.look", lang)
        return leading_to(self.answer, first, say("lesson.match.adds", lang, own=points[YOU], other=points[OPPONENT]))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._explanation(lang)), self.answer


def _paid(state: State, lang: str) -> tuple[str, ...]:
    """How the round ended and what it pays, with the house rule by which it does."""
    swapped = state.rules.points is Points.SWAPPED and sum(_result(state).points) > 0
    because = (by_rule("lesson.match.swapped", "U6.2", lang),) if swapped else ()
    return (*tell.ended(learner(lang), state), *because)


def _house_rules(rules: Rules, lang: str) -> tuple[str, ...]:
    return (say("lesson.house_rule.points", lang),) if rules.points is Points.SWAPPED else ()


def _shown(state: State, prompt: str, choices: tuple[tuple[str, str], ...], notes: tuple[str, ...], lang: str) -> Task:
    """Both piles, the hand that the learner still has, and the opponent's if there still is one."""
    rival = bool(state.hands[OPPONENT])
    return Task(
        prompt,
        tell.by_value(state.hands[YOU]),
        piles_shown(state, opponent=rival),
        choices,
        kind="choice",
        pile_labels=labels(state, lang, opponent=rival),
        notes=notes,
        worth=sorting_value,
    )


@drill("race.has_won", "U6.1", "U4.4")
def has_won(chance: Random, level: int) -> HasWon:
    """Has somebody won the round?

    An empty hand, with and without a draw pile; then cards in hand without one; then rounds that are blocked.
    """
    if level == 3 and chance.randrange(2):
        return HasWon(blocked_round(chance, level=chance.randrange(3) == 0))
    fast, slow = chance.sample(SEATS, 2)
    held, left = (0, chance.choice((0, chance.randrange(1, 6))))
    if level > 1:
        held, left = chance.choice(((0, 0), (0, chance.randrange(1, 6)), (chance.randrange(1, 3), 0)))
    other = (chance.randrange(2, 9), chance.choice((0, chance.randrange(1, 8))))
    hands, draw = [0, 0], [0, 0]
    hands[fast], draw[fast] = held, left
    hands[slow], draw[slow] = other
    return HasWon(dealt(chance, (hands[0], hands[1]), draw=(draw[0], draw[1]), extra=(2, 2)))


@drill("race.match", "U6.2", "U6.3")
def match(chance: Random, level: int) -> MatchWon:
    """Who has won the match?

    A match at its end; then one where the kind of win decides; then with another target or the house rule.
    """
    rules = SHEET
    if level == 3:
        rules = Rules(points=chance.choice(tuple(Points)), target=chance.choice((5, 7, 10)))
    near, far = 1 if level == 1 else 2, 5
    score = tuple(max(0, rules.target - chance.randrange(1, near + 3 if level == 1 else far)) for _ in SEATS)
    return MatchWon(won_round(chance, chance.choice(SEATS), rules), (score[0], score[1]))


DRILLS: Final = (
    who_may,
    too_late,
    draw_up,
    what_now,
    has_won,
    match,
)
"""In the order in which they are met."""
