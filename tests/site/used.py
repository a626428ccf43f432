# The modules of the standard library that pages need at first; run in the Python of a site by `run.mjs`.
import json
import sys
from contextvars import copy_context
from pathlib import Path

from cardlab.pages.notebooks import code_cells
from cardlab.pages.session import Session
from cardlab.pages.worker import Pages
from cardlab.widgets.alone import enter

LIBRARY = "python314.zip"

await Pages(Path("/notebooks"), enter).start()  # noqa: F704 - what runs in Pyodide may wait
for file in sorted(Path("/notebooks/en").glob("*.ipynb")):
    context = copy_context()
    context.run(enter, "")
    session = Session(file.name, code_cells(file), file.parent, lambda frame: None, context)
    await session.run()  # noqa: F704
    session.first_picture()
    session.close()
json.dumps([name for name, one in sys.modules.items() if LIBRARY in (getattr(one, "__file__", None) or "")])
