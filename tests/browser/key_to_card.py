"""How long it takes from a key to the card on the screen: 200 plays, kept in `artefacts`; a part of `make long`."""

import json
import os
from pathlib import Path
from statistics import median, quantiles

from pages import NOTEBOOKS
from tichu_race import PATIENCE, begun, checked, press_button, step

from cardlab.phrasing.catalogue import say

ARTEFACTS = Path(os.environ.get("ARTEFACTS") or NOTEBOOKS.parent / "artefacts")
PLAYS = 200
# From the key until the frame that shows the card in its new place has been painted. A flip, where both tops change at
# once, and the keys for drawing up are no plays.
MEASURE = """() => {
    window.measured = [];
    const tops = () => [...document.querySelectorAll(".cardlab-place")].map((one) => one.dataset.top);
    let pressed = null, before = tops();
    const press = ({code}) => { pressed = ["KeyV", "Comma"].includes(code) ? null : performance.now(); };
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


def test_the_time_from_key_to_card(lesson, tmp_path):
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
