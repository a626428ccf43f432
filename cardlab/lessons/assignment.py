"""Lessons as assignments for nbgrader.

Each function that learners write is worth one point. Making an assignment doesn't need nbgrader.
"""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import indent
from typing import Any, Final

from cardlab.lessons.rule_tasks import TASKS

_TASK_OF_CELL: Final = {f"now-you-{name.replace('_', '-')}": name for name in TASKS}


def assignment(lesson: str | Path, source: str | Path) -> tuple[str, ...]:
    """Write the instructor's version of a lesson; return its functions' names.

    `lesson` is the notebook to read, `source` the file to write; its folder is made if necessary. Each function to
    write becomes a cell with a solution, which nbgrader takes out for the learners. Its check becomes a cell that they
    can't change, in the notebook's language. Cells that show functions of the engine, and the way to a solution, are
    left out. All other cells stay, without their results. Raises OSError for a file that can't be read or written,
    ValueError for one that is no JSON, or a notebook without functions to write.
    """
    book = json.loads(Path(lesson).read_text(encoding="utf-8"))
    asked = []
    book["cells"] = [cell for cell in book["cells"] if not cell.get("id", "").endswith("-inside")]
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
        if cell.get("id", "").startswith("now-you-"):
            cell["source"] = [line for line in cell["source"] if "`solution`" not in line]
        task, _, part = cell.get("id", "").rpartition("-")
        name = _TASK_OF_CELL.get(task)
        if name and part == "function":
            cell["source"] = _with_solution("".join(cell["source"]), name)
            cell["metadata"]["nbgrader"] = _graded(f"{name}-function", solution=True)
        elif name and part == "check":
            asked.append(name)
            cell["source"] = _CHECK.format(name=name, lang=book["metadata"]["lang"])
            cell["metadata"]["nbgrader"] = _graded(f"{name}-check", grade=True, locked=True, points=1)
    if not asked:
        raise ValueError(f"{lesson} asks for no function")
    Path(source).parent.mkdir(parents=True, exist_ok=True)
    Path(source).write_text(json.dumps(book, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return tuple(asked)


_CHECK: Final = """from cardlab.lessons.now_you import graded

graded({name}, "{lang}")"""


def _with_solution(cell: str, name: str) -> str:
    """Return a cell's code with `...` replaced by the solution.

    It no longer imports the function `solution`.
    """
    imports, _, rest = TASKS[name].solution.partition("def ")
    body = indent(imports.strip(), "    ") + "\n" * bool(imports) + rest.partition(":\n")[2]
    solution = f"    ### BEGIN SOLUTION\n{body}    ### END SOLUTION"
    return cell.replace(", solution", "", 1).replace("    ...", solution)


def _graded(grade_id: str, **what: bool | int) -> dict[str, Any]:
    plain = {"grade": False, "locked": False, "solution": False, "task": False, "schema_version": 3}
    return {"grade_id": grade_id, **plain, **what}
