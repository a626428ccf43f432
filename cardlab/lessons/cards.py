"""Exercises about cards, points and the deal of Tongits. [T1, T9.1]"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from cardlab import tongits
from cardlab.cards import DECK, PIPS, RANKS, SUITS, Card
from cardlab.lessons.ask import Ask
from cardlab.lessons.drill import drill
from cardlab.lessons.tables_tongits import SEATS, players
from cardlab.phrasing import tongits_sentences as sentences
from cardlab.phrasing.catalogue import card_label, card_name
from cardlab.phrasing.messages import Deferred, Message, Text
from cardlab.phrasing.scoring import WORTH_HINT, counted, court_cards_hint, miscounts
from cardlab.tongits import Ending, Outcome

# Questions about single cards: what is this card called (T1.2)

LETTERS: Final = "AJQK"


def ask_name(card: Card, names: tuple[Card, ...]) -> Ask:
    """Ask what a card is called, offering the names of these cards. [T1.2]"""
    sign = Message("lesson.name_it.sign", sign=PIPS[card.suit], suit=f"card.{card.suit}")
    return Ask(
        (card,),
        {one.code: Deferred(card_name, one) for one in names},
        prompt=Message("drill.cards.name_it"),
        hand_label=Message("lesson.name_it.this_card"),
        answer=card.code,
        because=Message("lesson.name_it.in_short", "T1.2", card=card, short=Deferred(card_label, card)),
        each={one.code: _confused(card, one) for one in names if one is not card},
        helps=(
            *([sign] if any(one.suit != card.suit for one in names) else []),
            *([_corner(card)] if any(one.rank != card.rank for one in names) else []),
        ),
    )


@drill("cards.name_it", "T1.2")
def name_it(chance: Random, level: int) -> Ask:
    """Make a question about a card's name, with three similar cards as other choices.

    Level 1: number cards. Levels 2 and 3: aces and court cards.
    """
    card = chance.choice([one for one in DECK if (one.rank in LETTERS) is (level > 1)])
    names = [card, *chance.sample([one for one in DECK if one is not card and _is_like(one, card)], 3)]
    chance.shuffle(names)
    return ask_name(card, tuple(names))


def _is_like(card: Card, other: Card) -> bool:
    """Return whether two cards share the rank, or the suit and whether they have a letter."""
    return card.rank == other.rank or (card.suit == other.suit and (card.rank in LETTERS) is (other.rank in LETTERS))


def _confused(shown: Card, named: Card) -> list[Text]:
    """Say how the shown card differs from the named one, in suit, rank or both."""
    differences: list[Text] = []
    if shown.suit != named.suit:
        suits = {"suit": f"card.{shown.suit}", "other_suit": f"card.{named.suit}"}
        differences.append(
            Message("lesson.name_it.suit", "T1.2", sign=PIPS[shown.suit], other=PIPS[named.suit], **suits)
        )
    if shown.rank != named.rank:
        differences.append(Message("lesson.name_it.rank", "T1.2", rank=shown.rank, other=named.rank))
    return differences


def _corner(card: Card) -> Message:
    return Message("lesson.name_it.corner", rank=card.rank)


# Questions about the deal of Tongits: how many cards are where, whose turn it is, who begins (T1)

WINNER_STARTS: Final = tongits.Rules(winner_starts=True)
PLACES: Final = ("hand_0", "hand_1", "hand_2", "stock", "discards", "hands")


def ask_dealt(place: str, first: int = 0, jokers: int = 0) -> Ask:
    """Ask how many cards a hand or pile has after the deal. [T1.3, T1.4]

    `place`: one of `PLACES`; `first`: the first player's seat; `jokers`: how many are shuffled in (T10.1).
    """
    state = _deal(first, jokers)
    sizes = [len(hand) for hand in state.hands]
    stock, hands = len(state.stock), sum(sizes)
    counts = dict(zip(PLACES, (*sizes, stock, len(state.discards), hands), strict=True))
    rule = Message("lesson.dealt.one_more", "T1.3")
    helps = rule, Message("clause.T1.3")
    if place == "stock":
        # Jokers are all in the stock.
        rule, added = Message("lesson.dealt.the_rest", "T1.4"), " + ".join(map(str, sizes))
        helps = rule, Message("lesson.dealt.deck", deck=hands + stock, sizes=added, total=hands)
    elif place == "discards":
        rule = Message("lesson.dealt.nothing_yet", "T1.4")
        helps = Message("lesson.dealt.who_fills"), rule
    return Ask(
        prompt=Message(f"lesson.dealt.{place}")
        if place in PLACES[len(SEATS) :]
        else Message("lesson.dealt.hand", "", int(place[-1])),
        notes=(
            Message("lesson.dealt.first", seat=f"seat.{first}"),
            Message("lesson.jokers_shuffled_in", count=jokers) if jokers else (),
        ),
        answer=counts[place],
        because=(
            Message("lesson.dealt.all_hands", "T1.3", you=sizes[0], left=sizes[1], right=sizes[2]),
            Message("lesson.dealt.left_over", "T1.4", deck=hands + stock, hands=hands, count=stock),
        ),
        rule=rule,
        helps=helps,
        state=state,
    )


def ask_next_turn(seat: int) -> Ask:
    """Ask whose turn it is after this seat has discarded. [T1.1]"""
    before = _deal(seat)
    (following,) = tongits.turn(tongits.play(before, tongits.Discard(seat, before.hands[seat][0])))
    return Ask(
        choices=players(),
        prompt=Message("lesson.next_turn.prompt", "", seat),
        answer=str(following),
        because=Message("clause.T1.1", "T1.1"),
        helps=(Message("lesson.next_turn.clockwise"), Message("lesson.next_turn.circle")),
        state=before,
    )


def ask_next_first(first: int, winner: int, rules: tongits.Rules = tongits.SHEET) -> Ask:
    """Ask who is first player in the next round. [T1.5]

    `first` began the round before, and `winner` won it.
    """
    ended = Outcome(Ending.STOCK, winner, (0,) * len(SEATS), (0,) * len(SEATS))
    return Ask(
        choices=players(),
        prompt=Message("lesson.next_first.prompt"),
        notes=(
            Message("lesson.dealt.first", seat=f"seat.{first}"),
            Message("lesson.next_first.winner", seat=f"seat.{winner}"),
            Deferred(sentences.house_rules, rules),
        ),
        answer=str(tongits.Match(rules, first=first).add(ended).first),
        because=Message("clause.T1.5", "T1.5"),
        helps=(Message("lesson.next_first.read_notes"), Message("clause.T1.5")),
        state=tongits.deal(rules, first=first),
    )


@cache
def _deal(first: int, jokers: int = 0) -> tongits.State:
    """Return a deal of which only the pile sizes matter."""
    return tongits.deal(tongits.Rules(jokers=jokers), first=first)


@drill("cards.dealt", "T1.1", "T1.3", "T1.4", "T1.5")
def dealt(chance: Random, level: int) -> Ask:
    """Make a question about pile sizes after the deal, or about who is next."""
    return (_how_many if chance.randrange(2) else _who_is_next)(chance, level)


def _how_many(chance: Random, level: int) -> Ask:
    """Make a question about a hand after the deal; from level 2 about piles too, at level 3 with jokers."""
    place = chance.choice((PLACES[:3], PLACES[2:], PLACES[1:])[level - 1])
    return ask_dealt(place, chance.choice(SEATS), chance.choice((2, 4)) if level > 2 else 0)


def _who_is_next(chance: Random, level: int) -> Ask:
    """Make a question about the next turn, or the next first player; from level 2, the winner may start."""
    if level < 3 and chance.randrange(3) == 0:
        return ask_next_turn(chance.choice(SEATS))
    rules = WINNER_STARTS if chance.randrange(4) < level - 1 else tongits.SHEET
    return ask_next_first(chance.choice(SEATS), chance.choice(SEATS), rules)


# Questions about what cards are worth (T9.1)


def ask_points(hand: tuple[Card, ...]) -> Ask:
    """Ask how many points these cards are worth in Tongits. [T9.1]"""
    return Ask(
        hand,
        prompt=Message("lesson.worth.prompt", count=len(hand)),
        hand_label=Message("lesson.name_it.this_card" if len(hand) == 1 else "lesson.these_cards"),
        answer=tongits.deadwood(hand),
        because=counted(hand),
        each=miscounts(hand),
        helps=(Message("clause.T9.1"), _corner(hand[0])) if len(hand) == 1 else (WORTH_HINT, court_cards_hint(hand)),
    )


@drill("cards.points", "T9.1")
def points(chance: Random, level: int) -> Ask:
    """Make a question about the points of cards in Tongits.

    Level 1: one card. Level 2: four, with an ace or a court card. Level 3: eight.
    """
    if level == 1:
        rank = chance.choice((*RANKS, *LETTERS))
        return ask_points((Card(rank + chance.choice(SUITS)),))
    size = 4 * (level - 1)
    notable = chance.choice([card for card in DECK if card.rank in LETTERS])
    others = chance.sample([card for card in DECK if card is not notable], size - 1)
    return ask_points(tuple(sorted((notable, *others))))


DRILLS: Final = (name_it, dealt, points)
