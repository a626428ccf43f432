"""How much an open page may say over its line, and how long it has to wait then."""

from cardlab.pagehost.lines import Allowance
from cardlab.pagehost.pages import PageLine


def test_who_says_more_than_may_be_said_at_once_waits_for_each_message():
    now = [0.0]
    allowance = Allowance(300, 60, lambda: now[0])
    assert [allowance.take() for _ in range(302)] == [0.0] * 300 + [1 / 60, 2 / 60]
    now[0] = 10.0
    assert allowance.take() == 0


def test_a_long_message_counts_for_many():
    now = [0.0]
    allowance = Allowance(PageLine.AT_ONCE, PageLine.A_SECOND, lambda: now[0])
    for _ in range(20):
        now[0] += allowance.take(PageLine.LARGEST)
    # Some seconds for each: of one page no more than half a megabyte is heard in a second.
    assert now[0] > 20 * PageLine.LARGEST / 500_000 - 10
