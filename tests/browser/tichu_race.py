"""How a browser plays the Tichu race: what is seen of it, and the keys of the next move."""

import json

from cardlab.cards import Card
from cardlab.phrasing.catalogue import say
from cardlab.tichu import fits
from cardlab.widgets.scene import result_of
from cardlab.widgets.tichu_table.race_storage import unpacked

KEYS = {"cards": "QWERASDF", "draw": "KeyG", "piles": ("KeyV", "KeyB"), "none": "KeyV"}
STATE = """() => {
    const root = document.querySelector(".cardlab-root");
    const table = root.querySelector(".cardlab-racing");
    return {
        over: !table,
        number: table ? Number(table.dataset.number) : -1,
        paused: Boolean(table) && root.querySelectorAll(".cardlab-slot [data-lies]").length === 0,
        turning: Boolean(root.querySelector(".cardlab-bar")),
        wishing: Boolean(root.querySelector(".cardlab-runner-0 .cardlab-wish")),
        due: Boolean(root.querySelector(".cardlab-runner-0 .cardlab-main.cardlab-due")),
        slots: [...root.querySelectorAll(".cardlab-runner-0 button.cardlab-slot")].map((one) => one.dataset.card ?? ""),
    };
}"""
KEPT = "() => localStorage.getItem('cardlab-races')"
# The moves of the last race that is kept, without what was tried in vain.
MOVES = f"() => JSON.parse(({KEPT})()).races.at(-1).filter(([text]) => !/^(tried|late)/.test(text))"


def code(letter):
    return f"Key{letter}"


def race_in(text):
    """The last race in what a page keeps."""
    return result_of(unpacked(text)).rounds[-1]


def next_keys(state, race):
    """The keys by which the learner refills, plays a card or wishes for none; none if there is only waiting."""
    if state["wishing"]:
        return (KEYS["none"],)
    if state["due"]:
        return (KEYS["draw"],)
    if state["turning"] or race.turning or len(race.line.moments) - 1 != state["number"]:
        return ()
    for letter, held in zip(KEYS["cards"], state["slots"], strict=False):
        found = [at for at, pile in enumerate(race.state.piles) if held and fits(pile, Card(held), race.state.rules)]
        if found:
            pile = [KEYS["piles"][found[0]]] if len(found) == 2 else []
            return (code(letter), *pile)
    return ()


def press_button(page, key, lang="en"):
    page.get_by_role("button", name=say(f"play_tichu.{key}", lang), exact=True).first.click()


def begin(page, level, lang="en"):
    """Starts a match against the computer at this level."""
    for key in ("against.bot", f"level.{level}", "start"):
        press_button(page, key, lang)
    page.locator(".cardlab-felt.cardlab-racing").wait_for()


def position(page, number=0):
    """The race as the page keeps it, as soon as it keeps so many moves: a moment after they are seen."""
    page.wait_for_function(f"number => ({MOVES})().length >= number", arg=number)
    return race_in(page.evaluate(KEPT))


def step(page, press):
    """Makes the next move by these presses, or waits until something happens; whether a move was made."""
    state = page.evaluate(STATE)
    keys = () if state["turning"] or state["over"] else next_keys(state, position(page, state["number"]))
    for key in keys:
        press(key)
    before = json.dumps(state, separators=(",", ":"))
    page.wait_for_function(f"(before) => JSON.stringify(({STATE})()) !== before", arg=before)
    return bool(keys)
