"""What a notebook shows of each object: well-formed, escaped, nothing hidden; as text it stays what it was."""

import re
import subprocess
import sys
from dataclasses import replace
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.lib.pretty import pretty

from cardlab import bots, explain, tichu, tongits
from cardlab.analysis import whatif
from cardlab.analysis.call_odds import DrawCall
from cardlab.analysis.position import read, view_of
from cardlab.bot_rounds import play_tichu, play_tongits
from cardlab.cards import DECK, TICHU_DECK, Card, cards
from cardlab.drawing import MOST_PARTS, draw_tuples
from cardlab.phrasing.catalogue import LANGUAGES, message, say
from cardlab.phrasing.notebook_labels import label_keys
from cardlab.record import Record
from cardlab.refusal import Refusal
from cardlab.tongits.notation import Draft
from cardlab.widgets.plots import Bar, Unit, bars

ROUND = play_tongits([bots.tongits.careful] * 3, seed=5)
ANSWER = whatif.ask(tongits.view(tongits.deal(seed=7), 0), worlds=20)
LATE = read("hand 2c 4c Ad Ah 4h 6s 9d Jc Qh; meld 0 9c 9h 9s; meld 1 8c 8d 8h; discard Kd Qs Ts")
SVG = "{http://www.w3.org/2000/svg}"
SHOWN = [
    Card("7h"),
    *tongits.best_arrangements("4h 5h 6h 7h 7c 7s Kd"),
    *tongits.best_arrangements("4h 5h 6h 7h 7c 7s Kd")[0].melds,
    *tongits.why_not_meld("7h 8h 10h"),
    tongits.deal(seed=7),
    tongits.view(ROUND.final, 1),
    ROUND,
    ROUND.outcome,
    play_tichu([bots.tichu.careful] * 2, seed=1).outcome,
    tichu.deal(seed=7),
    tichu.Pile.of("7h Ph"),
    ANSWER,
    bars([Bar("one", 0.5, 0.1), Bar("two", 0.4)], Unit.CHANCE, "Chances"),
    tongits.Rules(tie="challenger"),
    tichu.Rules(),
    *map(tongits.parse_move, ("1 sapaw 0 Th Jh low", "0 meld 7h 7d 7s 7c secret", "2 discard Kc", "0 call")),
    *map(tichu.parse_move, ("0 play Ma 0 onto 2c wish 9", "recycle 3h 4d | Kc 2d", "flip")),
    LATE,
    DrawCall.of(view_of(LATE)),
]


def drawn(shown):
    """Return what a notebook shows, and its pictures; fail if one isn't well-formed."""
    page = ElementTree.fromstring(f"<div>{shown._repr_html_()}</div>")
    sources = [image.get("src").removeprefix("data:image/svg+xml,") for image in page.iter("img")]
    return page, [ElementTree.fromstring(unquote(source)) for source in sources]


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: type(shown).__name__)
def test_what_is_shown_is_well_formed_and_leaves_the_text_as_it_is(shown):
    page, pictures = drawn(shown)
    assert "".join(page.itertext()).strip() or pictures
    assert all(picture.tag == f"{SVG}svg" for picture in pictures)
    bundle = InteractiveShell.instance().display_formatter.format(shown)[0]
    assert bundle.keys() == {"text/html", "text/plain"}
    game = tichu if type(shown).__module__.startswith("cardlab.tichu") else tongits
    names = {name: getattr(game, name) for name in game.__all__}
    names |= {"cards": cards, "Card": Card, "read": read, "DrawCall": DrawCall}
    pasted = tongits.State | tongits.View | Card | tongits.Rules | tichu.Rules | tongits.Move | tichu.Move | Draft
    if isinstance(shown, pasted | DrawCall):
        assert len(bundle["text/plain"]) < 1000
        assert eval(bundle["text/plain"], names) == shown


def test_a_picture_names_its_cards_and_draws_each():
    for card in TICHU_DECK:
        page, (picture,) = drawn(card)
        assert Card(page.find("img").get("alt")) is Card(picture.find(f"{SVG}title").text) is card
        signs = [use.get("href") for use in picture.iter(f"{SVG}use")]
        assert signs == [f"#{card.suit or card.code}"] * 2
        assert {sign.get("id") for sign in picture.iter(f"{SVG}path")} == {card.suit or card.code}


@pytest.mark.parametrize(
    "shown",
    [
        tongits.legal_moves(tongits.deal(seed=7), 0),
        list(tongits.melds_in("4h 5h 6h 7h 7c 7s Kd")),
        tongits.why_not(tongits.deal(seed=7), "1 draw"),
    ],
)
def test_a_notebook_draws_tuples_and_lists_part_by_part(shown):
    draw_tuples()
    bundle = InteractiveShell.instance().display_formatter.format(shown)[0]
    assert bundle == {"text/html": "".join(part._repr_html_() for part in shown), "text/plain": pretty(shown)}


@pytest.mark.parametrize(
    ("shown", "rows"),
    [
        (cards("7h 8s X1"), [3]),
        (tongits.deal(seed=7).hands[0], [13]),
        (list(DECK), [13, 13, 13, 13]),
        (tongits.deal(seed=7).hands, [13, 12, 12]),
    ],
)
def test_a_notebook_fans_cards_out_a_hand_in_a_row(shown, rows):
    draw_tuples()
    bundle = InteractiveShell.instance().display_formatter.format(shown)[0]
    page = ElementTree.fromstring(f"<div>{bundle['text/html']}</div>")
    assert [len(image.get("alt").split()) for image in page.iter("img")] == rows
    assert bundle["text/plain"] == pretty(shown)


def test_what_is_empty_long_or_foreign_stays_text():
    draw_tuples()
    for shown in ((), [], (Card("7h"),) * (MOST_PARTS + 1), ((Card("7h"),), (1,)), (Card("7h"), 1), (1, 2), ["7h"]):
        assert "text/html" not in InteractiveShell.instance().display_formatter.format(shown)[0]


def test_T6_9_a_secret_four_is_shown_to_its_owner_alone():
    rules = tongits.Rules(secret_four=True)
    table = tongits.deal(rules, seed=7)
    (four,) = tongits.meld_readings("7c 7d 7h 7s", rules)
    table = replace(table, hands=((), (), ()), melds=(tongits.state.Laid(four, 0, True),))
    own, other = (drawn(tongits.view(table, seat)) for seat in (0, 1))
    assert [image.get("alt") for image in own[0].iter("img")] == ["7♣ 7♦ 7♥ 7♠"]
    assert not other[1]


def test_a_refusal_shows_its_sentence_with_clause_and_repair():
    shown = "".join(drawn(tongits.why_not_meld("7h 8h 10h")[0])[0].itertext())
    words = say("refusal.not_consecutive", cards=cards("7h 8h Th"), missing=cards("9h"))
    assert shown == f"{words} {say('fix.add', cards=cards('9h'))} (T3.2)"


def test_foreign_text_is_escaped():
    odd = Refusal("<b>&", "T3.2", {"text": "<i>"})
    assert "<b>& (T3.2): text=<i>" in "".join(drawn(odd)[0].itertext())
    assert drawn(bars([Bar("<b>&", 0.5), Bar("two", 0.4)], Unit.CHANCE, '"<i>'))[0].find("img").get("alt")[:4] == '"<i>'
    assert "wish <b>&" in "".join(drawn(tichu.Pile.of("Ma", wish="<b>&"))[0].itertext())


def test_a_record_gives_its_last_state_and_its_outcome():
    *_, last = ROUND.states()
    assert ROUND.final == last
    assert ROUND.outcome == tongits.outcome(last)
    begun = Record(tongits.deal(seed=1))
    assert begun.final == begun.start
    assert begun.outcome is None
    assert "".join(drawn(begun.add("0 discard As"))[0].itertext()) == "tongits10 discard As", "a wrong one is shown too"


def test_the_rows_of_an_answer_are_plain():
    rows = ANSWER.rows()
    assert [row["turn"] for row in rows] == ["; ".join(map(str, option.turn)) for option in ANSWER.options]
    assert [(row["win"], row["win_error"]) for row in rows] == [(one.win.mean, one.win.error) for one in ANSWER.options]
    assert {type(value) for row in rows for value in row.values()} <= {str, float, int}


def test_a_game_loads_no_library_for_display():
    loaded = "import sys; import cardlab; cardlab.tongits.deal()._repr_html_(); print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", loaded], capture_output=True, encoding="utf-8", check=True).stdout
    assert not {"numpy", "IPython", "ipywidgets", "anywidget"} & set(modules.split())


@pytest.fixture(params=LANGUAGES)
def lang(request, tmp_path, monkeypatch):
    """Run a test in the folder of each language's notebooks."""
    folder = tmp_path / request.param
    folder.mkdir()
    monkeypatch.chdir(folder)
    return request.param


def words_of(shown):
    """Return the names and notes of a drawing, in parts, with a sign for what varies."""
    cells = [cell.text or "" for cell in drawn(shown)[0].iter() if cell.tag in ("caption", "th")]
    notes = [(cell.text or "") + "".join(picture.tail or "" for picture in cell) for cell in drawn(shown)[0].iter("td")]
    return {part.strip() for text in (*cells, *notes) for part in text.split(", ")} - {""}


CALLED = tongits.State.read("meld 0 4c 4d 4s; hand 0 2c; hand 1 3c; hand 2 5d; stock 9; seat 0 draw")
ENDED = [
    tongits.Outcome(ending, 0, (0, 4, 12), (16, -4, -12), frozenset({1}), clause="T5.1") for ending in tongits.Ending
]


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: type(shown).__name__)
def test_what_is_shown_prints_in_a_few_lines(shown):
    assert len(repr(shown)) < 1000


def test_an_answer_prints_how_much_was_tried_and_what_is_best():
    best = "; ".join(map(str, ANSWER.options[0].turn))
    assert repr(ANSWER) == f"Answer(<{len(ANSWER.options)} options>, worlds=20, done=True, best={best!r})"


TABLES = [
    tongits.view(tongits.deal(tongits.Rules(tie="challenger"), seed=7), 1),
    replace(CALLED, phase=tongits.Phase.ANSWER, caller=0, challengers=frozenset({1, 2})),
    replace(CALLED, phase=tongits.Phase.DRAW),
    tongits.view(replace(tongits.deal(), melds=(tongits.state.Laid(None, 0, True),)), 1),
    replace(CALLED, phase=tongits.Phase.OVER),
    *ENDED,
    *tongits.best_arrangements("4h 5h 6h 7h 7c 7s 8s Kd", ["9s Ts Js"]),
    *(tichu.Outcome(ending, 0, (2, 0)) for ending in tichu.Ending),
    tichu.Pile.of("2c Ma", wish="Q"),
    replace(tichu.view(tichu.deal(), 0), piles=(tichu.Pile.of("2c Ma", wish="Q"),) * 2, owes=(True, False)),
    ANSWER,
    DrawCall.of(view_of(LATE)),
]


def test_what_is_drawn_speaks_the_language_of_the_notebook(lang):
    """Every name and note that is drawn comes from the catalogue, and every one there is drawn."""
    found = set().union(*map(words_of, TABLES))
    assert all(ElementTree.fromstring(shown._repr_html_()).get("lang") == lang for shown in TABLES)
    written = {key: re.escape(message(key, lang)) for key in label_keys()}
    patterns = {key: re.compile(re.sub(r"\\{number.*?\\}", ".+", text)) for key, text in written.items()}
    unknown = {part for part in found if not any(one.fullmatch(part) for one in patterns.values())}
    moves = {row["turn"] for row in ANSWER.rows()}
    assert {part for part in unknown - moves if not re.search(r"^[\d−+-]|±|=|^Tongits$|^Tichu", part)} == set()
    assert {key for key, one in patterns.items() if not any(one.fullmatch(part) for part in found)} == set()


def test_a_refusal_and_the_letters_of_cards_are_in_the_language_of_the_notebook(lang):
    [refusal] = tongits.why_not_meld("Th Jh Kh")
    page, _ = drawn(refusal)
    assert page.find("p").get("lang") == lang
    assert page.find("p").text == explain(refusal, lang)
    page, [picture] = drawn(Card("Jh"))
    letter = say("rank.J", lang)
    assert page.find("img").get("alt") == f"{letter}♥"
    assert picture.find(f".//{SVG}text").text == letter
