"""The arguments for and against a move or a whole turn, in words.

`Thrown` has the facts about a discard and `Taken` those about a take; `turn_reason` turns them into two or three short
sentences. Only the view is used. `whatif` computes whether a move is the best one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from cardlab import tongits
from cardlab.analysis.deals import any_state
from cardlab.analysis.least import least
from cardlab.analysis.position import unseen
from cardlab.bots.sensible import rivals
from cardlab.cards import Card
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.reader import by_rule
from cardlab.phrasing.tongits_sentences import at_table
from cardlab.tongits.legality import MOST_TAKES
from cardlab.tongits.moves import SEATS
from cardlab.tongits.scoring import BASE_CHIPS, TRIPLE_CHIPS

Cards: TypeAlias = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Thrown:
    """The effect of a discard.

    - `card`, `points`: the card and its points (T9.1);
    - `ends`: whether it ends the round, because the hand or the stock is empty (T5.1, T8.1);
    - `meld`: the meld that it breaks, if the card is in a meld in every best arrangement of the hand;
      `stays`: whether the rest of that meld is still a meld;
    - `pairs`: otherwise the pairs that it breaks, each one unseen card away from a meld;
    - `least`: the least deadwood afterwards; `outs`: the unseen cards that would then lower it;
    - `fits`: the meld on the table on which the next player may lay it off at once (T4.1). Empty if there is none.
    """

    card: Card
    points: int
    ends: bool
    meld: Cards
    stays: bool
    pairs: tuple[Cards, ...]
    least: int
    outs: Cards
    fits: Cards


@dataclass(frozen=True, slots=True)
class Taken:
    """The effect of taking the top discard.

    `meld`: the best new meld with it, or empty; `fits`: otherwise the meld on the table that it fits (T4.1), or empty;
    `least`: the least deadwood after the best discard; `out`: whether the whole hand can be laid and discarded (T5.1).
    """

    card: Card
    meld: Cards
    fits: Cards
    least: int
    out: bool


MOST_BROKEN: Final = 3


def of_discard(seen: tongits.View, card: Card) -> Thrown:
    """Return the effect of discarding a card of the viewer's hand.

    >>> from cardlab.analysis.position import read, view_of
    >>> found = of_discard(view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")), Card("9d"))
    >>> found.pairs, found.least, len(found.outs)
    (((Card("9d"), Card("Td")),), 55, 3)
    """
    hidden, rest, rules = unseen(seen), _without(seen.hand, (card,)), seen.rules
    meld, pairs = _broken(seen, card, hidden)
    # T2.5, T2.7: whether the next player may take it, and lay it off.
    may_fit = rest and seen.stock and not rules.discard_must_meld and seen.takes < MOST_TAKES
    return Thrown(
        card=card,
        points=tongits.points(card, rules),
        ends=not rest or not seen.stock,
        meld=meld,
        stays=bool(tongits.meld_readings(_without(meld, (card,)), rules)),
        pairs=pairs,
        least=least([rest], rules)[0],
        outs=_outs(rest, hidden, rules),
        fits=_fits(seen, card) if may_fit else (),
    )


def of_take(seen: tongits.View) -> Taken:
    """Return the effect of taking the top discard."""
    card, rules = seen.discards[0], seen.rules
    hand = tuple(sorted((*seen.hand, card)))
    laid: list[tuple[int, Cards]] = []
    for meld in tongits.melds_in(hand, rules):
        if card in meld.cards:
            rest = _without(hand, meld.cards)
            # The card taken lies on the table then, so any other may be discarded.
            left = min(least((_without(rest, (one,)) for one in rest), rules), default=0)
            laid.append((left, meld.cards))
    kept = min(least((_without(hand, (one,)) for one in seen.hand), rules), default=0)
    lowest, best = min(laid, default=(kept, ()), key=lambda one: (one[0], -len(one[1])))
    fits = () if best or rules.discard_must_meld else _fits(seen, card)
    return Taken(card, best, fits, lowest, _can_go_out(seen, hand, card))


def least_before_and_after(hand: Cards, laid: Cards, rules: tongits.Rules) -> tuple[int, int]:
    """Return the hand's least deadwood now, and after these cards have been laid."""
    now, left = least([hand, _without(hand, laid)], rules)
    return now, left


def _without(hand: Iterable[Card], gone: Cards) -> Cards:
    return tuple(card for card in hand if card not in gone)


def _outs(hand: Cards, hidden: Cards, rules: tongits.Rules) -> Cards:
    """Return the unseen cards that would lower the hand's least deadwood."""
    now, *then = least([hand, *((*hand, card) for card in hidden)], rules)
    return tuple(card for card, left in zip(hidden, then, strict=True) if left < now)


@lru_cache(maxsize=8)
def _arranged(hand: Cards, rules: tongits.Rules) -> tuple[tongits.Arrangement, ...]:
    """Return the best arrangements of a hand, cached for the other discards."""
    return tongits.best_arrangements(hand, rules=rules)


def _broken(seen: tongits.View, card: Card, hidden: Cards) -> tuple[Cards, tuple[Cards, ...]]:
    """Return the meld and the pairs that a discard breaks: at least one is ()."""
    arrangements = _arranged(seen.hand, seen.rules)
    loose = next((arrangement.loose for arrangement in arrangements if card in arrangement.loose), None)
    if loose is None:
        melds = [meld.cards for arrangement in arrangements for meld in arrangement.melds if card in meld.cards]
        # Preferably a meld that is still one without the card.
        return max(melds, key=lambda cards: bool(tongits.meld_readings(_without(cards, (card,)), seen.rules))), ()
    pairs = [
        tuple(sorted((card, other)))
        for other in loose
        if other is not card
        and card.number
        and other.number
        and any(tongits.meld_readings((card, other, third), seen.rules) for third in hidden)
    ]
    return (), tuple(pairs)[:MOST_BROKEN]


def _open_melds(seen: tongits.View) -> list[tongits.Meld]:
    return [laid.meld for laid in seen.melds if laid.meld is not None and not laid.secret]


def _fits(seen: tongits.View, card: Card) -> Cards:
    """Return the first open meld on which the card alone can be laid off, or (). [T4.2]"""
    return next((meld.cards for meld in _open_melds(seen) if tongits.extensions(meld, (card,), seen.rules)), ())


def _can_go_out(seen: tongits.View, hand: Cards, taken: Card) -> bool:
    """Return whether all cards can be laid, or all but one to discard. [T2.6, T5.1]"""
    table, must = _open_melds(seen), seen.rules.discard_must_meld
    return any(
        not arrangement.loose and (not must or any(taken in meld.cards for meld in arrangement.melds))
        for cards in (hand, *(_without(hand, (card,)) for card in seen.hand))
        for arrangement in tongits.best_arrangements(cards, table, seen.rules)
    )


def turn_reason(seen: tongits.View, moves: Sequence[tongits.Move], lang: str = "en", *, brief: bool = False) -> str:
    """Return the arguments for and against a whole turn or a move of the viewer, as one text.

    `seen`: the position before it; `brief`: leave out the deadwood afterwards and the use of a take, which many turns
    share. Raises IllegalMove if a move is not legal when it is made.

    >>> from cardlab.analysis.position import read, view_of
    >>> from cardlab.tongits import parse_move
    >>> seen = view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"))
    >>> print(turn_reason(seen, [parse_move("0 discard 9d")]).replace(". ", ".\\n"))
    You break up 9♦ 10♦ and have 9 fewer points in hand.
    At best, your deadwood is then 55.
    3 of the 39 unseen cards would let you lay down more.
    """
    sentences: list[str] = []
    table = any_state(seen)
    hand: Cards = ()
    laid: Cards = ()
    for move in moves:
        here = tongits.view(table, seen.viewer)
        if isinstance(move, tongits.LayMeld | tongits.Sapaw):
            hand, laid = hand or here.hand, (*laid, *move.cards)
        else:
            # A later meld may use what an earlier one splits, so all that is laid is judged together.
            sentences += _worth_more(hand, laid, seen.rules, lang)
            hand = laid = ()
        table = tongits.play(table, move)
        sentences += _sentences(here, move, lang, brief)
    # Two lay-offs may say the same.
    return " ".join(dict.fromkeys([*sentences, *_worth_more(hand, laid, seen.rules, lang)]))


def _worth_more(hand: Cards, laid: Cards, rules: tongits.Rules, lang: str) -> Iterator[str]:
    """Yield a sentence if the cards laid were worth more in other melds."""
    best, left = least_before_and_after(hand, laid, rules)
    if left > best:
        yield say("reason.better_split", lang, best=best, least=left)


def _sentences(seen: tongits.View, move: tongits.Move, lang: str, brief: bool) -> Iterator[str]:
    match move:
        case tongits.Discard(card=card):
            return _discard(seen, of_discard(seen, card), lang, brief)
        case tongits.Draw():
            return _draw(seen, lang)
        case tongits.Take():
            return _take(of_take(seen), seen.rules, lang, brief)
        case tongits.LayMeld():
            return _lay(seen, move, lang, brief)
        case tongits.Sapaw():
            return _sapaw(seen, move, lang, brief)
        case tongits.Call():
            return _call(seen, lang)
        case tongits.Challenge():
            return _challenge(seen, lang)
        case tongits.Fold():
            return _fold(seen, lang)


def _discard(seen: tongits.View, thrown: Thrown, lang: str, brief: bool) -> Iterator[str]:
    if len(seen.hand) == 1:
        yield by_rule("reason.last_card", "T5.1", lang)
        return
    if thrown.card.is_joker:
        yield say("reason.discard.joker", lang)
    elif thrown.meld:
        key = "reason.discard.shortens" if thrown.stays else "reason.discard.breaks_meld"
        yield say(key, lang, cards=thrown.meld, count=thrown.points)
    elif thrown.pairs:
        yield say("reason.discard.breaks_pairs", lang, pairs=thrown.pairs, count=thrown.points)
    else:
        yield say("reason.discard.breaks_nothing", lang, count=thrown.points)
    if thrown.ends:
        counts = tongits.hand_deadwood(_without(seen.hand, (thrown.card,)), seen.rules)
        yield by_rule("reason.discard.ends", "T8.1", lang, points=counts)
    elif thrown.outs and not brief:
        facts = {"points": thrown.least, "count": len(thrown.outs), "unseen": len(unseen(seen))}
        yield say("reason.discard.leaves", lang, **facts)
    elif not brief:
        yield say("reason.discard.leaves_nothing", lang, points=thrown.least)
    if thrown.fits:
        yield by_rule("reason.discard.fits", "T4.1", lang, cards=thrown.fits)


def _draw(seen: tongits.View, lang: str) -> Iterator[str]:
    hidden = unseen(seen)
    outs = _outs(seen.hand, hidden, seen.rules)
    if outs:
        yield say("reason.draw.completes", lang, count=len(outs), unseen=len(hidden))
    else:
        yield say("reason.draw.completes_nothing", lang)
    if seen.stock == 1:
        yield by_rule("reason.draw.last", "T8.1", lang)


def _take(taken: Taken, rules: tongits.Rules, lang: str, brief: bool) -> Iterator[str]:
    if taken.out:
        yield by_rule("reason.take.out", "T5.1", lang)
    if brief:
        return
    if taken.meld and not taken.out:
        yield say("reason.take.completes", lang, cards=taken.meld, points=taken.least)
    elif taken.fits and not taken.out:
        yield by_rule("reason.take.fits", "T4.1", lang, cards=taken.fits)
    elif not taken.out:
        yield by_rule("reason.take.completes_nothing", "T2.6", lang, card=taken.card)
    if rules.discard_must_meld:
        yield by_rule("reason.take.must", "T2.5", lang, card=taken.card)


def _lay(seen: tongits.View, move: tongits.LayMeld, lang: str, brief: bool) -> Iterator[str]:
    rest = _without(seen.hand, move.cards)
    if not rest:
        yield by_rule("reason.last_cards", "T5.1", lang)
        return
    if not seen.opened(seen.viewer):
        yield by_rule("reason.lay.opens", "T3.5, T7.1", lang)
    before, after = tongits.hand_deadwood(seen.hand, seen.rules), tongits.hand_deadwood(rest, seen.rules)
    if not brief and seen.rules.concealed_melds_count:
        yield by_rule("reason.lay.counts", "T9.2", lang, before=before, after=after)
    elif not brief and before == after:
        yield by_rule("reason.lay.counts_the_same", "T9.2", lang, points=after)
    if move.secret:
        yield by_rule("reason.lay.secret", "T6.9", lang)


def _sapaw(seen: tongits.View, move: tongits.Sapaw, lang: str, brief: bool) -> Iterator[str]:
    rest, owner = _without(seen.hand, move.cards), seen.melds[move.meld].owner
    if not rest:
        yield by_rule("reason.last_cards", "T5.1", lang)
        return
    if not brief:
        counts, left = tongits.deadwood(move.cards, seen.rules), least([rest], seen.rules)[0]
        yield say("reason.sapaw.gone", lang, count=counts, points=left)
    if seen.rules.sapaw_blocks_call and owner not in seen.sapawed:
        yield at_table(lang, 0).because("reason.sapaw.bars", "T6.8", (owner - seen.viewer) % SEATS).sentence
    if not seen.opened(seen.viewer):
        yield by_rule("reason.sapaw.does_not_open", "T3.5", lang)


def _call(seen: tongits.View, lang: str) -> Iterator[str]:
    counts, against = tongits.hand_deadwood(seen.hand, seen.rules), rivals(seen)
    if not against:
        yield by_rule("reason.call.against_no_one", "T6.3, T6.7", lang, points=counts)
        return
    everyone = seen.rules.showdown is tongits.Showdown.EVERYONE
    if len(against) > 1:
        yield by_rule("reason.call.shows_both" if everyone else "reason.call.against_both", "T6.2", lang, points=counts)
    else:
        key, rule = ("reason.call.shows_one", "T6.2") if everyone else ("reason.call.against_one", "T6.3")
        side = (against[0] - seen.viewer) % SEATS
        yield at_table(lang, 0).because(key, rule, points=counts, seat=side).sentence
    challenger = seen.rules.tie is tongits.Tie.CHALLENGER
    yield by_rule("rule.tongits.tie.challenger.explanation" if challenger else "reason.call.tie_won", "T6.5", lang)


def _challenge(seen: tongits.View, lang: str) -> Iterator[str]:
    wins_tie = seen.rules.tie is tongits.Tie.CHALLENGER
    key = "reason.challenge.not_above" if wins_tie else "reason.challenge.below"
    yield by_rule(key, "T6.5", lang, points=tongits.hand_deadwood(seen.hand, seen.rules))
    if seen.rules.payment is not tongits.Payment.CHIPS:
        yield by_rule("reason.challenge.costs_nothing", "T9.3", lang)
    elif seen.challengers:
        yield by_rule("reason.challenge.costs_the_same", "T9.4", lang, count=TRIPLE_CHIPS)
    else:
        yield by_rule("reason.challenge.costs", "T9.4", lang, count=TRIPLE_CHIPS, folded=BASE_CHIPS)


def _fold(seen: tongits.View, lang: str) -> Iterator[str]:
    burned = not seen.opened(seen.viewer)
    if burned:
        yield by_rule("reason.fold.burned", "T6.3", lang)
    if seen.rules.payment is tongits.Payment.CHIPS:
        count = (TRIPLE_CHIPS if seen.challengers else BASE_CHIPS) + burned
        yield by_rule("reason.fold.pays_chips", "T9.4", lang, count=count)
    else:
        counts = tongits.hand_deadwood(seen.hand, seen.rules)
        yield by_rule("reason.fold.pays_points", "T9.3", lang, points=counts)
