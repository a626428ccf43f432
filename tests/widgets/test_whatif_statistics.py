"""Sections that are worked out only when they are opened: the rank of a hand, first turns, the map of the others."""

import asyncio
import csv
import io
import json
import re

import pytest
from laboratory import LANGUAGES, put, section, send

from cardlab.analysis.hand_rank import rank
from cardlab.analysis.held import held
from cardlab.analysis.kernel import compiled
from cardlab.analysis.openings import Kind, Openings
from cardlab.analysis.position import unseen, view_of
from cardlab.widgets import WhatIf
from cardlab.widgets.whatif.statistics import openings_section

OPENED = ("rank", "held", "openings")


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    compiled.load(wait=True)


def opened(part, position="middle", lang="en"):
    widget = WhatIf(position, lang)
    send(widget, do="unfold", part=part, open=True)
    widget.finish(sampled=False)
    return widget


def test_they_are_folded_away_at_first_and_nothing_of_them_is_worked_out():
    widget = WhatIf("middle")
    widget.finish()
    for part in OPENED:
        shown = section(widget, part)
        assert (shown["open"], shown["sentences"], shown["plots"], shown["tables"], shown["maps"]) == (
            False,
            [],
            [],
            [],
            [],
        )


def test_the_rank_is_that_of_the_analysis_in_words():
    widget = opened("rank")
    found, shown = rank(view_of(widget.position)), section(widget, "rank")
    for share in (found.worse, found.level, found.better):
        assert f"{share:.1%}" in shown["sentences"][0]
    assert "counted" in shown["more"][0]
    assert len(shown["plots"]) == 1
    put(widget, "rule:jokers", "2")
    widget.finish(sampled=False)
    assert "±" in section(widget, "rank")["sentences"][0]
    assert "dealt" in section(widget, "rank")["more"][0]


def test_the_map_has_each_unseen_card_with_its_share_and_says_what_is_likelier_in_words():
    widget = opened("held")
    view, shown = view_of(widget.position), section(widget, "held")
    known = held(view)
    assert len(shown["maps"]) == 2
    for seat, told in zip((1, 2), shown["maps"], strict=True):
        cells = [cell for row in told["rows"] for cell in row["cells"]]
        assert len(cells) == 52
        unknown = [cell for cell in cells if not cell["seen"]]
        assert len(unknown) == len(unseen(view))
        assert {cell["told"] for cell in cells if cell["seen"]} == {"seen"}
        signs = {"▲": "likelier than by chance", "▼": "less likely than by chance", "": "as likely as by chance"}
        assert all(cell["told"] == signs[cell["sign"]] for cell in unknown)
        assert all(
            (cell["level"] > 0, cell["level"] < 0) == (cell["sign"] == "▲", cell["sign"] == "▼") for cell in unknown
        )
        total = sum(known.shares[seat].values())
        assert sum(int(cell["text"]) for cell in unknown) / 100 == pytest.approx(total, abs=0.2)
    assert "7♠" in " ".join(shown["sentences"])


def test_where_nothing_tells_anything_no_map_is_drawn_and_that_is_said():
    shown = section(opened("held", "opening"), "held")
    assert shown["maps"] == []
    assert shown["sentences"][0].startswith("Nothing that was seen")


def test_first_turns_come_in_steps_and_stay_while_the_position_changes_under_the_same_rules():
    async def page():
        widget = WhatIf("middle")
        send(widget, do="look", position="")
        send(widget, do="stop")
        send(widget, do="unfold", part="openings", open=True)
        while not section(widget, "openings")["tables"]:
            await asyncio.sleep(0)
        first = section(widget, "openings")
        send(widget, do="example", name="opening")
        kept = section(widget, "openings")
        put(widget, "preset", "traditional")
        gone = section(widget, "openings")
        send(widget, do="unfold", part="openings", open=False)
        send(widget, do="stop")
        widget.close()
        return first, kept, gone

    first, kept, gone = asyncio.run(page())
    assert first["progress"]["value"] >= 1
    assert first["tables"][0]["rows"]
    assert kept["tables"][0]["rows"][0]["cells"] == first["tables"][0]["rows"][0]["cells"]
    assert gone["tables"] == []


@pytest.mark.parametrize(("mean", "verdict"), [(1.0, "open"), (-1.0, "wait"), (0.2, "too close to tell apart")])
def test_first_turns_are_judged_only_where_the_error_allows_it(mean, verdict):
    kind = Kind(2, 0.17, 80, (mean, 0.3), (0.01, 0.005), 0.6)
    view = view_of(WhatIf("opening").position)
    shown = openings_section(Openings((kind,), 2000, 80, done=True), view, "en", open=True, working=False)
    cells = shown["tables"][0]["rows"][0]["cells"]
    assert cells[2].endswith("± 0.3")
    assert cells[-1] == verdict


def test_their_tables_are_saved_as_files():
    widget = opened("held")
    [file] = [one for one in widget.shown["files"]["held"] if one["name"].endswith(".csv")]
    rows = list(csv.DictReader(io.StringIO(file["text"])))
    assert len(rows) == 2 * len(unseen(view_of(widget.position)))
    assert sum(float(row["share"]) for row in rows if row["seat"] == "1") == pytest.approx(12, abs=1e-3)
    [file] = [one for one in opened("rank").shown["files"]["rank"] if one["name"].endswith(".csv")]
    assert any(row["own"] == "True" for row in csv.DictReader(io.StringIO(file["text"])))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_they_speak_the_language_of_the_learner(lang):
    widget = opened("held", lang=lang)
    send(widget, do="unfold", part="rank", open=True)
    widget.finish(sampled=False)
    kinds = tuple(Kind(melds, 0.2, 80, (1.0, 0.3), (0.01, 0.005), 0.6) for melds in (1, 2, 3))
    known = Openings(kinds, 2000, 80, done=False)
    told = openings_section(known, view_of(widget.position), lang, open=True, working=True)
    texts = json.dumps([section(widget, "held"), section(widget, "rank"), told], ensure_ascii=False)
    assert not re.search(r"\{\w+\}|whatif\.|seat\.\d", re.sub(r'"do": "[^"]*"', "", texts))
