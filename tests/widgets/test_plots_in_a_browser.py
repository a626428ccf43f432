"""Plots as a browser draws them: legible at every width, with enough contrast, in forced colours and on paper."""

import pytest
from book_of_plots import CSS, PLOTS

from cardlab.phrasing.catalogue import LANGUAGES

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
    return {
        text: all(["text"], "fill"),
        shape: all(["bar", "option", "line", "own", "whisker", "mean"], "stroke"),
        sign: all(["sign", "star"], "fill"),
    };
}"""


@pytest.fixture
def page_of(browser):
    opened = []

    def opening(lang="en", theme="light"):
        page = browser.new_page(viewport={"width": 700, "height": 800})
        opened.append(page)
        plots = "".join(plot.svg + plot.narrow for plot in (make(lang) for make in PLOTS.values()))
        page.set_content(PAGE.format(theme=theme, css=CSS, plots=plots))
        return page

    yield opening
    for page in opened:
        page.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_at_every_width_one_picture_is_shown_and_its_texts_are_legible(page_of, lang):
    page = page_of(lang)
    for width in (320, 520, 700, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator("svg.cardlab-plot:visible").count() == len(PLOTS)
        assert page.evaluate(CROWDED) == []
        assert min(page.evaluate(SIZES)) >= 11
        assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_contrasts_suffice_and_in_forced_colours_nothing_keeps_a_colour_of_its_own(page_of, theme):
    page = page_of(theme=theme)
    contrasts = page.evaluate(CONTRASTS)
    assert min(contrasts["text"]) >= 4.5
    assert min(contrasts["shape"] + contrasts["sign"]) >= 3
    page.emulate_media(forced_colors="active")
    colours = "all => new Set(all.map((one) => getComputedStyle(one).stroke)).size"
    assert page.locator(".cardlab-plot-line, .cardlab-plot-bar").evaluate_all(colours) == 1


def test_on_paper_a_dark_page_and_its_plots_are_dark_on_light(page_of):
    page = page_of(theme="dark")
    page.emulate_media(media="print")
    of = "(one, name) => getComputedStyle(one)[name]"
    assert page.locator(".cardlab-plot-strong").first.evaluate(of, "fill") == "rgb(0, 0, 0)"
    assert page.locator(".cardlab-root").evaluate(of, "backgroundColor") == "rgb(242, 246, 241)"
