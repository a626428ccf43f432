"""`Table` told and by messages: rounds, refusals, a guide, what is laid over; by letters and pulling in a browser."""

from random import Random

import pytest
from learner_at_table import TABLES, guide, hands, make, own_moves
from messages import CODES, send

from cardlab.lessons.guided_rounds import first_round
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.tongits import Discard, Phase, Rules, Take, deal, outcome
from cardlab.widgets import Table
from cardlab.widgets.tongits_table import learning_table
from cardlab.widgets.tongits_table.overlays import OVERLAYS
from tests.stories import only, select


@pytest.mark.parametrize(("rules", "others"), [*zip(TABLES, ["careful", "random", None, "careful"], strict=True)])
def test_a_whole_round_is_played_by_messages(rules, others):
    table = Table(deal(rules, seed=5), others=others, overlays=OVERLAYS, seed=5)
    chance = Random(5)
    while table.state.phase is not Phase.OVER:
        before = len(table.moves)
        move = chance.choice(own_moves(table))
        make(table, move)
        assert table.moves[before] == move
    result, shown = outcome(table.state), table.shown["ending"]
    assert [deadwood for _, deadwood, *_ in shown["rows"]] == [str(points) for points in result.deadwood]
    assert (table.shown["actions"], any(one["backs"] for one in table.shown["players"])) == ([], False)
    assert shown["winner"] == (-1 if result.winner is None else result.winner)


@pytest.mark.parametrize("seat", range(3))
def test_from_every_seat_the_next_player_is_on_the_left(seat):
    table = Table(deal(seed=7, first=seat), seat=seat, others="random")
    make(table, next(move for move in own_moves(table) if isinstance(move, Discard)))
    assert [one["by"] for one in table.shown["flights"] if one["do"] == "discard"] == [None, 0, 1]


def test_a_card_that_is_taken_is_carried_openly():
    table = Table(hands("Kd", "Ks Kh", ""), others=None)
    make(table, Discard(0, "Kd"))
    make(table, Take(1))
    assert [(one["do"], one["cards"]) for one in table.shown["flights"]] == [("take", ["Kd"])]


def test_a_guided_round_goes_on_where_the_browser_says_it_was_left_by_moves_that_do_their_step_alone():
    left = Table(guide=first_round())
    for _ in range(5):
        send(left, "show_me")
    stored = left.shown["guide"]["moves"]
    assert left.shown["guide"]["done"] == 5
    table = Table(guide=first_round(), lang="nl")
    send(table, do="go_on", moves=stored)
    assert table.state == left.state
    assert table.shown["guide"]["moves"] == stored
    assert table.shown["news"] == []
    send(table, do="go_on", moves="0 draw")
    assert table.state == left.state
    said = dict.fromkeys(("no move", "1 meld 7d 7h 7s", "0 discard Kd", ""), 0)
    for moves, done in (said | {"0 meld 7d 7h 7s\n0 draw\n0 draw": 1}).items():
        table = Table(guide=first_round())
        send(table, do="go_on", moves=moves)
        assert table.shown["guide"]["done"] == done


MOVES = ("draw", "take", "meld", "sapaw", "discard", "call", "challenge", "fold")
SAID = ("guide", "own", "hand", "actions", "turn", "what", "said", "clauses", "waiting")
PLAYED = ("players", "piles", "hand", "turn", "said", "news", "log", "at", "off", "waiting")
OVER = ("hand", "below")
SEVEN = deal(seed=7)
LAID = hands("7h 8h 9h Kd", "", "")
IN_MELDS = hands("7h 8h 9h Ah 2h 3h 4c 5c 6c Kd Kc Ks Qd", "", "")
FOUR_MELDS = "2c 2d 2h 3c 3d 3h 4c 4d 4h 5s 6s 7s"
LAST = ("meld 2c 2d 2h", "meld 3c 3d 3h", "meld 4c 4d 4h", "meld 5s 6s 7s", "discard Ac")
ALONE, BY_CHANCE = {"others": None}, {"others": "random"}


def ended(*, in_full):
    """A round that another player ends while the learner still holds a meld."""
    return hands("7h 8h 9h Kd", FOUR_MELDS, "", rules=Rules(concealed_melds_count=in_full), first=1)


STORIES = {
    "T2.2 T6.1 every reason is given with its clause": (SEVEN, {}, SAID, "call", "draw"),
    "T2.1 what has to be done first is said alone": (hands("7h 8h Jd Kd", "", "", first=2), {}, SAID, "meld 7h 8h Jd"),
    "T3.2 the nearest fix of a meld is named and stays to be read": (
        *(hands("7h 8h Jh", "", ""), {}, SAID),
        *(select("7h 8h Jh"), "meld 7h 8h Jh", select("7h 8h", 9)),
    ),
    "T3.2 of two reasons the one that can be mended comes first": (
        hands("7h 8h 9s", "", ""),
        {},
        SAID,
        "meld 7h 8h 9s",
    ),
    "T2.3 what has to be selected first is said": (SEVEN, {}, SAID, "discard *", "meld *"),
    "T4.2 a refused lay-off marks the meld where it happened": (LAID, {}, SAID, "meld 7h 8h 9h", "sapaw 0 Kd"),
    "T6.2 T6.3 T6.7 the answer to a call names the caller": (
        *(hands("2c", "7h 8h 9h 4c", "5s", first=0), ALONE, ("actions", "turn", "what", "said", "ending")),
        *("discard 2c", "draw", "meld 7h 8h 9h", "discard 4c", "draw", "discard 5s", "draw", "discard Jh"),
        *("call", "challenge", "draw", "fold", "fold"),
    ),
    "T1.1 who moves every seat sees every hand": (SEVEN, ALONE, PLAYED, "discard Kh"),
    "T1.1 the others begin when it is their turn": (deal(seed=2, first=1), BY_CHANCE, PLAYED),
    "T9.2 melds kept in the hand are named and count": (
        ended(in_full=True),
        ALONE,
        ("ending", "players", "said"),
        *LAST,
    ),
    "T9.2 or do not": (ended(in_full=False), ALONE, ("ending", "players", "said"), *LAST),
    "T2.5 only a card that may be taken is offered": (
        *(hands("2c 9d", "2h 2s 9s", "", rules=Rules(discard_must_meld=True)), ALONE, ("turn", "what")),
        *("discard 2c", "draw", "discard 9s"),
    ),
    "undo goes to the last decision and redo forward again": (
        *(SEVEN, BY_CHANCE, PLAYED),
        *("discard Kh", "undo", "redo", "redo"),
    ),
    "any move can be gone back to and played on from": (
        *(SEVEN, BY_CHANCE, PLAYED),
        *("discard Kh", {"do": "go", "to": 2}, "draw", "play_on", {"do": "go", "to": 0}),
    ),
    "a deal is played again or another one is dealt": (
        *(SEVEN, {}, ("hand",)),
        *("discard Kh", "again", "deal", {"do": "seed", "text": "41"}, "deal"),
    ),
    "rules by the sheet are shown": (SEVEN, {}, ("rules",)),
    "rules that were changed are shown": (deal(Rules(tie="challenger"), seed=7), {}, ("rules",)),
    "rules of a preset are shown": (deal(Rules.preset("traditional"), 7), {}, ("rules",)),
    "a guide takes back what is not meant and deals nothing else": (
        *(None, {"guide": guide()}, SAID),
        *("deal", "discard 2c", "meld 7h 8h 3d", "meld 7h 8h 9h"),
    ),
    "a guide does its steps and then the round is free": (
        *(None, BY_CHANCE | {"guide": guide()}, (*SAID, "log")),
        *("show_me", "undo", "show_me", "show_me", "show_me", "play_on", "steps_again"),
    ),
    "a guide ends with its own words": (None, {"guide": guide("clause.T1.1")}, SAID, "show_me", "show_me"),
    "T9.2 deadwood is counted for the hand without the selected card": (
        *(IN_MELDS, {}, OVER),
        *({"do": "overlay", "name": "deadwood"}, select("Qd"), {"do": "overlay", "name": "deadwood"}),
    ),
    "T3.5 the best arrangement is bracketed": (IN_MELDS, {}, OVER, {"do": "overlay", "name": "melds"}),
}


def messages(texts):
    """What a page says to do these things: of a move its cards are selected first, which is not told."""

    def move(text, number):
        chosen = " ".join(word for word in text.split() if word in CODES)

        def message(scene):
            if chosen:
                assert scene.receive(select(chosen, number))
            return {"do": "move", "text": text}

        return message

    for number, text in enumerate(texts, start=1):
        is_move = isinstance(text, str) and text.split()[0] in MOVES
        yield move(text, number) if is_move else text


@pytest.mark.parametrize("told", STORIES.values(), ids=STORIES)
def test_what_is_done_at_a_table_and_what_is_said(tell, told):
    start, more, parts, *texts = told
    make = only(
        lambda lang: learning_table.Table(start, lang, **more), lambda shown: {one: shown[one] for one in parts}
    )
    tell(make, *messages(texts))


SELECTED = "[role=option][aria-selected=true]"


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def option(page, code):
    return page.locator(f'.cardlab-option[data-card="{code}"]')


def select_on(page, *codes):
    for code in codes:
        option(page, code).click()
    page.locator(SELECTED).nth(len(codes) - 1).wait_for()


def by_mouse(page, start, end, steps):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=steps)
    page.mouse.up()


def by_finger(page, start, end, steps):
    """Touches as the browser's own debugger sends them."""
    touches = page.context.new_cdp_session(page)
    # Sideways first: a player who goes up or down first scrolls the page.
    way = [(start[0] + 30, start[1])]
    way += [[a + (b - a) * part / steps for a, b in zip(start, end, strict=True)] for part in range(1, steps + 1)]
    for kind, points in (("Start", [start]), *(("Move", [point]) for point in way), ("End", [])):
        texts = [{"x": x, "y": y} for x, y in points]
        touches.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": texts})


# Each pointer, quickly at the edge and slowly in the middle.
@pytest.mark.parametrize(("pull", "steps", "from_edge"), [(by_mouse, 1, 2), (by_finger, 12, 25)])
def test_a_card_is_pulled_onto_the_discard_pile(show, pull, steps, from_edge):
    table = Table(hands("Kd", "", ""))
    page = show(table, has_touch=True)
    start, end = option(page, "Kd").bounding_box(), page.locator('[data-drop="discards"]').bounding_box()
    pull(page, (start["x"] + from_edge, start["y"] + from_edge), (end["x"] + 40, end["y"] + 60), steps)
    page.get_by_text("You discard K♦.", exact=True).wait_for()
    assert str(table.moves[0]) == "0 discard Kd"
    assert page.evaluate("getSelection().toString()") == ""


def test_selected_cards_are_pulled_together_and_lie_again_where_they_were(show):
    page = show(Table(hands("7h 7d 7s Kd", "", "")))
    select_on(page, "7h", "7d", "7s")

    def places():
        return [option(page, code).bounding_box()["x"] for code in ("7h", "7d", "7s", "Kd")]

    before, start = places(), option(page, "7d").bounding_box()
    for _ in range(2):
        page.mouse.move(start["x"] + 4, start["y"] + 4)
        page.mouse.down()
        page.mouse.move(start["x"] + 64, start["y"] + 4)
        assert [round(now - then) for now, then in zip(places(), before, strict=True)] == [60, 60, 60, 0]
        page.mouse.move(start["x"] + 400, 5)
        page.mouse.up()
        assert places() == before
        assert page.locator(".cardlab-pulled").count() == 0


def test_a_letter_does_what_its_button_does_unless_somebody_types_or_has_switched_letters_off(show):
    table = Table(hands("7h 7d 7s Kd", "", ""), seed=7)
    page = show(table)
    select_on(page, "7h", "7d", "7s")
    assert button(page, say("table.lay_cards", cards="7♥ 7♦ 7♠")).get_attribute("aria-keyshortcuts") == "L"
    page.keyboard.press("l")
    page.get_by_text("You lay down the set").first.wait_for()
    number = page.get_by_role("textbox", name="Deal number")
    number.fill("")
    number.press("u")
    assert len(table.moves) == 1
    option(page, "Kd").focus()
    page.keyboard.press("m")
    page.get_by_text(say("table.take")).last.wait_for()
    letters = button(page, "Letter keys")
    letters.click()
    page.keyboard.press("Escape")
    page.locator(".cardlab-panel").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.textContent").startswith("More")
    page.keyboard.press("u")
    assert page.locator("[aria-keyshortcuts]").count() == 0
    assert len(table.moves) == 1
    page.locator(".cardlab-menu > summary").click()
    letters.click()
    button(page, "Show on the buttons").click()
    page.keyboard.press("Escape")
    page.locator(".cardlab-choices kbd").nth(2).wait_for()
    assert page.locator(".cardlab-choices kbd").all_inner_texts() == ["L", "X", "C"]
    page.keyboard.press("u")
    page.get_by_text("Undone").wait_for()
    assert table.moves == ()
    # From the list of moves the focus goes to what is said.
    button(page, "Redo").click()
    page.get_by_text("All moves").click()
    button(page, "Start of the round").press("Enter")
    page.get_by_text("after move 0").wait_for()
    page.wait_for_function("() => document.activeElement.className === 'cardlab-turn'")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_things_to_do_at_a_table_have_the_same_letter(lang):
    letters = [text for key, text in Table(deal(seed=7), lang).words.items() if key.startswith("table.key.")]
    assert len(set(letters)) == len(letters) == 11
    assert all(len(one) == 1 and one.isascii() and one.isupper() for one in letters)
