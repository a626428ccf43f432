"""Options compared by one value, and sentences about the best ones.

The values are sampled by `cardlab.analysis.whatif`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot

from cardlab.analysis.whatif import Answer, Estimate, Option
from cardlab.choices import Word
from cardlab.phrasing.catalogue import decimal, percent, say
from cardlab.phrasing.tongits_sentences import at_table, option, whole_turn
from cardlab.tongits import Move, Payment, View
from cardlab.widgets.plots import TWO_ERRORS, Unit


class By(Word):
    """The value by which options are compared."""

    WIN = "win"
    PAYMENT = "payment"
    DEADWOOD = "deadwood"


def named_move(move: Move, view: View, lang: str) -> str:
    """Return the name of a move of the viewer; different moves have different names."""
    return option(at_table(lang, view.viewer), move, view)


def named_turn(moves: Sequence[Move], view: View, lang: str) -> str:
    """Return the name of a whole turn of the viewer.

    Turns with different effects have different names.
    """
    return whole_turn(at_table(lang, view.viewer), moves, view)


def value_of(option: Option, by: By) -> Estimate:
    """Return the value of an option: chance to win, payment or deadwood."""
    return {By.WIN: option.win, By.PAYMENT: option.payment, By.DEADWOOD: option.deadwood}[by]


def unit_of(by: By, view: View) -> Unit:
    """Return the unit of a value at this table."""
    paid = Unit.CHIPS if view.rules.payment is Payment.CHIPS else Unit.POINTS
    return {By.WIN: Unit.CHANCE, By.PAYMENT: paid, By.DEADWOOD: Unit.DEADWOOD}[by]


def estimated(estimate: Estimate, unit: Unit, worlds: int, lang: str) -> str:
    """Return a value with its standard error as text, such as "41% ± 0.9".

    Without an error, the number of `worlds` is named unless the value is certain.
    """
    error = 100 * estimate.error if unit is Unit.CHANCE else estimate.error
    # With two digits a small error isn't written as 0.
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
        """The options, the best first: the highest value, or the lowest deadwood."""
        sign = 1 if self.by is By.DEADWOOD else -1
        return tuple(sorted(self.answer.options, key=lambda one: sign * value_of(one, self.by).mean))

    def behind(self, option: Option) -> Estimate:
        """Return how much worse an option is than the best one.

        For win and payment this is the mean of the differences in each world. Its error is much smaller than the error
        of a difference of means.
        """
        if self.by is not By.DEADWOOD:
            return option.behind if self.by is By.WIN else option.behind_payment
        one, best = option.deadwood, self.options[0].deadwood
        certain = one.certain and best.certain
        return Estimate(abs(one.mean - best.mean), hypot(one.error, best.error), certain)

    def is_close(self, option: Option) -> bool:
        """Return whether an option is within two standard errors of the best one."""
        behind = self.behind(option)
        return option is self.options[0] or behind.mean <= TWO_ERRORS * behind.error

    def is_as_good(self, option: Option) -> bool:
        """Return whether an option is as good as the best one, with certainty."""
        behind = self.behind(option)
        return (behind.certain or behind.counted) and not behind.mean

    def of(self, turn: Sequence[Move]) -> Option | None:
        """Return the option with these moves, or None."""
        return next((one for one in self.options if one.turn == turn), None)

    def name(self, option: Option) -> str:
        """Return the name of an option."""
        return named_turn(option.turn, self.view, self.lang)

    def value(self, option: Option, by: By | None = None) -> str:
        """Return an option's value as text, by default the value compared here."""
        by = by or self.by
        return estimated(value_of(option, by), unit_of(by, self.view), self.answer.worlds, self.lang)

    def close(self, shown: Sequence[Option]) -> list[int]:
        """Return the indexes in `shown` of options that can't be told from the best one."""
        return [index for index, one in enumerate(shown) if self.is_close(one)]

    def unit(self, by: By) -> str:
        """Return the unit of a value in words; "" for a chance."""
        unit = unit_of(by, self.view)
        if unit is Unit.CHANCE:
            return ""
        return say("whatif.unit.chips" if unit is Unit.CHIPS else "whatif.unit.points", self.lang)

    def heading(self, by: By) -> str:
        """Return the name of a value, with its unit."""
        name, unit = say(f"whatif.by.{by}", self.lang), self.unit(by)
        return f"{name} ({unit})" if unit else name

    def comparison(self, option: Option) -> str:
        """Say how much worse an option is than the best one, if that is known."""
        if option is self.options[0]:
            return say("whatif.best", self.lang)
        if self.is_as_good(option):
            return say("whatif.as_good", self.lang)
        behind, unit, worlds = self.behind(option), unit_of(self.by, self.view), self.answer.worlds
        if self.is_close(option):
            key = "whatif.too_close" if behind.error else "whatif.no_difference"
            return say(key, self.lang, count=worlds)
        if self.by is By.WIN:
            # Differences of chances are in percentage points: "15% less" than 45% could mean 38%.
            behind, unit = Estimate(100 * behind.mean, 100 * behind.error, behind.certain), Unit.POINTS
        return say("whatif.behind", self.lang, value=estimated(behind, unit, worlds, self.lang))

    def result(self) -> str:
        """Say which option is best, with its value, and which are as good or too close."""
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
                # More than two are only counted here; the table marks them.
                texts.append(say(many, self.lang, count=len(those)))
            elif those:
                texts.append(say(named, self.lang, moves=tuple(map(self.name, those))))
        return " ".join(texts)
