"""The command `cardlab`: its arguments, and what its subcommands do.

- `main`: runs a command and returns its exit code: 0 done, 1 a rule is broken, 2 unreadable input, 130 interrupted;
- `play`, `replay` and `check`: rounds of bots, and records; `deadwood` and `why`: hands of Tongits;
- `sheet` and `progress`: exercises on paper, and learners' results;
- `serve`, `lab`, `site` and `copy` are implemented in `cardlab.serve`.

The terminal speaks English. `--lang` sets the language of a sheet, and of the reasons of `why`.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from cardlab import __version__, tongits
from cardlab.analysis.own_bots import BotError, checked, read_bot
from cardlab.cards import cards, notation
from cardlab.game import GAMES
from cardlab.phrasing import Reader
from cardlab.phrasing import notation as notation_of
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.record import Record, file_at, write_file
from cardlab.record import check as check_record
from cardlab.refusal import IllegalMove, NotationError, Refusal
from cardlab.terminal import (
    BROKEN,
    DONE,
    INTERRUPTED,
    SERVING,
    UNREADABLE,
    Parser,
    Unusable,
    as_csv,
    print_json,
    print_line,
    print_table,
    show_in_letters,
)

BOTS: Final = (
    "one bot per seat: random or careful, in Tongits also sensible, strong or FILE.py:NAME, in Tichu also skilled"
    " (default: careful)"
)
RECORD: Final = "a record written by play --record or saved by a page"
CARDS: Final = "cards in notation, such as 7h 8h 9h"
JSON: Final = "print one JSON document instead of sentences"
CODES: Final = "exit code 0 right, 1 a rule is broken, 2 unreadable"
PROGRESS: Final = (
    "Show learners' progress from the files they handed in. Such a file proves nothing, since anyone can edit it:"
    " use it to see what to practise, not for marks."
)

Run: TypeAlias = Callable[[argparse.Namespace], int]
"""A function that runs a command and returns its exit code."""
Row: TypeAlias = dict[str, Any]
"""A row of a table or an object of JSON, for other programs."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; bad input raises nothing.

    `argv`: the arguments without the program's name, by default those of this process.
    """
    show_in_letters()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        if words and words[0] in SERVING:
            from cardlab.serve import command

            return command.run(words[0], words[1:])
        parser = _parser()
        chosen = parser.parse_args(words)
        if chosen.run is None:
            parser.print_help()
            return DONE
        run: Run = chosen.run
        return run(chosen)
    except (Unusable, NotationError, BotError) as reason:
        print_line(str(reason), fault=True)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # Nobody reads the output any more. Without this, Python would complain when it flushes at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return DONE
        print_line(_no_file(error.filename or "", error), fault=True)
    except KeyboardInterrupt as stop:
        # Finished rounds are printed already; a note says which bot was interrupted, and where.
        for sentence in getattr(stop, "__notes__", ["Stopped."]):
            print_line(sentence, fault=True)
        return INTERRUPTED
    return UNREADABLE


def _no_file(path: object, error: OSError) -> str:
    return f"Can't open the file {path}: {error.strerror or type(error).__name__}."


def _parser() -> Parser:
    parser = Parser(prog="cardlab", description="Learn Tongits and Tichu 1.on.1 by doing.")
    version = f"cardlab {__version__}"
    parser.add_argument("--version", action="version", version=version, help="show the version and exit")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)

    def command(name: str, run: Run, about: str) -> Callable[..., argparse.Action]:
        added = commands.add_parser(name, help=about, description=about)
        added.set_defaults(run=run)
        return added.add_argument

    # Listed here for the help; `cardlab.serve` reads their options.
    for name, about in SERVING.items():
        commands.add_parser(name, help=about)
    option = command("play", _play, "Let bots play whole rounds.")
    option("game", choices=tuple(GAMES), help="which game")
    option("--bots", default="", metavar="BOT,BOT,...", help=BOTS)
    option("--seed", type=int, metavar="N", help="deal number of the first round (default: a random one)")
    option("--rounds", type=int, default=1, metavar="N", help="how many rounds")
    _rule_options(option)
    option("--record", type=Path, help="file for the record, numbered if there are several rounds")
    option = command("replay", _replay, "Show a record move by move.")
    option("record", type=Path, help=RECORD)
    option = command("check", _check, f"Check records by the rules: {CODES}.")
    option("record", type=Path, nargs="+", help=RECORD)
    option("--json", action="store_true", help=JSON)
    option = command("deadwood", _deadwood, "Show every best arrangement of a hand.")
    option("cards", nargs="+", help=CARDS)
    option("--json", action="store_true", help=JSON)
    _rule_options(option)
    option = command("why", _why, "Say whether cards are a meld, and why. If not, the exit code is 1.")
    option("cards", nargs="+", help=CARDS)
    option("--json", action="store_true", help=JSON)
    option("--lang", default="en", choices=tuple(LANGUAGES), help="language of the reasons")
    _rule_options(option)
    option = command("sheet", _sheet, "Write a sheet of exercises with solutions to print.")
    option("lesson", help="lesson that the exercises come from")
    option("--lang", default="en", choices=tuple(LANGUAGES), help="language of the sheet")
    option("--seed", type=int, default=1, metavar="N", help="sheet number: the same number gives the same sheet")
    option("--each", type=int, default=2, metavar="N", help="questions of each kind")
    option("--kinds", default="", help="only these kinds of question, such as who_wins,may_call")
    option("--level", type=int, metavar="N", help="only questions of this level, 1 to 3 (default: rising)")
    option("--versions", default="", help="several versions with different questions, such as A,B")
    option("--without-solutions", action="store_true", help="leave out the solutions")
    option("--out", type=Path, help="the HTML file to write")
    option = command("progress", _progress, PROGRESS)
    option("file", type=Path, nargs="+", help="progress file that a learner saved or handed in")
    option("--by", choices=("lesson", "clause"), default="lesson", help="one row per lesson or per clause")
    option("--csv", action="store_true", help="print a table as CSV")
    return parser


# The rules of a table as arguments: a preset, and house rules by name and value.


def _rule_options(option: Callable[..., argparse.Action]) -> None:
    option("--preset", default="sheet", help="set of house rules: sheet (as the rule sheets say) or traditional")
    option("--rule", action="append", default=[], metavar="NAME=VALUE", help="one house rule, such as tie=challenger")


def _rules_of(game: str, chosen: argparse.Namespace) -> Any:
    """Return the rules of --preset and --rule. Raises Unusable for an unknown name or an impossible value."""
    kind = GAMES[game].rules
    try:
        rules = kind.preset(chosen.preset)
    except ValueError as error:
        raise Unusable(f"This game has {error}.") from None
    names = [one.name for one in fields(kind)]
    for change in chosen.rule:
        name, _, value = change.partition("=")
        if name not in names:
            raise Unusable(f"There is no house rule {name!r}. Choose from: {', '.join(names)}.")
        try:
            rules = replace(rules, **{name: _value(value)})
        except ValueError as error:
            raise Unusable(f"The house rule {error}.") from None
    return rules


def _value(text: str) -> bool | int | str:
    words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    return words.get(text.lower(), int(text) if text.isdecimal() else text)


# Rounds played by bots


def _play(chosen: argparse.Namespace) -> int:
    from cardlab import bot_rounds, bots
    from cardlab.analysis.bots import OPPONENTS

    tongits_asked = chosen.game == "tongits"
    players_by_name: dict[str, Any] = dict(OPPONENTS if tongits_asked else bots.tichu.BOTS)
    seats = 3 if tongits_asked else 2
    names = [name for name in chosen.bots.split(",") if name] or ["careful"] * seats
    in_files = {name for name in names if tongits_asked and ":" in name}
    if unknown := [name for name in names if name not in players_by_name and name not in in_files]:
        raise Unusable(f"There is no bot {unknown[0]!r}. Choose from: {', '.join(players_by_name)}.")
    if len(names) != seats:
        raise Unusable(f"This game needs {seats} bots, one per seat.")
    if chosen.seed is not None and chosen.seed < 0:
        raise Unusable("The number of a deal is 0 or more.")
    if chosen.rounds < 1:
        raise Unusable("Play at least one round.")
    if chosen.record and not chosen.record.name:
        raise Unusable(f"Can't write a record to {str(chosen.record)!r}.")
    rules = _rules_of(chosen.game, chosen)
    players_by_name |= {name: checked(read_bot(name), name) for name in in_files}
    players = [players_by_name[name] for name in names]
    first = 0
    started = secrets.randbits(bot_rounds.DEAL_BITS) if chosen.seed is None else chosen.seed
    for number in range(chosen.rounds):
        seed = started + number
        record: Record
        if tongits_asked:
            record = bot_rounds.play_tongits(players, rules, seed, first)
        else:
            record = bot_rounds.play_tichu(players, rules, seed)
        ended = record.outcome
        if tongits_asked:
            first = ended.winner if rules.winner_starts and ended.winner is not None else (first + 1) % seats
        if chosen.record:
            path, suffix = chosen.record, f"-{number + 1:04}" if chosen.rounds > 1 else ""
            record.write(path.with_name(f"{path.stem}{suffix}{path.suffix}"))
        print_line(_round_line(chosen.game, seed, len(record.moves), ended))
    return DONE


def _round_line(game: str, seed: int, moves: int, ended: Any) -> str:
    """Return a line that says how a round ended and what it paid."""
    if ended is None:
        return f"Deal {seed}: stopped without an end after {moves} moves."
    if ended.winner is None:
        return f"Deal {seed}: {ended.ending}, nobody wins, {moves} moves."
    gain = ended.payments[ended.winner] if game == "tongits" else ended.points[ended.winner]
    return f"Deal {seed}: {ended.ending}, seat {ended.winner} wins {gain}, {moves} moves."


# Records


def _replay(chosen: argparse.Namespace) -> int:
    record = Record.read(chosen.record)
    states = record.states()
    try:
        # A move is printed before it is played, so that a broken rule's reasons follow it.
        for number, move in enumerate(("deal", *record.moves)):
            print_line(f"{number}\t{move}")
            next(states)
    except IllegalMove as illegal:
        for sentence in notation_of("en").explained(illegal.refusals, getattr(illegal.move, "seat", None)):
            print_line(sentence)
        return BROKEN
    return DONE


def _check(chosen: argparse.Namespace) -> int:
    """Print which rules records break, in all rounds of their matches. The exit code is that of the worst record."""
    checked = list(map(_checked, chosen.record))
    if chosen.json:
        print_json({"records": checked})
    else:
        for record in checked:
            for line in _verdict_lines(record):
                print_line(f"{record['path']}: {line}" if "file" not in record else line)
    worst = {"right": DONE, "broken": BROKEN, "unreadable": UNREADABLE}
    return max(worst[record["verdict"]] for record in checked)


def _checked(path: Path) -> Row:
    """Return the verdict on the record in a file, as JSON data.

    `findings` lists the broken rules; `text` says why a file can't be read.
    """
    try:
        record = Record.read(path)
        rounds = (*record.earlier, record)
    except NotationError as unreadable:
        return {"path": str(path), "verdict": "unreadable", **_plain_refusal(unreadable.refusal)}
    except OSError as error:
        return {"path": str(path), "verdict": "unreadable", "file": error.strerror, "text": _no_file(path, error)}
    findings = [
        {
            "round": number,
            "move_number": finding.number,
            "move": finding.move,
            "refusals": [_plain_refusal(refusal, by=finding.by) for refusal in finding.refusals],
        }
        for number, finding in enumerate(map(check_record, rounds), 1)
        if finding
    ]
    return {
        "path": str(path),
        "verdict": "broken" if findings else "right",
        "rounds": len(rounds),
        "moves": sum(len(one.moves) for one in rounds),
        "findings": findings,
    }


def _verdict_lines(checked: Row) -> Iterator[str]:
    match checked["verdict"]:
        case "unreadable":
            yield checked["text"]
        case "right":
            yield f"right, {checked['moves']} moves."
    for finding in checked.get("findings", ()):
        sentences = [f"Round {finding['round']}:"] if checked["rounds"] > 1 else []
        if finding["move_number"]:
            sentences.append(f"Move {finding['move_number']}, “{finding['move']}”, is not allowed.")
        yield " ".join([*sentences, *(refusal["text"] for refusal in finding["refusals"])])


# Refusals and facts as JSON


def _plain_refusal(refusal: Refusal, lang: str = "en", by: int | None = None) -> Row:
    """Return a refusal as JSON data, with its sentence about the seat `by`."""
    return {**asdict(refusal), "text": notation_of(lang).explain(refusal, by)}


# Hands of Tongits


def _deadwood(chosen: argparse.Namespace) -> int:
    hand = cards(" ".join(chosen.cards))
    best_ones = tongits.best_arrangements(hand, rules=_rules_of("tongits", chosen))
    if chosen.json:
        arrangements = [
            {"melds": [_plain_meld(meld) for meld in best.melds], "loose": best.loose} for best in best_ones
        ]
        print_json({"cards": hand, "deadwood": best_ones[0].deadwood, "arrangements": arrangements})
    else:
        for best in best_ones:
            melds = f" · melds: {'; '.join(map(str, best.melds))}" if best.melds else ""
            loose = f" · left in hand: {notation(best.loose)}" if best.loose else ""
            print_line(f"Deadwood {best.deadwood}{melds}{loose}")
    return DONE


def _plain_meld(meld: tongits.Meld) -> Row:
    return {"kind": meld.kind.value, "cards": meld.cards, "stands_for": meld.stands_for}


def _why(chosen: argparse.Namespace) -> int:
    handful = cards(" ".join(chosen.cards))
    rules = _rules_of("tongits", chosen)
    refusals = [_plain_refusal(one, chosen.lang) for one in tongits.why_not_meld(handful, rules)]
    readings = [
        _plain_meld(meld) | {"text": say(f"meld_check.is_{meld.kind}", chosen.lang, cards=meld.cards)}
        for meld in tongits.meld_readings(handful, rules)
    ]
    if chosen.json:
        print_json({"cards": handful, "is_meld": not refusals, "readings": readings, "refusals": refusals})
    else:
        for one in readings + refusals:
            print_line(one["text"])
    return BROKEN if refusals else DONE


# Exercises on paper, and what learners handed in


def _sheet(chosen: argparse.Namespace) -> int:
    from cardlab.lessons import course, drill, worksheet

    names = [lesson.name for lesson in course.LESSONS]
    if chosen.lesson not in names:
        raise Unusable(f"There is no lesson {chosen.lesson!r}. Choose from: {', '.join(names)}.")
    try:
        page = worksheet.sheet(
            course.lesson_named(chosen.lesson),
            chosen.lang,
            chosen.seed,
            each=chosen.each,
            level=1 if chosen.level is None else chosen.level,
            most=drill.LEVELS if chosen.level is None else chosen.level,
            kinds=_listed(chosen.kinds),
            versions=_listed(chosen.versions) or ("",),
            solutions=not chosen.without_solutions,
        )
    except ValueError as error:
        raise Unusable(str(error)) from None
    if chosen.out is None:
        print(page, end="")
    else:
        write_file(chosen.out, page)
        print_line(f"The sheet is in {chosen.out}. Open it in a browser to print it.")
    return DONE


def _listed(text: str) -> tuple[str, ...]:
    """Return the texts between commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _progress(chosen: argparse.Namespace) -> int:
    """Print learners' progress from files they handed in; name unreadable files."""
    from cardlab.lessons import answer_log, progress_summary

    learners: list[tuple[Path, progress_summary.Summary]] = []
    wrong = []
    for path in chosen.file:
        try:
            with file_at(path).open(encoding="utf-8") as source:
                log = answer_log.read(source.read(answer_log.LONGEST + 1))
        except UnicodeDecodeError:
            wrong.append(f"{path}: {NotationError('progress_torn')}")
        except NotationError as reason:
            wrong.append(f"{path}: {reason}")
        except OSError as error:
            wrong.append(_no_file(path, error))
        else:
            learners.append((path, progress_summary.summary(log, log.name or path.stem, time.time())))
            if log.left_out:
                wrong.append(f"{path}: {say('progress.left_out', count=log.left_out)}")
    for sentence in wrong:
        print_line(sentence, fault=True)
    by_clause = chosen.by == "clause"
    if chosen.csv:
        columns = progress_summary.CLAUSE_COLUMNS if by_clause else progress_summary.RESULT_COLUMNS
        of_one = (lambda one: progress_summary.clause_rows(one.practised)) if by_clause else (lambda one: one.results)
        rows = ({"path": str(path), "name": one.name} | row for path, one in learners for row in of_one(one))
        print(as_csv(("path", "name", *columns), rows), end="")
    elif learners:
        from cardlab.phrasing.messages import table

        of_class = progress_summary.class_by_clause if by_clause else progress_summary.class_by_lesson
        print_table(table(Reader("en"), of_class([one for _, one in learners])))
    return UNREADABLE if wrong else DONE


if __name__ == "__main__":
    sys.exit(main())
