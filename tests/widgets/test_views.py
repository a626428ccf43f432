"""The views of `Hand`, `Piles` and `Exercise` in a real browser: what is pressed, what is seen, where the focus is."""

from book_of_tasks import CARDS, CHOICE, CHOICES, NUMBER, RUN, Book

from cardlab.cards import JOKERS, cards
from cardlab.lessons import melds
from cardlab.lessons.protocol import Task, Verdict
from cardlab.phrasing.catalogue import say
from cardlab.widgets import Exercise, Hand, Piles

JOKER = JOKERS[0].code


def option(page, code):
    return page.locator(f'.cardlab-option[data-card="{code}"]')


def button(page, key):
    return page.get_by_role("button", name=say(key, "en"), exact=True)


def wait_selected(page, *codes):
    page.wait_for_function(
        "codes => [...document.querySelectorAll('[aria-selected=true]')]"
        ".sort((a, b) => a.dataset.order - b.dataset.order).map((one) => one.dataset.card).join(' ') === codes",
        arg=" ".join(codes),
    )


def focused(page, test):
    page.wait_for_function(f"() => {{ const it = document.activeElement; return {test}; }}")


def focused_card(page, code):
    focused(page, f"it.dataset.card === '{code}'")


def test_cards_are_selected_by_click_and_by_keyboard_in_their_order_and_a_second_view_shows_it(show):
    hand = Hand(f"7h 8h 9h Kd {JOKER}", sort="given")  # with a joker the order counts, and is shown
    page = show(hand)
    option(page, "9h").click()
    wait_selected(page, "9h")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    wait_selected(page, "9h", "8h")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    wait_selected(page, "9h", "8h", "7h")
    focused_card(page, "7h")
    assert hand.selected == cards("9h 8h 7h")
    wait_selected(show(hand), "9h", "8h", "7h")
    page.keyboard.press("Escape")
    wait_selected(page)
    page.keyboard.press("Control+a")
    wait_selected(page, "7h", "8h", "9h", "Kd", JOKER)
    assert page.get_by_role("option", name="seven of hearts").get_attribute("aria-selected") == "true"


def test_one_card_is_in_the_tab_order_and_arrows_lead_through_the_rows(show):
    page = show(Hand("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh"), width=390)
    page.keyboard.press("Tab")
    focused_card(page, "Ah")
    page.keyboard.press("ArrowRight")
    start = option(page, "2h").bounding_box()
    page.keyboard.press("ArrowDown")
    below = page.evaluate("document.activeElement.getBoundingClientRect().toJSON()")
    assert below["top"] > start["y"]
    assert abs(below["left"] - start["x"]) < 2
    page.keyboard.press("ArrowUp")
    focused_card(page, "2h")
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
    page.keyboard.press("Shift+Tab")
    focused_card(page, "Qh")


def test_a_card_is_moved_by_keyboard_by_button_and_by_pulling_and_keeps_the_focus(show):
    hand = Hand("7h 8h 9h Kd", sort="given")
    page = show(hand)

    def lies(order, place):
        page.get_by_text(f"now in place {place} of 4").wait_for()
        lying = page.locator("[data-card]").evaluate_all("all => all.map((one) => one.dataset.card)")
        assert " ".join(lying) == order

    option(page, "9h").focus()
    page.keyboard.press("Shift+ArrowLeft")
    lies("7h 9h 8h Kd", 2)
    focused_card(page, "9h")
    page.get_by_text("Order and keys").click()
    page.get_by_role("button", name="Move left").click()
    lies("9h 7h 8h Kd", 1)
    start, end = option(page, "9h").bounding_box(), option(page, "Kd").bounding_box()
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(end["x"] + 10, end["y"] + 10, steps=4)
    page.mouse.up()
    lies("7h 8h Kd 9h", 4)
    assert hand.selected == ()


def test_U5_4_the_mah_jong_is_played_with_a_wish_by_keyboard_alone(show):
    piles = Piles(("2s", "Qd"), "Ma 8c")
    page = show(piles)
    # JupyterLab's hot keys are turned away wherever the focus can be.
    bare = page.locator(".cardlab-root :is(button, summary, input, [tabindex]):not([data-lm-suppress-shortcuts])")
    assert bare.count() == 0
    assert page.locator(".cardlab-root[data-lm-suppress-shortcuts]").count() == 1
    option(page, "Ma").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Pile 1").press("Enter")
    page.locator(".cardlab-wish button:focus").wait_for()
    page.get_by_role("button", name="9", exact=True).press("Enter")
    page.get_by_text("the pile now counts as 9").wait_for()
    assert piles.piles[0].wish == "9"
    focused(page, "it.textContent.includes('Pile 1')")


QUICKLY = """(how) => {
    const it = document.activeElement;
    const key = (code) => it.dispatchEvent(new KeyboardEvent("keydown", { code, bubbles: true, cancelable: true }));
    how === "click" ? it.click() : key(how);
    key("Enter");
}"""
"""Takes what has the focus and presses Enter before Python can have answered."""


def test_enter_checks_and_enter_goes_on_whatever_is_asked_for(show):
    """A number, a choice, choices and cards: each is answered, checked and left without a click."""
    book = Book((NUMBER, 17), (CHOICE, "no"), (CHOICES, ("a", "c")), (CARDS, RUN))
    page = show(Exercise(book))
    page.get_by_role("textbox").focus()
    page.keyboard.type("17")
    page.keyboard.press("Enter")
    page.get_by_text("Right!").wait_for()
    page.keyboard.press("Enter")
    focused(page, "it.textContent === 'Yes'")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("button[aria-pressed=true]", has_text="No").wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("Right!").wait_for()
    page.keyboard.press("Enter")
    focused(page, "it.textContent === 'A'")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.evaluate(QUICKLY, "click")
    page.get_by_text("Right!").wait_for()
    page.keyboard.press("Enter")
    focused_card(page, "2c")
    for code, select in (("7h", page.keyboard.press), ("8h", page.keyboard.press), ("9h", None)):
        page.keyboard.press("ArrowRight")
        focused_card(page, code)
        select("Space") if select else page.evaluate(QUICKLY, "Space")
    page.get_by_text("Right!").wait_for()
    wait_selected(page, "7h", "8h", "9h")
    assert book.given == [17, "no", ("a", "c"), RUN]
    page.keyboard.press("Enter")
    focused(page, "it.tagName === 'INPUT'")


class Foreign(Book):
    """A book that somebody else wrote."""

    def partial_verdict(self, answer):
        verdict = super().partial_verdict(answer)
        return verdict if verdict.right else Verdict(False, ("<img src=x onerror=alert(1)>",))


def test_what_others_wrote_is_text_and_the_answer_is_shown_on_demand_with_the_focus_on_next(show):
    page = show(Exercise(Foreign((Task("<b>How many points?</b>", kind="number"), 17))))
    assert page.get_by_text("<b>How many points?</b>").count() == 1
    page.get_by_role("textbox").fill("1")
    button(page, "widget.check").press("Enter")
    page.get_by_text("<img src=x onerror=alert(1)>").wait_for()
    button(page, "exercise.reveal").press("Enter")
    page.get_by_text("This is it.").wait_for()
    focused(page, f"it.textContent === '{say('exercise.next', 'en')}'")
    assert page.get_by_role("textbox").input_value() == "17"


LARGE = "() => document.fullscreenElement?.classList.contains('cardlab-root')"
MORE = ".cardlab-go [aria-keyshortcuts~=PageDown]"


def until_focused(page, selector):
    page.wait_for_function("selector => document.querySelector(selector) === document.activeElement", arg=selector)


def test_keys_unfold_the_question_to_its_end_and_another_brings_the_next(show):
    widget = Exercise(melds.repair(seed=2))
    first = widget.source.question
    hints = list(first.read("en").hints)
    sentence, _ = first.read("en").solution
    page = show(widget)
    button(page, "widget.full").click()
    page.wait_for_function(LARGE)
    until_focused(page, MORE)
    for key, hint in zip(("ArrowRight", "PageDown", "Space", "Enter"), hints, strict=False):
        assert page.get_by_text(hint).count() == 0
        page.keyboard.press(key)
        page.get_by_role("status").get_by_text(hint).wait_for()
        assert sentence not in page.evaluate("document.documentElement.outerHTML")
    page.keyboard.press("Enter")
    page.get_by_role("status").locator(".cardlab-title").wait_for()
    page.keyboard.press(" ")
    page.get_by_role("status").get_by_text(sentence).wait_for()
    assert page.locator(".cardlab-rules[open] dd").first.is_visible()
    # One press too many does no harm, and the focus has stayed.
    page.keyboard.press("Enter")
    assert widget.source.question == first
    until_focused(page, MORE)
    page.keyboard.press("n")
    page.locator(f"{MORE}:not([aria-disabled])").wait_for()
    assert widget.source.question != first
    button(page, "widget.leave").click()
    page.wait_for_function("() => document.fullscreenElement === null")
    page.locator(MORE).wait_for(state="detached")
    until_focused(page, ".cardlab-to-full")
    page.wait_for_function("() => document.querySelector('.cardlab-root').style.zoom === ''")
