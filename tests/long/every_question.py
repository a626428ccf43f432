"""Every kind of question made 100,000 times: `make long`, once for a new kind, and outside the daily run.

What is rare needs many: a question that could not be made once in 2,000 times was found by nobody for weeks.
One question in fifty is put, solved and checked as well. `EACH` in the environment says how many of each kind.
"""

import os

import pytest

from cardlab.lessons.course import LESSONS
from cardlab.lessons.drill import LEVELS, Chance

EACH = int(os.environ.get("EACH", "100000"))
PUT = 50
DRILLS = {drill.name: drill for lesson in LESSONS for drill in lesson.drills}


def fault(drill, number):
    """What goes wrong with the question of this number, in one line; nothing if all is right."""
    level = 1 + number % LEVELS
    try:
        question = drill.make(Chance(f"{drill.name} long {number}"), level)
        if number % PUT:
            return ""
        words = question.read("en")
        _, answer = words.solution
        if words.task and words.check(answer).right and words.hints:
            return ""
        return f"long {number}, level {level}: its own solution is wrong, or it has no hint"
    except Exception as raised:
        return f"long {number}, level {level}: {raised!r}"


@pytest.mark.parametrize("name", DRILLS)
def test_it_can_always_be_made(name):
    faults = [found for number in range(EACH) if (found := fault(DRILLS[name], number))]
    assert not faults, f"{len(faults)} of {EACH} of {name}: {faults[:10]}"
