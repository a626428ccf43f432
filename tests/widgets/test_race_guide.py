"""The guided race: its steps, what the browser says of it, and that all of a race in slow motion is in sight."""

from messages import blocks, send

from cardlab.lessons.guided_race import first_race
from cardlab.phrasing.catalogue import say
from cardlab.tichu import Play, outcome, plays, view
from cardlab.widgets import Race
from cardlab.widgets.tichu_table.slow_round import SlowRound

STEPS = len(first_race().steps)


def guide(widget):
    return blocks(widget, "guide")[0]


def test_the_first_race_is_played_by_the_rules_from_the_first_two_cards_to_the_win():
    played = SlowRound(first_race())
    while played.present is not None:
        played.play(played.shown)
    assert (played.done, outcome(played.state).winner) == (STEPS, 0)
    assert not any(played.state.owes)
    cards = [move.card.code for move in played.line.moves if isinstance(move, Play)]
    assert {"Dr", "Ph"} <= set(cards)


def test_the_last_cards_can_be_played_in_any_order():
    ends, orders = set(), [()]
    while orders:
        order = orders.pop()
        played = SlowRound(first_race())
        played.begin_after(STEPS - 4)
        for move in order:
            played.play(move)
        result = [move for move in plays(view(played.state, 0)) if played.present.meets(move)]
        if outcome(played.state) is not None:
            ends.add(outcome(played.state).winner)
        else:
            assert result, order
            orders += [(*order, move) for move in result]
    assert ends == {0}


def test_a_page_goes_on_where_it_was_and_only_if_nothing_was_done_here():
    widget = Race(first_race(), "de")
    send(widget, do="steps_done", count=5)
    assert guide(widget)["done"] == 5
    send(widget, do="steps_done", count=9)
    assert guide(widget)["done"] == 5
    for count in (10**40, STEPS):
        widget = Race(first_race(), "de")
        send(widget, do="steps_done", count=count)
        assert guide(widget)["goal"] == say("lesson.first_race.closing", "de")
    send(widget, "show_me", "again")
    assert guide(widget)["done"] == 0
    with_none = Race(7)
    send(with_none, {"do": "steps_done", "count": 3}, "show_me")
    assert with_none.round.line.last == 0


# What is needed at every moment and where it ends, when the widget stands at the upper edge.
ENDS = """() => {
    const root = document.querySelector(".cardlab-root");
    const top = root.getBoundingClientRect().top;
    const needed = [".cardlab-guide", ".cardlab-runner", ".cardlab-two", ".cardlab-below > :first-child"];
    return needed.flatMap((name) => [...root.querySelectorAll(name)])
        .map((one) => one.getBoundingClientRect().bottom - top);
}"""


def test_a_race_in_slow_motion_is_in_sight_with_all_that_can_be_done_and_rare_buttons_lie_behind_one(show):
    page = show(Race(7, "de", open_hands=False), has_touch=True)
    faster = page.get_by_role("button", name=say("racing.faster", "de"))
    assert not faster.is_visible()
    page.get_by_role("button", name=say("racing.flip", "de"), exact=True).click()
    page.locator(".cardlab-two [data-lies]").nth(1).wait_for()
    for width, height in ((1280, 720), (390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert max(page.evaluate(ENDS)) <= height
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_text(say("table.more", "de"), exact=True).click()
    faster.click()
    page.locator("button[aria-pressed=true]", has_text=say("racing.faster", "de")).wait_for()


def test_the_only_main_button_of_a_step_is_that_of_the_asked_move():
    race, names = Race(first_race()), {"Flip": ["flip"], "Draw": ["draw"]}
    for step in first_race().steps:
        main = [one["send"]["do"] for one in blocks(race, "button") if one["main"]]
        main += ["draw"] * blocks(race, "racing")[0]["sides"][0]["main"]
        assert main == names.get(type(step.shows).__name__, [])
        send(race, "show_me")
