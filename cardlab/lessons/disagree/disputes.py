"""Where players disagree: all disputes of both games, to be found by clause or chapter."""

from __future__ import annotations

from cardlab.lessons.disagree import disputes_tichu, disputes_tongits
from cardlab.lessons.disagree.dispute import Dispute


def every() -> tuple[Dispute, ...]:
    """All disputes, in the order of the rule book, Tongits first."""
    return (*disputes_tongits.TURNS, *disputes_tongits.ENDINGS, *disputes_tichu.DISPUTES)


def presets() -> tuple[Dispute, ...]:
    """The two presets of Tongits on one position."""
    return (disputes_tongits.PRESETS,)


def about(*clauses: str) -> tuple[Dispute, ...]:
    """The disputes about these clauses or chapters ("T6.5", "T6"), in the order of the rule book.

    Raises KeyError for a clause or chapter about which there is none.
    """
    found = {one: [each for each in every() if _is_about(each, one)] for one in clauses}
    for one, disputes in found.items():
        if not disputes:
            raise KeyError(one)
    wanted = [dispute for disputes in found.values() for dispute in disputes]
    return tuple(dispute for dispute in every() if dispute in wanted)


def _is_about(dispute: Dispute, clause: str) -> bool:
    return any(one == clause or one.partition(".")[0] == clause for one in dispute.clauses[:1])
