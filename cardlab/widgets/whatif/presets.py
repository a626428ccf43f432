"""The same position under two sets of rules: which rules differ, and what becomes of each option.

Knows how the two are laid side by side; values are sampled by `cardlab.analysis.whatif`, each under its own rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Final

from cardlab.analysis.whatif import Answer, Option
from cardlab.lessons.house_rules import clause, rules_label, says
from cardlab.lessons.sentences import by_rule
from cardlab.locale import say
from cardlab.tongits import Move, Rules, View
from cardlab.tongits.notation import Draft
from cardlab.tongits.rules import PRESETS
from cardlab.widgets.whatif.moves import named as named_move
from cardlab.widgets.whatif.options import By, as_good, best_by, estimated, too_close, unit_of, value_of
from cardlab.widgets.whatif.sections import Section, figures, section

__all__ = ["differing", "other_preset", "presets_section", "under"]

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
) -> Section:
    """Two sets of rules side by side, here and by `preset`.

    `views`, `answers`: the position and its options by both rules, as far as they are known;
    `faults`: what makes the position impossible by the other rules, as sentences.
    """
    both = draft.rules, under(draft, preset).rules
    choices = [{"value": name, "label": say(f"preset.{name}", lang), "chosen": name == preset} for name in PRESETS]
    chosen = {"kind": "select", "key": "against", "label": say("whatif.against", lang), "choices": choices}
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
    best = [best_by(answer.options, by)[0].move for answer in answers]
    if best[0] == best[1]:
        return say("whatif.same_best", lang, move=named_move(best[0], views[0], lang))
    moves = [named_move(move, view, lang) for move, view in zip(best, views, strict=True)]
    told = say("whatif.other_best", lang, one=labels[0], first=moves[0], other=labels[1], second=moves[1])
    for level, key in ((as_good, "whatif.as_good_in_both"), (too_close, "whatif.may_be_same")):
        one, other = (_level(answer, by, level) for answer in answers)
        same = next((move for move in one if move in other), None)
        if same:
            return f"{told} {say(key, lang, move=named_move(same, views[0], lang))}"
    return told


def _level(answer: Answer, by: By, level: Callable[[Option, Option, By], bool]) -> list[Move]:
    """The options that are level with the best, the best first: by what is certain, or as far as one can tell."""
    ordered = best_by(answer.options, by)
    return [option.move for option in ordered if option is ordered[0] or level(option, ordered[0], by)]


def _values(
    answers: tuple[Answer, Answer], views: tuple[View, View], labels: list[str], by: By, lang: str
) -> dict[str, object]:
    """Each option with its value under both; one that is not allowed under one of them says so."""
    ordered = [option.move for answer in answers for option in best_by(answer.options, by)]
    found = [{option.move: option for option in answer.options} for answer in answers]
    rows = []
    for move in dict.fromkeys(ordered):
        view = views[0] if move in found[0] else views[1]
        told = [
            _told(found[place].get(move), by, view, answer.worlds, lang)
            for place, (view, answer) in enumerate(zip(views, answers, strict=True))
        ]
        rows.append([named_move(move, view, lang), *told])
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
