"""Tongits as it is played on its page: a match by mouse alone, a match by keyboard alone, three persons, the coach.

That no key was pressed in the one and no pointer in the other is counted by the page itself.
"""

import json

from pages import axe_finds, until_ready
from playwright.sync_api import expect
from test_lessons import reach
from tongits_match import (
    KEPT,
    PATIENCE,
    SEED,
    Beside,
    agree,
    by_keyboard,
    by_mouse,
    cards_of,
    named,
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

# What a learner really did: a program's own clicks and keys are not trusted.
COUNT = """() => {
    window.used = { key: 0, pointer: 0 };
    const count = (what) => (event) => { window.used[what] += event.isTrusted; };
    addEventListener("keydown", count("key"), true);
    addEventListener("pointerdown", count("pointer"), true);
}"""


def saved(page, push, button, file):
    """Saves what the button gives in a file, which holds by the rules."""
    with page.expect_download() as download:
        push(button)
    download.value.save_as(file)
    assert cli.main(["check", str(file)]) == 0
    return file


def play_match(page, root, beside, way, push, tmp_path, between=lambda number: None):
    """Plays round after round to the end of the match and saves each; `between`: what is done before a round is played.

    `way`: how a move is made, `push`: how a button is pressed. Gives how many rounds were played.
    """
    number = 1
    while True:
        between(number)
        play_round(page, root, beside, way)
        if not root.get_by_role("button", name=say("play_tongits.save_round", "en")).is_visible():
            push(root.locator("summary", has_text=say("play_tongits.records", "en")))
        saved(page, push, named(root, "play_tongits.save_round"), tmp_path / f"{number}.json")
        if not beside.match.is_unfinished:
            until_over(root, beside, number)
            return number
        push(named(root, "play_tongits.next_round"))
        number += 1
        until_dealt(root, beside, number)


def used(page):
    return page.evaluate("window.used")


def until_over(root, beside, number):
    """The end of a match: who has lost it and who has won it, with their scores."""
    last = beside.match.scores[-1]
    assert last.losers
    assert max(last.scores) >= last.rules.target
    reader, target = at_table("en", 0, BOTS), last.rules.target
    said = root.locator(".cardlab-ending > .cardlab-match")
    said.get_by_text(say("play_tongits.match_over", "en", number=number, target=target)).wait_for(timeout=PATIENCE)
    for told, seats in (("loses", last.losers), ("wins_match", last.winners)):
        for seat in seats:
            said.get_by_text(reader.about(f"table.{told}", seat, score=last.scores[seat])).wait_for(timeout=PATIENCE)
    named(root, "play_tichu.new").wait_for(timeout=PATIENCE)
    assert named(root, "play_tongits.next_round").count() == 0


def until_dealt(root, beside, number):
    """The next round: its number, and who begins it (T1.5); who moves before the learner has moved."""
    seed = beside.match.seed
    root.get_by_text(say("play_tongits.round", "en", number=number, seed=seed)).wait_for(timeout=PATIENCE)
    first = at_table("en", 0, BOTS).name((number - 1) % 3)
    root.get_by_text(say("play_tongits.first", "en", player=first), exact=True).wait_for(timeout=PATIENCE)
    beside.match.deal_next()
    assert beside.round.state.first == (number - 1) % 3
    beside.answer()
    until_played(root, beside)


def test_a_whole_match_by_mouse_with_a_reload_in_the_middle_and_every_record_holds(table, tmp_path):
    page, root = table(reduced_motion="reduce")
    setup = Setup(rules=Rules(target=20), seed=129)
    agree(root, setup)
    page.evaluate(COUNT)  # the number of the match has to be typed; everything after the form is done by mouse
    beside = Beside(setup)
    assert axe_finds(page) == []

    def between(number):
        if number == 2:
            for _ in range(3):
                turn(page, root, beside)
            assert used(page)["key"] == 0
            page.reload()
            until_ready(page)
            page.evaluate(COUNT)

    def push(button):
        button.click()

    number = play_match(page, root, beside, by_mouse, push, tmp_path, between)
    assert number == 2
    assert axe_finds(page) == []
    file = saved(page, push, named(root, "play_tongits.save_match"), tmp_path / "match.json")
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept["moves"] == [str(move) for move in beside.round.line.moves]
    assert len(kept["about"].get("earlier_rounds", [])) == number - 1
    with page.expect_file_chooser() as chosen:
        named(root, "play_tongits.open").click()
    assert used(page)["key"] == 0
    assert used(page)["pointer"] > sum(move.seat == 0 for move in beside.round.line.moves[beside.round.at // 2 :])
    chosen.value.set_files(file)
    opened = say("play_tongits.opened", "en", number=number, count=number)
    root.get_by_text(opened).wait_for(timeout=PATIENCE)


def test_a_whole_match_by_keyboard_alone_and_every_record_holds(table, tmp_path):
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
    root.locator(".cardlab-felt").wait_for(timeout=PATIENCE)
    beside, answers = Beside(setup), root.get_by_role("group", name=say("table.actions", "en")).locator("button")
    asked = []

    def way(page, root, move, seen):
        if seen.phase is Phase.ANSWER:
            # When a bot calls, the focus is where one answers.
            expect(answers.first).to_be_focused()
            asked.append(move)
        by_keyboard(page, root, move, seen)

    assert play_match(page, root, beside, way, lambda button: press(page, button), tmp_path) > 1
    assert asked
    assert used(page)["pointer"] == 0
    assert used(page)["key"] > beside.round.at


def test_a_refusal_is_told_where_it_happened_and_the_laboratory_opens_the_position(table):
    page, root = table()
    agree(root, Setup(seed=SEED))
    named(root, "table.draw").click()
    root.locator(".cardlab-word.cardlab-no").get_by_text("(T2.2)").wait_for(timeout=PATIENCE)
    assert root.locator(".cardlab-heap.cardlab-refused[data-drop=stock]").count() == 1
    root.get_by_text(say("widget.clauses", "en")).click()
    expect(root.locator("dt", has_text="T2.2")).to_be_visible()
    with page.context.expect_page() as opened:
        root.get_by_role("link", name=say("play_tongits.whatif", "en")).click()
    laboratory = opened.value
    until_ready(laboratory)
    beside = Beside(Setup(seed=SEED))
    for card in beside.round.seen.hand:
        laboratory.locator(f".cardlab-at-once [role=img][aria-label='{card_name(card)}']").wait_for(timeout=PATIENCE)


def test_wrong_moves_by_keyboard_are_refused_with_every_reason_in_sight(table):
    page, root = table(width=390, height=844, reduced_motion="reduce")
    agree(root, Setup(seed=SEED))
    beside = Beside(Setup(seed=SEED))
    hand = beside.round.seen.hand
    wrong_by_keyboard(page, root, Call(0), beside.round.seen)
    wrong_by_keyboard(page, root, LayMeld(0, (hand[0], hand[4], hand[8])), beside.round.seen)
    while beside.round.state.phase is not Phase.LAY or not beside.round.state.melds:
        turn(page, root, beside)
    seen = beside.round.seen
    card = next(card for card in seen.hand if why_not(seen, Sapaw(0, 0, (card,))))
    wrong_by_keyboard(page, root, Sapaw(0, 0, (card,)), seen)


def wrong_by_keyboard(page, root, move, seen):
    """Tries a move that is not allowed, finds every reason for it within the window, and lets the cards go again."""
    by_keyboard(page, root, move, seen)
    for refusal in why_not(seen, move):
        reason = root.locator(".cardlab-word.cardlab-no [role=status]").get_by_text(
            at_table("en", 0, BOTS).explain(refusal)
        )
        reason.wait_for(timeout=PATIENCE)
        expect(reason).to_be_in_viewport(ratio=1)
    for card in cards_of(move):
        root.locator(f'[role=option][data-card="{card}"]').click()
    expect(root.locator("[role=option][aria-selected=true]")).to_have_count(0)


def test_the_focus_goes_to_where_the_next_move_is_made(table):
    page, root = table(width=390, height=720, reduced_motion="reduce")
    agree(root, Setup(seed=SEED))
    card = Beside(Setup(seed=SEED)).round.seen.hand[-1]
    by_keyboard(page, root, Discard(0, card), Beside(Setup(seed=SEED)).round.seen)
    draw = root.locator("[data-drop=stock] > button", has_text=say("table.draw", "en"))
    expect(draw).to_be_focused(timeout=PATIENCE)
    expect(draw).to_be_in_viewport(ratio=0.95)
    page.keyboard.press("Enter")
    expect(root.locator("[role=option][tabindex='0']")).to_be_focused(timeout=PATIENCE)
    named(root, "table.undo").click()
    expect(named(root, "table.undo")).to_be_focused(timeout=PATIENCE)


def test_three_persons_pass_the_screen_on(table):
    page, root = table()
    setup = Setup(table="persons", seed=SEED)
    agree(root, setup)
    beside = Beside(setup)
    for seat in range(3):
        root.get_by_text(at_table("en").say("table.turn.pass_on", seat=seat)).wait_for()
        assert root.locator("[role=option]").count() == 0
        named(root, "play_tongits.ready").click()
        while beside.round.state.seat == seat:
            turn(page, root, beside)


def test_of_two_tabs_none_writes_over_the_other_unasked(table):
    one, root = table()
    setup = Setup(seed=SEED)
    agree(root, setup)
    other = one.context.new_page()
    other.goto(one.url)
    until_ready(other)
    there = other.locator(".cardlab-root")
    first, second = Beside(setup), Beside(setup)
    move, seen = first.move(), first.round.seen
    by_mouse(one, root, move, seen)
    first.play(move)
    until_played(root, first)
    there.get_by_text(say("widget.elsewhere", "en")).wait_for(timeout=PATIENCE)
    theirs = one.evaluate(KEPT)
    card = min(set(second.round.seen.hand) - set(cards_of(move)))
    other_move = Discard(0, card)
    by_mouse(other, there, other_move, second.round.seen)
    second.play(other_move)
    until_played(there, second)
    assert other.evaluate(KEPT) == theirs
    named(there, "widget.keep_this").click()
    root.get_by_text(say("widget.elsewhere", "en")).wait_for(timeout=PATIENCE)
    there.get_by_text(say("widget.elsewhere", "en")).wait_for(state="detached", timeout=PATIENCE)
    ours = other.evaluate(KEPT)
    assert ours != theirs
    named(root, "widget.take_other").click()
    root.get_by_text(say("widget.elsewhere", "en")).wait_for(state="detached", timeout=PATIENCE)
    until_played(root, second)
    held = {one.get_attribute("data-card") for one in root.locator("[role=option]").all()}
    assert held == {str(card) for card in second.round.seen.hand}
    assert one.evaluate(KEPT) == ours
