"""A position is built in the laboratory, card by card and field by field, there and back; its faults are told."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laboratory import empty, put, sections, tap, verdict
from messages import blocks, everything, offer, send

from cardlab.analysis.faults import faults
from cardlab.analysis.position import read
from cardlab.cards import DECK, cards
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.tongits import Began, Phase, Rules
from cardlab.tongits.notation import Draft, DraftMeld, stated_parts
from cardlab.widgets import WhatIf
from cardlab.widgets.whatif.editor import Editor
from cardlab.widgets.whatif.records import EXAMPLES


def lies(widget, code):
    return [one["lies"] for one in everything(widget.shown) if one.get("card") == code]


def test_a_tapped_card_goes_where_the_next_card_goes_and_a_second_tap_takes_it_away():
    widget = empty()
    tap(widget, "7h")
    assert widget.position.hand == cards("7h")
    assert lies(widget, "7h") == ["hand"]
    send(widget, do="choose", place="pile")
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
    assert widget.position.melds == (DraftMeld(1, cards("7h 8h 9h")),)
    put(widget, "meld:owner", "2")
    assert widget.position.melds == (DraftMeld(2, cards("7h 8h 9h")),)
    put(widget, "meld:gone", True)
    assert widget.position.melds == ()


def test_a_meld_that_was_begun_and_left_empty_is_given_up():
    widget = empty()
    send(widget, do="new_meld", owner=0)
    send(widget, do="new_meld", owner=1)
    assert [shown_cards.owner for shown_cards in widget.position.melds] == [1]
    send(widget, do="choose", place="hand")
    assert widget.position.melds == ()


def test_T6_9_a_secret_four_of_another_player_has_four_cards_that_nobody_knows():
    widget = empty()
    put(widget, "preset", "traditional")
    send(widget, do="new_meld", owner=2)
    put(widget, "meld:secret", True)
    assert widget.position.melds == (DraftMeld(2, (), secret=True),)
    assert widget.position.counts[2] == 8
    assert "4 cards" in blocks(widget, "place")[2]["count"]


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
    assert (widget.position.stock, bool(offer(widget, "Work out the numbers again")["send"])) == (9, True)
    tap(widget, "5h")
    assert widget.position.stock == 9
    send(widget, do="follow")
    assert (widget.position.stock != 9, bool(offer(widget, "Work out the numbers again")["send"])) == (True, False)


def test_the_number_of_ones_own_cards_is_always_that_of_the_hand():
    widget = WhatIf("call")
    put(widget, "count:1", "5")
    tap(widget, "2c")
    assert widget.position.counts == (5, 5, 5)


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_follows_from_a_position_is_what_was_not_said(name):
    draft = read(EXAMPLES[name])
    assert set(stated_parts(draft)) < set(Draft.__slots__)
    assert Editor(draft, name).draft == draft


changes = st.one_of(
    st.builds(lambda card: (Editor.tap, card.code), st.sampled_from(DECK)),
    st.builds(lambda to: (Editor.choose, to), st.sampled_from(["hand", "pile", "meld 0", "meld 1", "meld 9"])),
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


def test_house_rules_are_set_one_by_one_or_all_at_once():
    widget = WhatIf("opening")
    put(widget, "rule:tie", "challenger")
    put(widget, "rule:ace_high", True)
    put(widget, "rule:jokers", "2")
    assert widget.position.rules == Rules(tie="challenger", ace_high=True, jokers=2)
    assert blocks(widget, "deck")[0]["suits"][-1]["label"] == "jokers"
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
def test_a_value_that_a_field_cannot_have_is_ignored(field, value):
    widget = WhatIf("opening")
    put(widget, field, value)
    assert widget.position == read(EXAMPLES["opening"])


@pytest.mark.parametrize(
    ("field", "most"), [("count:1", "60"), ("number:takes", "30"), ("rule:jokers", "4"), ("rule:target", "10,000")]
)
def test_a_number_that_a_field_cannot_have_is_refused_in_words(field, most):
    widget = WhatIf("opening")
    for value in ("-1", "", "99999", "1.5"):
        put(widget, field, value)
        assert f"from 0 to {most.replace(',', chr(0x202F))}" in verdict(widget)["said"]
    put(widget, field, "3")
    assert verdict(widget)["said"] == ""
    assert widget.position != read(EXAMPLES["opening"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_fault_of_an_impossible_position_is_named_at_once(lang):
    widget = WhatIf("opening", lang)
    tap(widget, "5h")
    put(widget, "number:stock", "40")
    send(widget, do="new_meld", owner=1)
    tap(widget, "Ac Kd")
    result = faults(widget.position)
    assert len(result) >= 2
    texts = verdict(widget)["faults"]
    assert len(texts) == len(result)
    assert all(f"({fault.rule})" in sentence for fault, sentence in zip(result, texts, strict=True))
    assert str(len(result)) in verdict(widget)["title"]
    assert [one["key"] for one in sections(widget)] == ["hand"], "nothing is said of what cannot be"
    for _ in range(5):
        send(widget, do="undo")
    assert verdict(widget)["faults"] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("viewer", range(3))
def test_faults_call_the_seats_as_the_page_does_from_wherever_one_looks(viewer, lang):
    """The notation counts seats from 0; who builds a position by cards and fields never sees these numbers."""
    left, right = (viewer + 1) % 3, (viewer + 2) % 3
    widget = WhatIf(
        f"viewer {viewer}; hand Kc 2d; meld {left} 7h 8h 9h; meld {right} 7h 8h 9h; seat {left} lay; stock 9", lang
    )
    texts = " ".join(verdict(widget)["faults"])
    for key in ("position.place.melds.left", "position.place.melds.right", "seat.within.place_own"):
        assert say(key, lang).casefold() in texts.casefold()
    assert not any(say("seat.within.notation", lang, number=seat).casefold() in texts.casefold() for seat in range(3))


def test_a_laboratory_that_is_only_to_be_looked_at_cannot_be_changed():
    widget = WhatIf("call", editable=False)
    before = widget.position
    tap(widget, "6s")
    send(widget, do="empty")
    send(widget, do="look", position=EXAMPLES["answer"])
    assert widget.position == before
    assert (widget.shown["begin"], widget.shown["building"]) == ([], [])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_T1_3_an_empty_table_asks_for_cards_and_refuses_nothing(lang):
    widget = empty(lang)
    for count, codes in enumerate(("", "7h", "8h")):
        tap(widget, codes)
        assert verdict(widget)["title"] == say("whatif.tap_cards", lang, needed=13, count=count)
        assert verdict(widget)["faults"] == []
    tap(widget, "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc")
    assert verdict(widget)["faults"], "one card too many is refused"


def test_an_example_that_was_changed_is_none_any_more_until_that_is_undone():
    widget = WhatIf("opening")

    def lit():
        return [one["send"]["name"] for one in blocks(widget, "button") if one["pressed"] and "name" in one["send"]]

    assert lit() == ["opening"]
    tap(widget, "Kh")
    assert lit() == []
    send(widget, do="undo")
    assert lit() == ["opening"]
