"""The same position by two sets of house rules: where they differ, and what each option is worth by either."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Final

from cardlab.analysis.whatif import Option
from cardlab.phrasing import by_rule
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.house_rules import clause, rules_label, says
from cardlab.tongits import Move, Rules
from cardlab.tongits.notation import Draft
from cardlab.tongits.rules import PRESETS
from cardlab.widgets import blocks
from cardlab.widgets.blocks import Block, sentences, table
from cardlab.widgets.forms import select
from cardlab.widgets.whatif.compared import By, Compared, named_turn, unit_of
from cardlab.widgets.whatif.sections import explained, section

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
    here: Compared | None,
    there: Compared | None,
    faults: Sequence[str],
    lang: str,
    *,
    preset: str,
    open: bool,
) -> Block:
    """Two sets of rules side by side, here and by `preset`.

    `here`, `there`: the options of the position by both rules, as far as they are known;
    `faults`: what makes the position impossible by the other rules, as sentences.
    """
    both = draft.rules, under(draft, preset).rules
    choices = [(name, say(f"preset.{name}", lang)) for name in PRESETS]
    labels = [rules_label(rules, lang) for rules in both]
    tables, more = [], []
    if names := differing(*both):
        rows = [[say(f"rule.tongits.{name}", lang), *(_ruled(rules, name, lang) for rules in both)] for name in names]
        tables.append(table(say("whatif.rules_differ", lang), [say("whatif.rule", lang), *labels], rows))
    if not names:
        told = [say("whatif.same_rules", lang)]
    elif faults:
        told = [say("whatif.impossible_there", lang, rules=labels[1]), *faults]
    elif not (here and there and here.options and there.options):
        told = [say("whatif.works", lang)]
    else:
        compared = _Both(here, there, labels)
        told, tables = [compared.told()], [compared.values(), *tables]
        more = [say("whatif.how_sampled", lang, count=there.answer.worlds)]
    chosen = select("against", say("whatif.against", lang), choices, preset)
    return section(
        "presets",
        say("whatif.presets", lang),
        blocks.fields(chosen),
        sentences(told),
        *tables,
        explained(more, lang),
        open=open,
    )


def _ruled(rules: Rules, name: str, lang: str) -> str:
    """What a house rule says as it is set; of one that is switched off, only that."""
    off = getattr(rules, name) is False and name != "concealed_melds_count"
    return by_rule("whatif.off", clause(rules, name), lang) if off else says(rules, name, lang)


@dataclass(frozen=True, slots=True)
class _Both:
    """The options by the rules here and there, and what these are called."""

    here: Compared
    there: Compared
    labels: list[str]

    def told(self) -> str:
        """Whether the best option is the same under both, as far as the samples tell."""
        here, there, lang = self.here, self.there, self.here.lang
        first, second = here.name(here.options[0]), there.name(there.options[0])
        if here.options[0].turn == there.options[0].turn:
            return say("whatif.same_best", lang, move=first)
        one, other = self.labels
        told = say("whatif.other_best", lang, one=one, first=first, other=other, second=second)
        for key, level in (
            ("whatif.as_good_in_both", Compared.is_as_good),
            ("whatif.may_be_same", Compared.is_close),
        ):
            if same := self._level(level):
                return f"{told} {say(key, lang, move=named_turn(same, here.view, lang))}"
        return told

    def _level(self, level: Callable[[Compared, Option], bool]) -> tuple[Move, ...] | None:
        """The best turn here that is level with the best in both."""
        one, other = (
            [option.turn for option in side.options if option is side.options[0] or level(side, option)]
            for side in (self.here, self.there)
        )
        return next((turn for turn in one if turn in other), None)

    def values(self) -> Block:
        """Each option with its value under both; one that is not allowed under one of them says so."""
        sides, by, lang = (self.here, self.there), self.here.by, self.here.lang
        rows = []
        for turn in dict.fromkeys(option.turn for side in sides for option in side.options):
            known = [(side, side.of(turn)) for side in sides]
            name = next(side.name(option) for side, option in known if option)
            told = [side.value(option) if option else say("whatif.not_allowed", lang) for side, option in known]
            rows.append([name, *told])
        # What is paid in points by one rule may be paid in chips by the other (T9.3, T9.4).
        units = [
            f" ({say(f'whatif.unit.{unit_of(by, side.view)}', lang)})" if by is By.PAYMENT else "" for side in sides
        ]
        heads = [label + unit for label, unit in zip(self.labels, units, strict=True)]
        return table(say(f"whatif.by.{by}", lang), [say("whatif.option", lang), *heads], rows)
