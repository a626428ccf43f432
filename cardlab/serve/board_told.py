"""What the pages of the class board are told: a learner's own answer and no other, and the teacher's page all of it.

What a learner's page is told before a question is revealed holds nothing of the solution and nothing of others.
Sentences are made here, in the language of whoever reads them. Everything is made from data that does not change, so
it may be made in any thread.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from cardlab.cards import DECK, JOKERS, RANKS, SPECIALS, Card
from cardlab.lessons.drill import Question as Asked
from cardlab.lessons.protocol import Task, Verdict
from cardlab.locale import card_label, card_name, has_message, rank_letter, say
from cardlab.serve import board_lab
from cardlab.tables import board_results as results
from cardlab.tables.board import Answer, Begun, Board, Free, Given, OfDrill, Question, What
from cardlab.tables.questions import (
    CannotAsk,
    FreeQuestion,
    board_answer,
    is_judged,
    lesson_answer,
    question_of,
    remark_on,
)
from cardlab.tell import explain
from cardlab.tell.lying import Heaped, Lying

if TYPE_CHECKING:
    from cardlab.analysis.whatif import Answer as Worths

MOST_BARS: Final = 12
"""How many different answers are drawn where there can be any number of them."""
MOST_RANKED: Final = 10


@lru_cache(maxsize=1024)
def asked_of(what: What) -> Asked:
    """The question that stands behind it, made once; one that the course has no longer is called by its name."""
    try:
        return question_of(what)
    except CannotAsk:
        return FreeQuestion(Free(what.drill if isinstance(what, OfDrill) else "?", ()))


@lru_cache(maxsize=2048)
def task_of(what: What, lang: str) -> Task:
    """The question as it is put."""
    return asked_of(what).task(lang)


@lru_cache(maxsize=8192)
def _verdict(what: What, answer: Answer, lang: str) -> Verdict:
    return asked_of(what).check(lesson_answer(task_of(what, lang), answer), lang)


@lru_cache(maxsize=2048)
def _solution(what: What, lang: str) -> tuple[str, Answer]:
    sentence, answer = asked_of(what).solution(lang)
    return sentence, board_answer(answer)


@lru_cache(maxsize=256)
def _remark(what: What, lang: str) -> str:
    return remark_on(asked_of(what), lang)


@lru_cache(maxsize=4)
def faces(lang: str) -> dict[str, dict[str, str]]:
    """Corner letters and names of all cards."""
    return {
        "letters": {rank: rank_letter(rank, lang) for rank in RANKS},
        "names": {card.code: card_name(card, lang) for card in (*DECK, *JOKERS, *SPECIALS)},
    }


def why_not(problem: CannotAsk, lang: str) -> str:
    """Why a question cannot be asked, for whoever wished it."""
    facts = dict(problem.facts)
    if problem.refusal is not None:
        facts["why"] = explain(problem.refusal, lang)
    return say(f"board.cannot.{problem.key}", lang, **facts)


# A question


def question_told(question: Question, lang: str) -> dict[str, Any]:
    """A question as every page shows it, with nothing of what was answered."""
    task = task_of(question.what, lang)
    return {
        "number": question.number,
        "phase": question.phase,
        "kind": task.kind,
        "multiple": task.multiple,
        "empty": question.form.may_be_empty,
        "judged": is_judged(question.what),
        "prompt": task.prompt,
        "notes": [*task.notes],
        "hand": _in_order(task),
        "hand_label": task.hand_label or say("hand.label", lang),
        "seats": [say(f"seat.{seat}", lang) for seat in range(3)] if _is_table(task) else [],
        "melds": any(isinstance(label, Lying) and label.is_meld for label in task.pile_labels),
        "piles": [_pile_told(task, place, lang) for place in range(len(task.piles))],
        "choices": [{"key": key, "label": label} for key, label in task.choices] if task.kind == "choice" else [],
    }


def _in_order(task: Task) -> list[str]:
    """The cards of the hand as they are shown: by rank."""
    worth = task.worth or _by_number
    return [card.code for card in sorted(task.hand, key=lambda card: (worth(card), card.code))]


def _by_number(card: Card) -> int:
    return card.number or 99


def _is_table(task: Task) -> bool:
    return any(isinstance(label, Lying) and label.seat is not None for label in task.pile_labels)


def _pile_told(task: Task, place: int, lang: str) -> dict[str, Any]:
    named = place < len(task.pile_labels)
    label = task.pile_labels[place] if named else say("piles.pile", lang, number=place + 1)
    seat, short = -1 if _is_table(task) else None, str(label)
    if isinstance(label, Lying):
        seat, short = -1 if label.seat is None else label.seat, label.short
    cards = [card.code for card in task.piles[place]]
    return {"label": str(label), "short": short, "seat": seat, "cards": cards, "heaped": isinstance(label, Heaped)}


def answer_told(what: What, answer: Answer, lang: str) -> str:
    """An answer in words."""
    task = task_of(what, lang)
    match task.kind:
        case "number":
            return answer[0].replace("-", "−")
        case "choice":
            labels = dict(task.choices)
            return ", ".join(labels.get(key, key) for key in answer) or say("board.none_of_them", lang)
        case "card_and_pile":
            pile = _pile_told(task, int(answer[1]), lang)["label"]
            return say("board.card_on_pile", lang, card=Card(answer[0]), pile=pile)
        case _:
            return " ".join(card_label(Card(code), lang) for code in answer) or say("board.none_of_them", lang)


def _clauses(ids: Sequence[str], lang: str) -> list[dict[str, str]]:
    return [
        {"id": one, "text": say(f"clause.{one}", lang)}
        for one in dict.fromkeys(ids)
        if has_message(f"clause.{one}", lang)
    ]


def _explained(what: What, lang: str) -> dict[str, Any]:
    """The solution, with its reasons, its clauses, what follows and the cards that it lays open."""
    sentence, answer = _solution(what, lang)
    verdict = _verdict(what, answer, lang) if answer or task_of(what, lang).may_be_empty else Verdict(True)
    return {
        "answer": [*answer],
        "told": answer_told(what, answer, lang),
        "sentences": [*(verdict.sentences or filter(None, (sentence,)))],
        "follows": [*verdict.follows],
        "groups": [{"label": label, "cards": [card.code for card in cards]} for label, cards in verdict.groups],
        "clauses": _clauses(verdict.rules, lang),
    }


# A learner's page


def learner_told(board: Board, learner: str, lang: str) -> dict[str, Any]:
    """Everything that the page of one learner shows."""
    series = board.series
    return {
        "questions": [_for_learner(one, learner, lang) for one in board.shown],
        "series": series and {**_steps(board, series), "points": _own_points(board, learner, lang)},
        "over": " ".join((_over(board, lang), *_own_end(board, learner, lang))).strip(),
    }


def _steps(board: Board, series: Begun) -> dict[str, Any]:
    """How far a series is."""
    of, own = len(series.steps), series.pace == "own"
    return {"title": series.title, "place": board.place, "of": of, "own": own}


def _over(board: Board, lang: str) -> str:
    """That a series with points is over; "" if none is, or if something else is asked."""
    if board.over is None or board.over.points == "none":
        return ""
    title = board.over.title
    return say("board.over", lang, title=title) if title else say("board.over_unnamed", lang)


def _own_end(board: Board, learner: str, lang: str) -> list[str]:
    """How the series that is over has ended for a learner; the place only where everybody sees the places."""
    lines = results.standings(board) if board.over else ()
    own = next((one for one in lines if one.learner == learner), None)
    if own is None:
        return []
    asked = results.judged(results.in_series(board))
    right = sum(learner in one.given and one.given[learner].answer in one.right for one in asked)
    told = [say("board.your_points", lang, count=own.points), say("board.your_right", lang, count=right, of=len(asked))]
    place = say("board.your_place", lang, place=own.place, count=len(lines))
    return [*told, place] if board.over and board.over.names else told


def _own_points(board: Board, learner: str, lang: str) -> str:
    revealed = any(one.phase == "revealed" and one.series == board.begun for one in board.questions)
    if board.series is None or board.series.points == "none" or not revealed:
        return ""
    points = sum(one.points for one in results.standings(board) if one.learner == learner)
    return say("board.your_points", lang, count=points)


def _for_learner(question: Question, learner: str, lang: str) -> dict[str, Any]:
    given = question.given.get(learner)
    told = question_told(question, lang) | {
        "own": None if given is None else [*given.answer],
        "turn": 0 if given is None else given.turn,
        "verdict": None,
        "entry": None,
    }
    if question.phase == "revealed":
        told["verdict"] = _own_verdict(question, given, lang)
        told["entry"] = _entry(question, given)
    return told


def _own_verdict(question: Question, given: Given | None, lang: str) -> dict[str, Any]:
    """What a learner's own answer is worth, and the solution."""
    what = question.what
    told: dict[str, Any] = {"own": "" if given is None else answer_told(what, given.answer, lang)}
    if not question.judged:
        remark = _remark(what, lang)
        said = {"title": say("board.poll_over", lang), "sentences": [remark] if remark else []}
        return told | {"right": None, "solution": None} | said
    solution = _explained(what, lang)
    if given is None:
        return told | {"right": None, "title": say("board.not_answered", lang), "sentences": [], "solution": solution}
    right = given.answer in question.right
    sentences = [] if right else [*_verdict(what, given.answer, lang).sentences]
    known = set(sentences)
    solution["sentences"] = [one for one in solution["sentences"] if one not in known]
    title = say("exercise.right" if right else "exercise.not_right", lang)
    return told | {"right": right, "title": title, "sentences": sentences, "solution": solution}


def _entry(question: Question, given: Given | None) -> dict[str, Any] | None:
    """The answer as the learner's own browser keeps it with all others; None for what is no exercise of the course."""
    if given is None or not isinstance(question.what, OfDrill):
        return None
    what, at = question.what, (question.at + given.after) // 1000
    right = given.answer in question.right
    told = {"drill": what.drill, "key": what.key, "level": what.level, "right": right}
    return {**told, "tries": 1, "hints": 0, "at": at}


# The teacher's page


@dataclass(frozen=True, slots=True)
class Here:
    """A learner for the teacher's page: the mark, the number in the room, the name, and whether a page is open."""

    learner: str
    number: int
    name: str
    is_here: bool


def teacher_told(
    board: Board,
    people: Sequence[Here],
    lang: str,
    known: Mapping[What, Worths] | None = None,
    counting: Collection[What] = (),
    way_in: tuple[str, str] | None = None,
) -> dict[str, Any]:
    """Everything that the teacher's page shows.

    - `known`: what the laboratory has found about what is asked; `counting`: what it is still working out.
    - `way_in`: the address of the class and its code, both as people read them, for whoever comes late.
    """
    series = board.series
    here = sum(one.is_here for one in people)
    return {
        "questions": [
            _for_teacher(one, here, lang, (known or {}).get(one.what), is_counting=one.what in counting)
            for one in board.shown
        ],
        "series": series and {**_steps(board, series), **_for_teachers(board, series, lang)},
        "ranking": _ranking(board, people, lang),
        "over": _ended(board, lang),
        "people": _people(board, people, lang),
        "here": say("board.here", lang, count=here) if here else say("room.nobody", lang),
        "way_in": say("board.way_in", lang, address=way_in[0], class_code=way_in[1]) if way_in else "",
        "asked": len(board.questions),
        "clauses": _missed(board.questions, lang),
    }


def _ended(board: Board, lang: str) -> dict[str, Any] | None:
    """How a series with points has ended: that it is over, what was right of each question, the hardest clause."""
    title = _over(board, lang)
    if not title:
        return None
    return {
        "title": title,
        "questions": [_went(question, lang) for question in results.in_series(board)],
        "hardest": next((one for one in _missed(results.in_series(board), lang) if one["share"] < 1), None),
    }


def _went(question: Question, lang: str) -> dict[str, Any]:
    """How a question of a series has gone, in a line."""
    counts = results.tally(question)
    key = "rightly" if question.judged else "poll" if question.phase == "revealed" else "not_revealed"
    return {
        "number": question.number,
        "name": _kind_told(question, lang) or task_of(question.what, lang).prompt,
        "told": say(f"board.{key}", lang, count=counts.right, of=counts.answered),
        "share": counts.right / counts.answered if counts.answered else 0,
    }


def _for_teachers(board: Board, series: Begun, lang: str) -> dict[str, Any]:
    place, count = board.place, len(series.steps)
    key = "board.series_told" if series.title else "board.series_unnamed"
    told = series.title if series.pace == "own" else say(key, lang, title=series.title, place=place, count=count)
    return {"told": told, "last": place >= count, "points": say(f"board.points.{series.points}", lang)}


def _for_teacher(
    question: Question, here: int, lang: str, known: Worths | None, *, is_counting: bool
) -> dict[str, Any]:
    counts = results.tally(question)
    is_over = question.phase == "revealed"
    task = task_of(question.what, lang)
    told = question_told(question, lang) | {
        "kind_told": _kind_told(question, lang),
        "answered": say("board.answered", lang, count=counts.answered, here=max(here, counts.answered)),
        "count": counts.answered,
        "bars": _bars(question, counts, task, lang, known if is_over else None) if is_over or question.live else None,
        "rightly": "",
        "closed": say("board.closed", lang) if question.phase == "closed" else "",
        "remark": _remark(question.what, lang) if is_over and not question.judged else "",
        "laboratory": board_lab.best(asked_of(question.what), known, lang) if is_over and known else "",
        "counting": say("board.counting", lang) if is_over and is_counting else "",
        "solution": None,
    }
    if is_over and question.judged:
        told["rightly"] = say("board.rightly", lang, count=counts.right, of=counts.answered)
        told["solution"] = _explained(question.what, lang)
    return told


def _kind_told(question: Question, lang: str) -> str:
    match question.what:
        case OfDrill(drill=drill, level=level) if has_message(f"drill.{drill}", lang):
            return f"{say(f'drill.{drill}', lang)} · {say('demo.level_number', lang, level=level)}"
        case _:
            return ""


def _bars(
    question: Question, counts: results.Tally, task: Task, lang: str, known: Worths | None
) -> list[dict[str, Any]]:
    """What was answered how often: by choice where several are chosen, else by answer; marks only once revealed.

    `known`: what the laboratory has found, which is told with each answer.
    """
    what, form = question.what, question.form
    is_over = question.phase == "revealed" and question.judged
    solution = _solution(what, lang)[1] if is_over else ()
    if form.kind == "some":
        right: set[Answer] = {(key,) for key in solution}
        order = _in_order(task) if task.kind == "cards" else form.choices
        found: list[tuple[Answer, int]] = [((key,), counts.choices[key]) for key in order]
        if is_over and task.kind == "cards":  # of a whole hand, what nobody chose with good reason says nothing
            found = [one for one in found if one[1] or one[0] in right]
    else:
        right = set(question.right) | {solution} if is_over else set()
        if task.kind == "choice":
            found = [((key,), counts.answers.get((key,), 0)) for key in form.choices]
        else:
            others = [(one, 0) for one in sorted(right) if one not in counts.answers]
            found = [*list(counts.answers.items())[:MOST_BARS], *others]
            if form.kind == "number":
                found.sort(key=lambda one: int(one[0][0]))
    most = max((count for _, count in found), default=0)
    return [
        {
            "key": " ".join(answer),
            "label": answer_told(what, answer, lang),
            "cards": [*answer] if task.kind == "cards" else [answer[0]] if form.kind == "card_and_pile" else [],
            "count": count,
            "share": count / most if most else 0,
            "right": answer in right if is_over else None,
            "mark": "" if not is_over else say("board.right" if answer in right else "board.wrong", lang),
            "worth": board_lab.worth(asked_of(what), answer, known, lang) if known else "",
            "why": _why(question, answer, count, lang) if is_over and answer not in right else [],
        }
        for answer, count in found
    ]


def _why(question: Question, answer: Answer, count: int, lang: str) -> list[str]:
    """Why a whole answer that somebody has given is wrong."""
    if question.form.kind == "some" or count == 0:
        return []
    return [*_verdict(question.what, answer, lang).sentences]


def _called(name: str, number: int, lang: str) -> str:
    return name or say("room.guest", lang, number=number)


def _ranking(board: Board, people: Sequence[Here], lang: str) -> dict[str, Any] | None:
    """How the series stands or has ended, as soon as there are points; None without.

    Whoever has no nickname is called there as in the list of those who are here.
    - `series`: which series it is; `shown`: whether it is to be seen before somebody asks for it.
    """
    series = board.series or board.over
    if series is None or not results.judged(results.in_series(board)):
        return None
    named = {one.learner: _called(one.name, one.number, lang) for one in people}
    numbers = {learner: place for place, learner in enumerate(board.learners, 1)}
    lines = [
        {
            "place": one.place,
            "name": named.get(one.learner) or say("board.unnamed", lang, number=numbers[one.learner]),
            "points": say("board.count_points", lang, count=one.points),
        }
        for one in results.standings(board)[:MOST_RANKED]
    ]
    return {"series": board.begun, "shown": series.names, "lines": lines} if lines else None


def _people(board: Board, people: Sequence[Here], lang: str) -> list[dict[str, Any]]:
    """Who is there, and who has answered all that is shown; nobody's answer."""
    shown = board.shown
    told = []
    for one in people:
        has = sum(one.learner in question.given for question in shown)
        name = _called(one.name, one.number, lang)
        told.append(
            {
                "number": one.number,
                "name": name,
                "here": one.is_here,
                "state": say("board.has_answered", lang, count=has, of=len(shown)) if shown else "",
                "done": bool(shown) and has == len(shown),
                "remove": say("room.remove", lang, name=name),
            }
        )
    return told


def _missed(questions: Iterable[Question], lang: str) -> list[dict[str, Any]]:
    return [
        {
            "id": one.clause,
            "text": say(f"clause.{one.clause}", lang) if has_message(f"clause.{one.clause}", lang) else "",
            "told": say("board.rightly", lang, count=one.right, of=one.answered),
            "share": one.right / one.answered,
        }
        for one in results.by_clause(questions)
    ]


# Results


def rows(board: Board, named: Callable[[str], str], lang: str) -> list[dict[str, Any]]:
    """Every answer as a row of a table, with the question and the answer in words."""
    prompts = {one.number: task_of(one.what, lang).prompt for one in board.questions}
    told = results.rows(board, named, lambda question: prompts[question.number])
    whats = {one.number: one.what for one in board.questions}
    return [row | {"answer": answer_told(whats[row["question"]], row["answer"], lang)} for row in told]
