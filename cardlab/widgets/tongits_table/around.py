"""The blocks around a table at which a match is played: the form before it, the score, older lines, files.

- `form`: the setup, before the first deal or while the match waits;
- `stands`, `scores`: the cost of the round and the match score; all rounds as lines and as a table;
- `onward`, `history`, `lines`, `records`: what can be done next.
"""

from __future__ import annotations

from urllib.parse import quote

from cardlab import shelf
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.tongits_sentences import result_of
from cardlab.tongits.notation import write
from cardlab.tongits.positions import draft_of
from cardlab.widgets.blocks import (
    Block,
    Inline,
    button,
    details,
    fields,
    group,
    link,
    row,
    sentences,
    status,
    strong,
    table,
    text,
    toggle,
    upload,
)
from cardlab.widgets.forms import number, preset_field, rule_fields, rules_in_force, select
from cardlab.widgets.plots import PlayerLine, equity, plot_block
from cardlab.widgets.tongits_table.felt_props import match_standing
from cardlab.widgets.tongits_table.match_storage import LONGEST_FILE, OpenedRounds
from cardlab.widgets.tongits_table.played_match import PLAYERS, TABLES, PlayedMatch, Setup
from cardlab.widgets.tongits_table.round import SEATS, TongitsRound, Words
from cardlab.widgets.tongits_table.seat import TongitsSeat


def form(setup: Setup, studied: str, remark: str, lang: str, *, begun: bool) -> list[Block]:
    """The setup form; `studied`: the chosen round of the shelf; `begun`: whether a match waits."""

    def word(key: str) -> str:
        return say(key, lang)

    tables = [(one, word(f"play_tongits.table.{one}")) for one in TABLES]
    seats = [select("table", word("play_tongits.table"), tables, setup.table)]
    if setup.table == "alone":
        bots = [(one, word(f"play_tongits.bot.{one}")) for one in PLAYERS]
        seats.append(select("left", say("seat.lou", lang), bots, setup.left))
        seats.append(select("right", say("seat.robin", lang), bots, setup.right))
    seats.append(number("seed", word("play_tongits.seed"), setup.seed, 0, LARGEST_SEED))
    rules = (
        group(field, text(field["explanation"]), style="cardlab-fields")
        for field in (preset_field(setup.rules, lang), *rule_fields(setup.rules, lang))
    )
    rounds = [(name, shelf.title(name, lang)) for name in shelf.names()]
    return [
        group(
            fields(*seats),
            details(
                word("play_tongits.house_rules"),
                text(link(word("play_tongits.disagree"), "disagree.ipynb", new=True)),
                group(*rules, style="cardlab-house"),
            ),
            rules_in_force(setup.rules, lang),
            label=word("play_tongits.table"),
            style="cardlab-broad",
        ),
        said_in_passing(remark),
        row(
            button(word("play_tongits.begin"), {"do": "begin"}, main=True),
            *([button(word("play_tongits.back"), {"do": "back"})] if begun else []),
            _open(lang),
        ),
        fields(
            select("shelf", word("play_tongits.shelf"), rounds, studied),
            button(word("play_tongits.study"), {"do": "study"}),
        ),
    ]


def said_in_passing(remark: str) -> Block:
    """A passing remark: an unreadable file, an impossible value, a note."""
    return status(*([group(text(remark), style="cardlab-overlay")] if remark else []))


def _open(lang: str) -> Block:
    return upload(say("play_tongits.open", lang), {"do": "open"}, LONGEST_FILE, {"do": "too_long"})


def title(match: PlayedMatch | None, book: OpenedRounds | None, words: Words) -> str:
    """The round that is shown, of the match, a file or the shelf."""
    if book is None:
        return words.say("play_tongits.round", number=len(match.done) + 1, seed=match.seed) if match else ""
    if book.shelf:
        about = {"title": shelf.title(book.shelf, words.lang), "rule": shelf.clause(book.shelf)}
        return words.say("play_tongits.from_shelf", **about)
    key = "play_tongits.looking" if book.own else "play_tongits.opened"
    return words.say(key, number=book.number + 1, count=len(book.rounds))


def looks(match: PlayedMatch | None, book: OpenedRounds | None, words: Words) -> list[Block]:
    """The rounds that can be looked at; in a record the present one is marked."""
    count = len(match.done) if match else len(book.rounds) if book and not book.shelf else 0
    labels = [words.say("play_tongits.look_at", number=index + 1) for index in range(count)]
    if book is None:
        return [button(label, {"do": "look", "number": index}, then="turn") for index, label in enumerate(labels)]
    return [toggle(label, index == book.number, {"do": "look", "number": index}) for index, label in enumerate(labels)]


def onward(match: PlayedMatch, words: Words) -> list[Block]:
    """The button after a round or a match."""
    if match.goes_on:
        return [button(words.say("play_tongits.next_round"), {"do": "next_round"}, main=True, then="turn")]
    if match.scores[-1].losers:
        return [button(words.say("play_tongits.new_match"), {"do": "setup"}, main=True)]
    return []


def stands(match: PlayedMatch, words: Words) -> list[Block]:
    """The match score."""
    return [status(sentences(match_standing(match.scores[-1], words, goes_on=match.goes_on)), style="cardlab-match")]


def scores(match: PlayedMatch, words: Words) -> list[Block]:
    """T10.5: the score of each player after every finished round, as lines and as a table."""
    lang, matches, ends = words.lang, match.scores, [result_of(state) for state in match.ends]
    last, target = matches[-1], match.setup.rules.target
    if not ends:
        return []
    names = [words.name(seat) for seat in SEATS]
    series = [
        PlayerLine(name, [(after, one.scores[seat]) for after, one in enumerate(matches)])
        for seat, name in zip(SEATS, names, strict=True)
    ]
    rounds, caption = say("widget.round", lang), say("score.caption", lang, target=target)
    chart = equity(series, last.rounds, say("score.chart", lang), (rounds, ""), lang, level=target, key="scores")
    rows: list[list[list[Inline]]] = []
    for end, now in zip(ends, matches[1:], strict=True):
        ending = say(f"score.ending.{end.ending}", lang)
        rows.append([[strong(str(now.rounds)), f" {ending}"]])
        for seat in SEATS:
            added = say("score.wins", lang) if seat == end.winner else f"+{max(0, -end.payments[seat])}"
            rows[-1].append([strong(str(now.scores[seat])), f" {added}"])
    return [
        details(
            say("play_tongits.score_lines", lang),
            plot_block(chart, lang, numbers=False),
            table(caption, [rounds, *names], rows, close=True, style="cardlab-scores"),
            unfolded=bool(last.losers),
        )
    ]


def history(seat: TongitsSeat, *, playing: bool) -> list[Block]:
    """Redo, and links to the laboratory and the form; `playing`: whether no record is looked at."""
    here, words = seat.round, seat.words
    redo = button(words.say("table.redo"), {"do": "redo"} if here.at < here.line.last else None)
    laboratory = link(
        words.say("play_tongits.whatif"),
        f"whatif.ipynb?pos={quote(write(draft_of(here.seen)), safe='')}",
        new=True,
        style="cardlab-button cardlab-link",
    )
    shown = [
        *([redo] if playing else []),
        *([] if seat.covered or here.is_over else [laboratory]),
        *([button(words.say("play_tongits.setup"), {"do": "setup"})] if playing else []),
    ]
    return [row(*shown, label=words.say("table.moves"), style="cardlab-history")] if shown else []


def lines(here: TongitsRound, words: Words, *, may_save: bool) -> list[Block]:
    """The older lines of a round that differ from the present one: where each branched off, and its length."""
    now = here.line.moves
    rows: list[list[Inline]] = []
    for index, line in enumerate(here.line.lines):
        if now[: len(line)] == line:
            continue
        pairs = enumerate(zip(now, line, strict=False))
        parted = next((common for common, (one, other) in pairs if one != other), len(now))
        label = words.say("play_tongits.line", number=index + 1, at=parted + 1, count=len(line))
        save = button(words.say("play_tongits.save_line"), {"do": "save", "what": "line", "number": index})
        rows.append([button(label, {"do": "line", "number": index}, then="turn"), *([save] if may_save else [])])
    return [details(f"{words.say('play_tongits.lines')} ({len(rows)})", sentences(rows))] if rows else []


def records(match: PlayedMatch | None, words: Words) -> list[Block]:
    """The buttons to save, open and look at records."""
    whole = button(words.say("play_tongits.save_match"), {"do": "save", "what": "match"})
    return [
        details(
            words.say("play_tongits.records"),
            row(
                button(words.say("play_tongits.save_round"), {"do": "save", "what": "round"}),
                *([whole] if match else []),
                _open(words.lang),
                *(looks(match, None, words) if match else []),
            ),
        )
    ]
