"""The table as the page draws it: what was said, whose turn it is, what can be done, the overlays and the guide.

Knows which part of the picture comes from where; the parts are made by `picture` and `overlays`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Final

from cardlab.cards import Card
from cardlab.tongits import (
    Began,
    Call,
    Challenge,
    Discard,
    Fold,
    LayMeld,
    Move,
    Phase,
    Take,
    View,
    outcome,
    why_not,
)
from cardlab.tongits.state import SEATS
from cardlab.widgets.ground import clauses
from cardlab.widgets.holding import Holding
from cardlab.widgets.table.overlays import (
    OVERLAYS,
    cards_seen,
    deadwood_after,
    hand_in_melds,
    not_to_discard,
    not_to_lay_off,
)
from cardlab.widgets.table.picture import ending, melds_of, open_hands, piles, player, rules_in_force
from cardlab.widgets.table.round import Round
from cardlab.widgets.table.words import Words

__all__ = ["Said", "for_everyone", "log", "picture"]

LONGEST_LOG: Final = 200


@dataclass(frozen=True, slots=True)
class Said:
    """What came of the last action: `kind` "none", "done", "yes", "no" or "hint", and the `place` where it happened."""

    kind: str = "none"
    title: str = ""
    sentences: list[str] | tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    place: str | int = "hand"


def picture(
    here: Round,
    holding: Holding,
    said: Said,
    overlays: Collection[str],
    words: Words,
    new: tuple[Card, ...],
    *,
    covered: bool = False,
) -> dict[str, Any]:
    """Everything that the page is told of this moment; `covered`: nobody's hand is shown, the screen is passed on."""
    state = here.state
    seen = for_everyone(here.seen) if covered else here.seen
    me, selected = here.actor, holding.selected
    others = [(me + step) % SEATS for step in range(1, SEATS)]
    hands = open_hands(state, seen, words.open_hands)
    refused = said.place if said.kind == "no" and isinstance(said.place, int) else None
    result = outcome(state)
    laid_over, greyed, rules = _overlays(here, selected, () if covered else overlays, hands, words)
    hand_label = words.about("own_hand", me)
    hand = holding.picture(words.lang, label=hand_label, selectable=state.phase is not Phase.OVER, marked=new)
    return {
        "players": [
            player(seen, seat, hands.get(seat), words) | {"melds": melds_of(seen, seat, selected, refused, words)}
            for seat in others
        ],
        "own": {
            "label": words.about("melds_of", me),
            "about": words.say("table.opened" if seen.opened(me) else "table.not_opened"),
            "melds": melds_of(seen, me, selected, refused, words),
        },
        "piles": piles(seen, str(said.place) if said.kind == "no" else "", words, closed=covered),
        "hand": {**hand, "greyed": [card.code for card in greyed], "back": seen.counts[me] if covered else 0},
        "actions": [] if covered else _actions(seen, selected, words),
        "turn": _covered(here, words) if covered else _turn(here, words),
        "said": {"kind": said.kind, "title": said.title, "sentences": list(said.sentences)},
        "news": [] if covered or (words.you is None and words.open_hands) else _news(here, words),
        "guide": _guide(here, words),
        "ending": ending(state, result, words) if result else None,
        "overlays": [
            {"name": name, "label": words.say(f"table.overlay.{name}"), "on": name in overlays} for name in OVERLAYS
        ],
        **laid_over,
        "log": log(here, words, here.at),
        "at": here.at,
        "off": [what for what, may in (("undo", here.may_undo), ("redo", here.may_redo)) if not may],
        "may_deal": here.step is None,
        "waiting": here.waiting,
        "rules": rules_in_force(state.rules, words),
        "clauses": clauses((*said.rules, *rules), words.lang),
    }


def for_everyone(seen: View) -> View:
    """What all three see who sit at one screen: no hand, and of a secret four only that it is there (T6.9)."""
    melds = tuple(replace(laid, meld=None) if laid.secret else laid for laid in seen.melds)
    return replace(seen, hand=(), melds=melds)


def _covered(here: Round, words: Words) -> dict[str, str]:
    return {"who": words.say("table.turn.pass_on", seat=here.state.seat), "what": ""}


def _legal(seen: View, move: Move) -> bool:
    return not why_not(seen, move)


def _turn(here: Round, words: Words) -> dict[str, str]:
    """Whose turn it is, and what can be done."""
    seen, state = here.seen, here.state
    if state.phase is Phase.OVER:
        return {"who": words.say("table.turn.over"), "what": ""}
    if here.waiting:
        return {"who": words.about("turn", state.seat), "what": ""}
    who = words.about("turn", state.seat)
    if state.phase is Phase.ANSWER:
        assert state.caller is not None
        key = "table.turn.answer" if _legal(seen, Challenge(here.actor)) else "table.turn.burned"
        return {"who": who, "what": words.say(key, seat=state.caller)}
    if state.phase is Phase.LAY:
        return {"who": who, "what": words.say("table.turn.first" if state.began is Began.DEAL else "table.turn.lay")}
    what = [words.say("table.turn.draw" if _legal(seen, Take(here.actor)) else "table.turn.draw_only")]
    if _legal(seen, Call(here.actor)):
        what.append(words.say("table.turn.call"))
    return {"who": who, "what": " ".join(what)}


def _actions(seen: View, selected: tuple[Card, ...], words: Words) -> list[dict[str, Any]]:
    """The buttons below the hand; none is ever locked, an impossible one says why. Whoever is burned can only fold."""
    me = seen.viewer
    if seen.phase is Phase.OVER:
        return []
    if seen.phase is Phase.ANSWER:
        answers: tuple[tuple[str, Move], ...] = (("challenge", Challenge(me)), ("fold", Fold(me)))
        return [
            {"do": do, "label": words.action(move, seen), "ready": _legal(seen, move)}
            for do, move in answers
            if do == "fold" or _legal(seen, move) or seen.seat != me
        ]
    one = len(selected) == 1
    lay = LayMeld(me, selected)
    buttons = [("lay", words.action(lay, seen), bool(selected) and _legal(seen, lay))]
    if seen.rules.secret_four:
        secret = LayMeld(me, selected, secret=True)
        buttons.append(("secret", words.action(secret, seen), bool(selected) and _legal(seen, secret)))
    discard = words.action(Discard(me, selected[0]), seen) if one else words.say("table.discard")
    buttons.append(("discard", discard, one and _legal(seen, Discard(me, selected[0]))))
    buttons.append(("call", words.say("table.call"), _legal(seen, Call(me))))
    return [{"do": do, "label": label, "ready": ready} for do, label, ready in buttons]


def _news(here: Round, words: Words) -> list[str]:
    """What the others have done since the learner's last action; his own move is told where he made it."""
    made = here.moments[here.since + 1].move if here.news else None
    return words.told(here.moments, here.news[1:] if made is not None and made.seat == here.actor else here.news)


def log(here: Round, words: Words, last: int) -> list[dict[str, Any]]:
    """Every move up to the `last`, latest first; one that was taken back may tell what is hidden now."""
    places = range(last, max(0, last - LONGEST_LOG), -1)
    return [{"to": place, "text": " ".join(words.told(here.moments, (place,)))} for place in places]


def _guide(here: Round, words: Words) -> dict[str, Any] | None:
    if here.guide is None:
        return None
    step, total = here.step, len(here.guide.steps)
    if step is None:
        closing = here.guide.closing or "table.guide_closing"
        return {
            "progress": words.say("table.guide_done", count=total),
            "goal": words.say(closing),
            "finished": True,
            "clauses": [],
        }
    return {
        "progress": words.say("table.guide_step", number=here.steps_done + 1, count=total),
        "goal": words.say(step.goal),
        "finished": False,
        "clauses": clauses(step.clauses, words.lang),
    }


def _overlays(
    here: Round, selected: tuple[Card, ...], chosen: Collection[str], hands: dict[int, tuple[Card, ...]], words: Words
) -> tuple[dict[str, Any], tuple[Card, ...], tuple[str, ...]]:
    """What is laid over the table, the cards that are greyed by it, and the clauses that are the reason."""
    seen = here.seen
    asked = [ask(seen, words) for name, ask in _REASONS.items() if name in chosen and not seen.shown]
    greyed = [set(cards) for cards, _, _ in asked]
    taken = {
        here.moments[place - 1].state.discards[0]: "taken"
        for place in range(1, here.at + 1)
        if isinstance(move := here.moments[place].move, Take) and move.seat != seen.viewer
    }
    parts = {
        "melds": hand_in_melds(seen, words) if "melds" in chosen else None,
        "deadwood": deadwood_after(seen, selected, words) if "deadwood" in chosen else [],
        "seen": cards_seen(seen, taken, hands.values(), words) if "seen" in chosen else None,
        "reasons": [
            {"title": words.say(f"table.overlay.{name}_title"), "sentences": sentences}
            for name, (_, sentences, _) in zip([name for name in _REASONS if name in chosen], asked, strict=False)
        ],
    }
    rules = tuple(refusal.rule for _, _, refusals in asked for refusal in refusals)
    return parts, tuple(set.intersection(*greyed)) if greyed else (), rules


_REASONS: Final = {"discards": not_to_discard, "lay_offs": not_to_lay_off}
