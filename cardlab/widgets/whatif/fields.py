"""The form of a position: label and value of each field, and what it changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cardlab.analysis.faults import Fault, faults
from cardlab.choices import house_rules
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import card_name, say
from cardlab.phrasing.reader import notation
from cardlab.tongits import Began, Code, Phase, Rules
from cardlab.tongits.notation import Draft
from cardlab.widgets.blocks import Block
from cardlab.widgets.forms import Value, changed_rules, number, select, switch, whole

SEATS: Final = range(3)
MOST_CARDS: Final = 60
MOST_TAKES: Final = 30


def player(draft: Draft, seat: int, lang: str) -> str:
    """Return the viewer's name for a player."""
    return say(f"seat.{(seat - draft.viewer) % len(SEATS)}", lang)


def fault_texts(draft: Draft, lang: str) -> list[str]:
    """Say what makes the position impossible, with the seats as the viewer sees them."""
    role = dict(zip(in_order(draft), ("own", "left", "right"), strict=True))
    reader = Reader(lang, names=tuple(f"place_{role[seat]}" for seat in SEATS))
    texts = []
    for fault in faults(draft):
        if fault.code is Code.NO_SUCH_SEAT:  # only a text can name such a seat, and texts count from 0
            texts.append(notation(lang).explain(fault))
            continue
        places = {name: place for name in ("one", "other") if (place := fault.facts.get(name))}
        seen = {name: re.sub(r"\d$", lambda seat: role[int(seat[0])], place) for name, place in places.items()}
        texts.append(reader.explain(replace(fault, facts={**fault.facts, **seen})))
    return texts


def cards_to_tap(draft: Draft, *, phase_follows: bool) -> int:
    """If the only fault is too small a hand, return its least size; else 0.

    `phase_follows`: whether the point in the turn follows from the cards. If so, and nothing is discarded yet,
    12 cards are not a hand before drawing, but one before discarding that lacks a card.
    """
    found = tuple(faults(draft))
    if len(found) != 1:
        return 0
    fault = found[0]
    if fault.code is Fault.TOO_FEW_IN_HAND and fault.facts["seat"] == draft.viewer:
        return int(fault.facts["least"])
    is_begun = fault.code is Fault.NOTHING_DISCARDED and draft.seat == draft.viewer and phase_follows
    return len(draft.hand) + 1 if is_begun else 0


def in_order(draft: Draft) -> list[int]:
    """Return the seats, the viewer first."""
    return [(draft.viewer + step) % len(SEATS) for step in SEATS]


def _player(name: str, label: str, draft: Draft, lang: str, *, nobody: bool = False) -> Block:
    seat = getattr(draft, name)
    choices = [(str(one), player(draft, one, lang)) for one in in_order(draft)]
    none = [("", say("whatif.nobody", lang))] if nobody else []
    return select(f"seat:{name}", say(label, lang), none + choices, "" if seat is None else str(seat))


def count_fields(draft: Draft, lang: str) -> list[Block]:
    """Make the fields for the number of cards of the opponents and the stock."""
    opponents = [
        number(
            f"count:{seat}",
            say("whatif.cards_of", lang, who=player(draft, seat, lang)),
            draft.counts[seat] if seat < len(draft.counts) else 0,
            0,
            MOST_CARDS,
        )
        for seat in in_order(draft)[1:]
    ]
    return [*opponents, number("number:stock", say("whatif.stock", lang), draft.stock, 0, MOST_CARDS)]


def turn_fields(draft: Draft, lang: str) -> list[Block]:
    """Make the fields for the player to move and the phase."""
    phases = [(phase.value, say(f"whatif.phase.{phase}", lang)) for phase in Phase if phase is not Phase.OVER]
    return [
        _player("seat", "whatif.seat", draft, lang),
        select("phase", say("whatif.phase", lang), phases, draft.phase.value),
    ]


def more_fields(draft: Draft, lang: str) -> list[Block]:
    """Make the rarely used fields, such as the caller and the last drawer."""
    began = [("", say("whatif.not_begun", lang)), *((one.value, say(f"whatif.began.{one}", lang)) for one in Began)]
    hand = sorted(set(draft.hand))  # an impossible position can have a card twice
    cards = [("", say("sheet.none", lang)), *((card.code, card_name(card, lang)) for card in hand)]
    fields = [
        _player("first", "whatif.first", draft, lang),
        select("began", say("whatif.began", lang), began, "" if draft.began is None else draft.began.value),
        select("taken", say("whatif.taken", lang), cards, "" if draft.taken is None else draft.taken.code),
        number("number:takes", say("whatif.takes", lang), draft.takes, 0, MOST_TAKES),
        _player("last_drawer", "whatif.last_drawer", draft, lang, nobody=True),
        _player("caller", "whatif.caller", draft, lang, nobody=True),
    ]
    for part, key in (("challengers", "whatif.challenges"), ("sapawed", "whatif.sapawed")):
        for seat in in_order(draft):
            if part == "sapawed" or (draft.caller is not None and seat != draft.caller):
                label = say(key, lang, who=player(draft, seat, lang))
                fields.append(switch(f"seats:{part}:{seat}", label, seat in getattr(draft, part)))
    return fields


def meld_fields(draft: Draft, meld: int | None, lang: str) -> list[Block]:
    """Make the fields of the chosen meld, none if no meld is chosen."""
    if meld is None:
        return []
    laid = draft.melds[meld]
    owners = [(str(seat), player(draft, seat, lang)) for seat in in_order(draft)]
    owner = select("meld:owner", say("whatif.owner", lang, number=meld + 1), owners, str(laid.owner))
    secret = [switch("meld:secret", say("whatif.face_down", lang), laid.secret)]
    gone = switch("meld:gone", say("whatif.take_away", lang), False)
    return [owner, *(secret if draft.rules.secret_four or laid.secret else []), gone]


def largest(field: str) -> int | None:
    """Return the largest number that a field accepts; None if it has no number."""
    kind, _, which = field.partition(":")
    if kind == "rule":
        return next((rule.most for rule in house_rules(Rules) if rule.name == which and not rule.choices), None)
    if field == "number:takes":
        return MOST_TAKES
    return MOST_CARDS if kind in ("count", "number") else None


def changes(draft: Draft, meld: int | None, field: str, value: Value) -> Mapping[str, object]:
    """Return the parts of a position that a field changes, by their names in `Draft`.

    `meld`: the index of the meld that the next card goes to; `field`: the key of the field, such as "phase", "count:1",
    "seats:sapawed:2" or "rule:jokers". Raises ValueError for an unknown field or value.
    """
    kind, _, which = field.partition(":")
    match kind, which:
        case "preset" | "rule", _:
            return {"rules": changed_rules(draft.rules, field, value)}
        case "count", seat:
            index, count = whole(seat, 0, 2), whole(value, 0, MOST_CARDS)
            return {"counts": tuple(count if one == index else old for one, old in enumerate(draft.counts))}
        case "number", "stock" | "takes":
            return {which: whole(value, 0, MOST_TAKES if which == "takes" else MOST_CARDS)}
        case "seat", "seat" | "first":
            return {which: whole(value, 0, 2)}
        case "seat", "caller" | "last_drawer":
            return {which: None if value == "" else whole(value, 0, 2)}
        case "seats", _:
            part, _, seat = which.partition(":")
            if part not in ("sapawed", "challengers"):
                raise ValueError(field)
            others = getattr(draft, part) - {whole(seat, 0, 2)}
            return {part: others | {int(seat)} if value is True else others}
        case "phase", _:
            return {"phase": Phase(str(value))}
        case "began", _:
            return {"began": Began(str(value)) if value else None}
        case "taken", _:
            card = next((old for old in draft.hand if old.code == value), None)
            if card is None and value != "":
                raise ValueError(value)
            return {"taken": card}
        case "meld", _ if meld is not None:
            melds = list(draft.melds)
            match which, value:
                case "owner", str(seat):
                    melds[meld] = replace(melds[meld], owner=whole(seat, 0, 2))
                case "secret", bool(secret):
                    melds[meld] = replace(melds[meld], secret=secret)
                case "gone", True:
                    del melds[meld]
                case _:
                    raise ValueError(field)
            return {"melds": tuple(melds)}
    raise ValueError(field)
