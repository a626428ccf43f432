"""The exercises about cards, points and the deal of both games (T1, T9.1, U1): each a `Drill`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final, Literal, TypeAlias, get_args

from cardlab import tichu, tongits
from cardlab.cards import DECK, RANKS, SPECIALS, SUITS, TICHU_DECK, Card
from cardlab.lessons.drill import drill
from cardlab.lessons.protocol import Answer, Hint, Task, Verdict, leading_to, number_of
from cardlab.lessons.tables_tongits import learner, seat_choices
from cardlab.phrasing import by_rule
from cardlab.phrasing.catalogue import card_label, card_name, say
from cardlab.phrasing.scoring import counted, miscounted
from cardlab.tongits import Ending, Outcome
from cardlab.tongits.moves import SEATS

# Questions about single cards: what is this card called (T1.2, U1.1)

LETTERS: Final = "AJQK"


@dataclass(frozen=True, slots=True)
class NameIt:
    """T1.2, U1.1: what is this card called? `names` are the cards whose names are offered, this one among them."""

    card: Card
    names: tuple[Card, ...]

    def task(self, lang: str) -> Task:
        choices = tuple((card.code, card_name(card, lang)) for card in self.names)
        label = say("lesson.name_it.this_card", lang)
        return Task(say("lesson.name_it.prompt", lang), (self.card,), (), choices, "choice", hand_label=label)

    def check(self, answer: Answer, lang: str) -> Verdict:
        if answer == self.card.code:
            return _right(self.card, lang)
        named = next(card for card in self.names if card.code == answer)
        verdict = _confused(self.card, named, lang)
        return Verdict(False, verdict, (_clause(self.card),), groups=((card_name(named, lang), (named,)),))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(self.card.code, *_hints(self.card, self.names, lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(_right(self.card, lang).sentences), self.card.code


@drill("cards.name_it", "T1.2", "U1.1")
def name_it(chance: Random, level: int) -> NameIt:
    """What is this card called?

    Number cards; then ace and court cards; then special cards too. The other names are those of cards like it.
    """
    card = chance.choice(_OF_LEVEL[level - 1])
    names = [card, *_like(card, 3, chance)]
    chance.shuffle(names)
    return NameIt(card, tuple(names))


_NUMBERS: Final = tuple(card for card in DECK if card.rank not in LETTERS)
_LETTERED: Final = tuple(card for card in DECK if card.rank in LETTERS)
_OF_LEVEL: Final = (_NUMBERS, _LETTERED, (*_LETTERED, *SPECIALS, *SPECIALS))


def _like(card: Card, count: int, chance: Random) -> list[Card]:
    """Other cards that the card could be taken for: of its suit, of its rank, for a special card the other three."""
    if card in SPECIALS:
        others = [other for other in SPECIALS if other is not card]
        return others + chance.sample(_LETTERED, count - len(others))
    suits = [other for other in DECK if other is not card and other.rank == card.rank]
    lettered = card.rank in LETTERS
    ranks = [other for other in DECK if other.suit == card.suit and (other.rank in LETTERS) is lettered]
    near = [*suits, *(other for other in ranks if other is not card)]
    rest = [other for other in TICHU_DECK if other not in near and other is not card]
    chosen = chance.sample(near, min(count, len(near)))
    return chosen + chance.sample(rest, count - len(chosen))


def _clause(card: Card) -> str:
    return "U1.1" if card in SPECIALS else "T1.2"


def _right(card: Card, lang: str) -> Verdict:
    key = "lesson.name_it.special" if card in SPECIALS else "lesson.name_it.in_short"
    return Verdict(
        True, (by_rule(key, _clause(card), lang, card=card, short=card_label(card, lang)),), (_clause(card),)
    )


def _confused(shown: Card, named: Card, lang: str) -> tuple[str, ...]:
    """What tells the card that is shown from the one that is named: the sign, the corner, or the whole drawing."""
    if shown in SPECIALS or named in SPECIALS:
        special = named if named in SPECIALS else shown
        return (by_rule(f"lesson.looks.{special}", "U1.1", lang),)
    sentences = []
    if shown.suit != named.suit:
        sentences.append(_about_signs("lesson.name_it.suit", shown, named, lang))
    if shown.rank != named.rank:
        sentences.append(by_rule("lesson.name_it.rank", "T1.2", lang, rank=shown.rank, other=named.rank))
    return tuple(sentences)


def _about_signs(key: str, shown: Card, named: Card, lang: str) -> str:
    signs = {"sign": card_label(shown, lang)[-1], "other": card_label(named, lang)[-1]}
    return by_rule(key, "T1.2", lang, **signs, suit=f"suit.{shown.suit}", other_suit=f"suit.{named.suit}")


def _hints(card: Card, offered: tuple[Card, ...], lang: str) -> tuple[str, ...]:
    """What tells this card from the others offered: its sign and its corner, as far as they differ in them."""
    if card in SPECIALS:
        return say("lesson.name_it.one_of_four", lang), say(f"lesson.looks.{card}", lang)
    key = f"lesson.letter.{card.rank}" if card.rank in LETTERS else "lesson.letter.number"
    sign = say("lesson.name_it.sign", lang, sign=card_label(card, lang)[-1], suit=f"suit.{card.suit}")
    corner = say(key, lang, rank=card.rank)
    if all(other.suit == card.suit for other in offered):
        return (corner,)
    return (sign,) if all(other.rank == card.rank for other in offered) else (sign, corner)


# Questions about the table and the deal of Tongits: how many cards lie where, whose turn it is, who begins (T1)

WINNER_STARTS: Final = tongits.Rules(winner_starts=True)
TONGITS_SEATS: Final = range(SEATS)
Place: TypeAlias = Literal["hand_0", "hand_1", "hand_2", "stock", "discards", "hands"]
PLACES: Final[tuple[Place, ...]] = get_args(Place)


@dataclass(frozen=True, slots=True)
class Dealt:
    """T1.3, T1.4: how many cards lie there after the deal, with this first player? `jokers` are shuffled in (T10.1)."""

    place: Place
    first: int = 0
    jokers: int = 0

    @property
    def state(self) -> tongits.State:
        return _deal(self.first, self.jokers)

    @property
    def answer(self) -> int:
        state = self.state
        match self.place:
            case "stock":
                return len(state.stock)
            case "discards":
                return len(state.discards)
            case "hands":
                return sum(len(hand) for hand in state.hands)
            case hand:
                return len(state.hands[int(hand[-1])])

    @property
    def rule(self) -> str:
        return "T1.4" if self.place in ("stock", "discards") else "T1.3"

    def task(self, lang: str) -> Task:
        notes = [say("lesson.dealt.first", lang, seat=f"seat.{self.first}")]
        if self.jokers:
            notes.append(say("lesson.dealt.jokers", lang, count=self.jokers))
        return Task(say(f"lesson.dealt.{self.place}", lang), kind="number", notes=tuple(notes))

    def check(self, answer: Answer, lang: str) -> Verdict:
        if number_of(answer) == self.answer:
            return Verdict(True, self._counted(lang), (self.rule,))
        key = {"stock": "the_rest", "discards": "nothing_yet", "hands": "add_hands"}.get(self.place, "one_more")
        sentences = [by_rule(f"lesson.dealt.{key}", self.rule, lang)]
        if self.jokers and answer == Dealt(self.place, self.first).answer:
            sentences.append(by_rule("lesson.dealt.without_jokers", "T10.1", lang, count=self.jokers))
        return Verdict(False, tuple(sentences), (self.rule,))

    def _counted(self, lang: str) -> tuple[str, ...]:
        """The whole deal: the hands, the stock, and that together they are the deck."""
        state = self.state
        sizes = [len(hand) for hand in state.hands]
        hands = by_rule("lesson.dealt.all_hands", "T1.3", lang, you=sizes[0], left=sizes[1], right=sizes[2])
        deck = sum(sizes) + len(state.stock)
        stock = by_rule("lesson.dealt.left_over", "T1.4", lang, deck=deck, hands=sum(sizes), count=len(state.stock))
        return hands, stock

    def hints(self, lang: str) -> tuple[Hint, ...]:
        sizes = [len(hand) for hand in self.state.hands]
        if self.place == "discards":
            return leading_to(self.answer, say("lesson.dealt.who_fills", lang), say("lesson.dealt.no_one_yet", lang))
        if self.place == "stock":
            deck = sum(sizes) + len(self.state.stock)
            return leading_to(self.answer, say("lesson.dealt.deck", lang, count=deck), self._hands_hint(sizes, lang))
        first = say("lesson.dealt.first_gets", lang, count=sizes[self.first])
        others = say("lesson.dealt.others_get", lang, count=min(sizes))
        if self.place == "hands":
            return leading_to(self.answer, first, others)
        mine = first if self.place == f"hand_{self.first}" else others
        return leading_to(self.answer, say("lesson.dealt.one_more", lang), mine)

    def _hands_hint(self, sizes: list[int], lang: str) -> str:
        return say("lesson.dealt.hands_hint", lang, sizes=" + ".join(map(str, sizes)), total=sum(sizes))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self._counted(lang)), self.answer


@dataclass(frozen=True, slots=True)
class NextTurn:
    """T1.1: whose turn is it when this seat has discarded?"""

    seat: int

    @property
    def answer(self) -> str:
        before = _deal(self.seat)
        after = tongits.play(before, tongits.Discard(self.seat, before.hands[self.seat][0]))
        (following,) = tongits.turn(after)
        return str(following)

    def task(self, lang: str) -> Task:
        prompt = say(f"lesson.next_turn.prompt_{self.seat}", lang)
        return Task(prompt, kind="choice", choices=seat_choices(lang))

    def check(self, answer: Answer, lang: str) -> Verdict:
        sentence = by_rule("lesson.next_turn.to_the_left", "T1.1", lang)
        follows = (learner(lang).about("lesson.next_turn.turn_of", int(self.answer)),)
        if answer == self.answer:
            return Verdict(True, (sentence,), ("T1.1",), follows)
        return Verdict(False, (sentence,), ("T1.1",))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(self.answer, say("lesson.next_turn.clockwise", lang), say("lesson.next_turn.circle", lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        verdict = self.check(self.answer, lang)
        return " ".join((*verdict.sentences, *verdict.follows)), self.answer


@dataclass(frozen=True, slots=True)
class NextFirst:
    """T1.5: who is first player in the next round, after a round begun by `first` and won by `winner`?"""

    first: int
    winner: int
    rules: tongits.Rules = tongits.SHEET

    @property
    def answer(self) -> str:
        ended = Outcome(Ending.STOCK, self.winner, (0,) * SEATS, (0,) * SEATS)
        return str(tongits.Match(self.rules, first=self.first).add(ended).first)

    @property
    def _reading(self) -> str:
        return "winner_starts" if self.rules.winner_starts else "rotation"

    def task(self, lang: str) -> Task:
        notes = (
            say("lesson.dealt.first", lang, seat=f"seat.{self.first}"),
            say("lesson.next_first.winner", lang, seat=f"seat.{self.winner}"),
            say(f"lesson.next_first.at_{self._reading}", lang),
        )
        return Task(say("lesson.next_first.prompt", lang), kind="choice", choices=seat_choices(lang), notes=notes)

    def check(self, answer: Answer, lang: str) -> Verdict:
        sentence = by_rule(f"lesson.next_first.by_{self._reading}", "T1.5", lang)
        chosen = int(str(answer))
        size = len(_deal(int(self.answer)).hands[chosen])
        follows = (say("lesson.next_first.gets", lang, seat=f"seat.{chosen}", count=size),)
        return Verdict(answer == self.answer, (sentence,), ("T1.5",), follows)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        sentence = say(f"lesson.next_first.by_{self._reading}", lang)
        return leading_to(self.answer, say("lesson.next_first.read_notes", lang), sentence)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return " ".join(self.check(self.answer, lang).sentences), self.answer


@cache
def _deal(first: int, jokers: int = 0) -> tongits.State:
    """One deal with this first player; only its numbers are asked for, and they are those of every deal."""
    return tongits.deal(tongits.Rules(jokers=jokers), first=first)


@drill("cards.dealt", "T1.1", "T1.3", "T1.4", "T1.5")
def dealt(chance: Random, level: int) -> Dealt | NextTurn | NextFirst:
    """How many cards lie there after the deal of Tongits, whose turn is next, and who begins the next round?"""
    return (_how_many if chance.randrange(2) else _who_is_next)(chance, level)


def _how_many(chance: Random, level: int) -> Dealt:
    """The hands; then the stock, the discard pile and all hands together; then with jokers shuffled in."""
    if level == 1:
        return Dealt(chance.choice(PLACES[:3]), chance.choice(TONGITS_SEATS))
    if level == 2:
        return Dealt(chance.choice(PLACES[2:]), chance.choice(TONGITS_SEATS))
    return Dealt(chance.choice(PLACES[1:]), chance.choice(TONGITS_SEATS), chance.choice((2, 4)))


def _who_is_next(chance: Random, level: int) -> NextTurn | NextFirst:
    """Whose turn is next, and who begins by rotation; then with the winner's house rule now and then; then often."""
    if level < 3 and chance.randrange(3) == 0:
        return NextTurn(chance.choice(TONGITS_SEATS))
    rules = WINNER_STARTS if chance.randrange(4) < level - 1 else tongits.SHEET
    return NextFirst(chance.choice(TONGITS_SEATS), chance.choice(TONGITS_SEATS), rules)


# Questions about what cards are worth: points in Tongits (T9.1), values in Tichu 1.on.1 (U1.4)


@dataclass(frozen=True, slots=True)
class Points:
    """T9.1: how many points are these cards worth in Tongits?"""

    hand: tuple[Card, ...]

    def task(self, lang: str) -> Task:
        one = len(self.hand) == 1
        label = say("lesson.name_it.this_card" if one else "lesson.these_cards", lang)
        prompt = say("lesson.worth.prompt", lang, count=len(self.hand))
        return Task(prompt, self.hand, kind="number", hand_label=label)

    def check(self, answer: Answer, lang: str) -> Verdict:
        right = answer == tongits.deadwood(self.hand)
        sentences = counted(self.hand, lang) if right else miscounted(number_of(answer), self.hand, lang)
        return Verdict(right, (sentences,), ("T9.1",))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        if len(self.hand) == 1:
            return leading_to(tongits.deadwood(self.hand), *self._hints_to_one(lang))
        courts = tuple(card for card in self.hand if card.number > 10)
        aces = tuple(card for card in self.hand if card.rank == "A")
        if courts:
            first = by_rule("lesson.count.courts", "T9.1", lang, cards=courts, count=len(courts))
        elif aces:
            first = by_rule("tell.worth.ace", "T9.1", lang)
        else:
            first = by_rule("lesson.worth.number_cards", "T9.1", lang)
        without = [card for card in self.hand if card not in courts]
        rest = say("lesson.worth.rest", lang, count=tongits.deadwood(without), cards=len(without))
        return leading_to(tongits.deadwood(self.hand), first, rest)

    def _hints_to_one(self, lang: str) -> tuple[str, str]:
        (card,) = self.hand
        lettered = card.rank in LETTERS
        corner = say(f"lesson.letter.{card.rank}" if lettered else "lesson.letter.number", lang, rank=card.rank)
        if card.rank == "A":
            return corner, by_rule("tell.worth.ace", "T9.1", lang)
        return corner, by_rule("lesson.worth.tens" if lettered else "lesson.worth.number_cards", "T9.1", lang)

    def solution(self, lang: str) -> tuple[str, Answer]:
        return counted(self.hand, lang), tongits.deadwood(self.hand)


@dataclass(frozen=True, slots=True)
class Value:
    """U1.4: what value does this card have in Tichu 1.on.1?"""

    card: Card

    @property
    def answer(self) -> int:
        worth = tichu.value(self.card)
        assert worth is not None
        return worth

    def task(self, lang: str) -> Task:
        label = say("lesson.name_it.this_card", lang)
        return Task(say("lesson.value.prompt", lang), (self.card,), kind="number", hand_label=label)

    def check(self, answer: Answer, lang: str) -> Verdict:
        number = number_of(answer)
        if number == self.answer:
            return Verdict(True, (self.solution(lang)[0],), ("U1.4",))
        if self.card in DECK and number == tongits.points(self.card):
            key = "lesson.value.points"
        elif self.card in DECK:
            key = "lesson.value.lower" if number > self.answer else "lesson.value.higher"
        else:
            key = "lesson.value.order"  # to count up from the 2 leads to no special card
        return Verdict(False, (by_rule(key, "U1.4", lang),), ("U1.4",))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        order = by_rule("lesson.value.order", "U1.4", lang)
        beside = [number for number in tichu.neighbours(self.answer) if abs(number - self.answer) == 1]
        near = [card for card in (*DECK[: len(RANKS)], *SPECIALS) if tichu.value(card) in beside]
        return leading_to(self.answer, order, say("lesson.value.beside", lang, card=self.card, cards=near))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return by_rule("lesson.value.is", "U1.4", lang, card=self.card, value=self.answer), self.answer


@drill("cards.points", "T9.1")
def points(chance: Random, level: int) -> Points:
    """How many points are these cards worth in Tongits?

    One card; then four, with an ace or a court card; then eight.
    """
    if level == 1:
        rank = chance.choice((*RANKS, *LETTERS))
        return Points((Card(rank + chance.choice(SUITS)),))
    size = 4 * (level - 1)
    notable = chance.choice([card for card in DECK if card.rank in LETTERS])
    others = chance.sample([card for card in DECK if card is not notable], size - 1)
    return Points(tuple(sorted((notable, *others))))


@drill("cards.value", "U1.4")
def value(chance: Random, level: int) -> Value:
    """What value does this card have in Tichu 1.on.1? A plain card, then a court card or an ace, then a special one."""
    plain = [card for card in DECK if (card.rank in LETTERS) is (level > 1)]
    valued = [card for card in SPECIALS if tichu.value(card) is not None]
    return Value(chance.choice(valued if level > 2 and chance.randrange(2) else plain))


# Questions about the deal and the opening of Tichu 1.on.1: how many cards lie where (U1.1 to U1.3)

TichuPlace: TypeAlias = Literal[
    "hand",
    "draw",
    "extra",
    "all_hand",
    "all_draw",
    "all_extra",
    "player",
    "deck",
    "after_extra",
    "after_piles",
    "lying",
]
TICHU_PLACES: Final[tuple[TichuPlace, ...]] = get_args(TichuPlace)


@dataclass(frozen=True, slots=True)
class TichuDealt:
    """U1.1, U1.2, U1.3: how many cards lie there after the deal, or after the opening?"""

    place: TichuPlace

    @property
    def answer(self) -> int:
        return _counts()[self.place]

    @property
    def rule(self) -> str:
        if self.place == "deck":
            return "U1.1"
        return "U1.3" if self.place in ("after_extra", "after_piles", "lying") else "U1.2"

    def task(self, lang: str) -> Task:
        return Task(say(f"lesson.tichu_dealt.{self.place}", lang), kind="number")

    def check(self, answer: Answer, lang: str) -> Verdict:
        right = number_of(answer) == self.answer
        sentences = self._because(lang) if right else by_rule(f"lesson.tichu_dealt.{self._where}", self.rule, lang)
        return Verdict(right, (sentences,), (self.rule,))

    @property
    def _where(self) -> str:
        return {"U1.1": "think_deck", "U1.2": "think_deal", "U1.3": "think_opening"}[self.rule]

    def _because(self, lang: str) -> str:
        key = {"U1.1": "deck_is", "U1.2": "deal_is", "U1.3": "opening_is"}[self.rule]
        return by_rule(f"lesson.tichu_dealt.{key}", self.rule, lang, **_counts())

    def hints(self, lang: str) -> tuple[Hint, ...]:
        first = say(f"lesson.tichu_dealt.{self._where}", lang)
        return leading_to(self.answer, first, say(f"lesson.tichu_dealt.hint_{self._where}", lang))

    def solution(self, lang: str) -> tuple[str, Answer]:
        return self._because(lang), self.answer


@cache
def _counts() -> Mapping[str, int]:
    """How many cards lie where; every deal has the same numbers, so one is counted once for all."""
    state = tichu.deal()
    opened = tichu.play(state, tichu.Flip())
    each = (len(state.hands[0]), len(state.draw[0]), len(state.extra[0]))
    return {
        "hand": each[0],
        "draw": each[1],
        "extra": each[2],
        "player": sum(each),
        "all_hand": sum(map(len, state.hands)),
        "all_draw": sum(map(len, state.draw)),
        "all_extra": sum(map(len, state.extra)),
        "deck": sum(len(pile) for piles in (state.hands, state.draw, state.extra) for pile in piles),
        "after_extra": len(opened.extra[0]),
        "after_piles": len(opened.piles),
        "lying": sum(len(pile.cards) for pile in opened.piles),
    }


@drill("cards.tichu_dealt", "U1.1", "U1.2", "U1.3")
def tichu_dealt(chance: Random, level: int) -> TichuDealt:
    """How many cards lie there after the deal of Tichu 1.on.1?

    What each player has; then the deck and what both have; then also what the opening changes.
    """
    return TichuDealt(chance.choice(_TICHU_LEVELS[level - 1]))


_TICHU_LEVELS: Final = (TICHU_PLACES[:7], TICHU_PLACES[1:9], TICHU_PLACES[3:])


DRILLS: Final = (
    name_it,
    dealt,
    points,
    tichu_dealt,
    value,
)
"""In the order in which they are met."""
