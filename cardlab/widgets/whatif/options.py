"""The options of the player to move, compared: a table by value, bars with errors, a reason for each; and two presets.

Values are sampled by `cardlab.analysis.whatif`; here they are put into words, with how sure they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from math import hypot
from typing import Final

from cardlab.analysis.whatif import Answer, Estimate, Option
from cardlab.bots.sensible import BOLD, CAUTIOUS, SENSIBLE
from cardlab.choices import Word
from cardlab.phrasing import by_rule
from cardlab.phrasing.catalogue import decimal, percent, say
from cardlab.phrasing.house_rules import clause, rules_label, says
from cardlab.phrasing.tongits import at_table, option, whole_turn
from cardlab.tongits import Move, Payment, Phase, Rules, View, turn
from cardlab.tongits.notation import Draft
from cardlab.tongits.rules import PRESETS
from cardlab.widgets.figures import FigurePlot, FigureTable, figures, plotted
from cardlab.widgets.forms import select
from cardlab.widgets.plots import Bar, Unit, bars
from cardlab.widgets.whatif.sections import SectionButton, SectionPicture, pressed, section


def named_move(move: Move, view: View, lang: str) -> str:
    """The name of one of the viewer's moves; two different moves have different names."""
    return option(at_table(lang, view.viewer), move, view)


def named_turn(moves: Sequence[Move], view: View, lang: str) -> str:
    """The name of a whole turn of the viewer; two turns that do not do the same have different names."""
    return whole_turn(at_table(lang, view.viewer), moves, view)


# The options

MOST_BARS: Final = 20
"""A plot with more bars than this no longer fits a screen; the table has them all."""
MOST_NAMED: Final = 2
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
    return (behind.certain or behind.counted) and not behind.mean


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
    return mean if estimate.certain or estimate.counted else say("whatif.in_all", lang, value=mean, count=worlds)


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
    told = [say(f"whatif.best.{by}", lang, move=named_turn(best.turn, view, lang), value=value)]
    equal = [one for one in ordered[1:] if as_good(one, best, by)]
    close = [one for one in ordered[1:] if too_close(one, best, by) and one not in equal]
    for kind, others in (("as_good", equal), ("close", close)):
        if len(others) + 1 == len(ordered) and others:
            told.append(say(f"whatif.all_{kind}", lang))
        elif len(others) > MOST_NAMED:
            told.append(say(f"whatif.many_{kind}", lang, count=len(others)))
        elif others:
            told.append(
                say(f"whatif.{kind}_ones", lang, moves=tuple(named_turn(one.turn, view, lang) for one in others))
            )
    return " ".join(told)


MOST_FIRST: Final = 4
"""So many of the best options stand above everything else."""


def first_options(answer: Answer, view: View, by: By, lang: str) -> FigureTable | None:
    """The best options with what they are worth, a line each; None if nothing can be compared."""
    if len(answer.options) < 2:
        return None
    ordered = best_by(answer.options, by)
    shown = ordered[:MOST_FIRST]
    unit = unit_of(by, view)
    rows = [
        (named_turn(one.turn, view, lang), estimated(value_of(one, by), unit, answer.worlds, lang)) for one in shown
    ]
    close = [place for place, one in enumerate(shown) if too_close(one, ordered[0], by)]
    head = (say("whatif.option", lang), say(f"whatif.by.{by}", lang))
    return figures(say("whatif.first_options", lang), head, rows, marked=close, close=True)


def objective(by: By, lang: str) -> list[SectionButton]:
    """The values that options can be compared by, as buttons, of which one is pressed."""
    return [pressed(say(f"whatif.value.{one}", lang), {"do": "by", "value": one}, one == by) for one in By]


def options_section(
    view: View,
    answer: Answer | None,
    reasons: Mapping[tuple[Move, ...], str],
    lang: str,
    *,
    otherwise: Mapping[str, Answer] | None = None,
    by: By = By.PAYMENT,
) -> SectionPicture:
    """The options as they stand now.

    `reasons`: each turn with what speaks for and against it; while that is not known each legal move, with "";
    `otherwise`: the same turns if the others play otherwise, by the name of how they play.
    """
    if view.viewer not in turn(view):
        return section("options", say("whatif.options", lang), sentences=[say("whatif.not_your_turn", lang)])
    if answer is None or not answer.options:
        rows = [(named_turn(moves, view, lang), why) for moves, why in reasons.items()]
        head = (say("whatif.option", lang), say("whatif.why", lang))
        table = figures(say("whatif.options_list", lang), head, rows, told=True)
        return section("options", say("whatif.options", lang), tables=[table])
    explained = _how_found(answer, lang)
    if view.phase is Phase.ANSWER:
        explained.append(say("whatif.caller_believed", lang))
    return section(
        "options",
        say("whatif.options", lang),
        sentences=[] if _is_counted(answer) else [say("whatif.only_sample", lang)],
        plots=[_plot(answer, view, by, lang)],
        tables=[
            _table(answer, view, reasons, by, lang),
            *_against_others(answer, otherwise or {}, view, by, lang),
        ],
        more=[*explained, say("whatif.how_otherwise", lang, **_calling(view, lang))] if otherwise else explained,
    )


MOST_BEST: Final = 3
"""So many of the best turns are set against other ways to play of the others."""


def if_otherwise(answer: Answer, otherwise: Mapping[str, Answer], view: View, by: By, lang: str) -> list[str]:
    """Where another turn is better if the others play otherwise, as far as the samples tell: a sentence for each."""
    if not answer.options:
        return []
    best = best_by(answer.options, by)[0].turn
    better: dict[str, str] = {}
    for name, other in otherwise.items():
        ordered = best_by(other.options, by)
        here = next((one for one in ordered if one.turn == best), None)
        if here is not None and not too_close(here, ordered[0], by):
            better[name] = named_turn(ordered[0].turn, view, lang)
    if len(better) == 2 and len(set(better.values())) == 1:
        return [say("whatif.better_if.either", lang, move=better.popitem()[1])]
    return [say(f"whatif.better_if.{name}", lang, move=move) for name, move in better.items()]


def _against_others(
    answer: Answer, otherwise: Mapping[str, Answer], view: View, by: By, lang: str
) -> list[FigureTable]:
    """What the best turns are worth against other players, beside what they are worth against sensible ones."""
    if not otherwise or len(answer.options) < 2:
        return []
    unit = unit_of(by, view)
    found = [{one.turn: one for one in other.options} for other in otherwise.values()]
    rows = []
    for one in best_by(answer.options, by)[:MOST_BEST]:
        values = [estimated(value_of(one, by), unit, answer.worlds, lang)]
        for other, options in zip(otherwise.values(), found, strict=True):
            known = options.get(one.turn)
            values.append(estimated(value_of(known, by), unit, other.worlds, lang) if known else "")
        rows.append((named_turn(one.turn, view, lang), *values))
    head = [say("whatif.option", lang), *(say(f"whatif.others.{name}", lang) for name in ("sensible", *otherwise))]
    return [figures(say("whatif.otherwise", lang, value=say(f"whatif.by.{by}", lang)), head, rows)]


def _calling(view: View, lang: str) -> dict[str, str]:
    """From which odds on each kind of player calls, and with how much a bold one challenges."""
    chips = view.rules.payment is Payment.CHIPS
    kinds = {"sensible": SENSIBLE, "cautious": CAUTIOUS, "bold": BOLD}
    told = {name: percent(style.calls_for_chips if chips else style.calls_from, lang) for name, style in kinds.items()}
    return told | {"most": str(BOLD.challenge_at_most)}


def _is_counted(answer: Answer) -> bool:
    """Whether nothing of the values was sampled."""
    return answer.whole or all(one.win.counted for one in answer.options)


def _how_found(answer: Answer, lang: str) -> list[str]:
    """Whether the values are counted or sampled."""
    if answer.whole:
        return [say("whatif.how_counted", lang, count=answer.worlds)]
    counted = [one.win.counted for one in answer.options]
    if all(counted):
        return [say("whatif.how_counted_hands", lang)]
    told = [say("whatif.how_sampled", lang, count=answer.worlds)]
    return [*told, say("whatif.how_counted_some", lang)] if any(counted) else told


def value_of(option: Option, by: By) -> Estimate:
    """The value of an option that is compared."""
    match by:
        case By.WIN:
            return option.win
        case By.PAYMENT:
            return option.payment
        case By.DEADWOOD:
            return option.deadwood


def _plot(answer: Answer, view: View, by: By, lang: str) -> FigurePlot:
    ordered = best_by(answer.options, by)
    best = ordered[0]
    shown = [
        Bar(
            named_turn(one.turn, view, lang),
            value_of(one, by).mean,
            value_of(one, by).error,
            close=too_close(one, best, by) and not as_good(one, best, by),
            exact=value_of(one, by).certain or value_of(one, by).counted,
        )
        for one in ordered[:MOST_BARS]
    ]
    title = say(f"whatif.by.{by}", lang)
    return plotted(bars(shown, unit_of(by, view), title, lang, key=f"options-{by}"), numbers=False)


def _table(
    answer: Answer,
    view: View,
    reasons: Mapping[tuple[Move, ...], str],
    by: By,
    lang: str,
) -> FigureTable:
    ordered = best_by(answer.options, by)
    columns = [by, *(one for one in By if one is not by)]
    head = [
        say("whatif.option", lang),
        *(say(f"whatif.by.{one}", lang) for one in columns),
        say("whatif.against_best_points" if by is By.WIN else "whatif.against_best", lang),
        say("whatif.why", lang),
    ]
    rows = []
    for one in ordered:
        values = [estimated(value_of(one, column), unit_of(column, view), answer.worlds, lang) for column in columns]
        standing = _standing(one, ordered[0], by, view, answer.worlds, lang)
        rows.append([named_turn(one.turn, view, lang), *values, standing, reasons.get(one.turn, "")])
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
    return say("whatif.behind", lang, value=estimated(points, Unit.POINTS, worlds, lang))


# The same position under two sets of rules

SAME_CARDS: Final = ("jokers", "joker_points")
"""Which cards there are is part of the position, so it stays as it is."""


def other_preset(rules: Rules) -> str:
    """The preset that is set against these rules at first: the one they are farther from."""
    return max(PRESETS, key=lambda name: len(rules.changed(name)))


def under(draft: Draft, preset: str) -> Draft:
    """The same position by the rules of a preset, with the same cards."""
    kept = {name: getattr(draft.rules, name) for name in SAME_CARDS}
    return replace(draft, rules=replace(Rules.preset(preset), **kept))


def differing(one: Rules, other: Rules) -> tuple[str, ...]:
    """The house rules in which two tables differ, in the order of the rule book."""
    return tuple(field.name for field in fields(Rules) if getattr(one, field.name) != getattr(other, field.name))


def presets_section(
    draft: Draft,
    views: tuple[View, View] | None,
    answers: tuple[Answer | None, Answer | None],
    faults: Sequence[str],
    lang: str,
    *,
    by: By,
    preset: str,
    open: bool,
) -> SectionPicture:
    """Two sets of rules side by side, here and by `preset`.

    `views`, `answers`: the position and its options by both rules, as far as they are known;
    `faults`: what makes the position impossible by the other rules, as sentences.
    """
    both = draft.rules, under(draft, preset).rules
    choices = [(name, say(f"preset.{name}", lang)) for name in PRESETS]
    chosen = select("against", say("whatif.against", lang), choices, preset)
    title = say("whatif.presets", lang)
    labels = [rules_label(rules, lang) for rules in both]
    names = differing(*both)
    if not names:
        return section("presets", title, open=open, fields=[chosen], sentences=[say("whatif.same_rules", lang)])
    rows = [[say(f"rule.tongits.{name}", lang), *(_ruled(rules, name, lang) for rules in both)] for name in names]
    rules = figures(say("whatif.rules_differ", lang), [say("whatif.rule", lang), *labels], rows)
    if faults:
        told = [say("whatif.impossible_there", lang, rules=labels[1]), *faults]
        return section("presets", title, open=open, fields=[chosen], sentences=told, tables=[rules])
    one, other = answers
    if one is None or other is None or views is None or not one.options or not other.options:
        waits = [say("whatif.works", lang)]
        return section("presets", title, open=open, fields=[chosen], sentences=waits, tables=[rules])
    told = [_compared((one, other), views, labels, by, lang)]
    return section(
        "presets",
        title,
        open=open,
        fields=[chosen],
        sentences=told,
        tables=[_values((one, other), views, labels, by, lang), rules],
        more=[say("whatif.how_sampled", lang, count=other.worlds)],
    )


def _ruled(rules: Rules, name: str, lang: str) -> str:
    """What a house rule says as it is set; of one that is switched off, only that."""
    off = getattr(rules, name) is False and name != "concealed_melds_count"
    return by_rule("whatif.off", clause(rules, name), lang) if off else says(rules, name, lang)


def _compared(answers: tuple[Answer, Answer], views: tuple[View, View], labels: list[str], by: By, lang: str) -> str:
    """Whether the best option is the same under both, as far as the samples tell."""
    best = [best_by(answer.options, by)[0].turn for answer in answers]
    if best[0] == best[1]:
        return say("whatif.same_best", lang, move=named_turn(best[0], views[0], lang))
    moves = [named_turn(whole, view, lang) for whole, view in zip(best, views, strict=True)]
    told = say("whatif.other_best", lang, one=labels[0], first=moves[0], other=labels[1], second=moves[1])
    for level, key in ((as_good, "whatif.as_good_in_both"), (too_close, "whatif.may_be_same")):
        one, other = (_level(answer, by, level) for answer in answers)
        same = next((whole for whole in one if whole in other), None)
        if same:
            return f"{told} {say(key, lang, move=named_turn(same, views[0], lang))}"
    return told


def _level(answer: Answer, by: By, level: Callable[[Option, Option, By], bool]) -> list[tuple[Move, ...]]:
    """The options that are level with the best, the best first: by what is certain, or as far as one can tell."""
    ordered = best_by(answer.options, by)
    return [option.turn for option in ordered if option is ordered[0] or level(option, ordered[0], by)]


def _values(
    answers: tuple[Answer, Answer], views: tuple[View, View], labels: list[str], by: By, lang: str
) -> FigureTable:
    """Each option with its value under both; one that is not allowed under one of them says so."""
    ordered = [option.turn for answer in answers for option in best_by(answer.options, by)]
    found = [{option.turn: option for option in answer.options} for answer in answers]
    rows = []
    for whole in dict.fromkeys(ordered):
        view = views[0] if whole in found[0] else views[1]
        told = [
            _told(found[place].get(whole), by, view, answer.worlds, lang)
            for place, (view, answer) in enumerate(zip(views, answers, strict=True))
        ]
        rows.append([named_turn(whole, view, lang), *told])
    # What is paid in points by one rule may be paid in chips by the other (T9.3, T9.4).
    heads = labels
    if by is By.PAYMENT:
        units = [say(f"whatif.unit.{unit_of(by, view)}", lang) for view in views]
        heads = [f"{label} ({unit})" for label, unit in zip(labels, units, strict=True)]
    return figures(say(f"whatif.by.{by}", lang), [say("whatif.option", lang), *heads], rows)


def _told(option: Option | None, by: By, view: View, worlds: int, lang: str) -> str:
    if option is None:
        return say("whatif.not_allowed", lang)
    return estimated(value_of(option, by), unit_of(by, view), worlds, lang)
