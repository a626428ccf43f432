"""Notebooks that somebody else might write."""

import base64

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
PRESSED = """from cardlab.widgets import Hand
hand = Hand("4h 5h 6h")
hand.observe(lambda change: print("now", *change.new, "before", *change["old"]), "selected")
hand"""


def book(file, *cells):
    """Writes a notebook; cells that begin as Markdown does are Markdown."""
    file.parent.mkdir(parents=True, exist_ok=True)
    made = [(new_markdown_cell if cell.startswith(("#", "![", "<")) else new_code_cell)(cell) for cell in cells]
    nbformat.write(new_notebook(cells=made), file)
