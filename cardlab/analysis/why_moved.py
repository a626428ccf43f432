"""A bot says why it moved, in one or two sentences of its own; the bot `random` has no reasons, and says so.

While the round goes on it tells only what everyone at the table can see anyway; with open hands it tells all.
Knows how a reason is put into the mouth of the one who moved; what speaks for a move is found by `reason_parts`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardlab.analysis import compiled
from cardlab.analysis.draw_calls.odds_call import DrawCall
from cardlab.analysis.position import unseen
from cardlab.analysis.reasoning.reason_calls import of_call
from cardlab.analysis.reasoning.reason_data import DiscardParts, DrawParts, LayParts, TakeParts
from cardlab.analysis.reasoning.reason_parts import reason_parts
from cardlab.bots import tongits
from cardlab.bots.tongits import Bot
from cardlab.locale import percent, say
from cardlab.refusal import IllegalMove
from cardlab.tongits import (
    Call,
    Challenge,
    Discard,
    Draw,
    Fold,
    LayMeld,
    Move,
    Payment,
    Sapaw,
    Take,
    View,
    deadwood,
    legal_moves,
    points,
    why_not,
)

__all__ = ["why_moved"]


def why_moved(seen: View, move: Move, lang: str = "en", *, open_hand: bool = False, bot: Bot = tongits.careful) -> str:
    """Why the viewer made this move, told by himself; `seen` is what he saw before it, `bot` who has moved.

    Without `open_hand` the words are the same whatever cards he holds besides those that the move shows.
    Raises IllegalMove if the move is not legal.

    >>> from cardlab.analysis.position import read, view_of
    >>> from cardlab.tongits import parse_move
    >>> seen = view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"))
    >>> why_moved(seen, parse_move("0 discard Kh"))
    'I discard K♥: it counts 10, and I can spare it.'
    """
    refusals = why_not(seen, move)
    if refusals:
        raise IllegalMove(move, refusals)
    if bot is tongits.random:
        return say("bot_says.at_random", lang)
    return " ".join(_openly(seen, move, lang) if open_hand else _guardedly(seen, move, lang))


def _guardedly(seen: View, move: Move, lang: str) -> Iterator[str]:
    """What may be said while the hand is hidden: what lies open, what the move shows, and the rules of the table."""
    match move:
        case Draw() if seen.discards:
            yield say("bot_says.draw.instead", lang, card=seen.discards[0])
        case Draw():
            yield say("bot_says.draw", lang)
        case Take() if seen.rules.discard_must_meld:
            yield say("bot_says.take.to_lay", lang, card=seen.discards[0])
        case Take():
            yield say("bot_says.take", lang, card=seen.discards[0])
        case LayMeld(secret=True):
            yield say("bot_says.lay.secret", lang)
        case LayMeld(cards=laid) if not seen.opened(seen.viewer):
            yield say("bot_says.lay.opens", lang, cards=laid)
        case LayMeld(cards=laid) if seen.rules.concealed_melds_count:
            yield say("bot_says.lay.counts_less", lang, cards=laid, count=deadwood(laid, seen.rules))
        case LayMeld(cards=laid):
            yield say("bot_says.lay", lang, cards=laid)
        case Sapaw(meld=place, cards=added):
            target = seen.melds[place].meld
            facts = {"cards": added, "meld": target.cards if target else (), "count": deadwood(added, seen.rules)}
            yield say("bot_says.lay_off", lang, **facts)
        case Discard(card=card):
            yield say("bot_says.discard", lang, card=card, count=points(card, seen.rules))
        case Call() if not of_call(seen).challengers:
            yield say("bot_says.call.against_no_one", lang)
        case Call():
            yield say("bot_says.call", lang)
        case Challenge() if seen.rules.payment is Payment.DEADWOOD:
            yield say("bot_says.challenge.costs_nothing", lang)
        case Challenge():
            yield say("bot_says.challenge", lang)
        case Fold() if not seen.opened(seen.viewer):
            yield say("bot_says.fold.burned", lang)
        case Fold():
            yield say("bot_says.fold", lang)


def _openly(seen: View, move: Move, lang: str) -> Iterator[str]:
    """What may be said with the hands on the table: the cards that it was about, and the chances."""
    parts = reason_parts(seen, move)
    match move, parts:
        case Discard(), DiscardParts():
            yield from _discard(seen, parts, lang)
        case Draw(), DrawParts(outs=outs, unseen=unseen) if outs:
            yield say("bot_says.open.draw", lang, count=len(outs), unseen=unseen)
        case Take(), TakeParts(out=True, card=card):
            yield say("bot_says.open.take.out", lang, card=card)
        case Take(), TakeParts(meld=meld, card=card) if meld:
            yield say("bot_says.open.take.completes", lang, card=card, cards=meld)
        case Take(), TakeParts(fits=fits, card=card) if fits:
            yield say("bot_says.open.take.fits", lang, card=card, cards=fits)
        case LayMeld(cards=laid, secret=True), _:
            yield say("bot_says.open.lay.secret", lang, cards=laid)
        case LayMeld(cards=laid), LayParts(opens=False, before=before, after=after) if before != after:
            yield say("bot_says.open.lay", lang, cards=laid, before=before, after=after)
        case Call(), _:
            yield from _call(seen, lang)
        case ((Challenge() | Fold()), _):
            yield from _guardedly(seen, move, lang)
            yield say("bot_says.open.counts", lang, count=of_call(seen).points)
        case _:
            yield from _guardedly(seen, move, lang)


def _discard(seen: View, parts: DiscardParts, lang: str) -> Iterator[str]:
    if parts.last:
        yield say("bot_says.open.discard.last", lang, card=parts.card)
        return
    if parts.meld:
        yield say("bot_says.open.discard.meld", lang, card=parts.card, cards=parts.meld)
    elif parts.pairs:
        yield say("bot_says.open.discard.pairs", lang, card=parts.card, pairs=parts.pairs)
    else:
        yield say("bot_says.open.discard.alone", lang, card=parts.card)
    kept = [move.cards for move in legal_moves(seen, seen.viewer) if isinstance(move, LayMeld)]
    kept = [laid for laid in kept if parts.card not in laid]
    if kept:
        yield say("bot_says.open.keeps", lang, cards=max(kept, key=len))
    elif not parts.ends:
        yield say("bot_says.open.discard.leaves", lang, count=len(parts.outs), unseen=parts.unseen)


def _call(seen: View, lang: str) -> Iterator[str]:
    """T6.1: how likely the call wins, if the unseen cards are dealt at random and whoever may challenge does.

    Nobody waits seconds for a reason: where that is what counting takes, only what the hand counts is told.
    """
    parts = of_call(seen)
    if not parts.challengers:
        yield say("bot_says.call.against_no_one", lang)
        return
    if not seen.rules.concealed_melds_count and any(card.is_joker for card in unseen(seen)):
        yield from _guardedly(seen, Call(seen.viewer), lang)
        yield say("bot_says.open.counts", lang, count=parts.points)
        return
    odds = DrawCall(seen, compiled.best()).wins(parts.points)
    share = percent(float(odds.low + odds.high) / 2, lang)
    yield say("bot_says.open.call", lang, count=parts.points, share=share)
