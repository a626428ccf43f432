"""A bot's reasons for its move, in the first person.

They use only what is visible at the table, so they say nothing about the rest of the hand.
"""

from __future__ import annotations

from cardlab import bots, tongits
from cardlab.bots.sensible import rivals
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.tongits_sentences import move_word


def why_moved(
    seen: tongits.View, move: tongits.Move, lang: str = "en", *, bot: bots.tongits.Bot = bots.tongits.careful
) -> str:
    """Say why a bot made a move, in the first person.

    `seen`: its view before the move; `bot`: the bot that made it, because one that plays at random has no reason.

    >>> seen = tongits.View.read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")
    >>> why_moved(seen, tongits.Discard(0, "Kh"))
    "I discard K♥. It's worth 10, and I can spare it."
    """
    if bot is bots.tongits.random:
        return say("bot_says.at_random", lang)
    match move:
        case tongits.Draw() if seen.discards:
            return say("bot_says.draw.instead", lang, card=seen.discards[0])
        case tongits.Draw():
            return say("bot_says.draw", lang)
        case tongits.Take():
            to_lay = seen.rules.discard_must_meld
            return say("bot_says.take.to_lay" if to_lay else "bot_says.take", lang, card=seen.discards[0])
        case tongits.LayMeld(secret=True):
            return say("bot_says.lay.secret", lang)
        case tongits.LayMeld(cards=laid) if not seen.opened(seen.viewer):
            return say("bot_says.lay.opens", lang, cards=laid)
        case tongits.LayMeld(cards=laid) if seen.rules.concealed_melds_count:
            return say("bot_says.lay.counts_less", lang, cards=laid, count=tongits.deadwood(laid, seen.rules))
        case tongits.LayMeld(cards=laid):
            return say("bot_says.lay", lang, cards=laid)
        case tongits.Sapaw(cards=added):
            _, facts = move_word(move, seen)
            return say("bot_says.lay_off", lang, **facts, count=tongits.deadwood(added, seen.rules))
        case tongits.Discard(card=card):
            return say("bot_says.discard", lang, card=card, count=tongits.points(card, seen.rules))
        case tongits.Call():
            against = rivals(seen)
            return say("bot_says.call" if against else "bot_says.call.against_no_one", lang)
        case tongits.Challenge():
            free = seen.rules.payment is tongits.Payment.DEADWOOD
            return say("bot_says.challenge.costs_nothing" if free else "bot_says.challenge", lang)
        case tongits.Fold():
            return say("bot_says.fold" if seen.opened(seen.viewer) else "bot_says.fold.burned", lang)
