"""A bot's own words: closed they tell nothing of its hand, open they name what it was about, in every language."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from cardlab import bots
from cardlab.analysis.position import read, unseen, view_of
from cardlab.analysis.reasons import why_moved
from cardlab.cards import Card
from cardlab.phrasing.catalogue import LANGUAGES, card_label, say
from cardlab.refusal import IllegalMove
from cardlab.rounds import play_tongits
from cardlab.tongits import Call, Discard, Draw, LayMeld, Rules, Sapaw, Take, parse_move, view, why_not

TABLES = (Rules(), Rules.preset("traditional"), Rules(jokers=2, showdown="everyone"), Rules(discard_must_meld=True))


def moves_seen(rules, seeds, bot=bots.tongits.careful):
    """Every move of some rounds, with what its player saw before it."""
    for seed in seeds:
        record = play_tongits((bot,) * 3, rules, seed)
        for state, move in zip(record.states(), record.moves, strict=False):
            yield view(state, move.seat), move


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
    for seen, move in moves_seen(rules, range(6), bots.tongits.random):
        other = with_another_hand(seen, move, chance)
        if other.hand != seen.hand and not why_not(other, move):
            compared += 1
            for lang in LANGUAGES:
                assert why_moved(other, move, lang) == why_moved(seen, move, lang)
    assert compared > 60


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_while_the_round_goes_on_no_hidden_card_is_named(rules):
    for seen, move in moves_seen(rules, range(6)):
        words = why_moved(seen, move)
        in_sight = shown_by(move) | set(seen.discards[:1])
        in_sight |= {card for laid in seen.melds if laid.meld for card in laid.meld.cards}
        hidden = [card for card in seen.hand if card not in in_sight and not card.is_joker]
        assert not [card for card in hidden if re.search(rf"(?<!\d){re.escape(card_label(card))}", words)]


def test_a_set_of_four_laid_face_down_is_not_named():
    secret = [
        (seen, move)
        for seen, move in moves_seen(Rules(secret_four=True), range(150), bots.tongits.random)
        if isinstance(move, LayMeld) and move.secret
    ]
    assert secret
    for seen, move in secret:
        assert card_label(move.cards[0]) not in why_moved(seen, move)
        assert card_label(move.cards[0]) in why_moved(seen, move, open_hand=True)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_every_move_has_words_in_every_language(lang, rules):
    for bot in (bots.tongits.careful, bots.tongits.random):
        for seen, move in moves_seen(rules, range(3), bot):
            for open_hand in (False, True):
                words = why_moved(seen, move, lang, open_hand=open_hand)
                assert words.endswith(".")
                assert words[0].isupper() or not words[0].isalpha()
                assert not re.search(r"[{}]|\b[2-9TJQKA][cdhs]\b", words)


def test_with_open_hands_a_take_names_the_meld_that_it_completes():
    seen = view_of(read("viewer 1; hand 4c Tc 4d 7d 8d 2h 5h 8h Th 2s 3s 5s; discard 9d"))
    assert why_moved(seen, Take(1), open_hand=True) == "I take 9♦, because it completes 7♦ 8♦ 9♦."
    assert why_moved(seen, Take(1)) == "I take 9♦: it is of more use to me than an unknown card."


def test_with_open_hands_a_discard_says_whether_it_goes_with_anything():
    seen = view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"))
    assert "it breaks 9♦ 10♦" in why_moved(seen, parse_move("0 discard 9d"), open_hand=True)
    assert "although it lies in 2♣ 3♣ 4♣" in why_moved(seen, parse_move("0 discard 3c"), open_hand=True)
    alone = view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Ts Kh Ac Qd Js 5h"))
    assert "it goes with nothing that I hold" in why_moved(alone, parse_move("0 discard Kh"), open_hand=True)
    assert "I keep 7♦ 7♥ 7♠" in why_moved(seen, parse_move("0 discard 3c"), open_hand=True)


def test_a_call_tells_its_chance_and_a_call_against_burned_players_that_it_cannot_be_challenged():
    calls = [(seen, move) for seen, move in moves_seen(Rules(), range(40)) if isinstance(move, Call)]
    words = [why_moved(seen, move, open_hand=True) for seen, move in calls]
    assert all(re.search(r"in about \d+%|nobody can challenge", text) for text in words)
    unopposed = [seen for seen, _ in calls if not any(seen.opened(seat) for seat in range(3) if seat != seen.viewer)]
    for seen in unopposed:
        assert "nobody can challenge" in why_moved(seen, Call(seen.viewer))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bot_that_moves_at_random_invents_no_reason(lang):
    for seen, move in moves_seen(Rules(), [3], bots.tongits.random):
        for open_hand in (False, True):
            words = why_moved(seen, move, lang, open_hand=open_hand, bot=bots.tongits.random)
            assert words == say("bot_says.at_random", lang)


def test_words_are_asked_for_a_legal_move_only():
    seen = view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"))
    for move in (Draw(0), Discard(0, Card("Ac"))):
        with pytest.raises(IllegalMove):
            why_moved(seen, move)


def test_a_chance_that_takes_long_to_count_is_told_from_a_sample():
    """With jokers in unknown hands whose melds count nothing."""
    rules = replace(Rules.preset("traditional"), jokers=2)
    calls = [(seen, move) for seen, move in moves_seen(rules, range(12)) if isinstance(move, Call)]
    words = [
        why_moved(seen, move, open_hand=True) for seen, move in calls if any(card.is_joker for card in unseen(seen))
    ]
    assert [text for text in words if "%" in text]
