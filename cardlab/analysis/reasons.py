"""Why a move is good or bad, in words: what it breaks, what it leaves, what it costs, in two or three short sentences.

Knows how the data of `reason_parts` are told to a learner; whether a move is the best one is told by `whatif`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardlab.analysis.reasoning.reason_data import (
    AnswerParts,
    CallParts,
    DiscardParts,
    DrawParts,
    LayParts,
    Parts,
    SapawParts,
    TakeParts,
)
from cardlab.analysis.reasoning.reason_parts import reason_parts
from cardlab.locale import say
from cardlab.tongits import Fold, Move, Rules, Showdown, Tie, View
from cardlab.tongits.state import SEATS

__all__ = [
    "AnswerParts",
    "CallParts",
    "DiscardParts",
    "DrawParts",
    "LayParts",
    "Parts",
    "SapawParts",
    "TakeParts",
    "reason",
    "reason_parts",
]


def reason(seen: View, move: Move, lang: str = "en") -> str:
    """What speaks for and against a legal move of the viewer, in words. Raises IllegalMove if it is none.

    >>> from cardlab.analysis.position import read, view_of
    >>> from cardlab.tongits import parse_move
    >>> seen = view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"))
    >>> print(reason(seen, parse_move("0 discard 9d")).replace(". ", ".\\n"))
    Breaks 9♦ 10♦ and throws 9 points.
    At best it leaves a deadwood of 55, and with 3 of the 39 unseen cards more of the hand can be laid.
    """
    return " ".join(_sentences(seen, move, reason_parts(seen, move), lang))


def _sentences(seen: View, move: Move, parts: Parts, lang: str) -> Iterator[str]:
    match parts:
        case DiscardParts():
            return _discard(parts, lang)
        case DrawParts():
            return _draw(parts, lang)
        case TakeParts():
            return _take(parts, lang)
        case LayParts():
            return _lay(parts, seen.rules, lang)
        case SapawParts():
            return _sapaw(parts, seen.viewer, lang)
        case CallParts():
            return _call(parts, seen, lang)
        case AnswerParts() if isinstance(move, Fold):
            return _fold(parts, lang)
        case AnswerParts():
            return _challenge(parts, seen.rules, lang)


def _discard(parts: DiscardParts, lang: str) -> Iterator[str]:
    if parts.last:
        yield f"{say('reason.last_card', lang)} (T5.1)"
        return
    if parts.card.is_joker:
        yield say("reason.discard.joker", lang)
    elif parts.meld and parts.stays:
        yield say("reason.discard.shortens", lang, cards=parts.meld, count=parts.points)
    elif parts.meld:
        yield say("reason.discard.breaks_meld", lang, cards=parts.meld, count=parts.points)
    elif parts.pairs:
        yield say("reason.discard.breaks_pairs", lang, pairs=parts.pairs, count=parts.points)
    else:
        yield say("reason.discard.breaks_nothing", lang, count=parts.points)
    if parts.ends:
        yield f"{say('reason.discard.ends', lang, points=parts.counts)} (T8.1)"
    elif parts.outs:
        facts = {"points": parts.least, "count": len(parts.outs), "unseen": parts.unseen}
        yield say("reason.discard.leaves", lang, **facts)
    else:
        yield say("reason.discard.leaves_nothing", lang, points=parts.least)
    if parts.fits:
        yield f"{say('reason.discard.fits', lang, cards=parts.fits)} (T4.1)"


def _draw(parts: DrawParts, lang: str) -> Iterator[str]:
    if parts.outs:
        yield say("reason.draw.completes", lang, count=len(parts.outs), unseen=parts.unseen)
    else:
        yield say("reason.draw.completes_nothing", lang)
    if parts.better:
        yield say("reason.draw.better", lang, points=parts.least, count=len(parts.better), unseen=parts.unseen)
    if parts.last:
        yield f"{say('reason.draw.last', lang)} (T8.1)"


def _take(parts: TakeParts, lang: str) -> Iterator[str]:
    if parts.out:
        yield f"{say('reason.take.out', lang)} (T5.1)"
    elif parts.meld:
        yield say("reason.take.completes", lang, cards=parts.meld, points=parts.least)
    elif parts.fits:
        yield f"{say('reason.take.fits', lang, cards=parts.fits)} (T4.1)"
    else:
        yield f"{say('reason.take.completes_nothing', lang, card=parts.card)} (T2.6)"
    if parts.must:
        yield f"{say('reason.take.must', lang, card=parts.card)} (T2.5)"


def _lay(parts: LayParts, rules: Rules, lang: str) -> Iterator[str]:
    if parts.last:
        yield f"{say('reason.last_cards', lang)} (T5.1)"
        return
    if parts.opens:
        yield f"{say('reason.lay.opens', lang)} (T3.5, T7.1)"
    if rules.concealed_melds_count:
        yield f"{say('reason.lay.counts', lang, before=parts.before, after=parts.after)} (T9.2)"
    elif parts.before == parts.after:
        yield f"{say('reason.lay.counts_the_same', lang, points=parts.after)} (T9.2)"
    yield from _split(parts, lang)
    if parts.secret:
        yield f"{say('reason.lay.secret', lang)} (T6.9)"


def _split(parts: LayParts | SapawParts, lang: str) -> Iterator[str]:
    """Whether cards that are laid were worth more elsewhere in the hand."""
    if parts.least > parts.best:
        yield say("reason.better_split", lang, best=parts.best, least=parts.least)


def _sapaw(parts: SapawParts, viewer: int, lang: str) -> Iterator[str]:
    if parts.last:
        yield f"{say('reason.last_cards', lang)} (T5.1)"
        return
    yield say("reason.sapaw.gone", lang, count=parts.points, points=parts.least)
    yield from _split(parts, lang)
    if parts.bars is not None:
        yield f"{say(f'reason.sapaw.bars.{(parts.bars - viewer) % SEATS}', lang)} (T6.8)"
    if not parts.opened:
        yield f"{say('reason.sapaw.does_not_open', lang)} (T3.5)"


def _call(parts: CallParts, seen: View, lang: str) -> Iterator[str]:
    who = "".join(
        str((seat - seen.viewer) % SEATS) for seat in sorted(parts.challengers, key=lambda s: (s - seen.viewer) % SEATS)
    )
    if not who:
        yield f"{say('reason.call.against_no_one', lang, points=parts.points)} (T6.3, T6.7)"
        return
    everyone = seen.rules.showdown is Showdown.EVERYONE
    key = f"reason.call.shows_{who}" if everyone else f"reason.call.against_{who}"
    yield f"{say(key, lang, points=parts.points)} ({'T6.2' if everyone or len(who) > 1 else 'T6.3'})"
    challenger = seen.rules.tie is Tie.CHALLENGER
    yield f"{say('reason.call.tie_lost' if challenger else 'reason.call.tie_won', lang)} (T6.5)"


def _challenge(parts: AnswerParts, rules: Rules, lang: str) -> Iterator[str]:
    level = rules.tie is Tie.CHALLENGER
    key = "reason.challenge.not_above" if level else "reason.challenge.below"
    yield f"{say(key, lang, points=parts.points)} (T6.5)"
    if parts.lost is None:
        yield f"{say('reason.challenge.costs_nothing', lang)} (T9.3)"
    elif parts.lost == parts.folded:
        yield f"{say('reason.challenge.costs_the_same', lang, count=parts.lost)} (T9.4)"
    else:
        yield f"{say('reason.challenge.costs', lang, count=parts.lost, folded=parts.folded)} (T9.4)"


def _fold(parts: AnswerParts, lang: str) -> Iterator[str]:
    if parts.burned:
        yield f"{say('reason.fold.burned', lang)} (T6.3)"
    if parts.folded is None:
        yield f"{say('reason.fold.pays_points', lang, points=parts.points)} (T9.3)"
    else:
        yield f"{say('reason.fold.pays_chips', lang, count=parts.folded)} (T9.4)"
