"""What a page is told of a table: the players, the piles, the melds, the rules in force and the end of the round.

Everything comes from the view of one seat (and, with open hands, from the views of the others): a page is told nothing
that this seat may not see.
"""

from __future__ import annotations

from typing import Any

from cardlab.cards import Card
from cardlab.tell.house_rules import named, says
from cardlab.tongits import (
    Draw,
    Kind,
    Laid,
    Move,
    Outcome,
    Rules,
    Sapaw,
    State,
    Take,
    View,
    deadwood_parts,
    grown,
    view,
    why_not,
)
from cardlab.tongits.state import SEATS
from cardlab.widgets.table.words import Words

__all__ = ["ending", "melds_of", "open_hands", "piles", "player", "rules_in_force"]


def open_hands(state: State, seen: View, everything: bool) -> dict[int, tuple[Card, ...]]:
    """The hands of the others that may be shown: all with open hands or after the round, else none."""
    others = [seat for seat in range(SEATS) if seat != seen.viewer]
    if seen.shown:
        return {seat: seen.shown[seat] for seat in others}
    return {seat: view(state, seat).hand for seat in others} if everything else {}


def player(seen: View, seat: int, hand: tuple[Card, ...] | None, words: Words) -> dict[str, Any]:
    """One of the others: name, number of cards, the cards or their backs, and whether it is his turn."""
    count = seen.counts[seat]
    opened = words.say("table.opened" if seen.opened(seat) else "table.not_opened")
    return {
        "name": words.player(seat),
        "about": words.say("table.count_and_opened", count=count, opened=opened),
        "turn": words.say("table.moves_now") if seen.seat == seat and not seen.shown else "",
        "cards": [card.code for card in hand or ()],
        "backs": 0 if hand else count,
        "hand_label": words.about("own_hand", seat),
    }


def melds_of(
    seen: View, seat: int, selected: tuple[Card, ...], refused: int | None, words: Words
) -> list[dict[str, Any]]:
    """The melds of one player with their numbers; each can be a target for the selected cards."""
    return [
        _meld(seen, place, laid, selected, words) | {"refused": place == refused}
        for place, laid in enumerate(seen.melds)
        if laid.owner == seat
    ]


def _meld(seen: View, place: int, laid: Laid, selected: tuple[Card, ...], words: Words) -> dict[str, Any]:
    label = words.meld(place + 1, laid.meld)
    kind = words.say(f"kind.{laid.meld.kind}" if laid.meld else "table.secret")
    fits = bool(selected) and not why_not(seen, Sapaw(seen.viewer, place, selected))
    low = False
    if fits and laid.meld is not None:
        low = grown(laid.meld, selected, seen.rules) != grown(laid.meld, selected, seen.rules, low=True)
    cards = laid.meld.cards if laid.meld else ()
    notes = [words.say("table.face_down")] if laid.secret and cards else []
    if laid.meld and laid.meld.kind is Kind.RUN and laid.meld.jokers:
        notes.append(words.say("table.stands_for", cards=laid.meld.stands_for))
    return {
        "place": place,
        "number": str(place + 1),
        "label": label,
        "about": ", ".join([kind, *notes]),
        "cards": [card.code for card in cards],
        "action": words.say("table.lay_off"),
        "low": words.say("table.lay_off_low") if low else "",
        "fits": fits,
    }


def piles(seen: View, refused: str, words: Words, *, closed: bool = False) -> dict[str, Any]:
    """The stock as a number, and the discard pile with all its cards, top card first; `refused`: where a move was.

    `closed`: nobody can begin a turn there now.
    """
    begin = (lambda *_: None) if closed else _begin
    return {
        "label": words.say("table.piles"),
        "refused": refused,
        "stock": {
            "label": words.say("table.stock"),
            "count": words.say("table.left", count=seen.stock),
            "depth": min(3, seen.stock),
            "action": begin("draw", Draw(seen.viewer), seen, words),
        },
        "discards": {
            "label": words.say("table.discards"),
            "count": words.say("hand.cards", count=len(seen.discards)),
            "cards": [card.code for card in seen.discards],
            "all": words.say("table.whole_pile", count=len(seen.discards)) if len(seen.discards) > 1 else "",
            "action": begin("take", Take(seen.viewer), seen, words),
        },
    }


def _begin(do: str, move: Move, seen: View, words: Words) -> dict[str, Any] | None:
    if seen.shown:
        return None
    return {"do": do, "label": words.action(move, seen), "ready": not why_not(seen, move)}


def rules_in_force(rules: Rules, words: Words) -> dict[str, Any]:
    """The preset that the table plays by, and each field that differs from it."""
    preset = rules.nearest_preset()
    changed = rules.changed(preset)
    name = words.say(f"preset.{preset}")
    title = words.say("table.rules_changed", preset=name, count=len(changed)) if changed else ""
    return {
        "title": title or words.say("table.rules", preset=name),
        "changes": [_change(rules, field, words) for field in (changed or rules.changed())],
    }


def _change(rules: Rules, field: str, words: Words) -> dict[str, str]:
    return {"name": f"{named(rules, field, words.lang)}.", "text": says(rules, field, words.lang)}


def ending(state: State, result: Outcome, words: Words) -> dict[str, Any]:
    """The end of the round: who won and why, and for each player deadwood, payment and how the hand was counted."""
    won, *sentences = words.ended(state, result)
    return {
        "title": won,
        "sentences": sentences,
        "caption": words.say("table.end.caption"),
        "heads": [words.say(f"table.end.{head}") for head in ("player", "deadwood", "payment")],
        "rows": [
            {
                "player": words.player(seat),
                "won": seat == result.winner,
                "deadwood": str(result.deadwood[seat]),
                "counted": _counted(state, seat),
                "payment": f"{result.payments[seat]:+d}".replace("-", "−") if result.payments[seat] else "0",
            }
            for seat in range(SEATS)
        ],
    }


def _counted(state: State, seat: int) -> str:
    """How a hand was counted card by card; with `concealed_melds_count=False` the melds in it count nothing."""
    if not state.rules.concealed_melds_count or len(state.hands[seat]) < 2:
        return ""
    parts = deadwood_parts(state.hands[seat], state.rules)
    return " = " + " + ".join(str(points) for _, points in parts)
