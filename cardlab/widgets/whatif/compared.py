"""Options compared by one value: which is best, which cannot be told apart from it, and all that in words.

The values are sampled by `cardlab.analysis.whatif`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import Final

from cardlab.analysis.whatif import Answer, Estimate, Option
from cardlab.choices import Word
from cardlab.phrasing.catalogue import decimal, percent, say
from cardlab.phrasing.tongits_sentences import at_table, option, whole_turn
from cardlab.tongits import Move, Payment, View
from cardlab.widgets.plots import Unit

TWO_ERRORS: Final = 2.0
"""The number of standard errors within which two options are not told apart."""


class By(Word):
    """The value by which options are compared."""

    WIN = "win"
    PAYMENT = "payment"
    DEADWOOD = "deadwood"


def named_move(move: Move, view: View, lang: str) -> str:
    """The name of one of the viewer's moves; different moves have different names."""
    return option(at_table(lang, view.viewer), move, view)


def named_turn(moves: Sequence[Move], view: View, lang: str) -> str:
    """The name of a whole turn of the viewer; turns with different effects have different names."""
    return whole_turn(at_table(lang, view.viewer), moves, view)


def value_of(option: Option, by: By) -> Estimate:
    """The compared value of an option."""
    return {By.WIN: option.win, By.PAYMENT: option.payment, By.DEADWOOD: option.deadwood}[by]


def unit_of(by: By, view: View) -> Unit:
    """The unit of a value at this table."""
    paid = Unit.CHIPS if view.rules.payment is Payment.CHIPS else Unit.POINTS
    return {By.WIN: Unit.CHANCE, By.PAYMENT: paid, By.DEADWOOD: Unit.DEADWOOD}[by]


def estimated(estimate: Estimate, unit: Unit, worlds: int, lang: str) -> str:
    """A value with its standard error: "41% ± 0.9"; without one if it is certain.

    `worlds`: their number, named if the value was merely the same in all.
    """
    error = 100 * estimate.error if unit is Unit.CHANCE else estimate.error
    # An error that is there is never written as 0.
    tiny = 0 < error < 0.05
    if unit is Unit.CHANCE:
        mean = percent(estimate.mean, lang, 2 if tiny else 0)
    else:
        mean = decimal(estimate.mean, lang, 2 if tiny else 1)
    if error:
        return f"{mean} ± {decimal(error, lang, 2 if tiny else 1)}"
    return mean if estimate.certain or estimate.counted else say("whatif.in_all", lang, value=mean, count=worlds)


@dataclass(frozen=True)
class Compared:
    """The options of an answer, compared by one value, for a view and a language."""

    answer: Answer
    view: View
    by: By
    lang: str

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options, the best first: the highest value, or of deadwood the lowest."""
        sign = 1 if self.by is By.DEADWOOD else -1
        return tuple(sorted(self.answer.options, key=lambda one: sign * value_of(one, self.by).mean))

    def behind(self, option: Option) -> Estimate:
        """How much worse an option is than the best one.

        For win and payment the difference itself was sampled in the same worlds, which is far sharper than two levels.
        """
        if self.by is not By.DEADWOOD:
            return option.behind if self.by is By.WIN else option.behind_payment
        one, best = option.deadwood, self.options[0].deadwood
        certain = one.certain and best.certain
        return Estimate(abs(one.mean - best.mean), hypot(one.error, best.error), certain)

    def is_close(self, option: Option) -> bool:
        """Whether the difference to the best option lies within two standard errors."""
        behind = self.behind(option)
        return option is self.options[0] or behind.mean <= TWO_ERRORS * behind.error

    def is_as_good(self, option: Option) -> bool:
        """Whether an option is certainly as good as the best one: more worlds would not tell the two apart."""
        behind = self.behind(option)
        return (behind.certain or behind.counted) and not behind.mean

    def of(self, turn: Sequence[Move]) -> Option | None:
        """The option of this turn."""
        return next((one for one in self.options if one.turn == turn), None)

    def name(self, option: Option) -> str:
        """The name of an option."""
        return named_turn(option.turn, self.view, self.lang)

    def value(self, option: Option, by: By | None = None) -> str:
        """The value of an option, the compared one or another."""
        by = by or self.by
        return estimated(value_of(option, by), unit_of(by, self.view), self.answer.worlds, self.lang)

    def close(self, shown: Sequence[Option]) -> list[int]:
        """The indexes of options that cannot be told apart from the best one."""
        return [index for index, one in enumerate(shown) if self.is_close(one)]

    def unit(self, by: By) -> str:
        """The unit of a value in words; "" for a chance."""
        unit = unit_of(by, self.view)
        if unit is Unit.CHANCE:
            return ""
        return say("whatif.unit.chips" if unit is Unit.CHIPS else "whatif.unit.points", self.lang)

    def heading(self, by: By) -> str:
        """What a value is called, with its unit."""
        name, unit = say(f"whatif.by.{by}", self.lang), self.unit(by)
        return f"{name} ({unit})" if unit else name

    def standing(self, option: Option) -> str:
        """How far an option lies behind the best one, or that it is as good, or that the two are not told apart."""
        if option is self.options[0]:
            return say("whatif.best", self.lang)
        if self.is_as_good(option):
            return say("whatif.as_good", self.lang)
        behind, unit, worlds = self.behind(option), unit_of(self.by, self.view), self.answer.worlds
        if self.is_close(option):
            key = "whatif.too_close" if behind.error else "whatif.no_difference"
            return say(key, self.lang, count=worlds)
        if self.by is By.WIN:
            # The difference of two percentages is counted in percentage points: 30% is a third less than 45%, not 15%.
            behind, unit = Estimate(100 * behind.mean, 100 * behind.error, behind.certain), Unit.POINTS
        return say("whatif.behind", self.lang, value=estimated(behind, unit, worlds, self.lang))

    def result(self) -> str:
        """The answer in a sentence: the best option and its value, and those not told apart from it yet."""
        if not self.options:
            return say("whatif.no_world", self.lang)
        best, *others = self.options
        value, unit = self.value(best), self.unit(self.by)
        value = say("whatif.in_unit", self.lang, value=value, unit=unit) if unit else value
        texts = [say(f"whatif.best.{self.by}", self.lang, move=self.name(best), value=value)]
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
                # More of them are counted and not named; the table marks them.
                texts.append(say(many, self.lang, count=len(those)))
            elif those:
                texts.append(say(named, self.lang, moves=tuple(map(self.name, those))))
        return " ".join(texts)
