"""The section about the options of the player to move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardlab.analysis.whatif import Answer
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.reader import by_rule
from cardlab.tongits import LayMeld, Move, Phase, View, turn
from cardlab.widgets.blocks import Block, sentences, table
from cardlab.widgets.plots import Bar, bars, plot_block
from cardlab.widgets.whatif.compared import VALUES, Compared, named_turn, unit_of
from cardlab.widgets.whatif.sections import explained, section

MOST_BARS: Final = 20
"""A plot with more bars than this no longer fits a screen; the table has all options."""
MOST_FIRST: Final = 4
"""The number of best options shown above everything else."""


def first_options(compared: Compared) -> list[Block]:
    """Make a short table of the best options; nothing for fewer than two options."""
    lang, shown = compared.lang, compared.options[:MOST_FIRST]
    if len(shown) < 2:
        return []
    rows = [(compared.name(one), compared.value(one)) for one in shown]
    head = (say("whatif.option", lang), compared.heading("payment"))
    return [table(say("whatif.first_options", lang), head, rows, marked=compared.close(shown), close=True)]


def options_section(
    view: View,
    compared: Compared | None,
    reasons: Mapping[tuple[Move, ...], str],
    lang: str,
) -> Block:
    """Make the section of the options, as far as they are known.

    Args:
        compared: the options with their values, None before the first estimate.
        reasons: the pros and cons of each turn. While these are unknown, "" for each legal move.
    """
    title = say("whatif.options", lang)
    if view.viewer not in turn(view):
        return section("options", title, sentences([say("whatif.not_your_turn", lang)]))
    if compared is None or not compared.options:
        rows = [(named_turn(moves, view, lang), why) for moves, why in reasons.items()]
        head = (say("whatif.option", lang), say("whatif.why", lang))
        return section("options", title, table(say("whatif.options_list", lang), head, rows, prose=True))
    how = _how_found(compared.answer, lang)
    if view.phase is Phase.ANSWER:
        how.append(say("whatif.caller_believed", lang))
    counted = compared.answer.whole or all(one.win.counted for one in compared.options)
    lays = [any(isinstance(move, LayMeld) for move in one.turn) for one in compared.options]
    keeps = any(lays) and not (lays[0] or view.opened(view.viewer))
    notes = [] if counted else [say("whatif.only_sample", lang)]
    return section(
        "options",
        title,
        sentences([*notes, *([by_rule("whatif.keeps_meld", "T11.1", lang)] if keeps else [])]),
        _plot(compared),
        _table(compared, reasons),
        explained(how, lang),
    )


def _how_found(answer: Answer, lang: str) -> list[str]:
    if answer.whole:
        return [say("whatif.how_counted", lang, count=answer.worlds)]
    counted = [one.win.counted for one in answer.options]
    if all(counted):
        return [say("whatif.how_counted_hands", lang)]
    texts = [say("whatif.how_sampled", lang, count=answer.worlds)]
    return [*texts, say("whatif.how_counted_some", lang)] if any(counted) else texts


def _plot(compared: Compared) -> Block:
    lang, shown = compared.lang, []
    for one in compared.options[:MOST_BARS]:
        value = one.payment
        close = compared.is_close(one) and not compared.is_as_good(one)
        exact = value.certain or value.counted
        shown.append(Bar(compared.name(one), value.mean, value.error, close=close, exact=exact))
    unit, title = unit_of(compared.view), say("whatif.by.payment", lang)
    return plot_block(bars(shown, unit, title, lang, key="options"), lang)


def _table(compared: Compared, reasons: Mapping[tuple[Move, ...], str]) -> Block:
    lang = compared.lang
    # Another column needs another track in the grid of whatif.css.
    head = [
        say("whatif.option", lang),
        *map(compared.heading, VALUES),
        say("whatif.against_best", lang),
        say("whatif.why", lang),
    ]
    rows = []
    for one in compared.options:
        values = [compared.value(one, column) for column in VALUES]
        rows.append([compared.name(one), *values, compared.comparison(one), reasons.get(one.turn, "")])
    marked, more = compared.close(compared.options), say("whatif.all_options", lang, count=len(rows))
    return table(say("whatif.options_table", lang), head, rows, marked=marked, prose=True, more=more)
