"""The house rules of Tongits, one field for each, and the two presets.

The clause that a field names says what the field does.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final

from cardlab.choices import Word, convert_fields, house_rule
from cardlab.drawing import as_rules, pasteable
from cardlab.refusal import quoted


class Showdown(Word):
    """The players who take part after a draw call. [T6.2]"""

    CHALLENGERS = "challengers"
    EVERYONE = "everyone"


class Tie(Word):
    """The winner if caller and challenger have the same deadwood. [T6.5]"""

    CALLER = "caller"
    CHALLENGER = "challenger"


class ChallengersTie(Word):
    """The winner of a tie between two challengers. [T6.6]"""

    LAST_MELD = "last_meld"
    NEXT_SEAT = "next_seat"


class StockTie(Word):
    """The winner of a tie when the stock has run out. [T8.4]"""

    LAST_MELD = "last_meld"
    LAST_DRAWER = "last_drawer"


class Payment(Word):
    """What the winner collects: points of deadwood, or chips. [T9.3, T9.4]"""

    DEADWOOD = "deadwood"
    CHIPS = "chips"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules a table plays by; every default is what the rule sheet says.

    - `winner_starts` (T1.5): the winner of a round is first player in the next, instead of the next seat.
    - `discard_must_meld` (T2.5): a discard may be taken only to lay it in this turn in a new meld with cards from hand.
    - `ace_high` (T3.3): Q-K-A is a run too; K-A-2 never is.
    - `showdown` (T6.2): "challengers", or "everyone" who is not burned takes part without being asked.
    - `tie` (T6.5): the "caller" or the "challenger" wins a tie after a draw call.
    - `challengers_tie` (T6.6): "last_meld", or "next_seat" after the caller, wins a tie between two challengers.
    - `sapaw_blocks_call` (T6.8): a lay-off on a player's meld since their last turn bars them from calling.
    - `secret_four` (T6.9): a set of four from the hand may be laid face down.
    - `stock_tie` (T8.4): "last_meld" or "last_drawer" wins a tie at the end of the stock.
    - `concealed_melds_count` (T9.2): melds kept in the hand count as deadwood.
    - `payment` (T9.3, T9.4): "deadwood" or "chips".
    - `jokers` (T10.1): how many jokers are shuffled in, 0 to 4.
    - `joker_points` (T10.4): what a joker left in hand counts, 0 to 50.
    - `target` (T10.5): the score that loses the progressive match, 1 to 10,000.

    Raises ValueError for a value outside these; a misspelt name raises TypeError.

    >>> Rules(tie="challenger").changed()
    ('tie',)
    """

    winner_starts: bool = house_rule(False, "T1.5")
    discard_must_meld: bool = house_rule(False, "T2.5")
    ace_high: bool = house_rule(False, "T3.3")
    showdown: Showdown = house_rule(Showdown.CHALLENGERS, "T6.2")
    tie: Tie = house_rule(Tie.CALLER, "T6.5")
    challengers_tie: ChallengersTie = house_rule(ChallengersTie.LAST_MELD, "T6.6")
    sapaw_blocks_call: bool = house_rule(False, "T6.8")
    secret_four: bool = house_rule(False, "T6.9")
    stock_tie: StockTie = house_rule(StockTie.LAST_MELD, "T8.4")
    concealed_melds_count: bool = house_rule(True, "T9.2")
    payment: Payment = house_rule(Payment.DEADWOOD, "T9.4")
    jokers: int = house_rule(0, "T10.1", most=4)
    joker_points: int = house_rule(0, "T10.4", most=50)
    target: int = house_rule(100, "T10.5", least=1, most=10_000)

    def __post_init__(self) -> None:
        convert_fields(self)

    def __repr__(self) -> str:
        return pasteable(self)

    def _repr_html_(self) -> str:
        return as_rules(self)

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Rules:
        """Return the rules of a preset, "sheet" or "traditional", with fields changed.

        `three_way_tie`, the field of earlier records for T6.6, is read as well. It counted only with
        `tie="challenger"`. Without that, `challengers_tie` becomes "last_meld".
        Raises ValueError for another name or value, TypeError for another field.

        >>> Rules.preset("traditional", jokers=2).changed("traditional")
        ('jokers',)
        """
        if name not in PRESETS:
            raise ValueError(f"no preset {name!r}; there are {', '.join(PRESETS)}")
        if "three_way_tie" not in changes:
            return cls(**{**PRESETS[name], **changes})
        changes["challengers_tie"] = changes.pop("three_way_tie")
        rules = cls(**{**PRESETS[name], **changes})
        return rules if rules.tie is Tie.CHALLENGER else replace(rules, challengers_tie=ChallengersTie.LAST_MELD)

    def nearest_preset(self) -> str:
        """Return the preset from which the fewest fields differ; "sheet" on a tie."""
        return min(PRESETS, key=lambda name: len(self.changed(name)))

    def changed(self, preset: str = "sheet") -> tuple[str, ...]:
        """Return the fields that differ from a preset, in the order of the rule book."""
        other = Rules.preset(preset)
        return tuple(field.name for field in fields(self) if getattr(self, field.name) != getattr(other, field.name))


PRESETS: dict[str, dict[str, Any]] = {
    "sheet": {},
    "traditional": {
        "winner_starts": True,
        "discard_must_meld": True,
        "tie": Tie.CHALLENGER,
        "challengers_tie": ChallengersTie.NEXT_SEAT,
        "sapaw_blocks_call": True,
        "secret_four": True,
        "stock_tie": StockTie.LAST_DRAWER,
        "concealed_melds_count": False,
        "payment": Payment.CHIPS,
    },
}

SHEET: Final = Rules()
"""The rules of the rule sheets: the defaults."""


def checked(rules: Rules) -> Rules:
    """Return the rules; raise TypeError for anything else, such as a preset's name."""
    if not isinstance(rules, Rules):
        raise no_rules(rules)
    return rules


def no_rules(value: object) -> TypeError:
    """Return the error for a value that is not rules."""
    return TypeError(f"the rules are tongits.Rules() or tongits.Rules.preset(…), not {quoted(value)}")
