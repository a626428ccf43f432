"""Call a draw now? The chance to win for each deadwood, and up to which deadwood a call is not expected to lose.

Knows how the answer is put to a learner; it is counted by `cardlab.analysis.draw_call`.
"""

from __future__ import annotations

from cardlab.analysis.draw_call import most_deadwood
from cardlab.analysis.jobs import Calls, Impossible
from cardlab.analysis.two_hands import Odds
from cardlab.lessons.sentences import by_rule
from cardlab.locale import chance, decimal, percent, say
from cardlab.tongits import Call, Payment, View, why_not
from cardlab.widgets.plots import Curve, curve
from cardlab.widgets.tongits_table.words import Words
from cardlab.widgets.whatif.sections import Section, plotted, section

__all__ = ["call_section"]


def call_section(view: View, known: Calls | Impossible | None, lang: str, *, open: bool) -> Section:
    """The curve with one's own deadwood marked, and in words whether one may call and what it is worth."""
    title = say("whatif.call", lang)
    if known is None:
        return section("call", title, open=open, sentences=[say("whatif.works", lang)] if open else [])
    if isinstance(known, Impossible):
        return section("call", title, open=open, sentences=[say("whatif.no_world", lang)])
    chances = known.chances
    line = Curve(
        "",
        [float(one.low) for one in chances],
        None if all(one.exact for one in chances) else [float(one.high) for one in chances],
        break_even=known.even.low if (known.even.low or 0) < len(chances) else None,
    )
    plot = curve([line], say("whatif.call_plot", lang), lang, own=known.own, key="call")
    return section(
        "call",
        title,
        open=open,
        sentences=[*_allowed(view, lang), *_worth(view, known, lang)],
        plots=[plotted(plot)],
        more=[say("whatif.exact_call" if line.high is None else "whatif.bounded_call", lang)],
    )


def _allowed(view: View, lang: str) -> list[str]:
    """Why the viewer may not call now, if he may not."""
    refusals = why_not(view, Call(view.viewer))
    return (
        [say("whatif.may_not_call", lang), *(Words(lang, view.viewer).reason(one) for one in refusals)]
        if refusals
        else []
    )


def _worth(view: View, known: Calls, lang: str) -> list[str]:
    """The chance with one's own deadwood, what the call pays on average, and the break-even."""
    told = [say("whatif.call_wins", lang, own=known.own, chance=_chance(known.chances[known.own], lang))]
    unit = "chips" if view.rules.payment is Payment.CHIPS else "points"
    low, high = (decimal(float(bound), lang, 1) for bound in (known.payment.low, known.payment.high))
    worth = low if low == high else say("whatif.between", lang, low=low, high=high)
    told.append(by_rule(f"whatif.call_pays.{unit}", "T9.4" if unit == "chips" else "T9.3", lang, worth=worth))
    return [*told, _break_even(known, most_deadwood(view), lang)]


def _break_even(known: Calls, most: int, lang: str) -> str:
    """Up to which deadwood a call is not expected to lose, if not up to the most that a hand of this size counts."""
    low, high = known.even.low, known.even.high
    if high is None:
        return say("whatif.never_pays", lang)
    if low is not None and low >= most:
        return say("whatif.always_pays", lang)
    if low == high:
        return say("whatif.pays_up_to", lang, most=high)
    return say("whatif.pays_somewhere", lang, low=0 if low is None else low, high=high)


def _chance(odds: Odds, lang: str) -> str:
    low, high = chance(odds.low, lang, 1), chance(odds.high, lang, 1)
    if low == high:
        return low
    return say("whatif.between", lang, low=percent(float(odds.low), lang, 1), high=percent(float(odds.high), lang, 1))
