"""Runs notebooks and writes into each what its cells show, as JupyterLab does with "Run All Cells" and "Save".

`python -m tests.notebooks.run_notebooks` does it for the English ones, or those of another folder, in one process.
nbval runs each in a kernel of its own and compares. No cell has a number, for each new cell would change all that
follow. Of a widget stays what it says of itself as text: its view lives in a kernel only, and its still picture would
make the notebooks twice as large. Of a function of the engine stays its name, because its code is in the engine.
"""

import os
import sys
from pathlib import Path

import nbformat
from nbformat import v4
from traitlets.config import Config

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
VIEW = "application/vnd.jupyter.widget-view+json"
PICTURE = "image/svg+xml"
MARKDOWN = "text/markdown"


def run(path):
    """The notebook at `path` as JSON, its cells run; raises whatever a cell raises, and says which cell did."""
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell.instance(config=Config({"HistoryManager": {"enabled": False}}))
    shell.reset(new_session=True)
    book = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
    here = Path.cwd()
    os.chdir(path.parent)
    try:
        for cell in (cell for cell in book.cells if cell.cell_type == "code"):
            cell.execution_count = None
            try:
                cell.outputs = outputs(shell, cell.source)
            except Exception as fault:
                fault.add_note(f"In the cell {cell.id} of {path}.")
                raise
    finally:
        os.chdir(here)
    return nbformat.writes(book).rstrip("\n") + "\n"


def outputs(shell, source):
    """What a cell prints, then what it shows, then what it ends in."""
    from IPython.utils.capture import capture_output

    results = []
    # What a cell ends in is wanted here, and not on the screen.
    shell.display_trap.hook = results.append
    with capture_output() as captured:
        shell.run_cell(source).raise_error()
    assert not captured.stderr, captured.stderr
    found = [v4.new_output("stream", name="stdout", text=captured.stdout)] if captured.stdout else []
    # What takes the place of something shown before goes by, and in the end nothing is there that was not at first.
    lasting = (shown for shown in captured.outputs if not shown.update)
    found += [v4.new_output("display_data", data=shown._repr_mimebundle_()[0]) for shown in lasting]
    for result in results:
        if result is not None:
            data = shell.display_formatter.format(result)[0]
            found.append(v4.new_output("execute_result", data=data))
    for shown in found:
        shown.get("data", {}).pop(MARKDOWN, None)
        if shown.get("data", {}).pop(VIEW, None):
            shown["data"].pop(PICTURE, None)
    return found


def main(folder=NOTEBOOKS):
    for path in sorted((*Path(folder).glob("en/*.ipynb"), *Path(folder).glob("*.ipynb"))):
        path.write_text(run(path), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
