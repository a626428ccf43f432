"""The exercises about cards, points and the deal of both games (T1, T9.1, U1): each a `Drill`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

from cardlab import tichu, tongits
from cardlab.cards import DECK, PIPS, RANKS, SPECIALS, SUITS, TICHU_DECK, Card
from cardlab.lessons.ask import Ask
from cardlab.lessons.drill import drill
from cardlab.lessons.tables_tongits import players
from cardlab.phrasing.catalogue import card_label, card_name
from cardlab.phrasing.messages import Deferred, Message, Text
from cardlab.phrasing.scoring import counted, miscounts
from cardlab.tongits import Ending, Outcome
from cardlab.tongits.moves import SEATS

# Questions about single cards: what is this card called (T1.2, U1.1)

LETTERS: Final = "AJQK"


def ask_name(card: Card, names: tuple[Card, ...]) -> Ask:
    """T1.2, U1.1: what is this card called? `names` are the cards whose names are offered, this one among them."""
    key, clause = ("lesson.name_it.special", "U1.1") if card in SPECIALS else ("lesson.name_it.in_short", "T1.2")
    return Ask(
        (card,),
        {one.code: Deferred(card_name, one) for one in names},
        prompt=Message("drill.cards.name_it"),
        hand_label=Message("lesson.name_it.this_card"),
        answer=card.code,
        because=Message(key, clause, card=card, short=Deferred(card_label, card)),
        each={one.code: _confused(card, one) for one in names if one is not card},
        helps=_what_tells(card, names),
    )


@drill("cards.name_it", "T1.2", "U1.1")
def name_it(chance: Random, level: int) -> Ask:
    """What is this card called?

    Number cards; then ace and court cards; then special cards too. The other names are those of cards like it.
    """
    card = chance.choice(_OF_LEVEL[level - 1])
    names = [card, *_like(card, 3, chance)]
    chance.shuffle(names)
    return ask_name(card, tuple(names))


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


def _confused(shown: Card, named: Card) -> list[Text]:
    """How the card shown differs from the card named: in suit, rank, or the whole picture."""
    if shown in SPECIALS or named in SPECIALS:
        special = named if named in SPECIALS else shown
        return [Message(f"lesson.looks.{special}", "U1.1")]
    differences: list[Text] = []
    if shown.suit != named.suit:
        suits = {"suit": f"suit.{shown.suit}", "other_suit": f"suit.{named.suit}"}
        differences.append(
            Message("lesson.name_it.suit", "T1.2", sign=PIPS[shown.suit], other=PIPS[named.suit], **suits)
        )
    if shown.rank != named.rank:
        differences.append(Message("lesson.name_it.rank", "T1.2", rank=shown.rank, other=named.rank))
    return differences


def _what_tells(card: Card, offered: tuple[Card, ...]) -> tuple[Text, ...]:
    """Hints that separate this card from the others offered: its suit and its corner, where they differ."""
    if card in SPECIALS:
        return Message("lesson.name_it.one_of_four"), Message(f"lesson.looks.{card}")
    sign = Message("lesson.name_it.sign", sign=PIPS[card.suit], suit=f"suit.{card.suit}")
    if all(other.suit == card.suit for other in offered):
        return (_corner(card),)
    return (sign,) if all(other.rank == card.rank for other in offered) else (sign, _corner(card))


def _corner(card: Card) -> Message:
    return Message(f"lesson.letter.{card.rank}" if card.rank in LETTERS else "lesson.letter.number", rank=card.rank)


# Questions about the table and the deal of Tongits: how many cards lie where, whose turn it is, who begins (T1)

WINNER_STARTS: Final = tongits.Rules(winner_starts=True)
TONGITS_SEATS: Final = range(SEATS)
PLACES: Final = ("hand_0", "hand_1", "hand_2", "stock", "discards", "hands")


def ask_dealt(place: str, first: int = 0, jokers: int = 0) -> Ask:
    """T1.3, T1.4: how many cards lie there after the deal, with this first player? `jokers` are shuffled in (T10.1)."""
    state = _deal(first, jokers)
    sizes = [len(hand) for hand in state.hands]
    stock, hands = len(state.stock), sum(sizes)
    deck = hands + stock
    counts = {"stock": stock, "discards": len(state.discards), "hands": hands}
    rule, clause = {
        "stock": ("lesson.dealt.the_rest", "T1.4"),
        "discards": ("lesson.dealt.nothing_yet", "T1.4"),
        "hands": ("lesson.dealt.add_hands", "T1.3"),
    }.get(place, ("lesson.dealt.one_more", "T1.3"))
    # Jokers are all in the stock.
    forgotten = Message("lesson.dealt.without_jokers", "T10.1", count=jokers)
    first_gets = Message("lesson.dealt.first_gets", count=sizes[first])
    others_get = Message("lesson.dealt.others_get", count=min(sizes))
    match place:
        case "discards":
            helps = Message("lesson.dealt.who_fills"), Message("lesson.dealt.no_one_yet")
        case "stock":
            added = Message("lesson.dealt.hands_hint", sizes=" + ".join(map(str, sizes)), total=hands)
            helps = Message("lesson.dealt.deck", count=deck), added
        case "hands":
            helps = first_gets, others_get
        case _:
            helps = Message("lesson.dealt.one_more"), first_gets if place == f"hand_{first}" else others_get
    return Ask(
        prompt=Message(f"lesson.dealt.{place}")
        if place in counts
        else Message("lesson.dealt.hand", "", int(place[-1])),
        notes=(
            Message("lesson.dealt.first", seat=f"seat.{first}"),
            Message("lesson.dealt.jokers", count=jokers) if jokers else (),
        ),
        answer=counts[place] if place in counts else sizes[int(place[-1])],
        because=(
            Message("lesson.dealt.all_hands", "T1.3", you=sizes[0], left=sizes[1], right=sizes[2]),
            Message("lesson.dealt.left_over", "T1.4", deck=deck, hands=hands, count=stock),
        ),
        each={stock - jokers: forgotten} if jokers and place == "stock" else {},
        rule=Message(rule, clause),
        helps=helps,
        state=state,
    )


def ask_next_turn(seat: int) -> Ask:
    """T1.1: whose turn is it when this seat has discarded?"""
    before = _deal(seat)
    (following,) = tongits.turn(tongits.play(before, tongits.Discard(seat, before.hands[seat][0])))
    return Ask(
        choices=players(),
        prompt=Message("lesson.next_turn.prompt", "", seat),
        answer=str(following),
        because=Message("lesson.next_turn.to_the_left", "T1.1"),
        follows=Message("lesson.next_turn.turn_of", "", following),
        helps=(Message("lesson.next_turn.clockwise"), Message("lesson.next_turn.circle")),
        state=before,
    )


def ask_next_first(first: int, winner: int, rules: tongits.Rules = tongits.SHEET) -> Ask:
    """T1.5: who is first player in the next round, after a round begun by `first` and won by `winner`?"""
    ended = Outcome(Ending.STOCK, winner, (0,) * SEATS, (0,) * SEATS)
    follower = tongits.Match(rules, first=first).add(ended).first
    at_table, reason = "lesson.next_first.at_rotation", "lesson.next_first.by_rotation"
    if rules.winner_starts:
        at_table, reason = "lesson.next_first.at_winner_starts", "lesson.next_first.by_winner_starts"

    return Ask(
        choices=players(),
        prompt=Message("lesson.next_first.prompt"),
        notes=(
            Message("lesson.dealt.first", seat=f"seat.{first}"),
            Message("lesson.next_first.winner", seat=f"seat.{winner}"),
            Message(at_table),
        ),
        answer=str(follower),
        because=Message(reason, "T1.5"),
        rule=Message(reason, "T1.5"),
        follows=Message("lesson.next_first.gets", seat=f"seat.{follower}", count=len(_deal(follower).hands[follower])),
        helps=(Message("lesson.next_first.read_notes"), Message(reason)),
        state=replace(_deal(first), rules=rules),
    )


@cache
def _deal(first: int, jokers: int = 0) -> tongits.State:
    """One deal with this first player; only its numbers are asked for, and they are those of every deal."""
    return tongits.deal(tongits.Rules(jokers=jokers), first=first)


@drill("cards.dealt", "T1.1", "T1.3", "T1.4", "T1.5")
def dealt(chance: Random, level: int) -> Ask:
    """How many cards lie there after the deal of Tongits, whose turn is next, and who begins the next round?"""
    return (_how_many if chance.randrange(2) else _who_is_next)(chance, level)


def _how_many(chance: Random, level: int) -> Ask:
    """The hands; then the stock, the discard pile and all hands together; then with jokers shuffled in."""
    place = chance.choice((PLACES[:3], PLACES[2:], PLACES[1:])[level - 1])
    return ask_dealt(place, chance.choice(TONGITS_SEATS), chance.choice((2, 4)) if level > 2 else 0)


def _who_is_next(chance: Random, level: int) -> Ask:
    """Whose turn is next, and who begins by rotation; then with the winner's house rule now and then; then often."""
    if level < 3 and chance.randrange(3) == 0:
        return ask_next_turn(chance.choice(TONGITS_SEATS))
    rules = WINNER_STARTS if chance.randrange(4) < level - 1 else tongits.SHEET
    return ask_next_first(chance.choice(TONGITS_SEATS), chance.choice(TONGITS_SEATS), rules)


# Questions about what cards are worth: points in Tongits (T9.1), values in Tichu 1.on.1 (U1.4)


def ask_points(hand: tuple[Card, ...]) -> Ask:
    """T9.1: how many points are these cards worth in Tongits?"""
    courts = tuple(card for card in hand if card.number > 10)
    ace, number_cards = Message("text.worth.ace", "T9.1"), Message("lesson.worth.number_cards", "T9.1")
    helps: tuple[Text, ...]
    if len(hand) == 1:
        tens = Message("lesson.worth.tens", "T9.1") if hand[0].rank in LETTERS else number_cards
        helps = _corner(hand[0]), ace if hand[0].rank == "A" else tens
    else:
        first = ace if any(card.rank == "A" for card in hand) else number_cards
        if courts:
            first = Message("lesson.count.courts", "T9.1", cards=courts, count=len(courts))
        without = [card for card in hand if card not in courts]
        helps = first, Message("lesson.worth.rest", count=tongits.deadwood(without), cards=len(without))
    return Ask(
        hand,
        prompt=Message("lesson.worth.prompt", count=len(hand)),
        hand_label=Message("lesson.name_it.this_card" if len(hand) == 1 else "lesson.these_cards"),
        answer=tongits.deadwood(hand),
        because=Deferred(counted, hand),
        each=miscounts(hand),
        clauses=("T9.1",),
        helps=helps,
    )


def ask_value(card: Card) -> Ask:
    """U1.4: what value does this card have in Tichu 1.on.1?"""
    worth = tichu.value(card)
    assert worth is not None
    order = Message("lesson.value.order", "U1.4")

    beside = [number for number in tichu.neighbours(worth) if abs(number - worth) == 1]
    near = [one for one in (*DECK[: len(RANKS)], *SPECIALS) if tichu.value(one) in beside]
    return Ask(
        (card,),
        prompt=Message("lesson.value.prompt"),
        hand_label=Message("lesson.name_it.this_card"),
        answer=worth,
        because=Message("lesson.value.is", "U1.4", card=card, value=worth),
        each={tongits.points(card): Message("lesson.value.points", "U1.4")} if card in DECK else {},
        rule=order,
        helps=(order, Message("lesson.value.beside", card=card, cards=tuple(near))),
    )


@drill("cards.points", "T9.1")
def points(chance: Random, level: int) -> Ask:
    """How many points are these cards worth in Tongits?

    One card; then four, with an ace or a court card; then eight.
    """
    if level == 1:
        rank = chance.choice((*RANKS, *LETTERS))
        return ask_points((Card(rank + chance.choice(SUITS)),))
    size = 4 * (level - 1)
    notable = chance.choice([card for card in DECK if card.rank in LETTERS])
    others = chance.sample([card for card in DECK if card is not notable], size - 1)
    return ask_points(tuple(sorted((notable, *others))))


@drill("cards.value", "U1.4")
def value(chance: Random, level: int) -> Ask:
    """What value does this card have in Tichu 1.on.1? A plain card, then a court card or an ace, then a special one."""
    plain = [card for card in DECK if (card.rank in LETTERS) is (level > 1)]
    valued = [card for card in SPECIALS if tichu.value(card) is not None]
    return ask_value(chance.choice(valued if level > 2 and chance.randrange(2) else plain))


# Questions about the deal and the opening of Tichu 1.on.1: how many cards lie where (U1.1 to U1.3)

TICHU_PLACES: Final = (
    *("hand", "draw", "extra", "all_hand", "all_draw", "all_extra"),
    *("player", "deck", "after_extra", "after_piles", "on_piles"),
)
_ABOUT_DEAL: Final = (
    "lesson.tichu_dealt.deal_is",
    "lesson.tichu_dealt.think_deal",
    "lesson.tichu_dealt.hint_think_deal",
)
_ABOUT_DECK: Final = (
    "lesson.tichu_dealt.deck_is",
    "lesson.tichu_dealt.think_deck",
    "lesson.tichu_dealt.hint_think_deck",
)
_ABOUT_OPENING: Final = (
    "lesson.tichu_dealt.opening_is",
    "lesson.tichu_dealt.think_opening",
    "lesson.tichu_dealt.hint_think_opening",
)


def ask_tichu_dealt(place: str) -> Ask:
    """U1.1, U1.2, U1.3: how many cards lie there after the deal, or after the opening?"""
    rule, because, think, hint = "U1.2", *_ABOUT_DEAL
    if place == "deck":
        rule, because, think, hint = "U1.1", *_ABOUT_DECK
    elif place in ("after_extra", "after_piles", "on_piles"):
        rule, because, think, hint = "U1.3", *_ABOUT_OPENING
    counts = _counts()
    return Ask(
        prompt=Message(f"lesson.tichu_dealt.{place}"),
        answer=counts[place],
        because=Message(because, rule, **counts),
        rule=Message(think, rule),
        helps=(Message(think), Message(hint)),
    )


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
        "on_piles": sum(len(pile.cards) for pile in opened.piles),
    }


@drill("cards.tichu_dealt", "U1.1", "U1.2", "U1.3")
def tichu_dealt(chance: Random, level: int) -> Ask:
    """How many cards lie there after the deal of Tichu 1.on.1?

    What each player has; then the deck and what both have; then also what the opening changes.
    """
    return ask_tichu_dealt(chance.choice(_TICHU_LEVELS[level - 1]))


_TICHU_LEVELS: Final = (TICHU_PLACES[:7], TICHU_PLACES[1:9], TICHU_PLACES[3:])


DRILLS: Final = (name_it, dealt, points, tichu_dealt, value)
