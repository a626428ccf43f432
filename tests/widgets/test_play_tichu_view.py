"""The view of `PlayTichu` in a browser without a kernel: keys of both zones, moving cards, and what is read aloud."""

import pytest
from turned_clock import TurnedClock, next_wish

from cardlab.locale import say
from cardlab.tichu import Play
from cardlab.widgets import PlayTichu
from cardlab.widgets.play_tichu_match import Against, Settings
from cardlab.widgets.play_tichu_run import OPENING

ZONES = ("QWERASDF", "UIOPJKL;")
SEED = 3
WATCH = """() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        if (this.dataset.lies) window.moved.push(this.dataset.lies);
        return animate.apply(this, given);
    };
}"""


class Table:
    """A widget with its clock and its page, the opening turned."""

    def __init__(self, show, against=Against.TWO, **more):
        self.clock = TurnedClock()
        self.widget = PlayTichu(seed=SEED, settings=Settings(against=against, mean=5000, spread=50), clock=self.clock)
        self.page = show(self.widget, **more)
        self.page.get_by_role("button", name=say("play_tichu.start", "en")).click()
        self.page.locator(".cardlab-racing").wait_for()
        self.turn(OPENING)
        self.page.evaluate(WATCH)

    @property
    def race(self):
        return self.widget.match.races[-1]

    def turn(self, seconds):
        self.clock.turn(seconds)
        self.page.evaluate("shown => tell(shown)", self.widget.shown)

    def key_of(self, card, seat):
        letter = ZONES[seat][self.race.moments[-1].slots[seat].index(card)]
        return "Semicolon" if letter == ";" else f"Key{letter}"

    def play(self):
        """The next ordinary card that fits on one pile only, of either seat, by its key."""
        for seat in (0, 1):
            move = next_wish(self.race, seat)
            if isinstance(move, Play) and len(self.race.meant(move.card, len(self.race.moments) - 1)) == 1:
                before = len(self.race.moments)
                self.page.keyboard.press(self.key_of(move.card, seat))
                self.until(before + 1)
                return move
        raise AssertionError("this deal has no card for the test")

    def until(self, moments):
        self.page.wait_for_function(
            "number => document.querySelector('.cardlab-racing').dataset.number === number", arg=str(moments - 1)
        )


def test_a_key_of_either_zone_plays_the_card_that_it_stands_on(show):
    table = Table(show)
    move = table.play()
    assert table.race.state.piles[move.pile].top is move.card
    assert table.page.locator(f".cardlab-place[data-top='{move.card.code}']").count() == 1
    assert table.page.locator(f".cardlab-slot[data-card='{move.card.code}']").count() == 0


def test_a_held_key_and_a_shortcut_of_the_browser_play_nothing(show):
    table = Table(show)
    seat, move = next((seat, move) for seat in (0, 1) if isinstance(move := next_wish(table.race, seat), Play))
    code = table.key_of(move.card, seat)
    for more in ({"repeat": True}, {"ctrlKey": True}, {"altKey": True}, {"metaKey": True}):
        table.page.evaluate(
            "given => document.querySelector('.cardlab-racing').dispatchEvent(new KeyboardEvent('keydown', given))",
            {"code": code, "bubbles": True, **more},
        )
    move = table.play()
    assert len(table.race.moments) == 3
    assert table.race.moments[-1].move == move


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_a_card_moves_to_its_pile_but_not_for_who_wants_calm(show, motion, moves):
    table = Table(show, reduced_motion=motion)
    move = table.play()
    assert (move.card.code in table.page.evaluate("moved")) == moves


def test_the_keys_stand_on_the_cards_of_persons_and_the_computers_cards_are_backs(show):
    table = Table(show, Against.BOT)
    assert "".join(table.page.locator(".cardlab-runner-0 .cardlab-slot > .cardlab-key").all_inner_texts()) == ZONES[0]
    assert table.page.locator(".cardlab-runner-1 button").count() == 0
    assert table.page.locator(".cardlab-runner-1 [data-lies]").count() == 0


def test_what_happens_is_read_aloud_in_one_place(show):
    table = Table(show)
    move = table.play()
    status = table.page.locator(".cardlab-unseen[role=status]")
    status.get_by_text(say("play_tichu.played", "en", who="", card=move.card, pile=move.pile + 1)[2:]).wait_for()
    assert table.page.locator("[role=status], [aria-live]").count() == 1


def test_a_pause_covers_the_cards_and_the_keys_do_nothing(show):
    table = Table(show)
    table.page.get_by_role("button", name=say("play_tichu.pause", "en")).click()
    table.page.get_by_role("button", name=say("play_tichu.go_on", "en")).wait_for()
    assert table.page.locator("[data-lies].cardlab-face").count() == 2
    for letter in "QWERASDFUIOPJKL":
        table.page.keyboard.press(f"Key{letter}")
    table.page.get_by_role("button", name=say("play_tichu.go_on", "en")).click()
    table.page.locator("button.cardlab-slot[data-card]").first.wait_for()
    assert len(table.race.moments) == 2


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_nothing_scrolls_sideways(show, width):
    table = Table(show, width=width)
    table.play()
    assert table.page.evaluate("document.documentElement.scrollWidth") <= width
