"""The sections of what is exact: one's own hand, what is unknown, every discard and draw, and a draw call.

A section has a title, sentences, a plot and a table; each is open or closed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, TypedDict

from cardlab import tongits
from cardlab.analysis.draw_call import most_deadwood
from cardlab.analysis.draws import Discarded
from cardlab.analysis.jobs import Ahead, Calls, Impossible, Spread
from cardlab.analysis.two_hands import BY_LOT, Odds
from cardlab.cards import Card
from cardlab.phrasing import by_rule
from cardlab.phrasing.catalogue import card_label, card_name, chance, decimal, percent, say
from cardlab.phrasing.scoring import counted, layout
from cardlab.phrasing.tongits import at_table
from cardlab.refusal import NotationError
from cardlab.tongits.moves import SEATS
from cardlab.tongits.notation import Draft
from cardlab.widgets.figures import FigurePlot, FigureTable, figures, plotted
from cardlab.widgets.forms import Field, SelectField, select
from cardlab.widgets.hand import BracketPicture, bracketed
from cardlab.widgets.plots import Shares, curve, histogram

# What a section is


SectionKey: TypeAlias = Literal["hand", "options", "draws", "unknown", "call", "presets"]


class SectionButton(TypedDict):
    """A button with what the page sends for it; `on` is None if it does not stay pressed."""

    label: str
    message: dict[str, str]
    on: bool | None


class SectionPicture(TypedDict):
    """A section of what is said about a position; `open` is None if it cannot be folded away."""

    key: SectionKey
    title: str
    open: bool | None
    sentences: list[str]
    more: list[str]
    groups: list[BracketPicture]
    buttons: list[SectionButton]
    fields: list[Field]
    plots: list[FigurePlot]
    tables: list[FigureTable]


def section(
    key: SectionKey,
    title: str,
    *,
    open: bool | None = None,
    sentences: Iterable[str] = (),
    more: Iterable[str] = (),
    groups: Iterable[BracketPicture] = (),
    buttons: Iterable[SectionButton] = (),
    fields: Iterable[Field] = (),
    plots: Iterable[FigurePlot] = (),
    tables: Iterable[FigureTable] = (),
) -> SectionPicture:
    """A section of the answer. `open`: whether it is unfolded, None if it cannot be folded away."""
    return {
        "key": key,
        "title": title,
        "open": open,
        "sentences": list(sentences),
        "more": list(more),
        "groups": list(groups),
        "buttons": list(buttons),
        "fields": list(fields),
        "plots": list(plots),
        "tables": list(tables),
    }


def pressed(label: str, message: dict[str, str], on: bool | None = None) -> SectionButton:
    """A button: its label, what the page sends for it, and whether it is on; None if it does not stay pressed."""
    return {"label": label, "message": message, "on": on}


# One's own hand

MOST_SHOWN: Final = 12
"""More arrangements than these nobody looks at; they differ in cards that count the same."""


def arrangements(draft: Draft) -> tuple[tongits.Arrangement, ...]:
    """The best ways to lay out the hand, also by laying off on what lies open; none while that is not known."""
    try:
        return tongits.best_arrangements(draft.hand, _table(draft), draft.rules)[:MOST_SHOWN]
    except NotationError:
        return ()


def _table(draft: Draft) -> tuple[tongits.Meld, ...]:
    """The melds on which something may be laid off (T4.1, T6.9)."""
    known = (tongits.why_meld(lying.cards, draft.rules) for lying in draft.melds if not lying.secret)
    return tuple(meld for meld in known if meld is not None)


def hand_section(draft: Draft, found: tuple[tongits.Arrangement, ...], place: int, lang: str) -> SectionPicture | None:
    """The hand laid out as well as it can be; with several best ways, the one chosen and a way to the next."""
    if not draft.hand or not found:
        return None
    shown = found[place % len(found)]
    title = say("whatif.hand_best", lang)
    buttons = []
    if len(found) > 1:
        title = say("whatif.hand_one_of", lang, place=place % len(found) + 1, total=len(found))
        label = say("whatif.hand_next_best", lang, place=place % len(found) + 1, total=len(found))
        buttons.append(pressed(label, {"do": "next_best"}))
    whole = tongits.deadwood(draft.hand, draft.rules)
    added = tuple(card for _, cards in shown.sapaws for card in cards)
    lays_off = [by_rule("whatif.lays_off", "T4.1", lang, cards=added)] if added else []
    in_full = draft.rules.concealed_melds_count and whole > shown.deadwood
    return section(
        "hand",
        title,
        groups=bracketed(shown, lang, draft.rules),
        sentences=[layout(shown, lang), *lays_off, counted(shown.loose, lang)],
        more=[by_rule("whatif.hand_kept_in_full", "T9.2", lang, count=whole)] if in_full else [],
        buttons=buttons,
    )


# What is unknown


def unknown_section(view: tongits.View, known: Spread | None, lang: str, *, open: bool) -> SectionPicture:
    """What each opponent holds: a plot with one series each, or one for both if they hold as many cards."""
    title = say("whatif.unknown", lang)
    if known is None:
        return section("unknown", title, open=open, sentences=[say("whatif.works", lang)] if open else [])
    if not known:
        return section("unknown", title, open=open, sentences=[say("whatif.no_world", lang)])
    own = tongits.hand_deadwood(view.hand, view.rules)
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
            mean=decimal(float(known[count].mean.value), lang, 1) + _error(known[count].mean.error, lang),
            least=_chance(known[count].at_most(own), lang),
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
        more=[by_rule(reading, "T9.2", lang), _how_known("unknown", all(hand.exact for hand in known.values()), lang)],
    )


# Every discard and every draw


def draws_section(known: Ahead | None, card: str, lang: str, *, open: bool) -> SectionPicture | None:
    """What the next card makes of the hand, for the discard chosen; and all discards side by side."""
    title = say("whatif.draws", lang)
    if known is None:
        return section("draws", title, open=open, sentences=[say("whatif.works", lang)] if open else [])
    if not known.discards:
        return None
    shown = next((one for one in known.discards if one.card.code == card), known.discards[0])
    tables = [_draws(shown, lang, chosen=known.chosen)]
    if known.chosen:
        tables.append(_discards(known, shown, lang))
    key = "whatif.after_discard" if known.chosen else "whatif.after_draw"
    mean = decimal(float(shown.mean), lang, 1)
    return section(
        "draws",
        title,
        open=open,
        fields=[_choice(known, shown, lang)] if known.chosen else [],
        sentences=[say(key, lang, card=shown.card, least=shown.left, mean=mean)],
        tables=tables,
        more=[say("whatif.exact_draws", lang)],
    )


def _choice(known: Ahead, shown: Discarded, lang: str) -> SelectField:
    choices = [(one.card.code, card_name(one.card, lang)) for one in known.discards]
    return select("card", say("whatif.discarded", lang), choices, shown.card.code)


def _draws(shown: Discarded, lang: str, *, chosen: bool) -> FigureTable:
    """The draws by what they lead to, the best first."""
    by_least: dict[int, list[Card]] = {}
    for draw in sorted(shown.draws, key=lambda one: (one.least, one.card)):
        by_least.setdefault(draw.least, []).append(draw.card)
    rows = [
        (str(least), " ".join(card_label(card, lang) for card in cards), percent(len(cards) / len(shown.draws), lang))
        for least, cards in by_least.items()
    ]
    head = (say("whatif.becomes", lang), say("whatif.drawn", lang), say("whatif.chance", lang))
    better = [place for place, least in enumerate(by_least) if least < shown.left]
    caption = say("whatif.draws_table" if chosen else "whatif.next_table", lang, card=shown.card)
    return figures(caption, head, rows, marked=better, close=True)


def _discards(known: Ahead, shown: Discarded, lang: str) -> FigureTable:
    """All discards with what they leave, and what that becomes after one draw."""
    head = [say(f"whatif.{column}", lang) for column in ("discarded", "left", "after_one", "improving")]
    rows = [
        (
            card_label(one.card, lang),
            str(one.left),
            decimal(float(one.mean), lang, 1),
            str(len(one.improving)),
        )
        for one in known.discards
    ]
    marked = [place for place, one in enumerate(known.discards) if one is shown]
    return figures(say("whatif.discards_table", lang), head, rows, marked=marked)


# Call a draw now?


def call_section(view: tongits.View, known: Calls | Impossible | None, lang: str, *, open: bool) -> SectionPicture:
    """The curve with one's own deadwood marked, and in words whether one may call and what it is worth."""
    title = say("whatif.call", lang)
    if known is None:
        return section("call", title, open=open, sentences=[say("whatif.works", lang)] if open else [])
    if isinstance(known, Impossible):
        return section("call", title, open=open, sentences=[say("whatif.no_world", lang)])
    chances = known.wins
    even = known.even if (known.even or 0) < len(chances) else None
    wins = [float(one.value) for one in chances]
    plot = curve(wins, say("whatif.call_plot", lang), lang, own=known.own, break_even=even, key="call")
    return section(
        "call",
        title,
        open=open,
        sentences=[*_allowed(view, lang), *_worth(view, known, lang)],
        plots=[plotted(plot)],
        more=[_how_known("call", known.payment.exact, lang)],
    )


def _how_known(what: Literal["call", "unknown"], exact: bool, lang: str) -> str:
    """Whether every deal was counted, or some were drawn by lot."""
    return say(f"whatif.exact_{what}", lang) if exact else say(f"whatif.sampled_{what}", lang, count=BY_LOT)


def _allowed(view: tongits.View, lang: str) -> list[str]:
    """Why the viewer may not call now; empty if the viewer may."""
    refusals = tongits.why_not(view, tongits.Call(view.viewer))
    return (
        [say("whatif.may_not_call", lang), *(at_table(lang, view.viewer).explain(one) for one in refusals)]
        if refusals
        else []
    )


def _worth(view: tongits.View, known: Calls, lang: str) -> list[str]:
    """The chance with one's own deadwood, what the call pays on average, and the break-even."""
    others_fold = view.rules.payment is tongits.Payment.CHIPS and view.rules.showdown is not tongits.Showdown.EVERYONE
    folds = others_fold and any(view.opened(seat) for seat in range(SEATS) if seat != view.viewer)
    key = "whatif.call_wins_challenged" if folds else "whatif.call_wins"
    told = [say(key, lang, own=known.own, chance=_chance(known.wins[known.own], lang))]
    unit = "chips" if view.rules.payment is tongits.Payment.CHIPS else "points"
    worth = decimal(float(known.payment.value), lang, 1) + _error(known.payment.error, lang)
    told.append(by_rule(f"whatif.call_pays.{unit}", "T9.4" if unit == "chips" else "T9.3", lang, worth=worth))
    told.append(_break_even(known, most_deadwood(view), lang))
    if folds and not tongits.why_not(view, tongits.Call(view.viewer)):
        told.append(say("whatif.options_fold", lang))
    return told


def _break_even(known: Calls, most: int, lang: str) -> str:
    """Up to which deadwood a call is not expected to lose, if not up to the most that a hand of this size counts."""
    if known.even is None:
        return say("whatif.never_pays", lang)
    return say("whatif.always_pays", lang) if known.even >= most else say("whatif.pays_up_to", lang, most=known.even)


def _chance(odds: Odds, lang: str) -> str:
    return chance(odds.value, lang, 1) + _error(100 * odds.error, lang)


def _error(error: float, lang: str) -> str:
    """The standard error of a sample behind its mean."""
    return f" ± {decimal(max(error, 0.1), lang, 1)}" if error else ""
