"""A tuple that a notebook shows as its elements draw themselves. Knows nothing of cards."""

from __future__ import annotations

from typing import Protocol, TypeVar


class DrawsItself(Protocol):
    """Anything that draws itself in a notebook."""

    def _repr_html_(self) -> str: ...


T = TypeVar("T", bound=DrawsItself, covariant=True)


class DrawnTuple(tuple[T, ...]):
    """A tuple in every respect, `repr`, `==` and `hash` included; a notebook shows its elements instead of code."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return "".join(element._repr_html_() for element in self) or None
