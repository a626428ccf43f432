"""The views in a real browser, each joined to its Python widget: what is pressed, what is seen, where the focus is.

There is no server and no kernel here: the page's messages go straight to the widget, its traits straight back.
"""

import pytest
from book_of_tasks import CARDS, CHOICE, CHOICES, NUMBER, Book

from cardlab.cards import JOKERS, cards
from cardlab.lessons.protocol import Closing, Task, Verdict
from cardlab.phrasing.catalogue import say
from cardlab.widgets import Exercise, Hand, Piles

JOKER = JOKERS[0].code


def option(page, code):
    return page.locator(f'.cardlab-option[data-card="{code}"]')


def wait_selected(page, *codes):
    page.wait_for_function(
        "codes => [...document.querySelectorAll('[aria-selected=true]')]"
        ".sort((a, b) => a.dataset.order - b.dataset.order).map((one) => one.dataset.card).join(' ') === codes",
        arg=" ".join(codes),
    )


def wait_focus(page, code):
    page.wait_for_function("code => document.activeElement.dataset.card === code", arg=code)


def test_cards_are_selected_by_click_and_by_keyboard_in_their_order(show):
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
    wait_focus(page, "7h")
    assert hand.selected == cards("9h 8h 7h")
    page.keyboard.press("Escape")
    wait_selected(page)
    page.keyboard.press("Control+a")
    wait_selected(page, "7h", "8h", "9h", "Kd", JOKER)
    assert page.get_by_role("option", name="seven of hearts").get_attribute("aria-selected") == "true"


def test_only_one_card_is_in_the_tab_order(show):
    page = show(Hand("2h 3h 4h 5h 7h 8h 9h Kd"))
    page.keyboard.press("Tab")
    wait_focus(page, "2h")
    page.keyboard.press("End")
    wait_focus(page, "Kd")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
    page.keyboard.press("Shift+Tab")
    wait_focus(page, "Kd")


def test_arrow_down_leads_to_the_card_below(show):
    page = show(Hand("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh"), width=390)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    start = option(page, "2h").bounding_box()
    page.keyboard.press("ArrowDown")
    below = page.evaluate("document.activeElement.getBoundingClientRect().toJSON()")
    assert below["top"] > start["y"]
    assert abs(below["left"] - start["x"]) < 2
    page.keyboard.press("ArrowUp")
    wait_focus(page, "2h")


def lying(page):
    """The cards of the hand in the order in which they lie in the page."""
    return " ".join(page.locator("[data-card]").evaluate_all("all => all.map((one) => one.dataset.card)"))


def test_a_card_is_moved_by_keyboard_by_button_and_by_pulling_and_keeps_the_focus(show):
    hand = Hand("7h 8h 9h Kd", sort="given")
    page = show(hand)
    option(page, "9h").focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.get_by_text("now in place 2 of 4").wait_for()
    wait_focus(page, "9h")
    assert lying(page) == "7h 9h 8h Kd"
    page.get_by_text("Order and keys").click()
    page.get_by_role("button", name="Move left").click()
    page.get_by_text("now in place 1 of 4").wait_for()
    assert lying(page) == "9h 7h 8h Kd"
    start, end = option(page, "9h").bounding_box(), option(page, "Kd").bounding_box()
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(end["x"] + 10, end["y"] + 10, steps=4)
    page.mouse.up()
    page.get_by_text("now in place 4 of 4").wait_for()
    assert lying(page) == "7h 8h Kd 9h"
    assert hand.selected == ()


@pytest.mark.parametrize(
    ("held", "buttons"), [("7h 8h 9h", 0), ("2h 3h 4h 5h 7h 8h 9h", 0), ("2h 3h 4h 5h 7h 8h 9h Kd", 3)]
)
def test_only_a_large_hand_has_buttons_that_stand_open_and_the_others_are_folded_away(show, held, buttons):
    page = show(Hand(held))
    assert page.locator("button:visible").count() == buttons
    page.get_by_text("Order and keys").click()
    assert page.locator("button:visible").count() == 6


def test_a_second_view_shows_what_the_first_one_did(show):
    hand = Hand("7h 8h 9h")
    option(show(hand), "8h").click()
    second = show(hand)
    wait_selected(second, "8h")


def test_U5_4_the_mah_jong_is_played_with_a_wish_by_keyboard_alone(show):
    piles = Piles(("2s", "Qd"), "Ma 8c")
    page = show(piles)
    option(page, "Ma").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Pile 1").press("Enter")
    page.locator(".cardlab-wish button:focus").wait_for()
    page.get_by_role("button", name="9", exact=True).press("Enter")
    page.get_by_text("the pile now counts as 9").wait_for()
    assert piles.piles[0].wish == "9"
    assert "Pile 1" in page.evaluate("document.activeElement.textContent")


def numbers():
    """An exercise that asks for a number, and for another one."""
    return Exercise(Book((NUMBER, 17), (NUMBER, 17)))


def focused(page, test):
    page.wait_for_function(f"() => {{ const it = document.activeElement; return {test}; }}")


def test_a_wrong_choice_is_crossed_at_once_until_it_is_changed(show):
    page = show(Exercise(Book((CHOICE, "no")), tries=2))
    wrong, right = (page.locator(".cardlab-choices button", has_text=word) for word in ("Yes", "No"))
    crossed = page.locator("[data-wrong] [aria-pressed=true]")
    wrong.click()
    page.get_by_role("button", name="Check").click()
    page.locator("[data-wrong]").wait_for()
    assert crossed.text_content() == wrong.text_content()
    # The cross has room before the words.
    assert wrong.locator(".cardlab-tick").evaluate("it => it.getBoundingClientRect().width") > 12
    assert page.locator(".cardlab-right").count() == 0
    right.click()
    page.locator("[data-wrong]").wait_for(state="detached")
    wrong.click()
    page.get_by_role("button", name="Check").click()
    page.locator("[data-wrong]").wait_for()


def test_after_the_last_wrong_try_the_right_choice_is_ticked_and_called_so(show):
    page = show(Exercise(Book((CHOICE, "no")), tries=1))
    page.get_by_role("button", name="Yes").click()
    page.get_by_role("button", name="Check").click()
    right = page.get_by_role("button", name=f"No, {say('exercise.right_choice', 'en')}", exact=True)
    right.wait_for()
    assert right.text_content() == "✓No"


QUICKLY = """(how) => {
    const it = document.activeElement;
    const key = (code) => it.dispatchEvent(new KeyboardEvent("keydown", { code, bubbles: true, cancelable: true }));
    how === "click" ? it.click() : key(how);
    key("Enter");
}"""
"""Takes what has the focus and presses Enter before Python can have answered."""


def test_enter_checks_and_enter_goes_on_whatever_is_asked_for(show):
    """A number, a choice, choices and cards: each is answered, checked and left without a click."""
    pages = ((NUMBER, 17), (CHOICE, "no"), (CHOICES, ("a", "c")), (CARDS, cards("7h 8h 9h")))
    book = Book(*pages)
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
    focused(page, "it.dataset.card === '2c'")
    for code in ("7h", "8h", "9h"):
        page.keyboard.press("ArrowRight")
        focused(page, f"it.dataset.card === '{code}'")
        if code == "9h":
            page.evaluate(QUICKLY, "Space")
        else:
            page.keyboard.press("Space")
    page.get_by_text("Right!").wait_for()
    wait_selected(page, "7h", "8h", "9h")
    assert book.given == [17, "no", ("a", "c"), cards("7h 8h 9h")]
    page.keyboard.press("Enter")
    focused(page, "it.tagName === 'INPUT'")


def test_a_finger_that_goes_on_opens_no_keyboard(show):
    page = show(numbers(), 390, has_touch=True)
    page.get_by_role("textbox").fill("17")
    page.get_by_role("button", name="Check").tap()
    page.get_by_text("Right!").wait_for()
    page.get_by_role("button", name=say("exercise.next", "en")).tap()
    focused(page, "it.matches('p.cardlab-prompt')")


class Ending(Book):
    """A book that comes to an end."""

    def progress_text(self):
        return "Almost."

    def closing(self):
        return Closing("That was all.", again="Once more") if self.place else None


def test_enter_at_the_end_begins_nothing_anew(show):
    book = Ending((NUMBER, 17))
    page = show(Exercise(book))
    page.get_by_role("textbox").fill("17")
    page.keyboard.press("Enter")
    page.get_by_text("Right!").wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("That was all.").wait_for()
    focused(page, "it.textContent === 'That was all.'")
    page.keyboard.press("Enter")
    assert page.get_by_text("That was all.").is_visible()
    assert book.place == 1


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_last_task_is_celebrated_once_and_calmly_for_who_wants_calm(show, motion):
    page = show(Exercise(Book((NUMBER, 17))), reduced_motion=motion)
    assert page.locator(".cardlab-finished").count() == 0
    page.get_by_role("textbox").fill("17")
    page.keyboard.press("Enter")
    page.get_by_text("Well done").wait_for()
    joy = page.locator(".cardlab-finished .cardlab-joy")
    shown = joy.evaluate("it => getComputedStyle(it).display")
    assert shown == ("block" if motion == "no-preference" else "none")
    # What flies is seen behind the words, never over them.
    behind = joy.evaluate("it => [getComputedStyle(it).zIndex, getComputedStyle(it.parentElement).isolation]")
    assert behind == ["-1" if motion == "no-preference" else "auto", "isolate"]
    assert (
        page.locator(".cardlab-finished").evaluate("it => getComputedStyle(it, '::before').content").startswith('"✓"')
    )
    again = show(Exercise(Book((NUMBER, 17), solved={0})))
    again.locator(".cardlab-finished").wait_for()
    assert again.locator(".cardlab-joy").count() == 0


def test_the_answer_is_shown_on_demand_and_the_focus_goes_on_to_next(show):
    page = show(numbers())
    page.get_by_role("textbox").fill("1")
    page.get_by_role("button", name="Check").press("Enter")
    page.get_by_role("button", name=say("exercise.reveal", "en")).press("Enter")
    page.get_by_text("This is it.").wait_for()
    page.wait_for_function(f"() => document.activeElement.textContent === '{say('exercise.next', 'en')}'")
    assert page.get_by_role("textbox").input_value() == "17"


class Foreign(Book):
    """A book that somebody else wrote."""

    def partial_verdict(self, answer):
        return Verdict(False, ("<img src=x onerror=alert(1)>",))


def test_what_others_wrote_is_text_and_never_html(show):
    page = show(Exercise(Foreign((Task("<b>How many points?</b>", kind="number"), 17))))
    assert page.get_by_text("<b>How many points?</b>").count() == 1
    page.get_by_role("textbox").fill("1")
    page.get_by_role("button", name="Check").click()
    page.get_by_text("<img src=x onerror=alert(1)>").wait_for()


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (390, "dark"), (1280, "light")])
def test_every_view_fits_the_width_and_can_be_hit_by_a_finger(show, width, scheme):
    for widget in (
        Hand("7h 8h 9h Kd Kc Ks 2s Td Qc X1 X2 Ah 5c", "de"),
        Piles(("6s", "7h Ph"), "5c 9d Ma Do Dr 2h Ac", "nl"),
        Exercise(Book((NUMBER, 17)), "de"),
    ):
        page = show(widget, width, color_scheme=scheme, has_touch=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        sizes = page.locator(".cardlab-root :is(button, summary, [role=option]):visible").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect()).map((box) => Math.min(box.width, box.height))"
        )
        assert min(sizes) >= 24
        paper = page.locator(".cardlab-root").evaluate("root => getComputedStyle(root).backgroundColor")
        assert paper == ("rgb(242, 246, 241)" if scheme == "light" else "rgb(22, 32, 26)")


def test_hot_keys_of_jupyterlab_are_turned_away_wherever_the_focus_can_be(show):
    page = show(Piles(("6s", "7h Ph"), "5c Ma"))
    bare = page.locator(".cardlab-root :is(button, summary, input, [tabindex]):not([data-lm-suppress-shortcuts])")
    assert bare.count() == 0
    assert page.locator(".cardlab-root[data-lm-suppress-shortcuts]").count() == 1
