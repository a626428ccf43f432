"""The laboratory, told: a position is built and looked at; what is wrong with it and what is best in it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from messages import send

from cardlab import bot_rounds
from cardlab.analysis.position import read, unseen, view_of
from cardlab.bots.tongits import careful
from cardlab.cards import DECK, cards, notation
from cardlab.tongits import view
from cardlab.widgets import WhatIf, whatif
from cardlab.widgets.whatif.editor import Editor
from cardlab.widgets.whatif.examples import EXAMPLES
from tests.stories import only, parts

LAST_DISCARD = f"hand {notation(DECK[:26:2])}; discard {notation(DECK[26:41])}"
"""The stock is empty, and nobody has opened: whatever is discarded, all are burned and nobody wins (T8.3)."""


def tap(held):
    return [{"do": "tap", "card": card.code} for card in cards(held)]


def put(field, value):
    return {"do": "set", "field": field, "value": value}


def to(place):
    return {"do": "choose", "place": place}


def meld(owner):
    return {"do": "new_meld", "owner": owner}


def unfold(part, is_open=True):
    return {"do": "unfold", "part": part, "open": is_open}


def worked_out(scene):
    """Not a message: everything is worked out, and then it is looked at."""
    scene.finish(sampled=True)
    return {"do": "look", "position": ""}


LOOKED_AT = ("notation", "cards", "answer", "begin")
SECTIONS = ("section_options", "section_unknown", "section_call")
BUILT = ("notation", "cards", "answer", "building")


def shortly(shown):
    """Without cards that lie nowhere and the notation once more, selects in a line, of a table the first rows."""
    for one in parts(shown):
        if "options" in one:
            options = one.pop("options")
            one["offers"] = [option["value"] or "none" for option in options]
            one["value"] = next((option["value"] or "none" for option in options if option["chosen"]), "")
        if one.get("is") == "deck":
            one["suits"] = [cell for suit in one["suits"] for cell in suit["cells"] if cell["lies"] != "free"]
        if "blocks" in one:
            one["blocks"] = [block for block in one["blocks"] if block["is"] != "copying"]
        if "rows" in one:
            one["rows"] = one["rows"][:4]
    return shown


@pytest.fixture
def told(tell):
    """Tells what these parts of the laboratory show."""

    def telling(position, shown, *messages, **more):
        kept = only(
            lambda lang: whatif.WhatIf(position, lang, **more), lambda whole: {name: whole[name] for name in shown}
        )
        tell(only(kept, shortly), *messages)

    return telling


def test_T1_3_T6_9_a_position_is_built_card_by_card_with_melds_numbers_and_house_rules(told):
    told(
        "opening",
        BUILT,
        *("empty", *tap("7h"), to("pile"), *tap("Kd 2c Kd 7h"), meld(0), meld(1), *tap("9h 8h")),
        *(put("meld:owner", "2"), put("meld:gone", True), to("hand"), *tap("7h 2c 3c 4c")),
        *(put("number:stock", "9"), *tap("5h"), "follow", put("count:1", "5"), put("count:1", "61")),
        *(put("rule:tie", "challenger"), put("rule:jokers", "2"), put("rule:jokers", "5")),
        *(put("preset", "traditional"), meld(2), put("meld:secret", True), "undo", "redo"),
    )


def test_T1_2_every_fault_is_named_at_once_by_the_seats_of_the_page_and_undone(told):
    wrong = (*tap("5h"), put("number:stock", "40"), meld(1), *tap("Ac Kd"))
    told("opening", LOOKED_AT, *wrong, *["undo"] * 5)
    told("viewer 1; hand Kc 2d; meld 2 7h 8h 9h; meld 0 7h 8h 9h; seat 2 lay; stock 9", LOOKED_AT)
    twice = "hand 7h 9h 9h", "hand 7h; meld 0 7h 8h 9h; meld 1 7h 8h 9h; discard 7h 7h"
    pasted = (*twice, "cards 99 99 99; stock 99", "seat 9; hand 7h")
    told("opening", ("notation", "answer"), *({"do": "paste", "text": text} for text in pasted))


def test_T1_3_no_fault_is_told_while_a_hand_is_tapped_card_by_card_unless_its_turn_is_before_drawing(told):
    twelve = " ".join(card.code for card in DECK[:12])
    told("opening", ("answer",), "empty", *tap(twelve), put("phase", "draw"), "follow", *tap(DECK[12].code))


def test_a_deal_a_text_and_an_address_are_opened_and_what_cannot_be_read_changes_nothing(told):
    texts = ("hand 10♠ D♥ B♦ A♣; discard K♦", "hand Ts Qh Jd Ac; discard Kd", "hand <b>", EXAMPLES["answer"])
    looks = ({"do": "look", "position": EXAMPLES[name]} for name in ("call", "middle"))
    dealt = ({"do": "deal", "text": text} for text in ("7", "seven"))
    told("opening", LOOKED_AT, *looks, *dealt, *({"do": "paste", "text": text} for text in texts[1:]))


def test_T6_3_what_is_best_is_said_and_what_is_folded_away_is_not_worked_out(told):
    folded = (unfold("unknown", is_open=False), worked_out, unfold("unknown"), unfold("call"), worked_out)
    told("answer", (*LOOKED_AT, *SECTIONS), *folded)


def test_T8_3_what_is_just_as_good_is_said_to_be(told):
    told(LAST_DISCARD, (*LOOKED_AT, *SECTIONS), worked_out)


def test_it_begins_with_an_example_a_notation_a_draft_or_a_view():
    made = WhatIf("call")
    for start in (EXAMPLES["call"], made.position, view_of(made.position)):
        assert WhatIf(start).position == made.position
    assert repr(made) == 'WhatIf("call")'


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
    while editor.line.at:
        editor.undo()
        steps += 1
    assert editor.draft == read(EXAMPLES["call"])
    for _ in range(steps):
        editor.redo()
    assert editor.draft == last


def test_a_value_that_a_field_cannot_have_is_ignored():
    widget = WhatIf("opening")
    wrong = {"rule:tie": "nobody", "rule:jokers": "5", "rule:ace_high": "yes", "rule:__class__": "x", "preset": "mine"}
    wrong |= {"count:7": "3", "count:1": "1e3", "number:takes": "9" * 99, "seat:seat": "", "seats:hand:1": True}
    wrong |= {"phase": "lunch", "taken": "Ah", "meld:owner": "1", "nothing": "x" * 1000}
    for field, value in wrong.items():
        send(widget, do="set", field=field, value=value)
        assert widget.position == read(EXAMPLES["opening"]), field


@pytest.fixture(scope="module")
def record():
    return bot_rounds.play_tongits((careful,) * 3, seed=11)


def test_nothing_hidden_is_told_to_the_page(record):
    """The record holds every hand; the page is told what one seat saw."""
    widget = WhatIf(view(list(record.states())[4], 1))
    texts = json.dumps({key: value for key, value in widget.shown.items() if key != "building"})
    hidden = {card.code for card in unseen(view_of(widget.position))}
    assert not {code for code in hidden if f'"{code}"' in texts}


def test_half_a_character_in_a_text_does_not_keep_the_answer_from_the_page():
    widget = WhatIf("call")
    send(widget, do="paste", text="\ud800x")
    assert "“?x”" in widget.shown["answer"][0]["said"]
    assert json.loads(json.dumps(widget.shown, ensure_ascii=False).encode()) == widget.shown


def test_pasting_nothing_keeps_the_position():
    widget = WhatIf("call")
    before = widget.position
    for text in ("", "  "):
        send(widget, do="paste", text=text)
        assert widget.position == before
