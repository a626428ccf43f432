"""What each kind of question says of its levels is so: what comes at which level, and what never does."""

from functools import cache

from cardlab.cards import SPECIALS
from cardlab.lessons.course import drill_named
from cardlab.lessons.deadwood import HOUSE
from cardlab.lessons.melds import UNCLEAR
from cardlab.lessons.practice_hands import between, laid_first
from cardlab.lessons.tables_tongits import YOU
from cardlab.tichu import outcome as race_outcome
from cardlab.tongits import SHEET, Began, Kind, Phase, hand_deadwood, least_deadwood, melds_in


@cache
def made(name, level, count=50):
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


def piles_shown_undrawn(question):
    """Whether the turn begins, and how many piles lie beside the melds."""
    state = question.state
    return state.phase is Phase.DRAW, len(question.read("en").task.piles) - len(state.melds)


QUESTIONS = {
    "cards.name_it, kind of card": sort_of_card,
    "cards.points, cards": lambda one: len(one.hand),
    "cards.dealt, how it is answered, jokers, the winner begins": what_is_asked_of_a_deal,
    "melds.find_a_meld, cards, melds up to three": lambda one: (len(one.hand), min(3, len(melds_in(one.hand)))),
    "melds.joker_meld, unclear": lambda one: one.answer == UNCLEAR,
    "deadwood.loose, cards, of which suit two melds, haste costs": choices_in_a_hand,
    "deadwood.hasty, haste costs": lambda one: one.answer > 0,
    "deadwood.concealed, house rule, it matters": hidden_melds,
    "turn.tongits_now, before the draw, piles": piles_shown_undrawn,
    "turn.in_order, moves where all are right": lambda one: one.answer == "none" and len(one.choices) - 1,
    "turn.may_discard, taken, laid": taken_and_laid,
    "draw_call.may_call, own melds": melds_of(YOU),
    "draw_call.whose_answer, who shows": lambda one: one.state.rules.showdown.value,
    "scoring.chips, secret fours": lambda one: one.state.rules.secret_four,
    "race.what_now, draw piles, answer": lambda one: (any(one.state.draw), one.answer),
    "race.match, ending": lambda one: race_outcome(one.state).ending.value,
}


def test_what_comes_at_which_level(snapshot):
    told = []
    for name, what in QUESTIONS.items():
        told.append(name)
        for level in (1, 2, 3):
            found = sorted(map(repr, {what(question) for question in made(name.partition(",")[0], level)}))
            told.append(f"    {level}: {', '.join(found)}")
    assert "\n".join(told) == snapshot
