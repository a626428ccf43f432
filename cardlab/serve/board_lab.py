"""What the laboratory says of the positions on the class board: what each answer is worth, and how sure that is.

- `Laboratory`: asks the compute pool about what is shown, one position after the other, and gives up what is no longer;
- `worth`: what an answer is worth, in words; `best`: what is the best to do, in a sentence.

What is asked is the own question of the laboratory (`refined` in `cardlab.analysis.jobs`), and so are the words for its
answer. They are imported with the first position: a board without one needs none of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from cardlab import tongits
from cardlab.cards import Card
from cardlab.lessons.draw_call import MayCall
from cardlab.lessons.drill import Question
from cardlab.lessons.tables_tongits import YOU
from cardlab.locale import say
from cardlab.pagehost.channel import Frame
from cardlab.pagehost.compute import ComputePool, Questions
from cardlab.tables.board import Answer, Board, What
from cardlab.tables.questions import CannotAsk, YourDiscard, position_of, question_of

if TYPE_CHECKING:
    from cardlab.analysis import whatif

LOG: Final = logging.getLogger("cardlab.serve")


class Laboratory:
    """The laboratory of one class board.

    - `pool`: works the answers out; `changed`: is called whenever more is known;
    - `found`: what is known of the positions that are shown; better and better, as long as one is;
    - `counting`: the positions of which nothing is known yet, and soon will be.
    """

    def __init__(self, pool: ComputePool, changed: Callable[[], None]) -> None:
        self.found: dict[What, whatif.Answer] = {}
        self.counting: set[What] = set()
        self._pool = pool
        self._changed = changed
        self._tasks: dict[What, asyncio.Task[None]] = {}
        self._one_at_a_time = asyncio.Lock()

    def look(self, board: Board) -> None:
        """Asks about what is shown now, and gives up what is shown no longer."""
        shown = {one.what: None for one in board.shown}
        for what in self._tasks.keys() - shown:
            self._tasks.pop(what).cancel()
            self.found.pop(what, None)
            self.counting.discard(what)
        for what in shown:
            if what not in self._tasks:
                self._tasks[what] = asyncio.create_task(self._ask(what))

    def close(self) -> None:
        """Gives up everything."""
        for task in self._tasks.values():
            task.cancel()

    async def _ask(self, what: What) -> None:
        job = await asyncio.to_thread(_job, what)
        if job is None:
            return
        self._counts(what, True)
        async with self._one_at_a_time:
            over: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

            def take(piece: tuple[str, whatif.Answer]) -> None:
                self.found[what] = piece[1]
                self.counting.discard(what)
                self._changed()

            def answered(kind: bytes, _page: int, body: bytes) -> None:
                questions.hear(kind, body)

            questions = Questions(0, lambda kind, page, body: self._pool.hear(what, Frame(kind, page, body), answered))
            try:
                questions.ask(job, take, over.set_result)
                if wrong := await over:
                    LOG.warning("a position on the class board was not worked out to the end: %s", wrong)
                    self._counts(what, False)
            finally:
                questions.close()

    def _counts(self, what: What, is_counting: bool) -> None:
        (self.counting.add if is_counting else self.counting.discard)(what)
        self._changed()


def _job(what: What) -> Callable[[], Iterator[Any]] | None:
    """What the pool is asked about this question; None where there is nothing to work out."""
    with suppress(CannotAsk):
        seen = position_of(question_of(what))
        if seen is not None:
            from cardlab.analysis.jobs import refined

            return partial(refined, "values", seen, infer=False)
    return None


def worth(question: Question, answer: Answer, known: whatif.Answer, lang: str) -> str:
    """What an answer is worth, with what is done where that is more than the answer; "" if that is not known."""
    from cardlab.widgets.whatif.options import By, estimated, named_turn, unit_of

    seen, option = position_of(question), _turn_of(question, answer, known)
    if seen is None or option is None:
        return ""
    told = say(
        "board.worth",
        lang,
        win=estimated(option.win, unit_of(By.WIN, seen), known.worlds, lang),
        payment=estimated(option.payment, unit_of(By.PAYMENT, seen), known.worlds, lang),
    )
    is_all = isinstance(question, YourDiscard) and len(option.turn) == 1
    return told if is_all else f"{named_turn(option.turn, seen, lang)}: {told}"


def _turn_of(question: Question, answer: Answer, known: whatif.Answer) -> whatif.Option | None:
    """The best turn for those who answer so: that throws away this card, that calls, or that does anything else."""
    match question, answer:
        case YourDiscard(), (code,):
            fits = (one for one in known.options if tongits.Discard(YOU, Card(code)) in one.turn)
        case MayCall(), ("yes" | "no" as called,):
            fits = (one for one in known.options if (one.move == tongits.Call(YOU)) == (called == "yes"))
        case _:
            return None
    return next(fits, None)


def best(question: Question, known: whatif.Answer, lang: str) -> str:
    """What is the best to do, and what cannot be told apart from it, as the laboratory says it."""
    from cardlab.widgets.whatif.options import By, result

    seen = position_of(question)
    if seen is None or not known.options:
        return ""
    return say("board.laboratory", lang, said=result(known, seen, By.PAYMENT, lang))
