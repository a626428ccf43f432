"""What of an option is certain: what follows from the rules and from what the viewer sees, whatever lies hidden.

Knows when a round can only end in one way for the viewer; what is not certain is sampled by `whatif`.
"""

from __future__ import annotations

from cardlab.analysis.tongits_rounds import deal, putting
from cardlab.analysis.worlds import Question

__all__ = ["certain_of"]


def certain_of(asked: Question, option: int) -> tuple[bool, bool, bool]:
    """Whether the rules alone say if the viewer wins after this option, what he receives, and what his hand counts."""
    played = asked.options[deal.ROUND_SIZE * option : deal.ROUND_SIZE * (option + 1)]
    if played[deal.PHASE] not in (deal.ANSWER, deal.OVER):
        return False, False, False
    if not played[deal.HANDS + asked.viewer]:
        # T5.1: he wins; T9.4: chips depend on nothing that is hidden, while T9.3 counts the hands of the others.
        return True, bool(asked.rules[putting.CHIPS]), True
    # T6.3, T8.2: a burned player cannot win; T8.3: if all are burned, nothing is paid.
    in_it = opened = played[deal.OPENED]
    if played[deal.CALLER] >= 0:
        # T6.4: nor can who has folded.
        in_it = played[deal.CHALLENGERS] | 1 << played[deal.CALLER]
    return not in_it >> asked.viewer & 1 or opened == 1 << asked.viewer, not opened, True
