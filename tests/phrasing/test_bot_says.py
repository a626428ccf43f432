"""A bot's own words: they tell nothing of its hand but what the move shows, in every language."""

import re
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from cardlab import bots
from cardlab.analysis.position import unseen
from cardlab.phrasing.bot_says import why_moved
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.tongits import Call, Discard, LayMeld, Rules, Sapaw, why_not
from tests.analysis.rounds_met import met

TABLES = (Rules(), Rules.preset("traditional"), Rules(jokers=2, showdown="everyone"), Rules(discard_must_meld=True))


def shown_by(move):
    match move:
        case LayMeld(cards=laid) | Sapaw(cards=laid):
            return set(laid)
        case Discard(card=card):
            return {card}
    return set()


def with_another_hand(seen, move, chance):
    """The same table, the hidden part of the viewer's hand exchanged for cards that the viewer cannot see."""
    fixed = shown_by(move) | ({seen.taken} & set(seen.hand))
    loose = [*(card for card in seen.hand if card not in fixed), *unseen(seen)]
    chance.shuffle(loose)
    kept = [card for card in seen.hand if card in fixed]
    return replace(seen, hand=tuple(sorted([*kept, *loose[: len(seen.hand) - len(kept)]])))


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_while_the_round_goes_on_the_words_do_not_depend_on_the_hidden_hand(rules):
    chance, compared = Random(5), 0
    for seen, move in met(rules, bots.tongits.random, range(6)):
        other = with_another_hand(seen, move, chance)
        if other.hand != seen.hand and not why_not(other, move):
            compared += 1
            for lang in LANGUAGES:
                assert why_moved(other, move, lang) == why_moved(seen, move, lang)
    assert compared > 60


def test_every_move_has_words_in_every_language():
    for rules, lang in product(TABLES, LANGUAGES):
        for seen, move in met(rules, seeds=range(3)):
            words = why_moved(seen, move, lang)
            assert words.endswith(".")
            assert words[0].isupper() or not words[0].isalpha()
            assert not re.search(r"[{}]|\b[2-9TJQKA][cdhs]\b", words)
        assert why_moved(seen, move, lang, bot=bots.tongits.random) == say("bot_says.at_random", lang)


def test_a_call_against_burned_players_says_that_it_cannot_be_challenged():
    calls = [seen for seen, move in met(Rules(), seeds=(*range(9), 154)) if isinstance(move, Call)]
    unopposed = [seen for seen in calls if not any(seen.opened(seat) for seat in range(3) if seat != seen.viewer)]
    assert 0 < len(unopposed) < len(calls)
    for seen in calls:
        assert (say("bot_says.call.against_no_one") == why_moved(seen, Call(seen.viewer))) is (seen in unopposed)
