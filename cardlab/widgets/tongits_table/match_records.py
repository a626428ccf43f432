"""The panel of records: save and open rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal
from urllib.parse import quote

from cardlab import shelf
from cardlab.phrasing.catalogue import say
from cardlab.record import Record
from cardlab.tongits.notation import write
from cardlab.tongits.positions import draft_of
from cardlab.widgets import blocks
from cardlab.widgets.blocks import Block
from cardlab.widgets.scene import Steps, receives
from cardlab.widgets.tongits_table.driver import Seat
from cardlab.widgets.tongits_table.match_table import MatchTable
from cardlab.widgets.tongits_table.opened_rounds import (
    LONGEST_BOOK,
    LONGEST_FILE,
    OpenedRounds,
    as_file,
    opened,
    too_large,
)


class Records:
    """The records that can be shown in place of the match, and their files."""

    def __init__(self, table: MatchTable) -> None:
        self._table = table

    @receives
    def open(self, text: str, ended: bool = False, seat: Seat | None = None) -> Steps[None]:
        """Open the rounds in the text of a file.

        `ended`: whether to show the last position first; `seat`: the seat of the reader, whose moves are reviewed.
        """
        self._table.show((yield from opened(text, seat)), ended=ended)
        if seat is not None:
            self._table.reviews.review(seat)
        if len(text) > LONGEST_BOOK:
            self._table.remark = say("play_tongits.not_kept", self._table.lang)

    @receives
    def too_long(self) -> None:
        """Refuse a file that is too long to be sent."""
        raise too_large()

    @receives
    def look(self, number: int) -> None:
        """Open a round of the open file, or a finished one of this match."""
        match, book = self._table.match, self._table.book
        rounds = book.rounds if book else match.done if match else ()
        if number in range(len(rounds)):
            self._table.show(book.at(number) if book else OpenedRounds(rounds, number, own=True))

    @receives
    def leave(self) -> None:
        """Go back from a record to the match."""
        if self._table.book is not None:
            self._table.resume(self._table.match)

    @receives
    def save(self, what: Literal["round", "match"]) -> Steps[None]:
        """Save a round up to the moment shown, or the whole match, as a file.

        A round with hidden hands is saved only when it is over, since the file reveals them.
        """
        table, rounds = self._table, tuple[Record, ...]()
        if table.driver is None or not (table.driver.open_hands or table.driver.is_over):
            table.remark = say("play_tongits.not_yet", table.lang)
        elif table.book is None and table.match is not None:
            rounds = (*(table.match.done if what == "match" else ()), table.match.record)
        elif table.book is not None and what == "round":
            moves = table.driver.line.moves[: table.driver.at]
            rounds = (replace(table.book.record, moves=moves, written_outcome=None),)
        if rounds:
            file = {"name": f"tongits-{what}.json", "text": (yield from as_file(rounds))}
            table.send({"file": file})

    # Drawing

    def add_to(self, props: Block) -> None:
        """Add the open record, remarks, and buttons for files."""
        book, words = self._table.book, self._table.reader
        match = self._table.match if book is None else None
        if book is not None:
            if book.own:
                props["title"] = words.say("play_tongits.looking", number=book.number + 1)
            else:
                props["title"] = words.say("play_tongits.opened", number=book.number + 1, count=len(book.rounds))
            if book.shelf:
                about = {"title": shelf.title(book.shelf, words.lang), "rule": shelf.clause(book.shelf)}
                props["title"] = words.say("play_tongits.from_shelf", **about)
            leave = blocks.button(words.say("play_tongits.leave"), {"do": "leave"})
            looks = (
                blocks.toggle(_look(words.lang, at), at == book.number, {"do": "look", "number": at})
                for at in range(len(book.rounds))
                if len(book.rounds) > 1
            )
            props["heading"].append(blocks.row(*looks, leave))
        props["remarks"].append(remark_block(self._table.remark or self._note()))
        props["below"] += self._history()
        done = match.done if match else ()
        whole = [blocks.button(words.say("play_tongits.save_match"), {"do": "save", "what": "match"})] if match else []
        props["around"].append(
            blocks.details(
                words.say("play_tongits.records"),
                blocks.row(
                    blocks.button(words.say("play_tongits.save_round"), {"do": "save", "what": "round"}),
                    *whole,
                    open_button(words.lang),
                    *(
                        blocks.button(_look(words.lang, at), {"do": "look", "number": at}, then="turn")
                        for at in range(len(done))
                    ),
                ),
            )
        )

    def _note(self) -> str:
        """Return the note about the current move of a round from the shelf, or ""."""
        here, book = self._table.here, self._table.book
        if book is None or not book.shelf or here.line.moves[: here.at] != book.record.moves[: here.at]:
            return ""
        return shelf.notes(book.shelf, self._table.lang).get(here.at, "")

    def _history(self) -> list[Block]:
        """Make redo, and the links to the laboratory and the form."""
        here, words, playing = self._table.here, self._table.reader, self._table.book is None
        redo = blocks.button(words.say("table.redo"), {"do": "redo"} if here.at < here.line.last else None)
        laboratory = blocks.link(
            words.say("play_tongits.whatif"),
            f"whatif.ipynb?pos={quote(write(draft_of(here.seen)), safe='')}",
            new=True,
            style="cardlab-button",
        )
        shown = [
            *([redo] if playing else []),
            *([] if self._table.covered or here.is_over else [laboratory]),
            *([blocks.button(words.say("play_tongits.setup"), {"do": "setup"})] if playing else []),
        ]
        return [blocks.row(*shown, label=words.say("table.moves"))] if shown else []


def _look(lang: str, number: int) -> str:
    """Return the label of the button that opens a round."""
    return say("play_tongits.look_at", lang, number=number + 1)


def remark_block(remark: str) -> Block:
    """Make a passing remark, such as why a file cannot be read."""
    return blocks.status(*([blocks.group(blocks.text(remark), style="cardlab-overlay")] if remark else []))


def open_button(lang: str) -> Block:
    """Make the button that opens a file."""
    return blocks.upload(say("play_tongits.open", lang), {"do": "open"}, LONGEST_FILE)
