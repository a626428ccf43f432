"""Questions about a position of Tichu 1.on.1 that may be answered differently by different rules.

First what is asked, then positions made by chance in which a house rule may make a difference.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from cardlab.cards import DECK, SUITS, TICHU_DECK, Card
from cardlab.lessons.disagree.dispute import Choices, Finding, Look, allowed_or_not, judged
from cardlab.lessons.tables_tichu import blocked_round, learner, won_round
from cardlab.phrasing import by_rule
from cardlab.phrasing import tichu as tell
from cardlab.phrasing.catalogue import say
from cardlab.tichu import (
    DragonLocks,
    Ending,
    Outcome,
    Pile,
    Play,
    Points,
    Rules,
    State,
    fits,
    outcome,
    why_not,
)
from cardlab.tichu.moves import SEATS
from cardlab.tichu.piles import DOG, DRAGON, MAH_JONG, PHOENIX

# What is asked

YOU, OPPONENT = 0, 1


@dataclass(frozen=True, slots=True)
class MayPlay:
    """May this card be played there? Asked of `why_not`."""

    state: State
    move: Play

    def look(self, lang: str) -> Look:
        return _look(self.state, lang)

    def question(self, lang: str) -> str:
        return say("lesson.under.may_play", lang, card=self.move.card, number=self.move.pile + 1)

    def choices(self, rules: tuple[Rules, ...], lang: str) -> Choices:
        return allowed_or_not(lang)

    def ask(self, rules: Rules, lang: str) -> Finding:
        pile, card = self.state.piles[self.move.pile], self.move.card
        fitting = (tell.why_fits(pile, card, rules, lang),) if fits(pile, card, rules) else ()
        return judged(why_not(replace(self.state, rules=rules), self.move), learner(lang), fitting)


@dataclass(frozen=True, slots=True)
class HowManyPoints:
    """How many points is the win worth? Asked of `outcome` (U6.2)."""

    state: State

    def look(self, lang: str) -> Look:
        return _look(self.state, lang, both=True)

    def question(self, lang: str) -> str:
        return say("lesson.under.how_many_points", lang)

    def number(self, rules: Rules) -> int:
        """The points under these rules."""
        result = outcome(replace(self.state, rules=rules))
        if result is None:
            raise ValueError("the round goes on")
        return max(result.points)

    def choices(self, rules: tuple[Rules, ...], lang: str) -> Choices:
        return tuple((str(points), str(points)) for points in range(3))

    def ask(self, rules: Rules, lang: str) -> Finding:
        points = str(self.number(rules))
        result = outcome(replace(self.state, rules=rules))
        assert result is not None
        sentences, clauses = reasons(self.state, rules, result, lang)
        return Finding(points, points, sentences, clauses)


def reasons(state: State, rules: Rules, result: Outcome, lang: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Why the round ends so and what it pays, and the clauses of that."""
    won = f"rule.tichu.points.{rules.points}.explanation" if rules.points is Points.SWAPPED else "lesson.under.two_if"
    paid = by_rule(won, "U6.2", lang)
    if result.ending is Ending.OUT:
        key = "lesson.under.you_are_out" if result.winner == YOU else "lesson.under.opponent_is_out"
        return (by_rule(key, "U6.1", lang), paid), ("U6.1", "U6.2")
    counts = [len(state.hands[seat]) + len(state.draw[seat]) for seat in (YOU, OPPONENT)]
    blocked = by_rule("lesson.under.blocked", "U4.4", lang, yours=counts[YOU], theirs=counts[OPPONENT])
    return ((blocked,), ("U4.4",)) if result.winner is None else ((blocked, paid), ("U4.4", "U6.2"))


def _look(state: State, lang: str, *, both: bool = False) -> Look:
    """Both piles, the top card last, the hand by value, and how many cards the other piles have."""
    piles = tuple(
        (
            tell.pile_name(pile, say("piles.pile", lang, number=place + 1), lang),
            tell.upper_cards(pile),
        )
        for place, pile in enumerate(state.piles)
    )
    notes = [
        say("lesson.under.draw_piles", lang, yours=len(state.draw[YOU]), theirs=len(state.draw[OPPONENT])),
        say("lesson.under.extra_piles", lang, yours=len(state.extra[YOU]), theirs=len(state.extra[OPPONENT])),
    ]
    if both or not state.hands[OPPONENT]:
        hands = (len(state.hands[YOU]), len(state.hands[OPPONENT]))
        notes.insert(0, say("lesson.under.hands", lang, yours=hands[YOU], theirs=hands[OPPONENT]))
    return Look(tell.by_value(state.hands[YOU]), say("hand.label", lang), piles, tuple(notes))


# Positions by chance


def two_or_ace(chance: Random) -> tuple[MayPlay, Rules]:
    """An ace or a 2 on the pile, and a card that lies near it, in one circle or the other."""
    top = chance.choice([card for card in DECK if card.rank in "A2"])
    near = "2K3" if top.rank == "A" else "A3K"
    card = chance.choice([card for card in DECK if card.rank in near and card is not top])
    return _play(chance, (top,), card), Rules(wrap=True)


def on_the_dragon(chance: Random) -> tuple[MayPlay, Rules]:
    """The Dragon on the pile, and a card that fits at any time, an ace, or one that never does."""
    ace, king = (Card(rank + chance.choice(SUITS)) for rank in "AK")
    card = chance.choice((PHOENIX, DOG, ace, ace, king, MAH_JONG))
    beneath = chance.choice([one for one in DECK if one is not card])
    return _play(chance, (beneath, DRAGON), card), Rules(dragon_locks=DragonLocks.STRICT)


def finished(chance: Random, level: int) -> State:
    """A round that somebody has won, with one draw pile left or none; at level 3 it may be blocked instead."""
    if level > 2 and chance.randrange(2):
        return blocked_round(chance, level=False)
    return won_round(chance, chance.choice(SEATS) if level > 1 else YOU)


def _play(chance: Random, laid: tuple[Card, ...], card: Card) -> MayPlay:
    """The card on a pile of these; eight cards in both hands, and the other piles as they might be."""
    rest = _tichu_deck(chance, (*laid, card))
    hands = ((card, *rest[:7]), tuple(rest[7:15]))
    other, rest = Pile((rest[15],)), rest[16:]
    draw, extra = chance.randrange(3, 10), chance.randrange(1, 5)
    state = State(
        hands,
        draw=(tuple(rest[:draw]), tuple(rest[draw : 2 * draw])),
        extra=(tuple(rest[30 : 30 + extra]), tuple(rest[20 : 20 + extra])),
        piles=(Pile.of(laid), other),
    )
    return MayPlay(state, Play(YOU, card, 0, laid[-1]))


def _tichu_deck(chance: Random, used: tuple[Card, ...]) -> list[Card]:
    """The plain cards that are not used, shuffled; the specials would only draw the eye away from the question."""
    rest = [card for card in TICHU_DECK if card.rank and card not in used]
    chance.shuffle(rest)
    return rest
