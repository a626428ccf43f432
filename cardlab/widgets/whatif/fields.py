"""The form of a position: what each field is called, what it shows, and what it changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from cardlab.choices import house_rules
from cardlab.locale import card_name, say
from cardlab.tongits import Began, Phase, Rules
from cardlab.tongits.notation import Draft
from cardlab.widgets.forms import Field, Value, changed_rules, number, select, switch, whole

SEATS: Final = range(3)
MOST_CARDS: Final = 60
MOST_TAKES: Final = 30


def player(draft: Draft, seat: int, lang: str) -> str:
    """What the viewer calls a player."""
    return say(f"seat.{(seat - draft.viewer) % len(SEATS)}", lang)


def _in_order(draft: Draft) -> list[int]:
    """The seats, the viewer first."""
    return [(draft.viewer + place) % len(SEATS) for place in SEATS]


def _player(key: str, draft: Draft, lang: str, *, nobody: bool = False) -> Field:
    seat = getattr(draft, key)
    choices = [(str(one), player(draft, one, lang)) for one in _in_order(draft)]
    none = [("", say("whatif.nobody", lang))] if nobody else []
    return select(f"seat:{key}", say(f"whatif.{key}", lang), none + choices, "" if seat is None else str(seat))


def count_fields(draft: Draft, lang: str) -> list[Field]:
    """How many cards the opponents and the stock have."""
    opponents = [
        number(
            f"count:{seat}",
            say("whatif.cards_of", lang, who=player(draft, seat, lang)),
            draft.counts[seat] if seat < len(draft.counts) else 0,
            0,
            MOST_CARDS,
        )
        for seat in _in_order(draft)[1:]
    ]
    return [*opponents, number("number:stock", say("whatif.stock", lang), draft.stock, 0, MOST_CARDS)]


def turn_fields(draft: Draft, lang: str) -> list[Field]:
    """Whose turn it is and where it stands."""
    phases = [(phase.value, say(f"whatif.phase.{phase}", lang)) for phase in Phase if phase is not Phase.OVER]
    return [
        _player("seat", draft, lang),
        select("phase", say("whatif.phase", lang), phases, draft.phase.value),
    ]


def more_fields(draft: Draft, lang: str) -> list[Field]:
    """What else belongs to a position, and seldom matters."""
    began = [("", say("whatif.not_begun", lang)), *((one.value, say(f"whatif.began.{one}", lang)) for one in Began)]
    held = [("", say("whatif.no_card", lang)), *((card.code, card_name(card, lang)) for card in sorted(draft.hand))]
    found = [
        _player("first", draft, lang),
        select("began", say("whatif.began", lang), began, "" if draft.began is None else draft.began.value),
        select("taken", say("whatif.taken", lang), held, "" if draft.taken is None else draft.taken.code),
        number("number:takes", say("whatif.takes", lang), draft.takes, 0, MOST_TAKES),
        _player("last_drawer", draft, lang, nobody=True),
        _player("caller", draft, lang, nobody=True),
    ]
    for part, key in (("challengers", "whatif.challenges"), ("sapawed", "whatif.sapawed")):
        for seat in _in_order(draft):
            if part == "sapawed" or (draft.caller is not None and seat != draft.caller):
                label = say(key, lang, who=player(draft, seat, lang))
                found.append(switch(f"seats:{part}:{seat}", label, seat in getattr(draft, part)))
    return found


def meld_fields(draft: Draft, meld: int | None, lang: str) -> list[Field]:
    """Whose the chosen meld is, whether it lies face down, and the way to take it from the table."""
    if meld is None:
        return []
    lying = draft.melds[meld]
    owners = [(str(seat), player(draft, seat, lang)) for seat in _in_order(draft)]
    owner = select("meld:owner", say("whatif.owner", lang, number=meld + 1), owners, str(lying.owner))
    secret = [switch("meld:secret", say("whatif.face_down", lang), lying.secret)]
    gone = switch("meld:gone", say("whatif.take_away", lang), False)
    return [owner, *(secret if draft.rules.secret_four or lying.secret else []), gone]


def largest(field: str) -> int | None:
    """The largest number that a field takes; None for one that takes no number."""
    kind, _, which = field.partition(":")
    if kind == "rule":
        return next((rule.most for rule in house_rules(Rules) if rule.name == which and not rule.choices), None)
    if field == "number:takes":
        return MOST_TAKES
    return MOST_CARDS if kind in ("count", "number") else None


def changes(draft: Draft, meld: int | None, field: str, value: Value) -> Mapping[str, Any] | None:
    """The parts of a position that change when a field is set; None for a field or a value that there is not.

    `meld` is the number of the meld that the next card goes to.
    """
    kind, _, which = field.partition(":")
    if kind in ("preset", "rule"):
        rules = changed_rules(draft.rules, field, value)
        return None if rules is None else {"rules": rules}
    try:
        return _CHANGES[kind](draft, meld, which, value) if kind in _CHANGES else None
    except ValueError:
        return None


_Change: TypeAlias = Callable[[Draft, int | None, str, Value], Mapping[str, Any] | None]


def _count(draft: Draft, _: int | None, which: str, value: Value) -> Mapping[str, Any]:
    seat, count = whole(which, 0, 2), whole(value, 0, MOST_CARDS)
    return {"counts": tuple(count if place == seat else held for place, held in enumerate(draft.counts))}


def _amount(_: Draft, __: int | None, which: str, value: Value) -> Mapping[str, Any] | None:
    most = MOST_TAKES if which == "takes" else MOST_CARDS
    return {which: whole(value, 0, most)} if which in ("stock", "takes") else None


def _seat(_: Draft, __: int | None, which: str, value: Value) -> Mapping[str, Any] | None:
    if which not in ("seat", "first", "caller", "last_drawer"):
        return None
    nobody = value == "" and which in ("caller", "last_drawer")
    return {which: None if nobody else whole(value, 0, 2)}


def _seats(draft: Draft, _: int | None, which: str, value: Value) -> Mapping[str, Any] | None:
    part, _colon, seat = which.partition(":")
    if part not in ("sapawed", "challengers"):
        return None
    now: frozenset[int] = getattr(draft, part)
    one = frozenset({whole(seat, 0, 2)})
    return {part: now | one if value is True else now - one}


def _phase(_: Draft, __: int | None, ___: str, value: Value) -> Mapping[str, Any]:
    return {"phase": Phase(str(value))}


def _began(_: Draft, __: int | None, ___: str, value: Value) -> Mapping[str, Any]:
    return {"began": Began(str(value)) if value else None}


def _taken(draft: Draft, _: int | None, __: str, value: Value) -> Mapping[str, Any] | None:
    card = next((held for held in draft.hand if held.code == value), None)
    return {"taken": card} if card is not None or value == "" else None


def _meld(draft: Draft, meld: int | None, which: str, value: Value) -> Mapping[str, Any] | None:
    melds = list(draft.melds)
    if meld is None:
        return None
    match which, value:
        case "owner", str(seat):
            melds[meld] = replace(melds[meld], owner=whole(seat, 0, 2))
        case "secret", bool(secret):
            melds[meld] = replace(melds[meld], secret=secret)
        case "gone", True:
            del melds[meld]
        case _:
            return None
    return {"melds": tuple(melds)}


_CHANGES: Final[Mapping[str, _Change]] = {
    "count": _count,
    "number": _amount,
    "seat": _seat,
    "seats": _seats,
    "phase": _phase,
    "began": _began,
    "taken": _taken,
    "meld": _meld,
}
