"""The laboratory's tables as files: numbers with a point and fields in English, whatever the language of the page.

For each section one function that gives its tables as rows; `section_files` makes files of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from math import sqrt
from typing import Final

from cardlab.analysis.hand_rank import Rank
from cardlab.analysis.held import Held
from cardlab.analysis.jobs import Ahead, Calls, Spread
from cardlab.analysis.openings import Openings
from cardlab.analysis.whatif import Answer, Option
from cardlab.choices import Word
from cardlab.tongits import Move, Rules, View
from cardlab.tongits.notation import Draft, write
from cardlab.widgets.exports import ExportFile, Row, as_line, numbers, rounded, tables_as_files
from cardlab.widgets.whatif.messages import SectionKey
from cardlab.widgets.whatif.options import named_turn

FILE: Final = "tongits-what-if"
FORMAT: Final = "cardlab-whatif/1"
"""What an answer is called as a file, and what stands in it as its format."""
Tables = Mapping[str, Sequence[Row]]
"""The tables of a section by what they are called in a file."""


def section_files(key: SectionKey, tables: Tables, draft: Draft, lang: str) -> list[ExportFile]:
    """The tables of a section as CSV and as JSON, with the position that they are about; nothing without a row."""
    about = {"format": FORMAT, "position": write(draft)}
    return tables_as_files(f"{FILE}-{key}", tables, about, lang)


def position_file(draft: Draft, label: str) -> ExportFile:
    """The position in its notation, as the laboratory reads it again."""
    return as_line(label, f"{FILE}.txt", write(draft))


def options_rows(
    view: View,
    answer: Answer,
    reasons: Mapping[tuple[Move, ...], str],
    others: Mapping[str, Answer],
    lang: str,
) -> Tables:
    """Each option with its values and their errors, and the same if the others play otherwise."""
    rows = [
        {
            **_option(one, view, answer, lang),
            "reason": reasons.get(one.turn) or None,
            "complete": answer.done,
        }
        for one in answer.options
    ]
    otherwise: list[Row] = [
        {"others": style, **_option(one, view, other, lang)} for style, other in others.items() for one in other.options
    ]
    return {"options": rows, "if_others_play_otherwise": otherwise}


def _option(option: Option, view: View, answer: Answer, lang: str) -> dict[str, str | float | bool | None]:
    values = {
        "payment": option.payment,
        "win": option.win,
        "deadwood": option.deadwood,
        "behind_payment": option.behind_payment,
        "behind_win": option.behind,
    }
    return {
        "option": named_turn(option.turn, view, lang),
        "moves": "; ".join(map(str, option.turn)),
        **numbers(values),
        "counted": option.payment.counted or option.payment.certain,
        "deals": answer.worlds,
    }


def draws_rows(known: Ahead) -> Tables:
    """Every draw after every discard, and what each discard leaves."""
    draws: list[Row] = [
        {
            "discard": one.card.code,
            "drawn": draw.card.code,
            "least_deadwood": draw.least,
            "discard_after": draw.discard.code,
            "improves": draw.improves,
            "melds": draw.melds,
        }
        for one in known.discards
        for draw in one.draws
    ]
    after: list[Row] = [
        {
            "discard": one.card.code,
            "left": one.left,
            "after_one_draw": rounded(one.mean),
            "after_two_draws": rounded(known.two[one.card]) if one.card in known.two else None,
            "improving_cards": len(one.improving),
        }
        for one in known.discards
    ]
    return {"draws": draws, "discards": after if known.chosen else []}


def unknown_rows(view: View, known: Spread) -> Tables:
    """How the deadwood of each opponent is spread: of how many possible hands so many count so much."""
    rows: list[Row] = [
        {
            "seat": seat,
            "cards": view.counts[seat],
            "deadwood": points,
            "hands": hands,
            "share": rounded(known[view.counts[seat]].probability(points)),
        }
        for seat in range(len(view.counts))
        if seat != view.viewer and view.counts[seat] in known
        for points, hands in enumerate(known[view.counts[seat]].counts)
        if hands
    ]
    return {"deadwood": rows}


def call_rows(known: Calls) -> Tables:
    """The bounds of the chance that a call wins, for each deadwood."""
    rows: list[Row] = [
        {
            "deadwood": deadwood,
            "wins_at_least": rounded(one.low),
            "wins_at_most": rounded(one.high),
            "own": deadwood == known.own,
        }
        for deadwood, one in enumerate(known.wins)
    ]
    return {"calls": rows}


def rank_rows(known: Rank) -> Tables:
    """How many hands have how much deadwood."""
    rows: list[Row] = [
        {"cards": known.cards, "deadwood": points, "hands": hands, "counted": known.counted, "own": points == known.own}
        for points, hands in enumerate(known.counts)
    ]
    return {"hands": rows}


def held_rows(known: Held) -> Tables:
    """How likely each card lies with each opponent, beside what chance would be."""
    rows: list[Row] = [
        {
            "seat": seat,
            "card": card.code,
            "share": rounded(share),
            "chance": rounded(known.chance[seat]),
            "error": rounded(sqrt(share * (1 - share) / known.counting)),
            "deals": known.deals,
            "worth": rounded(known.counting),
        }
        for seat, shares in known.shares.items()
        for card, share in shares.items()
    ]
    return {"cards": rows}


def openings_rows(known: Openings) -> Tables:
    """What opening brings more than waiting, by melds in hand."""
    rows: list[Row] = [
        {
            "melds": kind.melds,
            "share_of_hands": rounded(kind.common),
            "deals": kind.deals,
            "payment": rounded(kind.payment[0]),
            "payment_error": rounded(kind.payment[1]),
            "win": rounded(kind.win[0]),
            "win_error": rounded(kind.win[1]),
            "opening_is_better": rounded(kind.opens),
            "complete": known.done,
        }
        for kind in known.kinds
    ]
    return {"first_turns": rows}


def presets_rows(
    views: tuple[View, View] | None, rules: tuple[Rules, Rules], answers: tuple[Answer | None, Answer | None], lang: str
) -> Tables:
    """Each option by both rules, and where the rules differ."""
    names = ("here", "there")
    options: list[Row] = [
        {"rules": name, **_option(one, view, answer, lang)}
        for name, view, answer in zip(names, views or (), answers, strict=False)
        if answer is not None
        for one in answer.options
    ]
    differ: list[Row] = [
        {"rule": field.name, **{name: _plain(getattr(one, field.name)) for name, one in zip(names, rules, strict=True)}}
        for field in fields(Rules)
        if getattr(rules[0], field.name) != getattr(rules[1], field.name)
    ]
    return {"options": options, "rules": differ}


def _plain(choice: bool | int | Word) -> str | float | bool:
    return str(choice) if isinstance(choice, Word) else choice
