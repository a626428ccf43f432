"""What all widgets have in common comes once to a page, and a view waits for that of its own version."""

from contextlib import suppress

from ipywidgets.widgets import widget

from cardlab.widgets import Hand
from cardlab.widgets.common import Common

LOADED = """async ([common, ...views]) => {
    const loaded = (text) => import(URL.createObjectURL(new Blob([text], {type: "text/javascript"})));
    const here = [];
    const waiting = views.map((text, at) => loaded(text).then(() => here.push(at)));
    await loaded(common);
    await waiting[0];
    return here;
}"""


def commons():
    return [one for one in widget._instances.values() if isinstance(one, Common)]


def test_widgets_bring_it_once_and_again_after_all_were_closed():
    for one in commons():
        with suppress(KeyError):  # made before a kernel's comms took the place of those without one
            one.close()
    Hand("7h")
    Hand("8h")
    (one,) = commons()
    one.close()
    Hand("9h")
    assert len(commons()) == 1


def test_a_view_waits_for_that_of_its_own_version(browser):
    common, view = (one.class_traits()["_esm"].default_value for one in (Common, Hand))
    page = browser.new_page()
    other = view.replace("cardlab-common-", "cardlab-common-0")
    assert page.evaluate(LOADED, [common, view, other]) == [0]
    page.close()
