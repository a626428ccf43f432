"""What each kind of question says of its levels is so: what comes at which level, and what never does."""

from functools import cache

import pytest

from cardlab.cards import SPECIALS
from cardlab.lessons.course import drill_named
from cardlab.lessons.deadwood import HOUSE
from cardlab.lessons.melds import UNCLEAR
from cardlab.lessons.practice_hands import between, laid_first
from cardlab.lessons.tables_tongits import YOU
from cardlab.tichu import Ending
from cardlab.tichu import outcome as race_outcome
from cardlab.tongits import SHEET, Began, Kind, Phase, Showdown, hand_deadwood, least_deadwood, melds_in

BOTH = {False, True}


@cache
def made(name, level, count=80):
    """Questions of one kind and level."""
    return tuple(drill_named(name).question(f"level {seed}", level) for seed in range(count))


def sort_of_card(question):
    (card,) = question.hand
    return "special" if card in SPECIALS else "court" if card.rank in "AJQK" else "number"


def what_is_asked_of_a_deal(question):
    """How it is answered, and whether jokers are in the deck and the winner begins the next round."""
    rules = question.state.rules
    return question.kind, rules.jokers > 0, rules.winner_starts


def choices_in_a_hand(question):
    """How many cards, how many of them suit a set and a run, at most two, and whether haste costs something."""
    hand, least = question.hand, least_deadwood(question.hand)
    return len(hand), min(2, len(between(hand))), any(laid_first(hand, kind).deadwood > least for kind in Kind)


def hidden_melds(question):
    """Which rule, and whether the rules come to different counts."""
    return question.state == HOUSE, hand_deadwood(question.hand, HOUSE) < hand_deadwood(question.hand, SHEET)


def taken_and_laid(question):
    """Whether a card was taken, and whether a meld was laid in this turn."""
    own = sum(meld.owner == YOU for meld in question.state.melds)
    return question.state.began is Began.DISCARD, own > 2


def melds_of(seat):
    return lambda question: sum(laid.owner == seat for laid in question.state.melds)


def drawing_and_answer(question):
    return any(question.state.draw), question.answer


def piles_shown_undrawn(question):
    """Whether the turn begins, and how many piles lie beside the melds."""
    state = question.state
    return state.phase is Phase.DRAW, len(question.read("en").task.piles) - len(state.melds)


FLAT = {("choice", False, False), ("number", False, False)}
ANY_MELDS = ({0, 1, 2},) * 3
EMPTY = {(False, "flip"), (False, "play")}
DRAWING = {(True, "flip"), (True, "play")}


@pytest.mark.parametrize(
    ("name", "what", "levels"),
    [
        ("cards.name_it", sort_of_card, ({"number"}, {"court"}, {"court"})),
        ("stacks.value", sort_of_card, ({"number"}, {"court"}, {"court", "special"})),
        ("cards.points", lambda one: len(one.hand), ({1}, {4}, {8})),
        (
            "cards.dealt",
            what_is_asked_of_a_deal,
            (
                FLAT,
                FLAT | {("choice", False, True)},
                {("choice", False, False), ("choice", False, True), ("number", True, False)},
            ),
        ),
        (
            "melds.find_a_meld",
            lambda one: (len(one.hand), min(3, len(melds_in(one.hand)))),
            ({(7, 2), (7, 3)}, {(9, 1), (9, 2)}, {(12, 1)}),
        ),
        ("melds.joker_meld", lambda one: one.answer == UNCLEAR, ({False}, BOTH, BOTH)),
        ("deadwood.count", lambda one: len(one.hand), ({3}, {5}, {7})),
        (
            "deadwood.loose",
            choices_in_a_hand,
            ({(7, 0, False)}, {(10, count, costs) for count in (1, 2) for costs in BOTH}, {(13, 2, True)}),
        ),
        ("deadwood.loose", lambda one: one.answer != () or len(one.hand) > 7, ({True},) * 3),
        ("deadwood.hasty", lambda one: one.answer > 0, ({True}, BOTH, BOTH)),
        ("deadwood.hasty", lambda one: "set_first" in one.prompt.key, ({True}, BOTH, BOTH)),
        (
            "deadwood.concealed",
            hidden_melds,
            ({(False, True)}, {(False, True), (True, True)}, {(False, True), (True, True)}),
        ),
        ("turn.tongits_now", piles_shown_undrawn, ({(False, 0)}, {(False, 0)}, {(False, 0), (True, 1)})),
        ("turn.in_order", lambda one: one.answer == "none" and len(one.choices) - 1, ({False, 3, 4},) * 3),
        (
            "turn.may_discard",
            taken_and_laid,
            (
                {(False, False), (True, False)},
                {(False, False), (True, False), (True, True)},
                {(False, False), (True, False), (True, True)},
            ),
        ),
        ("draw_call.may_call", melds_of(YOU), ANY_MELDS),
        ("draw_call.may_call", melds_of(2), ANY_MELDS),
        (
            "draw_call.whose_answer",
            lambda one: one.state.rules.showdown,
            ({Showdown.CHALLENGERS}, {Showdown.CHALLENGERS}, set(Showdown)),
        ),
        ("scoring.chips", lambda one: one.state.rules.secret_four, ({False}, {False}, BOTH)),
        (
            "race.what_now",
            drawing_and_answer,
            (
                EMPTY,
                EMPTY | DRAWING | {(False, "recycle")},
                EMPTY | DRAWING | {(False, "recycle"), (False, "end")},
            ),
        ),
        # Both turn at once, so their extra piles shrink together.
        ("race.what_now", lambda one: len(one.state.extra[0]) - len(one.state.extra[1]), ({0},) * 3),
        # A match is decided by a round that somebody has won.
        ("race.match", lambda one: race_outcome(one.state).ending, ({Ending.OUT},) * 3),
    ],
)
def test_what_comes_at_which_level(name, what, levels):
    assert tuple({what(question) for question in made(name, level)} for level in (1, 2, 3)) == levels
