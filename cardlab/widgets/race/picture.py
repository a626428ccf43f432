"""What the page is told of a race: each side's strip, the two piles, the wish, and what could be done and what was.

Knows how a position, and what led to it, becomes plain data in the learner's words; knows no wish of the page.
A hidden hand is made from what the learner's seat may see: its cards are not even asked for.
"""

from __future__ import annotations

from typing import Any, Final

from cardlab.cards import Card
from cardlab.lessons.tables.pile_words import upper_cards
from cardlab.lessons.tables.tichu_table import by_value, happened, owed, who
from cardlab.locale import rank_letter, say
from cardlab.tichu import Pile, State, outcome, plays, recycle_due, view
from cardlab.tichu.piles import WISHES
from cardlab.tichu.state import can_draw, flip_pending
from cardlab.widgets.pile_words import counts
from cardlab.widgets.race.round import RaceRound

__all__ = ["could_do", "log", "news", "pile_picture", "side_picture", "wish_picture"]

_LOGGED: Final = 40


def side_picture(state: State, seat: int, learner: int, lang: str, *, hidden: bool, in_row: bool) -> dict[str, Any]:
    """One player's strip: his hand, as a row, as backs or not at all, his piles, and what he owes."""
    whose = who(seat, learner)
    seen = view(state, learner)
    count = len(seen.hand) if seat == learner else seen.opponent_cards
    debt = owed(state, seat)
    left = (("draw_pile", seen.draw[seat]), ("extra_pile", seen.extra[seat]))
    return {
        "key": whose,
        "label": say(f"racing.hand.{whose}", lang),
        "line": say("hand.cards", lang, count=count),
        "cards": [card.code for card in by_value(state.hands[seat])] if in_row and not hidden else [],
        "back": count if hidden else 0,
        "stocks": [
            {"label": say(f"widget.{kind}", lang), "count": cards, "line": say("hand.cards", lang, count=cards)}
            for kind, cards in left
        ],
        "owes": say(f"racing.owes.{whose}", lang, count=debt) if debt else "",
    }


def pile_picture(pile: Pile, place: int, learner: int, lang: str, *, card: Card | None, chosen: bool) -> dict[str, Any]:
    """A discard pile with its upper cards, and what pressing it does while `card` is selected."""
    name = say("piles.pile", lang, number=place + 1)
    if card is not None:
        action = say("piles.play", lang, card=card, pile=name)
    elif pile.top is not None:
        action = say("piles.on_top", lang, pile=name, card=pile.top)
    else:
        action = say("piles.empty", lang, pile=name)
    return {
        "label": name,
        "whose": say(f"racing.lands.{who(place, learner)}", lang),
        "cards": [lying.code for lying in upper_cards(pile)],
        "counts": counts(pile, lang) if pile.cards else "",
        "action": action,
        "chosen": chosen,
    }


def wish_picture(chosen: str, lang: str) -> dict[str, Any]:
    """The values that may be wished with the Mah Jong (U5.4), and none."""
    none = {"rank": "", "label": say("piles.no_wish", lang)}
    ranks = [{"rank": rank, "label": rank_letter(rank, lang)} for rank in WISHES]
    return {"label": say("piles.wish", lang), "choices": [none, *ranks], "chosen": chosen}


def could_do(state: State, seat: int, learner: int, lang: str, *, hidden: bool) -> dict[str, Any]:
    """What a side could do now: its cards by pile, drawing up, or what has to be done before anything else."""
    whose = who(seat, learner)
    told = _before_all_else(state, lang)
    if not told and hidden:
        told = [say("racing.could.hidden", lang)]
    elif not told:
        for place in range(len(state.piles)):
            fitting = by_value({move.card for move in plays(view(state, seat)) if move.pile == place})
            key = "racing.could.play" if fitting else "racing.could.play_nothing"
            told.append(say(key, lang, cards=fitting, pile=place + 1))
        if can_draw(state, seat):
            told.append(say(f"racing.could.draw.{whose}", lang))
    return {"label": say(f"racing.could.{whose}", lang), "sentences": told}


def _before_all_else(state: State, lang: str) -> list[str]:
    if outcome(state) is not None:
        return [say("racing.could.over", lang)]
    if recycle_due(state):
        return [say("racing.could.recycle", lang)]
    return [say("racing.could.flip", lang)] if flip_pending(state) else []


def news(race: RaceRound, lang: str, *, hidden: bool) -> list[str]:
    """What the last action brought about, in sentences."""
    return [sentence for at in race.news for sentence in _event(race, at, lang, hidden)]


def log(race: RaceRound, lang: str, *, hidden: bool) -> dict[str, Any]:
    """What each move did, the last ones up to the one that is looked at; the number of the first of them."""
    first = max(1, race.at - _LOGGED + 1)
    told = [" ".join(_event(race, at, lang, hidden)) for at in range(first, race.at + 1)]
    return {"log": told, "log_start": first}


def _event(race: RaceRound, at: int, lang: str, hidden: bool) -> tuple[str, ...]:
    """What the move that led to this moment did."""
    before, moment = race.moments[at - 1], race.moments[at]
    if moment.move is None:
        return ()
    return happened(before.state, moment.move, lang, learner=race.seat, hidden=hidden)
