"""The exercises about payment and the progressive match (T9.3, T9.4, T10.5): each a `Drill`, with language and seed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cardlab.bots.tongits import careful
from cardlab.cards import Card
from cardlab.lessons.drill import drill
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict, leading_to
from cardlab.lessons.tables_tongits import (
    SEATS,
    THREES,
    YOU,
    exchanged,
    finished,
    learner,
    seat_choices,
    with_card,
    with_secret_four,
)
from cardlab.phrasing import by_rule, rules_of, sentences_of
from cardlab.phrasing import scoring as reckoned
from cardlab.phrasing import tongits as tell
from cardlab.phrasing.catalogue import say
from cardlab.rounds import play_tongits
from cardlab.tongits import SHEET, Ending, Laid, Match, Outcome, Payment, Rules, State, points
from cardlab.tongits.scoring import ChipParts

# Questions about what is paid after a round: in points (T9.3), or in chips (T9.4)

CHIPS: Final = Rules(payment=Payment.CHIPS)
SECRET_CHIPS: Final = Rules(payment=Payment.CHIPS, secret_four=True)


@dataclass(frozen=True, slots=True)
class Pays:
    """T9.3: what does this opponent of the winner pay, in points? With `given` all hands are counted already."""

    state: State
    seat: int
    given: bool = False

    @property
    def paid(self) -> int:
        return -tell.result_of(self.state).payments[self.seat]

    def task(self, lang: str) -> Task:
        shown = reckoned.hands(learner(lang), self.state, with_points=self.given)
        piles, labels = tuple(cards for cards, _ in shown), tuple(label for _, label in shown)
        notes = reckoned.story(learner(lang), self.state, winner=True)
        return Task(_asked("pays", self.seat, lang), piles=piles, kind="number", pile_labels=labels, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        if answer == self.paid:
            return Verdict(True, self._detail(lang), ("T9.3", "T9.2"))
        result = tell.result_of(self.state)
        own, theirs = result.deadwood[result.winner or 0], result.deadwood[self.seat]
        if own and answer == theirs:
            sentence = by_rule("lesson.pays.whole", "T9.3", lang)
        elif theirs < own and answer in (own - theirs, theirs - own):
            sentence = by_rule("lesson.pays.below_nothing", "T9.3", lang)
        else:
            sentence = _too_much_or_little(answer, self.paid, "T9.3", lang)
        return Verdict(False, (sentence, by_rule("lesson.pays.formula", "T9.3", lang)), ("T9.3", "T9.2"))

    def _detail(self, lang: str) -> tuple[str, ...]:
        winner = tell.result_of(self.state).winner
        assert winner is not None
        counts = tuple(reckoned.how_counted(learner(lang), self.state, seat) for seat in (self.seat, winner))
        return *counts, reckoned.how_paid(learner(lang), self.state, self.seat)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        formula = by_rule("lesson.pays.formula", "T9.3", lang)
        return leading_to(self.paid, formula, *reversed(self._detail(lang)[:2]))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._detail(lang)), self.paid


@dataclass(frozen=True, slots=True)
class RoundSum:
    """T9.3, T8.3: how many points are paid in this round, all together? With `names_winner` the winner is named."""

    state: State
    names_winner: bool = True

    @property
    def total(self) -> int:
        return sum(max(0, paid) for paid in tell.result_of(self.state).payments)

    def task(self, lang: str) -> Task:
        shown = reckoned.hands(learner(lang), self.state)
        piles, labels = tuple(cards for cards, _ in shown), tuple(label for _, label in shown)
        notes = reckoned.story(learner(lang), self.state, winner=self.names_winner)
        prompt = say("lesson.round_sum.prompt", lang)
        return Task(prompt, piles=piles, kind="number", pile_labels=labels, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        rules = self._rules
        if answer == self.total:
            return Verdict(True, self._detail(lang), rules)
        result = tell.result_of(self.state)
        if result.winner is None:
            return Verdict(False, (by_rule("lesson.round_sum.nobody", "T8.3", lang),), rules)
        payers = reckoned.payers(self.state)
        own, theirs = result.deadwood[result.winner], sum(result.deadwood[seat] for seat in payers)
        if own and answer == theirs:
            sentence = by_rule("lesson.pays.whole", "T9.3", lang)
        elif own and answer == theirs - own:
            sentence = by_rule("lesson.round_sum.only_once", "T9.3", lang)
        elif answer in [-result.payments[seat] for seat in payers if result.payments[seat]]:
            sentence = by_rule("lesson.round_sum.only_one", "T9.3", lang)
        else:
            sentence = _too_much_or_little(answer, self.total, "T9.3", lang)
        return Verdict(False, (sentence, by_rule("lesson.pays.formula", "T9.3", lang)), rules)

    @property
    def _rules(self) -> tuple[str, ...]:
        found = rules_of(tell.ended(learner("en"), self.state))
        return found if tell.result_of(self.state).winner is None else (*found, "T9.3")

    def _detail(self, lang: str) -> tuple[str, ...]:
        """Who has won and why, what each opponent pays, and the sum."""
        why = sentences_of(tell.ended(learner(lang), self.state))
        result = tell.result_of(self.state)
        if result.winner is None:
            return why
        payers = reckoned.payers(self.state)
        each = tuple(reckoned.how_paid(learner(lang), self.state, seat) for seat in payers)
        added = " + ".join(str(-result.payments[seat]) for seat in payers)
        return *why, *each, by_rule("lesson.round_sum.total", "T9.3", lang, parts=added, total=self.total)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        who = say("lesson.round_sum.ask_winner", lang)
        return leading_to(self.total, who, " ".join(sentences_of(tell.ended(learner(lang), self.state))))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._detail(lang)), self.total


@dataclass(frozen=True, slots=True)
class Chips:
    """T9.4: what does this opponent of the winner pay at a table that plays for chips?"""

    state: State
    seat: int

    @property
    def paid(self) -> int:
        return -tell.result_of(self.state).payments[self.seat]

    def task(self, lang: str) -> Task:
        shown = reckoned.winners_cards(learner(lang), self.state)
        piles, labels = tuple(cards for cards, _ in shown), tuple(label for _, label in shown)
        notes = (
            *reckoned.chips_in_force(self.state.rules, lang),
            *reckoned.story(learner(lang), self.state, winner=True),
        )
        prompt = _asked("chips", self.seat, lang)
        return Task(prompt, piles=piles, kind="number", pile_labels=labels, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        if answer == self.paid:
            return Verdict(True, reckoned.chips_in_parts(self.state, self.seat, lang), ("T9.4",))
        forgotten = [name for name, count in self.parts._asdict().items() if count and answer == self.paid - count]
        likely = [name for name in forgotten if name != "base"] or forgotten
        sentences = [by_rule(f"lesson.chips.forgotten_{name}", "T9.4", lang) for name in likely]
        sentences = sentences or [_too_much_or_little(answer, self.paid, "T9.4", lang)]
        return Verdict(False, (*sentences, by_rule("lesson.chips.formula", "T9.4", lang)), ("T9.4",))

    @property
    def parts(self) -> ChipParts:
        """Of what the payment is made up."""
        return reckoned.chip_parts(self.state, self.seat)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        formula = by_rule("lesson.chips.formula", "T9.4", lang)
        base, *more = reckoned.chips_in_parts(self.state, self.seat, lang)
        return leading_to(self.paid, formula, base, *more[:-1])

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(reckoned.chips_in_parts(self.state, self.seat, lang)), self.paid


@drill("scoring.winner_collects", "T9.3")
def winner_collects(chance: Random, level: int) -> Pays:
    """What does this opponent of the winner pay?

    Hands that are counted already; then to be counted; then also such as pay nothing.
    """
    nothing = level > 1 and chance.randrange(3) == 0

    def good(state: State, result: Outcome) -> bool:
        sizes = [len(hand) for hand in state.hands]
        owed = [-result.payments[seat] for seat in reckoned.payers(state)]
        return max(sizes) <= (9 if level < 3 else 12) and (0 in owed if nothing else max(owed) > 0)

    state = finished(chance, (Ending.DRAW, Ending.STOCK), good)
    result = tell.result_of(state)
    seats = [seat for seat in reckoned.payers(state) if (result.payments[seat] == 0) == nothing]
    return Pays(state, chance.choice(seats), given=level == 1)


@drill("scoring.after_a_tongits", "T9.3", "T5.1")
def after_a_tongits(chance: Random, level: int) -> Pays | RoundSum:
    """What is paid after a Tongits?

    One opponent pays; then the sum of both; then with an opponent who is burned, with all cards in hand.
    """
    with_burned = level > 2
    state = finished(
        chance, (Ending.TONGITS,), lambda state, result: bool(result.burned) == with_burned, burned=with_burned
    )
    if level == 1 or (level == 3 and chance.randrange(2)):
        return Pays(state, chance.choice(reckoned.payers(state)))
    return RoundSum(state)


@drill("scoring.round_sum", "T9.3", "T6.4", "T8.2", "T8.3")
def round_sum(chance: Random, level: int) -> RoundSum:
    """How many points are paid in this round, all together?

    After a draw call or at the end of the stock; then every ending; then the winner is to be found too.
    """
    endings = tuple(Ending) if level > 1 else (Ending.DRAW, Ending.STOCK)
    state = finished(chance, endings, lambda state, result: level > 1 or not result.burned)
    return RoundSum(state, names_winner=level < 3)


@drill("scoring.chips", "T9.4")
def chips(chance: Random, level: int) -> Chips:
    """What does this opponent pay at a table that plays for chips?

    1 or 3 chips; then aces and burned players; then secret fours too.
    """
    endings = (Ending.TONGITS, Ending.DRAW, Ending.STOCK)
    if level > 2 and chance.randrange(2):
        while True:
            made = finished(chance, endings, lambda state, result: True, SECRET_CHIPS)
            secret = with_secret_four(chance, made)
            if secret is not None:
                return Chips(secret, chance.choice(reckoned.payers(secret)))

    def good(state: State, result: Outcome) -> bool:
        parts = [reckoned.chip_parts(state, seat) for seat in reckoned.payers(state)]
        more = any(part.aces or part.burned for part in parts)
        return level == 1 or more

    state = finished(chance, endings, good, CHIPS)
    payers = reckoned.payers(state)
    dear = [seat for seat in payers if sum(reckoned.chip_parts(state, seat)[1:])] if level > 1 else ()
    return Chips(state, chance.choice(dear or payers))


def _asked(drill: str, seat: int, lang: str) -> str:
    """The question, to the learner, or about another player."""
    if seat == YOU:
        return say(f"lesson.{drill}.prompt_you", lang)
    return learner(lang).say(f"lesson.{drill}.prompt_other", seat=seat)


def _too_much_or_little(answer: Answer, right: int, rule: str, lang: str) -> str:
    key = "lesson.pays.too_much" if isinstance(answer, int) and answer > right else "lesson.pays.too_little"
    return by_rule(key, rule, lang)


# Questions about one deed at two tables: would it have been cheaper in points (T9.3), or in chips (T9.4)?

AT_SHEET, AT_CHIPS, BOTH, NEITHER = TABLES = ("sheet", "chips", "both", "neither")


@dataclass(frozen=True, slots=True)
class TwoTables:
    """T9.3, T9.4: had the learner acted otherwise, at which table would it have cost less: in points, in chips?

    `otherwise` is the same round with the other deed; either `laid` in it, or `kept` kept instead of `discarded`.
    `tables`: the house rules of the one that plays for points, and of the one that plays for chips.
    """

    state: State
    otherwise: State
    laid: tuple[Card, ...] = ()
    discarded: Card | None = None
    kept: Card | None = None
    tables: tuple[Rules, Rules] = (SHEET, CHIPS)

    def paid(self, rules: Rules) -> tuple[int, int]:
        """What the learner pays at a table with these rules, as it was and as it would have been."""
        before, after = (tell.result_of(replace(state, rules=rules)) for state in (self.state, self.otherwise))
        return -before.payments[YOU], -after.payments[YOU]

    @property
    def answer(self) -> str:
        cheaper = [before > after for before, after in map(self.paid, self.tables)]
        if cheaper[0]:
            return BOTH if cheaper[1] else AT_SHEET
        return AT_CHIPS if cheaper[1] else NEITHER

    def task(self, lang: str) -> Task:
        shown = reckoned.hands(learner(lang), self.state)
        piles, labels = tuple(cards for cards, _ in shown), tuple(label for _, label in shown)
        key = "lesson.two_tables.laid" if self.laid else "lesson.two_tables.discarded"
        suppose = say(key, lang, cards=self.laid, discarded=self.discarded, kept=self.kept)
        return Task(
            f"{suppose} {say('lesson.two_tables.prompt', lang)}",
            piles=piles,
            choices=tuple((table, say(f"lesson.two_tables.{table}", lang)) for table in TABLES),
            kind="choice",
            pile_labels=labels,
            notes=reckoned.story(learner(lang), self.state, winner=True),
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        return Verdict(answer == self.answer, self._detail(lang), ("T9.3", "T9.4"))

    def _detail(self, lang: str) -> tuple[str, ...]:
        sentences = []
        for (name, rule), rules in zip((("points", "T9.3"), ("chips", "T9.4")), self.tables, strict=True):
            before, after = self.paid(rules)
            sentences.append(by_rule(f"lesson.two_tables.paid_{name}", rule, lang, before=before, after=after))
        if self.laid and YOU in tell.result_of(self.state).burned:
            sentences.append(by_rule("lesson.two_tables.no_longer_burned", "T7.1", lang))
        return tuple(sentences)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        first = by_rule("lesson.two_tables.points_go_by", "T9.3", lang)
        second = by_rule("lesson.two_tables.chips_go_by", "T9.4", lang)
        return leading_to(self.answer, first, second)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._detail(lang)), self.answer


@drill("scoring.two_tables", "T9.3", "T9.4", "T7.1")
def two_tables(chance: Random, level: int) -> TwoTables:
    """Had you acted otherwise, at which table would you have paid less: in points or in chips?

    A meld that stayed in the hand of a burned player; then also of one who has opened; then also a dear card.
    """

    def good(state: State, result: Outcome) -> bool:
        taking_part = state.caller is not None and (state.caller == YOU or YOU in state.challengers)
        burned = YOU in result.burned
        owes = len(state.hands[YOU]) > 3 and result.winner not in (None, YOU)
        return owes and not taking_part and not state.challengers and (burned or level > 1)

    state = finished(chance, (Ending.TONGITS, Ending.DRAW), good, burned=level == 1)
    if level > 2 and chance.randrange(2):
        dear = max(state.hands[YOU], key=points)
        lower = [card for card in state.discards if points(card) < points(dear)]
        if lower:
            kept = chance.choice(lower)
            return TwoTables(state, exchanged(state, dear, kept), discarded=dear, kept=kept)
    return _with_hidden_meld(chance, state)


def _with_hidden_meld(chance: Random, state: State) -> TwoTables:
    """The learner has kept a meld in hand that could have been laid."""
    lying = {card for laid in state.melds if laid.meld for card in laid.meld.cards}
    ended_with = {*state.discards[:1], *state.hands[tell.result_of(state).winner or 0]}
    meld = chance.choice([meld for meld in THREES if not (lying | ended_with).intersection(meld.cards)])
    for card in meld.cards:
        state = with_card(state, YOU, card, keep=meld.cards)
    left = tuple(card for card in state.hands[YOU] if card not in meld.cards)
    table = (*state.melds, Laid(meld, YOU))
    return TwoTables(state, replace(state, hands=(left, *state.hands[1:]), melds=table), laid=meld.cards)


# Questions about the progressive match (T10.5): the scores after a round, who has lost, who has won

RULE: Final = "T10.5"
ENDINGS: Final = (Ending.TONGITS, Ending.DRAW, Ending.STOCK)


@dataclass(frozen=True, slots=True)
class NewScore:
    """T10.5: what is the score of this player after the round?"""

    match: Match
    result: Outcome
    seat: int

    @property
    def after(self) -> Match:
        return self.match.add(self.result)

    @property
    def score(self) -> int:
        return self.after.scores[self.seat]

    def task(self, lang: str) -> Task:
        key = "lesson.new_score.prompt_you" if self.seat == YOU else "lesson.new_score.prompt"
        prompt = learner(lang).say(key, seat=self.seat)
        return Task(prompt, kind="number", notes=_notes(self.match, self.result, lang))

    def check(self, answer: Answer, lang: str) -> Verdict:
        if answer == self.score:
            return Verdict(True, (self._detail(lang),), (RULE,))
        before, paid = self.match.scores[self.seat], -self.result.payments[self.seat]
        if self.seat == self.result.winner:
            sentence = by_rule("lesson.new_score.winner_adds_nothing", RULE, lang)
        elif answer == before - paid:
            sentence = by_rule("lesson.new_score.added", RULE, lang)
        else:
            sentence = by_rule("lesson.new_score.rule", RULE, lang)
        return Verdict(False, (sentence,), (RULE,))

    def _detail(self, lang: str) -> str:
        before, paid = self.match.scores[self.seat], -self.result.payments[self.seat]
        reader = learner(lang)
        if self.seat == self.result.winner:
            return reader.because("lesson.new_score.stays", RULE, self.seat, score=self.score).sentence
        facts = {"who": reader.name(self.seat), "before": before, "paid": paid, "score": self.score}
        return by_rule("lesson.new_score.sum", RULE, lang, **facts)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        rule, winner = by_rule("lesson.new_score.rule", RULE, lang), self.result.winner
        assert winner is not None
        who = say("lesson.new_score.who_won", lang, who=learner(lang).name(winner))
        return leading_to(self.score, rule, who)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return self._detail(lang), self.score


@dataclass(frozen=True, slots=True)
class ScoreAfter:
    """T9.3, T10.5: the hands of a round that is over lie open; what is the score of this payer after it?"""

    match: Match
    state: State
    seat: int

    @property
    def _payment(self) -> Pays:
        return Pays(self.state, self.seat)

    @property
    def _added(self) -> NewScore:
        return NewScore(self.match, tell.result_of(self.state), self.seat)

    def task(self, lang: str) -> Task:
        notes = (*_before(self.match, lang), *reckoned.story(learner(lang), self.state, winner=True))
        return replace(self._payment.task(lang), prompt=self._added.task(lang).prompt, notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        verdict = self._added.check(answer, lang)
        if verdict.right:
            payment = self._payment.check(self._payment.paid, lang)
            scores = _scores("lesson.match_end.scores", self._added.after.scores, lang)
            told = (*payment.sentences, *verdict.sentences, scores)
            return Verdict(True, told, (*payment.rules, *verdict.rules))
        if answer == self._payment.paid:
            return replace(verdict, sentences=(by_rule("lesson.score_after.only_paid", RULE, lang),))
        return verdict

    def hints(self, lang: str) -> tuple[Hint, ...]:
        rule, *_ = self._added.hints(lang)
        payment = (hint.sentence for hint in self._payment.hints(lang))
        return leading_to(self._added.score, rule.sentence, *payment)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self._added.score, lang).sentences), self._added.score


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """T10.5: who has lost the match after this round, or with `asks_winner`, who has won it? Nobody is an answer."""

    match: Match
    result: Outcome
    asks_winner: bool = False

    @property
    def after(self) -> Match:
        return self.match.add(self.result)

    @property
    def answer(self) -> tuple[str, ...]:
        """The keys of the players asked for."""
        return tuple(str(seat) for seat in (self.after.winners if self.asks_winner else self.after.losers))

    def task(self, lang: str) -> Task:
        key = "lesson.match_end.prompt_won" if self.asks_winner else "lesson.match_end.prompt_lost"
        return Task(
            say(key, lang),
            choices=seat_choices(lang),
            kind="choice",
            multiple=True,
            may_be_empty=True,
            notes=_notes(self.match, self.result, lang),
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        selected = answer if isinstance(answer, tuple) else (answer,)
        correct = set(selected) == set(self.answer)
        if correct:
            return Verdict(True, self._detail(lang), (RULE,))
        if not self.after.losers:
            sentence = by_rule("lesson.match_end.not_over", RULE, lang, target=self.match.rules.target)
        elif not selected:
            sentence = by_rule("lesson.match_end.over", RULE, lang, target=self.match.rules.target)
        else:
            sentence = by_rule(
                "lesson.match_end.won_rule" if self.asks_winner else "lesson.match_end.lost_rule", RULE, lang
            )
        return Verdict(False, (sentence, _scores("lesson.match_end.scores", self.after.scores, lang)), (RULE,))

    def _detail(self, lang: str) -> tuple[str, ...]:
        after = self.after
        scores = _scores("lesson.match_end.scores", after.scores, lang)
        target = self.match.rules.target
        if not after.losers:
            return scores, by_rule("lesson.match_end.goes_on", RULE, lang, target=target)
        reached = [seat for seat in SEATS if after.scores[seat] >= target]
        sentences = [scores, by_rule("lesson.match_end.reached", RULE, lang, target=target, who=_names(reached, lang))]
        if len(reached) > 1:
            key = "lesson.match_end.both" if len(after.losers) > 1 else "lesson.match_end.higher"
            sentences.append(by_rule(key, RULE, lang, who=_names(after.losers, lang)))
        sentences.append(by_rule("lesson.match_end.lowest", RULE, lang, who=_names(after.winners, lang)))
        return tuple(sentences)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        rule = by_rule("lesson.new_score.rule", RULE, lang)
        return leading_to(self.answer, rule, _scores("lesson.match_end.scores", self.after.scores, lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._detail(lang)), self.answer


def whole_match(seed: int, *targets: int) -> tuple[ScoreAfter | MatchEnd, ...]:
    """Questions about a match of three careful players: after each paid round the score of whoever pays most.

    At the end, who has lost the match; and who would have lost it with each of the other `targets`, all of them lower.
    """
    matches: list[Match] = [Match(SHEET)]
    ends: list[State] = []
    while not matches[-1].losers:
        deal = Random(f"{seed} {len(ends)}").randrange(2**32)
        *_, end = play_tongits((careful,) * len(SEATS), seed=deal, first=matches[-1].first).states()
        assert isinstance(end, State)
        ends.append(end)
        matches.append(matches[-1].add(tell.result_of(end)))
    asked: list[ScoreAfter | MatchEnd] = []
    for match, end in zip(matches, ends, strict=False):
        payments = tell.result_of(end).payments
        if any(payments):
            asked.append(ScoreAfter(match, end, payments.index(min(payments))))
    for target in (SHEET.target, *targets):
        there = [replace(match, rules=Rules(target=target)) for match in matches]
        last = next(place for place, match in enumerate(there) if match.losers) - 1
        asked.append(MatchEnd(there[last], tell.result_of(ends[last])))
    return tuple(asked)


@drill("scoring.progressive", "T10.5")
def progressive(chance: Random, level: int) -> NewScore:
    """What is the score of this player after the round?

    An opponent of the winner; then perhaps the winner; then scores above the target.
    """
    result = _some_result(chance)
    top = (60, 85, 99)[level - 1]
    match = Match(SHEET, (chance.randrange(top), chance.randrange(top), chance.randrange(top)), 0, 4)
    seats = [seat for seat in SEATS if level > 1 or seat != result.winner]
    return NewScore(match, result, chance.choice(seats))


@drill("scoring.match_end", "T10.5")
def match_end(chance: Random, level: int) -> MatchEnd:
    """Who has lost the match after this round, or who has won it?

    One player or nobody reaches the target; then two at once; then equal scores, or another target, or who won.
    """
    rules = Rules(target=chance.choice((50, 150))) if level > 2 and chance.randrange(3) == 0 else SHEET
    while True:
        result = _some_result(chance)
        paid = [-amount for amount in result.payments]
        payers = [seat for seat in SEATS if seat != result.winner]
        if min(paid[seat] for seat in payers) > 0:
            break
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
    return MatchEnd(match, result, asks_winner=level > 1 and chance.randrange(3) == 0)


def _some_result(chance: Random) -> Outcome:
    """The end of some round in which somebody has paid."""
    return tell.result_of(finished(chance, ENDINGS, lambda state, result: any(result.payments)))


def _notes(match: Match, result: Outcome, lang: str) -> tuple[str, ...]:
    """The target, the scores before the round, and what was paid in it."""
    assert result.winner is not None
    paid = _each([(seat, -result.payments[seat]) for seat in SEATS if seat != result.winner], lang)
    return (*_before(match, lang), say("lesson.match.paid", lang, who=learner(lang).name(result.winner), paid=paid))


def _before(match: Match, lang: str) -> tuple[str, str]:
    """The target, and the scores before the round."""
    target = say("lesson.match.target", lang, target=match.rules.target)
    return target, _scores("lesson.match.before", match.scores, lang)


def _scores(key: str, scores: Iterable[int], lang: str) -> str:
    return say(key, lang, scores=_each(enumerate(scores), lang))


def _each(numbers: Iterable[tuple[int, int]], lang: str) -> tuple[str, ...]:
    return tuple(say("lesson.match.one", lang, who=learner(lang).name(seat), number=number) for seat, number in numbers)


def _names(seats: Iterable[int], lang: str) -> tuple[str, ...]:
    return tuple(learner(lang).name(seat) for seat in seats)


DRILLS: Final = (
    winner_collects,
    after_a_tongits,
    round_sum,
    chips,
    two_tables,
    progressive,
    match_end,
)
"""In the order in which they are met."""
