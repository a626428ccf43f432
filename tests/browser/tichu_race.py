"""How a browser plays the Tichu race: what is seen of it, and the next key, button or tap."""

import json
import re

from cardlab.cards import Card
from cardlab.cli import main
from cardlab.phrasing.catalogue import say
from cardlab.tichu import fits
from cardlab.widgets.scene import result_of
from cardlab.widgets.tichu_table.race_storage import unpacked

PATIENCE = 20_000
ASIDE = "localStorage.getItem('cardlab-races-unread')"
# Whoever plays alone, and the two who share a keyboard.
ALONE = {"cards": "QWERASDF", "draw": "KeyG", "piles": ("KeyV", "KeyB"), "none": "KeyV"}
ZONES = [
    {"cards": "QWERASDF", "draw": "KeyV", "piles": ("KeyX", "KeyC"), "none": "KeyB"},
    {"cards": "IOP[KL;'", "draw": "Comma", "piles": ("Period", "Slash"), "none": "KeyH"},
]
SIGNS = {";": "Semicolon", "[": "BracketLeft", "'": "Quote"}
WISH = "no wish"
STATE = """() => {
    const root = document.querySelector(".cardlab-root");
    const table = root.querySelector(".cardlab-racing");
    const held = (seat) => [...root.querySelectorAll(`.cardlab-runner-${seat} button.cardlab-slot`)];
    return {
        over: !table,
        alone: Boolean(root.querySelector(".cardlab-rival")),
        number: table ? Number(table.dataset.number) : -1,
        paused: Boolean(table) && root.querySelectorAll(".cardlab-slot [data-lies]").length === 0,
        turning: Boolean(root.querySelector(".cardlab-bar")),
        due: [0, 1].map((seat) => Boolean(root.querySelector(`.cardlab-runner-${seat} .cardlab-main.cardlab-due`))),
        slots: [0, 1].map((seat) => held(seat).map((one) => one.dataset.card ?? "")),
    };
}"""
# The moves of the last race that is kept, without what was tried in vain.
MOVES = """() => JSON.parse(localStorage.getItem('cardlab-races')).races.at(-1)
    .filter(([text]) => !/^(tried|late)/.test(text))"""


def code(letter):
    return SIGNS.get(letter, f"Key{letter}")


def zone(state, seat):
    """The keys of a seat, by what the page shows."""
    return ALONE if state["alone"] else ZONES[seat]


def press_button(page, key, lang="en"):
    page.get_by_role("button", name=say(f"play_tichu.{key}", lang), exact=True).first.click()


def kept(page):
    """The text that the page keeps."""
    return page.evaluate("localStorage.getItem('cardlab-races')")


def remembered(page):
    return json.loads(kept(page))


def changed(page, state):
    """Waits until something has happened since this state was read."""
    before = json.dumps(state, separators=(",", ":"))
    page.wait_for_function(f"(before) => JSON.stringify(({STATE})()) !== before", arg=before, timeout=PATIENCE)


def begun(page, lang="en", *, against="bot", level=None):
    """Starts a match with these choices."""
    root = page.locator(".cardlab-root").first
    root.get_by_role("button", name=say(f"play_tichu.against.{against}", lang)).click()
    if level is not None:
        root.get_by_role("button", name=say(f"play_tichu.level.{level}", lang), exact=True).click()
    press_button(page, "start", lang)
    page.locator(".cardlab-felt.cardlab-racing").wait_for(timeout=PATIENCE)


def position(page, number=0):
    """The race as the page keeps it, as soon as it keeps so many moves: a moment after they are seen."""
    page.wait_for_function(f"number => ({MOVES})().length >= number", arg=number, timeout=PATIENCE)
    return result_of(unpacked(kept(page))).rounds[-1]


def next_keys(page, state, seat):
    """The keys by which this seat draws up or plays a card; none if it can only wait."""
    keys_of = zone(state, seat)
    if state["due"][seat]:
        return (keys_of["draw"],)
    race = position(page, state["number"])
    if race.turning or len(race.line.moments) - 1 != state["number"]:
        return ()
    for place, held in enumerate(state["slots"][seat]):
        if not held:
            continue
        found = [at for at, pile in enumerate(race.state.piles) if fits(pile, Card(held), race.state.rules)]
        if found:
            keys = [code(keys_of["cards"][place])]
            keys += [keys_of["piles"][found[0]]] if len(found) == 2 else []
            return (*keys, WISH) if held == "Ma" else tuple(keys)
    return ()


def press(page, seat, key):
    """Presses a key; the one for no wish when the row of values is there."""
    page.keyboard.press(wishing(page, seat) if key == WISH else key)


def wishing(page, seat):
    page.locator(f".cardlab-runner-{seat} .cardlab-wish").wait_for(timeout=PATIENCE)
    return zone(page.evaluate(STATE), seat)["none"]


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
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    with page.expect_download() as download:
        page.get_by_role("button", name=say("progress.save", "en"), exact=True).nth(race + 1).click()
    file = tmp_path / f"{race}.json"
    download.value.save_as(file)
    assert re.fullmatch(r"tichu-\d+-\d+\.json", download.value.suggested_filename)
    return main(["check", str(file)])
