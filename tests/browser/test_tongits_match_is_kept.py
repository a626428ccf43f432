"""A match of Tongits goes on where it was after a reload, with coach and record; two tabs ask which one is kept."""

from pages import until_ready
from tongits_match import KEPT, PATIENCE, SEED, Beside, agree, by_mouse, cards_of, choose, named, until_played

from cardlab import shelf
from cardlab.phrasing.catalogue import say
from cardlab.tongits import Discard
from cardlab.widgets.tongits_table.match import Setup


def test_after_a_reload_in_the_middle_it_goes_on_where_it_was_with_its_coach(table):
    page, root = table("de")
    setup = Setup(seed=SEED)
    agree(root, setup, "de")
    beside = Beside(setup)
    for _ in range(4):
        by_mouse(page, root, move := beside.move(), beside.round.seen, "de")
        beside.play(move)
        until_played(root, beside, "de")
    named(root, "play_tongits.coach", "de").click()
    root.get_by_label(say("play_tongits.limit", "de")).wait_for(timeout=PATIENCE)
    silent = page.evaluate(KEPT)
    choose(root, say("play_tongits.limit", "de"), "20")
    page.wait_for_function(f"silent => {KEPT} !== silent", arg=silent)
    again(page, root)
    until_played(root, beside, "de")
    held = [one.get_attribute("data-card") for one in root.locator("[role=option]").all()]
    assert sorted(held) == sorted(str(card) for card in beside.round.seen.hand)
    assert root.get_by_label(say("play_tongits.limit", "de")).input_value() == "20"
    named(root, "play_tongits.coach", "de").click()
    root.locator("select").wait_for(state="detached", timeout=PATIENCE)
    by_mouse(page, root, move := beside.move(), beside.round.seen, "de")
    beside.play(move)
    until_played(root, beside, "de")


def again(page, root):
    """Loads the page again as soon as all is kept, and finds the same there."""
    before = page.evaluate(KEPT)
    page.reload()
    until_ready(page)
    root.locator(".cardlab-felt").wait_for(timeout=PATIENCE)
    assert page.evaluate(KEPT) == before


def test_a_round_of_the_shelf_is_open_at_the_same_move_after_a_reload(table):
    page, root = table()
    name = shelf.names()[0]
    choose(root, say("play_tongits.shelf", "en"), name)
    named(root, "play_tongits.study").click()
    title = say("play_tongits.from_shelf", "en", title=shelf.title(name, "en"), rule=shelf.clause(name))
    total = len(shelf.open(name).moves)
    for step in (1, 2, 3):
        named(root, "play_tongits.step_on").click()
        root.get_by_text(f"{say('table.log', 'en')} ({step}/{total})", exact=True).wait_for(timeout=PATIENCE)
    again(page, root)
    root.get_by_text(title).wait_for(timeout=PATIENCE)
    root.get_by_text(f"{say('table.log', 'en')} (3/{total})", exact=True).wait_for(timeout=PATIENCE)
    named(root, "play_tongits.leave").click()
    named(root, "play_tongits.begin").wait_for(timeout=PATIENCE)


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
