"""What a source may say beyond its tasks: how it stands, and what there is to read when there is nothing left to ask.

Knows no game and no language; whoever shows exercises asks for it where a source offers it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

__all__ = ["Closing", "Ends", "Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """Something to read again: what about, and the page by its label and its address beside the present one."""

    about: str
    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Closing:
    """What is said when nothing is left to ask.

    - `title`: how it went, in one sentence;
    - `sentences`: what else there is to say;
    - `readings`: where to read again;
    - `rules`: the clauses to read up on;
    - `again`: what the button says that goes on after it.
    """

    title: str
    sentences: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    rules: tuple[str, ...] = ()
    again: str = ""


@runtime_checkable
class Ends(Protocol):
    """A `Source` that comes to an end; `next` begins anew after it."""

    def standing(self) -> str:
        """How it stands, as a sentence, instead of "2 of 6 solved"."""

    def closing(self) -> Closing | None:
        """What is said at the end, None as long as there is a task."""
