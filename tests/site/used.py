# The modules that pages need at first, but for those that are part of the interpreter; run by `run.mjs`.
import json
import sys
from pathlib import Path

import fsrs  # noqa: F401 - the first answer needs it

from cardlab.pages.session import Session
from cardlab.pages.worker import Pages
from cardlab.widgets.alone import enter

NOTEBOOKS = Path("/notebooks")

await Pages(NOTEBOOKS, enter).start()  # noqa: F704 - what runs in Pyodide may wait
for file in sorted((NOTEBOOKS / "en").glob("*.ipynb")):
    session = Session(NOTEBOOKS, f"en/{file.name}", lambda frame: None, "", enter)
    await session.run()  # noqa: F704
    session.first_picture()
    session.close()
json.dumps([name for name, one in sys.modules.items() if getattr(one.__spec__, "origin", "") != "frozen"])
