"""The options of the player to move, compared: a table sorted by value, bars with error bars, and a reason for each.

Knows how an `Answer` is put into words and how sure it is; what it holds is sampled by `cardlab.analysis.whatif`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any, Final

from cardlab.analysis.whatif import Answer, Estimate, Option
from cardlab.choices import Word
from cardlab.locale import decimal, percent, say
from cardlab.tongits import Move, Payment, View, turn
from cardlab.widgets.plots import Bar, Unit, bars
from cardlab.widgets.whatif.moves import named
from cardlab.widgets.whatif.sections import Section, figures, plotted, pressed, section

__all__ = ["By", "as_good", "best_by", "estimated", "options_section", "result", "too_close", "unit_of", "value_of"]

MOST_BARS: Final = 20
"""A plot with more bars than this no longer fits a screen; the table has them all."""
MOST_NAMED: Final = 5
"""More options than these, too close to the best, are counted and not named; the table marks them."""
TWO_ERRORS: Final = 2.0
"""Within so many standard errors two options are not told apart."""


class By(Word):
    """The value that options are compared by."""

    WIN = "win"
    PAYMENT = "payment"
    DEADWOOD = "deadwood"


def best_by(options: Sequence[Option], by: By) -> tuple[Option, ...]:
    """The options, the best first: the highest value, or of deadwood the lowest."""
    if by is By.WIN:
        return tuple(options)
    sign = 1 if by is By.DEADWOOD else -1
    return tuple(sorted(options, key=lambda one: sign * value_of(one, by).mean))


def too_close(option: Option, best: Option, by: By) -> bool:
    """Whether the difference to the best option lies within two standard errors.

    Of win and payment the difference itself was sampled, in the same worlds, which is far sharper than two levels.
    """
    if option is best:
        return True
    behind = behind_best(option, best, by)
    return behind.mean <= TWO_ERRORS * behind.error


def as_good(option: Option, best: Option, by: By) -> bool:
    """Whether it is certain that an option is as good as the best one: no more worlds would tell the two apart."""
    behind = behind_best(option, best, by)
    return behind.certain and not behind.mean


def behind_best(option: Option, best: Option, by: By) -> Estimate:
    """How much worse an option is than the best one."""
    match by:
        case By.WIN:
            return option.behind
        case By.PAYMENT:
            return option.behind_payment
        case By.DEADWOOD:
            one, other = option.deadwood, best.deadwood
            certain = one.certain and other.certain
            return Estimate(abs(one.mean - other.mean), hypot(one.error, other.error), certain)


def estimated(estimate: Estimate, unit: Unit, worlds: int, lang: str) -> str:
    """A value with its standard error: "41% ± 0.9"; without one if it is certain.

    What was only the same in all of so many worlds says so.
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
    return mean if estimate.certain else say("whatif.in_all", lang, value=mean, count=worlds)


def unit_of(by: By, view: View) -> Unit:
    """What a value is counted in at this table."""
    if by is By.WIN:
        return Unit.CHANCE
    if by is By.DEADWOOD:
        return Unit.DEADWOOD
    return Unit.CHIPS if view.rules.payment is Payment.CHIPS else Unit.POINTS


def result(answer: Answer, view: View, by: By, lang: str) -> str:
    """The answer in a sentence: the best option and its value, and which others cannot be told apart from it yet."""
    if not answer.options:
        return say("whatif.no_world", lang)
    ordered = best_by(answer.options, by)
    best = ordered[0]
    value = estimated(value_of(best, by), unit_of(by, view), answer.worlds, lang)
    told = [say(f"whatif.best.{by}", lang, move=named(best.move, view, lang), value=value)]
    equal = [one for one in ordered[1:] if as_good(one, best, by)]
    close = [one for one in ordered[1:] if too_close(one, best, by) and one not in equal]
    for kind, others in (("as_good", equal), ("close", close)):
        if len(others) + 1 == len(ordered) and others:
            told.append(say(f"whatif.all_{kind}", lang))
        elif len(others) > MOST_NAMED:
            told.append(say(f"whatif.many_{kind}", lang, count=len(others)))
        elif others:
            told.append(say(f"whatif.{kind}_ones", lang, moves=tuple(named(one.move, view, lang) for one in others)))
    return " ".join(told)


def options_section(
    view: View,
    answer: Answer | None,
    reasons: Mapping[Move, str],
    lang: str,
    *,
    by: By = By.WIN,
    infer: bool = False,
    share: float = 0.0,
    working: bool = False,
) -> Section:
    """The options as they stand now.

    `reasons`: each legal move with what speaks for and against it, "" while that is not known;
    `share`: how far the sample has come, 0 to 1.
    """
    if view.viewer not in turn(view):
        return section("options", say("whatif.options", lang), sentences=[say("whatif.not_your_turn", lang)])
    switches = [
        *(pressed(say(f"whatif.by.{one}", lang), {"do": "by", "value": one.value}, one is by) for one in By),
        pressed(say("whatif.infer", lang), {"do": "infer"}, infer),
    ]
    progress = None
    if working:
        worlds = answer.worlds if answer else 0
        progress = {"value": round(100 * share), "most": 100, "label": say("whatif.so_far", lang, count=worlds)}
    if answer is None or not answer.options:
        rows = [(named(move, view, lang), why) for move, why in reasons.items()]
        head = (say("whatif.option", lang), say("whatif.why", lang))
        table = figures(say("whatif.options_list", lang), head, rows, told=True)
        return section("options", say("whatif.options", lang), buttons=switches, tables=[table], progress=progress)
    explained = [say("whatif.how_sampled", lang, count=answer.worlds)]
    if infer:
        explained.append(say("whatif.how_inferred", lang))
    return section(
        "options",
        say("whatif.options", lang),
        buttons=switches,
        progress=progress,
        sentences=[result(answer, view, by, lang)] if working else [],
        plots=[_plot(answer, view, by, lang)],
        tables=[_table(answer, view, reasons, by, lang)],
        more=explained,
    )


def value_of(option: Option, by: By) -> Estimate:
    """The value of an option that is compared."""
    match by:
        case By.WIN:
            return option.win
        case By.PAYMENT:
            return option.payment
        case By.DEADWOOD:
            return option.deadwood


def _plot(answer: Answer, view: View, by: By, lang: str) -> dict[str, Any]:
    ordered = best_by(answer.options, by)
    best = ordered[0]
    shown = [
        Bar(
            named(one.move, view, lang),
            value_of(one, by).mean,
            value_of(one, by).error,
            close=too_close(one, best, by) and not as_good(one, best, by),
            exact=value_of(one, by).certain,
        )
        for one in ordered[:MOST_BARS]
    ]
    title = say(f"whatif.by.{by}", lang)
    return plotted(bars(shown, unit_of(by, view), title, lang, key=f"options-{by}"), numbers=False)


def _table(answer: Answer, view: View, reasons: Mapping[Move, str], by: By, lang: str) -> dict[str, Any]:
    ordered = best_by(answer.options, by)
    columns = [by, *(one for one in By if one is not by)]
    head = [
        say("whatif.option", lang),
        *(say(f"whatif.by.{one}", lang) for one in columns),
        say("whatif.against_best", lang),
        say("whatif.why", lang),
    ]
    rows = []
    for one in ordered:
        values = [estimated(value_of(one, column), unit_of(column, view), answer.worlds, lang) for column in columns]
        standing = _standing(one, ordered[0], by, view, answer.worlds, lang)
        rows.append([named(one.move, view, lang), *values, standing, reasons.get(one.move, "")])
    close = [place for place, one in enumerate(ordered) if too_close(one, ordered[0], by)]
    more = say("whatif.all_options", lang, count=len(rows))
    return figures(say("whatif.options_table", lang), head, rows, marked=close, told=True, more=more)


def _standing(option: Option, best: Option, by: By, view: View, worlds: int, lang: str) -> str:
    """How far an option lies behind the best one, that it is as good, or that the two are not told apart."""
    if option is best:
        return say("whatif.best", lang)
    if as_good(option, best, by):
        return say("whatif.as_good", lang)
    behind = behind_best(option, best, by)
    if too_close(option, best, by):
        return say("whatif.too_close", lang) if behind.error else say("whatif.no_difference", lang, count=worlds)
    if by is not By.WIN:
        return say("whatif.behind", lang, value=estimated(behind, unit_of(by, view), worlds, lang))
    # The difference of two percentages is counted in percentage points: 30% is a third less than 45%, not 15%.
    points = Estimate(100 * behind.mean, 100 * behind.error, behind.certain)
    return say("whatif.behind_points", lang, value=estimated(points, Unit.POINTS, worlds, lang))
