"""Why an option is worth what it is: what its cards do, and in what its rounds differ from those of the best option.

The best one is set against the next best; where nothing is clear, that is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cardlab.analysis.differences import Contrast, Round, contrasts, said
from cardlab.analysis.jobs import Reasons
from cardlab.analysis.whatif import Answer, Option
from cardlab.locale import say
from cardlab.tongits import Call, Move, View
from cardlab.widgets.whatif.options import By, as_good, best_by, named_turn, too_close

MOST_TOLD: Final = 2
"""So many differences are told: what the difference consists of, and the clearest that goes with it."""
Told = dict[tuple[tuple[Move, ...], tuple[Move, ...], By, bool], list[Contrast]]
"""What was found of two turns already: the rounds stay the same while the values are made better."""


def why_each(
    answer: Answer | None, reasons: Reasons, view: View, by: By, told: Told, lang: str
) -> dict[tuple[Move, ...], str]:
    """What speaks for and against each turn; `told` keeps what has been worked out."""
    if answer is None or not answer.options:
        return dict(reasons.told)
    ordered = best_by(answer.options, by)
    found = {}
    for option in ordered:
        there = _set_against(option, ordered, by)
        sentences = [reasons.told.get(option.turn, "")]
        if there is not None and option.turn in reasons.watched and there.turn in reasons.watched:
            worse = there if option is ordered[0] else option
            key = option.turn, there.turn, by, not too_close(worse, ordered[0], by)
            if key not in told:
                told[key] = _apart(option, there, reasons.watched, by, sure=key[-1])
            apart = said(told[key], option, there, view, lang)[:MOST_TOLD]
            if not apart and not key[-1]:
                apart = [say("whatif.why.nothing", lang, count=len(reasons.watched[option.turn]))]
            sentences += apart
            if apart and option is ordered[0]:
                sentences[1] = say(
                    "whatif.why.against", lang, move=named_turn(there.turn, view, lang), told=sentences[1]
                )
        found[option.turn] = " ".join(filter(None, sentences))
    return found


def _set_against(option: Option, ordered: Sequence[Option], by: By) -> Option | None:
    """What an option is set against: the best, and the best itself against the next that is not just as good."""
    if option is not ordered[0]:
        return None if as_good(option, ordered[0], by) else ordered[0]
    return next((one for one in ordered[1:] if not as_good(one, option, by)), None)


def _apart(
    here: Option, there: Option, watched: Mapping[tuple[Move, ...], Sequence[Round]], by: By, *, sure: bool
) -> list[Contrast]:
    """In what the rounds of one option differ from those of the other; `sure`: that one is better is known."""
    found = contrasts(watched[here.turn], watched[there.turn], by.value, sure=sure)
    if any(isinstance(one.move, Call) for one in (here, there)):  # that one calls is what the option is called
        found = [one for one in found if one.feature != "calls"]
    return found
