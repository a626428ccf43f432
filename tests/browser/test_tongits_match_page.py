"""Tongits as it is played on its page: a match by mouse, a match by keyboard alone, a reload in the middle.

What the bots do follows from the number of the match; the same match is played here beside the page.
"""

import json
from dataclasses import replace

import pytest
from pages import until_ready
from test_every_page import AXE
from test_lessons import reach

from cardlab import cli
from cardlab.bots.tongits import careful
from cardlab.locale import say
from cardlab.tongits import Call, Challenge, Discard, Draw, Fold, LayMeld, Phase, Rules, Sapaw, Take, outcome, view
from cardlab.widgets.play_tongits_match import PlayedMatch
from cardlab.widgets.play_tongits_setup import Setup
from cardlab.widgets.table_words import Words

PATIENCE = 20_000
SEED = 5


class Beside:
    """The match as it is on the page, played beside it; the learner plays like the careful bot."""

    def __init__(self, setup):
        self.match = PlayedMatch(setup)
        self.answer()

    @property
    def round(self):
        return self.match.round

    def answer(self):
        while self.round.waiting:
            self.round.reply(self.round.choose())

    def move(self):
        seat = self.round.actor
        return careful(view(self.round.state, seat), _Chance())

    def play(self, move):
        self.round.play(move)
        self.answer()

    @property
    def over(self):
        return self.round.state.phase is Phase.OVER


class _Chance:
    """Always the first: what the learner does is no matter of chance."""

    def choice(self, among):
        return among[0]


@pytest.fixture
def table(lesson):
    """Opens the page and gives its widget."""

    def opening(lang="en", **more):
        page = lesson(f"{lang}/play-tongits.ipynb", **more)
        return page, page.locator(".cardlab-root")

    return opening


def named(root, key, lang="en", **facts):
    return root.get_by_role("button", name=say(key, lang, **facts), exact=True)


def agree(root, setup, lang="en"):
    """Fills in the form by mouse and lets the cards be dealt."""
    root.get_by_label(say("play_tongits.seed", lang)).fill(str(setup.seed))
    choose(root, say("play_tongits.table", lang), setup.table)
    if setup.table == "alone":
        choose(root, say("seat.1", lang), setup.left)
        choose(root, say("seat.2", lang), setup.right)
    if setup.rules.target != Rules().target:
        root.get_by_text(say("play_tongits.house_rules", lang)).click()
        field = root.get_by_label(say("rule.tongits.target", lang))
        field.fill(str(setup.rules.target))
        field.press("Tab")
        root.get_by_text(say("table.rules_changed", lang, preset=say("preset.sheet", lang), count=1)).wait_for()
    named(root, "play_tongits.begin", lang).click()
    root.locator(".cardlab-felt").wait_for(timeout=PATIENCE)


def choose(root, label, value):
    field = root.locator("label", has_text=label).locator("select")
    if field.input_value() != value:
        field.select_option(value)


def control(root, move, seen, lang="en"):
    """The button of a move, as it is called once its cards are selected."""
    words = Words(lang, 0)
    if isinstance(move, Sapaw):
        label = words.meld(move.meld + 1, seen.melds[move.meld].meld)
        return root.get_by_role("button", name=f"{say('table.lay_off', lang)}: {label}", exact=True)
    return root.get_by_role("button", name=words.action(move, seen), exact=True)


def cards_of(move):
    match move:
        case LayMeld() | Sapaw():
            return move.cards
        case Discard():
            return (move.card,)
        case Draw() | Take() | Call() | Challenge() | Fold():
            return ()


def by_mouse(page, root, move, seen):
    for card in cards_of(move):
        root.locator(f'[role=option][data-card="{card}"]').click()
    control(root, move, seen).click()


def by_keyboard(page, root, move, seen):
    for card in cards_of(move):
        option = root.locator(f'[role=option][data-card="{card}"]')
        reach(page, option)
        page.keyboard.press("Space")
        root.locator(f'[role=option][data-card="{card}"][aria-selected=true]').wait_for(timeout=PATIENCE)
    reach(page, control(root, move, seen))
    page.keyboard.press("Enter")


def until_played(root, beside, lang="en"):
    """Waits until the page has come as far as the match beside it."""
    done = beside.round.at
    if done:
        root.get_by_text(f"{say('table.log', lang)} ({done})", exact=True).wait_for(timeout=PATIENCE)


def play_round(page, root, beside, way):
    until_played(root, beside)
    while not beside.over:
        move, seen = beside.move(), beside.round.seen
        way(page, root, move, seen)
        beside.play(move)
        until_played(root, beside)
    result = outcome(beside.round.state)
    first = Words("en", 0).ended(beside.round.state, result)[0]
    root.locator(".cardlab-ending").get_by_text(first).wait_for(timeout=PATIENCE)


def axe(page):
    if not AXE.exists():
        pytest.skip("axe-core is needed here: make node")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8") + "; 0")
    found = page.evaluate("axe.run().then(({violations}) => violations)")
    return [(fault["id"], [node["html"] for node in fault["nodes"]][:3]) for fault in found]


def saved(page, root, key, file):
    """Saves what the button gives, in a file."""
    with page.expect_download() as download:
        named(root, key).click()
    download.value.save_as(file)
    return file


def test_a_whole_match_by_mouse_and_every_record_holds(table, tmp_path):
    page, root = table(reduced_motion="reduce")
    setup = Setup(rules=Rules(target=40), seed=SEED)
    agree(root, setup)
    beside = Beside(setup)
    assert axe(page) == []
    files = 0
    while True:
        play_round(page, root, beside, by_mouse)
        if not files:
            assert axe(page) == []
            root.get_by_text(say("play_tongits.records", "en"), exact=True).click()
        files += 1
        file = saved(page, root, "play_tongits.save_round", tmp_path / f"{files}.json")
        assert cli.main(["check", str(file)]) == 0
        if not beside.match.goes_on:
            break
        named(root, "play_tongits.next_round").click()
        beside.match.deal_next()
        beside.answer()
        root.get_by_text(say("play_tongits.round", "en", number=files + 1, seed=SEED)).wait_for(timeout=PATIENCE)
    assert beside.match.scores[-1].losers
    root.get_by_text(say("play_tongits.match_over", "en", number=files, target=40)).wait_for(timeout=PATIENCE)
    named(root, "play_tongits.new_match").wait_for(timeout=PATIENCE)
    file = saved(page, root, "play_tongits.save_match", tmp_path / "match.json")
    assert cli.main(["check", str(file)]) == 0
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept["moves"] == [str(move) for move in beside.round.moves]
    assert len(kept["about"].get("earlier_rounds", [])) == files - 1
    with page.expect_file_chooser() as chosen:
        named(root, "play_tongits.open").click()
    chosen.value.set_files(file)
    root.get_by_text(say("play_tongits.opened", "en", number=files, count=files)).wait_for(timeout=PATIENCE)


def test_a_whole_match_by_keyboard_alone(table):
    page, root = table()
    setup = Setup(rules=Rules(target=10), seed=15)
    reach(page, root.get_by_label(say("play_tongits.seed", "en")))
    page.keyboard.type(str(setup.seed))
    reach(page, root.locator("summary", has_text=say("play_tongits.house_rules", "en")))
    page.keyboard.press("Enter")
    reach(page, root.get_by_label(say("rule.tongits.target", "en")))
    page.keyboard.type(str(setup.rules.target))
    page.keyboard.press("Tab")
    root.get_by_text(say("table.rules_changed", "en", preset=say("preset.sheet", "en"), count=1)).wait_for()
    reach(page, named(root, "play_tongits.begin"))
    page.keyboard.press("Enter")
    root.locator(".cardlab-felt").wait_for(timeout=PATIENCE)
    beside = Beside(setup)
    rounds = 1
    while True:
        play_round(page, root, beside, by_keyboard)
        if not beside.match.goes_on:
            break
        reach(page, named(root, "play_tongits.next_round"))
        page.keyboard.press("Enter")
        rounds += 1
        root.get_by_text(say("play_tongits.round", "en", number=rounds, seed=setup.seed)).wait_for(timeout=PATIENCE)
        beside.match.deal_next()
        beside.answer()
    assert rounds > 1
    root.get_by_text(say("play_tongits.match_over", "en", number=rounds, target=10)).wait_for(timeout=PATIENCE)


def test_after_a_reload_in_the_middle_it_goes_on_where_it_was(table):
    page, root = table("de")
    setup = Setup(seed=SEED)
    agree(root, setup, "de")
    beside = Beside(setup)
    for _ in range(4):
        move, seen = beside.move(), beside.round.seen
        for card in cards_of(move):
            root.locator(f'[role=option][data-card="{card}"]').click()
        control(root, move, seen, "de").click()
        beside.play(move)
        until_played(root, beside, "de")
    before = page.evaluate("localStorage.getItem('cardlab-tongits')")
    page.reload()
    until_ready(page)
    until_played(root, beside, "de")
    held = [one.get_attribute("data-card") for one in root.locator("[role=option]").all()]
    assert sorted(held) == sorted(str(card) for card in beside.round.seen.hand)
    assert page.evaluate("localStorage.getItem('cardlab-tongits')") == before
    move, seen = beside.move(), beside.round.seen
    for card in cards_of(move):
        root.locator(f'[role=option][data-card="{card}"]').click()
    control(root, move, seen, "de").click()
    beside.play(move)
    until_played(root, beside, "de")


def test_what_is_torn_in_the_storage_is_said_and_a_new_match_can_begin(table):
    page, root = table()
    page.evaluate("localStorage.setItem('cardlab-tongits', '{torn')")
    page.reload()
    until_ready(page)
    root.get_by_text(say("refusal.record_torn", "en")).wait_for(timeout=PATIENCE)
    agree(root, Setup(seed=SEED))
    assert page.evaluate("localStorage.getItem('cardlab-tongits')") != "{torn"


def test_a_refusal_is_told_where_it_happened_and_the_laboratory_opens_the_position(table):
    page, root = table()
    agree(root, Setup(seed=SEED))
    named(root, "table.draw").click()
    root.locator(".cardlab-word.cardlab-no").get_by_text("(T2.2)").wait_for(timeout=PATIENCE)
    assert root.locator(".cardlab-heap.cardlab-refused[data-drop=stock]").count() == 1
    with page.context.expect_page() as opened:
        root.get_by_role("link", name=say("play_tongits.whatif", "en")).click()
    laboratory = opened.value
    until_ready(laboratory)
    beside = Beside(Setup(seed=SEED))
    for card in beside.round.seen.hand:
        laboratory.locator(f".cardlab-own img[alt='{say(f'card.{card}', 'en')}']").wait_for(timeout=PATIENCE)


def test_three_persons_pass_the_screen_on(table):
    page, root = table()
    setup = Setup(table="persons", seed=SEED)
    agree(root, setup)
    beside = Beside(setup)
    for turn in range(3):
        root.get_by_text(say("table.turn.pass_on", "en", player=say("table.player", "en", number=turn + 1))).wait_for()
        assert root.locator("[role=option]").count() == 0
        named(root, "play_tongits.ready").click()
        while beside.round.state.seat == turn:
            move, seen = beside.move(), beside.round.seen
            by_mouse(page, root, move, seen)
            beside.play(move)
            until_played(root, beside)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844), (320, 700)])
@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_the_table_fits_without_scrolling_sideways(table, lang, width, height):
    page, root = table(lang, width=width, height=height)
    agree(root, replace(Setup(seed=SEED), table="open"), lang)
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


def test_the_coach_warns_bots_say_why_and_the_round_is_reviewed(table):
    lang = "de"
    page, root = table(lang, reduced_motion="reduce")
    setup = Setup(left="random", seed=SEED)
    agree(root, setup, lang)
    beside = Beside(setup)
    named(root, "play_tongits.coach", lang).click()
    choose(root, say("play_tongits.limit", lang), "20")
    move, seen = beside.move(), beside.round.seen
    for card in cards_of(move):
        root.locator(f'[role=option][data-card="{card}"]').click()
    control(root, move, seen, lang).click()
    beside.play(move)
    until_played(root, beside, lang)
    left = say("seat.1", lang)
    named(root, "play_tongits.why", lang, player=left).click()
    root.locator(".cardlab-overlay").get_by_text(f"{left}: „").wait_for(timeout=PATIENCE)
    named(root, "play_tongits.coach", lang).click()
    root.locator("select").wait_for(state="detached", timeout=PATIENCE)
    while not beside.over:
        move, seen = beside.move(), beside.round.seen
        for card in cards_of(move):
            root.locator(f'[role=option][data-card="{card}"]').click()
        control(root, move, seen, lang).click()
        beside.play(move)
        until_played(root, beside, lang)
    named(root, "play_tongits.review_of", lang, player=say("seat.0", lang)).click()
    own = sum(move.seat == 0 for move in beside.round.moves)
    rows = root.get_by_role("list", name=say("play_tongits.review", lang)).get_by_role("listitem")
    rows.nth(own - 1).wait_for(timeout=6 * PATIENCE)
    root.locator("progress").wait_for(state="detached", timeout=PATIENCE)
    assert rows.count() == own
    assert axe(page) == []
