"""The form of a position: what each field is called, what it shows, and what it changes.

Knows the parts of a position and the house rules by their names in the catalogues; knows neither faults nor answers.
A field is told to the page as `kind` ("select", "number" or "switch"), `key`, `label` and what it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from enum import Enum
from typing import Any, Final, TypeAlias

from cardlab.locale import card_name, say
from cardlab.tongits import Began, Phase, Rules
from cardlab.tongits.notation import Draft
from cardlab.tongits.rules import PRESETS

__all__ = ["changes", "count_fields", "largest", "meld_fields", "more_fields", "player", "rule_fields", "turn_fields"]

Value: TypeAlias = str | bool
Field: TypeAlias = dict[str, Any]

SEATS: Final = range(3)
MOST_CARDS: Final = 60
MOST_TAKES: Final = 30
MOST_OF: Final = {"jokers": 4, "joker_points": 50, "target": 10_000}


def player(draft: Draft, seat: int, lang: str) -> str:
    """What a player is called, as the viewer sees him."""
    return say(f"seat.{(seat - draft.viewer) % len(SEATS)}", lang)


def _in_order(draft: Draft) -> list[int]:
    """The seats, the viewer first."""
    return [(draft.viewer + place) % len(SEATS) for place in SEATS]


def _select(key: str, label: str, choices: Iterable[tuple[str, str]], chosen: str) -> Field:
    listed = [{"value": value, "label": text, "chosen": value == chosen} for value, text in choices]
    return {"kind": "select", "key": key, "label": label, "choices": listed}


def _number(key: str, label: str, value: int, most: int) -> Field:
    return {"kind": "number", "key": key, "label": label, "value": str(value), "least": 0, "most": most}


def _switch(key: str, label: str, on: bool) -> Field:
    return {"kind": "switch", "key": key, "label": label, "on": on}


def _player(key: str, draft: Draft, lang: str, *, nobody: bool = False) -> Field:
    seat = getattr(draft, key)
    choices = [(str(one), player(draft, one, lang)) for one in _in_order(draft)]
    none = [("", say("whatif.nobody", lang))] if nobody else []
    return _select(f"seat:{key}", say(f"whatif.{key}", lang), none + choices, "" if seat is None else str(seat))


def count_fields(draft: Draft, lang: str) -> list[Field]:
    """How many cards the opponents and the stock have."""
    opponents = [
        _number(
            f"count:{seat}",
            say("whatif.cards_of", lang, who=player(draft, seat, lang)),
            draft.counts[seat] if seat < len(draft.counts) else 0,
            MOST_CARDS,
        )
        for seat in _in_order(draft)[1:]
    ]
    return [*opponents, _number("number:stock", say("whatif.stock", lang), draft.stock, MOST_CARDS)]


def turn_fields(draft: Draft, lang: str) -> list[Field]:
    """Whose turn it is and where it stands."""
    phases = [(phase.value, say(f"whatif.phase.{phase}", lang)) for phase in Phase if phase is not Phase.OVER]
    return [
        _player("seat", draft, lang),
        _select("phase", say("whatif.phase", lang), phases, draft.phase.value),
    ]


def more_fields(draft: Draft, lang: str) -> list[Field]:
    """What else belongs to a position, and seldom matters."""
    began = [("", say("whatif.not_begun", lang)), *((one.value, say(f"whatif.began.{one}", lang)) for one in Began)]
    held = [("", say("whatif.no_card", lang)), *((card.code, card_name(card, lang)) for card in sorted(draft.hand))]
    found = [
        _player("first", draft, lang),
        _select("began", say("whatif.began", lang), began, "" if draft.began is None else draft.began.value),
        _select("taken", say("whatif.taken", lang), held, "" if draft.taken is None else draft.taken.code),
        _number("number:takes", say("whatif.takes", lang), draft.takes, MOST_TAKES),
        _player("last_drawer", draft, lang, nobody=True),
        _player("caller", draft, lang, nobody=True),
    ]
    for part, key in (("challengers", "whatif.challenges"), ("sapawed", "whatif.sapawed")):
        for seat in _in_order(draft):
            if part == "sapawed" or (draft.caller is not None and seat != draft.caller):
                label = say(key, lang, who=player(draft, seat, lang))
                found.append(_switch(f"seats:{part}:{seat}", label, seat in getattr(draft, part)))
    return found


def meld_fields(draft: Draft, meld: int | None, lang: str) -> list[Field]:
    """Whose the chosen meld is, whether it lies face down, and the way to take it from the table."""
    if meld is None:
        return []
    lying = draft.melds[meld]
    owners = [(str(seat), player(draft, seat, lang)) for seat in _in_order(draft)]
    owner = _select("meld:owner", say("whatif.owner", lang, number=meld + 1), owners, str(lying.owner))
    secret = [_switch("meld:secret", say("whatif.face_down", lang), lying.secret)]
    gone = _switch("meld:gone", say("whatif.take_away", lang), False)
    return [owner, *(secret if draft.rules.secret_four or lying.secret else []), gone]


def rule_fields(rules: Rules, lang: str) -> list[Field]:
    """The preset, and every house rule."""
    presets = [(name, say(f"preset.{name}", lang)) for name in PRESETS]
    chosen = next((name for name in PRESETS if rules == Rules.preset(name)), "")
    own = [] if chosen else [("", say("whatif.own_rules", lang))]
    found = [_select("preset", say("whatif.preset", lang), own + presets, chosen)]
    for field in fields(rules):
        key, label, value = f"rule:{field.name}", say(f"rule.tongits.{field.name}", lang), getattr(rules, field.name)
        if isinstance(value, bool):
            found.append(_switch(key, label, value))
        elif isinstance(value, Enum):
            named = [(one.value, say(f"rule.tongits.{field.name}.{one.value}", lang)) for one in type(value)]
            found.append(_select(key, label, named, value.value))
        else:
            found.append(_number(key, label, value, MOST_OF[field.name]))
    return found


def largest(field: str) -> int | None:
    """The largest number that a field takes; None for one that takes no number."""
    kind, _, which = field.partition(":")
    if kind == "rule":
        return MOST_OF.get(which)
    if field == "number:takes":
        return MOST_TAKES
    return MOST_CARDS if kind in ("count", "number") else None


def changes(draft: Draft, meld: int | None, field: str, value: Value) -> Mapping[str, Any] | None:
    """The parts of a position that change when a field is set; None for a field or a value that there is not.

    `meld` is the number of the meld that the next card goes to.
    """
    kind, _, which = field.partition(":")
    try:
        return _CHANGES[kind](draft, meld, which, value) if kind in _CHANGES else None
    except ValueError:
        return None


_Change: TypeAlias = Callable[[Draft, int | None, str, Value], Mapping[str, Any] | None]


def _count(draft: Draft, _: int | None, which: str, value: Value) -> Mapping[str, Any]:
    seat, count = whole(which, 2), whole(value, MOST_CARDS)
    return {"counts": tuple(count if place == seat else held for place, held in enumerate(draft.counts))}


def _amount(_: Draft, __: int | None, which: str, value: Value) -> Mapping[str, Any] | None:
    most = MOST_TAKES if which == "takes" else MOST_CARDS
    return {which: whole(value, most)} if which in ("stock", "takes") else None


def _seat(_: Draft, __: int | None, which: str, value: Value) -> Mapping[str, Any] | None:
    if which not in ("seat", "first", "caller", "last_drawer"):
        return None
    nobody = value == "" and which in ("caller", "last_drawer")
    return {which: None if nobody else whole(value, 2)}


def _seats(draft: Draft, _: int | None, which: str, value: Value) -> Mapping[str, Any] | None:
    part, _colon, seat = which.partition(":")
    if part not in ("sapawed", "challengers"):
        return None
    now: frozenset[int] = getattr(draft, part)
    one = frozenset({whole(seat, 2)})
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
            melds[meld] = replace(melds[meld], owner=whole(seat, 2))
        case "secret", bool(secret):
            melds[meld] = replace(melds[meld], secret=secret)
        case "gone", True:
            del melds[meld]
        case _:
            return None
    return {"melds": tuple(melds)}


def _preset(_: Draft, __: int | None, ___: str, value: Value) -> Mapping[str, Any]:
    return {"rules": Rules.preset(str(value))}


def _rule(draft: Draft, _: int | None, name: str, value: Value) -> Mapping[str, Any] | None:
    if name not in {field.name for field in fields(Rules)}:
        return None
    now = getattr(draft.rules, name)
    if isinstance(now, bool) is not isinstance(value, bool):
        return None
    chosen: dict[str, Any] = {name: whole(value, MOST_OF[name]) if name in MOST_OF else value}
    return {"rules": replace(draft.rules, **chosen)}


_CHANGES: Final[Mapping[str, _Change]] = {
    "count": _count,
    "number": _amount,
    "seat": _seat,
    "seats": _seats,
    "phase": _phase,
    "began": _began,
    "taken": _taken,
    "meld": _meld,
    "preset": _preset,
    "rule": _rule,
}


def whole(text: Value, most: int) -> int:
    """The whole number from 0 to `most` that is written there. Raises ValueError if it is none."""
    if isinstance(text, bool) or not (text.isascii() and text.isdigit()) or len(text) > len(str(most)):
        raise ValueError(text)
    if int(text) > most:
        raise ValueError(text)
    return int(text)
