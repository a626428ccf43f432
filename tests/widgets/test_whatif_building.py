"""A position is built in the laboratory, card by card and field by field, there and back; its faults are told."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laboratory import put

from cardlab.analysis.position import read
from cardlab.cards import DECK
from cardlab.tongits.notation import Draft, stated_parts
from cardlab.widgets import WhatIf
from cardlab.widgets.whatif.editor import Editor
from cardlab.widgets.whatif.records import EXAMPLES


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_follows_from_a_position_is_what_was_not_said(name):
    draft = read(EXAMPLES[name])
    assert set(stated_parts(draft)) < set(Draft.__slots__)
    assert Editor(draft, name).draft == draft


changes = st.one_of(
    st.builds(lambda card: (Editor.tap, card.code), st.sampled_from(DECK)),
    st.builds(lambda to: (Editor.choose, to), st.sampled_from(["hand", "pile", 0, 1, 9])),
    st.builds(lambda owner: (Editor.new_meld, owner), st.sampled_from([0, 1, 2])),
    st.sampled_from([(Editor.undo,), (Editor.redo,), (Editor.empty,), (Editor.follow,)]),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(changes, max_size=40))
def test_every_card_lies_in_one_place_whatever_is_tapped_and_undo_leads_back_and_redo_forth_again(asked):
    editor = Editor(read(EXAMPLES["call"]), "call")
    for change, *what in asked:
        change(editor, *what)
        draft = editor.draft
        shown_cards = [*draft.hand, *draft.discards, *(card for meld in draft.melds for card in meld.cards)]
        assert len(set(shown_cards)) == len(shown_cards)
        assert editor.place in editor.places()
    last, steps = editor.draft, 0
    while editor.can_undo:
        editor.undo()
        steps += 1
    assert editor.draft == read(EXAMPLES["call"])
    for _ in range(steps):
        editor.redo()
    assert editor.draft == last


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
def test_a_value_that_a_field_cannot_have_is_ignored(field, value):
    widget = WhatIf("opening")
    put(widget, field, value)
    assert widget.position == read(EXAMPLES["opening"])
