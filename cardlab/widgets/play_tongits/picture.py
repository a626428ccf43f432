"""What the page is told of a match besides the table: the form before it, the scores, the payments, the lines.

Knows how they become plain data in the learner's words; nothing here is hidden from anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardlab import shelf
from cardlab.lessons.tables.paying import chips_in_parts, payers
from cardlab.tongits import Match, Move, Payment, Phase, State, outcome
from cardlab.widgets.play_tongits.game import Game
from cardlab.widgets.play_tongits.match import PlayedMatch
from cardlab.widgets.play_tongits.reasons import asked
from cardlab.widgets.play_tongits.record import Opened
from cardlab.widgets.play_tongits.setup import Setup, fields
from cardlab.widgets.score_lines import score_chart, score_table
from cardlab.widgets.table.picture import rules_in_force
from cardlab.widgets.table.round import SEATS, Round
from cardlab.widgets.table.seat import Seated
from cardlab.widgets.table.sight import log
from cardlab.widgets.table.words import Words

__all__ = ["form", "table_picture"]


def form(setup: Setup, studied: str, words: Words) -> dict[str, Any]:
    """Everything that is agreed on before the first deal, and which round of the shelf may be studied instead."""
    return {**fields(setup, studied, words.lang), "in_force": rules_in_force(setup.rules, words)}


def table_picture(game: Game, seated: Seated) -> dict[str, Any]:
    """The table and everything around it, as the one sees it who sits there."""
    here, words, match = seated.round, seated.words, game.match
    told, coach = seated.picture(()), game.coach.picture(seated)
    hand = told["hand"]
    if game.book:
        told["log"] = log(here, words, len(here.moves))
        if here.may_redo:
            told["turn"]["what"] = words.say("play_tongits.read_on")
    return {
        **told,
        "hand": {**hand, "marked": coach["marked"] or hand["marked"]},
        "covered": seated.covered,
        "waiting": here.waiting and not (seated is game.own and game.bots_think),
        "mover": _mover(here),
        "coach": coach,
        "asked": asked(seated),
        "reasons": game.reasons,
        "payments": payments(here.state, words),
        "match": match_picture(match, words) if game.book is None and match is not None else None,
        "book": record_picture(game.book, words) if game.book else None,
        "lines": lines(here, words),
        "may_save": game.may_save,
        "position": position(seated),
    }


def _mover(here: Round) -> int | None:
    """Where the one sits who moved last: 0 or 1, the order in which the others are shown; None: the one who looks."""
    move = here.moments[here.at].move
    place = 0 if move is None else (move.seat - here.actor) % SEATS
    return place - 1 if place else None


def match_picture(match: PlayedMatch, words: Words) -> dict[str, Any]:
    """The scores as sentences, as lines and as a table, and what can be done next."""
    scores = match.scores
    names = tuple(words.player(seat) for seat in range(SEATS))
    return {
        "title": words.say("play_tongits.round", number=len(match.done) + 1, seed=match.seed),
        "first": words.say("play_tongits.first", player=words.player(match.before.first)),
        "sentences": standing(scores[-1], match, words),
        "goes_on": match.goes_on,
        "over": bool(scores[-1].losers),
        "chart": score_chart(scores, words.lang, names) if len(scores) > 1 else None,
        "table": score_table(match.ends, scores, words.lang, names),
        "rounds": _rounds(len(match.done), words),
    }


def _rounds(count: int, words: Words) -> list[dict[str, Any]]:
    """The buttons to look at each of so many rounds."""
    return [
        {"number": number, "label": words.say("play_tongits.look_at", number=number + 1)} for number in range(count)
    ]


def standing(last: Match, match: PlayedMatch, words: Words) -> list[str]:
    """T10.5: how the match stands, or how it has ended; T1.5: who begins the next round."""
    facts = {"number": last.rounds, "target": last.rules.target}
    if last.losers:
        return [
            words.say("play_tongits.match_over", **facts),
            *(words.about("loses", seat, score=last.scores[seat]) for seat in last.losers),
            *(words.about("wins_match", seat, score=last.scores[seat]) for seat in last.winners),
        ]
    scores = ", ".join(
        words.say("play_tongits.score_of", who=words.player(seat), points=last.scores[seat]) for seat in range(SEATS)
    )
    told = [words.say("play_tongits.scores", scores=scores, target=last.rules.target)]
    if match.goes_on:
        key = "play_tongits.winner_begins" if last.rules.winner_starts else "play_tongits.next_begins"
        told.append(words.say(key, player=words.player(last.first)))
    return told


def payments(state: State, words: Words) -> list[str]:
    """T9.4: of what each payment in chips is made up; for points it stands in the sentences about the end."""
    result = outcome(state)
    if result is None or result.winner is None or state.rules.payment is not Payment.CHIPS:
        return []
    return [
        words.say(
            "play_tongits.parts", player=words.player(seat), parts=" ".join(chips_in_parts(state, seat, words.lang))
        )
        for seat in payers(state)
    ]


def lines(here: Round, words: Words) -> list[dict[str, Any]]:
    """The older lines of a round that say more than the present one: where each left it, and how far it went."""
    now = here.moves
    return [
        {
            "number": number,
            "label": words.say("play_tongits.line", number=number + 1, at=_parted(now, line) + 1, count=len(line)),
        }
        for number, line in enumerate(here.lines)
        if now[: len(line)] != line
    ]


def _parted(one: Sequence[Move], other: Sequence[Move]) -> int:
    """How many moves two lines have in common."""
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def position(seated: Seated) -> str:
    """The position that is looked at, as the one sees it whose hand lies open; empty where nothing can be asked."""
    here = seated.round
    return "" if seated.covered or here.state.phase is Phase.OVER else here.seen.notation


def record_picture(book: Opened, words: Words) -> dict[str, Any]:
    """Which round of a file, or of this match, is looked at."""
    key = "play_tongits.looking" if book.own else "play_tongits.opened"
    title = words.say(key, number=book.number + 1, count=len(book.rounds))
    if book.shelf:
        about = {"title": shelf.title(book.shelf, words.lang), "rule": shelf.clause(book.shelf)}
        title = words.say("play_tongits.from_shelf", **about)
    return {
        "title": title,
        "rounds": []
        if book.shelf
        else [one | {"on": one["number"] == book.number} for one in _rounds(len(book.rounds), words)],
    }
