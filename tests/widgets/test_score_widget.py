"""`Score`: a progressive match through the messages of the page, and by mouse and keyboard."""

import json
import re

import pytest
from wishes import forging, send

from cardlab.locale import say
from cardlab.tongits import Match, Rules, outcome
from cardlab.widgets import Score

LANGUAGES = ("en", "de", "nl")
TWO_AT_ONCE = 117  # In the last round of this match two players reach 100, and only one of them loses.


def one_round(widget, guesses=()):
    send(widget, do="next")
    for seat, text in guesses:
        send(widget, do="guess", seat=seat, text=text)
    send(widget, do="compare")


def played_out(**more):
    widget = Score(**more)
    send(widget, do="predict")
    while widget.shown["goes_on"]:
        send(widget, do="next")
    return widget


def scores(widget):
    return [tuple(int(cell["score"]) for cell in line["cells"]) for line in widget.shown["table"]["rows"]]


def paid(state):
    return [max(0, -amount) for amount in outcome(state).payments]


def test_a_round_is_asked_before_anything_of_its_payment_is_told():
    widget = Score()
    send(widget, do="next")
    assert widget.shown["asks"]
    assert widget.shown["sentences"] == widget.shown["table"]["rows"] == []
    assert "deadwood" not in " ".join(hand["label"] for hand in widget.shown["hands"])
    assert widget.rounds == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_to_be_done_next_is_said_at_every_moment(lang):
    widget = Score(lang=lang)
    assert widget.shown["prompt"] == say("score.begin", lang)
    send(widget, do="next")
    assert widget.shown["prompt"] == say("score.ask", lang, number=1)
    send(widget, do="compare")
    assert widget.shown["prompt"] == say("score.go_on", lang, number=1)
    over = played_out(lang=lang)
    assert over.shown["prompt"] == say("score.over", lang, number=len(over.rounds))


def test_T9_3_the_winner_is_asked_for_nothing_and_the_others_pay():
    widget = Score()
    send(widget, do="next")
    asked = [hand["seat"] for hand in widget.shown["hands"] if hand["asked"]]
    send(widget, do="compare")
    winner = outcome(widget.rounds[0]).winner
    assert asked == [seat for seat in range(3) if seat != winner]
    assert sum("to pay. (T9.3)" in sentence for sentence in widget.shown["sentences"]) == 2


def test_a_right_prediction_is_confirmed_and_a_wrong_one_is_named_with_the_right_number():
    trial = Score()
    one_round(trial)
    right = [(seat, amount) for seat, amount in enumerate(paid(trial.rounds[0])) if amount]
    widget = Score()
    one_round(widget, [(seat, str(amount)) for seat, amount in right])
    assert widget.shown["verdict"] == "yes"
    widget = Score()
    seat, amount = right[0]
    one_round(widget, [(seat, str(amount + 1))])
    assert widget.shown["verdict"] == "no"
    assert f"you predicted {amount + 1}, but {amount} is to be paid" in widget.shown["sentences"][0]


def test_each_prediction_is_marked_where_it_was_made():
    widget = Score()
    one_round(widget)
    due = paid(widget.rounds[0])
    payers = [seat for seat in range(3) if seat != outcome(widget.rounds[0]).winner]
    again = Score()
    one_round(again, [(payers[0], str(due[payers[0]])), (payers[1], str(due[payers[1]] + 1))])
    marks = {hand["seat"]: hand["mark"] for hand in again.shown["hands"]}
    assert [marks[seat] for seat in payers] == ["yes", "no"]
    told = {hand["seat"]: hand["told"] for hand in again.shown["hands"]}
    assert told[payers[1]].startswith("Wrong")
    send(again, do="next")
    assert {hand["mark"] for hand in again.shown["hands"]} == {"none"}


def test_what_is_no_number_is_not_counted_yet():
    widget = Score()
    send(widget, do="next")
    asked = next(hand["seat"] for hand in widget.shown["hands"] if hand["asked"])
    send(widget, do="guess", seat=asked, text="ten")
    send(widget, do="compare")
    assert widget.shown["said"]
    assert widget.rounds == ()


def test_T10_5_every_row_is_the_one_before_and_what_was_paid():
    widget = played_out(seed=TWO_AT_ONCE)
    before = (0, 0, 0)
    for state, now in zip(widget.rounds, scores(widget), strict=True):
        assert now == tuple(score + amount for score, amount in zip(before, paid(state), strict=True))
        before = now
    assert before == widget.match.scores


def test_T10_5_the_match_ends_when_the_target_is_reached_and_no_round_follows():
    widget = played_out(seed=TWO_AT_ONCE)
    *earlier, last = scores(widget)
    assert max(max(row) for row in earlier) < 100 <= max(last)
    before = widget.shown
    send(widget, do="next")
    assert widget.shown == before


def test_T10_5_of_two_at_once_the_higher_score_loses():
    widget = played_out(seed=TWO_AT_ONCE)
    assert sum(score >= 100 for score in widget.match.scores) == 2
    assert len(widget.match.losers) == 1
    assert "Of two at once the higher score loses: You. (T10.5)" in widget.shown["sentences"]
    assert "The lowest score wins the match: Player on the left. (T10.5)" in widget.shown["sentences"]


def test_T10_5_a_lower_target_ends_the_same_match_earlier_and_with_another_loser():
    widget = played_out(seed=TWO_AT_ONCE)
    full, losers = scores(widget), widget.match.losers
    send(widget, do="target", target=50)
    short = scores(widget)
    assert short == full[: len(short)]
    assert max(short[-1]) >= 50 > max(short[-2])
    assert widget.match.losers != losers


def test_T1_5_the_first_player_changes_from_round_to_round():
    widget = played_out(seed=TWO_AT_ONCE)
    assert [state.first for state in widget.rounds[:4]] == [0, 1, 2, 0]


def test_undo_takes_back_a_round_and_the_same_one_comes_again():
    widget = Score(seed=5)
    one_round(widget)
    one_round(widget)
    before = scores(widget)
    send(widget, do="undo")
    assert scores(widget) == before[:1]
    one_round(widget)
    assert scores(widget) == before


def test_undo_puts_away_a_round_that_is_being_asked():
    widget = Score()
    one_round(widget)
    before = scores(widget)
    send(widget, do="next")
    send(widget, do="undo")
    assert not widget.shown["asks"]
    assert scores(widget) == before


def test_start_again_brings_the_same_match_and_another_match_another_one():
    widget = Score(seed=8)
    one_round(widget)
    first = widget.rounds
    send(widget, do="again")
    assert widget.rounds == ()
    one_round(widget)
    assert widget.rounds == first
    send(widget, do="other")
    one_round(widget)
    assert widget.rounds != first


def test_the_lines_and_the_table_say_the_same():
    widget = played_out(seed=TWO_AT_ONCE)
    chart = widget.shown["chart"]
    assert list(zip(*chart["lines"], strict=True)) == [(0, 0, 0), *scores(widget)]
    assert all(str(score) in chart["desc"] for score in widget.match.scores)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_said_in_the_language_of_the_learner(lang):
    widget = played_out(lang=lang, seed=TWO_AT_ONCE)
    texts = json.dumps(widget.shown, ensure_ascii=False)
    assert not re.search(r"[{}]\w+\b[{}]|score\.|lesson\.|seat\.", texts)
    assert widget.shown["table"]["seats"][0] == {"en": "You", "de": "Du", "nl": "Jij"}[lang]


@pytest.mark.parametrize("target", [0, 99, 1000])
def test_another_target_is_refused(target):
    with pytest.raises(ValueError, match="target"):
        Score(target=target)


def test_the_match_goes_to_the_target_given():
    assert Score(target=50).match == Match(Rules(target=50))
    assert repr(Score(seed=3, target=50)) == "Score(seed=3, target=50)"


def test_what_a_page_forges_is_ignored():
    widget = Score()
    one_round(widget)
    before = widget.shown
    for message in (
        {"do": "target", "target": 50.0},
        {"do": "target", "target": 1},
        {"do": "guess", "seat": 0, "text": "9"},
        {"do": "compare"},
        {"do": "next", "seat": "x"} | {"do": "nothing"},
    ):
        with forging():
            send(widget, message)
        assert widget.shown == before
    send(widget, do="next")
    with forging():
        send(widget, do="guess", seat=True, text="9")
    send(widget, do="guess", seat=1, text="9" * 1_000)
    assert all(hand["guess"] == "" for hand in widget.shown["hands"])


def test_by_keyboard_a_round_is_predicted_and_counted(show):
    widget = Score()
    page = show(widget)
    page.get_by_role("button", name="Next round").focus()
    page.keyboard.press("Enter")
    page.get_by_role("textbox").first.wait_for()
    assert page.evaluate("document.activeElement.textContent") == widget.shown["prompt"]
    page.keyboard.press("Tab")
    page.keyboard.type("7")
    page.keyboard.press("Tab")
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    page.get_by_role("row", name="1 ").wait_for()
    assert page.evaluate("document.activeElement.textContent") == "Next round"
    assert page.get_by_role("status").inner_text().count("you predicted") + (widget.shown["verdict"] == "yes") * 2 >= 1
    assert len(widget.rounds) == 1


def test_by_mouse_a_match_is_played_to_its_end(show):
    widget = Score(seed=TWO_AT_ONCE)
    page = show(widget)
    page.get_by_role("button", name="Predict each payment first").click()
    for number in range(1, 8):
        page.get_by_role("button", name="Next round").click()
        page.locator(f"tbody tr:nth-child({number})").wait_for()
    page.get_by_text("The match is over after round 7.").wait_for()
    assert page.get_by_role("button", name="Next round").get_attribute("aria-disabled") == "true"


def test_the_lines_have_a_name_a_description_and_a_sign_for_each_player(show):
    page = show(played_out(seed=TWO_AT_ONCE))
    picture = page.get_by_role("img", name="The scores as lines")
    assert "123" in picture.locator("desc").text_content()
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
def test_every_line_stands_out_from_the_paper(show, dark):
    page = show(played_out(seed=TWO_AT_ONCE))
    assert min(page.evaluate(LUMINANCE, [seat, dark]) for seat in range(3)) >= 3


def test_on_a_phone_nothing_is_wider_than_the_page(show):
    page = show(played_out(lang="de", seed=TWO_AT_ONCE), width=320, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
