"""The laboratory's sections: the hand, unknown cards, and a draw call.

A section has a title, sentences, and perhaps a plot or a table. All but the hand can be folded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from cardlab import tongits
from cardlab.analysis.call_odds import most_deadwood
from cardlab.analysis.jobs import Calls, Impossible, Spread
from cardlab.analysis.two_hands import SAMPLED, Odds
from cardlab.phrasing import Reader, by_rule
from cardlab.phrasing.catalogue import chance, decimal, say
from cardlab.phrasing.messages import in_words
from cardlab.phrasing.scoring import counted, layout, payment_unit
from cardlab.phrasing.tongits_sentences import at_table
from cardlab.refusal import NotationError
from cardlab.tongits.moves import SEATS
from cardlab.tongits.notation import Draft
from cardlab.widgets.blocks import Block, details, group, heading, sentences
from cardlab.widgets.hand import bracketed
from cardlab.widgets.plots import Shares, curve, histogram, plot_block

SectionKey: TypeAlias = Literal["hand", "options", "unknown", "call"]


def section(key: SectionKey, title: str, *inside: Block, open: bool | None = None) -> Block:
    """Make a section; `open` is whether it is unfolded, None if it cannot be folded."""
    style = "cardlab-section"
    if open is None:
        return {**group(heading(title), *inside, label=title, style=style), "key": key}
    return details(title, *inside, unfolded=open, send={"do": "unfold", "part": key}, key=key, style=style)


def explained(texts: Sequence[str], lang: str) -> Block:
    """Make sentences about how something was computed, folded if there are several."""
    soft = sentences(texts, "soft")
    return details(say("whatif.how", lang), soft, style="cardlab-fold") if len(texts) > 1 else soft


def _nothing(awaited: bool, open: bool, lang: str) -> Block:
    """Say that the answer is being computed, or that no world agrees with the view."""
    if awaited:
        return sentences([say("whatif.works", lang)] if open else [])
    return sentences([say("whatif.no_world", lang)])


# One's own hand


def best_arrangement(draft: Draft) -> tongits.Arrangement | None:
    """Return the best arrangement with lay-offs; None if the position is invalid."""
    try:
        return tongits.best_arrangements(draft.hand, _table(draft), draft.rules)[0]
    except NotationError:
        return None


def _table(draft: Draft) -> tuple[tongits.Meld, ...]:
    """Return the melds on which cards can be laid off. [T4.1, T6.9]"""
    readings = (tongits.why_meld(laid.cards, draft.rules) for laid in draft.melds if not laid.secret)
    return tuple(meld for meld in readings if meld is not None)


def hand_section(draft: Draft, shown: tongits.Arrangement | None, lang: str) -> Block | None:
    """Make the section of the hand, with its best arrangement."""
    if not draft.hand or shown is None:
        return None
    whole = tongits.deadwood(draft.hand, draft.rules)
    added = tuple(card for _, cards in shown.sapaws for card in cards)
    lays_off = [by_rule("whatif.lays_off", "T4.1", lang, cards=added)] if added else []
    in_full = draft.rules.concealed_melds_count and whole > shown.deadwood
    return section(
        "hand",
        say("whatif.hand_best", lang),
        sentences([layout(shown, lang), *lays_off, in_words(Reader(lang), counted(shown.loose))]),
        bracketed(shown, lang, draft.rules),
        explained([by_rule("whatif.hand_kept_in_full", "T9.2", lang, count=whole)] if in_full else [], lang),
    )


# What is unknown


def unknown_section(view: tongits.View, spread: Spread | None, lang: str, *, open: bool) -> Block:
    """Make the section of the opponents' deadwood.

    Opponents with equally many cards share one series. `spread`: the distributions by number of cards, None while
    computing, empty if no world agrees with the view.
    """
    title = say("whatif.unknown", lang)
    if not spread:
        return section("unknown", title, _nothing(spread is None, open, lang), open=open)
    own = tongits.hand_deadwood(view.hand, view.rules)
    players: dict[int, list[str]] = {}
    for step in (1, 2):
        count = view.counts[(view.viewer + step) % 3]
        if count:
            players.setdefault(count, []).append(say(f"seat.{step}", lang))
    texts, shares = [], []
    for count, names in players.items():
        hand, who = spread[count], names[0] if len(names) == 1 else say("whatif.each_opponent", lang)
        mean = decimal(float(hand.mean.value), lang, 1) + _error(hand.mean.error, lang)
        least = _chance(hand.at_most(own), lang)
        texts.append(say("whatif.holds", lang, who=who, count=count, mean=mean, least=least, own=own))
        shares.append(Shares(who, hand.counts))
    title_of_plot = say("whatif.unknown_plot", lang)
    plot = [plot_block(histogram(shares, title_of_plot, lang, own=own, key="unknown"), lang)] if shares else []
    reading = "whatif.melds_count" if view.rules.concealed_melds_count else "whatif.melds_free"
    exact = all(hand.exact for hand in spread.values())
    how = say("whatif.exact_unknown" if exact else "whatif.sampled_unknown", lang, count=SAMPLED)
    more = explained([by_rule(reading, "T9.2", lang), how], lang)
    return section("unknown", title, sentences(texts), *plot, more, open=open)


# Call a draw now?


def call_section(view: tongits.View, result: Calls | Impossible | None, lang: str, *, open: bool) -> Block:
    """Make the section of a draw call: its chances, and whether it pays off.

    `result`: the chances, None while computing.
    """
    title = say("whatif.call", lang)
    if result is None or isinstance(result, Impossible):
        return section("call", title, _nothing(result is None, open, lang), open=open)
    even = result.even if (result.even or 0) < len(result.wins) else None
    wins = [float(one.value) for one in result.wins]
    how = say("whatif.exact_call" if result.payment.exact else "whatif.sampled_call", lang, count=SAMPLED)
    plot = curve(wins, say("whatif.call_plot", lang), lang, own=result.own, break_even=even, key="call")
    return section(
        "call",
        title,
        sentences([*_allowed(view, lang), *_worth(view, result, lang)]),
        plot_block(plot, lang),
        explained([how], lang),
        open=open,
    )


def _allowed(view: tongits.View, lang: str) -> list[str]:
    """Say why the viewer may not call now; return [] if a call is allowed."""
    refusals = [at_table(lang, view.viewer).explain(one) for one in tongits.why_not(view, tongits.Call(view.viewer))]
    return [say("whatif.may_not_call", lang), *refusals] if refusals else []


def _worth(view: tongits.View, result: Calls, lang: str) -> list[str]:
    """Say the chance to win by a call, its mean payment, and the break-even."""
    chips = view.rules.payment is tongits.Payment.CHIPS
    others_fold = chips and view.rules.showdown is not tongits.Showdown.EVERYONE
    folds = others_fold and any(view.opened(seat) for seat in range(SEATS) if seat != view.viewer)
    key = "whatif.call_wins_challenged" if folds else "whatif.call_wins"
    texts = [say(key, lang, own=result.own, chance=_chance(result.wins[result.own], lang))]
    worth = decimal(float(result.payment.value), lang, 1) + _error(result.payment.error, lang)
    unit, rule = payment_unit(view.rules.payment), "T9.4" if chips else "T9.3"
    texts.append(by_rule("whatif.call_pays", rule, lang, worth=worth, unit=unit))
    texts.append(_break_even(result, most_deadwood(view), lang))
    if folds and not tongits.why_not(view, tongits.Call(view.viewer)):
        texts.append(say("whatif.options_fold", lang))
    return texts


def _break_even(result: Calls, most: int, lang: str) -> str:
    """Say up to which deadwood a call pays off; `most` is the highest possible."""
    if result.even is None:
        return say("whatif.never_pays", lang)
    return say("whatif.always_pays", lang) if result.even >= most else say("whatif.pays_up_to", lang, most=result.even)


def _chance(odds: Odds, lang: str) -> str:
    return chance(odds.value, lang, 1) + _error(100 * odds.error, lang)


def _error(error: float, lang: str) -> str:
    """Return the standard error as text, to follow a mean."""
    return f" ± {decimal(max(error, 0.1), lang, 1)}" if error else ""
