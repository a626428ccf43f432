"""Plots: whole as SVG, true to their numbers, equal to their table and words, and as the learner writes numbers."""

import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest
from book_of_plots import CSS, PLOTS

from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.widgets.plots import Bar, PlayerLine, Shares, Unit, bars, curve, equity, histogram

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=PLOTS, ids=[name.replace(" ", "_") for name in PLOTS])
def make(request):
    return PLOTS[request.param]


def pictures(plot):
    return [ElementTree.fromstring(plot.svg), ElementTree.fromstring(plot.narrow)]


def texts(picture, **of):
    return [
        one for one in picture.iter(f"{SVG}text") if all(one.get(name.replace("_", "-")) == of[name] for name in of)
    ]


def shapes(picture, *kinds):
    wanted = {f"cardlab-plot-{kind}" for kind in kinds}
    return [path for path in picture.iter(f"{SVG}path") if wanted <= {*path.get("class").split()}]


def numbers(path):
    """The numbers of a path in their order."""
    return [float(one) for one in re.findall(r"-?[\d.]+", path.get("d"))]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_plot_has_a_name_a_description_and_a_table_with_the_decimal_sign_of_the_language(make, lang):
    plot = make(lang)
    for picture in pictures(plot):
        assert picture.get("role") == "img"
        named = {part.get("id"): part.text for part in picture if part.tag in (f"{SVG}title", f"{SVG}desc")}
        assert [named[one] for one in picture.get("aria-labelledby").split()] == [plot.title, plot.description]
    assert plot.description
    if "cardlab-plot-option" not in plot.svg:  # the numbers of bars stand beside them
        assert len(plot.table) > 1
        assert {len(row) for row in plot.table} == {len(plot.table[0])}
        assert all(plot.table[0])
    written = [plot.description, *(cell for row in plot.table for cell in row)]
    written += [text.text for picture in pictures(plot) for text in texts(picture)]
    assert lang == "en" or not [text for text in written if re.search(r"\d\.\d", text)]


def test_every_class_of_a_plot_has_a_look_and_no_colour_stands_in_the_svg(make):
    known = set(re.findall(r"\.(cardlab-plot[\w-]*)", CSS))
    for picture in pictures(make()):
        for part in picture.iter():
            assert set((part.get("class") or "").split()) <= known
            assert part.get("style") is None
            assert (part.get("fill") or "url(").startswith("url(")


def test_nothing_lies_outside_the_picture(make):
    above_all_others = histogram([Shares("Left", [1, 1, 1])], "Left", own=40)
    for picture in pictures(make()) + pictures(above_all_others):
        _, _, width, height = map(float, picture.get("viewBox").split())
        assert all(0 <= float(text.get("x")) <= width for text in texts(picture))
        assert all(0 <= float(text.get("y")) <= height for text in texts(picture))
        assert all(numbers(line)[0] <= width for line in shapes(picture, "own"))


def test_ids_are_the_same_each_time_and_differ_between_widths_and_keys(make):
    def ids(plot):
        return [part.get("id") for picture in pictures(plot) for part in picture.iter() if part.get("id")]

    assert make().svg == make().svg
    assert len(set(ids(make()))) == len(ids(make()))
    both = [Shares("a", [1, 1]), Shares("b", [1, 3])]
    one, other = (histogram(both, "Left", own=1, key=key) for key in ("first", "second"))
    assert not set(ids(one)) & set(ids(other))
    assert "cardlab-plot-first-wide-stripes" in ids(one)
    assert 'fill="url(#cardlab-plot-first-wide-stripes)"' in one.svg


@pytest.mark.parametrize("nasty", ["<script>alert(1)</script>", "\"'&<>"])
def test_every_text_is_escaped(nasty):
    for plot in (
        histogram([Shares(nasty, [1, 2]), Shares("b", [1, 2])], nasty, own=1, key=nasty),
        bars([Bar(nasty, 1.0, 0.2)], Unit.POINTS, nasty),
        curve([1, 0.5], nasty, own=1, break_even=0),
        equity([PlayerLine(nasty, [(0, 2)], [(0, 2, nasty)])], 1, nasty, (nasty, nasty)),
    ):
        for picture in pictures(plot):
            assert picture.find(f"{SVG}title").text == nasty
            assert nasty in "".join(picture.itertext())
            assert picture.find(f".//{SVG}script") is None


@pytest.mark.parametrize("count", [3, 12, 26, 60, 110, 150])
def test_the_bins_hold_everything_and_are_not_too_many(count):
    plot = histogram([Shares("Left", [1] * count)], "Left", own=0)
    shares = [float(row[1].rstrip("%")) for row in plot.table[1:]]
    assert 2 <= len(shares) <= 26
    assert sum(shares) == pytest.approx(100, abs=0.06 * len(shares))


def test_the_bars_are_as_high_as_their_shares_and_two_series_stand_side_by_side_in_texture_and_sign():
    """The path of a bar: its left and its bottom, then its top and its width."""
    for picture in pictures(histogram([Shares("Left", [1, 4, 2, 1])], "Left", own=0)):
        drawn = [numbers(path) for path in shapes(picture, "bar") if "h14v14" not in path.get("d")]
        heights = [bottom - top for _, bottom, top, *_ in drawn]
        assert [round(height / heights[0]) for height in heights] == [1, 4, 2, 1]
        assert all(one[0] + one[3] <= following[0] for one, following in pairwise(drawn))
    for picture in pictures(histogram([Shares("a", [1, 1]), Shares("b", [1, 1])], "Left", own=1)):
        first, second = (shapes(picture, f"series-{place}", "bar") for place in (0, 1))
        assert {path.get("fill") for path in first} == {None}
        assert all(path.get("fill").endswith("-stripes)") for path in second)
        left, _, _, width, *_ = numbers(first[0])
        assert left + width <= numbers(second[0])[0] + 0.11
        assert len({path.get("d") for place in (0, 1) for path in shapes(picture, f"series-{place}", "sign")}) == 2


ALIKE = [Bar("a", 0.6, 0.01, close=False), Bar("b", 0.6, 0.01, close=False)]
SAID = PLOTS | {
    "what is rare goes into the last bin": lambda: histogram([Shares("Left", [5000, 5000, *[0] * 97, 1])], "t", own=0),
    "hardly ever and nearly always": lambda: histogram([Shares("Left", [1, 9999])], "t", own=0),
    "nearly certain": lambda: curve([1.0, 0.9997, 0.0004], "t", own=1),
    "no option is close": lambda: bars(ALIKE, Unit.CHANCE, "t"),
    "nor without an error": lambda: bars([Bar("a", 0.6), Bar("b", 0.6)], Unit.CHANCE, "t"),
    "one is close": lambda: bars([Bar("a", 0.6, 0.03), Bar("b", 0.505, 0.04), Bar("c", 0.495, 0.04)], Unit.CHANCE, "t"),
}


def test_what_a_plot_says_in_words_and_in_its_table(snapshot):
    told = []
    for name, made in SAID.items():
        plot = made()
        names = [text.text for text in texts(pictures(plot)[0], text_anchor="start")]
        told += [f"{name}: {plot.title}. {plot.description}", f"    {' | '.join(names)}"]
        told += [f"    {', '.join(row)}" for row in plot.table[:9]]
    assert "\n".join(told) == snapshot


def test_the_error_stands_in_words_and_as_a_whisker_of_its_length_and_losses_go_to_the_left():
    """The path of a bar or a whisker: where it begins, its height, and where it ends."""
    plot = bars([Bar("a", 10.0, 2.0), Bar("b", -5.0)], Unit.POINTS, "Options")
    for picture in pictures(plot):
        assert [text.text for text in texts(picture, text_anchor="end")][:2] == ["+10.0 ± 2.0", "−5.0"]
        ((begin, _, end, *_),) = map(numbers, shapes(picture, "whisker"))
        ((zero, _, until, *_),) = map(numbers, shapes(picture, "best"))
        ((other, _, back, *_),) = map(numbers, shapes(picture, "other"))
        assert (end - begin) / (until - zero) == pytest.approx(0.4, abs=0.01)
        assert (begin + end) / 2 == pytest.approx(until, abs=0.1)
        assert zero == other
        assert len(shapes(picture, "best")) == len(shapes(picture, "star")) == 1
        assert until - zero == pytest.approx(2 * (zero - back), abs=0.2)


def test_a_name_too_long_for_one_line_takes_several_and_no_bar_lies_over_another():
    name = "Lay 7♦ 7♥ 7♠, lay 2♣ 3♣ 4♣, lay off 8♥ on 9♥ 10♥ J♥, discard J♠"
    plot = bars([Bar("Discard K♣", 3.0, 0.2), Bar(name, 2.0, 0.2), Bar("Discard 5♥", 1.0, 0.2)], Unit.POINTS, "Options")
    for picture in pictures(plot):
        named = texts(picture, text_anchor="start")
        assert " ".join(text.text for text in named) == f"Discard K♣ {name} Discard 5♥"
        width = float(picture.get("viewBox").split()[2])
        assert all(9.2 * len(text.text) <= width for text in named)
        heights = [float(text.get("y")) for text in named]
        assert heights == sorted(heights)
    assert len(named) == 4, "on a telephone"
    tops = [numbers(one)[1] for kind in ("best", "other") for one in shapes(picture, kind)]
    assert all(after - before >= 50 for before, after in pairwise(tops))


def test_a_curve_marks_the_own_deadwood_and_the_last_that_pays():
    plot = curve([1.0, 0.75, 0.5, 0.0], "Call now?", own=1, break_even=2)
    for picture in pictures(plot):
        moved = [path.get("transform") for path in shapes(picture, "sign")]
        places = [tuple(map(float, re.findall(r"[\d.]+", one))) for one in moved if one != "translate(16 0)"]
        points = [*zip(*[iter(numbers(shapes(picture, "line")[0]))] * 2, strict=True)]
        assert places == [points[2], points[1]]
        assert {"0", "1", "2", "3"} <= {text.text for text in texts(picture)}


def test_without_an_option_nothing_can_be_drawn():
    with pytest.raises(ValueError, match="no option"):
        bars([], Unit.CHANCE, "t")
