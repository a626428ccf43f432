"""The events of the class board as text, one line of JSON each, and back.

Reading is strict: a text that `write` has not made is torn, and is told as such instead of being half understood.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, get_args

from cardlab.tables.board import (
    LARGEST_NUMBER,
    LONGEST_OPTION,
    LONGEST_TEXT,
    MOST_OPTIONS,
    MOST_STEPS,
    Answer,
    Answered,
    Asked,
    AtPosition,
    Begun,
    Cleared,
    Closed,
    Ended,
    Event,
    Form,
    Free,
    OfDrill,
    Pace,
    Points,
    Removed,
    Revealed,
    What,
)

LONGEST: Final = 200_000
"""How many characters a line may have; an answer has about a hundred."""
_LONGEST_NAME: Final = 200
_LONGEST_POSITION: Final = 4_000
_LARGEST_MOMENT: Final = 10**14
_KINDS: Final = ("one", "some", "number", "card_and_pile")
_POINTS: Final = get_args(Points)
_PACES: Final = get_args(Pace)

Json: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Torn:
    """A text that is no event; `text` is its beginning."""

    text: str


class _Unlike(Exception):
    """Something is not as `write` writes it."""


# Written


def write(event: Event) -> str:
    """An event as one line of JSON; `read` gives it back."""
    return json.dumps(_told(event), ensure_ascii=False, separators=(",", ":"))


def _told(event: Event) -> dict[str, Json]:
    match event:
        case Begun(title=title, steps=steps, points=points, names=names, pace=pace):
            asked = [what_told(one) for one in steps]
            return {"event": "begun", "title": title, "steps": asked, "points": points, "names": names, "pace": pace}
        case Asked(number=number, what=what, form=form, place=place, at=at, live=live):
            told: dict[str, Json] = {"number": number, "what": what_told(what), "form": _form_told(form)}
            return {"event": "asked", **told, "place": place, "at": at, "live": live}
        case Answered(number=number, learner=learner, answer=answer, turn=turn, after=after):
            told = {"number": number, "learner": learner, "answer": [*answer]}
            return {"event": "answered", **told, "turn": turn, "after": after}
        case Closed(number=number):
            return {"event": "closed", "number": number}
        case Revealed(number=number, right=right, judged=judged):
            return {"event": "revealed", "number": number, "right": [list(one) for one in right], "judged": judged}
        case Ended():
            return {"event": "ended"}
        case Removed(learner=learner):
            return {"event": "removed", "learner": learner}
        case Cleared():
            return {"event": "cleared"}


def what_told(what: What) -> dict[str, Json]:
    """A question as JSON."""
    match what:
        case OfDrill(drill=drill, key=key, level=level):
            return {"ask": "drill", "drill": drill, "key": key, "level": level}
        case AtPosition(ask=ask, position=position):
            return {"ask": ask, "position": position}
        case Free(text=text, options=options, right=right, multiple=multiple):
            return {"ask": "free", "text": text, "options": [*options], "right": [*right], "multiple": multiple}


def _form_told(form: Form) -> dict[str, Json]:
    told = {"kind": form.kind, "choices": [*form.choices], "piles": form.piles}
    return {**told, "may_be_empty": form.may_be_empty, "clauses": [*form.clauses]}


# Read


def read(text: str) -> Event | Torn:
    """The event that a line holds; `Torn` for a line that no event has."""
    if len(text) > LONGEST:
        return Torn(text[:80])
    try:
        event = _event(json.loads(text))
        return event if write(event) == text else Torn(text[:80])
    except (ValueError, RecursionError, _Unlike):
        return Torn(text[:80])


def _event(told: Json) -> Event:
    match told:
        case {"event": "begun", "title": title, "steps": list(steps), "points": points, "names": names, "pace": pace}:
            if not 0 < len(steps) <= MOST_STEPS or points not in _POINTS or pace not in _PACES:
                raise _Unlike
            return Begun(_text(title, _LONGEST_NAME), tuple(map(_what, steps)), points, _is(names), pace)
        case {"event": "asked", "number": number, "what": what, "form": form, "place": place, "at": at, "live": live}:
            return Asked(
                _whole(number), _what(what), _form(form), _whole(place), _whole(at, _LARGEST_MOMENT), _is(live)
            )
        case {
            "event": "answered",
            "number": number,
            "learner": learner,
            "answer": answer,
            "turn": turn,
            "after": after,
        }:
            moment = _whole(after, _LARGEST_MOMENT)
            return Answered(_whole(number), _text(learner, _LONGEST_NAME), _answer(answer), _whole(turn), moment)
        case {"event": "closed", "number": number}:
            return Closed(_whole(number))
        case {"event": "revealed", "number": number, "right": list(right), "judged": judged}:
            return Revealed(_whole(number), tuple(map(_answer, right)), _is(judged))
        case {"event": "ended"}:
            return Ended()
        case {"event": "removed", "learner": learner}:
            return Removed(_text(learner, _LONGEST_NAME))
        case {"event": "cleared"}:
            return Cleared()
    raise _Unlike


def _what(told: Json) -> What:
    match told:
        case {"ask": "drill", "drill": drill, "key": key, "level": level}:
            return OfDrill(_text(drill, _LONGEST_NAME), _text(key, _LONGEST_NAME), _whole(level))
        case {"ask": "may_call" | "discard" | "which_fit" as ask, "position": position}:
            return AtPosition(ask, _text(position, _LONGEST_POSITION))
        case {"ask": "free", "text": text, "options": options, "right": list(right), "multiple": multiple}:
            named = _texts(options, MOST_OPTIONS, LONGEST_OPTION)
            return Free(_text(text, LONGEST_TEXT), named, tuple(map(_whole, right)), _is(multiple))
    raise _Unlike


def _form(told: Json) -> Form:
    match told:
        case {"kind": kind, "choices": choices, "piles": piles, "may_be_empty": empty, "clauses": clauses}:
            if kind not in _KINDS:
                raise _Unlike
            return Form(kind, _texts(choices), _whole(piles), _is(empty), _texts(clauses))
    raise _Unlike


def _answer(told: Json) -> Answer:
    return _texts(told)


def _texts(told: Json, most: int = 200, longest: int = _LONGEST_NAME) -> tuple[str, ...]:
    if not isinstance(told, list) or len(told) > most:
        raise _Unlike
    return tuple(_text(one, longest) for one in told)


def _text(told: Json, longest: int) -> str:
    if not isinstance(told, str) or len(told) > longest:
        raise _Unlike
    return told


def _whole(told: Json, largest: int = LARGEST_NUMBER) -> int:
    if type(told) is not int or not 0 <= told <= largest:
        raise _Unlike
    return told


def _is(told: Json) -> bool:
    if not isinstance(told, bool):
        raise _Unlike
    return told
