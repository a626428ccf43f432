"""The table of Tongits as it is seen and heard: all of it in one sight, cards that move, and no sound unasked."""

import re

import pytest
from pages import fits
from playwright.sync_api import expect
from tongits_match import SEED, Beside, agree, named, turn

from cardlab.phrasing.catalogue import say
from cardlab.widgets.tongits_table.played_match import Setup

IN_SIGHT = """() => {
    const parts = [".cardlab-felt", ".cardlab-word", ".cardlab-own-hand", ".cardlab-choices"];
    const boxes = parts.map((one) => document.querySelector(one)?.getBoundingClientRect()).filter(Boolean);
    const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    return boxes.length === 4 && top >= 0 && bottom <= innerHeight;
}"""
MELDS = """() => [...document.querySelectorAll(".cardlab-meld .cardlab-face")].map((card) => card.offsetWidth)"""
CLOTH = "document.querySelector('.cardlab-felt').offsetHeight"
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.mark.parametrize(("width", "height", "readable"), [(1280, 720, 48), (390, 844, 32)])
def test_the_table_the_hand_and_the_buttons_are_in_one_sight_all_through_a_round(table, width, height, readable):
    lang = "de"
    page, root = table(lang, width=width, height=height, reduced_motion="reduce")
    setup = Setup(seed=SEED)
    agree(root, setup, lang)
    beside = Beside(setup)
    most, cloths = 0, set()
    for size in [(360, 640), (1280, 800), (1920, 1080), (width, height)]:
        fits(page, size)
        page.evaluate(TWO_FRAMES)
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
            fits(page)
            cloths.add(page.evaluate(CLOTH))
            most = max(most, len(beside.round.state.melds))
            assert min(page.evaluate(MELDS), default=readable) >= readable
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


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_what_a_bot_answers_to_why_is_in_sight(table, width, height):
    lang = "de"
    page, root = table(lang, width=width, height=height, reduced_motion="reduce")
    setup = Setup(seed=SEED)
    agree(root, setup, lang)
    beside, why = Beside(setup), root.get_by_text(re.compile(r"^Warum\? "))
    while not why.count():
        turn(page, root, beside, lang=lang)
    # The button is at the lower edge of the window, and the answer below it.
    why.first.evaluate("button => button.scrollIntoView({ block: 'end' })")
    why.first.click()
    expect(root.locator(".cardlab-answer")).to_be_in_viewport(ratio=1)


SOUND = say("widget.sound", "en")
# How many sounds were begun, and how many cards were seen on their way at once.
NOTED = """() => {
    window.sounds = window.moved = 0;
    const source = AudioScheduledSourceNode.prototype;
    const { start } = source;
    source.start = function (...at) { window.sounds += 1; return start.apply(this, at); };
    const look = () => {
        const all = document.getAnimations();
        const cards = all.filter(({ effect }) => effect.target.matches(".cardlab-face"));
        window.moved = Math.max(window.moved, cards.length);
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_move_one_after_the_other_but_not_for_who_wants_calm_and_no_sound_is_heard_unasked(table, motion):
    page, root = table(reduced_motion=motion)
    setup = Setup(seed=SEED)
    agree(root, setup)
    page.evaluate(NOTED)
    beside, more = Beside(setup), root.locator(".cardlab-menu > summary")
    slow, sound = named(root, "table.pace.slow"), root.locator(".cardlab-panel").get_by_text(SOUND, exact=True)
    more.click()
    slow.click()
    expect(slow).to_have_attribute("aria-pressed", "true")
    expect(sound).to_have_attribute("aria-pressed", "false")
    more.click()
    while beside.round.at < 3:
        turn(page, root, beside)
    page.evaluate(TWO_FRAMES)
    assert (page.evaluate("window.moved") > 0) == (motion == "no-preference")
    if motion == "no-preference":
        flying = "document.querySelector('.cardlab-air').shadowRoot.childElementCount"
        assert page.evaluate(flying) > 0
        # The first key, whatever it is, ends all that is on its way: what was drawn is there already.
        root.locator("[role=option]").first.focus()
        page.keyboard.press("ArrowRight")
        assert page.evaluate(flying) == 0
        running = "document.getAnimations().filter((one) => one.effect.target.matches('.cardlab-face')).length"
        assert page.evaluate(running) == 0
    assert page.evaluate("window.sounds") == 0
    more.click()
    sound.click()
    more.click()
    turn(page, root, beside)
    assert page.evaluate("window.sounds") > 0
