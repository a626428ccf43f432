"""The view of `PlayTichu` in a browser without a kernel: keys of both zones, moving cards, and what is read aloud."""

import pytest
from messages import send
from race_page import Page
from turned_clock import messages_of, next_move

from cardlab.phrasing.catalogue import say
from cardlab.tichu import Play, plays, view
from cardlab.tichu.piles import MAH_JONG
from cardlab.widgets.tichu_table.live import OPENING
from cardlab.widgets.tichu_table.race_props import reader_of
from cardlab.widgets.tichu_table.timed_match import Against, RaceSettings, Reactions

ZONES = ("QWERASDF", "IOP[KL;'")
SIGNS = {";": "Semicolon", "[": "BracketLeft", "'": "Quote"}
WITH_MAH_JONG, FOR_TWO = 17, 2
SEATS = (0, 1)
WATCH = """() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        if (this.dataset.lies) window.moved.push(this.dataset.lies);
        return animate.apply(this, given);
    };
}"""
LISTEN = """() => {
    window.heard = [];
    const status = document.querySelector(".cardlab-unseen[role=status]");
    const listen = () => window.heard.push(status.textContent);
    new MutationObserver(listen).observe(status, { subtree: true, childList: true, characterData: true });
}"""
WIDTH = "document.documentElement.scrollWidth"


class Table(Page):
    """A widget with its clock and its page, the opening turned; `stopped`: the page's own time stands still too."""

    def __init__(self, show, against=Against.TWO, lang="en", stopped=False, seed=3, height=800, **more):
        super().__init__(RaceSettings(against=against, reactions=Reactions(5000, 50)), seed, lang=lang)
        self.page = show(self.widget, **more)
        self.page.set_viewport_size({"width": more.get("width", 1280), "height": height})
        if stopped:
            self.page.clock.install(time=0)
            self.page.clock.pause_at(1000)
        self.button("play_tichu.start").click()
        self.page.locator(".cardlab-racing").wait_for()
        self.turn(OPENING)
        self.page.evaluate(WATCH)

    def button(self, key):
        return self.page.get_by_role("button", name=say(key, self.widget.lang), exact=True)

    def turn(self, seconds):
        self.clock.turn(seconds)
        self.page.evaluate("shown => tell(shown)", self.widget.shown)

    def key_of(self, card, seat):
        letter = ZONES[seat][self.race.slots[-1][seat].index(card)]
        return SIGNS.get(letter, f"Key{letter}")

    def play(self):
        """The next ordinary card that fits on one pile only, of either seat, by its key."""
        made = len(self.race.line.moments)
        moves = (next_move(self.race, seat) for seat in self.widget.match.settings.people)
        move = next(
            one for one in moves if isinstance(one, Play) and len(self.race.intended_piles(one.card, made - 1)) == 1
        )
        self.page.keyboard.press(self.key_of(move.card, move.seat))
        self.until(made + 1)
        return move

    def until(self, moments):
        self.page.wait_for_function(
            "number => document.querySelector('.cardlab-racing').dataset.number === number", arg=str(moments - 1)
        )


def test_a_key_plays_its_card_which_moves_but_not_for_who_wants_calm_and_is_read_aloud_in_one_place(show):
    table = Table(show, reduced_motion="no-preference")
    table.page.locator(".cardlab-head strong").click()
    assert table.page.evaluate("document.activeElement.className") == "cardlab-root"
    seat, move = next((seat, move) for seat in SEATS if isinstance(move := next_move(table.race, seat), Play))
    for more in ({"repeat": True}, {"ctrlKey": True}, {"altKey": True}, {"metaKey": True}):  # none plays anything
        table.page.evaluate(
            "given => document.querySelector('.cardlab-racing').dispatchEvent(new KeyboardEvent('keydown', given))",
            {"code": table.key_of(move.card, seat), "bubbles": True, **more},
        )
    move = table.play()
    assert [moment.move for moment in table.race.line.moments[2:]] == [move]
    assert table.page.locator(f".cardlab-place[data-top='{move.card.code}']").count() == 1
    assert table.page.locator(f".cardlab-slot[data-card='{move.card.code}']").count() == 0
    told = reader_of(Against.TWO, "en").about("racing.played", move.seat, card=move.card, pile=move.pile)
    table.page.locator(".cardlab-unseen[role=status]").get_by_text(told).wait_for()
    assert table.page.locator("[role=status], [aria-live]").count() == 1
    table.page.emulate_media(reduced_motion="reduce")
    calm = table.play()
    moved = table.page.evaluate("moved")
    assert (move.card.code in moved, calm.card.code in moved) == (True, False)


def test_in_a_fast_race_only_the_newest_is_read_aloud_and_no_oftener_than_a_voice_can_follow(show):
    table = Table(show, stopped=True)
    table.page.evaluate(LISTEN)
    news = []
    while len(news) < 8:
        move = next(filter(None, (next_move(table.race, seat) for seat in SEATS)), None)
        if move is not None:
            send(table.widget, *messages_of(table.race, move))
            news.append(table.shown["news"][-1])
        table.turn(1)
    assert table.page.evaluate("heard") == []
    table.page.clock.run_for(60_000)
    (read,) = table.page.evaluate("heard")
    assert news[-1] in read
    assert news[0] not in read


def parts_of(seat, *parts):
    return [f".cardlab-runner-{seat} {part}" for part in parts]


OWN = [".cardlab-two", *parts_of(0, ".cardlab-slots", ".cardlab-tools")]
BOTH = [".cardlab-two", *(part for seat in SEATS for part in parts_of(seat, ".cardlab-slots", "button"))]


# German has the longest words.
@pytest.mark.parametrize(
    ("against", "parts", "sizes"),
    [
        (Against.TWO, [".cardlab-root"], [(1280, 720)]),
        # A phone with the bars of its browser, a low window, and one that lies on its side.
        (Against.BOT, OWN, [(390, 664), (360, 640), (640, 360)]),
        (Against.TWO, BOTH, [(667, 375)]),
    ],
)
def test_piles_hands_and_drawing_are_seen_together(show, against, parts, sizes):
    (width, height), *_ = sizes
    is_phone = width < 1000
    table = Table(show, against, lang="de", width=width, height=height, has_touch=is_phone, seed=FOR_TWO)
    table.play()
    for width, height in [*sizes, *[(320, 640)] * is_phone]:
        table.page.set_viewport_size({"width": width, "height": height})
        assert table.page.evaluate(WIDTH) <= width
        if (width, height) in sizes:
            boxes = [table.page.locator(part).last.bounding_box() for part in parts]
            assert max(box["y"] + box["height"] for box in boxes) - min(box["y"] for box in boxes) <= height


def test_when_a_race_ends_the_result_has_the_focus_and_the_key_for_drawing_begins_no_other_one(show):
    table = Table(show, Against.BOT)
    while table.race.outcome is None:
        table.turn(15)
        move = next_move(table.race, 0)
        if move:
            send(table.widget, *messages_of(table.race, move))
    table.turn(0)
    table.page.locator(".cardlab-verdict:focus").wait_for()
    table.page.keyboard.press("Space")
    assert len(table.widget.match.rounds) == 1
    assert table.shown["phase"] == "over"


def test_escape_pauses_and_goes_on_and_two_presses_end_a_match_and_the_focus_is_where_it_is_needed(show):
    table = Table(show)
    table.page.keyboard.press("Escape")
    table.page.wait_for_function(
        "text => document.activeElement.textContent === text", arg=say("play_tichu.go_on", "en")
    )
    table.page.keyboard.press("Escape")
    table.page.locator("button.cardlab-slot[data-card]").first.wait_for()
    table.page.locator(".cardlab-racing:focus").wait_for()
    table.page.keyboard.press("Escape")
    leave = table.button("play_tichu.leave")
    leave.click()
    table.page.keyboard.press("Enter")  # the way back has the focus
    leave.wait_for()
    assert table.widget.match is not None
    leave.click()
    table.button("play_tichu.really").click()
    table.button("play_tichu.start").wait_for()
    assert table.widget.match is None


def lies_apart(one, other):
    """Whether two boxes share no point."""
    sides = (("x", "width"), ("y", "height"))
    return any(
        first[at] + first[size] <= second[at] for first, second in ((one, other), (other, one)) for at, size in sides
    )


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (640, 360)])
def test_U5_4_the_values_cover_no_other_card_and_a_digit_wishes_its_value(show, width, height):
    table = Table(show, Against.BOT, seed=WITH_MAH_JONG, width=width, height=height, lang="de")
    table.page.keyboard.press(table.key_of(MAH_JONG, 0))
    wish = table.page.locator(".cardlab-wish")
    wish.wait_for()
    for other in (".cardlab-runner-0 .cardlab-slots", ".cardlab-two"):
        other_box = table.page.locator(other).bounding_box()
        assert other_box is None or lies_apart(wish.bounding_box(), other_box)
    assert table.page.evaluate(WIDTH) <= width
    table.page.keyboard.press("Digit7")
    wish.wait_for(state="detached")
    assert table.race.line.moments[-1].move.wish == "7"


# Where a finger comes down on a card of each seat, and whether each hand lies at its edge, the upper one turned.
EDGES = """() => [0, 1].map((seat) => {
    const hand = document.querySelector(`.cardlab-runner-${seat}`);
    const {top, bottom} = hand.querySelector(".cardlab-slots").getBoundingClientRect();
    return [getComputedStyle(hand).rotate, top, bottom];
})"""


def test_two_who_share_a_screen_play_with_fingers_at_both_edges_at_the_same_time(show):
    width, height = 360, 640
    table = Table(show, width=width, height=height, has_touch=True, lang="de", seed=FOR_TWO)
    table.page.locator(".cardlab-root").evaluate("root => root.scrollIntoView()")
    (own, own_top, own_bottom), (other, _, other_bottom) = table.page.evaluate(EDGES)
    piles = table.page.locator(".cardlab-two").bounding_box()
    assert (own, other) == ("none", "180deg")
    assert other_bottom <= piles["y"]
    assert piles["y"] + piles["height"] <= own_top
    assert own_bottom <= height
    assert not table.page.locator(".cardlab-key").first.is_visible()
    # A finger rests on the screen while both play: no browser clicks for the second and the third.
    fingers = [{"x": 8, "y": 8, "id": 0}]
    for seat in SEATS:
        moves = [move for move in plays(view(table.race.state, seat)) if move.card.rank]
        move = next(move for move in moves if len(table.race.intended_piles(move.card, 1)) == 1 and move.pile == seat)
        box = table.page.locator(f".cardlab-slot[data-card='{move.card.code}']").bounding_box()
        fingers.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": seat + 1})
    line = table.page.context.new_cdp_session(table.page)
    for touching in (fingers[:1], fingers):
        line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": touching})
    table.until(4)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert sorted(moment.move.seat for moment in table.race.line.moments[2:]) == list(SEATS)
    table.page.set_viewport_size({"width": 667, "height": 375})
    assert [rotated for rotated, _, _ in table.page.evaluate(EDGES)] == ["none", "none"]
