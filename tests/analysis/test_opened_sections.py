"""The rank of a hand, first turns and what the others hold: counted against enumeration, sampled against counting."""

from fractions import Fraction
from itertools import combinations, islice
from math import comb

import pytest

from cardlab import tongits
from cardlab.analysis import openings, unknown, whatif
from cardlab.analysis.deals import not_laid_off, thrown_away
from cardlab.analysis.hand_rank import HANDS, Rank, rank
from cardlab.analysis.held import held, left_lying, taken_now
from cardlab.analysis.kernel import compiled
from cardlab.analysis.openings import MOST_MELDS, melds_dealt, opening_against_waiting, opening_statistics
from cardlab.analysis.position import read, unseen, view_of
from cardlab.cards import Card
from cardlab.tongits import Rules
from cardlab.widgets.whatif.editor import EXAMPLES

SMALL = (
    "rules traditional; viewer 1; hand 2d 5d 2h 3h 5s; cards 4 5 2; meld 0 4c 4d 4h 4s; meld 1 9c 9d 9h 9s; "
    "meld 1 Tc Td Ts; meld 2 Jc Jd Js; meld 2 8c 8d 8h 8s; meld 2 Ac Ad Ah As; meld 0 7c 7d 7h 7s; "
    "discard 3c Ks 6s 6d 6c Qs Qc Qh Kc Qd Th Kh Kd"
)


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    compiled.load(wait=True)


def seen(name):
    return view_of(read(EXAMPLES.get(name, name)))


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_rank_of_a_hand_is_counted_over_all_hands_of_as_many_cards(name):
    view = seen(name)
    found, size = rank(view), len(view.hand)
    assert (found.counted, found.hands, found.error(found.better)) == (True, comb(52, size), 0.0)
    assert found.own == tongits.least_deadwood(view.hand)
    assert found.better + found.level + found.worse == pytest.approx(1)
    all_hands = unknown.full_deck(size)
    assert found.better == pytest.approx(float(all_hands.at_most(found.own - 1)))
    assert found.level == pytest.approx(float(all_hands.probability(found.own)))


def test_a_rank_that_is_dealt_is_the_counted_one_within_its_error(monkeypatch):
    view = seen("opening")
    counted = rank(view)
    monkeypatch.setattr(unknown, "DEALT", 4)
    dealt = rank(view)
    assert (dealt.counted, dealt.hands, dealt.own) == (False, HANDS, counted.own)
    for share, other in ((counted.better, dealt.better), (counted.level, dealt.level), (counted.worse, dealt.worse)):
        assert abs(share - other) <= 4 * dealt.error(other)
    assert rank(view, hands=500) == rank(view, hands=500, kernel=compiled.plain())


def test_with_jokers_hands_are_better():
    plain, jokers = rank(seen("opening")), rank(seen(f"rules sheet jokers 4; {EXAMPLES['opening']}"))
    assert (plain.counted, jokers.counted, plain.own) == (True, False, jokers.own)
    assert jokers.better > plain.better + 10 * jokers.error(jokers.better)


def test_the_error_of_a_share_is_that_of_a_sample():
    assert Rank(5, 1, (50, 50), counted=False).error(0.5) == pytest.approx(0.05, rel=0.01)
    assert Rank(5, 1, (0, 100), counted=False).error(0.0) > 0


def test_first_turns_are_told_by_the_number_of_melds_and_the_same_each_time(monkeypatch):
    monkeypatch.setattr(openings, "COMMON", 300)
    monkeypatch.setattr(openings, "_known_already", {})
    first = list(opening_statistics(Rules(), deals=2))
    assert list(opening_statistics(Rules(), deals=2)) == first[-1:], "a second time it is known already"
    monkeypatch.setattr(openings, "_known_already", {})
    assert first[0] == next(opening_statistics(Rules(), deals=2))
    assert [one.done for one in first] == [*[False] * (len(first) - 1), True]
    kinds = {kind.melds: kind for kind in first[-1].kinds}
    assert set(kinds) == {1, 2, MOST_MELDS}
    assert {kind.deals for kind in kinds.values()} == {2}
    assert first[-1].scanned == 300
    met = [melds_dealt(Rules(), number) for number in range(first[-1].scanned)]
    assert kinds[2].common == met.count(2) / len(met)
    differences = [opening_against_waiting(Rules(), number) for number, melds in enumerate(met[:20]) if melds == 1]
    paid = [both[0] for both in islice(filter(None, differences), 2)]
    assert kinds[1].payment[0] == pytest.approx(sum(paid) / 2)
    assert kinds[1].payment[1] > 0


def test_what_nobody_has_shown_is_as_likely_as_chance():
    found, view = held(seen("opening")), seen("opening")
    assert (found.clues, found.counting) == (0, found.deals)
    assert found.chance == {1: pytest.approx(12 / 39), 2: pytest.approx(12 / 39)}
    for seat in (1, 2):
        assert sum(found.shares[seat].values()) == pytest.approx(12)
        assert set(found.shares[seat]) == set(unseen(view))
        assert not any(found.differs(seat, card) for card in unseen(view))


def test_cards_that_would_have_made_a_meld_with_what_was_thrown_away_are_less_likely():
    """The player on the right has just thrown 8♠ away, and so hardly holds 6♠ 7♠."""
    found = held(seen("middle"))
    assert found.clues == 4
    assert 0.3 < found.counting / found.deals < 1
    assert [found.differs(2, Card(card)) for card in ("6s", "7s")] == [-1, -1]
    assert found.shares[2][Card("Ac")] >= found.chance[2]
    assert left_lying(seen("middle")) == ((2, Card("9h")),)


def test_whoever_has_called_a_draw_rather_holds_cheap_cards():
    found = held(seen("answer"))
    assert found.differs(1, Card("2c")) == 1
    assert found.differs(1, Card("Jd")) == -1
    assert found.shares[1][Card("2c")] > 0.5 > found.shares[1][Card("Jd")]


TOOK = "viewer 0; seat 1 lay; hand 2c 5c 9c Jc 4d 6d Td Kd 3h 6h Qh As; taken 8s; discard 2h; began discard"


def test_a_card_just_taken_lies_in_that_hand_and_most_likely_makes_a_meld_there():
    found = held(seen(TOOK))
    assert taken_now(seen(TOOK)) == (1, Card("8s"))
    assert (found.shares[1][Card("8s")], found.shares[2][Card("8s")]) == (1.0, 0.0)
    likelier = {card.code for card in found.shares[1] if found.differs(1, card) == 1}
    assert likelier >= {"8s", "8c", "8d", "8h", "7s", "9s"}
    assert sum(found.shares[1].values()) == pytest.approx(13)


def test_where_few_deals_agree_with_what_was_seen_each_clue_counts_less_and_that_is_told():
    usual, few = held(seen(TOOK)), held(seen(TOOK), deals=300)
    assert (usual.to_one, few.to_one) == (8, 4)
    assert few.counting / few.deals > usual.counting / usual.deals
    assert held(seen(TOOK), deals=50).to_one == 2


def test_the_map_is_the_same_from_the_plain_kernel():
    for name in ("middle", "answer"):
        assert held(seen(name), deals=300) == held(seen(name), deals=300, kernel=compiled.plain())


def test_the_shares_are_those_of_every_deal_weighted_by_hand():
    """Eight unseen cards, four of them in the hand of the player on the right, who has just thrown a three away.

    T4.1: and a card that could be laid off is hardly kept by whoever has laid a meld.
    """
    view = seen(SMALL)
    [(right, thrown)] = thrown_away(view)
    assert (right, thrown) == (0, Card("3c"))
    pool = unseen(view)
    sums, total = dict.fromkeys(pool, Fraction(0)), Fraction(0)
    melds = [laid.meld for laid in view.melds if laid.meld and not laid.secret]
    for hand in combinations(pool, view.counts[right]):
        meld = any(tongits.why_meld((*two, thrown), view.rules) for two in combinations(hand, 2))
        for other in combinations([card for card in pool if card not in hand], view.counts[2]):
            kept = sum(
                view.opened(seat) and any(tongits.grown(one, (card,), view.rules) for one in melds for card in held)
                for seat, held in ((right, hand), (2, other))
            )
            weight = Fraction(1, 8) ** (meld + kept)
            total += weight
            for card in hand:
                sums[card] += weight
    found = held(view)
    for card in pool:
        exact = float(sums[card] / total)
        assert abs(found.shares[right][card] - exact) <= 4 * (exact * (1 - exact) / found.counting) ** 0.5 + 1e-9
    assert (found.differs(right, Card("3d")), found.differs(right, Card("2c"))) == (-1, 1)


def test_T4_1_whoever_has_laid_a_meld_hardly_holds_what_can_be_laid_off():
    """The weighted worlds of the laboratory think so too, and say how many equal ones they are worth."""
    position = seen("middle")
    numbers = not_laid_off(position)
    assert numbers
    fitting = [card for card in unseen(position) if numbers[1] & card.bit]
    found = held(position)
    for seat in numbers[::2]:
        assert all(found.differs(seat, card) == -1 for card in fitting)
    answer = whatif.ask(position, worlds=500, infer=True)
    assert 100 < answer.counting < 500
    assert whatif.ask(position, worlds=500).counting == 500
