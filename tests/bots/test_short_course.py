"""The short course about bots in the notebook `engine`: what is given is level or loses, what it unfolds wins."""

import re
from pathlib import Path

import nbformat

from cardlab import bots, tongits
from cardlab.analysis.arena import arena

ENGINE = Path(__file__).parents[2] / "notebooks" / "en" / "engine.ipynb"
CELLS = {cell.id: cell.source for cell in nbformat.read(ENGINE, as_version=4).cells}


def figures(bot, task, *, is_solved=False, deals=60):
    """The figures against the careful bot of one that the notebook defines, with its task unsolved or solved."""
    names = {"tongits": tongits, "careful": bots.tongits.careful}
    exec(CELLS[f"{task}-function"], names)
    exec(CELLS[f"{task}-bot"], names)
    if is_solved:
        [way] = re.findall(r"```python\n(.*?)```", CELLS[f"{task}-help"], re.DOTALL)
        exec(way, names)
    [matchup] = arena(names[bot], ["careful"], deals=deals, seed=1, progress=False).matchups
    return matchup


def test_the_way_to_call_that_is_unfolded_beats_careful_by_three_standard_errors():
    assert figures("caller", "now-you-call", deals=10).payment.mean == 0
    solved = figures("caller", "now-you-call", is_solved=True)
    assert solved.sure
    assert solved.payment.mean > 0
    assert f"deals={solved.deals}" in CELLS["now-you-call-help"]


def test_no_discard_is_told_from_luck_in_as_many_rounds():
    for is_solved in (False, True):
        assert not figures("thrower", "now-you-discard", is_solved=is_solved, deals=20).sure


def test_no_task_shows_its_solution_until_it_is_unfolded():
    for task in ("now-you-discard", "now-you-call"):
        code = CELLS[f"{task}-help"].index("```python")
        assert CELLS[f"{task}-help"].rindex("<details>", 0, code) > CELLS[f"{task}-help"].rfind("</details>", 0, code)
