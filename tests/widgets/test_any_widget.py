"""What holds for every widget, whatever a page sends."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from book_of_tasks import CARDS, CHOICES, NUMBER, PILE, RUN, Book
from hypothesis import given, settings
from hypothesis import strategies as st
from messages import received_messages, related, times

from cardlab import tichu, tongits, widgets
from cardlab.cards import Card
from cardlab.lessons import guided_rounds, melds
from cardlab.lessons.disagree import both_sides
from cardlab.lessons.disagree.disputes import about
from cardlab.lessons.predictions import predict
from cardlab.lessons.self_check import self_check
from cardlab.lessons.spaced_review import review
from cardlab.record import Record
from cardlab.tables.event_logs import Rejected
from cardlab.tables.shared_table import ITSELF, due
from cardlab.widgets import (
    Demo,
    Exercise,
    Hand,
    MeldCheck,
    Piles,
    PlayTichu,
    PlayTongits,
    Progress,
    Race,
    Sheet,
    Table,
    WhatIf,
)
from cardlab.widgets.hand import Hand as HandScene
from cardlab.widgets.tichu_table.timed_match import Against, RaceSettings
from cardlab.widgets.tongits_table.overlays import OVERLAYS
from tests.repo.typescript import MESSAGES, declarations, misfits, shown_types
from tests.tables.at_table import ANA, AtTable, sit

pytestmark = pytest.mark.usefixtures("forged")
HELD = "7h 8h 9h Kd Ma"
LIKELY = [0, 1, 2, -1, 10**30, True, False, 0.0, 1.0, float("nan"), float("inf")]
LIKELY += ["", "0", "1", "\u0663", "rank", "none"]
LIKELY += ["hand", "pile", "preset", "rule:jokers", "meld:gone", "count:1", "taken", "payment", "unknown"]
LIKELY += ["melds", "discards", "tie", "set", "run", "neither", "torn", "save", "x" * 100_000]


def begun(widget):
    """A table at which the cards are dealt."""
    widget._receive(widget, {"do": "begin"}, [])
    return widget


MAKERS = (
    lambda: Hand(HELD),
    lambda: Hand(HELD, face_down=True),
    lambda: MeldCheck("7h 8h 9h Kd Kc Ks X1"),
    lambda: Piles(("6s", "2d"), HELD, extra="3c 9d"),
    lambda: Exercise(Book((PILE, (Card("7h"), 0)), (CARDS, RUN), (NUMBER, 17), (CHOICES, ("a",)))),
    lambda: Exercise(melds.repair()),
    lambda: Exercise(self_check("melds"), tries=1, hints=False),
    lambda: Exercise(review()),
    lambda: Exercise(predict(*both_sides(about("T8", "U2"))), tries=1),
    lambda: Progress(),
    lambda: PlayTichu(seed=7),
    lambda: PlayTichu(seed=7, settings=RaceSettings(against=Against.TWO, draws_by_itself=True)),
    lambda: Race(7),
    lambda: Race(7, opponent="random", open_hands=False, faster=True),
    lambda: Table(seed=3),
    lambda: Table(seed=3, others=None, overlays=OVERLAYS),
    lambda: Table(guide=guided_rounds.first_round()),
    lambda: PlayTongits(seed=3),
    lambda: begun(PlayTongits(table="open", seed=3)),
    lambda: Demo(),
    lambda: Sheet(),
    lambda: WhatIf("answer"),
)


MADE = [make() for make in MAKERS]
"""One of each, to be looked at."""
HEARD = [received_messages(type(widget.scene)) for widget in MADE]
ACTS = sorted({name for kinds in HEARD for name in kinds})
FIELDS = sorted({field for kinds in HEARD for fields in kinds.values() for field in fields})


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(HELD.split()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
values = st.sampled_from([*LIKELY, *HELD.split()]) | anything
forged = anything | st.fixed_dictionaries(
    {"do": st.sampled_from(ACTS) | anything}, optional=dict.fromkeys(FIELDS, values)
)


class Device:
    """A device at a table between devices, sent messages and drawn as a widget is; bots sit beside its player."""

    def __init__(self, rules):
        self.here = AtTable(rules)
        self.begin()
        self.draw()
        self.scene = self.here.devices[ANA]

    def begin(self):
        self.here.execute(ANA, sit("Ana"), "deal")

    def draw(self):
        self.shown = self.here.shown(ANA, {0})

    def _receive(self, _widget, content, _buffers):
        asked = self.scene.command if self.scene.receive(content) else None
        decision = None if asked is None else self.here.execute(ANA, asked)
        if isinstance(decision, Rejected):
            self.scene.show_refusals(decision.refusals)
        self.draw()
        if not self.here.table.playing or self.scene.own_seat is None:
            self.begin()
        for one in due(self.here.table, frozenset({0}), self.here.chance)[:1]:
            self.here.execute(ITSELF, one.command)
            self.draw()


@pytest.mark.parametrize("folder", ["de", "nl", "mine"])
def test_a_widget_speaks_the_language_of_the_folder_of_its_notebook(folder, tmp_path, monkeypatch):
    (tmp_path / folder).mkdir()
    monkeypatch.chdir(tmp_path / folder)
    spoken = {make().words["lang"] for make in MAKERS}
    assert spoken == {"en" if folder == "mine" else folder}
    assert Hand(HELD, "en").words["lang"] == "en"


def test_what_a_widget_shares_is_observed_as_it_is_now():
    shared = [(widget, name) for widget in MADE for name in widget.scene.shares]
    assert {name for _, name in shared} >= {"selected", "cards", "rules", "solved", "state", "position", "piles"}
    for widget, name in shared:
        assert widget.has_trait(name)
        assert getattr(widget, name) == getattr(widget.scene, name)


STEPS = 30
WALKED = (*MAKERS, lambda: Device(tongits.SHEET), lambda: Device(tichu.SHEET))


@pytest.mark.parametrize("make", WALKED, ids=[*map(repr, MADE), "SharedTongits", "SharedTichu"])
@settings(max_examples=times(3), deadline=None)
@given(data=st.data())
def test_no_message_whatever_does_harm_and_none_after_another(make, data):
    widget, texts = make(), []
    type_ = f"{type(widget.scene).__name__}Shown"
    hand = sorted(widget.cards) if isinstance(getattr(widget, "scene", None), HandScene) else None
    for seed in data.draw(st.lists(st.integers(0, 2**32 - 1), min_size=STEPS, max_size=STEPS)):
        chance = Random(seed)
        message = data.draw(forged) if chance.random() < 1 / 8 else related(widget, texts, chance)
        widget._receive(widget, message, [])
        assert json.dumps(widget.shown, allow_nan=False)
        assert type_ not in shown_types() or not [*misfits(widget.shown, type_)]
        if isinstance(message, dict) and message.get("do") in [*received_messages(type(widget.scene))]:
            texts = [*texts[-2:], message]
    if hand is not None:
        assert sorted(widget.cards) == hand
        assert set(widget.selected) <= set(hand)


def test_every_widget_there_is_is_tried_here():
    assert {type(widget.scene).__name__ for widget in MADE} == set(widgets.__all__)


@pytest.mark.parametrize("widget", MADE, ids=repr)
def test_the_page_is_told_plain_data_and_its_view_and_repr_is_short_and_names_no_memory(widget):
    texts = {name: widget.get_state()[name] for name in ("shown", "words", "faces")}
    assert json.loads(json.dumps(texts)) == texts
    assert "export{" in widget.get_state()["_esm"]
    assert "0x" not in repr(widget)
    assert len(repr(widget)) < 80


NAMES = {name: getattr(widgets, name) for name in widgets.__all__}
NAMES |= {"HELD": HELD, "Rules": tichu.Rules, "tongits": tongits, "tichu": tichu, "Record": Record, "melds": melds}
FAULTY = dict.fromkeys(
    (
        *('MeldCheck(HELD, rules="traditional")', 'Piles(("6s", "2d"), HELD, rules="traditional")'),
        *('PlayTongits(rules="traditional")', 'PlayTichu(rules="traditional")'),
    ),
    r"the rules are .*Rules.*, not 'traditional'",
)
FAULTY |= {
    'Hand("7h 1x")': "1x",
    'Hand("7h 7h")': "only once",
    'Hand("7h", "xx")': "xx",
    'Hand("7h", sort="colour")': "sort is one of",
    'Hand("7h", four_colors=False)': "four_colors",
    'Piles(("6s",), "7h")': "two piles",
    'Piles(("6s", "7h"), "7h")': "only once",
    'Piles(pile=("6s", "7h"), hand="8h")': "pile",
    "Race(Record(tongits.deal(seed=1)))": "Tichu",
    'Race(7, opponent="nobody")': "opponent is one of",
    'Race(7, "xx")': "catalogue",
    "Table(seed=7, seat=3)": "seat",
    'Table(seed=7, others="perfect")': "careful",
    'Table(seed=7, overlays=("all",))': "melds",
    "PlayTongits(record=Record(tongits.deal()), seat=3)": "no seat 3",
    "PlayTongits(record=Record(tichu.deal()))": "Tongits",
    "Exercise(melds.repair(), tries=0)": "tries",
    "Exercise(melds.repair(), tries=1000)": "tries",
    "Exercise(object())": "a source of questions",
}


@pytest.mark.parametrize("made", FAULTY)
def test_what_there_is_not_is_refused_with_what_there_is(made):
    with pytest.raises((ValueError, TypeError), match=FAULTY[made]):
        eval(made, NAMES)


@pytest.mark.parametrize(
    "text", ['Hand("7h 2s")', 'Piles(("6s", "7h Ph"), "5c 9d Ma", rules=Rules(dragon_locks=\'strict\'))']
)
def test_what_is_printed_can_be_pasted_back(text):
    assert repr(eval(text, NAMES)) == text


@pytest.mark.skipif(not MESSAGES.exists(), reason="the sources of the views are not in the wheel")
def test_the_views_send_what_the_widgets_receive():
    assert MESSAGES.read_text(encoding="utf-8") == declarations()


@pytest.mark.skipif(not MESSAGES.exists(), reason="the sources of the views are not in the wheel")
def test_javascript_draws_every_kind_of_block():
    package = Path(widgets.__file__).parents[1]
    views = "\n".join(file.read_text(encoding="utf-8") for file in MESSAGES.parent.glob("*.js"))
    scenes = "\n".join(file.read_text(encoding="utf-8") for file in package.glob("*/**/*.py"))
    kinds = set(re.findall(r'"is": "(\w+)"', scenes))
    assert len(kinds) > 50
    drawn = {*re.findall(r"(?:^ +|[{,] )(\w+)[:,]", views, re.MULTILINE), *re.findall(r"shown\.(\w+)", views)}
    assert kinds <= drawn
