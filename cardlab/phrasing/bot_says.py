"""A bot's reasons for its move, in the first person.

They use only what is visible at the table, so they say nothing about the rest of the hand.
"""

from __future__ import annotations

from cardlab.bots import tongits
from cardlab.bots.sensible import rivals
from cardlab.bots.tongits import Bot
from cardlab.phrasing.catalogue import say
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
    points,
    why_not,
)


def why_moved(seen: View, move: Move, lang: str = "en", *, bot: Bot = tongits.careful) -> str:
    """Say why a bot made a move, in the first person.

    `seen`: its view before the move; `bot`: the bot that made it, because one that plays at random has no reason.
    Raises IllegalMove if the move is not legal.

    >>> why_moved(View.read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"), Discard(0, "Kh"))
    "I discard K♥. It's worth 10, and I can spare it."
    """
    refusals = why_not(seen, move)
    if refusals:
        raise IllegalMove(move, refusals)
    if bot is tongits.random:
        return say("bot_says.at_random", lang)
    match move:
        case Draw() if seen.discards:
            return say("bot_says.draw.instead", lang, card=seen.discards[0])
        case Draw():
            return say("bot_says.draw", lang)
        case Take():
            to_lay = seen.rules.discard_must_meld
            return say("bot_says.take.to_lay" if to_lay else "bot_says.take", lang, card=seen.discards[0])
        case LayMeld(secret=True):
            return say("bot_says.lay.secret", lang)
        case LayMeld(cards=laid) if not seen.opened(seen.viewer):
            return say("bot_says.lay.opens", lang, cards=laid)
        case LayMeld(cards=laid) if seen.rules.concealed_melds_count:
            return say("bot_says.lay.counts_less", lang, cards=laid, count=deadwood(laid, seen.rules))
        case LayMeld(cards=laid):
            return say("bot_says.lay", lang, cards=laid)
        case Sapaw(meld=place, cards=added):
            target = seen.melds[place].meld
            facts = {"cards": added, "meld": target.cards if target else (), "count": deadwood(added, seen.rules)}
            return say("bot_says.lay_off", lang, **facts)
        case Discard(card=card):
            return say("bot_says.discard", lang, card=card, count=points(card, seen.rules))
        case Call():
            against = rivals(seen, seen.viewer)
            return say("bot_says.call" if against else "bot_says.call.against_no_one", lang)
        case Challenge():
            free = seen.rules.payment is Payment.DEADWOOD
            return say("bot_says.challenge.costs_nothing" if free else "bot_says.challenge", lang)
        case Fold():
            return say("bot_says.fold" if seen.opened(seen.viewer) else "bot_says.fold.burned", lang)
