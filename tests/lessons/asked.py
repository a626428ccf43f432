"""What tests of questions share: tables of them, each with what is right and what is said, and answers to any question.

- `row`, `table`: a test that each question has its answer, is told why, and who errs is told what is wrong;
- `told`: all that is said of an answer; `answers`, `wrong_answer`: those that somebody might give; `sit`: gives them;
- `under`: what is done on a page with a query;
- `whole`: whether texts are put into words to the end; `every_card`: what lies on a table; `impossible`: what is wrong
  with it.
"""

import re
from contextvars import copy_context
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from cardlab import tongits
from cardlab.analysis.faults import faults
from cardlab.lessons.address import QUERY, page_address
from cardlab.lessons.protocol import Answered, AnswerLog
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.tongits.moves import SEATS
from cardlab.tongits.positions import draft_of
from tests.stories import facts_in

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
NOW = 1_790_000_000
"""The time of the first answer in a log."""


def row(name, question, answer, *wrong):
    """A line of such a table: what it proves, the question, what is right, and answers that are not."""
    return pytest.param(question, answer, wrong, id=name)


def table(*rows):
    """The test of such rows. What is said stands in the snapshot, and in every language it has the same facts."""

    @pytest.mark.parametrize(("question", "answer", "wrong"), rows)
    def holds(question, answer, wrong, snapshot):
        assert question.answer == answer
        verdicts = {given: question.read("en").check(given).right for given in (answer, *wrong)}
        assert verdicts == {answer: True} | dict.fromkeys(wrong, False)
        said = {lang: [*read(question, answer, wrong, lang)] for lang in LANGUAGES}
        assert "\n".join(said["en"]) == snapshot
        facts = {lang: [facts_in(one, lang) for one in lines] for lang, lines in said.items()}
        assert facts["de"] == facts["nl"] == facts["en"]

    return holds


def read(question, answer, wrong, lang):
    """All that is read about a question: asked, hinted at, said of the right answer and of each wrong one."""
    words = question.read(lang)
    yield " ".join((words.task.prompt, *words.task.notes, *words.hints))
    yield f"  {told(question, answer, lang)}"
    for given in wrong:
        yield f"- {' '.join(words.partial_verdict(given).sentences)}\n  {told(question, given, lang)}"


def told(question, answer=None, lang="en"):
    """All that is said of an answer, by default of the right one."""
    verdict = question.read(lang).check(question.answer if answer is None else answer)
    return " ".join((*verdict.sentences, *verdict.follows, f"[{' '.join(verdict.rules)}]"))


def answers(question):
    """Every choice; of selections those that lack one card or have one too many; of numbers near and far ones."""
    task, right = question.read("en").task, question.answer
    keys = [key for key, _ in task.choices]
    match task.kind:
        case "number":
            given = {0, right // 2, 2 * right, *(max(0, right + off) for off in (-10, -3, -2, -1, 1, 2, 3, 10, 13))}
        case "choice" if task.multiple:
            given = [one for size in range(len(keys) + 1) for one in combinations(keys, size)]
        case "choice":
            given = keys
        case "card_and_pile":
            given = [(card, place) for card in task.hand for place in range(len(task.piles))]
        case _ if not task.multiple:
            given = [(card,) for card in task.hand]
        case _:
            less = [tuple(card for card in right if card is not gone) for gone in right]
            more = [(*right, card) for card in task.hand if card not in right]
            given = [(), *((card,) for card in task.hand), *less, *more, task.hand]
    if task.kind in ("choice", "cards") and task.multiple:
        given = [*filter(None, given), *[()] * task.may_be_empty]
    return given


def wrong_answer(question):
    """An answer that is not right."""
    return next(answer for answer in answers(question) if not question.read("en").check(answer).right)


def sit(source, wrong=(), upto=None, log=None):
    """Answers the next questions as a page does, those at the places `wrong` wrongly; the log of it."""
    log = log or AnswerLog()
    for place in range(upto or source.progress()[1]):
        asked = source.asked()
        right = source.check(wrong_answer(source.question) if place in wrong else source.words.solution[1]).right
        assert right == (place not in wrong)
        given = Answered(asked.drill, asked.key, asked.level, right, 1, 0, NOW + len(log.answers))
        source.log = log = log.with_answer(given)
        source.next()
    return log


def under(query, call=page_address):
    """What a call gives on the page with this query; nothing of it is left afterwards."""

    def calling():
        QUERY.set(query)
        return call()

    return copy_context().run(calling)


def whole(texts):
    """Whether every text says something, without a key, a place to fill in, or the number of a seat."""
    unsaid = r"[{}]|\b(lesson|dispute|seat|refusal|fit|own|Card)[.(]\w|\b([Ss]eat|Platz|[Pp]laats) \d|\bpile 0\b"
    return not [text for text in texts if not text.strip() or re.search(unsaid, text)]


def every_card(state):
    """The cards that lie anywhere on a table of either game."""
    heaps = [*state.hands, *(laid.meld.cards for laid in getattr(state, "melds", ()))]
    if isinstance(state, tongits.State):
        heaps += [state.stock, state.discards]
    else:
        heaps += [*state.draw, *state.extra, *(pile.cards for pile in state.piles)]
    return [card for heap in heaps for card in heap]


def impossible(state):
    """What is wrong with a whole table of Tongits: no round leads there. One that is over is looked at just before."""
    if state.phase is tongits.Phase.OVER and state.caller is not None:
        called = replace(state, seat=state.caller, phase=tongits.Phase.DRAW)
        state = replace(called, caller=None, challengers=frozenset())
    elif state.phase is tongits.Phase.OVER:
        seat, hands = state.last_drawer, list(state.hands)
        hands[seat] = (*hands[seat], state.discards[0])
        drawn = replace(state, hands=tuple(hands), discards=state.discards[1:], seat=seat)
        state = replace(drawn, phase=tongits.Phase.LAY, began=tongits.Began.STOCK)
    return [fault for seat in range(SEATS) for fault in faults(draft_of(tongits.view(state, seat)))]
