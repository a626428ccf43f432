"""What speaks for a move and against it: as data (`reason_parts`), in words (`reason`), and as its player tells it.

In this order: one kind of data for each kind of move, how they are found out for moves and for calls, `reason`, which
puts them into two or three short sentences, and `why_moved`, by which a bot explains its own move.
The engine is asked about what the player can see, and nothing else. Whether a move is the best one, `whatif` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

from cardlab.analysis.deals import any_state
from cardlab.analysis.draw_call import DrawCall
from cardlab.analysis.draws import least
from cardlab.analysis.position import unseen
from cardlab.bots import tongits
from cardlab.bots.tongits import Bot
from cardlab.cards import Card
from cardlab.phrasing.catalogue import percent, say
from cardlab.refusal import IllegalMove
from cardlab.tongits import (
    Arrangement,
    Call,
    Challenge,
    Discard,
    Draw,
    Fold,
    LayMeld,
    Move,
    Payment,
    Phase,
    Rules,
    Sapaw,
    Showdown,
    State,
    Take,
    Tie,
    View,
    best_arrangements,
    deadwood,
    extensions,
    hand_deadwood,
    legal_moves,
    meld_readings,
    melds_in,
    play,
    points,
    view,
    why_not,
)
from cardlab.tongits.moves import SEATS
from cardlab.tongits.scoring import Ending, chips

Cards: TypeAlias = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DiscardParts:
    """What a discard does.

    - `card`, `points`: the card and what it counts (T9.1); `last`: whether it is the last card of the hand (T5.1);
    - `ends`: whether the round is over with it, as the stock is used up (T8.1);
      `counts`: what then counts in the hand (T9.2);
    - `meld`: the meld that it is taken from, where it lies in one in every best arrangement of the hand;
      `stays`: whether the other cards of it are a meld without it;
    - `pairs`: else the pairs that it breaks, each only one unseen card away from a meld;
    - `least`: the least deadwood of the hand after it; `outs`: the unseen cards that would then complete a meld;
    - `unseen`: how many cards are unseen;
    - `fits`: the meld on the table on which the next player may lay it off at once (T4.1).
    """

    card: Card
    points: int
    last: bool
    ends: bool
    counts: int
    meld: Cards
    stays: bool
    pairs: tuple[Cards, ...]
    least: int
    outs: Cards
    unseen: int
    fits: Cards


@dataclass(frozen=True, slots=True)
class DrawParts:
    """What drawing a card promises.

    `least`: the least deadwood of the hand now; `outs`: the unseen cards that complete a meld; `better`: those after
    which the best discard leaves less than now; `unseen`: how many cards are unseen; `last`: whether it is the last
    card of the stock (T8.1).
    """

    least: int
    outs: Cards
    better: Cards
    unseen: int
    last: bool


@dataclass(frozen=True, slots=True)
class TakeParts:
    """What taking the top discard brings.

    `meld`: the best new meld with it, empty if there is none; `fits`: then the meld on the table on which it may be
    laid off (T4.1); `least`: the least deadwood after the best discard; `out`: whether the whole hand can be laid
    and discarded (T5.1); `must`: whether the card must be laid in this turn (T2.5).
    """

    card: Card
    meld: Cards
    fits: Cards
    least: int
    out: bool
    must: bool


@dataclass(frozen=True, slots=True)
class LayParts:
    """What laying a meld does.

    `opens`: whether it is the player's first (T3.5); `last`: whether no card is left (T5.1); `secret`: T6.9;
    `before`, `after`: what counts in the hand (T9.2); `best`, `least`: the least deadwood that is possible before and
    after it, which differ if its cards were worth more elsewhere.
    """

    opens: bool
    last: bool
    secret: bool
    before: int
    after: int
    best: int
    least: int


@dataclass(frozen=True, slots=True)
class SapawParts:
    """What laying off does.

    `points`: what goes from the hand; `last`: whether no card is left (T5.1); `opened`: whether the player has opened,
    which this does not do (T3.5); `bars`: the seat that may not call in its next turn because of it (T6.8), or None;
    `best`, `least`: the least deadwood that is possible in the hand before and after it.
    """

    points: int
    last: bool
    opened: bool
    bars: int | None
    best: int
    least: int


@dataclass(frozen=True, slots=True)
class CallParts:
    """Against whom a call has to hold: what counts in the own hand (T9.2), and who can challenge (T6.3)."""

    points: int
    challengers: frozenset[int]


@dataclass(frozen=True, slots=True)
class AnswerParts:
    """What an answer to a call is about.

    `points`: what counts in the own hand (T9.2); `burned`: whether only folding is left (T6.3);
    `lost`, `folded`: with `payment="chips"` the least that a lost challenge and that folding cost (T9.4), else None.
    """

    points: int
    burned: bool
    lost: int | None
    folded: int | None


Parts: TypeAlias = DiscardParts | DrawParts | TakeParts | LayParts | SapawParts | CallParts | AnswerParts


MOST_BROKEN: Final = 3
SOON: Final = 2_000
"""Nobody waits seconds for a reason: of so many deals a chance is told, where counting all would take longer."""


def reason_parts(seen: View, move: Move) -> Parts:
    """What speaks for and against a legal move of the viewer. Raises IllegalMove if it is none.

    >>> from cardlab.analysis.position import read, view_of
    >>> parts = reason_parts(view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")), Discard(0, Card("9d")))
    >>> parts.pairs, parts.least, len(parts.outs)
    (((Card("9d"), Card("Td")),), 55, 3)
    """
    refusals = why_not(seen, move)
    if refusals:
        raise IllegalMove(move, refusals)
    match move:
        case Discard(card=card):
            return _of_discard(seen, card)
        case Draw():
            return _of_draw(seen)
        case Take():
            return _of_take(seen)
        case LayMeld():
            return _of_meld(seen, move)
        case Sapaw():
            return _of_sapaw(seen, move)
        case Call():
            return of_call(seen)
        case Challenge() | Fold():
            return of_answer(seen)


def _of_discard(seen: View, card: Card) -> DiscardParts:
    hidden, rest = unseen(seen), _without(seen.hand, (card,))
    meld, pairs = _broken(seen, card, hidden)
    return DiscardParts(
        card=card,
        points=points(card, seen.rules),
        last=not rest,
        ends=not rest or not seen.stock,
        counts=hand_deadwood(rest, seen.rules),
        meld=meld,
        stays=bool(meld_readings(_without(meld, (card,)), seen.rules)),
        pairs=pairs,
        least=least(rest, seen.rules),
        outs=_outs(rest, hidden, seen.rules),
        unseen=len(hidden),
        fits=_laid_off_by_next(seen, card) if rest and seen.stock else (),
    )


def _of_draw(seen: View) -> DrawParts:
    hidden, now = unseen(seen), least(seen.hand, seen.rules)
    better = tuple(card for card in hidden if _leaves_less((*seen.hand, card), now, seen.rules))
    return DrawParts(now, _outs(seen.hand, hidden, seen.rules), better, len(hidden), seen.stock == 1)


def _of_take(seen: View) -> TakeParts:
    card, rules = seen.discards[0], seen.rules
    held = tuple(sorted((*seen.hand, card)))
    laid: list[tuple[int, Cards]] = []
    for meld in melds_in(held, rules):
        if card in meld.cards:
            rest = _without(held, meld.cards)
            # The card taken lies on the table then, so any other may be discarded.
            left = min((least(_without(rest, (one,)), rules) for one in rest), default=0)
            laid.append((left, meld.cards))
    table = [] if rules.discard_must_meld else [*_fitting(seen, card)]
    kept = min((least(_without(held, (one,)), rules) for one in seen.hand), default=0)
    lowest, best = min(laid, default=(kept, ()), key=lambda one: (one[0], -len(one[1])))
    return TakeParts(
        card=card,
        meld=best,
        fits=table[0] if table and not best else (),
        least=lowest,
        out=_goes_out(seen, held, card),
        must=rules.discard_must_meld,
    )


def _of_meld(seen: View, move: LayMeld) -> LayParts:
    rest = _without(seen.hand, move.cards)
    return LayParts(
        opens=not seen.opened(seen.viewer),
        last=not rest,
        secret=move.secret,
        before=hand_deadwood(seen.hand, seen.rules),
        after=hand_deadwood(rest, seen.rules),
        best=least(seen.hand, seen.rules),
        least=least(rest, seen.rules),
    )


def _of_sapaw(seen: View, move: Sapaw) -> SapawParts:
    rest, owner = _without(seen.hand, move.cards), seen.melds[move.meld].owner
    return SapawParts(
        points=deadwood(move.cards, seen.rules),
        last=not rest,
        opened=seen.opened(seen.viewer),
        bars=owner if seen.rules.sapaw_blocks_call and owner not in seen.sapawed else None,
        best=least(seen.hand, seen.rules),
        least=least(rest, seen.rules),
    )


def _without(hand: Iterable[Card], gone: Cards) -> Cards:
    return tuple(card for card in hand if card not in gone)


def _outs(hand: Cards, hidden: Cards, rules: Rules) -> Cards:
    """The unseen cards with which more of the hand can be laid: what they add, they leave less behind than before."""
    now = least(hand, rules)
    return tuple(card for card in hidden if least((*hand, card), rules) < now)


def _leaves_less(held: Cards, now: int, rules: Rules) -> bool:
    """Whether some discard leaves less; the dearest are tried first, as one of them mostly does."""
    dearest = sorted(held, key=lambda card: -points(card, rules))
    return any(least(_without(held, (card,)), rules) < now for card in dearest)


@lru_cache(maxsize=8)
def _arranged(hand: Cards, rules: Rules) -> tuple[Arrangement, ...]:
    """The best arrangements of a hand, kept, as they are asked for once for each discard."""
    return best_arrangements(hand, rules=rules)


def _broken(seen: View, card: Card, hidden: Cards) -> tuple[Cards, tuple[Cards, ...]]:
    """The meld that lacks this card from now on, if possible one that can spare it, or the pairs in which it lay."""
    arrangements = _arranged(seen.hand, seen.rules)
    loose = next((one.loose for one in arrangements if card in one.loose), None)
    if loose is None:
        melds = [meld.cards for one in arrangements for meld in one.melds if card in meld.cards]
        return max(melds, key=lambda cards: bool(meld_readings(_without(cards, (card,)), seen.rules))), ()
    found = [
        tuple(sorted((card, other)))
        for other in loose
        if other is not card
        and card.number
        and other.number
        and any(meld_readings((card, other, third), seen.rules) for third in hidden)
    ]
    return (), tuple(found)[:MOST_BROKEN]


def _fitting(seen: View, card: Card) -> Iterator[Cards]:
    """The open melds on the table on which the card alone can be laid off (T4.2)."""
    for laid in seen.melds:
        if laid.meld is not None and not laid.secret and extensions(laid.meld, (card,), seen.rules):
            yield laid.meld.cards


def _laid_off_by_next(seen: View, card: Card) -> Cards:
    """The meld on which the next player can lay off a discard at once, if it may be taken for that (T2.5, T2.7)."""
    following = (seen.viewer + 1) % SEATS
    table = replace(
        seen,
        viewer=following,
        seat=following,
        hand=(),
        phase=Phase.DRAW,
        began=None,
        taken=None,
        discards=(card, *seen.discards),
    )
    if why_not(table, Take(following)):
        return ()
    return next(_fitting(seen, card), ())


def _goes_out(seen: View, held: Cards, taken: Card) -> bool:
    """T5.1: whether every card can be laid or laid off but one, which is discarded and not the card taken (T2.6)."""
    table = [laid.meld for laid in seen.melds if laid.meld is not None and not laid.secret]
    ways = [held, *(_without(held, (card,)) for card in seen.hand)]
    for cards in ways:
        for one in best_arrangements(cards, table, seen.rules):
            melded = any(taken in meld.cards for meld in one.melds)
            if not one.loose and (melded or not seen.rules.discard_must_meld):
                return True
    return False


def of_call(seen: View) -> CallParts:
    """T6.1: what counts in the own hand, and against whom it has to hold."""
    return CallParts(hand_deadwood(seen.hand, seen.rules), frozenset(_who_can_challenge(seen)))


def of_answer(seen: View) -> AnswerParts:
    """T6.2 and T9: what an answer to a call is about."""
    lost = folded = None
    if seen.rules.payment is Payment.CHIPS:
        folded = _least_chips(seen, seen.challengers)
        lost = _least_chips(seen, seen.challengers | {seen.viewer})
    burned = not seen.opened(seen.viewer)
    return AnswerParts(hand_deadwood(seen.hand, seen.rules), burned, lost, folded)


def _who_can_challenge(seen: View) -> Iterator[int]:
    """T6.2 and T6.3: the others who can take part after a call."""
    for seat in range(SEATS):
        asked = replace(seen, viewer=seat, seat=seat, hand=(), phase=Phase.ANSWER, began=None, caller=seen.viewer)
        if seat != seen.viewer and not why_not(asked, Challenge(seat)):
            yield seat


def _least_chips(seen: View, challengers: frozenset[int]) -> int:
    """T9.4: the least that the viewer pays if another wins; what is hidden can only make it more."""
    burned = frozenset(seat for seat in range(SEATS) if not seen.opened(seat))
    costs = []
    for winner in range(SEATS):
        if winner == seen.caller or winner in challengers or _may_still_challenge(seen, winner, burned):
            end = State(
                rules=seen.rules,
                hands=((),) * SEATS,
                stock=(),
                first=seen.first,
                seat=seen.seat,
                phase=Phase.OVER,
                began=None,
                melds=seen.melds,
                caller=seen.caller,
                challengers=(challengers | {winner}) - {seen.caller},
            )
            if winner != seen.viewer:
                costs.append(chips(end, Ending.DRAW, winner, seen.viewer, burned))
    return min(costs)


def _may_still_challenge(seen: View, seat: int, burned: frozenset[int]) -> bool:
    """T6.2: whether the seat will be asked after the viewer, and may challenge then (T6.3)."""
    assert seen.caller is not None
    return seat not in burned and (seat - seen.caller) % SEATS > (seen.viewer - seen.caller) % SEATS


def reason(seen: View, move: Move, lang: str = "en", *, brief: bool = False) -> str:
    """What speaks for and against a legal move of the viewer, in words. Raises IllegalMove if it is none.

    `brief`: without what is left and counts afterwards, and what a take could be for, which are much the same words
    for many moves.

    >>> from cardlab.analysis.position import read, view_of
    >>> from cardlab.tongits import parse_move
    >>> seen = view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"))
    >>> print(reason(seen, parse_move("0 discard 9d")).replace(". ", ".\\n"))
    Breaks 9♦ 10♦, and your hand counts 9 points less.
    At best it leaves a deadwood of 55, and with 3 of the 39 unseen cards more of the hand can be laid.
    """
    return " ".join(_sentences(seen, move, reason_parts(seen, move), lang, brief))


def _sentences(seen: View, move: Move, parts: Parts, lang: str, brief: bool) -> Iterator[str]:
    match parts:
        case DiscardParts():
            return _discard(parts, lang, brief)
        case DrawParts():
            return _draw(parts, lang, brief)
        case TakeParts():
            return _take(parts, lang, brief)
        case LayParts():
            return _lay(parts, seen.rules, lang, brief)
        case SapawParts():
            return _sapaw(parts, seen.viewer, lang)
        case CallParts():
            return _call(parts, seen, lang)
        case AnswerParts() if isinstance(move, Fold):
            return _fold(parts, lang)
        case AnswerParts():
            return _challenge(parts, seen.rules, lang)


def _discard(parts: DiscardParts, lang: str, brief: bool) -> Iterator[str]:
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
    elif brief:
        pass
    elif parts.outs:
        facts = {"points": parts.least, "count": len(parts.outs), "unseen": parts.unseen}
        yield say("reason.discard.leaves", lang, **facts)
    else:
        yield say("reason.discard.leaves_nothing", lang, points=parts.least)
    if parts.fits:
        yield f"{say('reason.discard.fits', lang, cards=parts.fits)} (T4.1)"


def _draw(parts: DrawParts, lang: str, brief: bool) -> Iterator[str]:
    if parts.outs:
        yield say("reason.draw.completes", lang, count=len(parts.outs), unseen=parts.unseen)
    else:
        yield say("reason.draw.completes_nothing", lang)
    if parts.better and not brief:
        yield say("reason.draw.better", lang, points=parts.least, count=len(parts.better), unseen=parts.unseen)
    if parts.last:
        yield f"{say('reason.draw.last', lang)} (T8.1)"


def _take(parts: TakeParts, lang: str, brief: bool) -> Iterator[str]:
    if parts.out:
        yield f"{say('reason.take.out', lang)} (T5.1)"
    elif brief:
        pass
    elif parts.meld:
        yield say("reason.take.completes", lang, cards=parts.meld, points=parts.least)
    elif parts.fits:
        yield f"{say('reason.take.fits', lang, cards=parts.fits)} (T4.1)"
    else:
        yield f"{say('reason.take.completes_nothing', lang, card=parts.card)} (T2.6)"
    if parts.must and not brief:
        yield f"{say('reason.take.must', lang, card=parts.card)} (T2.5)"


def _lay(parts: LayParts, rules: Rules, lang: str, brief: bool) -> Iterator[str]:
    if parts.last:
        yield f"{say('reason.last_cards', lang)} (T5.1)"
        return
    if parts.opens:
        yield f"{say('reason.lay.opens', lang)} (T3.5, T7.1)"
    if brief:
        pass
    elif rules.concealed_melds_count:
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


def turn_reason(seen: View, moves: Sequence[Move], lang: str = "en", *, brief: bool = False) -> str:
    """What speaks for and against a turn of the viewer: its first move, what is laid, and the discard that ends it.

    `brief`: only what its cards do, and not what is left or counts then.
    Raises IllegalMove if a move of it is not legal where it stands.
    """
    told: list[str] = []
    table, best, left = any_state(seen), None, 0
    for move in moves:
        here = view(table, seen.viewer)
        parts = reason_parts(here, move)
        if isinstance(parts, LayParts | SapawParts):
            # What one meld splits another may put to use: only all that is laid says what it comes to.
            best, left = parts.best if best is None else best, parts.least
            parts = replace(parts, best=parts.least)
        elif best is not None and left > best:
            told.append(say("reason.better_split", lang, best=best, least=left))
        told.extend(_sentences(here, move, parts, lang, brief))
        table = play(table, move)
    return " ".join(told)


def why_moved(seen: View, move: Move, lang: str = "en", *, open_hand: bool = False, bot: Bot = tongits.careful) -> str:
    """Why the viewer made this move, in the first person; `seen`: the view before it; `bot`: who has moved.

    Without `open_hand` the words are the same whatever cards are held besides those that the move shows.
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
    """What may be said with the hands on the table: the cards that it was about, and how likely it was to succeed."""
    parts = reason_parts(seen, move)
    match move, parts:
        case Discard(), DiscardParts():
            yield from _discarded(seen, parts, lang)
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
            yield from _called(seen, lang)
        case ((Challenge() | Fold()), _):
            yield from _guardedly(seen, move, lang)
            yield say("bot_says.open.counts", lang, count=of_call(seen).points)
        case _:
            yield from _guardedly(seen, move, lang)


def _discarded(seen: View, parts: DiscardParts, lang: str) -> Iterator[str]:
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


def _called(seen: View, lang: str) -> Iterator[str]:
    """T6.1: how likely the call wins, if the unseen cards are dealt at random and whoever may challenge does."""
    parts = of_call(seen)
    if not parts.challengers:
        yield say("bot_says.call.against_no_one", lang)
        return
    odds = DrawCall.of(seen, most=SOON).wins(parts.points)
    share = percent(float(odds.value), lang)
    yield say("bot_says.open.call", lang, count=parts.points, share=share)
