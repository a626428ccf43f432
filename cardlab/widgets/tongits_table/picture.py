"""The table as the page draws it: what was said, whose turn it is, players, piles, melds, the end, and the overlays.

- `picture`: everything together;
- the parts of the table: whose turn it is, the buttons, the news, the log, the guide;
- what lies there: hands, players, melds, piles, the rules in force, the end of the round;
- `OVERLAYS`: what can be laid over it to learn from: melds of the hand, deadwood, cards seen, what cannot be played.

Everything comes from the view of one seat (and, with open hands, from the views of the others): a page is told nothing
that this seat may not see.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from cardlab.cards import JOKERS, RANKS, Card
from cardlab.locale import rank_letter
from cardlab.refusal import Refusal
from cardlab.tell.house_rules import named, says
from cardlab.tongits import (
    Began,
    Call,
    Challenge,
    Code,
    Discard,
    Draw,
    Fold,
    Kind,
    Laid,
    LayMeld,
    Move,
    Outcome,
    Phase,
    Rules,
    Sapaw,
    State,
    Take,
    View,
    best_arrangements,
    deadwood,
    deadwood_parts,
    grown,
    least_deadwood,
    outcome,
    view,
    why_meld,
    why_not,
)
from cardlab.widgets.arrangement import bracketed
from cardlab.widgets.base import clauses
from cardlab.widgets.hand import Holding
from cardlab.widgets.tongits_table.round import SEATS, TongitsRound
from cardlab.widgets.tongits_table.words import Words

LONGEST_LOG: Final = 200
OVERLAYS: Final = ("melds", "deadwood", "seen", "discards", "lay_offs")
Seen: TypeAlias = dict[Card, str]
Told: TypeAlias = tuple[tuple[Card, ...], list[str], list[Refusal]]
_SUITS: Final = "shcd"
_PIPS: Final = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}


@dataclass(frozen=True, slots=True)
class Said:
    """What came of the last action: `kind` "none", "done", "yes", "no" or "hint", and the `place` where it happened."""

    kind: str = "none"
    title: str = ""
    sentences: list[str] | tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    place: str | int = "hand"


def picture(
    here: TongitsRound,
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


def _covered(here: TongitsRound, words: Words) -> dict[str, str]:
    return {"who": words.say("table.turn.pass_on", seat=here.state.seat), "what": ""}


def _legal(seen: View, move: Move) -> bool:
    return not why_not(seen, move)


def _turn(here: TongitsRound, words: Words) -> dict[str, str]:
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


def _news(here: TongitsRound, words: Words) -> list[str]:
    """What the others have done since the learner's last action; the learner's own move is told where it was made."""
    made = here.moments[here.since + 1].move if here.news else None
    return words.told(here.moments, here.news[1:] if made is not None and made.seat == here.actor else here.news)


def log(here: TongitsRound, words: Words, last: int) -> list[dict[str, Any]]:
    """Every move up to the `last`, latest first; one that was taken back may tell what is hidden now."""
    places = range(last, max(0, last - LONGEST_LOG), -1)
    return [{"to": place, "text": " ".join(words.told(here.moments, (place,)))} for place in places]


def _guide(here: TongitsRound, words: Words) -> dict[str, Any] | None:
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
    here: TongitsRound,
    selected: tuple[Card, ...],
    chosen: Collection[str],
    hands: dict[int, tuple[Card, ...]],
    words: Words,
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


# What lies there.


def open_hands(state: State, seen: View, everything: bool) -> dict[int, tuple[Card, ...]]:
    """The hands of the others that may be shown: all with open hands or after the round, else none."""
    others = [seat for seat in range(SEATS) if seat != seen.viewer]
    if seen.shown:
        return {seat: seen.shown[seat] for seat in others}
    return {seat: view(state, seat).hand for seat in others} if everything else {}


def player(seen: View, seat: int, hand: tuple[Card, ...] | None, words: Words) -> dict[str, Any]:
    """One of the others: name, number of cards, the cards or their backs, and whether it is their turn."""
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


# What can be laid over it.


def switched(chosen: Collection[str], name: str) -> list[str]:
    """The overlays that are shown after one was switched on or off."""
    return [one for one in OVERLAYS if (one in chosen) != (one == name)]


def hand_in_melds(seen: View, words: Words) -> dict[str, Any]:
    """The hand in its best arrangement, without lay-offs; how many other arrangements are as good (T9.1)."""
    if not seen.hand:
        return {"groups": [], "sentence": words.say("table.melds.empty")}
    found = best_arrangements(seen.hand, (), seen.rules)
    best = found[0]
    sentence = words.say(
        "table.melds.best" if best.melds else "table.melds.none", count=len(best.melds), points=best.deadwood
    )
    others = [words.say("table.melds.others", count=len(found) - 1)] if len(found) > 1 else []
    return {"groups": bracketed(best, words.lang, seen.rules), "sentence": " ".join([sentence, *others])}


def deadwood_after(seen: View, selected: tuple[Card, ...], words: Words) -> list[str]:
    """T9.2: what the hand counts now, and what it would count without the selected cards."""
    said = [words.say("table.deadwood.now", **_counts(seen.hand, seen))]
    rest = tuple(card for card in seen.hand if card not in selected)
    if len(selected) == 1:
        said.append(words.say("table.deadwood.without", card=selected[0], **_counts(rest, seen)))
    elif selected and why_meld(selected, seen.rules):
        said.append(words.say("table.deadwood.laid", cards=selected, **_counts(rest, seen)))
    if not seen.rules.concealed_melds_count:
        said.append(words.say("table.deadwood.concealed"))
    return said


def _counts(held: tuple[Card, ...], seen: View) -> dict[str, int]:
    return {"points": deadwood(held, seen.rules), "least": least_deadwood(held, seen.rules)}


def cards_seen(seen: View, taken: Seen, open_hands: Iterable[tuple[Card, ...]], words: Words) -> dict[str, Any]:
    """Where each card of the deck is, as far as the seat can know; `taken`: who took a card that lay open."""
    places = _places(seen, taken, open_hands)

    def cell(card: Card) -> dict[str, str]:
        place = places.get(card, "unseen")
        return {"place": place, "word": words.say(f"table.seen.{place}")}

    rows = [
        {"suit": _PIPS[suit], "name": words.say(f"suit.{suit}"), "cells": [cell(Card(rank + suit)) for rank in RANKS]}
        for suit in _SUITS
    ]
    jokers = JOKERS[: seen.rules.jokers]
    if jokers:
        rows.append({"suit": "★", "name": words.say("table.seen.jokers"), "cells": [cell(joker) for joker in jokers]})
    unseen = 52 + len(jokers) - len(places)
    hidden = max(0, unseen - seen.stock)
    used = ("hand", "table", "pile", "taken", "open", "unseen")
    there = {*places.values(), "unseen"}
    return {
        "ranks": [rank_letter(rank, words.lang) for rank in RANKS],
        "rows": rows,
        "legend": [{"place": place, "word": words.say(f"table.seen.{place}")} for place in used if place in there],
        "caption": words.say("table.seen.caption"),
        "sentence": words.say("table.seen.sentence", seen=len(places), unseen=unseen, stock=seen.stock, hidden=hidden),
    }


def _places(seen: View, taken: Seen, open_hands: Iterable[tuple[Card, ...]]) -> Seen:
    places: Seen = dict(taken)
    places.update((card, "open") for hand in open_hands for card in hand)
    places.update((card, "pile") for card in seen.discards)
    places.update((card, "table") for laid in seen.melds if laid.meld for card in laid.meld.cards)
    places.update((card, "hand") for card in seen.hand)
    return places


def not_to_discard(seen: View, words: Words) -> Told:
    """The cards of the hand that may not be discarded now, the reasons as sentences, and the refusals (T2.4, T2.6)."""
    return _refused(seen, lambda card: _why_not(seen, Discard(seen.viewer, card)), "table.discards.any", words)


def not_to_lay_off(seen: View, words: Words) -> Told:
    """The cards of the hand that alone can be laid off nowhere now, why, and where the others fit (T4.1, T4.2)."""
    fitting: dict[Card, tuple[int, ...]] = {}

    def reasons(card: Card) -> list[Refusal]:
        asked = [_why_not(seen, Sapaw(seen.viewer, place, (card,))) for place in range(max(1, len(seen.melds)))]
        fitting[card] = tuple(place + 1 for place, found in enumerate(asked) if not found)
        return [] if fitting[card] else [refusal for found in asked for refusal in found]

    greyed, sentences, refusals = _refused(seen, reasons, "", words)
    fits = [
        words.say("table.lay_offs.fits", card=card, numbers=numbers) for card, numbers in fitting.items() if numbers
    ]
    return greyed, fits + sentences, refusals


def _why_not(seen: View, move: Move) -> list[Refusal]:
    return list(why_not(seen, move))


def _refused(seen: View, reasons: Callable[[Card], list[Refusal]], none: str, words: Words) -> Told:
    """Asks for every card of the hand; cards with the same reasons are named together."""
    together: dict[str, list[Card]] = {}
    refusals: list[Refusal] = []
    for card in seen.hand:
        found = reasons(card)
        refusals += found
        misfits = [refusal for refusal in found if refusal.code == Code.DOES_NOT_FIT]
        others = [refusal for refusal in found if refusal.code != Code.DOES_NOT_FIT]
        said = [words.reason(refusal) for refusal in others]
        if misfits and not others:
            said = [words.say("table.lay_offs.nowhere")]
        if said:
            together.setdefault(" ".join(dict.fromkeys(said)), []).append(card)
    greyed = tuple(card for held in together.values() for card in held)
    sentences = [
        words.say("table.all_cards", reason=reason)
        if len(held) == len(seen.hand) > 1
        else words.say("table.these_cards", cards=tuple(held), reason=reason)
        for reason, held in together.items()
    ]
    if not sentences and none:
        sentences = [words.say(none)]
    return greyed, sentences, refusals


_REASONS: Final = {"discards": not_to_discard, "lay_offs": not_to_lay_off}
