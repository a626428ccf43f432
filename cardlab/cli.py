"""The command `cardlab`: serve the course, play rounds by bots, replay and check records, ask about hands.

Knows arguments and exit codes: 0 done, 1 a rule is broken, 2 what was given cannot be read.
Every text it prints comes from the catalogues, in the language of `--lang` or else of the environment.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NoReturn

from cardlab import cli_course, tichu, tongits
from cardlab.cards import cards, grid
from cardlab.cli_end import BROKEN, DONE, UNREADABLE, Unusable
from cardlab.locale import LANGUAGES, explain, say
from cardlab.refusal import IllegalMove, NotationError
from cardlab.tongits import Meld

__all__ = ["main"]

GAMES: Final[dict[str, Any]] = {"tongits": tongits, "tichu": tichu}


class _Parser(argparse.ArgumentParser):
    """An argument parser that speaks through the catalogues and never prints a usage dump on a mistake."""

    def error(self, message: str) -> NoReturn:
        """What argparse found wrong, which it can say in English only, becomes a sentence of the catalogues."""
        raise Unusable("cli.usage", command=self.prog)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; `argv` without the program's name. Returns the exit code and never raises for bad input."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a suit's sign, or a broken character from a file, must not end in a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    words = list(sys.argv[1:] if argv is None else argv)
    lang = _language(words)
    if words[:1] in (["serve"], ["lab"]):
        return _served(words, lang)
    try:
        chosen = _parser(lang).parse_args(words)
        run: Callable[[argparse.Namespace], int] = chosen.run
        return run(chosen)
    except Unusable as unusable:
        print(say(unusable.code, lang, **unusable.facts), file=sys.stderr)
    except NotationError as unreadable:
        print(explain(unreadable.refusal, lang), file=sys.stderr)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read the output has gone; closing it here keeps Python from complaining at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return DONE
        print(say("cli.file", lang, path=str(error.filename), reason=error.strerror or ""), file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return UNREADABLE


def _served(words: list[str], lang: str) -> int:
    try:
        from cardlab.voila import server
    except ImportError:
        print(say("cli.serve_missing", lang), file=sys.stderr)
        return UNREADABLE
    return server.serve(words[1:]) if words[0] == "serve" else server.lab(words[1:])


def _language(words: Sequence[str]) -> str:
    """The language asked for by `--lang`, else the one of the environment, else English."""
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        asked = following if word == "--lang" else word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if asked in LANGUAGES:
            return asked
    spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "en")
    return spoken[:2] if spoken[:2] in LANGUAGES else "en"


def _parser(lang: str) -> argparse.ArgumentParser:
    """Every command with its options, its help in `lang`."""
    parser = _Parser(prog="cardlab", description=say("cli.help", lang))
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=say(f"cli.help.{name}", lang), description=say(f"cli.help.{name}", lang))
        added.add_argument("--lang", default=lang, choices=tuple(LANGUAGES), help=say("cli.help.lang", lang))
        added.set_defaults(run=run)
        return added

    command("serve", _never)
    command("lab", _never)
    play = command("play", _play)
    play.add_argument("game", choices=tuple(GAMES))
    play.add_argument("--bots", default="", help=say("cli.help.bots", lang))
    play.add_argument("--seed", type=int, default=0, help=say("cli.help.seed", lang))
    play.add_argument("--rounds", type=int, default=1, help=say("cli.help.rounds", lang))
    play.add_argument("--preset", default="sheet", help=say("cli.help.preset", lang))
    play.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE", help=say("cli.help.rule", lang))
    play.add_argument("--record", type=Path, help=say("cli.help.record", lang))
    replay = command("replay", _replay)
    replay.add_argument("record", type=Path)
    replay.add_argument("--at", type=int, help=say("cli.help.at", lang))
    check = command("check", _check)
    check.add_argument("record", type=Path, nargs="+")
    for name, run in (("deadwood", _deadwood), ("why", _why)):
        asked = command(name, run)
        asked.add_argument("cards", nargs="+", help=say("cli.help.cards", lang))
        asked.add_argument("--preset", default="sheet", help=say("cli.help.preset", lang))
        asked.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE", help=say("cli.help.rule", lang))
    cli_course.add(command, lang)
    bench = command("bench", _bench)
    bench.add_argument("--json", type=Path, help=say("cli.help.json", lang))
    return parser


def _never(chosen: argparse.Namespace) -> int:
    """`serve` and `lab` have options of their own and are sent on before; here they only stand in the list."""
    raise AssertionError(chosen)


def _rules(game: str, chosen: argparse.Namespace) -> Any:
    """The preset with the changed fields. Raises Unusable for a name or value that there is not."""
    kind = GAMES[game].Rules
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


def _play(chosen: argparse.Namespace) -> int:
    """Plays rounds by bots; with --record writes each round's record, numbered when there are several."""
    from cardlab import bots, rounds
    from cardlab.record import Record

    tongits_asked = chosen.game == "tongits"
    known: dict[str, Any] = dict(bots.tongits.BOTS if tongits_asked else bots.tichu.BOTS)
    seats = 3 if tongits_asked else 2
    names = [name for name in chosen.bots.split(",") if name] or ["careful"] * seats
    if len(names) != seats or any(name not in known for name in names):
        raise Unusable("cli.bots", seats=seats, names=", ".join(known))
    if chosen.rounds < 1:
        raise Unusable("cli.rounds")
    if chosen.record and not chosen.record.name:
        raise Unusable("cli.no_file", path=chosen.record)
    rules = _rules(chosen.game, chosen)
    players = [known[name] for name in names]
    first = 0
    for number in range(chosen.rounds):
        seed = chosen.seed + number
        record: Record
        if tongits_asked:
            record = rounds.play_tongits(players, rules, seed, first)
        else:
            record = rounds.play_tichu(players, rules, seed)
        *_, last = record.states()
        ended: Any = GAMES[chosen.game].outcome(last)
        if tongits_asked:
            first = ended.winner if rules.winner_starts and ended.winner is not None else (first + 1) % seats
        if chosen.record:
            record.write(_numbered(chosen.record, number, chosen.rounds))
        print(_told(chosen.game, seed, len(record.moves), ended, chosen.lang))
    return DONE


def _numbered(path: Path, number: int, count: int) -> Path:
    return path if count == 1 else path.with_name(f"{path.stem}-{number + 1:04}{path.suffix}")


def _told(game: str, seed: int, moves: int, ended: Any, lang: str) -> str:
    """One line about a round that was played."""
    if ended is None:
        return say("cli.round_open", lang, seed=seed, count=moves)
    ending = say(f"ending.{ended.ending.value}", lang)
    if ended.winner is None:
        return say("cli.round_void", lang, seed=seed, count=moves, ending=ending)
    gain = ended.payments[ended.winner] if game == "tongits" else ended.points[ended.winner]
    return say("cli.round", lang, seed=seed, count=moves, ending=ending, seat=ended.winner, gain=gain)


def _replay(chosen: argparse.Namespace) -> int:
    """Prints a record move by move, or the position after move --at as cards in rows and columns."""
    from cardlab.record import Record

    record = Record.read(chosen.record)
    if chosen.at is not None and not 0 <= chosen.at <= len(record.moves):
        raise Unusable("cli.at", count=len(record.moves))
    try:
        for number, state in enumerate(record.states()):
            if chosen.at is None:
                print(number, str(record.moves[number - 1]) if number else say("cli.deal", chosen.lang), sep="\t")
            elif number == chosen.at:
                for seat, hand in enumerate(state.hands):
                    print(say("cli.hand", chosen.lang, seat=seat), grid(hand), sep="\n")
    except IllegalMove as illegal:
        print(*(explain(refusal, chosen.lang) for refusal in illegal.refusals), sep="\n")
        return BROKEN
    return DONE


def _check(chosen: argparse.Namespace) -> int:
    """Replays records by the rules; the exit code is that of the worst of them."""
    from cardlab.record import Record, check

    worst = DONE
    for path in chosen.record:
        try:
            record = Record.read(path)
        except NotationError as unreadable:
            print(f"{path}: {explain(unreadable.refusal, chosen.lang)}")
            worst = UNREADABLE
            continue
        except OSError as error:
            print(say("cli.file", chosen.lang, path=path, reason=error.strerror or ""))
            worst = UNREADABLE
            continue
        finding = check(record)
        if finding is None:
            print(f"{path}: {say('cli.check_right', chosen.lang, count=len(record.moves))}")
            continue
        worst = max(worst, BROKEN)
        where = say("cli.check_move", chosen.lang, number=finding.number, move=finding.move) if finding.number else ""
        reasons = " ".join(explain(refusal, chosen.lang) for refusal in finding.refusals)
        print(f"{path}: {where} {reasons}".replace("  ", " "))
    return worst


def _deadwood(chosen: argparse.Namespace) -> int:
    """Prints every best arrangement of a hand."""
    hand = cards(" ".join(chosen.cards))
    for best in tongits.best_arrangements(hand, rules=_rules("tongits", chosen)):
        melds = tuple(meld.cards for meld in best.melds)
        print(say("cli.deadwood", chosen.lang, melds=melds, loose=best.loose, points=best.deadwood))
    return DONE


def _why(chosen: argparse.Namespace) -> int:
    """Says whether cards are a meld, which one, or why not; exit code 1 if not."""
    handful = cards(" ".join(chosen.cards))
    rules = _rules("tongits", chosen)
    refusals = tongits.why_not_meld(handful, rules)
    if refusals:
        print(*(explain(refusal, chosen.lang) for refusal in refusals), sep="\n")
        return BROKEN
    readings: tuple[Meld, ...] = tongits.meld_readings(handful, rules)
    for meld in readings:
        print(say(f"meld_check.is_{meld.kind}", chosen.lang, cards=meld.cards))
    return DONE


def _bench(chosen: argparse.Namespace) -> int:
    """Measures, prints the table and, with --json, writes the figures."""
    from cardlab import bench

    found, where = bench.figures()
    print(bench.table(found), "", *(f"{name}: {value}" for name, value in where.items()), sep="\n")
    if chosen.json:
        chosen.json.write_text(bench.as_json(found, where), encoding="utf-8")
    return DONE


if __name__ == "__main__":
    sys.exit(main())
