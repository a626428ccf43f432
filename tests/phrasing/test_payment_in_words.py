"""T9.3: the sum that is said of a payment in points is the payment, by any house rules."""

import re
from dataclasses import replace
from random import Random

from random_rounds import Over, tongits_round

from cardlab.phrasing import scoring, tongits_sentences
from cardlab.phrasing.messages import in_words
from cardlab.tongits import Payment, Rules
from cardlab.widgets.tongits_table.felt_props import _how_paid
from tests.random_rules import any_rules

SUM = re.compile(r"(?:\d+ × )?(?:\(\d+ − \d+\)|\d+ − \d+)")


def paid_in_points():
    """Rounds that are over, with their results and each seat that pays something."""
    for number in range(60):
        rules = replace(any_rules(Rules, Random(number)), payment=Payment.DEADWOOD)
        for happens in tongits_round(rules, number, every=10**6):
            if isinstance(happens, Over):
                result = tongits_sentences.result_of(happens.state)
                yield from ((happens.state, result, seat) for seat in range(3) if result.payments[seat] < 0)


def test_T9_3_the_sum_that_is_said_is_what_is_paid():
    reader, seen = tongits_sentences.at_table("en", 0), 0
    for state, result, seat in paid_in_points():
        for text in (
            in_words(reader, scoring.how_paid(result.deadwood, result.winner, seat)),
            tongits_sentences.balance(reader, state, seat).sentence,
            _how_paid(state, result, seat, reader),
        ):
            (said,) = SUM.findall(text)
            assert eval(said.translate({ord("−"): "-", ord("×"): "*"})) == -result.payments[seat], text
        seen += 1
    assert seen > 60
