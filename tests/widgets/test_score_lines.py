"""The running scores of a match of Tongits (T10.5): as a table, and as lines that can be told from each other."""

from random import Random

import pytest
from learner_at_a_match import dealt, through

from cardlab.tongits import Match, Rules, outcome

TARGET = Rules(target=60)


@pytest.fixture(scope="module")
def played():
    """A match that is over."""
    learner = dealt(rules=TARGET)
    return through(learner, Random(5)), learner.widget


def test_T10_5_the_table_adds_what_each_round_cost_and_the_lines_say_the_same(played):
    ends, widget = played
    scores = widget.shown["match"]["scores"]
    matches = [Match(TARGET)]
    for added, end in zip(scores["added"], ends, strict=True):
        result = outcome(end)
        matches.append(matches[-1].add(result))
        assert [one == "wins" for one in added] == [seat == result.winner for seat in range(3)]
    assert len(scores["rows"]) == len(ends)
    assert list(zip(*scores["lines"], strict=True)) == [match.scores for match in matches]
    assert all(str(score) in scores["desc"] for score in matches[-1].scores)


def test_the_lines_have_a_name_a_description_and_a_sign_for_each_player(show, played):
    _, widget = played
    page = show(widget)
    picture = page.get_by_role("img", name="The scores as lines")
    assert str(widget.match.scores[-1].scores[0]) in picture.locator("desc").text_content()
    signs = [
        set(
            page.locator(f".cardlab-sign.cardlab-seat-{seat}").evaluate_all(
                "all => all.map((one) => one.getAttribute('d'))"
            )
        )
        for seat in range(3)
    ]
    assert [len(one) for one in signs] == [1, 1, 1]
    assert len(set().union(*signs)) == 3
    dashes = [
        page.locator(f"g .cardlab-course.cardlab-seat-{seat}").evaluate("it => getComputedStyle(it).strokeDasharray")
        for seat in range(3)
    ]
    assert len(set(dashes)) == 3
    assert picture.bounding_box()["height"] > 100


LUMINANCE = """([seat, dark]) => {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    const light = (colour) => {
        const canvas = document.createElement("canvas").getContext("2d");
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((one) => one / 255)
            .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const line = light(getComputedStyle(document.querySelector(`g .cardlab-seat-${seat}`)).stroke);
    const paper = light(getComputedStyle(document.querySelector(".cardlab-root")).backgroundColor);
    return (Math.max(line, paper) + 0.05) / (Math.min(line, paper) + 0.05);
}"""


@pytest.mark.parametrize("dark", [False, True])
def test_every_line_stands_out_from_the_paper(show, played, dark):
    page = show(played[1])
    assert min(page.evaluate(LUMINANCE, [seat, dark]) for seat in range(3)) >= 3
