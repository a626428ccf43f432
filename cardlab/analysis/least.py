"""The least deadwood of many hands (T9.1), counted together.

Melds are taken out, whatever `concealed_melds_count` says.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardlab.analysis.cancellation import check_cancelled
from cardlab.analysis.deals import mask
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import tables
from cardlab.cards import DECK, Card
from cardlab.tongits import SHEET, Rules

FIRST_JOKER: Final = 1 << len(DECK)
MANY: Final = 400
"""From this many hands on, or with any joker, the compiled kernel is faster: it takes a moment to start.
This many hands are also counted between two checks for cancellation."""


def least_of_masks(hands: Iterable[int], rules: Rules = SHEET) -> list[int]:
    """Return the least deadwood of each hand, like `tongits.least_deadwood`.

    A hand is given as bits, bit `Card.index` for each card, jokers from bit 52 on.

    >>> from cardlab.cards import cards
    >>> least_of_masks([mask(cards("4h 5h 6h Kd")), mask(cards("Kd"))])
    [10, 10]
    """
    hands, counted = tuple(hands), list[int]()
    worth_it = len(hands) >= MANY or any(hand >= FIRST_JOKER for hand in hands)
    kernel = compiled.best() if worth_it else compiled.plain()
    uncovered, in_run, *_ = tables(kernel, int(rules.ace_high), rules.jokers)
    memory = kernel.memory(26)
    for several in (hands[start : start + MANY] for start in range(0, len(hands), MANY)):
        check_cancelled()
        masks, results = kernel.array(several), kernel.memory(len(several))
        kernel.hands.least_of_each(masks, rules.joker_points, uncovered, in_run, memory, results)
        counted += results
    return counted


def least(hands: Iterable[Iterable[Card]], rules: Rules) -> list[int]:
    """Return the least deadwood of each hand, as `tongits.least_deadwood` counts it.

    >>> from cardlab.cards import cards
    >>> least([cards("4h X1 6h Kd")], Rules(jokers=1))
    [10]
    """
    return least_of_masks(map(mask, hands), rules)
