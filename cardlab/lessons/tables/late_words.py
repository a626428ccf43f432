"""How a table late in a round is put before a learner: its melds, open hands, house rules, and what has been said.

Knows sentences and labels only; what lies where is read from a state.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardlab.cards import Card
from cardlab.lessons.tables.late_rounds import SEATS, YOU, LaidOff
from cardlab.locale import say
from cardlab.tell.house_rules import in_full
from cardlab.tongits import Laid, Rules, Showdown, State, turn, view

__all__ = [
    "about_call",
    "about_lay_offs",
    "house_rules",
    "named",
    "seat_choices",
    "seats_named",
    "shown",
]


def shown(state: State, lang: str, hands: Iterable[int] = ()) -> tuple[tuple[tuple[Card, ...], ...], tuple[str, ...]]:
    """The melds that the learner sees, in the order laid, and these hands: the cards, and what each is called."""
    seen = view(state, YOU).melds
    piles = [(laid.meld.cards, _meld_label(place, laid, lang)) for place, laid in enumerate(seen) if laid.meld]
    piles += [(state.hands[seat], say("lesson.late.hand", lang, who=named(seat, lang))) for seat in hands]
    return tuple(cards for cards, _ in piles), tuple(label for _, label in piles)


def _meld_label(place: int, laid: Laid, lang: str) -> str:
    key = "lesson.late.secret" if laid.secret else "lesson.late.meld"
    return say(key, lang, number=place + 1, who=named(laid.owner, lang))


def house_rules(rules: Rules, lang: str) -> tuple[str, ...]:
    """The house rules in force, a sentence each, but for the payment, which its own question tells.

    Where there are none, not even one about the payment, that is a sentence too.
    """
    changed = rules.changed()
    if not changed:
        return (say("lesson.late.no_house_rule", lang),)
    return tuple(
        say("lesson.late.house_rule", lang, rule=in_full(rules, name, lang)) for name in changed if name != "payment"
    )


def about_call(state: State, lang: str) -> tuple[str, ...]:
    """Who has called a draw, and who has challenged or folded so far."""
    assert state.caller is not None
    told = [say("lesson.late.caller", lang, who=named(state.caller, lang))]
    if state.rules.showdown is Showdown.EVERYONE:
        return tuple(told)
    asked = [(state.caller + step) % len(SEATS) for step in (1, 2)]
    if turn(state):
        asked = asked[: asked.index(state.seat)]
    for seat in asked:
        key = "lesson.late.challenged" if seat in state.challengers else "lesson.late.folded"
        told.append(say(key, lang, who=named(seat, lang)))
    return tuple(told)


def about_lay_offs(laid_off: Iterable[LaidOff], lang: str) -> tuple[str, ...]:
    """Who has laid off which card, and on which meld."""
    return tuple(
        say("lesson.late.laid_off", lang, who=named(added.seat, lang), card=added.card, number=added.meld + 1)
        for added in laid_off
    )


def named(seat: int, lang: str) -> str:
    """What a player is called in a list or before a colon."""
    return say(f"seat.{seat}", lang)


def seats_named(seats: Iterable[int], lang: str) -> tuple[str, ...]:
    """What these players are called."""
    return tuple(named(seat, lang) for seat in sorted(seats))


def seat_choices(lang: str, seats: Iterable[int] = SEATS) -> tuple[tuple[str, str], ...]:
    """A choice for each of these players."""
    return tuple((str(seat), named(seat, lang)) for seat in seats)
