"""The laboratory through the messages of the page: positions built, pasted and opened, and what is said of them."""

import asyncio
import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab import rounds, tichu, tongits
from cardlab.analysis import exact, odds, unknown
from cardlab.analysis.counting import partition
from cardlab.analysis.position import draft_of, faults, from_record, read, unseen, view_of, write
from cardlab.analysis.positions.draft import Draft, Lying
from cardlab.analysis.whatif import Estimate, refine
from cardlab.bots.tongits import careful
from cardlab.cards import DECK, Card, cards, notation
from cardlab.record import Record
from cardlab.tongits import Began, Call, Discard, LayMeld, Phase, Rules, Take, legal_moves
from cardlab.widgets import WhatIf
from cardlab.widgets.plots import Unit
from cardlab.widgets.whatif_editor import Editor, said_of
from cardlab.widgets.whatif_examples import EXAMPLES
from cardlab.widgets.whatif_moves import named
from cardlab.widgets.whatif_options import By, best_by, estimated, too_close
from cardlab.widgets.whatif_presets import presets_section, under

LANGUAGES = ("en", "de", "nl")


def send(widget, **wish):
    widget._handle_custom_msg(wish, [])


def tap(widget, held):
    for card in cards(held):
        send(widget, do="tap", card=card.code)


def put(widget, field, value):
    send(widget, do="set", field=field, value=value)


def section(widget, key):
    return next((one for one in widget.shown["sections"] if one["key"] == key), None)


def empty(lang="en"):
    widget = WhatIf("opening", lang)
    send(widget, do="empty")
    return widget


def lies(widget, code):
    return [cell["lies"] for row in widget.shown["deck"] for cell in row["cells"] if cell["card"] == code]


# Building.


def test_a_tapped_card_goes_where_the_next_card_goes_and_a_second_tap_takes_it_away():
    widget = empty()
    tap(widget, "7h")
    assert widget.position.hand == cards("7h")
    assert lies(widget, "7h") == ["hand"]
    send(widget, do="place", to="pile")
    tap(widget, "Kd 2c")
    assert widget.position.discards == cards("2c Kd"), "the card tapped last lies on top"
    tap(widget, "Kd")
    assert widget.position.discards == cards("2c")
    tap(widget, "7h")
    assert (widget.position.hand, widget.position.discards) == ((), cards("7h 2c")), "it moves, it is never twice there"


def test_a_meld_is_built_card_by_card_and_stands_in_its_order():
    widget = empty()
    send(widget, do="new_meld", owner=1)
    tap(widget, "9h 7h 8h")
    assert widget.position.melds == (Lying(1, cards("7h 8h 9h")),)
    put(widget, "meld:owner", "2")
    assert widget.position.melds == (Lying(2, cards("7h 8h 9h")),)
    put(widget, "meld:gone", True)
    assert widget.position.melds == ()


def test_a_meld_that_was_begun_and_left_empty_is_given_up():
    widget = empty()
    send(widget, do="new_meld", owner=0)
    send(widget, do="new_meld", owner=1)
    assert [lying.owner for lying in widget.position.melds] == [1]
    send(widget, do="place", to="hand")
    assert widget.position.melds == ()


def test_T6_9_a_secret_four_of_another_player_has_four_cards_that_nobody_knows():
    widget = empty()
    put(widget, "preset", "traditional")
    send(widget, do="new_meld", owner=2)
    put(widget, "meld:secret", True)
    assert widget.position.melds == (Lying(2, (), secret=True),)
    assert widget.position.counts[2] == 8
    assert "4 cards" in widget.shown["places"][2]["count"]


def test_what_nobody_said_follows_from_the_cards():
    widget = empty()
    tap(widget, "2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")
    assert widget.position == read(EXAMPLES["opening"])
    assert (widget.position.phase, widget.position.began, widget.position.counts) == (
        Phase.LAY,
        Began.DEAL,
        (13, 12, 12),
    )


def test_what_was_said_stays_until_it_is_to_follow_again():
    widget = WhatIf("opening")
    put(widget, "number:stock", "9")
    assert (widget.position.stock, widget.shown["follow"]) == (9, True)
    tap(widget, "5h")
    assert widget.position.stock == 9
    send(widget, do="follow")
    assert (widget.position.stock != 9, widget.shown["follow"]) == (True, False)


def test_the_number_of_ones_own_cards_is_always_that_of_the_hand():
    widget = WhatIf("call")
    put(widget, "count:1", "5")
    tap(widget, "2c")
    assert widget.position.counts == (5, 5, 5)


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_follows_from_a_position_is_what_was_not_said(name):
    draft = read(EXAMPLES[name])
    assert set(said_of(draft)) < set(Draft.__slots__)
    assert Editor(draft).draft == draft


wishes = st.one_of(
    st.builds(lambda card: {"do": "tap", "card": card.code}, st.sampled_from(DECK)),
    st.builds(lambda to: {"do": "place", "to": to}, st.sampled_from(["hand", "pile", "meld 0", "meld 1", "meld 9"])),
    st.builds(lambda owner: {"do": "new_meld", "owner": owner}, st.sampled_from([0, 1, 2, 3, True])),
    st.sampled_from([{"do": "undo"}, {"do": "redo"}, {"do": "empty"}, {"do": "follow"}]),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(wishes, max_size=40))
def test_every_card_lies_in_one_place_whatever_is_tapped(asked):
    editor = Editor(read(EXAMPLES["call"]))
    for wish in asked:
        editor.hear(wish)
        draft = editor.draft
        lying = [*draft.hand, *draft.discards, *(card for meld in draft.melds for card in meld.cards)]
        assert len(set(lying)) == len(lying)
        assert editor.place in editor.places()


@settings(max_examples=40, deadline=None)
@given(st.lists(wishes, max_size=30))
def test_undo_leads_back_and_redo_forth_again(asked):
    editor = Editor(read(EXAMPLES["call"]))
    for wish in asked:
        editor.hear(wish)
    last, steps = editor.draft, 0
    while editor.begun:
        editor.undo()
        steps += 1
    assert editor.draft == read(EXAMPLES["call"])
    for _ in range(steps):
        editor.redo()
    assert editor.draft == last


def test_house_rules_are_set_one_by_one_or_all_at_once():
    widget = WhatIf("opening")
    put(widget, "rule:tie", "challenger")
    put(widget, "rule:ace_high", True)
    put(widget, "rule:jokers", "2")
    assert widget.position.rules == Rules(tie="challenger", ace_high=True, jokers=2)
    assert [row["label"] for row in widget.shown["deck"]][-1] == "jokers"
    put(widget, "preset", "traditional")
    assert widget.position.rules == Rules.preset("traditional")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rule:tie", "nobody"),
        ("rule:jokers", "5"),
        ("rule:jokers", "-1"),
        ("rule:jokers", True),
        ("rule:ace_high", "yes"),
        ("rule:__class__", "x"),
        ("preset", "mine"),
        ("count:7", "3"),
        ("count:1", "1e3"),
        ("number:takes", "9" * 99),
        ("number:seat", "1"),
        ("seat:seat", ""),
        ("seat:viewer", "1"),
        ("seats:hand:1", True),
        ("phase", "lunch"),
        ("taken", "Ah"),
        ("meld:owner", "1"),
        ("nothing", "x"),
        ("card", "x" * 1000),
    ],
)
def test_a_value_that_a_field_cannot_have_is_passed_over(field, value):
    widget = WhatIf("opening")
    put(widget, field, value)
    assert widget.position == read(EXAMPLES["opening"])


# Faults.


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_fault_of_an_impossible_position_is_named_at_once(lang):
    widget = WhatIf("opening", lang)
    tap(widget, "5h")
    put(widget, "number:stock", "40")
    send(widget, do="new_meld", owner=1)
    tap(widget, "Ac Kd")
    found = faults(widget.position)
    assert len(found) >= 2
    *told, seats = widget.shown["faults"]
    assert len(told) == len(found)
    assert all(f"({fault.rule})" in sentence for fault, sentence in zip(found, told, strict=True))
    assert "0" in seats
    assert str(len(found)) in widget.shown["title"]
    assert [one["key"] for one in widget.shown["sections"]] == ["hand"], "nothing is said of what cannot be"


def test_a_fault_is_gone_as_soon_as_it_is_mended():
    widget = WhatIf("opening")
    put(widget, "count:1", "3")
    assert widget.shown["faults"]
    send(widget, do="undo")
    assert widget.shown["faults"] == []


# Where positions come from.


@pytest.mark.parametrize(
    ("name", "kind"),
    [("opening", Discard), ("opening", LayMeld), ("middle", Take), ("call", Call), ("answer", tongits.Fold)],
)
def test_an_example_is_possible_and_asks_its_question(name, kind):
    view = view_of(read(EXAMPLES[name]))
    assert any(isinstance(move, kind) for move in legal_moves(view, view.viewer))


def test_a_deal_is_the_same_for_everybody_who_types_its_number():
    widget = WhatIf("opening")
    send(widget, do="deal", text="7")
    assert widget.position == draft_of(tongits.view(tongits.deal(seed=7), 0))
    assert widget.shown["seed"] == "8"
    before = widget.position
    send(widget, do="deal", text="seven")
    assert widget.position == before
    assert "whole number" in widget.shown["said"]


def test_a_notation_is_pasted_and_what_is_copied_can_be_pasted_again():
    widget = WhatIf("opening")
    send(widget, do="paste", text=EXAMPLES["call"])
    assert widget.position == read(EXAMPLES["call"])
    again = WhatIf("opening")
    send(again, do="paste", text=widget.shown["notation"])
    assert again.position == widget.position


def test_a_text_that_cannot_be_read_is_refused_and_the_position_stays():
    widget = WhatIf("opening")
    send(widget, do="paste", text="hand <b>")
    assert widget.position == read(EXAMPLES["opening"])
    assert "<b>" in widget.shown["said"]


def test_the_address_names_a_position_for_the_first_page_that_looks():
    widget = WhatIf("opening")
    send(widget, do="look", position=EXAMPLES["call"])
    assert widget.position == read(EXAMPLES["call"])
    tap(widget, "6s")
    changed = widget.position
    send(widget, do="look", position=EXAMPLES["call"])
    assert widget.position == changed


@pytest.fixture(scope="module")
def record():
    return rounds.play_tongits((careful,) * 3, seed=11)


def test_a_record_is_opened_at_any_move_from_any_seat(record):
    widget = WhatIf("opening")
    send(widget, do="record", text=record.text())
    for at, seat in ((0, 0), (3, 1), (widget.shown["record"]["last"], 2)):
        send(widget, do="at", number=at)
        put(widget, "record", str(seat))
        assert widget.position == from_record(record, at, seat)
        assert widget.shown["faults"] == []
    send(widget, do="at", number=10**9)
    assert widget.shown["record"]["at"] == widget.shown["record"]["last"]
    assert Record.parse(widget.shown["record"]["text"]).moves == record.moves[: widget.shown["record"]["last"]]


@pytest.mark.parametrize(
    "text",
    ["{", '{"format": "other/1"}', Record(tichu.deal(seed=1)).text()],
    ids=["torn", "foreign", "the other game"],
)
def test_what_is_no_record_of_tongits_is_refused_and_the_position_stays(text):
    widget = WhatIf("opening")
    send(widget, do="record", text=text)
    assert widget.shown["said"]
    assert (widget.shown["record"], widget.position) == (None, read(EXAMPLES["opening"]))


def test_a_record_that_breaks_a_rule_is_refused(record):
    broken = replace(record, moves=(*record.moves[:2], record.moves[0]))
    text = record.text().replace(f'"{record.moves[2]}"', f'"{broken.moves[2]}"', 1)
    widget = WhatIf("opening")
    send(widget, do="record", text=text)
    assert str(broken.moves[2]) in widget.shown["said"]
    assert widget.shown["record"] is None


def test_the_seats_of_a_record_have_the_numbers_that_faults_and_notation_use(record):
    widget = WhatIf("opening")
    send(widget, do="record", text=record.text())
    choices = widget.shown["record"]["seat"]["choices"]
    assert [(one["value"], one["label"]) for one in choices] == [("0", "Seat 0"), ("1", "Seat 1"), ("2", "Seat 2")]


def test_nothing_hidden_is_told_to_the_page(record):
    """The record holds every hand; the page is told what one seat saw."""
    widget = WhatIf(from_record(record, 4, 1))
    told = json.dumps({key: value for key, value in widget.shown.items() if key != "deck"})
    hidden = {card.code for card in unseen(view_of(widget.position))}
    assert not {code for code in hidden if f'"{code}"' in told}


# Answers.


def coarse(widget):
    """As on a page that is looked at, until every sample has given its first, coarse answer; then it is stopped."""

    def known():
        other = section(widget, "presets")
        return section(widget, "options")["plots"] and (not other["open"] or len(other["tables"]) > 1)

    async def page():
        send(widget, do="look", position="")
        while not known():
            await asyncio.sleep(0)
        send(widget, do="stop")

    asyncio.run(page())


@pytest.fixture(scope="module")
def answered():
    widget = WhatIf("answer")
    widget.finish()
    return widget


def test_the_options_are_those_of_the_sample_and_every_one_has_its_reason(answered):
    view = view_of(answered.position)
    *_, last = refine(view)
    assert answered.answer == last
    rows = section(answered, "options")["tables"][0]["rows"]
    assert len(rows) == len(legal_moves(view, view.viewer))
    assert [row["cells"][0] for row in rows] == ["Challenge", "Fold"]
    assert all(row["cells"][-1] for row in rows)
    assert all("±" in row["cells"][1] for row in rows)


@pytest.mark.parametrize("name", EXAMPLES)
def test_two_options_never_have_the_same_name(name):
    view = view_of(read(EXAMPLES[name]))
    names = [named(move, view, "en") for move in legal_moves(view, view.viewer)]
    assert len(set(names)) == len(names)


def test_T6_9_a_set_of_four_is_laid_openly_or_face_down_and_the_names_say_which():
    view = view_of(read("rules traditional; hand 7c 7d 7h 7s 9d Td Kh Kc Qs Js 5h 2d As"))
    names = [named(move, view, "en") for move in legal_moves(view, 0) if isinstance(move, LayMeld)]
    assert {"Lay 7♣ 7♦ 7♥ 7♠", "Lay 7♣ 7♦ 7♥ 7♠ face down"} <= set(names)


def test_the_result_is_said_in_a_sentence(answered):
    assert re.fullmatch(r"The best chance to win: Challenge, \d+% ± \d\.\d\.", answered.shown["title"])


def test_what_others_may_hold_is_what_the_analysis_counts(answered):
    view = view_of(answered.position)
    known = unknown.points(unseen(view), view.rules)
    told = section(answered, "unknown")["sentences"]
    assert f"{float(known[5].mean):.1f}" in told[0]
    assert f"{float(known[3].mean):.1f}" in told[1]


def test_T9_2_by_the_house_rule_melds_that_are_held_back_count_nothing():
    widget = WhatIf("answer")
    put(widget, "rule:concealed_melds_count", False)
    widget.finish()
    view = view_of(widget.position)
    known = unknown.least_deadwood(unseen(view), view.rules)
    assert f"{float(known[5].mean):.1f}" in section(widget, "unknown")["sentences"][0]


def test_the_curve_of_a_call_is_shown_where_one_may_call():
    widget = WhatIf("call")
    assert section(widget, "call")["open"]
    assert not section(WhatIf("opening"), "call")["open"]
    even = odds.break_even(view_of(widget.position))
    widget.finish(sampled=False)
    assert any(str(even.low) in told for told in section(widget, "call")["sentences"])


def test_every_draw_after_every_discard_is_what_the_analysis_counts():
    widget = WhatIf("opening")
    send(widget, do="unfold", part="unknown", open=False)
    widget.finish(sampled=False)
    view = view_of(widget.position)
    known = {one.card.code: one for one in exact.discards(view.hand, unseen(view), view.rules)}
    put(widget, "card", "9d")
    shown = section(widget, "draws")
    assert f"{float(known['9d'].mean):.1f}" in shown["sentences"][0]
    draws = [cells["cells"] for cells in shown["tables"][0]["rows"]]
    assert [int(row[0]) for row in draws] == sorted({draw.least for draw in known["9d"].draws})
    assert sum(len(row[1].split()) for row in draws) == len(unseen(view))
    assert len(shown["tables"][1]["rows"]) == len(view.hand)


def test_before_the_draw_the_next_card_makes_this_of_the_hand():
    widget = WhatIf("middle")
    widget.finish(sampled=False)
    send(widget, do="next_best")
    view = view_of(widget.position)
    rows = section(widget, "draws")["tables"][0]["rows"]
    assert sum(len(row["cells"][1].split()) for row in rows) == len(unseen(view))
    for row in rows:
        for least, label in [(int(row["cells"][0]), one) for one in row["cells"][1].split()]:
            drawn = next(card for card in unseen(view) if tongits_label(card) == label)
            held = (*view.hand, drawn)
            assert least == min(tongits.least_deadwood([c for c in held if c is not thrown]) for thrown in held)


def tongits_label(card):
    return card.rank.replace("T", "10") + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[card.suit]


def test_the_same_position_by_other_rules_names_the_rules_that_differ(answered):
    widget = WhatIf("answer")
    send(widget, do="unfold", part="presets", open=True)
    widget.finish()
    shown = section(widget, "presets")
    assert len(shown["tables"][-1]["rows"]) == len(Rules.preset("traditional").changed())
    assert [row["cells"][0] for row in shown["tables"][0]["rows"]] == ["Challenge", "Fold"]
    by_rule = {row["cells"][0]: row["cells"][1:] for row in shown["tables"][-1]["rows"]}
    assert by_rule["Secret four"][0] == "Does not apply. (T6.9)"
    assert by_rule["Secret four"][1].startswith("A set of four")
    other = view_of(replace(widget.position, rules=Rules.preset("traditional")))
    *_, there = refine(other)
    best = f"{100 * there.options[0].win.mean:.0f}%"
    assert best in shown["tables"][0]["rows"][0]["cells"][2]
    put(widget, "against", "sheet")
    assert "already plays" in section(widget, "presets")["sentences"][0]


def test_what_may_be_the_same_best_option_by_both_rules_is_not_said_to_differ_for_sure():
    draft = read(EXAMPLES["opening"])
    (*_, here), (*_, there) = refine(view_of(draft)), refine(view_of(under(draft, "traditional")))
    views = view_of(draft), view_of(under(draft, "traditional"))
    for by in By:
        best = [best_by(answer.options, by) for answer in (here, there)]
        close = [{one.move for one in ordered if too_close(one, ordered[0], by)} for ordered in best]
        told = presets_section(draft, views, (here, there), [], "en", by=by, preset="traditional", open=True)
        differs = best[0][0].move != best[1][0].move
        assert ("That may be chance" in told["sentences"][0]) is (differs and bool(close[0] & close[1]))
        heads = " ".join(told["tables"][0]["head"]).lower()
        assert ("points)" in heads and "chips)" in heads) is (by is By.PAYMENT)
    assert best_by(here.options, By.PAYMENT)[0].move != best_by(there.options, By.PAYMENT)[0].move


def test_a_position_that_is_impossible_by_the_other_rules_says_so():
    impossible = (
        "hand Ac 2d Ah 4h 5h; cards 5 2 4; meld 1 Qd Qh Qs; meld 1 Kc Kd Kh Ks; meld 2 8d 8h 8s; meld 0 9s Ts Js; "
    )
    impossible += (
        "meld 2 4d 5d 6d 7d; meld 1 3c 4c 5c 6c 7c; meld 0 2s 3s 4s; discard 7s Td 9h 9d Tc Jd Jh Jc; sapaw 1; "
    )
    widget = WhatIf(impossible + "call 1; challenge 2; first 0")
    assert widget.shown["faults"] == []
    assert "(T6.8)" in " ".join(section(widget, "presets")["sentences"])


def test_options_are_compared_by_the_value_that_is_chosen(answered):
    send(answered, do="by", value="payment")
    pressed = {one["wish"].get("value"): one["on"] for one in section(answered, "options")["buttons"]}
    assert pressed["payment"] is True
    assert pressed["win"] is False
    assert answered.shown["title"].startswith("The best expected payment")
    send(answered, do="by", value="nothing")
    assert answered.shown["title"].startswith("The best expected payment")
    send(answered, do="by", value="win")


def test_what_is_too_close_is_said_to_be_too_close():
    widget = WhatIf("opening")
    coarse(widget)
    answer = widget.answer
    best = answer.options[0]
    close = [one for one in answer.options if too_close(one, best, By.WIN)]
    rows = section(widget, "options")["tables"][0]["rows"]
    assert 1 < len(close) < len(rows)
    assert [row["marked"] for row in rows] == [one in close for one in answer.options]
    assert [row["cells"][4] == "too close to tell apart" for row in rows] == [
        one in close and one is not best for one in answer.options
    ]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", r"\d+\.\d ± \d\.\d percentage points worse"),
        ("de", r"um \d+,\d ± \d,\d Prozentpunkte schlechter"),
        ("nl", r"\d+,\d ± \d,\d procentpunten slechter"),
    ],
)
def test_the_difference_of_two_chances_is_told_in_percentage_points(lang, told):
    widget = WhatIf("answer", lang)
    widget.finish()
    fold = section(widget, "options")["tables"][0]["rows"][-1]
    assert re.fullmatch(told, fold["cells"][4])


@pytest.mark.parametrize(
    ("estimate", "unit", "told"),
    [
        (Estimate(0.384, 0.009), Unit.CHANCE, "38% ± 0.9"),
        (Estimate(0.0, 0.0004), Unit.CHANCE, "0.00% ± 0.04"),
        (Estimate(0.0004, 0.000499), Unit.CHANCE, "0.04% ± 0.05"),
        (Estimate(12.34, 0.02), Unit.POINTS, "12.34 ± 0.02"),
        (Estimate(12.34, 0.0), Unit.POINTS, "12.3"),
    ],
)
def test_an_error_that_is_there_is_never_written_as_nothing(estimate, unit, told):
    assert estimated(estimate, unit, "en") == told


def test_many_options_that_are_too_close_are_counted_and_not_named():
    widget = WhatIf("hand Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc")
    widget.finish()
    rows = section(widget, "options")["tables"][0]["rows"]
    close = sum(row["marked"] for row in rows) - 1
    assert close > 5
    assert widget.shown["title"].endswith(f"{close} others are too close to tell apart from it; the table marks them.")


def test_a_first_coarse_answer_is_there_before_anything_is_counted():
    async def page():
        widget, seen = WhatIf("call"), []
        widget.observe(lambda _: seen.append(widget.shown["sections"]), names="shown")
        send(widget, do="look", position="")
        while widget.working:
            await asyncio.sleep(0)
        return seen

    def known(sections):
        parts = {one["key"]: one for one in sections}
        return {key for key in ("options", "unknown", "call") if key in parts and parts[key]["plots"]}

    stages = [known(sections) for sections in asyncio.run(page())]
    first = next(stage for stage in stages if stage)
    assert first == {"options"}
    assert stages[-1] == {"options", "unknown", "call"}


def test_what_is_exact_is_counted_also_where_the_sample_is_stopped_at_once():
    async def page():
        widget = WhatIf("call")
        send(widget, do="look", position="")
        send(widget, do="stop")
        while widget.working:
            await asyncio.sleep(0)
        return widget

    widget = asyncio.run(page())
    assert widget.answer is None
    assert section(widget, "unknown")["plots"]
    assert section(widget, "call")["plots"]


def test_hands_with_too_many_jokers_to_count_are_said_not_to_be_counted(monkeypatch):
    monkeypatch.setattr(partition, "MOST_STEPS", 1000)
    widget = WhatIf("rules traditional jokers 2; hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 6h")
    widget.finish(sampled=False)
    told = section(widget, "unknown")
    assert [sentence.split(", so ")[1] for sentence in told["sentences"]] == ["no distribution is shown here."]
    assert told["plots"] == []


def test_a_change_of_the_position_ends_the_work_and_forgets_what_was_known(answered):
    widget = WhatIf("answer")
    widget.finish()
    assert widget.answer is not None
    send(widget, do="example", name="call")
    assert widget.answer is None
    assert widget.working
    send(widget, do="stop")
    assert widget.answer is None


def test_nothing_is_worked_out_before_somebody_looks():
    widget = WhatIf("answer")
    tap(widget, "7h")
    send(widget, do="undo")
    assert not widget.working


def test_on_a_page_the_answer_is_refined_while_the_page_stays_awake():
    async def page():
        widget, seen = WhatIf("answer"), []
        widget.observe(lambda _: seen.append(widget.answer), names="shown")
        send(widget, do="look", position="")
        while widget.working:
            await asyncio.sleep(0)
        return seen

    seen = [answer for answer in asyncio.run(page()) if answer is not None]
    assert seen[0].worlds < seen[-1].worlds
    assert seen[-1].done


def test_stopping_keeps_the_coarse_answer():
    widget = WhatIf("opening")
    coarse(widget)
    assert not widget.answer.done
    assert section(widget, "options")["progress"] is None
    assert len(section(widget, "options")["tables"][0]["rows"]) == len(widget.answer.options)


def test_learning_from_discards_is_off_until_it_is_chosen_and_then_explained():
    widget = WhatIf("call")
    assert [one["on"] for one in section(widget, "options")["buttons"]][-1] is False
    send(widget, do="infer")
    widget.finish()
    assert "eighth" in " ".join(section(widget, "options")["more"])
    *_, last = refine(view_of(widget.position), infer=True)
    assert widget.answer == last


def test_where_it_is_not_your_turn_there_is_nothing_to_decide():
    widget = WhatIf(from_record(rounds.play_tongits((careful,) * 3, seed=5), 0, 1))
    widget.finish()
    assert "another player's turn" in widget.shown["title"]
    assert section(widget, "unknown")["plots"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["answer", "call"])
def test_everything_is_said_in_the_language_of_the_learner(lang, name):
    widget = WhatIf(name, lang)
    send(widget, do="unfold", part="presets", open=True)
    send(widget, do="unfold", part="call", open=True)
    widget.finish(sampled=False)
    coarse(widget)
    texts = json.dumps(widget.shown, ensure_ascii=False)
    assert not re.search(r"\{\w+\}|whatif\.|plot\.|seat\.\d|refusal\.", re.sub(r'"do": "[^"]*"', "", texts))
    assert all(
        "None" not in row["cells"] for one in widget.shown["sections"] for t in one["tables"] for row in t["rows"]
    )


def test_a_laboratory_that_is_only_to_be_looked_at_cannot_be_changed():
    widget = WhatIf("call", editable=False)
    before = widget.position
    tap(widget, "6s")
    send(widget, do="empty")
    send(widget, do="look", position=EXAMPLES["answer"])
    assert widget.position == before
    assert widget.shown["editable"] is False


def test_it_begins_with_an_example_a_notation_a_draft_or_a_view():
    draft = read(EXAMPLES["call"])
    for given_position in ("call", EXAMPLES["call"], draft, view_of(draft)):
        assert WhatIf(given_position).position == draft
    assert repr(WhatIf("call")) == 'WhatIf("call")'
    assert write(WhatIf("call").position) == WhatIf("call").shown["notation"]


# In a real browser.

PULL = """async () => {
    for (;;) {
        const {shown, working} = JSON.parse(await window.pull());
        window.tell(shown);
        if (!working) return;
        await new Promise((done) => requestAnimationFrame(done));
    }
}"""


def worked_out(page, widget):
    """Waits until everything has been worked out, showing it all the while."""
    page.evaluate(PULL)


def joined(show, widget, width=1280, **more):
    page = show(widget, width, **more)
    page.expose_function("pull", lambda: json.dumps({"shown": widget.shown, "working": widget.working}))
    return page


def test_by_mouse_a_position_is_built_and_answered(show):
    widget = empty()
    page = joined(show, widget)
    for code in ["2c", "3c", "4c", "7h", "7d", "7s", "9d", "Td", "Kh", "Kc", "Qs", "Js", "5h"]:
        page.locator(f'.cardlab-deal[data-card="{code}"]').click()
        page.locator(f'.cardlab-deal[data-card="{code}"][aria-pressed=true]').wait_for()
    assert widget.shown["faults"] == []
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("table", name="All options").wait_for()
    assert notation(sorted(widget.position.hand)) == notation(sorted(read(EXAMPLES["opening"]).hand))


def test_by_keyboard_alone_a_card_is_found_and_placed(show):
    widget = empty()
    page = joined(show, widget)
    page.locator('.cardlab-deal[tabindex="0"]').focus()
    assert page.locator('.cardlab-deal[tabindex="0"]').count() == 1
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    page.locator('.cardlab-deal[data-card="2h"][aria-pressed=true]').wait_for()
    assert page.evaluate("document.activeElement.dataset.card") == "2h"
    page.get_by_role("button", name="two of hearts, in your hand", exact=True).wait_for()
    assert widget.position.hand == (Card("2h"),)


def test_the_answer_is_refined_while_one_looks(show):
    widget = WhatIf("answer")
    page = joined(show, widget)
    worked_out(page, widget)
    status = page.locator(".cardlab-verdict [role=status]")
    assert "The best chance to win: Challenge" in status.inner_text()
    for plot in page.locator("svg.cardlab-plot-wide").all():
        assert plot.locator("title").text_content()
        assert plot.locator("desc").text_content()
    assert page.locator(".cardlab-figure details table").count() >= 1


def test_what_was_pasted_is_text_and_never_html(show):
    widget = WhatIf("answer")
    page = joined(show, widget)
    page.get_by_text("Paste a position").click()
    page.get_by_role("textbox", name="A position in notation").fill("<img src=x onerror=alert(1)>")
    page.keyboard.press("Enter")
    page.locator("[role=status]", has_text="<img").wait_for()


def test_a_position_is_copied_or_at_least_selected(show):
    widget = WhatIf("answer")
    page = joined(show, widget)
    page.get_by_text("Copy this position").click()
    field = page.get_by_role("textbox", name="Notation", exact=True)
    assert field.input_value() == EXAMPLES["answer"]
    page.get_by_role("button", name="Copy: Notation").click()
    page.locator("[role=status] p").first.wait_for()
    assert widget.shown["said"]


def test_what_is_folded_away_is_not_worked_out():
    widget = WhatIf("answer")
    send(widget, do="unfold", part="unknown", open=False)
    widget.finish()
    assert (section(widget, "unknown")["open"], section(widget, "unknown")["plots"]) == (False, [])
    send(widget, do="unfold", part="unknown", open=True)
    widget.finish()
    assert section(widget, "unknown")["plots"]


def test_a_section_is_unfolded_by_a_click_and_then_worked_out(show):
    widget = WhatIf("answer")
    page = joined(show, widget)
    worked_out(page, widget)
    page.get_by_text("By other rules").click()
    page.get_by_role("table", name="Where the rules differ").wait_for()
    worked_out(page, widget)
    page.get_by_text("By both rules the same option comes first: Challenge.").wait_for()
    page.get_by_text("By other rules").click()
    page.get_by_role("table", name="Where the rules differ").wait_for(state="hidden")
    page.wait_for_function("!document.querySelector('details.cardlab-section:last-of-type').open")


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("lang", ["de", "nl"])
def test_it_fits_the_width_and_can_be_hit_by_a_finger(show, width, lang):
    widget = WhatIf("answer", lang)
    page = joined(show, widget, width, has_touch=True)
    worked_out(page, widget)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sizes = page.locator(".cardlab-root :is(button, summary, select):visible").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map((box) => Math.min(box.width, box.height))"
    )
    assert min(sizes) >= 24


def test_on_a_telephone_nothing_is_left_out(show):
    page = joined(show, WhatIf("answer"), 390, has_touch=True, is_mobile=True)
    for text in ("Paste a position", "More about this turn", "House rules", "Copy this position"):
        assert page.get_by_text(text).first.is_visible()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_of_a_plot_is_cut_off_on_a_narrow_telephone(show, lang):
    widget = WhatIf("opening", lang)
    page = joined(show, widget, 320, has_touch=True, is_mobile=True)
    worked_out(page, widget)
    edges = page.locator(".cardlab-figure svg:visible text").evaluate_all(
        "all => all.map((one) => [one.textContent, one.getBoundingClientRect().right, "
        "one.ownerSVGElement.getBoundingClientRect().right])"
    )
    assert edges
    assert [text for text, right, edge in edges if right > edge + 1] == []


def test_a_record_is_opened_as_a_file_and_gone_through_move_by_move(show, record):
    widget = WhatIf("opening")
    page = joined(show, widget)
    page.get_by_text("Paste a position").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a record").click()
    chooser.value.set_files([{"name": "record.json", "mimeType": "application/json", "buffer": record.text().encode()}])
    page.get_by_role("slider").wait_for()
    page.get_by_role("button", name="One move on").click()
    page.get_by_text("After 1 of").wait_for()
    page.get_by_role("slider").press("End")
    page.get_by_text(f"After {widget.shown['record']['last']} of").first.wait_for()
    page.get_by_role("combobox", name="Seen by").select_option("2")
    page.wait_for_function("document.querySelector('select option[value=\"2\"][selected]')")
    assert widget.position == from_record(record, widget.shown["record"]["last"], 2)


def test_hot_keys_of_jupyterlab_are_turned_away_wherever_the_focus_can_be(show):
    page = joined(show, WhatIf("answer"))
    bare = page.locator(
        ".cardlab-root :is(button, summary, input, select, [tabindex]):not([data-lm-suppress-shortcuts])"
    )
    assert bare.count() == 0
