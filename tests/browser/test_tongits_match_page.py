"""Tongits as it is played, seen and heard on its page: by keyboard alone, by mouse in one sight, and in two tabs.

That no pointer was pressed in the match is counted by the page itself.
"""

import json
import re

import pytest
from pages import IS_LONG, axe_finds, fits, in_sight, until_ready
from playwright.sync_api import expect
from test_lessons import reach
from tongits_match import (
    SEED,
    Beside,
    agree,
    by_keyboard,
    by_mouse,
    cards_of,
    named,
    option,
    play_round,
    press,
    turn,
    until_played,
)

from cardlab import cli
from cardlab.phrasing.catalogue import card_name, say
from cardlab.phrasing.tongits_sentences import BOTS, at_table
from cardlab.tongits import Call, Discard, LayMeld, Phase, Rules, Sapaw, why_not
from cardlab.widgets.tongits_table.played_match import Setup

KEPT = "localStorage.getItem('cardlab-tongits')"
# What a learner really did: a program's own clicks are not trusted; and how many sounds were begun unasked.
COUNT = """() => {
    window.pointers = window.sounds = 0;
    addEventListener("pointerdown", (event) => (window.pointers += event.isTrusted), true);
    AudioScheduledSourceNode.prototype.start = () => { window.sounds += 1; };
}"""


def saved(page, button, file):
    """Saves what the button gives in a file, which holds by the rules."""
    with page.expect_download() as download:
        press(page, button)
    download.value.save_as(file)
    assert cli.main(["check", str(file)]) == 0
    return json.loads(file.read_text(encoding="utf-8"))


def until_dealt(root, beside, number):
    """The next round, begun by another player (T1.5); who moves before the learner has moved."""
    root.get_by_text(say("play_tongits.round", "en", number=number, seed=beside.match.seed)).wait_for()
    beside.match.deal_next()
    assert beside.round.state.first == (number - 1) % 3
    beside.answer()
    until_played(root, beside)


def test_a_whole_match_by_keyboard_alone_with_a_reload_in_the_middle_and_every_record_holds(table, tmp_path):
    page, root = table()
    page.evaluate(COUNT)
    setup = Setup(rules=Rules(target=20), seed=31)
    reach(page, root.get_by_label(say("play_tongits.seed", "en")))
    page.keyboard.type(str(setup.seed))
    press(page, root.locator("summary", has_text=say("play_tichu.house_rules", "en")))
    reach(page, root.get_by_label(say("rule.tongits.target", "en")))
    page.keyboard.type(str(setup.rules.target))
    page.keyboard.press("Tab")
    root.get_by_text(say("table.rules_changed", "en", preset=say("preset.sheet", "en"), count=1)).wait_for()
    press(page, named(root, "play_tongits.begin"))
    root.locator(".cardlab-felt").wait_for()
    beside, answers = Beside(setup), root.get_by_role("group", name=say("table.actions", "en")).locator("button")
    asked = []

    def way(page, root, move, seen, lang):
        if seen.phase is Phase.ANSWER:
            # When a bot calls, the focus is where one answers.
            expect(answers.first).to_be_focused()
            asked.append(move)
        by_keyboard(page, root, move, seen)

    number = 1
    while True:
        play_round(page, root, beside, way)
        if not named(root, "play_tongits.save_round").is_visible():
            press(page, root.locator("summary", has_text=say("play_tongits.records", "en")))
        saved(page, named(root, "play_tongits.save_round"), tmp_path / f"{number}.json")
        if not beside.match.is_unfinished:
            break
        press(page, named(root, "play_tongits.next_round"))
        number += 1
        until_dealt(root, beside, number)
        if number == 2:
            turn(page, root, beside, way)
            assert page.evaluate("window.pointers") == 0
            page.reload()
            until_ready(page)
            page.evaluate(COUNT)
    last = beside.match.scores[-1]
    said, reader = root.locator(".cardlab-ending > .cardlab-match"), at_table("en", 0, BOTS)
    columns = [say(key, "en") for key in ("tournament.column.player", "plot.unit.deadwood", "whatif.value.payment")]
    assert root.locator(".cardlab-account th[scope=col]").all_inner_texts() == columns
    for told, seats in (("loses", last.losers), ("wins_match", last.winners)):
        for seat in seats:
            said.get_by_text(reader.about(f"table.{told}", seat, score=last.scores[seat])).wait_for()
    assert axe_finds(page) == []
    assert number > 1
    assert asked
    kept = saved(page, named(root, "play_tongits.save_match"), tmp_path / "match.json")
    assert kept["moves"] == [str(move) for move in beside.round.line.moves]
    assert len(kept["about"]["earlier_rounds"]) == number - 1
    with page.expect_file_chooser() as chosen:
        press(page, named(root, "play_tongits.open"))
    chosen.value.set_files(tmp_path / "match.json")
    root.get_by_text(say("play_tongits.opened", "en", number=number, count=number)).wait_for()
    assert page.evaluate("[window.pointers, window.sounds]") == [0, 0]


def test_wrong_moves_are_refused_with_every_reason_in_sight_and_the_focus_goes_to_where_one_plays_on(table):
    page, root = table(width=390, height=844, reduced_motion="reduce")
    agree(root, Setup(seed=SEED))
    beside = Beside(Setup(seed=SEED))
    named(root, "table.draw").click()
    root.locator(".cardlab-word.cardlab-no").get_by_text("(T2.2)").wait_for()
    assert root.locator(".cardlab-heap.cardlab-refused[data-drop=stock]").count() == 1
    root.get_by_text(say("widget.clauses", "en")).click()
    expect(root.locator("dt", has_text="T2.2")).to_be_visible()
    hand = beside.round.seen.hand
    with page.context.expect_page() as opened:
        root.get_by_role("link", name=say("play_tongits.whatif", "en")).click()
    laboratory = opened.value
    until_ready(laboratory)
    for card in hand:
        laboratory.locator(f".cardlab-at-once [role=img][aria-label='{card_name(card)}']").wait_for()
    laboratory.close()
    wrong_by_keyboard(page, root, Call(0), beside.round.seen)
    wrong_by_keyboard(page, root, LayMeld(0, (hand[0], hand[4], hand[8])), beside.round.seen)
    while beside.round.state.phase is not Phase.DRAW:
        turn(page, root, beside, by_keyboard)
    draw = root.locator("[data-drop=stock] > button", has_text=say("table.draw", "en"))
    expect(draw).to_be_focused()
    expect(draw).to_be_in_viewport(ratio=0.95)
    page.keyboard.press("Enter")
    expect(root.locator("[role=option][tabindex='0']")).to_be_focused()
    named(root, "table.undo").click()
    expect(named(root, "table.undo")).to_be_focused()
    while beside.round.state.phase is not Phase.LAY or not beside.round.state.melds:
        turn(page, root, beside)
    seen = beside.round.seen
    card = next(card for card in seen.hand if why_not(seen, Sapaw(0, 0, (card,))))
    wrong_by_keyboard(page, root, Sapaw(0, 0, (card,)), seen)
    # The button that asks a bot why is at the lower edge of the window, and the answer below it.
    why = root.get_by_text(re.compile(r"^Why\? ")).first
    why.evaluate("button => button.scrollIntoView({ block: 'end' })")
    why.click()
    expect(root.locator(".cardlab-answer")).to_be_in_viewport(ratio=1)


def wrong_by_keyboard(page, root, move, seen):
    """Tries a move that is not allowed, finds every reason for it within the window, and lets the cards go again."""
    by_keyboard(page, root, move, seen)
    told = root.locator(".cardlab-word.cardlab-no [role=status]")
    for refusal in why_not(seen, move):
        reason = told.get_by_text(at_table("en", 0, BOTS).explain(refusal))
        reason.wait_for()
        expect(reason).to_be_in_viewport(ratio=1)
    for card in cards_of(move):
        option(root, card).click()
    expect(root.locator("[role=option][aria-selected=true]")).to_have_count(0)


def test_of_two_tabs_none_writes_over_the_other_unasked(table):
    one, root = table()
    setup = Setup(seed=SEED)
    agree(root, setup)
    other = one.context.new_page()
    other.goto(one.url)
    until_ready(other)
    there = other.locator(".cardlab-root")
    elsewhere = [place.get_by_text(say("widget.elsewhere", "en")) for place in (root, there)]
    first, second = Beside(setup), Beside(setup)
    turn(one, root, first)
    elsewhere[1].wait_for()
    theirs = one.evaluate(KEPT)
    move = Discard(0, next(card for card in second.round.seen.hand if card not in cards_of(second.move())))
    by_mouse(other, there, move, second.round.seen)
    second.play(move)
    until_played(there, second)
    assert other.evaluate(KEPT) == theirs
    named(there, "widget.keep_this").click()
    elsewhere[0].wait_for()
    elsewhere[1].wait_for(state="detached")
    ours = other.evaluate(KEPT)
    assert ours != theirs
    named(root, "widget.take_other").click()
    elsewhere[0].wait_for(state="detached")
    until_played(root, second)
    for card in second.round.seen.hand:
        option(root, card).wait_for()
    assert one.evaluate(KEPT) == ours


SIGHT = (".cardlab-felt", ".cardlab-word", ".cardlab-own-hand", ".cardlab-choices")
MELDS = """() => [...document.querySelectorAll(".cardlab-meld .cardlab-face")].map((card) => card.offsetWidth)"""


SIZES = [(390, 844, 32, 21), (1280, 720, 48, SEED)]


@pytest.mark.parametrize(("width", "height", "readable", "seed"), SIZES if IS_LONG else SIZES[:1])
def test_the_table_the_hand_and_the_buttons_are_in_one_sight_all_through_a_round(table, width, height, readable, seed):
    lang = "de"
    page, root = table(lang, width=width, height=height, reduced_motion="reduce")
    setup = Setup(seed=seed)
    agree(root, setup, lang)
    beside = Beside(setup)
    most = 0
    for size in [(360, 640), (1920, 1080), (width, height)]:
        fits(page, size)
        page.evaluate("document.querySelector('.cardlab-sight').scrollIntoView({ block: 'nearest' })")
        in_sight(page, *SIGHT)
    while not beside.over:
        turn(page, root, beside, lang=lang)
        if not beside.over:
            in_sight(page, *SIGHT)
            fits(page)
            most = max(most, len(beside.round.state.melds))
            assert min(page.evaluate(MELDS), default=readable) >= readable
    assert most >= 4
    onward, ending = named(root, "play_tongits.next_round", lang), root.locator(".cardlab-ending > .cardlab-title")
    for part in (root.locator(".cardlab-ending"), onward, root.locator(".cardlab-own-hand")):
        expect(part).to_be_in_viewport(ratio=1)
    expect(ending).to_be_focused()
    for _ in ["the way on", *ending.locator(".course-term").all()]:
        page.keyboard.press("Tab")
    expect(onward).to_be_focused()
