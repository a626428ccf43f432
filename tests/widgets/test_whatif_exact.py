"""What the laboratory counts is what the analysis counts: hands of others, draws, calls; all in the learner's words."""

from fractions import Fraction

import pytest
from laboratory import parts, put, section
from messages import send

from cardlab import tongits
from cardlab.analysis.call_odds import DrawCall
from cardlab.analysis.draws import discards
from cardlab.analysis.jobs import Calls, calls, spread
from cardlab.analysis.position import read, unseen, view_of
from cardlab.analysis.two_hands import Odds
from cardlab.phrasing.catalogue import card_label, say
from cardlab.widgets import WhatIf
from cardlab.widgets.whatif.records import EXAMPLES
from cardlab.widgets.whatif.sections import call_section, unknown_section


def told_of_a_call(position, known=None):
    """All that is said of a call, counted or as it is `known`; and the view."""
    view = view_of(read(position))
    texts = parts(call_section(view, known or calls(view), "en", open=True))
    return view, " ".join((*texts["sentences"], texts["plots"][0]["svg"], texts["more"][-1]))


ABOVE_SIXTY = (
    "viewer 1; hand 3c Jc Kc 4h 7h Kh 6s 7s Ts; meld 1 2d 2h 2s; meld 0 Qc Qh Qs; discard Jh Qd 8c; takes 1",
    "viewer 1; hand 8c Kc 4d 9d Kd 7h 3s 6s; cards 9 8 10; meld 0 3c 4c 5c 6c 7c; meld 1 2c 2d 2h 2s; "
    "discard Qh Kh Jh Qc; sapaw 1",
)


@pytest.mark.parametrize(("position", "pays"), [(ABOVE_SIXTY[0], None), (ABOVE_SIXTY[1], 62)])
def test_the_chance_of_a_call_is_that_of_the_own_deadwood_however_much_it_is(position, pays):
    view, texts = told_of_a_call(position)
    own, odds = tongits.deadwood(view.hand), DrawCall.of(view)
    wins = float(odds.wins(own).value)
    assert say("whatif.call_wins", own=own, chance=f"{wins:.1%}") in texts
    assert say("plot.at_own", own=own, chance=f"{wins:.0%}") in texts
    if pays:
        assert odds.break_even() == pays
        assert say("whatif.pays_up_to", most=pays) in texts


def test_a_call_that_always_pays_is_said_to_and_what_is_drawn_by_lot_too():
    assert say("whatif.always_pays") in told_of_a_call("viewer 0; hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")[1]
    view = view_of(read("rules traditional jokers 2; hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 6h"))
    texts = parts(unknown_section(view, spread(view), "en", open=True))
    assert "random deals" in texts["more"][-1]
    assert texts["plots"]


def test_every_draw_after_every_discard_is_what_the_analysis_counts():
    widget = WhatIf("opening")
    send(widget, do="unfold", part="unknown", open=False)
    send(widget, do="unfold", part="draws", open=True)
    widget.finish(sampled=False)
    view = view_of(widget.position)
    known = {one.card.code: one for one in discards(view.hand, unseen(view), view.rules)}
    put(widget, "card", "9d")
    shown = section(widget, "draws")
    assert f"{float(known['9d'].mean):.1f}" in shown["sentences"][0]
    draws = [cells["cells"] for cells in shown["tables"][0]["rows"]]
    assert [int(row[0]) for row in draws] == sorted({draw.least for draw in known["9d"].draws})
    assert sum(len(row[1].split()) for row in draws) == len(unseen(view))
    assert len(shown["tables"][1]["rows"]) == len(view.hand)


def test_before_the_draw_the_next_card_makes_this_of_the_hand():
    widget = WhatIf("middle")
    send(widget, do="unfold", part="draws", open=True)
    widget.finish(sampled=False)
    send(widget, do="next_best")
    view = view_of(widget.position)
    rows = section(widget, "draws")["tables"][0]["rows"]
    assert sum(len(row["cells"][1].split()) for row in rows) == len(unseen(view))
    for row in rows:
        for least, label in [(int(row["cells"][0]), one) for one in row["cells"][1].split()]:
            drawn = next(card for card in unseen(view) if card_label(card) == label)
            hand = (*view.hand, drawn)
            assert least == min(tongits.least_deadwood([c for c in hand if c is not thrown]) for thrown in hand)


def won(position, chance, payment=None):
    """What is said of a call that wins so often."""
    view = view_of(read(position))
    own = tongits.hand_deadwood(view.hand, view.rules)
    return told_of_a_call(position, Calls((Odds(chance),) * (own + 2), own, payment or Odds(Fraction(1)), own))[1]


def test_T9_4_where_some_would_fold_the_count_says_that_it_takes_all_to_challenge():
    """Beside an option that wins more often, as it is played by players who fold."""
    for rules, may_fold in (("rules traditional; ", True), ("rules sheet showdown everyone payment chips; ", False)):
        texts = won(rules + ABOVE_SIXTY[0].replace("; takes 1", ""), Fraction(1, 2))
        assert (say("whatif.call_wins_challenged", own=67, chance="50.0%") in texts) is may_fold
        assert (say("whatif.options_fold") in texts) is may_fold


def test_a_call_that_nearly_always_wins_is_not_said_to_win_always_and_one_drawn_by_lot_says_so():
    assert "wins over 99.9% of" in won(EXAMPLES["call"], Fraction(9997, 10_000))
    assert "wins 100.0% of" in won(EXAMPLES["call"], Fraction(1))
    for payment, by_lot in ((Odds(Fraction(1)), False), (Odds(Fraction(1), 0.2, exact=False), True)):
        assert ("random deals" in won(EXAMPLES["call"], Fraction(1, 2), payment)) is by_lot
