"""The commands `cardlab play`, `replay` and `check`: rounds played by bots, and the records of rounds.

Knows arguments and exit codes; rounds are played by `cardlab.rounds`, records are read by `cardlab.record`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cardlab.cli_end import BROKEN, DONE, UNREADABLE, Command, Unusable
from cardlab.cli_rules import GAMES, add_rules, rules_of
from cardlab.cli_table import table
from cardlab.cli_terminal import tell
from cardlab.locale import explain, say
from cardlab.refusal import IllegalMove, NotationError

__all__ = ["add"]


def add(command: Command, lang: str) -> None:
    """Adds the three commands with their options."""
    play = command("play", _play)
    play.add_argument("game", choices=tuple(GAMES))
    play.add_argument("--bots", default="", help=say("cli.help.bots", lang))
    play.add_argument("--seed", type=int, default=0, help=say("cli.help.seed", lang))
    play.add_argument("--rounds", type=int, default=1, help=say("cli.help.rounds", lang))
    add_rules(play, lang)
    play.add_argument("--record", type=Path, help=say("cli.help.record", lang))
    replay = command("replay", _replay)
    replay.add_argument("record", type=Path)
    replay.add_argument("--at", type=int, help=say("cli.help.at", lang))
    check = command("check", _check)
    check.add_argument("record", type=Path, nargs="+")


def _play(chosen: argparse.Namespace) -> int:
    """Plays rounds by bots; with --record writes each round's record, numbered when there are several."""
    from cardlab import bots, rounds
    from cardlab.analysis import bots as by_name
    from cardlab.analysis.kernel import compiled
    from cardlab.record import Record

    tongits_asked = chosen.game == "tongits"
    known: dict[str, Any] = dict(by_name.TONGITS if tongits_asked else bots.tichu.BOTS)
    seats = 3 if tongits_asked else 2
    names = [name for name in chosen.bots.split(",") if name] or ["careful"] * seats
    if len(names) != seats or any(name not in known for name in names):
        raise Unusable("cli.bots", seats=seats, names=", ".join(known))
    if chosen.rounds < 1:
        raise Unusable("cli.rounds")
    if chosen.record and not chosen.record.name:
        raise Unusable("cli.no_file", path=chosen.record)
    rules = rules_of(chosen.game, chosen)
    players = [known[name] for name in names]
    if "strong" in names:
        compiled.load()
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
        tell(_told(chosen.game, seed, len(record.moves), ended, chosen.lang))
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
    """Prints a record move by move, or the whole table after move --at."""
    from cardlab.record import Record

    record = Record.read(chosen.record)
    if chosen.at is not None and not 0 <= chosen.at <= len(record.moves):
        raise Unusable("cli.at", count=len(record.moves))
    try:
        for number, state in enumerate(record.states()):
            if chosen.at is None:
                made = str(record.moves[number - 1]) if number else say("cli.deal", chosen.lang)
                tell(f"{number}\t{made}")
            elif number == chosen.at:
                for line in table(state, chosen.lang):
                    tell(line)
    except IllegalMove as illegal:
        for refusal in illegal.refusals:
            tell(explain(refusal, chosen.lang))
        return BROKEN
    return DONE


def _check(chosen: argparse.Namespace) -> int:
    """Replays records by the rules, all rounds of a match; the exit code is that of the worst of them."""
    from cardlab.record import Record, check

    worst = DONE
    for path in chosen.record:
        try:
            record = Record.read(path)
            rounds = (*record.earlier, record)
        except NotationError as unreadable:
            tell(f"{path}: {explain(unreadable.refusal, chosen.lang)}")
            worst = UNREADABLE
            continue
        except OSError as error:
            tell(say("cli.file", chosen.lang, path=path, reason=error.strerror or ""))
            worst = UNREADABLE
            continue
        findings = [(number, found) for number, found in enumerate(map(check, rounds), 1) if found]
        for number, finding in findings:
            worst = max(worst, BROKEN)
            told = [say("cli.check_round", chosen.lang, number=number)] if len(rounds) > 1 else []
            if finding.number:
                told.append(say("cli.check_move", chosen.lang, number=finding.number, move=finding.move))
            tell(" ".join([f"{path}:", *told, *(explain(refusal, chosen.lang) for refusal in finding.refusals)]))
        if not findings:
            tell(f"{path}: {say('cli.check_right', chosen.lang, count=sum(len(one.moves) for one in rounds))}")
    return worst
