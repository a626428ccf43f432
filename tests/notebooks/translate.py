"""Makes the catalogues fit the English notebooks, from which the German and Dutch ones are made (`phrasing.prose`).

For developers; needs Babel:
`python -m tests.notebooks.translate` renews the prose in the catalogues and what is made from it, and the table of
pages in the README from those that `notebooks/en/index.ipynb` lists.
"""

import io
import json
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import nbformat
from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

from cardlab.lessons.course import LESSONS, step_cell
from cardlab.phrasing.prose import MASTER, OTHERS, prose, renew_clone

CONTEXT: Final = "notebook"
"""What marks an entry of a catalogue as prose of a notebook; the entries without it are keys."""

HOUSE: Final = Path(__file__).parents[2]
HEADINGS: Final = Path("cardlab", "phrasing", "headings.json")

_HEADING: Final = re.compile(r"^(#{1,3}) +(.+)", re.MULTILINE)
_CLAUSE: Final = re.compile(r"<small>([TU]\d+\.\d+)")
_LISTED: Final = re.compile(r"^(?:\d+\.|-) \[(.+)\]\((.+)\.ipynb\)\. (.+)$", re.MULTILINE)
_ROWS: Final = re.compile(r"(?<=\n)(\| `index` .*\n)(?:\|.*\n)*(?=\| `engine` )")


def headings(books: Mapping[str, str]) -> dict[str, str]:
    """The headings of lessons and of their steps by the keys by which the course calls them."""
    found: dict[str, str] = {}
    for lesson in LESSONS:
        name, steps = lesson.name.replace("-", "_"), {drill.step for drill in lesson.drills}
        for cell in json.loads(books[f"notebooks/{MASTER}/{lesson.name}.ipynb"])["cells"]:
            for level, title in _HEADING.findall("".join(cell["source"]) if cell["cell_type"] == "markdown" else ""):
                if level == "#":
                    found.setdefault(f"course.{name}", title)
                clause = _CLAUSE.search(title)
                step = f"{name}.{(clause[1].lower() if clause else cell['id']).replace('.', '_').replace('-', '_')}"
                if step_cell(step) == cell["id"] and (clause or cell["id"] in steps):
                    found.setdefault(f"step.{step}", title)
    return found


@dataclass(frozen=True, slots=True)
class Renewal:
    """A catalogue made to fit the notebooks: the `.po` file as text, and what is still to be done.

    `missing` and `fuzzy` hold English texts: without a translation, and with one of an earlier wording.
    """

    catalogue: str
    missing: tuple[str, ...]
    fuzzy: tuple[str, ...]


def renew(catalogue: str, books: Mapping[str, str], lang: str) -> Renewal:
    """The catalogue of a language, given as the text of its `.po` file, made to fit the `books`, path to JSON.

    Keys stay as they are, character for character, before and after the prose. What no notebook has is dropped;
    what was reworded keeps its translation, marked as fuzzy, and a fuzzy text is not put in.
    """
    blocks = catalogue.strip("\n").split("\n\n")
    entries = [block for block in blocks if f'msgctxt "{CONTEXT}"' in block.split("\n")]
    first = blocks.index(entries[0]) if entries else len(blocks)
    before, after = blocks[:first], [block for block in blocks[first:] if block not in entries]
    old = read_po(io.BytesIO("\n\n".join((blocks[0], *entries)).encode()), locale=lang)
    template = Catalog()
    for path, notebook in books.items():
        for text in prose(notebook):
            template.add(text, context=CONTEXT, locations=[(path, 1)])
    old.update(template)
    written = io.BytesIO()
    write_po(written, old, width=0, omit_header=True, ignore_obsolete=True, include_lineno=False)
    told = [message for message in old if message.id]
    return Renewal(
        "\n\n".join((*before, written.getvalue().decode().strip("\n"), *after)) + "\n",
        tuple(str(message.id) for message in told if not message.string),
        tuple(str(message.id) for message in told if message.string and message.fuzzy),
    )


def masters(house: Path = HOUSE) -> dict[str, str]:
    """The English notebooks: path, as the catalogues name it, to JSON."""
    folder = house / "notebooks" / MASTER
    return {
        f"notebooks/{MASTER}/{path.name}": path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.ipynb"))
    }


def with_pages(readme: str, index: str) -> str:
    """The README with a row for each page that the overview, given as JSON, lists, in that order."""
    cells = nbformat.reads(index, as_version=4).cells  # type: ignore[no-untyped-call]
    rows = "".join(
        f"| `{name}` | {title}. {told} |\n" for cell in cells for title, name, told in _LISTED.findall(cell.source)
    )
    return _ROWS.sub(lambda found: found[1] + rows, readme)


def main(house: Path = HOUSE) -> int:
    """Renews the README and the catalogues; returns 1 and says what is missing or fuzzy, if anything is."""
    books = masters(house)
    readme = house / "README.md"
    overview = books[f"notebooks/{MASTER}/index.ipynb"]
    readme.write_text(with_pages(readme.read_text(encoding="utf-8"), overview), encoding="utf-8")
    is_done = True
    for lang in OTHERS:
        source = house / "cardlab" / "phrasing" / f"{lang}.po"
        before = source.read_text(encoding="utf-8")
        renewal = renew(before, books, lang)
        if renewal.catalogue != before:
            source.write_text(renewal.catalogue, encoding="utf-8")
        _report(lang, "missing", renewal.missing)
        _report(lang, "fuzzy", renewal.fuzzy)
        is_done &= not (renewal.missing or renewal.fuzzy)
    return 0 if is_done else 1


def _report(lang: str, what: str, texts: Iterable[str]) -> None:
    for text in texts:
        sys.stderr.write(f"{lang}: {what}: {text!r}\n")


if __name__ == "__main__":
    done = main()
    (HOUSE / HEADINGS).write_text(
        json.dumps(headings(masters()), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    renew_clone()
    sys.exit(done)
