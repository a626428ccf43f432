# The modules that pages need at first, but for those that are part of the interpreter; run by `run.mjs`.
import json
import sys
from pathlib import Path

import fsrs  # noqa: F401 - the first answer needs it

from cardlab.pages.worker import Pages, run_all
from cardlab.widgets.alone import enter

NOTEBOOKS = Path("/notebooks")

await Pages(NOTEBOOKS, enter).start()  # noqa: F704 - what runs in Pyodide may wait
await run_all(NOTEBOOKS, enter)  # noqa: F704
json.dumps([name for name, one in sys.modules.items() if getattr(one.__spec__, "origin", "") != "frozen"])
