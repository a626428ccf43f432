"""The table of Tongits as it is seen and heard: all of it in one sight, cards that move, and no sound unasked."""

import re

import pytest
from playwright.sync_api import expect
from tongits_match import SEED, Beside, agree, by_mouse, named, turn, until_played

from cardlab.phrasing.catalogue import say
from cardlab.tongits import Discard, Draw, Phase
from cardlab.widgets.tongits_table.played_match import Setup


def test_no_sound_is_heard_until_somebody_wants_it(table):
    page, root = table("nl")
    page.evaluate("""() => {
        window.sounds = 0;
        const source = AudioScheduledSourceNode.prototype;
        const { start } = source;
        source.start = function (...at) { window.sounds += 1; return start.apply(this, at); };
    }""")
    setup = Setup(table="open", seed=SEED)
    agree(root, setup, "nl")
    beside = Beside(setup)
    switch = root.locator(".cardlab-panel").get_by_text(say("widget.sound", "nl"), exact=True)
    for wanted in (False, True):
        if wanted:
            more = root.locator(".cardlab-menu > summary")
            more.click()
            switch.click()
            more.click()
        expect(switch).to_have_attribute("aria-pressed", str(wanted).lower())
        discard = Discard(beside.round.actor, beside.round.seen.hand[-1])
        if beside.round.state.phase is Phase.DRAW:
            named(root, "table.draw", "nl").click()
            beside.play(Draw(beside.round.actor))
        else:
            root.locator(f'[role=option][data-card="{discard.card}"]').click()
            root.locator(".cardlab-choices .cardlab-main").click()
            beside.play(discard)
        until_played(root, beside, "nl")
        assert (page.evaluate("window.sounds") > 0) == wanted


IN_SIGHT = """() => {
    const parts = [".cardlab-felt", ".cardlab-word", ".cardlab-own-hand", ".cardlab-choices"];
    const boxes = parts.map((one) => document.querySelector(one)?.getBoundingClientRect()).filter(Boolean);
    const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return boxes.length === 4 && top >= 0 && bottom <= innerHeight && wide === 0;
}"""
MELDS = """() => [...document.querySelectorAll(".cardlab-meld .cardlab-face")].map((card) => card.offsetWidth)"""


CLOTH = "document.querySelector('.cardlab-felt').offsetHeight"


@pytest.mark.parametrize(("width", "height", "readable"), [(1280, 720, 48), (390, 844, 32)])
def test_the_table_the_hand_and_the_buttons_are_in_one_sight_all_through_a_round(table, width, height, readable):
    lang = "de"
    page, root = table(lang, width=width, height=height, reduced_motion="reduce")
    setup = Setup(seed=SEED)
    agree(root, setup, lang)
    beside = Beside(setup)
    most, cloths = 0, set()
    for size in [(360, 640), (1280, 800), (1920, 1080), (width, height)]:
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.evaluate("document.querySelector('.cardlab-sight').scrollIntoView({ block: 'nearest' })")
        assert page.evaluate(IN_SIGHT), size
        rows = root.locator("[role=option]").evaluate_all("cards => new Set(cards.map((card) => card.offsetTop)).size")
        assert rows == 1 or size[0] < 1000
    if width == 1280:
        expect(root.get_by_text(say("play_tongits.goal", lang, target=100))).to_be_in_viewport(ratio=1)
        expect(named(root, "play_tongits.coach", lang)).to_be_in_viewport(ratio=1)
    while not beside.over:
        turn(page, root, beside, lang=lang)
        if not beside.over:
            assert page.evaluate(IN_SIGHT)
            cloths.add(page.evaluate(CLOTH))
            widths = page.evaluate(MELDS)
            most = max(most, len(beside.round.state.melds))
            assert min(widths, default=readable) >= readable
    assert most >= 4
    # However long what is said is, the cards on the cloth stay where they are.
    assert width < 1000 or len(cloths) == 1
    for part in (root.locator(".cardlab-ending"), named(root, "play_tongits.next_round", lang)):
        expect(part).to_be_in_viewport(ratio=1)
    ending = root.locator(".cardlab-ending > .cardlab-title")
    expect(ending).to_be_focused()
    for _ in ["the way on", *ending.locator(".course-term").all()]:
        page.keyboard.press("Tab")
    expect(named(root, "play_tongits.next_round", lang)).to_be_focused()
    expect(root.locator(".cardlab-own-hand")).to_be_in_viewport(ratio=1)


def moved(page, root):
    """How many cards were seen on their way in an own move and the two turns after it, at a slow pace."""
    setup = Setup(seed=SEED)
    agree(root, setup)
    beside = Beside(setup)
    root.locator(".cardlab-menu > summary").click()
    slow = named(root, "table.pace.slow")
    slow.click()
    expect(slow).to_have_attribute("aria-pressed", "true")
    root.locator(".cardlab-menu > summary").click()
    page.evaluate(
        """() => {
            window.moved = 0;
            const look = () => {
                const all = document.getAnimations();
                const cards = all.filter(({ effect, playState }) => effect.target.matches(".cardlab-face"));
                window.moved = Math.max(window.moved, cards.length);
                requestAnimationFrame(look);
            };
            look();
        }"""
    )
    while beside.round.at < 3:
        move, seen = beside.move(), beside.round.seen
        by_mouse(page, root, move, seen)
        beside.play(move)
    until_played(root, beside)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page.evaluate("window.moved")


def test_cards_move_one_after_the_other_and_whoever_goes_on_does_not_wait_for_them(table):
    page, root = table(reduced_motion="no-preference")
    assert moved(page, root) > 0
    flying = "document.querySelector('.cardlab-air').shadowRoot.childElementCount"
    assert page.evaluate(flying) > 0
    # The first key, whatever it is, ends all that is on its way: what was drawn is there already.
    root.locator("[role=option]").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(flying) == 0
    running = "document.getAnimations().filter((one) => one.effect.target.matches('.cardlab-face')).length"
    assert page.evaluate(running) == 0


def test_nothing_moves_for_those_who_want_no_motion(table):
    page, root = table(reduced_motion="reduce")
    assert moved(page, root) == 0


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_what_a_bot_answers_to_why_is_in_sight(table, width, height):
    page, root = table(width=width, height=height, reduced_motion="reduce")
    setup = Setup(seed=SEED)
    agree(root, setup)
    beside = Beside(setup)
    while not root.get_by_text(re.compile(r"^Why\? ")).count():
        turn(page, root, beside)
    root.get_by_text(re.compile(r"^Why\? ")).first.click()
    expect(root.locator(".cardlab-answer")).to_be_in_viewport(ratio=1)
