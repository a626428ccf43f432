"""A real browser with the view of one widget, joined to its Python side.

There is no server and no kernel here: the page's messages go straight to the widget, its traits straight back.
"""

import json

# Hypothesis looks into numpy as soon as it is there, so it may not be half loaded by a thread of a widget meanwhile.
import numpy  # noqa: F401
import one_chromium
import pytest

from cardlab.widgets import WhatIf

browser = one_chromium.browser

JOIN = """async ([source, traits]) => {
    const {default: view} = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
    const heard = [], messages = [];
    window.tell = (shown) => { traits.shown = shown; heard.forEach((call) => call()); };
    const model = {
        get: (name) => traits[name],
        on: (event, call) => ({"msg:custom": messages, "change:shown": heard})[event]?.push(call),
        off: () => {},
        send: async (wish) => {
            const {shown, sent} = JSON.parse(await window.act(JSON.stringify(wish)));
            sent.forEach((content) => messages.forEach((call) => call(content)));
            window.tell(shown);
        },
    };
    view.render({ model, el: document.querySelector("main") });
}"""


@pytest.fixture(scope="module")
def answered():
    """The laboratory with its example "answer", all worked out."""
    widget = WhatIf("answer")
    widget.finish()
    return widget


class Tab:
    """A page in which one test after the other shows its widget, and finds nothing of the test before."""

    def __init__(self, browser, more):
        self.page = browser.new_page(**more)
        self.errors, self.asked = [], []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.expose_function("act", lambda wish: self.act(json.loads(wish)))
        self.page.expose_function("pull", lambda: self.pull())

    def given(self, widget, width):
        """The page with the view of the widget."""
        self.page.set_viewport_size({"width": width, "height": 800})
        css = widget.get_state()["_css"]
        self.page.set_content(f"<!doctype html><html lang=en><title>Cards</title><style>{css}</style><main></main>")
        sent, told = [], []
        widget.send = lambda content, buffers=None: sent.append(content)

        def act(wish):
            sent.clear()
            widget._receive(widget, wish, [])
            return json.dumps({"shown": widget.shown, "sent": sent})

        def pull():
            """What is new while the widget works at it."""
            working, shown = widget.working, widget.shown
            is_new = told != [id(shown)] or not working
            told[:] = [id(shown)]
            return json.dumps({"shown": shown if is_new else None, "working": working})

        self.act, self.pull = act, pull
        traits = {name: getattr(widget, name) for name in ("shown", "words", "faces")}
        self.page.evaluate(JOIN, [widget.get_state()["_esm"], traits])
        return self.page

    def taken_back(self):
        """Leaves the page; gives the errors that came up, and what was asked for from elsewhere."""
        self.page.goto("about:blank")
        self.page.emulate_media(media="null")
        found = self.errors, [url for url in self.asked if not url.startswith(("data:", "blob:", "about:"))]
        self.errors, self.asked = [], []
        return found


@pytest.fixture(scope="module")
def tabs(browser):
    """The tabs of a module that wait for the next test, by what was wished of them."""
    free = {}
    yield free
    for tab in (tab for tabs in free.values() for tab in tabs):
        tab.page.close()


@pytest.fixture
def show(browser, tabs):
    """Opens a page with the view of a widget; at the end no error may have come up and nothing been asked for.

    A page with which is done what cannot be taken back, such as a clock, is one of its own: `own=True`.
    """
    taken = []

    def opening(widget, width=1280, own=False, **more):
        free = [] if own else tabs.setdefault(tuple(sorted(more.items())), [])
        tab = free.pop() if free else Tab(browser, more)
        taken.append((tab, free, own))
        return tab.given(widget, width)

    yield opening
    found = []
    for tab, free, own in taken:
        found.append(tab.taken_back())
        if own:
            tab.page.close()
        else:
            free.append(tab)
    assert all(found == ([], []) for found in found), found
