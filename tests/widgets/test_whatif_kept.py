"""What leaves the laboratory as a file, and a position that is kept beside another one."""

import asyncio
import csv
import io
import json

import pytest
from laboratory import LANGUAGES, coarse, put, section, send

from cardlab.analysis.draw_call import call_curve
from cardlab.analysis.kernel import compiled
from cardlab.analysis.position import read, unseen, view_of
from cardlab.widgets import WhatIf
from cardlab.widgets.whatif.editor import EXAMPLES
from cardlab.widgets.whatif.files import FORMAT


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    compiled.load(wait=True)


@pytest.fixture(scope="module")
def opened():
    """A position with every section open, all worked out."""
    widget = WhatIf("call")
    for part in ("draws", "call", "presets"):
        send(widget, do="unfold", part=part, open=True)
    widget.finish()
    return widget


def files(widget, key):
    return {one["name"].removeprefix("tongits-what-if-"): one for one in widget.shown["files"][key]}


def rows(file):
    return list(csv.DictReader(io.StringIO(file["text"])))


def test_every_table_is_there_as_csv_and_as_json_with_the_same_rows(opened):
    names = {
        "options": {"options", "if_others_play_otherwise"},
        "draws": {"draws"},
        "unknown": {"deadwood"},
        "call": {"calls"},
        "presets": {"options", "rules"},
    }
    for key, tables in names.items():
        found = files(opened, key)
        content = json.loads(found[f"{key}.json"]["text"])
        assert content["format"] == FORMAT
        assert read(content["position"]) == opened.position
        assert content.keys() - {"format", "position"} == tables
        for table in tables:
            one = found[f"{key}.csv" if len(tables) == 1 else f"{key}-{table}.csv"]
            told = [{name: "" if one is None else str(one) for name, one in row.items()} for row in content[table]]
            assert rows(one) == told


def test_the_values_in_a_file_are_those_of_the_answer_with_their_errors(opened):
    found = rows(files(opened, "options")["options-options.csv"])
    for row, option in zip(found, opened.answer.options, strict=True):
        assert row["moves"] == "; ".join(map(str, option.turn))
        assert float(row["payment"]) == pytest.approx(option.payment.mean, abs=1e-6)
        assert float(row["payment_error"]) == pytest.approx(option.payment.error, abs=1e-6)
        assert row["reason"]
    curve = rows(files(opened, "call")["call.csv"])
    known = call_curve(view_of(opened.position))
    assert [float(row["wins_at_least"]) for row in curve] == pytest.approx([float(one.low) for one in known], abs=1e-6)


def test_before_a_discard_the_file_has_each_draw_after_each_of_them():
    widget = WhatIf("opening")
    send(widget, do="unfold", part="draws", open=True)
    widget.finish(sampled=False)
    view = view_of(widget.position)
    found = files(widget, "draws")
    assert len(rows(found["draws-draws.csv"])) == len(view.hand) * len(unseen(view))
    assert len(rows(found["draws-discards.csv"])) == len(view.hand)


def test_what_is_folded_away_or_not_known_yet_is_no_file():
    widget = WhatIf("opening")
    assert widget.shown["files"] == {}
    coarse(widget)
    assert set(widget.shown["files"]) == {"options"}


def test_what_is_being_made_better_is_sent_as_a_file_once_it_is_settled():
    async def page():
        widget, seen = WhatIf("opening"), []
        widget.observe(lambda _: seen.append(widget.shown), names="shown")
        send(widget, do="look", position="")
        while widget.working:
            await asyncio.sleep(0)
        return seen

    seen = asyncio.run(page())
    assert not any("options" in shown["files"] for shown in seen if not shown["settled"])
    assert "options" in seen[-1]["files"]


def test_the_position_is_saved_as_a_file_and_opened_again(opened):
    file = opened.shown["file"]
    assert (file["name"], file["type"]) == ("tongits-what-if.txt", "text/plain")
    other = WhatIf("opening")
    send(other, do="record", text=file["text"])
    assert other.position == opened.position
    send(other, do="record", text="nonsense")
    assert other.shown["said"]
    assert other.position == opened.position


def cells(widget):
    return {row["cells"][0]: row["cells"][1:] for row in widget.shown["compared"]["table"]["rows"]}


def test_two_positions_are_compared_option_by_option_and_changed_round():
    widget = WhatIf("opening")
    send(widget, do="keep_position")
    assert widget.shown["compared"] is None, "nothing is known of it yet"
    coarse(widget)
    kept = widget.position
    send(widget, do="keep_position")
    send(widget, do="tap", card="5h")
    send(widget, do="tap", card="6h")
    assert widget.shown["compared"]["table"] is None
    assert widget.shown["compared"]["told"][0].startswith("Kept: The best expected payment")
    coarse(widget)
    here, own = cells(widget), section(widget, "options")["tables"][0]["rows"]
    there = {row["cells"][0]: row["cells"][1] for row in own}
    assert here["Discard 5♥"][0] == "not possible"
    assert all(values[0] == there[name] for name, values in here.items() if values[0] != "not possible")
    both = [values for values in here.values() if "not possible" not in values]
    assert both
    assert all("±" in values[2] for values in both)
    send(widget, do="swap")
    assert widget.position == kept
    coarse(widget)
    assert cells(widget)["Discard 5♥"][1] == "not possible"
    send(widget, do="let_go")
    assert widget.shown["compared"] is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_points_and_chips_are_not_taken_from_each_other(lang):
    widget = WhatIf("answer", lang)
    widget.finish()
    send(widget, do="keep_position")
    put(widget, "preset", "traditional")
    widget.finish()
    assert {values[2] for values in cells(widget).values()} == {"–"}
    assert len(widget.shown["compared"]["told"]) == 2, "the rules are named"
    send(widget, do="by", value="win")
    assert "–" not in {values[2] for values in cells(widget).values()}


def test_a_laboratory_that_is_only_looked_at_changes_nothing_round():
    widget = WhatIf(EXAMPLES["answer"], editable=False)
    widget.finish()
    send(widget, do="keep_position")
    send(widget, do="swap")
    assert widget.position == read(EXAMPLES["answer"])
