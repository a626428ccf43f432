"""Options compared by payment, and sentences about the best ones.

The values are sampled by `cardlab.analysis.whatif`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from cardlab.analysis.whatif import Answer, Estimate, Option
from cardlab.phrasing.catalogue import decimal, percent, say
from cardlab.phrasing.tongits_sentences import at_table, whole_turn
from cardlab.tongits import Move, Payment, View
from cardlab.widgets.plots import TWO_ERRORS, Unit

Value: TypeAlias = Literal["payment", "win", "deadwood"]
VALUES: Final[tuple[Value, ...]] = get_args(Value)
"""The values of an option."""


def named_turn(moves: Sequence[Move], view: View, lang: str) -> str:
    """Return the name of a whole turn of the viewer.

    Turns with different effects have different names.
    """
    return whole_turn(at_table(lang, view.viewer), moves, view)


def unit_of(view: View) -> Unit:
    """Return the unit of payments at this table."""
    return Unit.CHIPS if view.rules.payment is Payment.CHIPS else Unit.POINTS


def estimated(estimate: Estimate, worlds: int, lang: str, *, chance: bool = False) -> str:
    """Return a value with its standard error as text, such as "41% ± 0.9".

    `chance`: whether it is a chance. Without an error, the number of `worlds` is named unless the value is certain.
    """
    error = 100 * estimate.error if chance else estimate.error
    # With two digits a small error isn't written as 0.
    tiny = 0 < error < 0.05
    digits = 2 if tiny else 0 if chance else 1
    mean = percent(estimate.mean, lang, digits) if chance else decimal(estimate.mean, lang, digits)
    if error:
        return f"{mean} ± {decimal(error, lang, 2 if tiny else 1)}"
    return mean if estimate.certain or estimate.counted else say("whatif.in_all", lang, value=mean, count=worlds)


@dataclass(frozen=True)
class Compared:
    """The options of an answer, compared by payment, for a view and a language."""

    answer: Answer
    view: View
    lang: str

    @property
    def options(self) -> tuple[Option, ...]:
        """The options, the highest payment first."""
        return self.answer.options

    def is_close(self, option: Option) -> bool:
        """Return whether an option is within two standard errors of the best one."""
        behind = option.behind_payment
        return option is self.options[0] or behind.mean <= TWO_ERRORS * behind.error

    def is_as_good(self, option: Option) -> bool:
        """Return whether an option is as good as the best one, with certainty."""
        behind = option.behind_payment
        return (behind.certain or behind.counted) and not behind.mean

    def name(self, option: Option) -> str:
        """Return the name of an option."""
        return named_turn(option.turn, self.view, self.lang)

    def value(self, option: Option, value: Value = "payment") -> str:
        """Return a value of an option as text."""
        estimate = {"payment": option.payment, "win": option.win, "deadwood": option.deadwood}[value]
        return estimated(estimate, self.answer.worlds, self.lang, chance=value == "win")

    def close(self, shown: Sequence[Option]) -> list[int]:
        """Return the indexes in `shown` of options that can't be told from the best one."""
        return [index for index, one in enumerate(shown) if self.is_close(one)]

    def unit(self, value: Value = "payment") -> str:
        """Return the unit of a value in words; "" for a chance."""
        if value == "win":
            return ""
        is_chips = value == "payment" and unit_of(self.view) is Unit.CHIPS
        return say("whatif.unit.chips" if is_chips else "whatif.unit.points", self.lang)

    def heading(self, value: Value) -> str:
        """Return the name of a value, with its unit."""
        name, unit = say(f"whatif.by.{value}", self.lang), self.unit(value)
        return f"{name} ({unit})" if unit else name

    def comparison(self, option: Option) -> str:
        """Say how much worse an option is than the best one, if that is known."""
        if option is self.options[0]:
            return say("whatif.best", self.lang)
        if self.is_as_good(option):
            return say("whatif.as_good", self.lang)
        behind, worlds = option.behind_payment, self.answer.worlds
        if self.is_close(option):
            key = "whatif.too_close" if behind.error else "whatif.no_difference"
            return say(key, self.lang, count=worlds)
        return say("whatif.behind", self.lang, value=estimated(behind, worlds, self.lang))

    def result(self) -> str:
        """Say which option is best, with its value, and which are as good or too close."""
        if not self.options:
            return say("whatif.no_world", self.lang)
        best, *others = self.options
        value = say("whatif.in_unit", self.lang, value=self.value(best), unit=self.unit())
        texts = [say("whatif.best.payment", self.lang, move=self.name(best), value=value)]
        equal = [one for one in others if self.is_as_good(one)]
        close = [one for one in others if self.is_close(one) and one not in equal]
        as_good = ("whatif.all_as_good", "whatif.many_as_good", "whatif.as_good_ones")
        for (all_of_them, many, named), those in (
            (as_good, equal),
            (("whatif.all_close", "whatif.many_close", "whatif.close_ones"), close),
        ):
            if those and len(those) == len(others):
                texts.append(say(all_of_them, self.lang))
            elif len(those) > 2:
                # More than two are only counted here; the table marks them.
                texts.append(say(many, self.lang, count=len(those)))
            elif those:
                texts.append(say(named, self.lang, moves=tuple(map(self.name, those))))
        return " ".join(texts)
