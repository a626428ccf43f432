"""A real browser with the view of one widget, joined to its Python side.

There is no server and no kernel here: the page's messages go straight to the widget, its traits straight back.
"""

import json

# Hypothesis looks into numpy as soon as it is there, so it may not be half loaded by a thread of a widget meanwhile.
import numpy  # noqa: F401
import pytest
from pages import FLAGS, chromium
from playwright.sync_api import sync_playwright

from cardlab.widgets import WhatIf

JOIN = """async ([source, traits]) => {
    const address = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
    const view = (await import(address)).default;
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


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def show(browser):
    """Opens a page with the view of a widget; at the end no error may have come up and nothing been asked for."""
    opened, errors, asked = [], [], []

    def opening(widget, width=1280, **more):
        page = browser.new_page(viewport={"width": width, "height": 800}, **more)
        opened.append(page)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        css = widget.get_state()["_css"]
        page.set_content(f"<!doctype html><html lang=en><title>Cards</title><style>{css}</style><main></main>")

        sent = []
        widget.send = lambda content, buffers=None: sent.append(content)

        def act(wish):
            sent.clear()
            widget._hear(widget, json.loads(wish), [])
            return json.dumps({"shown": widget.shown, "sent": sent})

        page.expose_function("act", act)
        traits = {name: getattr(widget, name) for name in ("shown", "words", "faces")}
        page.evaluate(JOIN, [widget.get_state()["_esm"], traits])
        return page

    yield opening
    for page in opened:
        page.close()
    assert errors == []
    assert [url for url in asked if not url.startswith(("data:", "blob:"))] == []
