"""Where a position in the laboratory comes from: an example, a deal, a text, an address, a view, a record."""

import json
from dataclasses import replace

import pytest
from laboratory import put, tap, verdict
from messages import blocks, send

from cardlab import bot_rounds, tichu, tongits
from cardlab.analysis.position import from_record, read, unseen, view_of
from cardlab.bots.tongits import careful
from cardlab.record import Record
from cardlab.tongits import Call, Discard, LayMeld, Take, legal_moves
from cardlab.tongits.notation import write
from cardlab.tongits.positions import draft_of
from cardlab.widgets import WhatIf
from cardlab.widgets.whatif.records import EXAMPLES


def gone_to(widget):
    """How far a record has been gone through."""
    return next(iter(blocks(widget, "slide")), None)


def saved(widget):
    """The record that the page is given to be saved."""
    sent = []
    widget.send = lambda content: sent.append(content["file"]["text"])
    send(widget, do="save")
    return Record.parse(*sent)


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
    assert blocks(widget, "typed")[0]["value"] == "8"
    before = widget.position
    send(widget, do="deal", text="seven")
    assert widget.position == before
    assert "whole number" in verdict(widget)["said"]


def test_undo_leads_back_to_few_records_which_may_be_long():
    widget, record = WhatIf("opening"), bot_rounds.play_tongits([careful] * 3, seed=1)
    for number in range(10):
        send(widget, do="record", text=replace(record, about={"number": number}).text())
        send(widget, do="at", number=3)
    numbers = set()
    while widget._editor.can_undo:
        numbers.add(saved(widget).about["number"])
        send(widget, do="undo")
    assert numbers == {8, 9}


def test_a_text_is_pasted_and_what_is_copied_can_be_pasted_again_and_what_cannot_be_read_changes_nothing():
    widget = WhatIf("opening", "de")
    send(widget, do="paste", text="hand 10♠ D♥ B♦ A♣; discard K♦")
    assert widget.shown["notation"] == "hand Ts Qh Jd Ac; discard Kd"
    send(widget, do="paste", text="hand <b>")
    assert widget.shown["notation"] == "hand Ts Qh Jd Ac; discard Kd"
    assert "<b>" in verdict(widget)["said"]
    for text in (EXAMPLES["call"], widget.shown["notation"]):
        again = WhatIf("opening")
        send(again, do="paste", text=text)
        assert again.position == read(text)


@pytest.mark.parametrize(
    "text", ["hand 7h 9h 9h", "hand 7h; meld 0 7h 8h 9h; meld 1 7h 8h 9h; discard 7h 7h", "cards 99 99 99; stock 99"]
)
def test_T1_2_a_text_with_a_card_twice_or_too_many_cards_is_shown_with_its_faults(text):
    widget = WhatIf("opening")
    send(widget, do="paste", text=text)
    assert widget.shown["notation"] == write(read(text))
    assert verdict(widget)["faults"]


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
    return bot_rounds.play_tongits((careful,) * 3, seed=11)


def test_a_record_is_opened_at_any_move_from_any_seat(record):
    widget = WhatIf("opening")
    send(widget, do="record", text=record.text())
    seats = next(one for one in blocks(widget, "select") if one["label"] == "Seen by")["options"]
    assert [(one["value"], one["label"]) for one in seats] == [("0", "Seat 0"), ("1", "Seat 1"), ("2", "Seat 2")]
    for at, seat in ((0, 0), (3, 1), (gone_to(widget)["last"], 2)):
        send(widget, do="at", number=at)
        put(widget, "record", str(seat))
        assert widget.position == from_record(record, at, seat)
        assert verdict(widget)["faults"] == []
    send(widget, do="at", number=10**9)
    assert gone_to(widget)["value"] == gone_to(widget)["last"]
    assert saved(widget).moves == record.moves[: gone_to(widget)["last"]]


def test_what_is_no_record_of_tongits_or_breaks_a_rule_is_refused_and_the_position_stays(record):
    widget = WhatIf("opening")
    for text in ("{", '{"format": "other/1"}', Record(tichu.deal(seed=1)).text()):
        send(widget, do="record", text=text)
        assert verdict(widget)["said"]
    send(widget, do="record", text=record.text().replace(f'"{record.moves[2]}"', f'"{record.moves[0]}"', 1))
    assert str(record.moves[0]) in verdict(widget)["said"]
    assert (gone_to(widget), widget.position) == (None, read(EXAMPLES["opening"]))


def test_nothing_hidden_is_told_to_the_page(record):
    """The record holds every hand; the page is told what one seat saw."""
    widget = WhatIf(from_record(record, 4, 1))
    texts = json.dumps({key: value for key, value in widget.shown.items() if key != "building"})
    hidden = {card.code for card in unseen(view_of(widget.position))}
    assert not {code for code in hidden if f'"{code}"' in texts}


def test_it_begins_with_an_example_a_notation_a_draft_or_a_view():
    draft = read(EXAMPLES["call"])
    for given_position in ("call", EXAMPLES["call"], draft, view_of(draft)):
        assert WhatIf(given_position).position == draft
    assert repr(WhatIf("call")) == 'WhatIf("call")'
    assert write(WhatIf("call").position) == WhatIf("call").shown["notation"]


def test_undo_leads_back_to_where_the_position_was_from_and_redo_forth_again(record):
    widget = WhatIf("call")
    send(widget, do="record", text=record.text())
    send(widget, do="at", number=2)

    def shown():
        pressed = [one["send"]["name"] for one in blocks(widget, "button") if one["pressed"] and "name" in one["send"]]
        return gone_to(widget) and gone_to(widget)["value"], pressed

    assert shown() == (2, [])
    send(widget, do="undo")
    assert (shown(), widget.position) == ((0, []), from_record(record, 0, 0))
    assert saved(widget).moves == ()
    send(widget, do="undo")
    assert (shown(), widget.position) == ((None, ["call"]), read(EXAMPLES["call"]))
    send(widget, do="redo")
    send(widget, do="redo")
    assert (shown(), widget.position) == ((2, []), from_record(record, 2, 0))
    assert saved(widget).moves == record.moves[:2]


def test_half_a_character_in_a_text_or_a_record_does_not_keep_the_answer_from_the_page(record):
    widget = WhatIf("call")
    broken = record.text().replace(f'"{record.moves[0]}"', '"\\ud800 discard 4c"', 1)
    for do, text, texts in (("paste", "\ud800x", "“?x”"), ("record", broken, "? discard 4c")):
        send(widget, do=do, text=text)
        assert texts in verdict(widget)["said"]
        assert json.loads(json.dumps(widget.shown, ensure_ascii=False).encode()) == widget.shown
