"""What one bot receives a round against two others: many rounds, its seat and the first player rotating.

python -m tests.research.strength --rounds 3000 --paired

With `--paired` each round is played once more by three of the others, and what the one in its place received is taken
away. Three equal players receive nothing on average, so the mean stays and much of the luck of the cards goes.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

from cardlab.analysis.bots import TONGITS
from cardlab.analysis.kernel import compiled
from cardlab.bot_rounds import play_tongits
from cardlab.bots.sensible import sensible
from cardlab.bots.tongits import Bot
from cardlab.tongits import Rules, State, outcome
from cardlab.tongits.moves import SEATS
from cardlab.tongits.rules import PRESETS
from tests.research.advice import figure

PLAYERS: Final[dict[str, Bot]] = {**TONGITS, "sensible": sensible}


def received(bot: Bot, other: Bot, rules: Rules, paired: bool, number: int) -> int:
    """What a bot receives in round `number` against two of another, in points or chips.

    The number is the seed of the deal; it also says where the bot sits and who begins.
    Paired, what one more of the others receives in its place with the same cards is taken away.
    """
    seat, first = number % SEATS, number // SEATS % SEATS

    def paid(one: Bot) -> int:
        players = [one if index == seat else other for index in range(SEATS)]
        *_, last = play_tongits(players, rules, number, first).states()
        assert isinstance(last, State)
        ended = outcome(last)
        assert ended is not None
        return ended.payments[seat]

    return paid(bot) - (paid(other) if paired else 0)


def main() -> None:
    """Plays the rounds and prints what was received a round, with its standard error."""
    parser = argparse.ArgumentParser(prog="python -m tests.research.strength", description=__doc__)
    parser.add_argument("--bot", choices=tuple(PLAYERS), default="strong")
    parser.add_argument("--others", choices=tuple(PLAYERS), default="careful")
    parser.add_argument("--preset", choices=tuple(PRESETS), default="sheet")
    parser.add_argument("--rounds", type=int, default=3000)
    parser.add_argument("--paired", action="store_true")
    chosen = parser.parse_args()
    play = partial(received, PLAYERS[chosen.bot], PLAYERS[chosen.others], Rules.preset(chosen.preset), chosen.paired)
    results: list[tuple[int, float]] = []
    with ProcessPoolExecutor(initializer=partial(compiled.load, wait=True)) as processes:
        for number, paid in enumerate(processes.map(play, range(chosen.rounds)), 1):
            results.append((number, paid))
            if number % 100 == 0 or number == chosen.rounds:
                gain = figure(results)
                print(f"{gain.cases} rounds, {gain.mean:+.2f} ± {gain.error:.2f} a round", flush=True)


if __name__ == "__main__":
    main()
