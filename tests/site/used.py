# What pages need at first: modules, but for those that are part of the interpreter, and a module with the code that
# their dataclasses generate (see `dataclasses_end.py`); run by `run.mjs`.
import dataclasses
import importlib._bootstrap_external as loading
import json
import marshal
import sys
from pathlib import Path

import fsrs  # noqa: F401 - the first answer needs it

from cardlab.pages.worker import Pages, run_all
from cardlab.widgets.alone import enter

NOTEBOOKS = Path("/notebooks")

await Pages(NOTEBOOKS, enter).start()  # noqa: F704 - what runs in Pyodide may wait
await run_all(NOTEBOOKS, enter)  # noqa: F704
modules = [name for name, one in sys.modules.items() if getattr(one.__spec__, "origin", "") != "frozen"]
compiled = {text: marshal.dumps(compile(text, "", "exec")) for text in dataclasses.missing}
code = compile(f"compiled = {compiled}", "", "exec")
json.dumps(
    {
        "modules": modules,
        "dataclasses": loading._code_to_hash_pyc(code, bytes(8), False).hex(),
        "missing": dataclasses.missing,
    }
)
