"""The sensible player of Tongits, on whose policy all simulations are based.

**It begins a turn** (T2.1) with a call if nobody can challenge, or if the call is likely enough to win, by the odds of
`cardlab.bots.odds`. Else it takes the top discard if it can lay it, with no more deadwood than before. If the card must
be melded (T2.5), the deadwood has to fall. Else it draws.

**It lays** (T2.3) the melds and lay-offs that together leave the least deadwood, with as few jokers as possible.
Where melds in the hand count nothing (T9.2, house rule), it lays only one, to open. It hides the others until it can
lay its whole hand at once, or all but a discard.
A card that it must meld (T2.5) comes first, in the meld that leaves the least of the rest.
Its own melds come before lay-offs, and lay-offs on an opponent's meld before those on its own (T6.8); a set of four is
laid face down by house rule (T6.9). It lays off a joker to fill the gap before a card of its own. It lays one off alone
if jokers count in the hand, or if at most one other card is left, which it then discards to go out (T5.1).

**It discards** (T2.4) a card that is in no meld: the one with the most points, less one point for each unseen card
that would make a meld of it with another card of its hand. Among equal cards it chooses the one with the fewest melds
from unseen cards, as the next player may take it. Jokers go last.

**It challenges** (T6.2) wherever a lost challenge costs no more than folding: always when points are paid (T9.3), and
for chips when another has challenged already (T9.4). Else it challenges if it is likely enough to win. It assumes that
the caller calls as it would itself, or bluffs with any hand.

It remembers nothing, uses no randomness, and knows only its view. The kernel plays it
(`cardlab.analysis.kernel.player`), and `cardlab.analysis.bots` makes a bot of it.
"""

from __future__ import annotations

from typing import Final

from cardlab import tongits
from cardlab.tongits.moves import SEATS

CALLS_FROM: Final = 0.8
"""The lowest win probability for a call that somebody can challenge."""
CALLS_FOR_CHIPS: Final = 0.7
"""The same when chips are paid (T9.4), where an unchallenged call wins too."""
CHALLENGES_FROM: Final = 0.15
"""The lowest win probability for a challenge, if losing it costs more than folding."""
BLUFFS: Final = 0.25
"""The share of calls expected to be made with any hand."""


def rivals(seen: tongits.View) -> tuple[int, ...]:
    """Return the seats that may challenge a call of the viewer. [T6.2, T6.3]"""
    return tuple(seat for seat in range(SEATS) if seat != seen.viewer and seen.opened(seat))
