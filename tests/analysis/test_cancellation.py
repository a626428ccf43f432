"""Work that is given up: every long counting ends where it asks whether it is still wanted, and nothing else does."""

import pytest

from cardlab.analysis import least, two_hands, whatif
from cardlab.analysis.call_odds import DrawCall
from cardlab.analysis.cancellation import Cancelled, cancelled_by, check_cancelled
from cardlab.analysis.position import read, view_of
from cardlab.analysis.reasons import turn_reason
from cardlab.analysis.round_review import review
from cardlab.bot_rounds import play_tongits
from cardlab.bots.tongits import careful
from cardlab.cards import DECK
from cardlab.tongits import Call, Rules, deal, legal_moves, view
from cardlab.widgets.whatif.examples import EXAMPLES

SEEN, OPENING = view_of(read(EXAMPLES["call"])), view(deal(), 0)
COUNTINGS = {
    "curve": lambda: DrawCall.of(SEEN).curve(),
    "break-even": lambda: DrawCall.of(SEEN).break_even(),
    "two hands": lambda: two_hands.deals_of(DECK[:20], (7, 6), Rules(concealed_melds_count=False)),
    "the least deadwood": lambda: least.least([OPENING.hand] * 8 * least.MANY, OPENING.rules),
    "reasons": lambda: [turn_reason(SEEN, [move]) for move in legal_moves(SEEN, 0) if not isinstance(move, Call)],
    "worlds": lambda: whatif.ask(SEEN, worlds=5_000, seed=9),
    "review": lambda: list(review(play_tongits((careful,) * 3).fork(6), worlds=10)),
}


class Patience:
    """A stop that is set once it has been asked a few times."""

    def __init__(self, times):
        self.times = times

    def is_set(self):
        self.times -= 1
        return self.times < 0


@pytest.mark.parametrize("counting", COUNTINGS)
def test_a_long_counting_asks_again_and_again_and_ends_when_nobody_waits(counting):
    with pytest.raises(Cancelled), cancelled_by(Patience(5)):
        COUNTINGS[counting]()
    patient = Patience(10**9)
    with cancelled_by(patient):
        assert COUNTINGS[counting]()
    assert patient.times < 10**9 - 5
    check_cancelled()
