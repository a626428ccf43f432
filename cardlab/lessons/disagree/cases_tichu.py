"""Questions about Tichu 1.on.1 whose answers depend on the rules.

First the questions, then random positions in which a house rule may make a difference.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

from cardlab import tichu
from cardlab.cards import DECK, SUITS, Card
from cardlab.lessons.ask import Ask
from cardlab.lessons.disagree.dispute import ALLOWED, ALLOWED_OR_NOT, REFUSED, Case
from cardlab.lessons.tables_tichu import OPPONENT, YOU, ask_at, blocked_round, numbers, won_round
from cardlab.phrasing import tichu_sentences as sentences
from cardlab.phrasing.messages import Deferred, Message, Text
from cardlab.tichu.moves import SEATS
from cardlab.tichu.piles import DOG, DRAGON, MAH_JONG, PHOENIX

# The questions


def may_play(state: tichu.State, move: tichu.Play, rules: tichu.Rules) -> Ask:
    """Ask whether the move is allowed under these rules."""
    pile, card = state.piles[move.pile], move.card
    refusals = tichu.why_not(replace(state, rules=rules), move)
    fitting: Text = Message("lesson.under.no_rule_against")
    if tichu.fits(pile, card, rules):
        fitting = Deferred(sentences.why_fits, pile, card, rules)
    return ask_at(
        state,
        notes=numbers(state, *([] if state.hands[OPPONENT] else ["hand"]), "draw", "extra"),
        choices=ALLOWED_OR_NOT,
        prompt=Message("lesson.under.may_play", card=card, number=move.pile + 1),
        answer=REFUSED if refusals else ALLOWED,
        because=refusals or fitting,
    )


def how_many_points(state: tichu.State, rules: tichu.Rules) -> Ask:
    """Ask how many points the win is worth. [U6.2]"""
    result = tichu.outcome(replace(state, rules=rules))
    assert result is not None
    return ask_at(
        state,
        notes=numbers(state, "hand", "draw", "extra"),
        choices={str(points): str(points) for points in range(3)},
        prompt=Message("lesson.under.how_many_points"),
        answer=str(max(result.points)),
        because=_reasons(state, rules, result),
    )


def _reasons(state: tichu.State, rules: tichu.Rules, result: tichu.Outcome) -> Text:
    swapped = rules.points is tichu.Points.SWAPPED
    paid = Message(
        "rule.tichu.points.swapped.explanation" if swapped else "rule.tichu.points.sheet.explanation", "U6.2"
    )
    if result.ending is tichu.Ending.OUT:
        return Message("lesson.under.out", "U6.1", result.winner), paid
    counts = [len(state.hands[seat]) + len(state.draw[seat]) for seat in (YOU, OPPONENT)]
    blocked = Message("lesson.under.blocked", "U4.4", yours=counts[YOU], theirs=counts[OPPONENT])
    return blocked if result.winner is None else (blocked, paid)


# Random positions


def two_or_ace(chance: Random) -> tuple[Case, tichu.Rules]:
    """Return a question about a card on an ace or 2, and the house rule to compare."""
    top = chance.choice([card for card in DECK if card.rank in "A2"])
    near = "2K3" if top.rank == "A" else "A3K"
    card = chance.choice([card for card in DECK if card.rank in near and card is not top])
    return _on(chance, (top,), card), tichu.Rules(wrap=True)


def on_the_dragon(chance: Random) -> tuple[Case, tichu.Rules]:
    """Return a question about a card on the Dragon, and the house rule to compare."""
    ace, king = (Card(rank + chance.choice(SUITS)) for rank in "AK")
    card = chance.choice((PHOENIX, DOG, ace, ace, king, MAH_JONG))
    beneath = chance.choice([one for one in DECK if one is not card])
    return _on(chance, (beneath, DRAGON), card), tichu.Rules(dragon_locks=tichu.DragonLocks.STRICT)


def finished(chance: Random, level: int) -> tichu.State:
    """Return a finished round; at level 1 the learner won, at 3 it may be blocked."""
    if level > 2 and chance.randrange(2):
        return blocked_round(chance, tied=False)
    return won_round(chance, chance.choice(SEATS) if level > 1 else YOU)


def _on(chance: Random, laid: tuple[Card, ...], card: Card) -> Case:
    """Return a question about playing a card on the pile `laid`, its top card last."""
    rest = [one for one in DECK if one not in (*laid, card)]
    chance.shuffle(rest)
    hands = ((card, *rest[:7]), tuple(rest[7:15]))
    other, rest = tichu.Pile((rest[15],)), rest[16:]
    draw, extra = chance.randrange(3, 10), chance.randrange(1, 5)
    state = tichu.State(
        hands,
        draw=(tuple(rest[:draw]), tuple(rest[draw : 2 * draw])),
        extra=(tuple(rest[30 : 30 + extra]), tuple(rest[20 : 20 + extra])),
        piles=(tichu.Pile.of(laid), other),
    )
    return partial(may_play, state, tichu.Play(YOU, card, 0, laid[-1]))
