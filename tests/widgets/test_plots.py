"""Plots: whole as SVG, true to their numbers, equal to their table and words, and as the learner writes numbers."""

import math
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import cardlab.widgets
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.widgets.plots import Bar, PlayerLine, Shares, Unit, bars, curve, equity, histogram
from cardlab.widgets.seats import Duel

SVG = "{http://www.w3.org/2000/svg}"


SOURCES = Path(cardlab.widgets.__file__).parent / "js"
CSS = "".join(
    re.sub("@import [^;]+;", "", (SOURCES / name).read_text(encoding="utf-8")) for name in ("cardlab.css", "plots.css")
)


def bell(mean, spread, count=110):
    return [math.exp(-(((k - mean) / spread) ** 2) / 2) for k in range(count)]


FALLING = [1 / (1 + math.exp((k - 14) / 4)) for k in range(41)]
OPTIONS = [
    Bar("9♥", 0.615, 0.008),
    Bar("2♣", 0.411, 0.0085),
    Bar("K♦", 0.621, 0.008),
    Bar("Lay 7♦ 7♥ 7♠, lay 2♣ 3♣ 4♣, lay off 8♥ on 9♥ 10♥ J♥, discard J♠", 0.512),
]
PLOTS = {
    "one histogram": lambda lang="en": histogram([Shares("Left", bell(46, 16))], "Left", lang, own=12),
    "two histograms": lambda lang="en": histogram(
        [Shares("Sheet", bell(46, 16)), Shares("Traditional", bell(25, 14))], "Left", lang, own=31
    ),
    "a short histogram": lambda lang="en": histogram([Shares("Left", [3, 2, 1])], "Left", lang, own=40),
    "one certain value": lambda lang="en": histogram([Shares("Left", [0, 0, 1])], "Left", lang, own=2),
    "chances": lambda lang="en": bars(OPTIONS, Unit.CHANCE, "Options", lang),
    "one chance": lambda lang="en": bars(OPTIONS[:1], Unit.CHANCE, "Options", lang),
    "payments": lambda lang="en": bars([Bar("a", 3.4, 0.4), Bar("b", -8.9, 0.51)], Unit.POINTS, "Options", lang),
    "only losses": lambda lang="en": bars([Bar("a", -3.4, 0.4), Bar("b", -8.9)], Unit.CHIPS, "Options", lang),
    "nothing at all": lambda lang="en": bars([Bar("a", 0.0), Bar("b", 0.0)], Unit.POINTS, "Options", lang),
    "one curve": lambda lang="en": curve(FALLING, "Call now?", lang, own=9, break_even=13),
    "a bare curve": lambda lang="en": curve([1, 0], "Call now?", lang, own=1),
    "a round": lambda lang="en": equity(
        [
            PlayerLine("You", [(0, -3.5), (1, 2), (1, 9.5), (4, 9.5), (7, -12)], [(1, 2, "?!")]),
            PlayerLine("Left", [(0, 8), (2, 4.25), (7, 24)], [(2, 4.25, "??")]),
            PlayerLine("Right", [(0, -4.5), (7, -12)]),
        ],
        7,
        "Round",
        ("Moves", "Points"),
        lang,
        here=(4, "Move 4"),
    ),
}


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
    ids = [part.get("id") for picture in pictures(plot) for part in picture.iter() if part.get("id")]
    assert len(set(ids)) == len(ids)
    assert plot.description
    if "cardlab-plot-option" not in plot.svg:  # the numbers of bars stand beside them
        assert len(plot.table) > 1
        assert {len(row) for row in plot.table} == {len(plot.table[0])}
        assert all(plot.table[0])
    written = [plot.description, *(cell for row in plot.table for cell in row)]
    written += [text.text for picture in pictures(plot) for text in texts(picture)]
    assert lang == "en" or not [text for text in written if re.search(r"\d\.\d", text)]


@pytest.mark.parametrize("nasty", ["<script>alert(1)</script>", "\"'&<>"])
def test_every_text_is_escaped(nasty):
    for plot in (
        histogram([Shares(nasty, [1, 2]), Shares("b", [1, 2])], nasty, own=1, key=nasty),
        bars([Bar(nasty, 1.0, 0.2)], Unit.POINTS, nasty),
        curve([1, 0.5], nasty, own=1, break_even=0),
        equity([PlayerLine(nasty, [(0, 2)], [(0, 2, nasty)])], 1, nasty, (nasty, nasty), here=(0, nasty)),
    ):
        for picture in pictures(plot):
            assert picture.find(f"{SVG}title").text == nasty
            assert nasty in "".join(picture.itertext())
            assert picture.find(f".//{SVG}script") is None


def test_the_bars_are_as_high_as_their_shares():
    """The path of a bar: its left and its bottom, then its top and its width."""
    for picture in pictures(histogram([Shares("Left", [1, 4, 2, 1])], "Left", own=0)):
        drawn = [numbers(path) for path in shapes(picture, "bar") if "h14v14" not in path.get("d")]
        heights = [bottom - top for _, bottom, top, *_ in drawn]
        assert [round(height / heights[0]) for height in heights] == [1, 4, 2, 1]


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


PAGE = """<!doctype html><html lang=en data-theme={theme}><title>Plots</title><style>{css} body {{ margin: 0 }}</style>
<body><div class="cardlab-root">{plots}</div>"""
CROWDED = """() => [...document.querySelectorAll("svg.cardlab-plot")].flatMap((svg) => {
    const frame = svg.getBoundingClientRect();
    if (frame.width === 0) return [];
    const texts = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
    const outside = (a) => a.left < frame.left - 1 || a.right > frame.right + 1 || a.bottom > frame.bottom + 1;
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4;
    return texts.flatMap(([name, a], place) => [
        ...(outside(a) ? [[name]] : []),
        ...texts.slice(place + 1).filter(([, b]) => over(a, b)).map(([other]) => [name, other]),
    ]);
})"""
SIZES = """() => [...document.querySelectorAll("svg.cardlab-plot text")]
    .filter((text) => text.getBoundingClientRect().width)
    .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
CONTRASTS = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    const light = (colour) => {
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        const linear = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => value / 255)
            .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    };
    const paper = light(getComputedStyle(document.querySelector(".cardlab-root")).backgroundColor);
    const against = (own) => (Math.max(own, paper) + 0.05) / (Math.min(own, paper) + 0.05);
    const all = (kinds, name) => kinds.flatMap((kind) => [...document.querySelectorAll(`.cardlab-plot-${kind}`)])
        .map((one) => against(light(getComputedStyle(one)[name])));
    const lines = all(["bar", "option", "line", "own", "whisker", "mean"], "stroke");
    return { text: all(["text"], "fill"), shape: [...lines, ...all(["sign", "star"], "fill")] };
}"""


@pytest.mark.parametrize(("lang", "theme"), [("de", "light"), ("en", "dark")])
def test_at_every_width_one_legible_picture_is_shown_on_screen_in_forced_colours_and_on_paper(browser, lang, theme):
    page = browser.new_page()
    plots = "".join(plot.svg + plot.narrow for plot in (make(lang) for make in PLOTS.values()))
    page.set_content(PAGE.format(theme=theme, css=CSS, plots=plots))
    for width in (320, 520, 700, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator("svg.cardlab-plot:visible").count() == len(PLOTS)
        assert page.evaluate(CROWDED) == []
        assert min(page.evaluate(SIZES)) >= 11
        assert page.evaluate("document.documentElement.scrollWidth") == width
    contrasts = page.evaluate(CONTRASTS)
    assert min(contrasts["text"]) >= 4.5
    assert min(contrasts["shape"]) >= 3
    page.emulate_media(forced_colors="active")
    colours = "all => new Set(all.map((one) => getComputedStyle(one).stroke)).size"
    assert page.locator(".cardlab-plot-line, .cardlab-plot-bar").evaluate_all(colours) == 1
    page.emulate_media(forced_colors="none", media="print")
    of = "(one, name) => getComputedStyle(one)[name]"
    assert page.locator(".cardlab-plot-strong").first.evaluate(of, "fill") == "rgb(0, 0, 0)", "on paper"
    page.close()


def test_on_each_plate_of_the_picture_of_a_duel_stands_a_name_alone():
    picture = ElementTree.fromstring(Duel("en")._repr_svg_())
    plates = [one for one in picture.iter(f"{SVG}rect") if one.get("rx") == "17"]

    def words_on(plate):
        left, top, width, height = (int(plate.get(side)) for side in ("x", "y", "width", "height"))
        spots = [(int(one.get("x")) - left, int(one.get("y")) - top, one.text) for one in picture.iter(f"{SVG}text")]
        return [text for x, y, text in spots if 0 <= x <= width and 0 <= y <= height]

    assert [words_on(plate) for plate in plates] == [[say("seat.opponent", "en")], [say("seat.0", "en")]]
