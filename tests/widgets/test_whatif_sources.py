"""Where a position in the laboratory comes from: an example, a deal, a text, an address, a view, a record."""

import json
from dataclasses import replace

import pytest
from laboratory import verdict
from messages import send

from cardlab import bot_rounds, tongits
from cardlab.analysis.position import from_record, read, unseen, view_of
from cardlab.bots.tongits import careful
from cardlab.record import Record
from cardlab.tongits import Call, Discard, LayMeld, Take, legal_moves
from cardlab.widgets import WhatIf
from cardlab.widgets.whatif.records import EXAMPLES


def saved(widget):
    """The record that the page is given to be saved."""
    sent = []
    widget.send = lambda content: sent.append(content["file"]["text"])
    send(widget, do="save")
    return Record.parse(*sent)


def test_an_example_is_possible_and_asks_its_question():
    asks = {"opening": {Discard, LayMeld}, "middle": {Take}, "call": {Call}, "answer": {tongits.Fold}}
    for name, kinds in asks.items():
        view = view_of(read(EXAMPLES[name]))
        assert kinds <= {type(move) for move in legal_moves(view, view.viewer)}


def test_undo_leads_back_to_few_records_which_may_be_long():
    widget, record = WhatIf("opening"), bot_rounds.play_tongits([careful] * 3, seed=1)
    for number in range(10):
        send(widget, do="record", text=replace(record, about={"number": number}).text())
        send(widget, do="at", number=3)
    numbers = set()
    while widget.editor.can_undo:
        numbers.add(saved(widget).about["number"])
        send(widget, do="undo")
    assert numbers == {8, 9}


@pytest.fixture(scope="module")
def record():
    return bot_rounds.play_tongits((careful,) * 3, seed=11)


def test_a_cleared_table_is_no_moment_of_a_record_any_more_until_that_is_undone(record):
    widget = WhatIf("opening")
    send(widget, {"do": "record", "text": record.text()}, {"do": "at", "number": 3})
    begun, opened = len(widget.shown["begin"]), widget.editor.origin
    send(widget, do="empty")
    assert (widget.editor.origin, len(widget.shown["begin"])) == ("", begun - 1)
    send(widget, do="undo")
    assert (widget.editor.origin, len(widget.shown["begin"])) == (opened, begun)


def test_nothing_hidden_is_told_to_the_page(record):
    """The record holds every hand; the page is told what one seat saw."""
    widget = WhatIf(from_record(record, 4, 1))
    texts = json.dumps({key: value for key, value in widget.shown.items() if key != "building"})
    hidden = {card.code for card in unseen(view_of(widget.position))}
    assert not {code for code in hidden if f'"{code}"' in texts}


def test_half_a_character_in_a_text_or_a_record_does_not_keep_the_answer_from_the_page(record):
    widget = WhatIf("call")
    broken = record.text().replace(f'"{record.moves[0]}"', '"\\ud800 discard 4c"', 1)
    for do, text, texts in (("paste", "\ud800x", "“?x”"), ("record", broken, "? discard 4c")):
        send(widget, do=do, text=text)
        assert texts in verdict(widget)["said"]
        assert json.loads(json.dumps(widget.shown, ensure_ascii=False).encode()) == widget.shown
