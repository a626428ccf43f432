"""The commands `cardlab tournament` and `cardlab log`: what a tournament has come to, and what the server keeps."""

from __future__ import annotations

import argparse
import asyncio
from datetime import datetime

from cardlab.locale import say
from cardlab.record import file_at
from cardlab.refusal import IllegalMove, NotationError, printable
from cardlab.tables import ratings, told, tournament_log
from cardlab.tables.told import Shown
from cardlab.tables.tournament import Tournament, after, results
from cardlab.tell import notation
from cardlab.terminal import BROKEN, DONE, UNREADABLE, Unusable, tell, tell_csv, tell_json, tell_table


def tournament(chosen: argparse.Namespace) -> int:
    """Prints the table of a tournament and the ratings that follow from it."""
    with file_at(chosen.log).open("rb") as file:
        events = tournament_log.parse(file.read(tournament_log.LARGEST + 1))
    now = None
    for number, event in enumerate(events, 1):
        try:
            now = after(now, event)
        except IllegalMove as illegal:
            for refusal in illegal.refusals:
                reason = notation(chosen.lang).explain(refusal)
                tell(say("cli.tournament_event", chosen.lang, number=number, reason=reason), fault=True)
            return BROKEN
    if now is None:
        raise NotationError("tournament_line", number=1)
    shown, rated = told.table(now, chosen.lang), _rated(now, chosen.lang)
    if chosen.json:
        tell_json({"table": shown, "ratings": rated})
    elif chosen.csv:
        rows = list(told.rows(now))
        tell_csv(list(rows[0]) if rows else (), rows)
    else:
        for one in (shown, rated) if rated else (shown,):
            tell(one["title"])
            tell_table([tuple(one["columns"]), *map(tuple, one["rows"])])
            for line in one["told"]:
                tell(line)
        if rated is None:
            tell(say("cli.no_ratings", chosen.lang))
    return DONE


def _rated(now: Tournament, lang: str) -> Shown | None:
    """The ratings after a tournament; None where what works them out is not installed."""
    try:
        rated = ratings.rated(results(now))
    except ImportError:
        return None
    names = {one.player: one.name for one in now.entrants if not one.removed}
    return told.ratings(rated, names, lang)


def log(chosen: argparse.Namespace) -> int:
    """Lists what is kept of tables, boards and tournaments, or deletes it for good."""
    from cardlab.tables.entries import CannotOpen, StoreTrouble
    from cardlab.tables.store import Store, default_file

    try:
        file = chosen.store or default_file()
    except ImportError:
        raise Unusable("serve.not_installed") from None

    async def work() -> int:
        store = await Store.open(file)
        try:
            kept = await store.logs()
            names = [name for name, _, _ in kept]
            wanted = names if chosen.forget_all else chosen.forget
            if missing := [name for name in wanted if name not in names]:
                tell(say("cli.log.no_such", chosen.lang, name=printable(missing[0])), fault=True)
                return UNREADABLE
            for name in wanted:
                tell(say("cli.log.forgotten", chosen.lang, name=name, count=await store.forget(name)))
            for name, count, at in () if wanted else kept:
                unknown = say("cli.log.unknown_time", chosen.lang)
                when = datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M") if at else unknown
                tell(say("cli.log.kept", chosen.lang, name=name, count=count, when=when))
            if not kept:
                tell(say("cli.log.nothing", chosen.lang))
            return DONE
        finally:
            await store.close()

    try:
        return asyncio.run(work())
    except (CannotOpen, StoreTrouble) as trouble:
        tell(trouble.told(chosen.lang), fault=True)
        return UNREADABLE
