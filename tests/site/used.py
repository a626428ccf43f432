# The modules of the standard library that pages need at first; run in the Python of a site by `run.mjs`.
import json
import sys
from pathlib import Path

from cardlab.pages.session import Session
from cardlab.pages.worker import Pages
from cardlab.widgets.alone import enter

LIBRARY, NOTEBOOKS = "python314.zip", Path("/notebooks")

await Pages(NOTEBOOKS, enter).start()  # noqa: F704 - what runs in Pyodide may wait
for file in sorted((NOTEBOOKS / "en").glob("*.ipynb")):
    session = Session(NOTEBOOKS, f"en/{file.name}", lambda frame: None, "", enter)
    await session.run()  # noqa: F704
    session.first_picture()
    session.close()
json.dumps([name for name, one in sys.modules.items() if LIBRARY in (getattr(one, "__file__", None) or "")])
