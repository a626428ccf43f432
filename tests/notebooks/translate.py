"""Turns the English notebooks into the other languages: takes the prose out, block by block, and puts the texts in.

For developers; needs Babel:
`python -m tests.notebooks.translate` renews `notebooks/de` and `notebooks/nl` from `notebooks/en` and the catalogues,
and the table of pages in the README from those that `notebooks/en/index.ipynb` lists.
"""

import io
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import nbformat
from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

from cardlab.phrasing.catalogue import LANGUAGES

CONTEXT: Final = "notebook"
"""What marks an entry of a catalogue as prose of a notebook; the entries without it are keys."""

MASTER: Final = "en"
HOUSE: Final = Path(__file__).parents[2]

_FENCE: Final = re.compile(r"\s*(```|~~~|\$\$)")
_LEAD: Final = re.compile(r"#{1,6} +|(?:> ?)+|[ ]*(?:[-*+]|\d+[.)]) +")
_SUMMARY: Final = re.compile(r"(?<=<summary>)(.+?)(?=</summary>)")
_CELL: Final = re.compile(r"(\s*\|\s*)")
_RULE: Final = re.compile(r"[\s|:-]+$")
_LISTED: Final = re.compile(r"^(?:\d+\.|-) \[(.+)\]\((.+)\.ipynb\)\. (.+)$", re.MULTILINE)
_ROWS: Final = re.compile(r"(?<=\n)(\| `index` .*\n)(?:\|.*\n)*(?=\| `engine` )")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of markdown: prose to be translated, or something kept as it is.

    Each line of prose after the first is led in by `lead`, which is no part of the text: "> ", or a list's indent.
    """

    text: str
    is_prose: bool = False
    lead: str = ""

    def __str__(self) -> str:
        return self.text.replace("\n", f"\n{self.lead}") if self.is_prose else self.text


def pieces(markdown: str) -> Iterator[Piece]:
    """The markdown cut into pieces; joined again they are the markdown, byte for byte.

    A heading, a paragraph, a list item, a quotation and the cell of a table are prose, each by itself.
    Code fences, formulas set apart, bare HTML but what summarizes details, and the marks of headings, lists and tables
    are kept.

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
            while at < len(lines) and not first.startswith("#") and _goes_on(lines[at], lead):
                at += 1
            text = "".join((line[len(first) :], *(more[len(lead) :] for more in lines[start + 1 : at])))
            yield Piece(first)
            yield Piece(text.rstrip("\n"), True, lead)
            yield Piece(text[len(text.rstrip("\n")) :])


def _end_of_fence(lines: list[str], start: int, mark: str) -> int:
    """The place behind a code fence or formula that begins at `start`; one that nobody closes goes on to the end."""
    first = lines[start].strip()
    if mark == "$$" and len(first) > len(mark) and first.endswith(mark):
        return start + 1
    ends = (place + 1 for place in range(start + 1, len(lines)) if lines[place].strip().endswith(mark))
    return next(ends, len(lines))


def _goes_on(line: str, lead: str) -> bool:
    """Whether a line belongs to the block above it, whose lines begin with `lead`."""
    rest = line[len(lead) :]
    if not line.startswith(lead) or not rest.strip():
        return False
    return not (_FENCE.match(rest) or _LEAD.match(rest) or rest.startswith(("|", "<")))


def _row(line: str) -> Iterator[Piece]:
    """The cells of a table's row; the row under the head has none."""
    if _RULE.match(line):
        yield Piece(line)
        return
    for place, part in enumerate(_CELL.split(line)):
        is_cell = place % 2 == 0 and bool(part.strip())
        yield Piece(part, is_cell)


def prose(notebook: str) -> Iterator[str]:
    """Every text of a notebook, given as JSON, that is to be translated, in order."""
    for cell in nbformat.reads(notebook, as_version=4).cells:  # type: ignore[no-untyped-call]
        if cell.cell_type == "markdown":
            yield from (piece.text for piece in pieces(cell.source) if piece.is_prose)


def translated(notebook: str, texts: Mapping[str, str], lang: str) -> str:
    """The notebook, given and returned as JSON, with the `texts` put in; what has none stays as it is.

    What its cells have shown is left out: in another language they show something else.
    """
    book = nbformat.reads(notebook, as_version=4)  # type: ignore[no-untyped-call]
    book.metadata["lang"] = lang
    for cell in book.cells:
        if cell.cell_type == "markdown":
            cell.source = "".join(
                str(Piece(texts.get(piece.text, piece.text), piece.is_prose, piece.lead))
                for piece in pieces(cell.source)
            )
        elif cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return str(nbformat.writes(book)).rstrip("\n") + "\n"  # type: ignore[no-untyped-call]


@dataclass(frozen=True, slots=True)
class Renewal:
    """A catalogue made to fit the notebooks: the `.po` file as text, its texts, and what is still to be done.

    `missing` and `fuzzy` hold English texts: without a translation, and with one of an earlier wording.
    """

    catalogue: str
    texts: Mapping[str, str]
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
        {str(message.id): str(message.string) for message in told if message.string and not message.fuzzy},
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
    rows = "".join(f"| `{name}` | {title}. {told} |\n" for cell in cells for title, name, told in _LISTED.findall(cell.source))
    return _ROWS.sub(lambda found: found[1] + rows, readme)


def main(house: Path = HOUSE) -> int:
    """Renews the README and the catalogues, and, once nothing is missing or fuzzy, the notebooks of other languages.

    Returns 1 and says what is missing or fuzzy, if anything is.
    """
    books = masters(house)
    readme = house / "README.md"
    overview = books[f"notebooks/{MASTER}/index.ipynb"]
    readme.write_text(with_pages(readme.read_text(encoding="utf-8"), overview), encoding="utf-8")
    renewals = {}
    for lang in (code for code in LANGUAGES if code != MASTER):
        source = house / "cardlab" / "phrasing" / f"{lang}.po"
        renewal = renewals[lang] = renew(source.read_text(encoding="utf-8"), books, lang)
        source.write_text(renewal.catalogue, encoding="utf-8")
        _report(lang, "missing", renewal.missing)
        _report(lang, "fuzzy", renewal.fuzzy)
    if any(renewal.missing or renewal.fuzzy for renewal in renewals.values()):
        return 1
    for lang, renewal in renewals.items():
        folder = house / "notebooks" / lang
        folder.mkdir(exist_ok=True)
        for path, notebook in books.items():
            (folder / Path(path).name).write_text(translated(notebook, renewal.texts, lang), encoding="utf-8")
    return 0


def _report(lang: str, what: str, texts: Iterable[str]) -> None:
    for text in texts:
        sys.stderr.write(f"{lang}: {what}: {text!r}\n")


if __name__ == "__main__":
    sys.exit(main())
