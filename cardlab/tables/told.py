"""What is told about a tournament: its rules in sentences, a round with what could not be met, the table, the ratings.

- `rules`: how points and places come about, and what happens to bots, late ones and those who leave;
- `round_told`: who meets again and what was not proven, of a round that was paired;
- `Shown`, `table`, `live`, `ratings`: tables as pictures, with columns, cells as text, and sentences below;
- `rows`: the table for other programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypedDict

from cardlab.locale import decimal, say
from cardlab.tables.pairing import Method
from cardlab.tables.ratings import Live, Rating
from cardlab.tables.results import is_bot
from cardlab.tables.tournament import TIE_BREAKS, TieBreak, Tournament, results, standings
from cardlab.tables.tournament_log import Kind, Opened, Paired


class Shown(TypedDict):
    """A table to be shown: the names of its columns, the cells of each row as text, and what is said below."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    told: list[str]


def rules(opened: Opened, lang: str = "en") -> list[str]:
    """How this tournament goes, in sentences."""
    field = opened.duplicate and opened.kind is not Kind.KNOCK_OUT
    deciding = [say(f"tournament.by.{one}", lang) for one in TIE_BREAKS[opened.kind]]
    told = [
        say(f"tournament.kind.{opened.kind}", lang),
        say("tournament.deals", lang, count=opened.deals),
        say("tournament.same_cards" if opened.duplicate else "tournament.other_cards", lang),
        say("tournament.against_field" if field else "tournament.as_paid", lang),
        say("tournament.places", lang, deciding=", ".join(deciding)),
        say("tournament.bots", lang),
    ]
    told.append(say("tournament.bot_met" if opened.kind is Kind.KNOCK_OUT else "tournament.late", lang))
    return [*told, say("tournament.left", lang)]


def name_of(tournament: Tournament, player: str, lang: str = "en") -> str:
    """How a player is called: as entered, as a bot, or as somebody who was removed."""
    if is_bot(player):
        return say("tournament.bot", lang, number=player.partition(":")[2])
    entrant = tournament.entrant(player)
    return entrant.name if entrant and entrant.name and not entrant.removed else say("tournament.somebody", lang)


def round_told(tournament: Tournament, paired: Paired, lang: str = "en") -> list[str]:
    """What is to be said of a round: how it was found, who meets again, who has a bot at the table."""
    told = []
    if tournament.opened.kind is Kind.SWISS:
        told.append(say(f"tournament.method.{paired.method}", lang))
        if paired.method is Method.MILP and not paired.closest:
            told.append(say("tournament.not_closest", lang))
        if not paired.proven:
            told.append(say("tournament.not_proven", lang))
    for one, other in paired.again:
        both = {"one": name_of(tournament, one, lang), "other": name_of(tournament, other, lang)}
        told.append(say("tournament.again", lang, **both))
    bots = sum(is_bot(player) for table in paired.tables for player in table)
    if bots:
        told.append(say("tournament.with_bots", lang, count=bots))
    return told


def table(tournament: Tournament, lang: str = "en") -> Shown:
    """The table of a tournament as it stands, those with a shared place each with the same."""
    deciding = TIE_BREAKS[tournament.opened.kind]
    numbers = [str(number) for number in range(1, len(tournament.rounds) + 1)]
    lines = standings(tournament)
    digits = int(any(value.denominator > 1 for line in lines for value in (*line.values, *line.rounds)))
    rows = []
    for line in lines:
        values = (
            decimal(float(value), lang, 0 if one in (TieBreak.REACHED, TieBreak.WINS) else digits)
            for one, value in zip(deciding, line.values, strict=True)
        )
        of_rounds = (decimal(float(points), lang, digits) for points in line.rounds)
        name = name_of(tournament, line.entrant.player, lang)
        gone = "" if line.entrant.here or line.entrant.removed else f" ({say('tournament.gone', lang)})"
        rows.append([str(line.place), name + gone, *values, *of_rounds])
    return {
        "title": say("tournament.table", lang),
        "columns": [
            say("tournament.place", lang),
            say("ranking.player", lang),
            *(say(f"tournament.column.{one}", lang) for one in deciding),
            *(say("tournament.round", lang, number=number) for number in numbers),
        ],
        "rows": rows,
        "told": rules(tournament.opened, lang),
    }


def rows(tournament: Tournament) -> Iterator[dict[str, object]]:
    """The table for other programs: the same columns in every language, numbers as numbers."""
    deciding = TIE_BREAKS[tournament.opened.kind]
    for line in standings(tournament):
        values = {str(one): float(value) for one, value in zip(deciding, line.values, strict=True)}
        of_rounds = {f"round_{number}": float(points) for number, points in enumerate(line.rounds, 1)}
        yield {"place": line.place, "name": line.entrant.name, **values, "deals": line.deals, **of_rounds}


def live(tournament: Tournament, lang: str = "en") -> Shown | None:
    """How strong everybody seems after the deals played so far, the surest first; None before two have met.

    None also where openskill is not installed.
    """
    try:
        found = Live().after(*results(tournament))
    except ImportError:
        return None
    if not found.estimates:
        return None
    rows = []
    for player in found.order:
        strength, error = found.estimates[player]
        rows.append([name_of(tournament, player, lang), decimal(strength, lang, 1), f"± {decimal(error, lang, 1)}"])
    return {
        "title": say("tournament.live", lang),
        "columns": [say("ranking.player", lang), say("tournament.live_strength", lang), "±"],
        "rows": rows,
        "told": [say("tournament.live_means", lang)],
    }


def ratings(rated: Iterable[Rating], names: Mapping[str, str], lang: str = "en") -> Shown:
    """The ratings as a table; who has no name in `names` is left out."""
    shown = [one for one in rated if names.get(one.player)]
    rows = [
        [
            names[one.player],
            decimal(one.rating, lang),
            f"± {decimal(one.error, lang)}",
            str(one.results),
        ]
        for one in shown
    ]
    columns = ("ranking.player", "tournament.rating", "tournament.error", "tournament.results")
    return {
        "title": say("tournament.ratings", lang),
        "columns": [say(column, lang) for column in columns],
        "rows": rows,
        "told": [say("tournament.rating_means", lang), say("tournament.rating_error", lang)],
    }
