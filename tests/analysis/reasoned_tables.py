"""Tables made by hand for the tests of reasons, and what is said of a move at them."""

from cardlab.analysis.reasons import reason, reason_parts
from cardlab.bots.tongits import careful
from cardlab.cards import DECK, JOKERS, cards
from cardlab.rounds import play_tongits
from cardlab.tongits import (
    Began,
    Laid,
    Phase,
    Rules,
    State,
    best_arrangements,
    view,
    why_meld,
)

TRADITIONAL = Rules.preset("traditional")
TABLES = (Rules(), TRADITIONAL, Rules(jokers=2, joker_points=5), Rules(showdown="everyone", ace_high=True))


def table(
    hand, *, others=("", ""), melds=(), top="", stock=52, seat=0, phase=Phase.LAY, rules=None, caller=None, **more
):
    """A table with this hand in `seat`; what nobody names is dealt to the others, then the stock, then the discards."""
    rules = rules or Rules()
    laid = tuple(Laid(why_meld(cards(text), rules), owner) for owner, text in melds)
    named = [*cards(hand), *cards(top), *(card for text in others for card in cards(text))]
    named += [card for one in laid for card in one.meld.cards]
    rest = [card for card in (*DECK, *JOKERS[: rules.jokers]) if card not in named]
    hands = []
    given = iter(others)
    for place in range(3):
        held = cards(hand) if place == seat else cards(next(given)) or tuple(rest.pop() for _ in range(6))
        hands.append(tuple(sorted(held)))
    pile = cards(top)
    return State(
        rules=rules,
        hands=tuple(hands),
        stock=tuple(rest[:stock]),
        discards=(*pile, *rest[stock:]),
        melds=laid,
        first=0,
        seat=seat,
        phase=phase,
        began=Began.STOCK if phase is Phase.LAY else None,
        caller=caller,
        **more,
    )


def parts(state, move):
    return reason_parts(view(state, move.seat), move)


def said(state, move, lang="en"):
    return reason(view(state, move.seat), move, lang)


def positions(rules, seeds=range(3)):
    """Every position of some rounds, as the player who is to move sees it."""
    for seed in seeds:
        for state in play_tongits((careful,) * 3, rules=rules, seed=seed).states():
            if state.phase is not Phase.OVER:
                yield view(state, state.seat)


def hidden(seen):
    shown = {*seen.hand, *seen.discards, *(card for laid in seen.melds if laid.meld for card in laid.meld.cards)}
    return [card for card in (*DECK, *JOKERS[: seen.rules.jokers]) if card not in shown]


def least(held, rules):
    return best_arrangements(tuple(held), rules=rules)[0].deadwood
