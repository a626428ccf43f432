"""Exercises of a teacher's own: in plain sentences of one language, asked and explained as those of the course are.

- `exercise` makes one of a function, in a notebook: `Exercise(mine)` shows it;
- `own_exercises`: those in the Python file that the environment variable CARDLAB_EXERCISES names, which a server also
  offers on the class board.

What is answered to them stays nowhere: no other page could ask it again.
"""

from __future__ import annotations

import logging
import os
import runpy
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

from cardlab.lessons.ask import Ask
from cardlab.lessons.drill import Drill
from cardlab.phrasing.catalogue import has_message

FILE: Final = "CARDLAB_EXERCISES"
LOG: Final = logging.getLogger("cardlab.lessons")


def exercise(prompt: str = "", rule: str = "") -> Callable[[Callable[[Random, int], Ask]], Drill]:
    """Makes an exercise of the function below it, which makes a question of a level, 1 to 3, by chance.

    - `prompt`: the question, where the function does not give each its own;
    - `rule`: the clause that it practises, to be read up on, or several: "T3.1 T3.2".

    Raises ValueError for a clause that there is not, and later for a question whose answer is none of its choices.

    >>> from cardlab.cards import DECK
    >>> from cardlab.tongits import points
    >>> @exercise("Which cards count 10?", rule="T9.1")
    ... def tens(chance, level):
    ...     hand = chance.sample(DECK, 4 + 2 * level)
    ...     wanted = [card for card in hand if points(card) == 10]
    ...     return Ask(hand, answer=wanted, choose="any", because="Ten, jack, queen and king count 10 each.")
    >>> tens.question("1", 2).read("en").task.prompt
    'Which cards count 10?'
    """

    clauses = tuple(rule.split())
    for clause in clauses:
        if not has_message(f"clause.{clause}"):
            raise ValueError(f"the rule book has no clause {clause!r}")

    def drill(make: Callable[[Random, int], Ask]) -> Drill:
        def asked(chance: Random, level: int) -> Ask:
            ask = make(chance, level)
            wanted = ask.answer if isinstance(ask.answer, tuple) else (ask.answer,)
            if ask.choices and not set(wanted) <= set(ask.choices):
                raise ValueError(f"{ask.answer!r} is right, but is none of the choices")
            asks = ask.prompt or prompt
            return replace(ask, prompt=asks, clauses=ask.clauses or clauses, helps=ask.helps or (asks,))

        return Drill(make.__name__, asked, clauses, title=prompt or make.__name__)

    return drill


@cache
def own_exercises() -> tuple[Drill, ...]:
    """The exercises in the file that the environment names; none, and a line in the log, if it cannot be run."""
    path = os.environ.get(FILE)
    if not path:
        return ()
    try:
        names = runpy.run_path(path)
    except Exception as fault:
        LOG.error("%s: %s: %s", path, type(fault).__name__, fault)
        return ()
    return tuple(drill for drill in names.values() if isinstance(drill, Drill) and drill.title)
