"""What the opponents may hold: how their deadwood is spread when every unseen card may be anywhere.

Knows how the answer is put to a learner; the distribution is exact and comes from `cardlab.analysis.unknown`.
"""

from __future__ import annotations

from cardlab.analysis.jobs import Spread
from cardlab.lessons.sentences import by_rule
from cardlab.locale import chance, decimal, say
from cardlab.tongits import View, hand_deadwood
from cardlab.widgets.plots import Shares, histogram
from cardlab.widgets.whatif.sections import Section, plotted, section

__all__ = ["unknown_section"]


def unknown_section(view: View, known: Spread | None, lang: str, *, open: bool) -> Section:
    """What each opponent holds: a plot with one series each, or one for both if they hold as many cards."""
    title = say("whatif.unknown", lang)
    if known is None:
        return section("unknown", title, open=open, sentences=[say("whatif.works", lang)] if open else [])
    if not known:
        return section("unknown", title, open=open, sentences=[say("whatif.too_many_jokers", lang)])
    own = hand_deadwood(view.hand, view.rules)
    held: dict[int, list[str]] = {}
    for place in (1, 2):
        count = view.counts[(view.viewer + place) % 3]
        if count:
            held.setdefault(count, []).append(say(f"seat.{place}", lang))
    told = [
        say(
            "whatif.holds",
            lang,
            who=tuple(who),
            count=count,
            mean=decimal(float(known[count].mean), lang, 1),
            least=chance(known[count].at_most(own), lang, 1),
            own=own,
        )
        for count, who in held.items()
    ]
    shares = [
        Shares(say("whatif.both_others", lang) if len(who) > 1 else who[0], known[count].counts)
        for count, who in held.items()
    ]
    plots = [plotted(histogram(shares, say("whatif.unknown_plot", lang), lang, own=own, key="unknown"))]
    reading = "whatif.melds_count" if view.rules.concealed_melds_count else "whatif.melds_free"
    return section(
        "unknown",
        title,
        open=open,
        sentences=told,
        plots=plots if shares else [],
        more=[by_rule(reading, "T9.2", lang), say("whatif.exact_unknown", lang)],
    )
