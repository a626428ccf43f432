"""Rules that a reader may write as functions, with cases, hints and solutions.

- `TASKS`: the tasks by the function's name; `RuleTask`: one of them;
- `Case`: the arguments of one call.

Small cases come first, then random ones, the same each time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import combinations, permutations, product
from random import Random
from typing import Any, Final, TypeAlias

from cardlab import tichu, tongits
from cardlab.cards import DECK, RANKS, TICHU_DECK, Card
from cardlab.lessons import tables_tichu
from cardlab.lessons.practice_hands import some_hand, some_melds
from cardlab.lessons.tables_tongits import SEATS, answered, late_round
from cardlab.phrasing import tichu_sentences, tongits_sentences
from cardlab.phrasing.house_rules import AnyRules
from cardlab.phrasing.messages import Deferred, Message, Name, Text
from cardlab.phrasing.scoring import counted, how_paid, layout
from cardlab.tichu.piles import DOG, DRAGON, PHOENIX

Case: TypeAlias = tuple[Any, ...]
Answer: TypeAlias = bool | int | tuple[int, ...] | Card


@dataclass(frozen=True, slots=True)
class RuleTask:
    """A function to write.

    - `clauses`: the clauses that it expresses; `cases`: the calls to try, from small to large;
    - `right`: the engine's answer; takes the arguments of the call, and `rules` for other rules than the sheets';
    - `why`: the reason; takes the answer given, then the arguments of the call;
    - `house_rules`: rules under which another function would be right;
    - `hints`: the catalogue keys of three hints; `solution`: source code;
    - `kind`: returns features of a call as a set, if right answer and clause don't tell kinds of errors apart;
    - `lost`: computes `loss` from the answer, the right one and the arguments, if several answers are good.
    """

    clauses: tuple[str, ...]
    cases: Callable[[], tuple[Case, ...]]
    right: Callable[..., Answer]
    why: Callable[..., Text]
    house_rules: tuple[AnyRules, ...]
    hints: tuple[str, str, str]
    solution: str
    kind: Callable[..., frozenset[Hashable]] | None = None
    lost: Callable[..., int | None] | None = None

    def loss(self, answer: object, right: Answer, case: Case, **rules: AnyRules) -> int | None:
        """Return how much worse an answer is than the right one; 0 if it is as good, None if illegal."""
        return self.lost(answer, right, *case, **rules) if self.lost else int(answer != right)


# The cases


def _sorted(handfuls: Iterable[tuple[Card, ...]]) -> tuple[Case, ...]:
    """Return each handful once as a case, the small ones first."""
    return tuple((handful,) for handful in sorted(dict.fromkeys(handfuls), key=lambda handful: len(handful) or 1))


_dealt: Final = cache(tongits.deal)
"""Returns a table by its rules; others are made from it, because dealing takes long."""


@cache
def _handfuls() -> tuple[Case, ...]:
    """Return handfuls that are melds, nearly melds, or neither, and whole hands."""
    few, chance = [card for card in DECK if card.rank in "A23QK"], Random(1)
    made = [handful for size in (1, 2, 3) for handful in combinations(few, size)]
    made += [(), *(meld.cards for meld in tongits.melds_in(DECK))]
    for _ in range(1500):
        start, length = chance.randrange(13), min(chance.randint(3, 7) + chance.choice((0, 0, 6)), 13)
        start = chance.choice((start, min(start, 13 - length)))
        around = [Card(RANKS[(start + step) % 13] + "cdhs"[start % 4]) for step in range(length)]
        if chance.randrange(3) == 0:
            around = [card for card in DECK if card.rank == RANKS[start]][: chance.randint(2, 4)]
        if chance.randrange(2):
            around[chance.randrange(len(around))] = chance.choice([card for card in DECK if card not in around])
        made.append(tuple(chance.sample(around, len(around))))
    made += [(*chance.sample(DECK, size),) for size in (12, 13) for _ in range(20)]
    return _sorted(made)


@cache
def _hands() -> tuple[Case, ...]:
    """Return single cards, pairs of A, 5, 10, J and K, and larger hands."""
    few, chance = [card for card in DECK if card.rank in "A5TJK"], Random(2)
    many = (tuple(chance.sample(DECK, chance.randint(3, 13))) for _ in range(1500))
    return _sorted([*((card,) for card in DECK), (), *combinations(few, 2), *many])


@cache
def _crossing() -> tuple[Case, ...]:
    """Return hands in which sets and runs share cards, and simpler ones."""
    chance = Random(3)
    melds = [meld for meld in tongits.melds_in(DECK) if len(meld.cards) == 3]
    sets, runs = ([meld.cards for meld in melds if meld.kind is kind] for kind in tongits.Kind)
    shared = [
        (*same, *(card for card in run if card not in same)) for same in sets for run in runs if set(same) & set(run)
    ]
    two = (set(chance.choice(shared)) | set(chance.choice(shared)) for _ in range(150))
    loose = (chance.sample(DECK, chance.randint(2, 13)) for _ in range(250))
    laid = ([card for meld in some_melds(chance, count, 3) for card in meld.cards] for count in (2, 3, 4) * 20)
    whole = (some_hand(chance, chance.choice((12, 13)), 1, 1) for _ in range(25))
    rows = (("A23", "A23", "A2", "A"), ("789T", "7TJ", "7T", "789T"), ("35", "3456", "345", "3456"))
    woven = ([card for card in DECK if card.rank in row["cdhs".index(card.suit)]] for row in rows)
    more = [tuple(sorted(hand)) for hand in (*two, *loose, *laid, *whole, *woven)]
    return _sorted([*((card,) for card in DECK), (), *(meld.cards for meld in melds), *shared, *more])


def _by_size(states: Iterable[tongits.State]) -> tuple[Case, ...]:
    """Return each table as a case, those with few melds and cards first."""
    return tuple((state,) for state in sorted(states, key=lambda state: (len(state.melds), sum(map(len, state.hands)))))


@cache
def _tables() -> tuple[Case, ...]:
    """Return tables in all phases of a turn and of a draw call."""
    chance = Random(4)
    states = [tongits.deal(seed=seed) for seed in range(20)]
    for _ in range(500):
        seat = chance.choice(SEATS)
        state = late_round(chance, [chance.randrange(3) for _ in SEATS], seat=seat, stock=chance.choice((1, 3, 6, 15)))
        few = tuple(hand[: chance.choice((1, 2, 2, 5, 12))] for hand in state.hands)
        seen = state.discards[: chance.choice((0, 0, 1, 3))]
        sapawed, first = frozenset(chance.sample(SEATS, chance.randrange(4))), chance.choice(SEATS)
        state = replace(state, hands=few, discards=seen, sapawed=sapawed, first=first)
        state = replace(state, takes=chance.choice((0, 0, 0, 0, 1, 29, 30)), last_drawer=chance.choice((None, first)))
        states += [state, tongits.play(state, tongits.Draw(seat))]
        if seen and state.takes < 30:
            states.append(tongits.play(state, tongits.Take(seat)))
        if _may_call(state):
            states += [tongits.play(state, tongits.Call(seat)), answered(state, chance.sample(SEATS, 2))]
    return _by_size(states)


@cache
def _ended_calls() -> tuple[Case, ...]:
    """Return rounds ended by a draw call, with so few ranks that ties are frequent."""
    chance = Random(5)
    states = []
    for _ in range(1500):
        melds = some_melds(chance, chance.choice((3, 4, 5, 8)), 3)
        owners = chance.choices(SEATS, k=len(melds))
        owners[5:] = owners[4:5] * len(owners[5:])  # so that the deciding meld may be far back
        ranks = chance.sample(RANKS, 2)
        rest = [card for card in DECK if not any(card in meld.cards for meld in melds)]
        chance.shuffle(rest)
        rest.sort(key=lambda card: card.rank in ranks)
        hands = tuple(tuple(rest.pop() for _ in range(chance.choice((1, 1, 2, 3, 7)))) for _ in SEATS)
        table = replace(
            _dealt(),
            hands=hands,
            stock=tuple(rest),
            melds=tuple(map(tongits.Laid, melds, owners)),
            seat=chance.choice(owners),
            phase=tongits.Phase.DRAW,
            began=None,
        )
        states.append(answered(table, [seat for seat in SEATS if chance.randrange(4)]))
    return _by_size(states)


@cache
def _counts() -> tuple[Case, ...]:
    """Return three players' deadwood, and the winner's seat or None (T8.3); few points come first."""
    chance = Random(6)
    few = [(counts, winner) for counts in product(range(4), repeat=3) for winner in SEATS]
    many = [(tuple(chance.randrange(121) for _ in SEATS), chance.choice(SEATS)) for _ in range(1000)]
    nobody = [(tuple(chance.sample(range(1, 60), 3)), None) for _ in range(60)]
    return tuple(sorted([*few, *many, *nobody], key=lambda case: (sum(case[0]), case[1] is None)))


@cache
def _discards() -> tuple[Case, ...]:
    """Return hands to discard from, half of them with a card just taken.

    Large hands are few. A simple recursive function tries every order of laying, and would take longer than it may.
    """
    chance = Random(7)
    small, large = ([hand for (hand,) in _crossing() if len(hand) in sizes] for sizes in ((5,), range(7, 13)))
    large = [hand for hand in large if len(_laid_how(hand)) == 3 and len(tongits.melds_in(hand)) < 11]
    hands: list[tuple[Card, ...]] = [*combinations(DECK[:13], 2)]
    hands += [(*chance.sample(DECK, size),) for size in (3, 4, 7) for _ in range(100)]
    high = ([card for card in DECK if card.rank in "AQK" and card.suit == suit] for suit in "cdhs")
    more = (*small[::3], *large[::3], *high)
    hands += [(*hand, chance.choice([card for card in DECK if card not in hand])) for hand in more]
    full = ((*hand, card) for hand in small[::20] for card in DECK if card not in hand)
    hands += [*small, *(hand for hand in full if tongits.least_deadwood(hand) == 0)]
    hands += [some_hand(chance, 12, 1, 1) for _ in range(6)]
    cases: list[Case] = [((card,), None) for card in DECK[:5]]
    cases += [(tuple(sorted(hand)), chance.choice((None, chance.choice(hand)))) for hand in hands]
    return tuple(sorted(cases, key=lambda case: (len(case[0]), case[1] is not None)))


@cache
def _pairs() -> tuple[Case, ...]:
    """Return each card of the deck with every other as the top of a pile, by rank."""
    return tuple(permutations(sorted(DECK, key=lambda card: (card.number, card)), 2))


@cache
def _dragons() -> tuple[Case, ...]:
    """Return each card with piles that end with a Dragon, or a Phoenix on a Dragon."""
    bottoms = [tichu.Pile(), *(tichu.Pile((card,)) for card in DECK)]
    bottoms += map(tichu.Pile.of, ("Ma", "2c Ma", "7c Ph", "Ph", "7c Do", "5c 6c 7c"))
    locked = [bottom.covered(DRAGON) for bottom in bottoms]
    piles = sorted([*locked, *(pile.covered(PHOENIX) for pile in locked)], key=lambda pile: len(pile.cards))
    return tuple((card, pile) for pile in piles for card in TICHU_DECK if card not in pile.cards)


@cache
def _races() -> tuple[Case, ...]:
    """Return tables of Tichu 1.on.1 on which no card fits, or only one."""
    chance = Random(8)
    states = []
    for _ in range(2000):
        sizes = chance.choice((1, 1, 2, 3, 6, 7, 8)), chance.choice((1, 1, 2, 3, 6, 7, 8))
        table = tables_tichu.dealt(chance, (0, 0), depth=chance.choice((1, 2, 4)))
        specials = chance.sample([card for card in TICHU_DECK if not card.rank], 2)
        covered = zip(table.piles, specials, strict=True)
        one, two = (chance.choice((pile, pile, pile.covered(card))) for pile, card in covered)
        table = replace(table, piles=(one, two))
        left = tables_tichu.left_over(table, specials=True)
        first, second = tables_tichu.stuck_hands(chance, table.piles, left, sizes)
        if chance.randrange(2):
            fitting = [card for card in left if any(tichu.fits(pile, card) for pile in table.piles)]
            special = [card for card in fitting if not card.rank]
            odd = chance.choice(special if special and chance.randrange(2) else fitting)
            first, second = chance.choice((((odd, *first[1:]), second), (first, (odd, *second[1:]))))
        table = replace(table, hands=(first, second))
        draw = chance.choice(((0, 0), (0, 0), (1, 0), (0, 1), (1, 1), (4, 0), (2, 5)))
        extra = chance.choice(((0, 0), (1, 1), (1, 1), (3, 2)))
        hidden = chance.sample(tables_tichu.left_over(table), sum(draw) + sum(extra))
        owes = (chance.random() < 0.1, chance.random() < 0.1)
        flip_due = any(pile.top is DOG for pile in table.piles)
        states.append(replace(tables_tichu.with_hidden(table, hidden, draw, extra), owes=owes, flip_due=flip_due))
    read = ("3d 2c Ma wish 9", "3d 2c Ph", "7c Dr Ph", "Ph", "3d 2c Ma", "")
    tables = [tichu.State.read(f"hand 1 9h; extra 0 3h; extra 1 Tc; pile 0 {pile}; pile 1 5s") for pile in read]
    rest = ((table, card) for table in tables for card in tables_tichu.left_over(table, specials=True))
    states += (replace(table, hands=((card,), table.hands[1])) for table, card in rest)
    return tuple((state,) for state in sorted(states, key=lambda state: sum(map(len, (*state.hands, *state.draw)))))


# What the engine says


def _is_kind(kind: tongits.Kind, cards: tuple[Card, ...], rules: tongits.Rules = tongits.SHEET) -> bool:
    return any(meld.kind is kind for meld in tongits.meld_readings(cards, rules))


def _why_kind(kind: tongits.Kind, few: str, clauses: tuple[str, ...], _: bool, cards: tuple[Card, ...]) -> Text:
    """Say why the cards are a meld of this kind, or aren't.

    `few`: the catalogue key for fewer than three cards; `clauses`: those about the kind, the chief one first.
    """
    denied = Message(few if len(cards) < 3 else f"clause.{clauses[0]}", clauses[0], count=len(cards))
    if meld := tongits.why_meld(cards):
        return () if meld.kind is kind else denied, Deferred(tongits_sentences.why_meld, meld)
    refusals = (refusal for refusal in tongits.why_not_meld(cards) if refusal.rule in clauses)
    first = next(refusals, None)
    if first and first.fix and first.fix.code == "add_all":
        more = tuple(more for more in first.fix.facts["cards"] if _is_kind(kind, (*cards, *more)))
        first = replace(first, fix=replace(first.fix, facts={"cards": more}))
    return first or denied


def _why_least(_: int, cards: tuple[Card, ...]) -> Text:
    """Explain the best way to lay the cards out, and what it leaves."""
    best, laid = tongits.best_arrangements(cards)[0], _laid_how(cards)
    found = Deferred(layout, best) if laid else (), counted(best.loose)
    if "crossing" in laid:
        return Message("now_you.least", "T3.4"), found
    return tuple(Deferred(tongits_sentences.why_meld, meld) for meld in best.melds), found


def _laid_how(cards: tuple[Card, ...]) -> frozenset[Hashable]:
    """Return what makes a hand hard to lay out: a "meld", a "second" one, or "crossing" ones, which share cards."""
    melds, best = tongits.melds_in(cards), tongits.best_arrangements(cards)[0].melds
    crossing = any(set(one.cards) & set(other.cards) for one, other in combinations(melds, 2))
    return frozenset(name for name, is_so in (("meld", best), ("second", best[1:]), ("crossing", crossing)) if is_so)


def _turn(hand: tuple[Card, ...], taken: Card | None) -> tongits.State:
    """Return a table where seat 0 may discard from this hand; `taken` was just taken."""
    return replace(_dealt(), hands=(hand, (), ()), taken=taken)


def _left(hand: tuple[Card, ...], card: Card, rules: tongits.Rules = tongits.SHEET) -> int:
    """Return the least deadwood after this discard."""
    return tongits.least_deadwood([other for other in hand if other is not card], rules)


def _best_discard(hand: tuple[Card, ...], taken: Card | None, rules: tongits.Rules = tongits.SHEET) -> Card:
    return min((card for card in hand if card is not taken), key=lambda card: _left(hand, card, rules))


def _why_discard(card: Card, hand: tuple[Card, ...], taken: Card | None) -> Text:
    best = _best_discard(hand, taken)
    facts = {"card": card, "left": _left(hand, card), "best": best, "least": _left(hand, best)}
    split = tongits.best_arrangements([other for other in hand if other is not best])[0]
    refusals = tongits.why_not(_turn(hand, taken), tongits.Discard(0, card))
    return refusals or (() if card is best else Message("now_you.leaves", "T9.1", **facts), Deferred(layout, split))


def _may_call(state: tongits.State, rules: tongits.Rules = tongits.SHEET) -> bool:
    return not tongits.why_not(replace(state, rules=rules), tongits.Call(state.seat))


def _why_won(_: int, state: tongits.State) -> Text:
    """Say who won and why, and whether a compared hand contains a meld."""
    hands = [state.hands[seat] for seat in (state.caller, *state.challengers) if seat is not None]
    kept = Message("now_you.kept", "T9.2") if any(map(tongits.melds_in, hands)) else ()
    return Deferred(tongits_sentences.ended, state), kept


def _why_paid(_: tuple[int, ...], counts: tuple[int, ...], winner: int | None) -> Text:
    if winner is None:
        return Message("text.won.void", "T8.3")
    return tuple(how_paid(counts, winner, seat) for seat in SEATS if seat != winner)


def _why_fits(_: bool, card: Card, pile: tichu.Pile) -> Text:
    return tichu.why_not_fit(pile, card) or Deferred(tichu_sentences.why_fits, pile, card, tichu.SHEET)


def _why_stuck(_: bool, state: tichu.State) -> Text:
    for seat, hand in enumerate(state.hands):
        for at, pile in enumerate(state.piles):
            for card in tichu.fitting_cards(pile, hand):
                return Message("now_you.can_play", "U4.1", card=card, who=Name(seat), pile=at), _why_fits(
                    True, card, pile
                )
    return tichu.why_not(state, tichu.Flip()) or Message("lesson.what_now.because_flip", "U4.2")


TASKS: Final = {
    "is_set": RuleTask(
        clauses=("T3.1",),
        cases=_handfuls,
        right=partial(_is_kind, tongits.Kind.SET),
        why=partial(_why_kind, tongits.Kind.SET, "refusal.too_few_for_set", ("T3.1",)),
        house_rules=(tongits.Rules(jokers=2),),
        hints=("now_you.is_set.count", "now_you.is_set.ranks", "now_you.is_set.both"),
        solution="""def is_set(cards):
    ranks = {card.rank for card in cards}
    return len(ranks) == 1 and 3 <= len(cards) <= 4
""",
    ),
    "is_run": RuleTask(
        clauses=("T3.2", "T3.3"),
        cases=_handfuls,
        right=partial(_is_kind, tongits.Kind.RUN),
        why=partial(_why_kind, tongits.Kind.RUN, "now_you.short_run", ("T3.2", "T3.3")),
        house_rules=(tongits.Rules(ace_high=True), tongits.Rules(jokers=2)),
        hints=("now_you.is_run.three_things", "now_you.is_run.numbers", "now_you.is_run.gap"),
        solution="""def is_run(cards):
    suits = {card.suit for card in cards}
    numbers = sorted(card.number for card in cards)
    return len(cards) >= 3 and len(suits) == 1 and numbers == list(range(numbers[0], numbers[0] + len(cards)))
""",
    ),
    "points": RuleTask(
        clauses=("T9.1",),
        cases=_hands,
        right=tongits.deadwood,
        why=lambda _, cards: counted(cards),
        house_rules=(tongits.Rules(joker_points=10),),
        hints=("now_you.points.number", "now_you.points.courts", "now_you.points.sum"),
        solution="""def points(cards):
    return sum(min(card.number, 10) for card in cards)
""",
        # Courts, number cards and aces are counted in three ways.
        kind=lambda cards: frozenset((card.number > 10) - (card.number == 1) for card in cards),
    ),
    "least_deadwood": RuleTask(
        clauses=("T3.4", "T9.1"),
        cases=_crossing,
        right=tongits.least_deadwood,
        why=_why_least,
        house_rules=(tongits.Rules(ace_high=True), tongits.Rules(jokers=2)),
        hints=("now_you.least_deadwood.melds", "now_you.least_deadwood.rest", "now_you.least_deadwood.least"),
        solution="""from cardlab.tongits import deadwood, melds_in

def least_deadwood(cards):
    least = deadwood(cards)
    for meld in melds_in(cards):
        rest = [card for card in cards if card not in meld.cards]
        least = min(least, least_deadwood(rest))
    return least
""",
        kind=_laid_how,
    ),
    "discard": RuleTask(
        clauses=("T2.6", "T9.1"),
        cases=_discards,
        right=_best_discard,
        why=_why_discard,
        house_rules=(tongits.Rules(ace_high=True), tongits.Rules(jokers=2)),
        hints=("now_you.discard.rest", "now_you.discard.each", "now_you.discard.taken"),
        solution="""from cardlab.tongits import least_deadwood

def discard(hand, taken):
    def left(card):
        return least_deadwood([other for other in hand if other != card])

    return min((card for card in hand if card != taken), key=left)
""",
        # Cases where the best discard was just taken, and those with a meld that may be broken.
        kind=lambda hand, taken: frozenset(
            ["taken"] * (taken is _best_discard(hand, None)) + ["meld"] * bool(tongits.melds_in(hand))
        ),
        lost=lambda card, best, hand, taken, rules=tongits.SHEET: (
            None
            if tongits.why_not(_turn(hand, taken), tongits.Discard(0, card))
            else _left(hand, card, rules) - _left(hand, best, rules)
        ),
    ),
    "may_call": RuleTask(
        clauses=("T2.7", "T6.1"),
        cases=_tables,
        right=_may_call,
        why=lambda _, state: tongits.why_not(state, tongits.Call(state.seat)) or Message("clause.T6.1", "T6.1"),
        house_rules=(tongits.Rules(sapaw_blocks_call=True),),
        hints=("now_you.may_call.two", "now_you.may_call.opened", "now_you.may_call.begins"),
        solution="""def may_call(state):
    opened = any(laid.owner == state.seat for laid in state.melds)
    return opened and state.phase == "draw" and state.takes < 30
""",
    ),
    "who_wins": RuleTask(
        clauses=("T6.4", "T6.5", "T6.6"),
        cases=_ended_calls,
        right=lambda state, rules=tongits.SHEET: tongits_sentences.result_of(replace(state, rules=rules)).winner or 0,
        why=_why_won,
        house_rules=(
            tongits.Rules(tie=tongits.Tie.CHALLENGER),
            tongits.Rules(challengers_tie=tongits.ChallengersTie.NEXT_SEAT),
            tongits.Rules(concealed_melds_count=False),
        ),
        hints=("now_you.who_wins.taking_part", "now_you.who_wins.tie", "now_you.who_wins.order"),
        solution="""from cardlab.tongits import deadwood

def who_wins(state):
    def order(seat):
        laid = [at for at, meld in enumerate(state.melds) if meld.owner == seat]
        return deadwood(state.hands[seat]), seat != state.caller, -max(laid)

    return min({state.caller, *state.challengers}, key=order)
""",
        kind=lambda state: frozenset([tongits_sentences.result_of(state).clause]),
    ),
    "payments": RuleTask(
        clauses=("T8.3", "T9.3"),
        cases=_counts,
        right=lambda counts, winner, rules=tongits.SHEET: tongits.scoring.payments(
            _dealt(rules), tongits.Ending.DRAW, winner, counts, frozenset()
        ),
        why=_why_paid,
        house_rules=(tongits.Rules(payment=tongits.Payment.CHIPS),),
        hints=("now_you.payments.each", "now_you.payments.never", "now_you.payments.nobody"),
        solution="""def payments(counts, winner):
    if winner is None:
        return 0, 0, 0
    paid = [max(0, theirs - counts[winner]) for theirs in counts]
    return tuple(sum(paid) if seat == winner else -paid[seat] for seat in range(3))
""",
        # Cases without a winner, and those where somebody has less than the winner.
        kind=lambda counts, winner: frozenset(["nobody" if winner is None else min(counts) < counts[winner]]),
    ),
    "fits": RuleTask(
        clauses=("U2.2", "U2.3"),
        cases=_pairs,
        right=lambda card, top, rules=tichu.SHEET: tichu.fits(tichu.Pile((top,)), card, rules),
        why=lambda _, card, top: _why_fits(_, card, tichu.Pile((top,))),
        house_rules=(tichu.Rules(wrap=True),),
        hints=("now_you.fits.values", "now_you.fits.ace", "now_you.fits.difference"),
        solution="""def fits(card, pile_top):
    value = 14 if card.rank == "A" else card.number
    top = 14 if pile_top.rank == "A" else pile_top.number
    return abs(value - top) == 1
""",
    ),
    "after_dragon": RuleTask(
        clauses=("U5.1", "U5.6"),
        cases=_dragons,
        right=lambda card, pile, rules=tichu.SHEET: tichu.fits(pile, card, rules),
        why=_why_fits,
        house_rules=(tichu.Rules(dragon_locks=tichu.DragonLocks.STRICT), tichu.Rules(wrap=True)),
        hints=("now_you.after_dragon.two", "now_you.after_dragon.lock", "now_you.after_dragon.phoenix"),
        solution="""def after_dragon(card, pile):
    if pile.top.code == "Dr":
        return card.rank == "A" or card.code in ("Ph", "Do")
    return card.rank == "K" or card.code in ("Ma", "Do")
""",
    ),
    "is_stuck": RuleTask(
        clauses=("U4.1", "U4.2"),
        cases=_races,
        right=lambda state, rules=tichu.SHEET: tichu.stuck(replace(state, rules=rules)),
        why=_why_stuck,
        house_rules=(tichu.Rules(wrap=True),),
        hints=("now_you.is_stuck.two", "now_you.is_stuck.draw", "now_you.is_stuck.play"),
        solution="""from cardlab.tichu import fits

def is_stuck(state):
    for hand, draw in zip(state.hands, state.draw):
        if draw and len(hand) < 8:
            return False
        if any(fits(pile, card) for pile in state.piles for card in hand):
            return False
    return True
""",
    ),
}
"""The functions that may be written, by name, in the order of the course."""
