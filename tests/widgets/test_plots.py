"""Plots: whole as SVG, true to their numbers, equal to their table and words, and as the learner writes numbers."""

import re
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from itertools import pairwise, product

import pytest
from book_of_plots import CSS, OPTIONS, PLOTS

from cardlab.phrasing.catalogue import LANGUAGES, chance, decimal, percent, say
from cardlab.widgets.plots import Bar, PlayerLine, Shares, Unit, bars, curve, equity, histogram
from cardlab.widgets.plots.parts import ticks

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=PLOTS, ids=[name.replace(" ", "_") for name in PLOTS])
def make(request):
    return PLOTS[request.param]


def pictures(plot):
    return [ElementTree.fromstring(plot.svg), ElementTree.fromstring(plot.narrow)]


def shapes(picture, kind):
    return [path for path in picture.iter(f"{SVG}path") if f"cardlab-plot-{kind}" in path.get("class").split()]


def reach(path):
    """Where the bar of a histogram stands, how wide it is, and how high."""
    left, bottom, top, width = map(float, re.match(r"M(\S+) (\S+)V([\d.]+)h([\d.]+)V", path.get("d")).groups())
    return left, width, bottom - top


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_plot_has_a_name_a_description_and_a_table(make, lang):
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
        for text in picture.iter(f"{SVG}text"):
            assert 0 <= float(text.get("x")) <= width
            assert 0 <= float(text.get("y")) <= height
        for line in shapes(picture, "own"):
            assert float(re.match(r"M(\S+) ", line.get("d"))[1]) <= width


def test_ids_are_the_same_each_time_and_differ_between_widths_and_keys(make):
    def ids(plot):
        return [part.get("id") for picture in pictures(plot) for part in picture.iter() if part.get("id")]

    assert make().svg == make().svg
    assert len(set(ids(make()))) == len(ids(make()))
    one = histogram([Shares("a", [1, 1]), Shares("b", [1, 3])], "Left", own=1, key="first")
    other = histogram([Shares("a", [1, 1]), Shares("b", [1, 3])], "Left", own=1, key="second")
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


# Histograms.


@pytest.mark.parametrize("count", [3, 12, 26, 60, 110, 150])
def test_the_bins_hold_everything_and_are_not_too_many(count):
    plot = histogram([Shares("Left", [1] * count)], "Left", own=0)
    shares = [float(row[1].rstrip("%")) for row in plot.table[1:]]
    assert 2 <= len(shares) <= 26
    assert sum(shares) == pytest.approx(100, abs=0.06 * len(shares))


def test_the_bars_are_as_high_as_their_shares():
    plot = histogram([Shares("Left", [1, 4, 2, 1])], "Left", own=0)
    for picture in pictures(plot):
        bars_drawn = [reach(path) for path in shapes(picture, "bar") if "h14v14" not in path.get("d")]
        heights = [height for _, _, height in bars_drawn]
        assert [round(height / heights[0]) for height in heights] == [1, 4, 2, 1]
        assert all(left + width <= following for (left, width, _), (following, _, _) in pairwise(bars_drawn))


def test_what_is_rare_goes_into_the_last_bin():
    plot = histogram([Shares("Left", [5000, 5000, *[0] * 97, 1])], "Left", own=0)
    assert [row[0] for row in plot.table[1:]] == ["0", "1"]
    assert plot.table[2][1] == "50.0%"


def test_two_series_stand_side_by_side_and_differ_in_texture_and_sign():
    for picture in pictures(histogram([Shares("a", [1, 1]), Shares("b", [1, 1])], "Left", own=1)):
        first = [path for path in shapes(picture, "series-0") if "cardlab-plot-bar" in path.get("class")]
        second = [path for path in shapes(picture, "series-1") if "cardlab-plot-bar" in path.get("class")]
        assert {path.get("fill") for path in first} == {None}
        assert all(path.get("fill").endswith("-stripes)") for path in second)
        left, width, _ = reach(first[0])
        assert left + width <= reach(second[0])[0] + 0.11
        signs = {path.get("d") for place in (0, 1) for path in shapes(picture, f"series-{place}")
                 if "cardlab-plot-sign" in path.get("class")}  # fmt: skip
        assert len(signs) == 2


def test_the_words_of_a_histogram_count_right():
    plot = histogram([Shares("Left", [1, 0, 2, 1])], "Left", own=2)
    assert "Left: 1.8 on average" in plot.description
    assert say("plot.against_own_of", name="Left", own=2, less="25%", same="50%", more="25%") in plot.description


# Bars.


def names(plot):
    """The names of the bars, in their order."""
    return [text.text for text in pictures(plot)[0].iter(f"{SVG}text") if text.get("text-anchor") == "start"]


def test_the_best_option_is_first_and_marked_and_of_deadwood_the_least_is_the_best():
    plot = bars(OPTIONS, Unit.CHANCE, "Options")
    assert names(plot) == ["K♦", "9♥", "7♥ 8♥ 9♥ 10♥ J♥", "2♣"]
    assert plot.description.startswith("Best: K♦, 62.1% ± 0.8. Last: 2♣")
    for picture in pictures(plot):
        assert len(shapes(picture, "best")) == len(shapes(picture, "star")) == 1
    deadwood = bars([Bar("a", 31.5), Bar("b", 17.25)], Unit.DEADWOOD, "Options")
    assert names(deadwood) == ["b", "a"]


def test_the_error_stands_in_words_and_as_a_whisker_of_its_length():
    plot = bars([Bar("a", 10.0, 2.0), Bar("b", 5.0)], Unit.POINTS, "Options")
    for picture in pictures(plot):
        beside = [text.text for text in picture.iter(f"{SVG}text") if text.get("text-anchor") == "end"]
        assert beside[:2] == ["+10.0 ± 2.0", "+5.0"]
        (whisker,) = shapes(picture, "whisker")
        begin, end = map(float, re.match(r"M(\S+) \S+H([\d.]+)", whisker.get("d")).groups())
        zero, until = map(float, re.match(r"M(\S+) \S+H([\d.]+)v", shapes(picture, "best")[0].get("d")).groups())
        assert (end - begin) / (until - zero) == pytest.approx(0.4, abs=0.01)
        assert (begin + end) / 2 == pytest.approx(until, abs=0.1)


def test_losses_go_to_the_left_of_the_axis():
    for picture in pictures(bars([Bar("a", 4.0), Bar("b", -2.0)], Unit.POINTS, "Options")):
        (gain,), (loss,) = shapes(picture, "best"), shapes(picture, "other")
        zero, until = map(float, re.match(r"M(\S+) \S+H([\d.]+)v", gain.get("d")).groups())
        other, back = map(float, re.match(r"M(\S+) \S+H([\d.]+)v", loss.get("d")).groups())
        assert zero == other
        assert until - zero == pytest.approx(2 * (zero - back), abs=0.2)


def test_options_within_the_error_are_not_told_apart():
    assert "Too close to K♦" in bars(OPTIONS, Unit.CHANCE, "Options").description
    clear = [Bar("a", 0.6, 0.01, close=False), Bar("b", 0.6, 0.01, close=False)]
    assert "Too close" not in bars(clear, Unit.CHANCE, "Options").description
    assert "Too close" not in bars([Bar("a", 0.6), Bar("b", 0.6)], Unit.CHANCE, "Options").description
    apart = [Bar("a", 0.6, 0.03), *(Bar(f"{value}", value, 0.04) for value in (0.505, 0.495))]
    assert "errors): 0.505." in bars(apart, Unit.CHANCE, "Options").description


# Curves.


def test_a_curve_marks_the_own_deadwood_and_the_last_that_pays():
    plot = curve([1.0, 0.75, 0.5, 0.0], "Call now?", own=1, break_even=2)
    for picture in pictures(plot):
        places = [
            tuple(map(float, re.findall(r"[\d.]+", path.get("transform"))))
            for path in shapes(picture, "sign")
            if path.get("transform") != "translate(16 0)"
        ]
        points = [tuple(map(float, pair.split())) for pair in shapes(picture, "line")[0].get("d")[1:].split("L")]
        assert places == [points[2], points[1]]
        written = {text.text for text in picture.iter(f"{SVG}text")}
        assert {"0", "1", "2", "3"} <= written
    assert plot.description == f"{say('plot.at_own', own=1, chance='75%')} {say('plot.break_even_text', points=2)}"


@pytest.mark.parametrize(("low", "high", "most"), [*product([-13.7, 0.0], [0.004, 1.0, 7.3, 98.0], [4, 10])])
def test_the_marks_of_a_scale_are_round_and_few(low, high, most):
    marks = ticks(low, high, most)
    steps = {round(b - a, 9) for a, b in pairwise(marks)}
    assert len(steps) == 1
    assert f"{steps.pop():e}"[0] in "125"
    assert marks[0] <= low + 1e-9
    assert marks[-1] >= high - 1e-9
    assert len(marks) <= most + 2


def test_without_an_option_nothing_can_be_drawn():
    with pytest.raises(ValueError, match="no option"):
        bars([], Unit.CHANCE, "t")


# Numbers of the language.


def test_numbers_are_written_as_the_language_writes_them():
    assert [decimal(-1234.56, lang, 1) for lang in LANGUAGES] == ["−1234.6", "−1234,6", "−1234,6"]
    assert decimal(1234567, "de") == "1\u202f234\u202f567"
    assert decimal(-0.04, "en", 1) == "0.0"
    assert [percent(0.125, lang, 1) for lang in LANGUAGES] == ["12.5%", "12,5\u202f%", "12,5%"]


def test_a_chance_that_is_not_quite_none_or_all_is_never_rounded_to_it():
    small, large = Fraction(41, 100_000), Fraction(9997, 10_000)
    assert [chance(small, lang, 1) for lang in LANGUAGES] == ["under 0.1%", "weniger als 0,1\u202f%", "minder dan 0,1%"]
    assert [chance(large, lang, 1) for lang in LANGUAGES] == ["over 99.9%", "mehr als 99,9\u202f%", "meer dan 99,9%"]
    assert (chance(Fraction(1, 10**40), digits=1), chance(1 - Fraction(1, 10**40))) == ("under 0.1%", "over 99%")
    assert [chance(one, digits=1) for one in (0, 1, 0.001, 0.999, 1 - 1e-16)] == [
        "0.0%",
        "100.0%",
        "0.1%",
        "99.9%",
        "100.0%",
    ]
    plot = curve([1.0, 0.9997, 0.0004], "t", own=1)
    assert [row[1] for row in plot.table[1:]] == ["100.0%", "over 99.9%", "under 0.1%"]
    assert "over 99%" in plot.description
    spread = histogram([Shares("Left", [1, 9999])], "t", own=0)
    assert spread.table[1:] == (("0", "under 0.1%"), ("1", "over 99.9%"))


@pytest.mark.parametrize("lang", ["de", "nl"])
def test_no_decimal_point_stands_in_german_and_dutch(make, lang):
    plot = make(lang)
    texts = [plot.description, *(cell for row in plot.table for cell in row)]
    texts += [text.text for picture in pictures(plot) for text in picture.iter(f"{SVG}text")]
    assert not [text for text in texts if re.search(r"\d\.\d", text)]


# Rounds.


def test_a_round_has_a_strip_for_each_moment_and_its_marks_stand_in_the_table():
    line = PlayerLine("You", [(0, 1), (2, -3), (2, 4)], [(2, -3, "??")])
    plot = equity([line], 3, "Round", ("Moves", "Points"), here=(2, "here"))
    for picture in pictures(plot):
        strips = [part.get("data-at") for part in picture.iter() if part.get("data-at")]
        assert strips == ["0", "1", "2", "3"]
        assert "??" in "".join(picture.itertext())
    assert plot.table == (("Moves", "You"), ("0", "1"), ("2", "4 ??"))


def test_a_name_too_long_for_one_line_takes_several_and_no_bar_lies_over_another():
    name = "Lay 7♦ 7♥ 7♠, lay 2♣ 3♣ 4♣, lay off 8♥ on 9♥ 10♥ J♥, discard J♠"
    plot = bars([Bar("Discard K♣", 3.0, 0.2), Bar(name, 2.0, 0.2), Bar("Discard 5♥", 1.0, 0.2)], Unit.POINTS, "Options")
    for picture in pictures(plot):
        texts = [text for text in picture.iter(f"{SVG}text") if text.get("text-anchor") == "start"]
        lines = [text.text for text in texts]
        assert " ".join(lines) == f"Discard K♣ {name} Discard 5♥"
        width = float(picture.get("viewBox").split()[2])
        assert all(9.2 * len(line) <= width for line in lines)
        heights = [float(text.get("y")) for text in texts]
        assert heights == sorted(heights)
    assert len(lines) == 4, "on a telephone"
    tops = [
        float(re.match(r"M\S+ ([\d.]+)", one.get("d"))[1])
        for kind in ("best", "other")
        for one in shapes(picture, kind)
    ]
    assert all(after - before >= 50 for before, after in pairwise(tops))
