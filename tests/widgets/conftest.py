"""A real browser with the view of one widget, joined to its Python side.

There is no server and no kernel here: the page's messages go straight to the widget, its traits straight back.
"""

import json

# Hypothesis looks into numpy as soon as it is there, so it may not be half loaded by a thread of a widget meanwhile.
import numpy  # noqa: F401
import pytest

PAGE = "<!doctype html><html lang=en><title>Cards</title><style>{css}</style><main></main>"
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


@pytest.fixture
def show(browser):
    """Opens a page with the view of a widget; at the end no error may have come up and nothing been asked for."""
    pages, faults = [], []

    def opening(widget, width=1280, **more):
        page = browser.new_page(viewport={"width": width, "height": 800}, **more)
        pages.append(page)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda asked: asked.url.startswith(("data:", "blob:", "about:")) or faults.append(asked.url))
        state, sent = widget.get_state(), []
        widget.send = lambda content, buffers=None: sent.append(content)

        def act(wish):
            sent.clear()
            widget._receive(widget, json.loads(wish), [])
            return json.dumps({"shown": widget.shown, "sent": sent})

        page.expose_function("act", act)
        page.set_content(PAGE.format(css=state["_css"]))
        page.evaluate(JOIN, [state["_esm"], {name: getattr(widget, name) for name in ("shown", "words", "faces")}])
        return page

    yield opening
    for page in pages:
        page.close()
    assert faults == []
