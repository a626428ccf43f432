"""What somebody has done best against the computer: what counts, what is told, and what a forged memory may hold."""

from dataclasses import replace

import pytest
from race_page import TWO, Page
from wishes import forging, send

from cardlab.lessons.address import QUERY
from cardlab.locale import say
from cardlab.tichu import Rules
from cardlab.widgets import PlayTichu
from cardlab.widgets.tichu_table.bests import Best, Bests, best_told
from cardlab.widgets.tichu_table.match import Settings

SLOW = Settings().changed("level", "beginner")
QUICK_HAND = 0.01


def finished(settings=SLOW, *, hand=QUICK_HAND, kept=None):
    """A page whose first race has been played to its end, and what it was given to keep."""
    page = Page(settings, seed=7)
    given = []
    inner = page.take
    page.widget.send = lambda content, buffers=None: (
        given.append(content["bests"]) if "bests" in content else inner(content)
    )
    if kept is not None:
        send(page.widget, {"do": "bests", "kept": kept})
    page.start()
    page.run(*page.widget.match.settings.people, pause=hand)
    return page, given


def test_a_race_that_was_won_is_kept_and_told_once_as_new_and_then_as_it_is():
    page, given = finished()
    best = given[-1]["beginner"]
    assert (best["won"], best["row"]) == (1, 1)
    assert best["quickest"] == page.race.moments[-1].note
    told = page.shown["result"]["best"]
    seconds = f"{best['quickest'] / 1000:.1f}"
    assert say("play_tichu.best.new_time", "en", seconds=seconds) in told
    send(page.widget, "leave")
    assert say("play_tichu.best.time", "en", seconds=seconds) in page.shown["setup"]["best"]
    send(page.widget, do="set", name="level", value="master")
    assert page.shown["setup"]["best"] == []


def chosen_level(widget):
    return [one["value"] for one in widget.shown["setup"]["levels"] if one["chosen"]]


def test_who_has_won_nothing_yet_begins_at_the_slowest_computer():
    lost, won = ({"quick": {"won": n, "row": n, "longest": n, "quickest": 9, "hand": 9}} for n in (0, 1))
    widget = PlayTichu()
    assert chosen_level(widget) == ["beginner"]
    send(widget, {"do": "bests", "kept": lost})
    assert chosen_level(widget) == ["beginner"]
    send(widget, {"do": "bests", "kept": won})
    assert chosen_level(widget) == ["practised"]
    widget = PlayTichu()
    send(widget, {"do": "set", "name": "level", "value": "beginner"}, {"do": "bests", "kept": won})
    assert chosen_level(widget) == ["beginner"]
    widget = PlayTichu(settings=SLOW)
    send(widget, {"do": "bests", "kept": won})
    assert chosen_level(widget) == ["beginner"]


def test_a_race_that_was_lost_ends_the_row_and_takes_nothing_away():
    kept = {"beginner": {"won": 5, "row": 3, "longest": 4, "quickest": 9_000, "hand": 500}}
    _, given = finished(hand=60, kept=kept)
    assert given == [{"beginner": {**kept["beginner"], "row": 0}}]


@pytest.mark.parametrize(
    "settings", [TWO, replace(SLOW, mean=4_001), replace(SLOW, lock=0)], ids=["two", "own pace", "no lock"]
)
def test_what_cannot_be_compared_does_not_count(settings):
    assert finished(settings)[1] == []
    assert Bests().chosen(settings) is None


def test_who_is_filled_up_without_doing_has_a_best_of_its_own_and_house_rules_have_none():
    assert [*finished(replace(SLOW, draws_by_itself=True))[1][-1]] == ["beginner+"]
    widget = PlayTichu(rules=Rules(wrap=True), settings=SLOW)
    send(widget, {"do": "bests", "kept": {"beginner": {"won": 1, "row": 1, "longest": 1, "quickest": 1, "hand": 1}}})
    assert widget.shown["setup"]["best"] == []


@pytest.mark.parametrize(
    "forged",
    [None, 7, [], "x", {"beginner": 3}, {"beginner": {"won": 1}}, {"odd": {}},
     {"beginner": {"won": True, "row": 0, "longest": 0, "quickest": 0, "hand": 0}},
     {"beginner": {"won": 10**40, "row": 0, "longest": 0, "quickest": 0, "hand": 0}}],
)  # fmt: skip
def test_what_cannot_have_been_kept_is_left_out(forged):
    widget = PlayTichu(settings=SLOW)
    with forging():
        send(widget, {"do": "bests", "kept": forged})
    assert widget.shown["setup"]["best"] == []


def test_a_row_and_the_longest_one_are_told_and_a_single_race_is_none():
    assert best_told(Best(), "de") == []
    told = best_told(Best(won=9, row=2, longest=4, quickest=41_200, hand=880), "de")
    assert say("play_tichu.best.row", "de", count=2) in told
    assert say("play_tichu.best.longest", "de", count=4) in told
    assert say("play_tichu.best.time", "de", seconds="41,2") in told
    assert len(best_told(Best(won=1, row=1, longest=1, quickest=41_200, hand=880), "de")) == 2


def test_a_link_gives_the_deals_of_its_number_to_the_first_match_only():
    token = QUERY.set("?seed=77")
    try:
        widget = PlayTichu()
    finally:
        QUERY.reset(token)
    assert say("play_tichu.linked", "en", seed=77) == widget.shown["setup"]["linked"]
    send(widget, "start")
    assert widget.match.seed == 77
    send(widget, "leave", "start")
    assert widget.match.seed != 77


def test_the_result_tells_once_who_has_won_and_what_it_pays():
    page, _ = finished()
    result = page.shown["result"]
    said = " ".join([result["title"], *result["sentences"], *result["best"]])
    assert said.count(" point") == 1
    assert result["won"]
