"""The Tichu race in a real browser: whole races by keys, by taps and by Tab alone, reloads, and its pace.

How long it takes from a key to the card on the screen is measured over 200 plays and kept in `artefacts`.
"""

import json
import os
import re
from pathlib import Path
from statistics import median, quantiles

import pytest
from pages import NOTEBOOKS, until_ready

from cardlab.cards import Card
from cardlab.cli import main
from cardlab.locale import LANGUAGES, say
from cardlab.tichu import Rules, fits
from cardlab.widgets.play_tichu.match import RaceMatch
from cardlab.widgets.play_tichu.review import overlooked_words

PATIENCE = 20_000
ARTEFACTS = Path(os.environ.get("ARTEFACTS") or NOTEBOOKS.parent / "artefacts")
AXE = NOTEBOOKS.parent / "cardlab" / "voila" / "js" / "node_modules" / "axe-core" / "axe.min.js"
ASIDE = "localStorage.getItem('cardlab-races-unread')"
PLAYS = 200
ZONES = [
    {"cards": "QWERASDF", "draw": "KeyG", "piles": ("KeyV", "KeyB"), "none": "KeyV"},
    {"cards": "UIOPJKL;", "draw": "KeyH", "piles": ("KeyN", "KeyM"), "none": "KeyN"},
]
QUICK = 100
WISH = "no wish"
STATE = """() => {
    const root = document.querySelector(".cardlab-root");
    const table = root.querySelector(".cardlab-racing");
    const held = (seat) => [...root.querySelectorAll(`.cardlab-runner-${seat} button.cardlab-slot`)];
    return {
        over: !table,
        number: table ? Number(table.dataset.number) : -1,
        paused: Boolean(table) && root.querySelectorAll(".cardlab-slot [data-lies]").length === 0,
        turning: Boolean(root.querySelector(".cardlab-bar")),
        due: [0, 1].map((seat) => Boolean(root.querySelector(`.cardlab-runner-${seat} .cardlab-due`))),
        slots: [0, 1].map((seat) => held(seat).map((one) => one.dataset.card ?? "")),
    };
}"""
# The moves of the last race that is kept, without what was tried in vain.
MOVES = """() => JSON.parse(localStorage.getItem('cardlab-races')).races.at(-1)
    .filter(([text]) => !text.startsWith("tried"))"""
# From the key until the frame that shows the card in its new place has been painted. A flip, where both tops change at
# once, and the keys for drawing up are no plays.
MEASURE = """() => {
    window.measured = [];
    const tops = () => [...document.querySelectorAll(".cardlab-place")].map((one) => one.dataset.top);
    let pressed = null, before = tops();
    const press = ({code}) => { pressed = ["KeyG", "KeyH"].includes(code) ? null : performance.now(); };
    addEventListener("keydown", press, true);
    const look = () => {
        const now = tops();
        const changed = now.filter((top, place) => top !== before[place]).length;
        if (!changed) return;
        before = now;
        const at = pressed;
        pressed = null;
        const painted = new MessageChannel();
        painted.port1.onmessage = () => window.measured.push(performance.now() - at);
        if (changed === 1 && at !== null) requestAnimationFrame(() => painted.port2.postMessage(0));
    };
    const seen = { subtree: true, childList: true, attributes: true, attributeFilter: ["data-top"] };
    new MutationObserver(look).observe(document.querySelector(".cardlab-root"), seen);
}"""


def code(letter):
    return "Semicolon" if letter == ";" else f"Key{letter}"


def press_button(page, key, lang="en"):
    page.get_by_role("button", name=say(f"play_tichu.{key}", lang), exact=True).first.click()


def remembered(page):
    return json.loads(page.evaluate("localStorage.getItem('cardlab-races')"))


def changed(page, state):
    """Waits until something has happened since this state was read."""
    before = json.dumps(state, separators=(",", ":"))
    page.wait_for_function(f"(before) => JSON.stringify(({STATE})()) !== before", arg=before, timeout=PATIENCE)


def begun(page, lang="en", *, against="bot", mean=None):
    """Starts a match with these choices."""
    root = page.locator(".cardlab-root").first
    root.get_by_role("button", name=say(f"play_tichu.against.{against}", lang)).click()
    if mean is not None:
        for place, value in ((0, mean), (1, 50)):
            slider = root.locator("input[type=range]").nth(place)
            slider.fill(str(value))
    press_button(page, "start", lang)
    page.locator(".cardlab-racing").wait_for(timeout=PATIENCE)


def position(page, number=0):
    """The race as the page keeps it, as soon as it keeps so many moves: a moment after they are seen."""
    page.wait_for_function(f"number => ({MOVES})().length >= number", arg=number, timeout=PATIENCE)
    return RaceMatch.remembered(remembered(page)).races[-1]


def next_keys(page, state, seat):
    """The keys by which this seat draws up or plays a card; none if it can only wait."""
    zone = ZONES[seat]
    if state["due"][seat]:
        return (zone["draw"],)
    race = position(page, state["number"])
    if race.turning or len(race.moments) - 1 != state["number"]:
        return ()
    for place, held in enumerate(state["slots"][seat]):
        if not held:
            continue
        found = [at for at, pile in enumerate(race.state.piles) if fits(pile, Card(held), race.state.rules)]
        if found:
            keys = [code(zone["cards"][place])]
            keys += [zone["piles"][found[0]]] if len(found) == 2 else []
            return (*keys, WISH) if held == "Ma" else tuple(keys)
    return ()


def press(page, seat, key):
    """Presses a key; the one for no wish when the row of values is there."""
    page.keyboard.press(wishing(page, seat) if key == WISH else key)


def wishing(page, seat):
    page.locator(f".cardlab-runner-{seat} .cardlab-wish").wait_for(timeout=PATIENCE)
    return ZONES[seat]["none"]


def step(page, seats):
    """One action of the first of these seats that can do something; else waits until something happens."""
    state = page.evaluate(STATE)
    if state["over"]:
        return False
    if not state["turning"]:
        for seat in seats:
            keys = next_keys(page, state, seat)
            for key in keys:
                press(page, seat, key)
            if keys:
                changed(page, state)
                return True
    changed(page, state)
    return True


def run(page, seats):
    while step(page, seats):
        pass


def checked(page, tmp_path, race):
    """Saves a race from the page, and lets `cardlab check` judge the file."""
    with page.expect_download() as download:
        page.get_by_role("button", name=f"{say('play_tichu.save', 'en')}: {race + 1}").first.click()
    file = tmp_path / f"{race}.json"
    download.value.save_as(file)
    assert re.fullmatch(r"tichu-\d+-\d+\.json", download.value.suggested_filename)
    return main(["check", str(file)])


def gone_on(page, lang="en"):
    """Opens the page anew, and goes on with what was kept."""
    page.reload()
    until_ready(page)
    page.get_by_text(say("play_tichu.recalled", lang)).wait_for(timeout=PATIENCE)
    press_button(page, "go_on", lang)
    page.locator("button.cardlab-slot[data-card]").first.wait_for(timeout=PATIENCE)


def axe_finds(page):
    """What axe finds on the page as it stands, by day and by night."""
    if not AXE.exists():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("axe-core is needed here: make node")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8") + "; 0")
    found = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)
        found += page.evaluate("axe.run().then(({violations}) => violations)")
    return [(fault["id"], [node["html"] for node in fault["nodes"]][:3]) for fault in found]


def test_a_whole_race_against_the_computer_by_keys_with_a_reload_in_the_middle(lesson, tmp_path):
    page = lesson("en/play-tichu.ipynb")
    begun(page, mean=1000)
    for _ in range(12):
        step(page, (0,))
    before = remembered(page)["races"][-1]
    assert before
    gone_on(page)
    run(page, (0,))
    assert checked(page, tmp_path, 0) == 0
    assert position(page).outcome is not None
    assert remembered(page)["races"][-1][: len(before)] == before


def test_a_match_by_house_rules_to_its_end(lesson, tmp_path):
    page = lesson("en/play-tichu.ipynb")
    root = page.locator(".cardlab-root").first
    root.get_by_text(say("play_tichu.house_rules", "en"), exact=True).click()
    root.get_by_role("button", name=say("rule.tichu.wrap", "en")).click()
    root.get_by_label(say("rule.tichu.dragon_locks", "en")).select_option("strict")
    root.get_by_label(say("rule.tichu.target", "en")).fill("1")
    root.get_by_label(say("rule.tichu.target", "en")).press("Enter")
    shown = say("table.rules_changed", "en", preset=say("preset.sheet", "en"), count=3)
    root.get_by_text(shown, exact=True).wait_for(timeout=PATIENCE)
    begun(page, against="two")
    while True:
        run(page, (0, 1))
        root.get_by_text(shown, exact=True).wait_for(timeout=PATIENCE)
        if page.get_by_role("button", name=say("play_tichu.next", "en"), exact=True).count() == 0:
            break
        press_button(page, "next")
        page.locator(".cardlab-racing").wait_for(timeout=PATIENCE)
    match = RaceMatch.remembered(remembered(page))
    assert match.rules == Rules(wrap=True, dragon_locks="strict", target=1)
    assert max(match.score.points) >= 1
    assert [checked(page, tmp_path, number) for number in range(len(match.races))] == [0] * len(match.races)


def test_of_two_tabs_somebody_chooses_which_match_is_kept(lesson):
    page = lesson("en/play-tichu.ipynb")
    begun(page, against="two")
    for _ in range(4):
        step(page, (0, 1))
    press_button(page, "pause")
    other = page.context.new_page()
    other.goto(page.url)
    until_ready(other)
    press_button(other, "go_on")
    other.locator("button.cardlab-slot[data-card]").first.wait_for(timeout=PATIENCE)
    for _ in range(4):
        step(other, (0, 1))
    press_button(other, "pause")
    page.get_by_text(say("play_tongits.elsewhere", "en"), exact=True).wait_for(timeout=PATIENCE)
    assert page.get_by_role("button", name=say("play_tichu.go_on", "en"), exact=True).count() == 0
    page.get_by_role("button", name=say("play_tongits.take_other", "en"), exact=True).click()
    page.get_by_role("button", name=say("play_tichu.go_on", "en"), exact=True).wait_for(timeout=PATIENCE)
    assert page.evaluate(STATE)["number"] == len(other.evaluate(MOVES))


@pytest.mark.parametrize("torn", ["{torn", '{"format": "cardlab-races/99"}'])
def test_a_match_that_cannot_be_read_is_told_and_put_aside_and_deleted_only_with_everything(lesson, server, torn):
    page = lesson("de/play-tichu.ipynb")
    page.evaluate("text => localStorage.setItem('cardlab-races', text)", torn)
    page.reload()
    until_ready(page)
    page.get_by_role("alert").get_by_text(say("play_tichu.not_recalled", "de"), exact=True).wait_for(timeout=PATIENCE)
    assert axe_finds(page) == []
    assert page.evaluate("localStorage.getItem('cardlab-races')") == torn
    begun(page, "de", against="two")
    for _ in range(2):
        step(page, (0, 1))
    assert page.get_by_role("alert").count() == 0
    assert remembered(page)["races"]
    assert page.evaluate(ASIDE) == torn
    page.goto(f"{server}voila/render/de/index.ipynb")
    until_ready(page)
    page.get_by_role("button", name=say("progress.delete", "de")).click()
    page.get_by_role("button", name=say("progress.really", "de")).click()
    page.get_by_text(say("progress.deleted", "de")).wait_for(timeout=PATIENCE)
    assert page.evaluate(ASIDE) is None


def test_what_was_lost_on_the_way_to_the_page_is_kept_all_the_same(lesson):
    lost = []

    def lossy(socket):
        upstream = socket.connect_to_server()

        def down(message):
            told = message if isinstance(message, bytes) else message.encode()
            if b'"after"' in told and not lost:
                lost.append(told)
            else:
                socket.send(message)

        upstream.on_message(down)

    page = lesson("en/play-tichu.ipynb")
    page.route_web_socket(re.compile("/channels"), lossy)
    page.reload()
    until_ready(page)
    begun(page, mean=400)
    page.wait_for_function(f"() => ({MOVES})().length >= 3", timeout=PATIENCE)
    press_button(page, "pause")
    page.wait_for_function(f"() => ({STATE})().paused", timeout=PATIENCE)
    assert len(lost) == 1
    assert len(position(page, page.evaluate(STATE)["number"]).moments) >= 4


def test_two_key_zones_and_the_time_from_key_to_card(lesson, tmp_path):
    page = lesson("en/play-tichu.ipynb")
    begun(page, against="two")
    page.evaluate(MEASURE)
    races, seats = 0, (0, 1)
    while page.evaluate("measured.length") < PLAYS:
        if step(page, seats):
            seats = seats[::-1]
            continue
        assert checked(page, tmp_path, races) == 0
        races += 1
        if page.get_by_role("button", name=say("play_tichu.next", "en"), exact=True).count() == 0:
            press_button(page, "new")
            begun(page, against="two")
            races = 0
        else:
            press_button(page, "next")
            page.locator(".cardlab-racing").wait_for(timeout=PATIENCE)
    times = page.evaluate("measured")[:PLAYS]
    assert len(times) == PLAYS
    at = quantiles(times, n=100)
    told = {
        "plays": len(times),
        "shortest_ms": round(min(times), 1),
        "median_ms": round(median(times), 1),
        "p95_ms": round(at[94], 1),
    }
    told |= {"p99_ms": round(at[98], 1), "longest_ms": round(max(times), 1)}
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    (ARTEFACTS / "tichu-latency.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    print(f"\nfrom key to card: {told}")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_reload_in_the_middle_goes_on_where_it_was(lesson, lang):
    page = lesson(f"{lang}/play-tichu.ipynb")
    begun(page, lang, against="two")
    for _ in range(8):
        step(page, (0, 1))
    position(page, page.evaluate(STATE)["number"])
    before = remembered(page)
    page.reload()
    until_ready(page)
    page.get_by_text(say("play_tichu.recalled", lang)).wait_for(timeout=PATIENCE)
    assert page.evaluate(STATE)["paused"]
    assert remembered(page) == before
    assert page.evaluate(STATE)["number"] == len(page.evaluate(MOVES))
    assert axe_finds(page) == []
    press_button(page, "go_on", lang)
    page.locator("button.cardlab-slot[data-card]").first.wait_for(timeout=PATIENCE)
    assert axe_finds(page) == []
    for _ in range(4):
        step(page, (0, 1))
    after = remembered(page)["races"][-1]
    assert after[: len(before["races"][-1])] == before["races"][-1]
    assert len(after) > len(before["races"][-1])


def test_tab_and_enter_alone_play_a_whole_race(lesson):
    page = lesson("en/play-tichu.ipynb")
    begun(page, mean=5000)
    while not (state := page.evaluate(STATE))["over"]:
        keys = () if state["turning"] else next_keys(page, state, 0)
        for key in keys:
            enter(page, wishing(page, 0) if key == WISH else key)
        changed(page, state)
    assert position(page).outcome is not None


def enter(page, key):
    """Goes by Tab to the button that shows this key, and presses Enter."""
    label = ";" if key == "Semicolon" else key.removeprefix("Key")
    here = "document.activeElement.querySelector?.(':scope > .cardlab-key')?.textContent"
    for _ in range(QUICK):
        if page.evaluate(here) == label:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no way to the key {label}")


def test_by_taps_on_a_phone_and_nothing_scrolls_sideways(lesson):
    page = lesson("en/play-tichu.ipynb", width=390, height=844, has_touch=True, is_mobile=True)
    begun(page, mean=5000)
    done = 0
    while done < 12 and not (state := page.evaluate(STATE))["over"]:
        keys = () if state["turning"] else next_keys(page, state, 0)
        for key in keys:
            label = (wishing(page, 0) if key == WISH else key).removeprefix("Key")
            page.locator(f".cardlab-racing button:has(> .cardlab-key:text-is('{label}'))").tap()
        changed(page, state)
        done += bool(keys)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert done == 12


def test_the_replay_runs_and_tells_what_was_overlooked(lesson):
    page = lesson("en/play-tichu.ipynb")
    begun(page, mean=400)
    run(page, (0,))
    result = page.locator(".cardlab-root").first
    result.get_by_text(say("play_tichu.overlooked_title", "en"), exact=True).wait_for(timeout=PATIENCE)
    told = result.locator(".cardlab-verdict > ul > li").all_inner_texts()
    found = overlooked_words(position(page), 0, say("play_tichu.you", "en"), "en", most=QUICK)
    assert axe_finds(page) == []
    assert told
    assert set(told) <= {*found, say("play_tichu.nothing_overlooked", "en", who=say("play_tichu.you", "en"))}
    page.get_by_role("button", name=f"{say('play_tichu.replay', 'en')}: 1").first.click()
    page.get_by_role("button", name="4×").click()
    press_button(page, "run")
    page.wait_for_function("() => Number(document.querySelector('.cardlab-racing').dataset.number) >= 5")
    press_button(page, "stop")
    assert page.get_by_text(re.compile(r"^Move \d+ of \d+, second")).count() == 1
    assert axe_finds(page) == []
    press_button(page, "results")
    page.locator(".cardlab-plot-wide").first.wait_for()
