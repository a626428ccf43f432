"""The command `cardlab`: serve the course, play rounds by bots, check records, analyse hands, read learners' results.

- `main`: runs a command; exit codes 0 done, 1 a rule is broken, 2 unreadable input;
- the rules of a table as arguments; `play`, `replay`, `check`; the whole table as lines;
- `deadwood` and `why`; `sheet` and `progress`; shell completion;
- `serve`, `lab` and `copy` are implemented in `cardlab.serve`.

Texts come from the catalogues, in the language of `--lang` or the environment. The keys of `--json` and the columns of
`--csv` are English in every language.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from cardlab import __version__, tichu, tongits
from cardlab.analysis.own_bots import BotError, checked, read_bot
from cardlab.cards import Card, cards, grid, notation
from cardlab.game import GAMES
from cardlab.phrasing import Reader, explain
from cardlab.phrasing import notation as notation_of
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.record import Record, file_at, write_file
from cardlab.record import check as check_record
from cardlab.refusal import IllegalMove, NotationError, Refusal
from cardlab.terminal import (
    BROKEN,
    DONE,
    UNREADABLE,
    Parser,
    Unusable,
    language,
    print_csv,
    print_json,
    print_line,
    print_table,
    show_in_letters,
)
from cardlab.tichu.state import flip_pending, over, recycle_due

SHELLS: Final = ("bash", "zsh", "tcsh")
_FILES: Final = {"bash": "_shtab_compgen_files", "zsh": "_files", "tcsh": "f"}
"""How shtab marks a file argument for each shell."""

Run: TypeAlias = Callable[[argparse.Namespace], int]
"""Runs a command and returns its exit code."""
Row: TypeAlias = dict[str, Any]
"""A row or object of the output for other programs."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command, `argv` without the program's name, and return the exit code. Never raises for bad input."""
    show_in_letters()
    words = _command_first(list(sys.argv[1:] if argv is None else argv))
    lang = language(words)
    try:
        if words[:1] in (["serve"], ["lab"], ["copy"]):
            return _served(words, lang)
        parser = _parser(lang)
        chosen = parser.parse_args(words)
        if chosen.print_completion:
            return _completion(chosen.print_completion, lang)
        if chosen.run is None:
            parser.print_help()
            return DONE
        run: Run = chosen.run
        return run(chosen)
    except Unusable as unusable:
        print_line(unusable.sentence(lang), fault=True)
    except NotationError as unreadable:
        print_line(explain(unreadable.refusal, lang), fault=True)
    except BotError as faulty:
        print_line(faulty.sentence(lang), fault=True)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # The reader of the output is gone; closing it here keeps Python from complaining at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return DONE
        print_line(say("cli.file", lang, path=error.filename or "", reason=error.strerror or ""), fault=True)
    except KeyboardInterrupt:
        return 130
    return UNREADABLE


def _command_first(words: list[str]) -> list[str]:
    """Move a language before the command behind it: every command has that option."""
    taken = 2 if words[:1] == ["--lang"] else 1 if words[:1] and words[0].startswith("--lang=") else 0
    return [*words[taken:], *words[:taken]]


def _served(words: list[str], lang: str) -> int:
    try:
        from cardlab.serve import command
    except ImportError:
        print_line(say("cli.serve_missing", lang), fault=True)
        return UNREADABLE
    served: Callable[[Sequence[str]], int] = getattr(command, words[0])
    return served(words[1:])


def _parser(lang: str, *, whole: bool = False) -> Parser:
    """Return the parser of all commands, with help in `lang`; if `whole`, with the serving commands' options too."""
    parser = Parser(lang, prog="cardlab", description=say("cli.help", lang))
    version_help = say("cli.help.version", lang)
    parser.add_argument("--version", action="version", version=f"cardlab {__version__}", help=version_help)
    parser.add_argument("--print-completion", choices=SHELLS, help=say("cli.help.completion", lang))
    _add_language(parser, lang)
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)

    def command(name: str, run: Run | None) -> argparse.ArgumentParser:
        about = say(f"cli.help.{name}", lang)
        added = commands.add_parser(name, lang=lang, help=about, description=about)
        if run:
            _add_language(added, lang)
            added.set_defaults(run=run)
        return added

    # These have options of their own, which are read where they are used.
    serving = {name: command(name, None) for name in ("serve", "lab", "copy")}
    if whole:
        with suppress(ImportError):
            from cardlab.serve.command import add_options

            for name, serving_parser in serving.items():
                add_options(serving_parser, name, lang)
    play = command("play", _play)
    play.add_argument("game", choices=tuple(GAMES), help=say("cli.help.game", lang))
    play.add_argument("--bots", default="", help=say("cli.help.bots", lang))
    play.add_argument("--seed", type=int, default=0, help=say("cli.help.seed", lang))
    play.add_argument("--rounds", type=int, default=1, help=say("cli.help.rounds", lang))
    _add_rules(play, lang)
    _is_file(play.add_argument("--record", type=Path, help=say("cli.help.record", lang)))
    replay = command("replay", _replay)
    _is_file(replay.add_argument("record", type=Path, help=say("cli.help.file", lang)))
    replay.add_argument("--at", type=int, help=say("cli.help.at", lang))
    check = command("check", _check)
    _is_file(check.add_argument("record", type=Path, nargs="+", help=say("cli.help.file", lang)))
    check.add_argument("--dealer", metavar="NUMBER", help=say("cli.help.dealer", lang))
    _add_formats(check, lang)
    for name, run in (("deadwood", _deadwood), ("why", _why)):
        asked = command(name, run)
        asked.add_argument("cards", nargs="+", help=say("cli.help.cards", lang))
        _add_rules(asked, lang)
        _add_formats(asked, lang)
    sheet = command("sheet", _sheet)
    sheet.add_argument("lesson", help=say("cli.help.sheet.lesson", lang))
    sheet.add_argument("--seed", type=int, default=1, help=say("cli.help.sheet.seed", lang))
    sheet.add_argument("--each", type=int, default=2, help=say("cli.help.sheet.each", lang))
    sheet.add_argument("--kinds", default="", help=say("cli.help.sheet.kinds", lang))
    sheet.add_argument("--level", type=int, help=say("cli.help.sheet.level", lang))
    sheet.add_argument("--versions", default="", help=say("cli.help.sheet.versions", lang))
    sheet.add_argument("--without-solutions", action="store_true", help=say("cli.help.sheet.without_solutions", lang))
    _is_file(sheet.add_argument("--out", type=Path, help=say("cli.help.sheet.out", lang)))
    progress = command("progress", _progress)
    progress.description = f"{progress.description} {say('cli.help.progress.no_proof', lang)}"
    _is_file(progress.add_argument("file", type=Path, nargs="+", help=say("cli.help.progress_file", lang)))
    progress.add_argument("--by", choices=("lesson", "clause"), default="lesson", help=say("cli.help.by", lang))
    _add_formats(progress, lang)
    return parser


def _add_language(parser: argparse.ArgumentParser, lang: str) -> None:
    parser.add_argument("--lang", default=lang, choices=tuple(LANGUAGES), help=say("cli.help.lang", lang))


def _add_formats(parser: argparse.ArgumentParser, lang: str) -> None:
    formats = parser.add_mutually_exclusive_group()
    formats.add_argument("--json", action="store_true", help=say("cli.help.as_json", lang))
    formats.add_argument("--csv", action="store_true", help=say("cli.help.as_csv", lang))


def _is_file(argument: argparse.Action) -> None:
    """Let the shell complete the argument with file names."""
    argument.complete = _FILES  # type: ignore[attr-defined]


# The rules of a table as arguments: a preset, and house rules by name and value.


def _add_rules(parser: argparse.ArgumentParser, lang: str) -> None:
    parser.add_argument("--preset", default="sheet", help=say("cli.help.preset", lang))
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE", help=say("cli.help.rule", lang))


def _rules_of(game: str, chosen: argparse.Namespace) -> Any:
    """Return the preset with the changed fields. Raises Unusable for an unknown name or an impossible value."""
    kind = GAMES[game].rules
    try:
        rules = kind.preset(chosen.preset)
    except ValueError:
        raise Unusable("cli.preset", name=chosen.preset) from None
    for change in chosen.rule:
        name, _, value = change.partition("=")
        names = [one.name for one in fields(kind)]
        if name not in names:
            raise Unusable("cli.rule_unknown", name=name, names=", ".join(names))
        try:
            rules = replace(rules, **{name: _value(value)})
        except ValueError:
            raise Unusable("cli.rule_value", name=name, value=value) from None
    return rules


def _value(text: str) -> bool | int | str:
    if text.lower() in ("true", "yes", "on", "false", "no", "off"):
        return text.lower() in ("true", "yes", "on")
    return int(text) if text.isdecimal() else text


# Rounds played by bots


def _play(chosen: argparse.Namespace) -> int:
    """Play rounds by bots; with --record write each round's record, numbered if there are several."""
    from cardlab import bot_rounds, bots
    from cardlab.analysis.bots import TONGITS
    from cardlab.analysis.kernel import compiled

    tongits_asked = chosen.game == "tongits"
    players_by_name: dict[str, Any] = dict(TONGITS if tongits_asked else bots.tichu.BOTS)
    seats = 3 if tongits_asked else 2
    names = [name for name in chosen.bots.split(",") if name] or ["careful"] * seats
    in_files = {name for name in names if tongits_asked and ":" in name}
    if len(names) != seats or any(name not in players_by_name for name in names if name not in in_files):
        raise Unusable("cli.bots", seats=seats, names=", ".join(players_by_name))
    if chosen.rounds < 1:
        raise Unusable("cli.rounds")
    if chosen.record and not chosen.record.name:
        raise Unusable("cli.no_file", path=chosen.record)
    rules = _rules_of(chosen.game, chosen)
    players_by_name |= {name: checked(read_bot(name), name) for name in in_files}
    players = [players_by_name[name] for name in names]
    if "strong" in names:
        compiled.load(wait=compiled.is_prepared())
    first = 0
    for number in range(chosen.rounds):
        seed = chosen.seed + number
        record: Record
        if tongits_asked:
            record = bot_rounds.play_tongits(players, rules, seed, first)
        else:
            record = bot_rounds.play_tichu(players, rules, seed)
        *_, last = record.states()
        ended: Any = GAMES[chosen.game].outcome(last)
        if tongits_asked:
            first = ended.winner if rules.winner_starts and ended.winner is not None else (first + 1) % seats
        if chosen.record:
            path, suffix = chosen.record, f"-{number + 1:04}" if chosen.rounds > 1 else ""
            record.write(path.with_name(f"{path.stem}{suffix}{path.suffix}"))
        print_line(_round_line(chosen.game, seed, len(record.moves), ended, chosen.lang))
    return DONE


def _round_line(game: str, seed: int, moves: int, ended: Any, lang: str) -> str:
    """Return one line about a finished round."""
    if ended is None:
        return say("cli.round_open", lang, seed=seed, count=moves)
    ending = say(f"ending.{ended.ending.value}", lang)
    if ended.winner is None:
        return say("cli.round_void", lang, seed=seed, count=moves, ending=ending)
    gain = ended.payments[ended.winner] if game == "tongits" else ended.points[ended.winner]
    return say("cli.round", lang, seed=seed, count=moves, ending=ending, seat=ended.winner, gain=gain)


# Records


def _replay(chosen: argparse.Namespace) -> int:
    """Print a record move by move, or the whole table after move --at."""
    record = Record.read(chosen.record)
    if chosen.at is not None and not 0 <= chosen.at <= len(record.moves):
        raise Unusable("cli.at", count=len(record.moves))
    try:
        for number, state in enumerate(record.states()):
            if chosen.at is None:
                made = str(record.moves[number - 1]) if number else say("cli.deal", chosen.lang)
                print_line(f"{number}\t{made}")
            elif number == chosen.at:
                for line in _table(state, chosen.lang):
                    print_line(line)
    except IllegalMove as illegal:
        for sentence in notation_of(chosen.lang).explained(illegal.refusals, getattr(illegal.move, "seat", None)):
            print_line(sentence)
        return BROKEN
    return DONE


def _check(chosen: argparse.Namespace) -> int:
    """Check records by the rules, all rounds of a match; the exit code is that of the worst."""
    if chosen.dealer is not None:
        from cardlab.tables.fair_deals import hash_of

        hash_of(chosen.dealer)  # what is no number of a dealer is said before anything else
    checked = [_checked(path, chosen.dealer, chosen.lang) for path in chosen.record]
    if chosen.json:
        print_json({"records": checked})
    elif chosen.csv:
        columns = ("path", "verdict", "round", "move_number", "move", "code", "rule", "text")
        print_csv(columns, (row for record in checked for row in _finding_rows(record)))
    else:
        for record in checked:
            for line in _verdict_lines(record, chosen.lang):
                print_line(f"{record['path']}: {line}" if "file" not in record else line)
    worst = {"right": DONE, "broken": BROKEN, "unreadable": UNREADABLE}
    return max(worst[record["verdict"]] for record in checked)


def _checked(path: Path, dealer: str | None, lang: str) -> Row:
    """Return the verdict on one record with its `findings`, or the `text` why it cannot be read.

    `dealer`: the number from which the cards must follow; then the verdict includes whether they do.
    """
    from cardlab.tables.fair_deals import check_deal

    try:
        record = Record.read(path)
        rounds = (*record.earlier, record)
        of_dealer = [None if dealer is None else check_deal(one, dealer) for one in rounds]
    except NotationError as unreadable:
        refusal = unreadable.refusal
        return {"path": str(path), "verdict": "unreadable", **_plain_refusal(refusal, lang)}
    except OSError as error:
        text = say("cli.file", lang, path=path, reason=error.strerror or "")
        return {"path": str(path), "verdict": "unreadable", "file": error.strerror or "", "text": text}
    findings = [
        {
            "round": number,
            "move_number": finding.number,
            "move": finding.move,
            "refusals": [_plain_refusal(refusal, lang, finding.by) for refusal in finding.refusals],
        }
        for number, both in enumerate(zip(map(check_record, rounds), of_dealer, strict=True), 1)
        for finding in both
        if finding
    ]
    checked: Row = {
        "path": str(path),
        "verdict": "broken" if findings else "right",
        "rounds": len(rounds),
        "moves": sum(len(one.moves) for one in rounds),
        "findings": findings,
    }
    return checked if dealer is None else {**checked, "dealer": "wrong" if any(of_dealer) else "right"}


def _verdict_lines(checked: Row, lang: str) -> Iterator[str]:
    match checked["verdict"]:
        case "unreadable":
            yield checked["text"]
        case "right":
            yield say("cli.check_right", lang, count=checked["moves"])
            if "dealer" in checked:
                yield say("cli.check_dealer.right", lang)
    for finding in checked.get("findings", ()):
        sentences = [say("cli.check_round", lang, number=finding["round"])] if checked["rounds"] > 1 else []
        if finding["move_number"]:
            sentences.append(say("cli.check_move", lang, number=finding["move_number"], move=finding["move"]))
        yield " ".join([*sentences, *(refusal["text"] for refusal in finding["refusals"])])


def _finding_rows(checked: Row) -> Iterator[Row]:
    """Yield a row for each broken clause; one for a record that breaks none or cannot be read."""
    if not checked.get("findings"):
        yield checked
    for finding in checked.get("findings", ()):
        for refusal in finding["refusals"]:
            yield checked | finding | refusal


# What another program reads


def _plain_refusal(refusal: Refusal, lang: str, by: int | None = None) -> Row:
    """Return a refusal as JSON data: code, clause, facts, the nearest repair, and the sentence about the seat `by`."""
    fix = refusal.fix and {"code": refusal.fix.code, "facts": _plain(refusal.fix.facts)}
    facts, text = _plain(refusal.facts), notation_of(lang).explain(refusal, by)
    return {"code": refusal.code, "rule": refusal.rule, "facts": facts, "fix": fix, "text": text}


def _plain(fact: Any) -> Any:
    """Return a fact as JSON data: cards in notation."""
    match fact:
        case Card():
            return fact.code
        case Mapping():
            return {str(name): _plain(part) for name, part in fact.items()}
        case tuple() | list():
            return [_plain(part) for part in fact]
        case frozenset():
            return sorted(_plain(part) for part in fact)
        case bool() | int() | float() | None:
            return fact
    return str(fact)


# The whole table, for the replay of a record


def _table(state: tongits.State | tichu.State, lang: str) -> Iterator[str]:
    """Yield the lines in `lang`: every hand in rows and columns, then the table."""
    for seat, hand in enumerate(state.hands):
        yield say("cli.hand", lang, seat=seat)
        yield from grid(hand).splitlines()
    yield from _tichu_table(state, lang) if isinstance(state, tichu.State) else _tongits_table(state, lang)


def _tongits_table(state: tongits.State, lang: str) -> Iterator[str]:
    for number, laid in enumerate(state.melds):
        shown = laid.meld.cards if laid.meld else ()
        yield say("cli.at.secret" if laid.secret else "cli.at.meld", lang, number=number, seat=laid.owner, cards=shown)
    if not state.melds:
        yield say("cli.at.no_meld", lang)
    if state.discards:
        yield say("cli.at.discards", lang, cards=state.discards)
    else:
        yield say("cli.at.no_discard", lang)
    yield say("cli.at.stock", lang, count=len(state.stock))
    match state.phase:
        case tongits.Phase.OVER:
            yield say("cli.at.over", lang)
        case tongits.Phase.ANSWER:
            yield say("cli.at.answer", lang, seat=state.seat, caller=state.caller)
        case _:
            yield say("cli.at.turn", lang, seat=state.seat)


def _tichu_table(state: tichu.State, lang: str) -> Iterator[str]:
    for number, pile in enumerate(state.piles):
        if pile.cards:
            yield say("cli.at.pile", lang, number=number, cards=pile.cards)
        else:
            yield say("cli.at.no_pile", lang, number=number)
        if pile.wish:
            yield say("cli.at.wish", lang, number=number, rank=pile.wish)
    for seat, (draw, extra) in enumerate(zip(state.draw, state.extra, strict=True)):
        yield say("cli.at.left", lang, seat=seat, draw=len(draw), extra=len(extra))
    if over(state):
        yield say("cli.at.over", lang)
    elif recycle_due(state):
        yield say("cli.at.recycle", lang)
    else:
        yield say("cli.at.flip" if flip_pending(state) else "cli.at.both", lang)


# Hands of Tongits


def _deadwood(chosen: argparse.Namespace) -> int:
    """Print every best arrangement of a hand."""
    hand = cards(" ".join(chosen.cards))
    best_ones = tongits.best_arrangements(hand, rules=_rules_of("tongits", chosen))
    if chosen.json:
        arrangements = [
            {"melds": [_plain_meld(meld) for meld in best.melds], "loose": _plain(best.loose)} for best in best_ones
        ]
        print_json({"cards": _plain(hand), "deadwood": best_ones[0].deadwood, "arrangements": arrangements})
    elif chosen.csv:
        rows = (
            {"deadwood": best.deadwood, "melds": "; ".join(map(str, best.melds)), "loose": notation(best.loose)}
            for best in best_ones
        )
        print_csv(("deadwood", "melds", "loose"), rows)
    else:
        for best in best_ones:
            parts = [say("cli.deadwood", chosen.lang, points=best.deadwood)]
            if best.melds:
                parts.append(say("cli.deadwood.melds", chosen.lang, melds=tuple(meld.cards for meld in best.melds)))
            if best.loose:
                parts.append(say("cli.deadwood.loose", chosen.lang, loose=best.loose))
            print_line(" · ".join(parts))
    return DONE


def _plain_meld(meld: tongits.Meld) -> Row:
    return {"kind": meld.kind.value, "cards": _plain(meld.cards), "stands_for": _plain(meld.stands_for)}


def _why(chosen: argparse.Namespace) -> int:
    """Print whether cards are a meld, which one, or why not; exit code 1 if not."""
    handful = cards(" ".join(chosen.cards))
    rules = _rules_of("tongits", chosen)
    refusals = [_plain_refusal(one, chosen.lang) for one in tongits.why_not_meld(handful, rules)]
    readings = [
        _plain_meld(meld) | {"text": say(f"meld_check.is_{meld.kind}", chosen.lang, cards=meld.cards)}
        for meld in tongits.meld_readings(handful, rules)
    ]
    if chosen.json:
        cards_read, is_meld = _plain(handful), not refusals
        print_json({"cards": cards_read, "is_meld": is_meld, "readings": readings, "refusals": refusals})
    elif chosen.csv:
        rows = [
            one | {"is_meld": not refusals, "cards": " ".join(one.get("cards", _plain(handful)))}
            for one in readings + refusals
        ]
        print_csv(("is_meld", "kind", "cards", "code", "rule", "text"), rows)
    else:
        for one in readings + refusals:
            print_line(one["text"])
    return BROKEN if refusals else DONE


# Exercises on paper, and what learners handed in


def _sheet(chosen: argparse.Namespace) -> int:
    """Write a sheet of exercises with solutions to a file or to the terminal."""
    from cardlab.lessons import course, drill, worksheet

    names = [lesson.name for lesson in course.LESSONS]
    if chosen.lesson not in names:
        raise Unusable("cli.sheet.lesson", lesson=chosen.lesson, lessons=", ".join(names))
    if not 1 <= chosen.each <= worksheet.MOST:
        raise Unusable("cli.sheet.each", most=worksheet.MOST, each=chosen.each)
    if chosen.level is not None and not 1 <= chosen.level <= drill.LEVELS:
        raise Unusable("cli.sheet.level", most=drill.LEVELS, level=chosen.level)
    lesson = course.lesson_named(chosen.lesson)
    kinds = _listed(chosen.kinds)
    try:
        worksheet.drills_of(lesson, kinds)
    except ValueError:
        names_of_kinds = ", ".join(one.name.partition(".")[2] for one in lesson.drills)
        raise Unusable("cli.sheet.kinds", kinds=chosen.kinds, known=names_of_kinds) from None
    versions = _listed(chosen.versions)
    if len(versions) > worksheet.MOST_VERSIONS or any(len(one) > 1 or not one.isalnum() for one in versions):
        raise Unusable("cli.sheet.versions", most=worksheet.MOST_VERSIONS, versions=chosen.versions)
    page = worksheet.sheet(
        lesson,
        chosen.lang,
        chosen.seed,
        each=chosen.each,
        level=chosen.level or 1,
        most=chosen.level or drill.LEVELS,
        kinds=kinds,
        versions=versions or ("",),
        solutions=not chosen.without_solutions,
    )
    if chosen.out is None:
        print(page, end="")
    else:
        write_file(chosen.out, page)
        print_line(say("cli.sheet.written", chosen.lang, path=str(chosen.out)))
    return DONE


def _listed(text: str) -> tuple[str, ...]:
    """Return the texts between commas, each once."""
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def _progress(chosen: argparse.Namespace) -> int:
    """Print a table of files handed in by learners; unreadable files are named and left out."""
    from cardlab.lessons import answer_log, progress_summary

    learners: list[tuple[Path, progress_summary.Summary]] = []
    unreadable: list[Row] = []
    lang = chosen.lang

    def leave_out(path: Path, code: str, reason: str, *, named: bool = False) -> None:
        unreadable.append({"path": str(path), "code": code, "text": reason})
        print_line(reason if named else f"{path}: {reason}", fault=True)

    for path in chosen.file:
        try:
            with file_at(path).open(encoding="utf-8") as source:
                log = answer_log.read(source.read(answer_log.LONGEST + 1))
        except UnicodeDecodeError:
            leave_out(path, "progress_torn", explain(NotationError("progress_torn").refusal, lang))
        except NotationError as wrong:
            leave_out(path, wrong.refusal.code, explain(wrong.refusal, lang))
        except OSError as error:
            leave_out(path, "file", say("cli.file", lang, path=path, reason=error.strerror or ""), named=True)
        else:
            learners.append((path, progress_summary.summary(log, log.name or path.stem, time.time())))
            if log.left_out:
                print_line(f"{path}: {say('progress.left_out', lang, count=log.left_out)}", fault=True)
    by_clause = chosen.by == "clause"

    def rows_of(one: progress_summary.Summary) -> Iterable[Row]:
        return progress_summary.clause_rows(one.practised) if by_clause else one.standings

    if chosen.json:
        results = [{"path": str(path), "name": one.name, "results": list(rows_of(one))} for path, one in learners]
        print_json({"learners": results, "unreadable": unreadable})
    elif chosen.csv:
        columns = progress_summary.CLAUSE_COLUMNS if by_clause else progress_summary.STANDING_COLUMNS
        rows = ({"path": str(path), "name": one.name} | row for path, one in learners for row in rows_of(one))
        print_csv(("path", "name", *columns), rows)
    elif learners:
        all_of_them = [one for _, one in learners]
        from cardlab.phrasing.messages import table

        of_class = progress_summary.class_by_clause if by_clause else progress_summary.class_by_lesson
        print_table(table(Reader(lang), of_class(all_of_them)))
    return UNREADABLE if unreadable else DONE


# The shell


def _completion(shell: str, lang: str) -> int:
    """Print the shell's completion script for commands, options and file names."""
    try:
        import shtab
    except ImportError:
        print_line(say("cli.completion_missing", lang), fault=True)
        return UNREADABLE
    print(shtab.complete(_parser(lang, whole=True), shell))
    return DONE


if __name__ == "__main__":
    sys.exit(main())
