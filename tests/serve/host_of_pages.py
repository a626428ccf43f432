"""A process with pages whose heavy questions a compute pool answers: what they come to, as JSON on standard output.

Told apart from the tests because they have loaded the compiled kernel, which such a process never has.
"""

import asyncio
import json
import sys

from pool_page import Page

from cardlab.pagehost.compute import ComputePool
from cardlab.serve.course_settings import SETTINGS
from cardlab.widgets import PlayTongits, WhatIf
from cardlab.widgets.background import POOL


class Open:
    """A widget on a page of its own."""

    def __init__(self, pool, number, widget):
        self.page = Page(pool, number)
        self.widget = widget

    def send(self, **content):
        before = POOL.set(self.page.client)
        self.widget._handle_custom_msg(content, [])
        POOL.reset(before)

    async def finished(self):
        await self.page.until(lambda: not self.widget.working)


async def laboratory(pool):
    """Looked at until all is known."""
    lab = Open(pool, 1, WhatIf("call"))
    lab.send(do="look", position="")
    await lab.finished()
    parts = {key: lab.widget.shown[f"section_{key}"]["blocks"] for key in ("options", "unknown", "call")}
    options = next(one for one in parts["options"] if one["is"] == "table")
    answer = lab.widget.answer
    return {
        "done": answer.done,
        "worlds": answer.worlds,
        "wins": [option.win.mean for option in answer.options],
        "plots": [key for key, blocks in parts.items() if any(one["is"] == "plot" for one in blocks)],
        "reasons": all(row["cells"][-1] != [""] for row in options["rows"]),
    }


async def stopped(pool):
    """A sample that is stopped after its first answer, and a page that is closed."""
    lab = Open(pool, 2, WhatIf("opening"))
    lab.send(do="look", position="")
    await lab.page.until(lambda: lab.widget.answer is not None)
    lab.send(do="stop")
    await lab.finished()
    kept = lab.widget.answer is not None
    lab.send(do="example", name="answer")
    asked = pool.open_jobs
    lab.widget.close()
    return {"kept": kept, "asked": asked > 0, "after": pool.open_jobs}


async def table(pool):
    """The first turn of a round against strong bots, with a coach who warns before a dear move."""
    own = Open(pool, 3, PlayTongits(left="strong", right="strong", seed=3))
    own.send(do="begin")
    own.send(do="coach")
    own.send(do="select", cards=[own.widget.state.hands[0][0].code], number=1)
    own.send(do="discard")
    thinks = own.widget.shown["coach"]["asks"]
    await own.finished()
    own.send(do="anyway")
    await own.finished()
    here = own.widget.own_seat.round
    return {"thinks": thinks, "moved": sorted({move.seat for move in here.line.moves}), "waits": here.waiting}


async def review(pool):
    """A round of the shelf, looked at by the coach move by move."""
    own = Open(pool, 4, PlayTongits())
    own.send(do="study")
    moves = own.widget.seat.round.line.moves
    own.send(do="go", to=len(moves))
    own.send(do="review", seat=0)
    _, judged = own.widget.shown["review"]
    progress = judged["blocks"][0]["blocks"][0]["share"]
    await own.finished()
    _, judged = own.widget.shown["review"]
    rows = next(one["moves"] for one in judged["blocks"] if one["is"] == "decisions")
    return {
        "progress": progress,
        "rows": len(rows),
        "own": sum(m.seat == 0 for m in moves),
        "all": len(moves),
    }


async def main():
    pool = ComputePool(2, SETTINGS)
    try:
        results = {part.__name__: await part(pool) for part in (laboratory, stopped, table, review)}
    finally:
        await pool.close()
    results["wasmtime"] = "wasmtime" in sys.modules
    print(json.dumps(results))


if __name__ == "__main__":
    asyncio.run(main())
