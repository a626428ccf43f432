"""The review of a move in words: its cost, what was wrong, and what was better.

`sentences` puts it together. `criticisms` finds the differences between the move made and the best one: first by the
engine's facts about both (`reasons`), then by how both end in the sample.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from math import hypot

from cardlab import tongits
from cardlab.analysis.continuations import effect
from cardlab.analysis.deals import any_state
from cardlab.analysis.grades import ERRORS
from cardlab.analysis.position import unseen
from cardlab.analysis.reasons import least_before_and_after, of_discard, of_take, turn_reason
from cardlab.analysis.whatif import Cost, Option
from cardlab.bots.sensible import rivals
from cardlab.cards import Card
from cardlab.phrasing.catalogue import chance, decimal, percent, say
from cardlab.phrasing.reader import by_rule
from cardlab.phrasing.scoring import payment_unit
from cardlab.phrasing.tongits_sentences import turn_done


def sentences(seen: tongits.View, cost: Cost, lang: str) -> Iterator[str]:
    """Yield the sentences that judge a move.

    They say that the move was forced, the best or as good as the best.
    Otherwise they give its cost, what was wrong and what was better.
    """
    if len(tongits.legal_moves(seen, seen.viewer)) == 1:
        yield say("coach.forced", lang)
        return
    loss, lost = cost.loss, cost.made.wins_less
    if loss.mean <= ERRORS * loss.error:
        yield say("coach.best" if loss.mean <= 0 else "coach.as_good", lang)
        yield turn_reason(seen, (cost.move,), lang)
        return
    facts = {"loss": decimal(max(0.1, loss.mean), lang, 1), "error": decimal(max(0.1, loss.error), lang, 1)}
    yield say("coach.loss" if loss.error else "wrong.cost", lang, unit=payment_unit(seen.rules.payment), **facts)
    points = round(100 * lost.mean)
    if points > 0 and lost.mean > ERRORS * lost.error:
        yield say("coach.cost", lang, count=points, error=decimal(max(1, round(100 * lost.error)), lang))
    yield from criticisms(seen, cost.made, cost.best, lang)
    yield say("coach.better", lang, move=turn_done(cost.best.turn, seen, lang))
    yield turn_reason(seen, cost.best.turn, lang, brief=True)


def criticisms(seen: tongits.View, made: Option, best: Option, lang: str) -> tuple[str, ...]:
    """Return what was wrong with a turn compared with the best one; never empty."""
    decisions = (
        *_kind_of_move(seen, made, best, lang),
        *_laid(seen, made, best, lang),
        *_thrown(seen, made, best, lang),
    )
    ending = tuple(_ends(made, best, lang))
    if decisions or ending:
        return *decisions, *ending
    if made.wins_less.mean <= ERRORS * made.wins_less.error:
        return (say("wrong.worse", lang),)
    return (say("wrong.wins", lang, here=percent(made.win.mean, lang), there=percent(best.win.mean, lang)),)


def _kind_of_move(seen: tongits.View, made: Option, best: Option, lang: str) -> Iterator[str]:
    """Yield what was wrong with the kind of move: draw, take, call or answer."""
    match made.move, best.move:
        case tongits.Call(), tongits.Call():
            return
        case _, tongits.Call() if not rivals(seen):
            yield by_rule("wrong.no_call_safe", "T6.7", lang)
        case _, tongits.Call():
            yield by_rule("wrong.no_call", "T6.1", lang, chance=chance(best.win.mean, lang))
        case tongits.Call(), _ if made.win.mean < best.win.mean:
            yield by_rule("wrong.call", "T6.4", lang, chance=chance(made.win.mean, lang))
        case tongits.Fold(), tongits.Challenge():
            yield by_rule("wrong.fold", "T6.4", lang, chance=chance(best.win.mean, lang))
        case tongits.Challenge(), tongits.Fold():
            yield by_rule("wrong.challenge", "T6.4", lang, chance=chance(made.win.mean, lang))
        case tongits.Draw(), tongits.Take():
            taken = of_take(seen)
            if taken.meld:
                yield say("wrong.draw", lang, card=taken.card, cards=taken.meld)
            elif taken.fits:
                yield say("wrong.draw_fits", lang, card=taken.card, cards=taken.fits)
        case tongits.Take(), tongits.Draw():
            taken = of_take(seen)
            if not taken.meld and not taken.fits:
                yield say("wrong.take", lang, card=taken.card)


def _laid(seen: tongits.View, made: Option, best: Option, lang: str) -> Iterator[str]:
    """Yield what was wrong with the melds and lay-offs of a turn. [T2.3]"""
    lays = tongits.LayMeld | tongits.Sapaw | tongits.Discard
    if not isinstance(made.move, lays) or not isinstance(best.move, lays):
        return
    did, could = _cards_laid(made), _cards_laid(best)
    kept = tuple(sorted(could - did))
    opens = any(isinstance(move, tongits.LayMeld) for move in best.turn)
    if opens and not seen.opened(seen.viewer) and not any(isinstance(move, tongits.LayMeld) for move in made.turn):
        yield by_rule("wrong.not_opened", "T7.1", lang)
    elif kept and seen.rules.concealed_melds_count:
        facts = {"cards": kept, "points": tongits.deadwood(kept, seen.rules)}
        yield by_rule("wrong.not_laid", "T9.2", lang, count=len(kept), **facts)
    elif kept:
        yield say("wrong.not_laid_plain", lang, count=len(kept), cards=kept)
    if did - could and not isinstance(made.move, tongits.Discard):
        least, left = least_before_and_after(seen.hand, made.move.cards, seen.rules)
        if left > least:
            yield say("wrong.split", lang, best=least, least=left)
        elif not could and isinstance(made.move, tongits.LayMeld):
            yield by_rule("wrong.laid_early", "T4.1", lang)


def _cards_laid(option: Option) -> frozenset[Card]:
    return frozenset(
        card for move in option.turn if isinstance(move, tongits.LayMeld | tongits.Sapaw) for card in move.cards
    )


def _thrown(seen: tongits.View, made: Option, best: Option, lang: str) -> Iterator[str]:
    """Yield what was wrong with the discard, if both turns lay the same. [T2.4]"""
    thrown, better = made.turn[-1], best.turn[-1]
    alike = _cards_laid(made) == _cards_laid(best) and type(made.move) is type(best.move)
    if not alike or not isinstance(thrown, tongits.Discard) or not isinstance(better, tongits.Discard):
        return
    if effect(seen, thrown) == effect(seen, better):
        return
    one = of_discard(_before_discard(seen, made), thrown.card)
    other = of_discard(_before_discard(seen, best), better.card)
    if one.meld and not one.stays:
        yield say("wrong.breaks_meld", lang, cards=one.meld)
    if one.ends:
        return
    if one.least > other.least:
        yield say("wrong.leaves", lang, points=one.least, best=other.least)
    elif one.points < other.points:
        yield say("wrong.keeps", lang, card=other.card, points=other.points)
    if one.fits and not other.fits:
        yield by_rule("wrong.fits", "T4.1", lang, card=one.card, cards=one.fits)
    if len(one.outs) < len(other.outs):
        yield say("wrong.outs", lang, outs=len(one.outs), best=len(other.outs))
    more, fewer = (_melds_for_next(seen, parts.card) for parts in (one, other))
    if more > fewer:
        yield say("wrong.feeds", lang, card=one.card, made=more, best=fewer)


def _melds_for_next(seen: tongits.View, card: Card) -> int:
    """Return how many pairs of unseen cards make a meld with a card. [T2.1]"""
    return sum(bool(tongits.meld_readings((card, *two), seen.rules)) for two in combinations(unseen(seen), 2))


def _before_discard(seen: tongits.View, option: Option) -> tongits.View:
    """Return the view before the last discard of a turn."""
    return tongits.view(reduce(tongits.play, option.turn[:-1], any_state(seen)), seen.viewer)


def _ends(made: Option, best: Option, lang: str) -> Iterator[str]:
    """Yield what the sample shows: more deadwood left, or wins that pay less."""
    more = made.deadwood.mean - best.deadwood.mean
    if more >= 1 and more > ERRORS * hypot(made.deadwood.error, best.deadwood.error):
        facts = {"made": decimal(made.deadwood.mean, lang, 1), "best": decimal(best.deadwood.mean, lang, 1)}
        yield say("wrong.counts", lang, **facts)
    if made.wins_less.mean < -ERRORS * made.wins_less.error:
        yield say("wrong.wins_more", lang)
