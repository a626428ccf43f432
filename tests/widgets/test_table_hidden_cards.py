"""What a page is never told by a `Table`."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from learner_at_table import TABLES, make, own_moves
from wishes import send

from cardlab.tables.table import Watch
from cardlab.tongits import Phase, deal
from cardlab.widgets import Table
from cardlab.widgets.tongits_table.overlays import OVERLAYS
from tests.tables.test_hidden import Auditor


def audited(table, seat, lang="en"):
    """Fails if the page is told of a card that this seat may not know.

    A refusal may name any card, as the one that is missing in a meld.
    """
    here = table.seat.round
    auditor = Auditor(here.line.start, Watch.TABLE)
    for moment in here.moments[1 : here.at + 1]:
        auditor.see(moment.move, moment.state)
    auditor.judge({**table.shown, "said": table.shown["said"]["title"]}, seat, lang)


@settings(max_examples=30, deadline=None)
@given(
    st.integers(0, 10_000), st.sampled_from(range(3)), st.sampled_from(TABLES), st.sampled_from(["careful", "random"])
)
def test_no_hidden_card_is_ever_told(seed, seat, rules, others):
    table = Table(deal(rules, seed), seat=seat, others=others, overlays=OVERLAYS, seed=seed)
    chance = Random(seed)
    for _ in range(12):
        audited(table, seat)
        moves = own_moves(table)
        if not moves:
            break
        make(table, chance.choice(moves))
        if chance.random() < 0.3:
            send(table, "undo")
        if chance.random() < 0.2:
            send(table, do="go", to=chance.randrange(len(table.seat.round.moments)))
    audited(table, seat)
    for name in ("words", "faces"):
        assert getattr(table, name) == getattr(Table(deal(seed=1)), name)


def test_the_hands_are_hidden_again_when_the_end_is_taken_back():
    table = Table(deal(seed=7))
    while table.state.phase is not Phase.OVER:
        make(table, own_moves(table)[-1])
    assert not any(one["backs"] for one in table.shown["players"])
    send(table, "undo")
    assert all(one["backs"] for one in table.shown["players"])
    audited(table, 0)
