"""The exercises about draw calls (T6) and who is burned (T7.1): each a `Drill`, called with language and seed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cardlab.cards import DECK, RANKS, SUITS, Card
from cardlab.lessons.drill import drill
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict, leading_to, yes_or_no
from cardlab.lessons.round_ends import NO_ONE, all_told, end_of_stock, who_wins
from cardlab.lessons.tables_tongits import (
    LEFT,
    OPPONENTS,
    RIGHT,
    SEATS,
    YOU,
    LaidOff,
    answered,
    discarded,
    every_answer,
    exchanged,
    late_round,
    layers_off,
    learner,
    seat_choices,
    willing,
    with_card,
    with_deadwood,
    with_four,
    with_least,
)
from cardlab.phrasing import by_rule, rules_of, sentences_of
from cardlab.phrasing import tongits as tell
from cardlab.phrasing.catalogue import say
from cardlab.refusal import Refusal
from cardlab.tongits import (
    SHEET,
    Began,
    Call,
    Challenge,
    Draw,
    Fold,
    Kind,
    Laid,
    LayMeld,
    Meld,
    Move,
    Payment,
    Phase,
    Rules,
    Sapaw,
    Showdown,
    State,
    Take,
    Tie,
    deadwood,
    deal,
    grown,
    play,
    points,
    turn,
    view,
    why_not,
)

# Questions about the right to call a draw (T6.1, T6.8)


@dataclass(frozen=True, slots=True)
class MayCall:
    """T6.1, T6.8: may the learner call a draw at this table now? `laid_off` says what was laid off, and by whom."""

    state: State
    laid_off: tuple[LaidOff, ...] = ()

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return why_not(self.state, Call(YOU))

    def task(self, lang: str) -> Task:
        piles, labels = tell.on_table(learner(lang), self.state)
        notes = (
            self._moment(lang),
            *_laid_off_in_words(self.laid_off, lang),
            *tell.house_rules(self.state.rules, lang),
        )
        prompt = say("lesson.may_call.prompt", lang)
        choices = yes_or_no(lang)
        return Task(prompt, piles=piles, pile_labels=labels, choices=choices, kind="choice", notes=notes)

    def _moment(self, lang: str) -> str:
        if self.state.seat != YOU:
            return learner(lang).say("lesson.may_call.turn_of", seat=self.state.seat)
        if self.state.phase is Phase.DRAW:
            return say("lesson.may_call.turn_begins", lang)
        first = self.state.began is Began.DEAL
        return say("lesson.may_call.first_turn" if first else "lesson.may_call.drawn", lang)

    def check(self, answer: Answer, lang: str) -> Verdict:
        refusals = self.refusals
        if refusals:
            return Verdict(
                answer == "no",
                learner(lang).explained(refusals),
                tuple(dict.fromkeys(refusal.rule for refusal in refusals)),
            )
        sentences, rules = [by_rule("lesson.may_call.yes", "T6.1", lang)], ["T6.1"]
        if any(self.state.melds[added.meld].owner == YOU for added in self.laid_off):
            sentences.append(by_rule("lesson.may_call.sapaw_does_not_matter", "T6.8", lang))
            rules.append("T6.8")
        return Verdict(answer == "yes", tuple(sentences), tuple(rules))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        own = sum(laid.owner == YOU for laid in self.state.melds)
        opened = say("lesson.may_call.own_melds", lang, melds=own)
        barred = "lesson.may_call.ask_three" if self.state.rules.sapaw_blocks_call else "lesson.may_call.ask_two"
        return leading_to(self.solution(lang)[1], say(barred, lang), f"{opened} {self._moment(lang)}")

    def solution(self, lang: str) -> tuple[str, Answer]:
        key = "no" if self.refusals else "yes"
        return " ".join(self.check(key, lang).sentences), key


@drill("draw_call.may_call", "T6.1", "T6.8")
def may_call(chance: Random, level: int) -> MayCall:
    """May the learner call a draw now?

    Opened or not; then the wrong moment too; then a lay-off on one's own meld, with the house rule or without.
    """
    opened = chance.randrange(2 * level) > 0
    counts = (1 + chance.randrange(2) if opened else 0, 1, chance.randrange(3))
    if level == 3:
        rules = Rules(sapaw_blocks_call=chance.randrange(4) > 0)
        return _laid_off_before(chance, late_round(chance, counts, seat=RIGHT, rules=rules))
    moments = ("begins", "begins", "begins", "begins", "drawn", "first", "theirs")
    moment = chance.choice(moments) if level == 2 else "begins"
    if moment == "first":
        return MayCall(deal(seed=chance.randrange(10**9)))
    state = late_round(chance, counts, seat=chance.choice(OPPONENTS) if moment == "theirs" else YOU)
    state, laid_off = layers_off(chance, state, (YOU,) if chance.randrange(2) else ())
    return MayCall(play(state, Draw(YOU)) if moment == "drawn" else state, laid_off)


def _laid_off_before(chance: Random, state: State) -> MayCall:
    """The learner's turn, after the player before has laid off a card on some meld."""
    free = [*state.stock, *state.discards]
    fitting = [
        LaidOff(RIGHT, card, place)
        for place, laid in enumerate(state.melds)
        for card in free
        if laid.meld and grown(laid.meld, (card,))
    ]
    if not fitting:
        return MayCall(replace(state, seat=YOU))
    own = [added for added in fitting if state.melds[added.meld].owner == YOU]
    added = chance.choice(own if own and chance.randrange(3) else fitting)
    state = play(with_card(state, RIGHT, added.card), Draw(RIGHT))
    state = play(state, Sapaw(RIGHT, added.meld, (added.card,)))
    return MayCall(discarded(state)[0], (added,))


def _laid_off_in_words(laid_off: tuple[LaidOff, ...], lang: str) -> tuple[str, ...]:
    """Who has laid off which card, and on which meld; for an opponent, that it was since the learner's last turn."""
    sentences = tell.about_lay_offs(learner(lang), laid_off)
    since = say("lesson.may_call.since", lang)
    return tuple(one if added.seat == YOU else f"{since} {one}" for added, one in zip(laid_off, sentences, strict=True))


# Questions about who answers a draw call, and who will challenge it (T6.2, T6.3)

EVERYONE: Final = Rules(showdown=Showdown.EVERYONE)


@dataclass(frozen=True, slots=True)
class WhoseAnswer:
    """T6.2: a draw has been called; who has to say something now, if anyone?"""

    state: State

    @property
    def answer(self) -> str:
        return next((str(seat) for seat in turn(self.state)), NO_ONE)

    def task(self, lang: str) -> Task:
        piles, labels = tell.on_table(learner(lang), self.state)
        choices = (*seat_choices(lang), (NO_ONE, say("lesson.whose_answer.no_one", lang)))
        notes = (*tell.about_call(learner(lang), self.state), *tell.house_rules(self.state.rules, lang))
        prompt = say("lesson.whose_answer.prompt", lang)
        return Task(prompt, piles=piles, pile_labels=labels, choices=choices, kind="choice", notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        rules = ["T6.2"]
        if self.state.rules.showdown is Showdown.EVERYONE:
            sentences = [by_rule("lesson.whose_answer.everyone", "T6.2", lang)]
        elif self.answer == NO_ONE:
            sentences, rules = [by_rule("lesson.whose_answer.all_asked", "T6.4", lang)], ["T6.4", "T6.2"]
        else:
            sentences = [by_rule("lesson.whose_answer.order", "T6.2", lang, order=self._order(lang))]
            if why_not(self.state, Challenge(self.state.seat)):
                sentences.append(
                    by_rule("lesson.whose_answer.burned", "T6.3", lang, who=learner(lang).name(self.state.seat))
                )
                rules.append("T6.3")
        return Verdict(answer == self.answer, tuple(sentences), tuple(rules))

    def _order(self, lang: str) -> tuple[str, ...]:
        assert self.state.caller is not None
        return tuple(learner(lang).name((self.state.caller + step) % 3) for step in (1, 2))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        direction = say("lesson.whose_answer.to_the_left", lang)
        rules = " ".join(tell.house_rules(self.state.rules, lang))
        return leading_to(self.answer, direction, f"{' '.join(tell.about_call(learner(lang), self.state))} {rules}")

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


@dataclass(frozen=True, slots=True)
class WhoChallenges:
    """T6.2, T6.3: which opponents may challenge and hold no more than the caller; or who takes part?"""

    state: State

    @property
    def _everyone(self) -> bool:
        return self.state.rules.showdown is Showdown.EVERYONE

    @property
    def _opponents(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(3) if seat != self.state.caller)

    @property
    def answer(self) -> tuple[str, ...]:
        """The keys of those who take part: by the rule, or because they may challenge and have reason to."""
        chosen = self.state.challengers if self._everyone else willing(self.state)
        return tuple(str(seat) for seat in sorted(chosen))

    def task(self, lang: str) -> Task:
        piles, labels = tell.on_table(learner(lang), self.state, range(3))
        notes = (*tell.about_call(learner(lang), self.state), *tell.house_rules(self.state.rules, lang))
        key = "lesson.who_challenges.prompt_everyone" if self._everyone else "lesson.who_challenges.prompt"
        prompt = say(key, lang)
        choices = seat_choices(lang, self._opponents)
        return Task(
            prompt, (), piles, choices, kind="choice", multiple=True, may_be_empty=True, pile_labels=labels, notes=notes
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        sentences, rules = [], []
        for seat in self._opponents:
            key, rule = self._reason(seat)
            sentences.append(by_rule(key, rule, lang, who=learner(lang).name(seat), **self._points(seat)))
            rules.append(rule)
        each = tuple(zip(map(str, self._opponents), sentences, strict=True))
        if self._is_level and not self._everyone:
            sentences.append(by_rule("lesson.tie_caller", "T6.5", lang))
            rules.append("T6.5")
        end = answered(self.state, [int(key) for key in self.answer])
        groups = tell.open_hands(learner(lang), end)
        return Verdict(
            answer == self.answer, tuple(sentences), tuple(dict.fromkeys(rules)), groups=groups, reasons=each
        )

    @property
    def _is_level(self) -> bool:
        """Whether an opponent who may challenge has as much as the caller, who would win that tie (T6.5)."""
        counts = [self._points(int(key)) for key in self.answer]
        return any(count["points"] == count["callers"] for count in counts)

    def _points(self, seat: int) -> dict[str, int]:
        assert self.state.caller is not None
        own, callers = (deadwood(self.state.hands[one], self.state.rules) for one in (seat, self.state.caller))
        return {"points": own, "callers": callers}

    def _reason(self, seat: int) -> tuple[str, str]:
        """What is to be said of one opponent, and by which clause."""
        if not self.state.opened(seat):
            return "lesson.who_challenges.burned", "T6.3"
        if self._everyone:
            return "lesson.who_challenges.takes_part", "T6.2"
        if str(seat) in self.answer:
            return "lesson.who_challenges.challenges", "T6.2"
        return "lesson.who_challenges.folds", "T6.2"

    def hints(self, lang: str) -> tuple[Hint, ...]:
        counted = tell.hands_counted(learner(lang), tell.result_of(answered(self.state, ())), range(3))
        opened = say("lesson.who_challenges.hint_opened", lang)
        return leading_to(self.answer, opened, say("lesson.late.counted", lang, hands=counted))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


@drill("draw_call.whose_answer", "T6.2")
def whose_answer(chance: Random, level: int) -> WhoseAnswer:
    """A draw has been called: who has to say something now?

    Right after the call; then after an answer or two; then with a burned player, or where no one is asked.
    """
    caller = chance.randrange(3)
    counts = [1 + chance.randrange(2) for _ in range(3)]
    if level == 3:
        counts[(caller + 1 + chance.randrange(2)) % 3] = 0
    rules = EVERYONE if level == 3 and chance.randrange(3) == 0 else SHEET
    state = late_round(chance, (counts[0], counts[1], counts[2]), seat=caller, rules=rules)
    state = play(state, Call(caller))
    for _ in range(chance.randrange((1, 3, 2)[level - 1])):
        for seat in turn(state):
            may = not why_not(state, Challenge(seat))
            state = play(state, Challenge(seat) if may and chance.randrange(2) else Fold(seat))
    return WhoseAnswer(state)


@drill("draw_call.who_challenges", "T6.2", "T6.3")
def who_challenges(chance: Random, level: int) -> WhoChallenges:
    """Which opponents may challenge and have reason to? At a table where everyone is in it: who takes part?

    Hands that differ; then level with the caller, or burned; then at times a table where everyone takes part.
    """
    caller = chance.randrange(3)
    counts = [2, 2, 2]
    if level > 1 and chance.randrange(2):
        counts[(caller + 1 + chance.randrange(2)) % 3] = 0
    rules = EVERYONE if level == 3 and chance.randrange(2) else SHEET
    state = late_round(chance, (counts[0], counts[1], counts[2]), seat=caller, rules=rules)
    if level > 1:
        near = (caller + 1 + chance.randrange(2)) % 3
        wanted = deadwood(state.hands[caller]) + chance.choice((-1, 0, 0, 1))
        state = with_deadwood(state, near, wanted, chance) or state
        state = _perhaps_least(chance, state)
    return WhoChallenges(play(state, Call(caller)))


def _perhaps_least(chance: Random, state: State) -> State:
    """The same table; a player without a meld, who will be burned, has in two of three the least deadwood of all."""
    without = [seat for seat in SEATS if not state.opened(seat)]
    if not without or chance.randrange(3) == 0:
        return state
    return with_least(state, chance.choice(without), chance) or state


# Questions about whether a draw call wins for certain (T6.4, T6.5)


@dataclass(frozen=True, slots=True)
class ShouldCall:
    """T6.4, T6.5: does a call win for certain? `open_hands`: whether the learner sees all hands."""

    state: State
    open_hands: bool = True

    @property
    def wins(self) -> bool | None:
        """True if the call wins whatever comes, False if someone who may challenge beats it for certain, else None."""
        ends = [end for table in self._tables(best=True) for end in every_answer(play(table, Call(YOU)))]
        if all(tell.result_of(end).winner == YOU for end in ends):
            return True
        ends = [answered(table, OPPONENTS) for table in self._tables(best=False)]
        return False if any(tell.result_of(end).winner != YOU for end in ends) else None

    def _tables(self, *, best: bool) -> tuple[State, ...]:
        """How the table may be: as it is, or each opponent in turn with the cheapest or the dearest unseen cards."""
        if self.open_hands:
            return (self.state,)
        return tuple(self._extreme(seat, best=best) for seat in OPPONENTS)

    def _extreme(self, seat: int, *, best: bool) -> State:
        """The table on which one opponent holds the best or worst possible hand; the other cannot challenge.

        The hand is of what lies neither in the learner's hand nor in a meld that the task shows.
        """
        seen = view(self.state, YOU)
        lying = {card for laid in seen.melds if laid.meld for card in laid.meld.cards}
        unseen = [card for card in DECK if card not in {*seen.hand, *lying}]
        unseen.sort(key=lambda card: (points(card) if best else -points(card), card))
        held, rest = unseen[: seen.counts[seat]], unseen[seen.counts[seat] :]
        other = OPPONENTS[seat == LEFT]
        hands = [seen.hand, (), ()]
        hands[seat], hands[other] = tuple(sorted(held)), tuple(rest[: seen.counts[other]])
        only_he = tuple(laid for laid in self.state.melds if laid.owner != other)
        return replace(self.state, hands=tuple(hands), stock=(), discards=(), melds=only_he)

    def task(self, lang: str) -> Task:
        piles, labels = tell.on_table(learner(lang), self.state, OPPONENTS if self.open_hands else ())
        notes = tell.house_rules(self.state.rules, lang)
        if not self.open_hands:
            notes = (*(self._count(seat, lang) for seat in OPPONENTS), *notes)
        prompt = say("lesson.should_call.prompt_open" if self.open_hands else "lesson.should_call.prompt", lang)
        choices = tuple((key, say(f"lesson.should_call.{key}", lang)) for key in ("call", "draw"))
        hand = self.state.hands[YOU]
        return Task(prompt, hand, piles, choices, kind="choice", pile_labels=labels, notes=notes)

    def _count(self, seat: int, lang: str) -> str:
        return say("lesson.late.cards_held", lang, who=learner(lang).name(seat), cards=len(self.state.hands[seat]))

    def check(self, answer: Answer, lang: str) -> Verdict:
        end = answered(self.state, willing(play(self.state, Call(YOU))))
        reasons = all_told(end, lang)
        why, rules = sentences_of(reasons), rules_of(reasons)
        groups = tell.open_hands(learner(lang), end)
        if not self.open_hands:
            bounds, groups = self._bounds(lang), (*groups, *self._extremes(lang))
            why, rules = (*bounds, *why), ("T6.1", *rules)
        key = "lesson.should_call.certain" if self.wins else "lesson.should_call.beaten"
        rule = "T6.4" if end.challengers else "T6.7"
        sentences = (by_rule(key, rule, lang), *why)
        follows = (self._call_follows(end, lang), *self._draw_follows(lang))
        right = answer == ("call" if self.wins else "draw")
        return Verdict(right, sentences, tuple(dict.fromkeys((rule, *rules))), follows, groups)

    def _call_follows(self, end: State, lang: str) -> str:
        challengers = tuple(learner(lang).name(seat) for seat in sorted(end.challengers))
        key = "lesson.should_call.if_called" if challengers else "lesson.should_call.if_called_alone"
        sentence = say(key, lang, who=challengers)
        winner = say("lesson.ending.winner", lang, who=learner(lang).name(tell.result_of(end).winner or YOU))
        return f"{sentence} {winner} {tell.balance(learner(lang), end, YOU).sentence}"

    def _draw_follows(self, lang: str) -> tuple[str, ...]:
        """The card that comes, the dearest card discarded, and what a call of the next player would come to then."""
        after, dearest = discarded(play(self.state, Draw(YOU)))
        facts = {"card": self.state.stock[0], "discard": dearest, "points": deadwood(after.hands[YOU])}
        sentence = say("lesson.should_call.if_drawn", lang, **facts)
        if why_not(after, Call(after.seat)):
            return (sentence, say("lesson.should_call.next_may_not", lang))
        end = answered(after, willing(play(after, Call(after.seat))))
        winner = say("lesson.ending.winner", lang, who=learner(lang).name(tell.result_of(end).winner or YOU))
        then = say("lesson.should_call.next_calls", lang)
        return sentence, f"{then} {winner} {tell.balance(learner(lang), end, YOU).sentence}"

    def _bounds(self, lang: str) -> tuple[str, ...]:
        """What each opponent who may challenge holds at least and at most, as far as the learner can know."""
        sentences = [by_rule("lesson.should_call.yours", "T9.2", lang, points=deadwood(self.state.hands[YOU]))]
        for seat in OPPONENTS:
            who = learner(lang).name(seat)
            if not self.state.opened(seat):
                sentences.append(by_rule("lesson.should_call.cannot", "T6.3", lang, who=who))
                continue
            least, most = (deadwood(self._extreme(seat, best=best).hands[seat]) for best in (True, False))
            sentences.append(by_rule("lesson.should_call.between", "T9.2", lang, who=who, least=least, most=most))
        return tuple(sentences)

    def _extremes(self, lang: str) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        """The hands behind the bounds that decide: the cheapest for a certain win, the dearest for a certain loss."""
        best = bool(self.wins)
        key = "lesson.should_call.cheapest" if best else "lesson.should_call.dearest"
        return tuple(
            (say(key, lang, who=learner(lang).name(seat)), self._extreme(seat, best=best).hands[seat])
            for seat in OPPONENTS
            if self.state.opened(seat)
        )

    def hints(self, lang: str) -> tuple[Hint, ...]:
        who = say("lesson.should_call.hint" if self.open_hands else "lesson.should_call.hint_hidden", lang)
        own = say("lesson.should_call.own", lang, points=deadwood(self.state.hands[YOU]))
        rule = "T6.5"
        tie = "lesson.tie_challenger" if self.state.rules.tie is Tie.CHALLENGER else "lesson.tie_caller"
        return leading_to(self.solution(lang)[1], who, f"{own} {by_rule(tie, rule, lang)}")

    def solution(self, lang: str) -> tuple[str, Answer]:
        key = "call" if self.wins else "draw"
        return " ".join(self.check(key, lang).sentences), key


@drill("draw_call.should_call", "T6.4", "T6.5")
def should_call(chance: Random, level: int) -> ShouldCall:
    """Does a call win for certain? First with all hands open, then with what one player can know.

    All hands open and clearly different; then close, level or burned; then only what is known for certain.
    """
    wanted = chance.randrange(2) == 1
    while True:
        question = (_open, _close, _hidden)[level - 1](chance)
        if question is not None and question.wins is wanted:
            return question


def _open(chance: Random) -> ShouldCall | None:
    return ShouldCall(late_round(chance))


def _close(chance: Random) -> ShouldCall | None:
    """Someone holds within two points of the learner, or the one with less is burned."""
    rules = chance.choice((SHEET, Rules(tie=Tie.CHALLENGER)))
    counts = chance.choice(((2, 2, 2), (2, 0, 2), (2, 2, 1)))
    state = _perhaps_least(chance, late_round(chance, counts, rules=rules))
    near = min((seat for seat in OPPONENTS if state.opened(seat)), key=lambda seat: deadwood(state.hands[seat]))
    made = with_deadwood(state, YOU, deadwood(state.hands[near]) + chance.randint(-1, 1), chance)
    return ShouldCall(made) if made else None


def _hidden(chance: Random) -> ShouldCall | None:
    counts = chance.choice(((3, 2, 2), (3, 1, 2), (2, 0, 0), (1, 3, 1), (2, 3, 2), (3, 0, 1)))
    rules = chance.choice((SHEET, Rules(tie=Tie.CHALLENGER)))
    state = late_round(chance, counts, stock=chance.randint(3, 8), rules=rules)
    return ShouldCall(_perhaps_least(chance, state), open_hands=False)


# Questions about what pays better after a draw call, to challenge or to fold (T6.2 to T6.5, T9.3, T9.4)

BEST: Final = ("challenge", "fold", "same")
_BY_SIGN: Final = {1: "challenge", -1: "fold", 0: "same"}


@dataclass(frozen=True, slots=True)
class ChallengeOrFold:
    """T6.2 to T6.5: an opponent has called and all hands lie open; what pays better, or is it the same?"""

    state: State

    @property
    def best(self) -> str | None:
        """What pays better whatever the others still say; "same" if it never matters, None if it depends on them."""
        folded = [tell.result_of(end).payments[YOU] for end in every_answer(play(self.state, Fold(YOU)))]
        if self.barred:
            return "fold"
        challenged = [tell.result_of(end).payments[YOU] for end in every_answer(play(self.state, Challenge(YOU)))]
        signs = {(one > other) - (one < other) for one, other in zip(challenged, folded, strict=True)}
        return _BY_SIGN[signs.pop()] if len(signs) == 1 else None

    @property
    def barred(self) -> bool:
        return bool(why_not(self.state, Challenge(YOU)))

    def task(self, lang: str) -> Task:
        piles, labels = tell.on_table(learner(lang), self.state, OPPONENTS)
        choices = tuple((key, say(f"lesson.challenge_or_fold.{key}", lang)) for key in BEST)
        notes = (
            *tell.about_call(learner(lang), self.state),
            *self._still_asked(lang),
            *tell.house_rules(self.state.rules, lang),
            self._payment(lang),
        )
        prompt = say("lesson.challenge_or_fold.prompt", lang)
        hand = self.state.hands[YOU]
        return Task(prompt, hand, piles, choices, kind="choice", pile_labels=labels, notes=notes)

    def _payment(self, lang: str) -> str:
        """T9.3 or T9.4: how this table pays."""
        if self.state.rules.payment is Payment.CHIPS:
            return say("lesson.late.payment", lang, rule=say("clause.T9.4", lang))
        return say("lesson.late.payment.points", lang)

    def _still_asked(self, lang: str) -> tuple[str, ...]:
        after = play(self.state, Fold(YOU))
        return tuple(learner(lang).say("lesson.late.still_asked", seat=seat) for seat in turn(after))

    def check(self, answer: Answer, lang: str) -> Verdict:
        right = answer == self.best
        if self.barred:
            refusals = why_not(self.state, Challenge(YOU))
            end = self._end(Fold(YOU))
            refused = learner(lang).explained(refusals)
            return Verdict(
                right,
                refused,
                ("T6.3",),
                (self._line(Fold(YOU), lang),),
                tell.open_hands(learner(lang), end),
            )
        end = self._end(Challenge(YOU))
        reasons = all_told(end, lang)
        rule = "T9.4" if self.state.rules.payment is Payment.CHIPS else "T9.3"
        even = self.best == "same" and tell.result_of(end).winner == YOU
        key = "lesson.challenge_or_fold.why_even" if even else f"lesson.challenge_or_fold.why_{self.best}"
        why = (*sentences_of(reasons), by_rule(key, rule, lang))
        follows = tuple(self._line(move, lang) for move in (Challenge(YOU), Fold(YOU)))
        return Verdict(right, why, (*rules_of(reasons), rule), follows, tell.open_hands(learner(lang), end))

    def _end(self, move: Move) -> State:
        """The end after this answer, if whoever is asked later challenges when there is reason to."""
        after = play(self.state, move)
        return answered(after, willing(after))

    def _line(self, move: Challenge | Fold, lang: str) -> str:
        end = self._end(move)
        key = "lesson.challenge_or_fold.if_challenged"
        if isinstance(move, Fold):
            key = "lesson.challenge_or_fold.if_folded"
        winner = say("lesson.ending.winner", lang, who=learner(lang).name(tell.result_of(end).winner or YOU))
        return f"{say(key, lang)} {winner} {tell.balance(learner(lang), end, YOU).sentence}"

    def hints(self, lang: str) -> tuple[Hint, ...]:
        tie = "lesson.tie_challenger" if self.state.rules.tie is Tie.CHALLENGER else "lesson.tie_caller"
        counted = tell.hands_counted(learner(lang), tell.result_of(self._end(Fold(YOU))), range(3))
        hands = say("lesson.late.counted", lang, hands=counted)
        chips = self.state.rules.payment is Payment.CHIPS
        cost = say("lesson.challenge_or_fold.hint_chips" if chips else "lesson.challenge_or_fold.hint_points", lang)
        return leading_to(self.best or "", cost, f"{hands} {by_rule(tie, 'T6.5', lang)}")

    def solution(self, lang: str) -> tuple[str, Answer]:
        answer = self.best or ""
        verdict = self.check(answer, lang)
        return " ".join((*verdict.sentences, *verdict.follows)), answer


@drill("draw_call.challenge_or_fold", "T6.3", "T6.5")
def challenge_or_fold(chance: Random, level: int) -> ChallengeOrFold:
    """What pays better, to challenge or to fold, or is it the same?

    Paid in points; then in chips, and close; then a third player who still answers, or a learner who is burned.
    """
    wanted = chance.choice(BEST[::2] if level == 1 else BEST)
    while True:
        rules = Rules(
            payment=Payment.DEADWOOD if level == 1 or wanted == "same" else Payment.CHIPS,
            tie=chance.choice(tuple(Tie)) if level > 1 else Tie.CALLER,
        )
        caller = LEFT if level < 3 else chance.choice(OPPONENTS)
        burned = level == 3 and wanted == "fold" and chance.randrange(3) == 0
        state = late_round(chance, (0 if burned else 2, 2, 2), seat=caller, rules=rules)
        if level > 1:
            near = deadwood(state.hands[caller]) + chance.randint(-2, 2)
            state = with_deadwood(state, YOU, near, chance) or state
        if burned:
            state = _perhaps_least(chance, state)
        state = play(state, Call(caller))
        if caller == LEFT:
            state = play(state, Challenge(RIGHT) if level == 3 and chance.randrange(2) else Fold(RIGHT))
        question = ChallengeOrFold(state)
        if question.best == wanted:
            return question


# Questions about who is burned when a round ends (T7.1)


@dataclass(frozen=True, slots=True)
class WhoIsBurned:
    """T7.1: the round is over; who is burned? `laid_off` says who has laid off what."""

    state: State
    laid_off: tuple[LaidOff, ...] = ()

    @property
    def answer(self) -> tuple[str, ...]:
        return tuple(str(seat) for seat in sorted(tell.result_of(self.state).burned))

    def task(self, lang: str) -> Task:
        piles, labels = tell.on_table(learner(lang), self.state)
        counts = [
            say("lesson.late.cards_held", lang, who=learner(lang).name(s), cards=len(self.state.hands[s]))
            for s in SEATS
        ]
        notes = (
            *tell.about_lay_offs(learner(lang), self.laid_off),
            *counts,
            *tell.house_rules(self.state.rules, lang),
        )
        prompt = say("lesson.who_is_burned.prompt", lang)
        choices = seat_choices(lang)
        return Task(
            prompt, (), piles, choices, kind="choice", multiple=True, may_be_empty=True, pile_labels=labels, notes=notes
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        sentences, rules = [], []
        for seat in SEATS:
            key, rule = self._reason(seat)
            sentences.append(by_rule(key, rule, lang, who=learner(lang).name(seat), cards=self._laid_off_by(seat)))
            rules.append(rule)
        each = tuple(zip(map(str, SEATS), sentences, strict=True))
        return Verdict(answer == self.answer, tuple(sentences), tuple(dict.fromkeys((*rules, "T7.1"))), reasons=each)

    def _reason(self, seat: int) -> tuple[str, str]:
        """What is to be said of one player, and by which clause."""
        own = [laid for laid in self.state.melds if laid.owner == seat]
        if not own:
            laid_off = self._laid_off_by(seat)
            return "lesson.who_is_burned.only_laid_off" if laid_off else "lesson.who_is_burned.burned", "T7.1"
        if all(laid.secret for laid in own):
            return "lesson.who_is_burned.secret", "T6.9"
        return "lesson.who_is_burned.not_burned", "T7.1"

    def _laid_off_by(self, seat: int) -> tuple[Card, ...]:
        return tuple(added.card for added in self.laid_off if added.seat == seat)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        owners = tuple(learner(lang).name(seat) for seat in sorted({laid.owner for laid in self.state.melds}))
        key = "lesson.who_is_burned.owners" if owners else "lesson.who_is_burned.no_owner"
        return leading_to(self.answer, say("lesson.who_is_burned.look", lang), say(key, lang, who=owners))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


@drill("draw_call.who_is_burned", "T7.1")
def who_is_burned(chance: Random, level: int) -> WhoIsBurned:
    """Who is burned?

    Melds alone; then lay-offs too; then a secret four, or nobody who has laid a meld.
    """
    counts = [chance.randrange(3) for _ in SEATS]
    caller = next((seat for seat in SEATS if counts[seat]), 0)
    counts[caller] = max(1, counts[caller])
    rules = Rules(secret_four=True) if level == 3 else SHEET
    state = late_round(chance, (counts[0], counts[1], counts[2]), seat=caller, rules=rules)
    seats = [seat for seat in SEATS if level > 1 and (not counts[seat] or chance.randrange(2))]
    state, laid_off = layers_off(chance, state, seats)
    if level == 3 and chance.randrange(2):
        state = _with_secret_four(chance, state, (caller + 1) % len(SEATS))
    return WhoIsBurned(answered(state, ()), laid_off)


def _with_secret_four(chance: Random, state: State, seat: int) -> State:
    """The same table, on which a seat has laid a set of four face down, if its hand and the ranks left allow it."""
    made = with_four(chance, state, seat)
    if made is None:
        return state
    state, four = made
    hands = tuple(tuple(card for card in hand if card not in four) for hand in state.hands)
    return replace(state, hands=hands, melds=(*state.melds, Laid(Meld(Kind.SET, four, four), seat, secret=True)))


# Questions about the secret four (T6.9): may it be laid face down, and what does it do?

PLAYED: Final = Rules(secret_four=True)
CLAIMS: Final = ("opened", "seen", "lay_off", "call", "burned")


@dataclass(frozen=True, slots=True)
class SecretFour:
    """T6.9: may the learner lay these cards of the hand face down, in this turn?"""

    state: State
    cards: tuple[Card, ...]

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return why_not(self.state, LayMeld(YOU, self.cards, secret=True))

    def task(self, lang: str) -> Task:
        piles, labels = tell.on_table(learner(lang), self.state)
        taken = self.state.taken
        turn = say("lesson.secret_four.taken", lang, card=taken) if taken else say("lesson.secret_four.drawn", lang)
        notes = (turn, *tell.house_rules(self.state.rules, lang))
        prompt = say("lesson.secret_four.prompt", lang, cards=self.cards)
        hand = self.state.hands[YOU]
        return Task(prompt, hand, piles, yes_or_no(lang), kind="choice", pile_labels=labels, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        refusals = self.refusals
        if not refusals:
            return Verdict(answer == "yes", (by_rule("lesson.secret_four.yes", "T6.9", lang),), ("T6.9",))
        sentences = learner(lang).explained(refusals)
        return Verdict(answer == "no", sentences, tuple(dict.fromkeys(refusal.rule for refusal in refusals)))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        three = say("lesson.secret_four.three_things", lang)
        rules = " ".join(tell.house_rules(self.state.rules, lang))
        where = "lesson.secret_four.one_taken" if self.state.taken in self.cards else "lesson.secret_four.none_taken"
        return leading_to(self.solution(lang)[1], three, f"{rules} {say(where, lang)}")

    def solution(self, lang: str) -> tuple[str, Answer]:
        key = "no" if self.refusals else "yes"
        return " ".join(self.check(key, lang).sentences), key


@dataclass(frozen=True, slots=True)
class AfterFour:
    """T6.9: the learner lays this set of four as the first meld, face down or openly; which claims are true then?"""

    state: State
    cards: tuple[Card, ...]
    secret: bool
    claims: tuple[str, ...] = CLAIMS

    @property
    def after(self) -> State:
        return play(self.state, LayMeld(YOU, self.cards, secret=self.secret))

    def _holds(self, claim: str) -> bool:
        after = self.after
        place = len(after.melds) - 1
        match claim:
            case "opened":
                return after.opened(YOU)
            case "seen":
                return view(after, LEFT).melds[place].meld is not None
            case "lay_off":
                turn = play(discarded(after)[0], Draw(LEFT))
                return any(not why_not(turn, Sapaw(LEFT, place, (card,))) for card in turn.hands[LEFT])
            case "call":
                return not why_not(_next_turn(after), Call(YOU))
            case _:
                return not after.opened(YOU)

    @property
    def answer(self) -> tuple[str, ...]:
        return tuple(claim for claim in self.claims if self._holds(claim))

    def task(self, lang: str) -> Task:
        piles, labels = tell.on_table(learner(lang), self.state)
        how = "lesson.after_four.prompt_secret" if self.secret else "lesson.after_four.prompt_open"
        return Task(
            say(how, lang, cards=self.cards),
            self.state.hands[YOU],
            piles,
            tuple((claim, say(f"lesson.after_four.{claim}", lang)) for claim in self.claims),
            kind="choice",
            multiple=True,
            may_be_empty=True,
            pile_labels=labels,
            notes=tell.house_rules(self.state.rules, lang),
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        reasons = [self._because(claim) for claim in self.claims]
        sentences = tuple(by_rule(key, rule, lang) for key, rule in reasons)
        clauses = tuple(dict.fromkeys(rule for _, rule in reasons))
        each = tuple(zip(self.claims, sentences, strict=True))
        return Verdict(answer == self.answer, sentences, clauses, reasons=each)

    def _because(self, claim: str) -> tuple[str, str]:
        """What is to be said of a claim, and by which clause."""
        match claim:
            case "opened":
                return "lesson.after_four.opens", "T3.5"
            case "seen":
                return ("lesson.after_four.hidden" if self.secret else "lesson.after_four.visible"), "T6.9"
            case "lay_off" if self.secret:
                return "lesson.after_four.closed", "T6.9"
            case "lay_off":
                return "lesson.after_four.complete", "T4.2"
            case "call":
                return "lesson.after_four.may_call", "T6.1"
            case _:
                return "lesson.after_four.not_burned", "T7.1"

    def hints(self, lang: str) -> tuple[Hint, ...]:
        meld = say("lesson.after_four.a_meld", lang)
        return leading_to(self.answer, meld, say("lesson.after_four.how_many", lang, claims=len(self.answer)))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


@drill("draw_call.secret_four", "T6.9")
def secret_four(chance: Random, level: int) -> SecretFour | AfterFour:
    """May these cards be laid face down, and what is so afterwards?

    Four of a kind, with the house rule or without; then three, or a run; then a card of it just taken or drawn.

    Now and then the question is what is so afterwards.
    """
    if chance.randrange(3) == 0:
        return _after_four(chance, level)
    rules = PLAYED if chance.randrange(3) or level > 2 else SHEET
    while True:
        state = late_round(chance, (chance.randrange(2), 1, 1), rules=rules)
        made = with_four(chance, state, YOU)
        if made is None:
            continue
        state, four = made
        if level == 2 and chance.randrange(2):
            return _not_four(chance, state, four)
        return SecretFour(_begun(chance, state, four if level > 2 else ()), four)


def _not_four(chance: Random, state: State, four: tuple[Card, ...]) -> SecretFour:
    """Three of the four, or a run of four cards that lie in no meld."""
    lying = {card for laid in state.melds if laid.meld for card in laid.meld.cards}
    runs = [
        run
        for suit in SUITS
        for start in range(len(RANKS) - 3)
        if not lying & set(run := tuple(Card(rank + suit) for rank in RANKS[start : start + 4]))
    ]
    if not runs or chance.randrange(2):
        return SecretFour(_begun(chance, state, ()), tuple(sorted(chance.sample(four, 3))))
    run = chance.choice(runs)
    for card in run:
        state = with_card(state, YOU, card, keep=run)
    return SecretFour(_begun(chance, state, ()), run)


def _begun(chance: Random, state: State, from_pile: tuple[Card, ...]) -> State:
    """The learner's turn after its draw: of `from_pile` one card has just come, from the discard pile or the stock."""
    takes = bool(from_pile) and chance.randrange(2) == 1
    if from_pile:
        top = state.discards[0] if takes else state.stock[0]
        state = exchanged(state, chance.choice(from_pile), top)
    return play(state, Take(YOU) if takes else Draw(YOU))


def _after_four(chance: Random, level: int) -> AfterFour:
    """Three claims of five; from level 2 on also about a set that is laid openly."""
    secret = level == 1 or chance.randrange(2) == 1
    while True:
        made = with_four(chance, late_round(chance, (0, 1, 2), rules=PLAYED), YOU)
        if made is not None:
            break
    state, four = made
    claims = sorted(chance.sample(CLAIMS, 3 if level < 3 else 4), key=CLAIMS.index)
    return AfterFour(play(state, Draw(YOU)), four, secret, tuple(claims))


def _next_turn(state: State) -> State:
    """The beginning of the learner's next turn, after each player has discarded the dearest card."""
    state, _ = discarded(state)
    while state.seat != YOU:
        state, _ = discarded(play(state, Draw(state.seat)))
    return state


DRILLS: Final = (
    may_call,
    whose_answer,
    who_challenges,
    who_wins,
    should_call,
    challenge_or_fold,
    who_is_burned,
    secret_four,
    end_of_stock,
)
"""In the order in which they are met."""
