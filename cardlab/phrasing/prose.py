"""The German and Dutch notebooks, made from the English ones and the catalogues.

- `pieces`, `prose`: the texts of a notebook that are translated;
- `translated`: a notebook in another language;
- `renew`: brings the notebooks of a folder up to date; `renew_clone` those of a clone, where git ignores them.

The catalogues keep the prose under `msgctxt "notebook"`. Only the standard library is needed.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cardlab.phrasing.catalogue import LANGUAGES, texts_in

MASTER: Final = "en"
OTHERS: Final = tuple(lang for lang in LANGUAGES if lang != MASTER)
CLONE: Final = Path(__file__).resolve().parents[2]

_FENCE: Final = re.compile(r"\s*(```|~~~|\$\$)")
_LEAD: Final = re.compile(r"#{1,6} +|(?:> ?)+|[ ]*(?:[-*+]|\d+[.)]) +")
_SUMMARY: Final = re.compile(r"(?<=<summary>)(.+?)(?=</summary>)")
_CELL: Final = re.compile(r"(\s*\|\s*)")
_RULE: Final = re.compile(r"[\s|:-]+$")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of Markdown: prose to translate, or something kept as it is.

    Each line of prose after the first begins with `lead`, which is no part of the text: "> ", or a list's indent.
    """

    text: str
    is_prose: bool = False
    lead: str = ""

    def __str__(self) -> str:
        return self.text.replace("\n", f"\n{self.lead}") if self.is_prose else self.text


def pieces(markdown: str) -> Iterator[Piece]:
    """Yield the pieces of Markdown, which joined give the same Markdown again.

    A heading, a paragraph, a list item, a quotation and the cell of a table are prose, each by itself.
    Code fences, displayed formulas, HTML except `<summary>`, and the marks of headings, lists and tables are kept.

    >>> [piece.text for piece in pieces("## T3.1 A set") if piece.is_prose]
    ['T3.1 A set']
    """
    lines = markdown.splitlines(keepends=True)
    at = 0
    while at < len(lines):
        line, start = lines[at], at
        at += 1
        fence = _FENCE.match(line)
        if not line.strip():
            yield Piece(line)
        elif fence:
            at = _end_of_fence(lines, start, fence[1])
            yield Piece("".join(lines[start:at]))
        elif line.startswith("<"):
            while at < len(lines) and lines[at].strip():
                at += 1
            for place, part in enumerate(_SUMMARY.split("".join(lines[start:at]))):
                yield Piece(part, is_prose=place % 2 == 1)
        elif line.startswith("|"):
            yield from _row(line)
        else:
            mark = _LEAD.match(line)
            first = mark[0] if mark else ""
            lead = first if first.startswith(">") else " " * len(first)
            while at < len(lines) and not first.startswith("#") and _continues(lines[at], lead):
                at += 1
            text = "".join((line[len(first) :], *(more[len(lead) :] for more in lines[start + 1 : at])))
            yield Piece(first)
            yield Piece(text.rstrip("\n"), True, lead)
            yield Piece(text[len(text.rstrip("\n")) :])


def _end_of_fence(lines: list[str], start: int, mark: str) -> int:
    """Return the index after the fence at `start`, which `mark` closes, or the end."""
    first = lines[start].strip()
    if mark == "$$" and len(first) > len(mark) and first.endswith(mark):
        return start + 1
    ends = (place + 1 for place in range(start + 1, len(lines)) if lines[place].strip().endswith(mark))
    return next(ends, len(lines))


def _continues(line: str, lead: str) -> bool:
    """Return whether a line continues the block above, whose lines begin with `lead`."""
    rest = line[len(lead) :]
    if not line.startswith(lead) or not rest.strip():
        return False
    return not (_FENCE.match(rest) or _LEAD.match(rest) or rest.startswith(("|", "<")))


def _row(line: str) -> Iterator[Piece]:
    """Yield the pieces of a table's row; only cells are prose."""
    if _RULE.match(line):
        yield Piece(line)
        return
    for place, part in enumerate(_CELL.split(line)):
        is_cell = place % 2 == 0 and bool(part.strip())
        yield Piece(part, is_cell)


def _markdown_cells(notebook: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    return (cell for cell in notebook["cells"] if cell["cell_type"] == "markdown")


def prose(notebook: str) -> Iterator[str]:
    """Yield the texts of a notebook that are translated, in order. `notebook`: its JSON."""
    for cell in _markdown_cells(json.loads(notebook)):
        yield from (piece.text for piece in pieces("".join(cell["source"])) if piece.is_prose)


def translated(notebook: str, texts: Mapping[str, str], lang: str) -> str:
    """Return a notebook with its texts translated, from JSON to JSON.

    `texts`: the translations by the English text. A text without a translation stays in English. The only outputs kept
    are the names of the clauses' functions, because other outputs differ from language to language.
    """
    book = json.loads(notebook)
    book["metadata"]["lang"] = lang
    for cell in _markdown_cells(book):
        parts = pieces("".join(cell["source"]))
        said = (str(Piece(texts.get(one.text, one.text), one.is_prose, one.lead)) for one in parts)
        cell["source"] = "".join(said).splitlines(keepends=True)
    for cell in book["cells"]:
        if "outputs" in cell:
            cell["outputs"] = [one for one in cell["outputs"] if one["output_type"] == "display_data"]
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def renew(folder: Path) -> None:
    """Translate the notebooks in the folder "en" of this folder if they are newer. Raises OSError."""
    for lang in OTHERS:
        made_from = (Path(__file__), Path(__file__).with_name(f"{lang}.po"))
        newest = max(file.stat().st_mtime_ns for file in made_from)
        for master in (folder / MASTER).glob("*.ipynb"):
            file = folder / lang / master.name
            if not file.exists() or file.stat().st_mtime_ns < max(newest, master.stat().st_mtime_ns):
                file.parent.mkdir(exist_ok=True)
                draft = file.with_name(f".{file.name}.{os.getpid()}")
                made = translated(master.read_text(encoding="utf-8"), texts_in(lang), lang)
                draft.write_text(made, encoding="utf-8", newline="\n")
                draft.replace(file)


def renew_clone() -> Path | None:
    """Renew the notebooks of this clone; return their folder, None outside a clone."""
    folder = CLONE / "notebooks"
    if not (CLONE / "pyproject.toml").is_file() or not (folder / MASTER).is_dir():
        return None
    # In a read-only clone, the notebooks made at installation are served.
    with suppress(OSError):
        renew(folder)
    return folder
