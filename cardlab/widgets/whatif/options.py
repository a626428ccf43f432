"""The section about the options of the player to move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardlab.analysis.whatif import Answer
from cardlab.bots.sensible import BOLD, CAUTIOUS, SENSIBLE
from cardlab.phrasing.catalogue import percent, say
from cardlab.phrasing.reader import by_rule
from cardlab.tongits import LayMeld, Move, Payment, Phase, View, turn
from cardlab.widgets.blocks import Block, button, details, row, sentences, table
from cardlab.widgets.plots import Bar, bars, plot_block
from cardlab.widgets.whatif.compared import By, Compared, named_turn, unit_of, value_of
from cardlab.widgets.whatif.sections import explained, section

MOST_BARS: Final = 20
"""A plot with more bars than this no longer fits a screen; the table has all options."""
MOST_FIRST: Final = 4
"""The number of best options shown above everything else."""
MOST_BEST: Final = 3
"""The number of best turns that are tried against other styles of opponents."""


def objective(by: By, lang: str) -> Block:
    """Make the buttons that choose by which value options are compared."""
    names = {one: say(f"whatif.value.{one}", lang) for one in By}
    values = (button(name, {"do": "by", "value": one.value}, pressed=one is by) for one, name in names.items())
    return row(*values, label=say("whatif.compared_by", lang))


def first_options(compared: Compared) -> list[Block]:
    """Make a short table of the best options; nothing for fewer than two options."""
    lang, shown = compared.lang, compared.options[:MOST_FIRST]
    if len(shown) < 2:
        return []
    rows = [(compared.name(one), compared.value(one)) for one in shown]
    head = (say("whatif.option", lang), compared.heading(compared.by))
    return [table(say("whatif.first_options", lang), head, rows, marked=compared.close(shown), close=True)]


def options_section(
    view: View,
    compared: Compared | None,
    reasons: Mapping[tuple[Move, ...], str],
    lang: str,
    *,
    otherwise: Mapping[str, Answer],
) -> Block:
    """Make the section of the options, as far as they are known.

    Args:
        compared: the options with their values, None before the first estimate.
        reasons: the pros and cons of each turn. While these are unknown, "" for each legal move.
        otherwise: the answer for the same turns against other styles of opponents, by the name of the style.
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
    if otherwise:
        how.append(say("whatif.how_otherwise", lang, **_calling(view, lang)))
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
        *([_against_others(compared, otherwise)] if otherwise and len(compared.options) > 1 else []),
        explained(how, lang),
    )


def if_otherwise(compared: Compared, otherwise: Mapping[str, Answer]) -> list[str]:
    """Say which other turn is better against another style of opponents; [] if none."""
    if not compared.options:
        return []
    better: dict[str, str] = {}
    for name, answer in otherwise.items():
        other = Compared(answer, compared.view, compared.by, compared.lang)
        if (here := other.of(compared.options[0].turn)) is not None and not other.is_close(here):
            better[name] = other.name(other.options[0])
    if len(better) == 2 and len(set(better.values())) == 1:
        return [say("whatif.better_if.either", compared.lang, move=better.popitem()[1])]
    return [say(f"whatif.better_if.{name}", compared.lang, move=move) for name, move in better.items()]


def _against_others(compared: Compared, otherwise: Mapping[str, Answer]) -> Block:
    """Make a table of the best turns' values against each style of opponents."""
    lang, by = compared.lang, compared.by
    others = [Compared(answer, compared.view, by, lang) for answer in otherwise.values()]
    rows = []
    for one in compared.options[:MOST_BEST]:
        options = [(other, other.of(one.turn)) for other in others]
        values = [other.value(there) if there else "" for other, there in options]
        rows.append((compared.name(one), compared.value(one), *values))
    head = [say("whatif.option", lang), *(say(f"whatif.others.{name}", lang) for name in ("sensible", *otherwise))]
    title = say("whatif.otherwise", lang, value=compared.heading(by))
    return details(title, table(title, head, rows), style="cardlab-fold")


def _calling(view: View, lang: str) -> dict[str, str]:
    """Return, by style, the chance to win from which a player calls, as text.

    The key "most" has the highest deadwood with which a bold player challenges.
    """
    chips = view.rules.payment is Payment.CHIPS
    kinds = {"sensible": SENSIBLE, "cautious": CAUTIOUS, "bold": BOLD}
    odds = {name: percent(style.calls_for_chips if chips else style.calls_from, lang) for name, style in kinds.items()}
    return odds | {"most": str(BOLD.challenge_at_most)}


def _how_found(answer: Answer, lang: str) -> list[str]:
    if answer.whole:
        return [say("whatif.how_counted", lang, count=answer.worlds)]
    counted = [one.win.counted for one in answer.options]
    if all(counted):
        return [say("whatif.how_counted_hands", lang)]
    texts = [say("whatif.how_sampled", lang, count=answer.worlds)]
    return [*texts, say("whatif.how_counted_some", lang)] if any(counted) else texts


def _plot(compared: Compared) -> Block:
    by, lang = compared.by, compared.lang
    shown = []
    for one in compared.options[:MOST_BARS]:
        value = value_of(one, by)
        close = compared.is_close(one) and not compared.is_as_good(one)
        exact = value.certain or value.counted
        shown.append(Bar(compared.name(one), value.mean, value.error, close=close, exact=exact))
    unit, title = unit_of(by, compared.view), say(f"whatif.by.{by}", lang)
    return plot_block(bars(shown, unit, title, lang, key=f"options-{by}"), lang, numbers=False)


def _table(compared: Compared, reasons: Mapping[tuple[Move, ...], str]) -> Block:
    by, lang = compared.by, compared.lang
    # Another column needs another track in the grid of whatif.css.
    columns = [by, *(one for one in By if one is not by)]
    head = [
        say("whatif.option", lang),
        *map(compared.heading, columns),
        say("whatif.against_best_points" if by is By.WIN else "whatif.against_best", lang),
        say("whatif.why", lang),
    ]
    rows = []
    for one in compared.options:
        values = [compared.value(one, column) for column in columns]
        rows.append([compared.name(one), *values, compared.comparison(one), reasons.get(one.turn, "")])
    marked, more = compared.close(compared.options), say("whatif.all_options", lang, count=len(rows))
    return table(say("whatif.options_table", lang), head, rows, marked=marked, prose=True, more=more)
