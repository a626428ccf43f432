"""Tichu 1.on.1 between two devices (T10.6): one plays by keys, the other with a finger on a phone, and lines break."""

import pytest
from pages import Connection, axe_finds, fits
from playwright.sync_api import expect
from table_server import CODE, served
from tichu_race import KEYS, code

from cardlab import tichu
from cardlab.cards import Card
from cardlab.dashboard.display_names import pseudonym
from cardlab.phrasing import Reader
from cardlab.tables.shared_table import Agreed, Dealt, Sat, TableOpened
from cardlab.tichu import Draw, Flip, Pile, plays, view
from tests.load.players import cookie

ANA, BEN = "the-token-of-Ana", "the-token-of-Ben"
AGREED = Agreed(tichu.SHEET, patience=600)
HAND = ".cardlab-runner-0 button.cardlab-slot"


def wanted_by_both():
    """A deal by whose opening both want one pile: its number, the cards of seats 0 and 1, and the next of seat 0."""
    for seed in range(500):
        state = tichu.play(tichu.deal(tichu.SHEET, seed), Flip())
        for first in _plain(state, 0):
            after = tichu.play(state, first)
            still = {move.card for move in plays(view(after, 1))}
            late = [move for move in _plain(state, 1) if move.pile == first.pile and move.card not in still]
            following = _plain(tichu.play(after, Draw(0)), 0)
            if late and following:
                return seed, first.card.code, late[0].card.code, following[0].card.code
    raise AssertionError("no such deal")


def _plain(state, seat):
    """The plays of ordinary cards that fit on one pile only."""
    found = plays(view(state, seat))
    return [move for move in found if move.card.rank and sum(move.card is other.card for other in found) == 1]


@pytest.fixture
def enter(browse):
    """Opens the table as the player with this token."""

    def entering(here, token, lang, **more):
        own = {"cookie": cookie(here.port, token), "before": Connection}
        return browse(f"{here.address}table/{CODE}?lang={lang}", lang, **own, **more)

    entering.end = browse.end
    return entering


def hand(page):
    return page.locator(HAND).evaluate_all("all => all.map(one => one.dataset.card ?? '')")


def tops(page):
    return page.locator(".cardlab-place[data-top]").evaluate_all("all => all.map(one => one.dataset.top)")


def wrong_card(page):
    """An ordinary card of the hand that fits on no pile."""
    piles, held = [Pile.of(top) for top in tops(page)], [Card(card) for card in hand(page) if card]
    return next(one.code for one in held if one.rank and not any(tichu.fits(pile, one, tichu.SHEET) for pile in piles))


def by_key(page, card):
    """Presses the key that stands on this card."""
    page.keyboard.press(code(KEYS["cards"][hand(page).index(card)]))


def by_tap(page, card):
    page.locator(f'{HAND}[data-card="{card}"]').tap()


def lies(page, card):
    page.locator(f'.cardlab-place[data-top="{card}"]').wait_for()


def laid(seed, *names):
    """The log of a table at which these two race."""
    tokens = [pseudonym(token) for token in (ANA, BEN)]
    return [
        TableOpened(**AGREED.encoded, host=tokens[0]),
        *(Sat(seat, token, name) for seat, (token, name) in enumerate(zip(tokens, names, strict=True))),
        Dealt(tichu.GAME.write_deal(tichu.deal(tichu.SHEET, seed))),
    ]


BOXES = """all => all.map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.className.split(" ")[0], x, y, width, height];
})"""


def boxes(page):
    """Where the rows of cards and the piles lie in the window."""
    return page.locator(".cardlab-slots, .cardlab-target > .cardlab-place").evaluate_all(BOXES)


def test_T10_6_two_devices_race_by_keys_and_by_a_finger_through_a_torn_line(enter, tmp_path):
    seed, first, second, third = wanted_by_both()
    with served(tmp_path, *laid(seed, "Ana", "Ben")) as here:
        ana = enter(here, ANA, "en")
        ben = enter(here, BEN, "de", width=390, height=844, has_touch=True, is_mobile=True)
        other = enter(here, ANA, "nl")  # which shows when a card has landed
        # U1.3: what is coming counts down, and both see the same cards.
        for page in (ana, ben, other):
            page.locator(".cardlab-place[data-top]").nth(1).wait_for()
        assert tops(ana) == tops(ben) == tops(other)
        lying = boxes(ben)
        assert ana.locator(f"{HAND} kbd").first.is_visible()
        assert not ben.locator(f"{HAND} kbd").first.is_visible()
        # U2.4: Ben's line is slow, and Ana's card lands first.
        ben.connection.hold()
        by_key(ana, first)
        lies(ana, first)
        by_tap(ben, second)
        lies(other, first)
        ben.connection.release()
        faster = ben.locator(".cardlab-late li")
        told = Reader("de", people=("Ana", "Ben")).say("play_tichu.faster", faster=0, top=Card(first))
        expect(faster).to_have_text(told)
        # Nothing moves under the thumb, whatever comes and goes.
        assert boxes(ben) == lying
        assert second in hand(ben)
        assert ben.locator(".cardlab-held").count() == 0
        # U3.1: Ana draws up by the space bar; her cards keep their places and their keys.
        before = hand(ana)
        assert before.count("") == 1
        ana.keyboard.press("Space")
        expect(ana.locator(f"{HAND}[data-card]")).to_have_count(8)
        assert [card for card, old in zip(hand(ana), before, strict=True) if old and card != old] == []
        # A card that fits nowhere holds the hand up; the other one plays on.
        by_tap(ben, wrong_card(ben))
        ben.locator(".cardlab-runner-0.cardlab-held").wait_for()
        assert boxes(ben) == lying
        expect(ben.locator(".cardlab-held")).to_have_count(0)
        # A reload in the middle: everything lies where it lay.
        before = hand(ana), tops(ana)
        ana.reload()
        ana.locator(f"{HAND}[data-card]").nth(7).wait_for()
        assert (hand(ana), tops(ana)) == before
        # Ben's line is torn, and Ana's card is there when it is back.
        ben.connection.cut()
        by_key(ana, third)
        for page in (ana, ben, other):
            lies(page, third)
        expect(ben.locator(".course-lost")).to_be_empty()
        assert ben.connection.opened == 2
        assert axe_finds(ana, ("light", "dark")) == []
        assert axe_finds(ben) == []
        fits(ben, (390, 844), (320, 844))
        enter.end()
