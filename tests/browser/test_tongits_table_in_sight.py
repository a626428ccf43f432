"""The table of Tongits as it is seen and heard: all of it in one sight, cards that move, and no sound unasked."""

from dataclasses import replace

import pytest
from tongits_match import SEED, Beside, agree, by_mouse, named, until_played

from cardlab.tongits import Discard, Draw, Phase
from cardlab.widgets.tongits_table.match import Setup


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844), (320, 700)])
@pytest.mark.parametrize("lang", ["de"])
def test_the_table_fits_without_scrolling_sideways(table, lang, width, height):
    page, root = table(lang, width=width, height=height)
    agree(root, replace(Setup(seed=SEED), table="open"), lang)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


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
    switch = named(root, "widget.sound", "nl")
    for wanted in (False, True):
        if wanted:
            switch.click()
        assert switch.get_attribute("aria-pressed") == str(wanted).lower()
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


BOTTOM = """() => {
    const parts = [".cardlab-felt", ".cardlab-word", ".cardlab-own-hand", ".cardlab-choices"];
    const box = (one) => document.querySelector(one)?.getBoundingClientRect();
    return Math.max(...parts.map((one) => box(one)?.bottom ?? 0)) - box(".cardlab-root").top;
}"""


@pytest.mark.parametrize(("width", "height", "most"), [(1280, 720, 720), (390, 844, 1300)])
def test_the_table_the_hand_and_the_buttons_are_in_one_sight_all_through_a_round(table, width, height, most):
    lang = "de"
    page, root = table(lang, width=width, height=height, reduced_motion="reduce")
    setup = Setup(seed=SEED)
    agree(root, setup, lang)
    beside = Beside(setup)
    while not beside.over:
        by_mouse(page, root, move := beside.move(), beside.round.seen, lang)
        beside.play(move)
        until_played(root, beside, lang)
        assert beside.over or page.evaluate(BOTTOM) <= most
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_cards_move_visibly_but_not_for_those_who_want_no_motion(table):
    running = "document.getAnimations().filter((one) => one.effect.target.matches('img.cardlab-face')).length"
    for motion, moves in (("no-preference", True), ("reduce", False)):
        page, root = table(reduced_motion=motion)
        setup = Setup(table="open", seed=SEED)
        agree(root, setup)
        page.evaluate(
            f"""() => {{
                window.moved = 0;
                const look = () => {{ window.moved = Math.max(window.moved, {running}); requestAnimationFrame(look); }};
                look();
            }}"""
        )
        beside = Beside(setup)
        move, seen = beside.move(), beside.round.seen
        by_mouse(page, root, move, seen)
        beside.play(move)
        until_played(root, beside)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert (page.evaluate("window.moved") > 0) == moves
