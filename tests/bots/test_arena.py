"""The arena: a bot against others in duplicate, what is told from luck, and what a faulty bot is told."""

import html
import math
import re
from pathlib import Path

import pytest
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell

from cardlab import bots, tongits
from cardlab.analysis.arena import arena
from cardlab.analysis.arena_result import FEWEST, SURE, Matchup
from cardlab.analysis.bots import sensible
from cardlab.analysis.own_bots import BotError
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.record import Record, check
from cardlab.refusal import printable
from cardlab.widgets import PlayTongits

careful = bots.tongits.careful
SHEET = tongits.Rules()


def hasty(view, chance):
    """Plays as `careful` does, by other chances."""
    chance.random()
    return careful(view, chance)


def test_careful_against_itself_is_level():
    result = arena(careful, ["careful"], seed=0, deals=FEWEST, progress=False)
    [same] = result.matchups
    assert (same.payment.mean, same.payment.error, same.sure) == (0, 0, False)
    assert (same.win.error, same.deals, len(result.rounds)) == (pytest.approx(0, abs=1e-9), FEWEST, 3 * FEWEST)
    [other] = arena(hasty, ["careful"], deals=40, seed=5, progress=False).matchups
    assert other.payment.error > 0
    assert abs(other.payment.mean) < SURE * other.payment.error
    assert not other.sure


def test_sensible_beats_careful():
    [matchup] = arena(sensible, ["careful"], seed=0, deals=60, progress=False).matchups
    assert matchup.sure
    assert matchup.payment.mean > 0
    assert matchup.win.mean > 1 / 3 + SURE * matchup.win.error


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_bot_that_has_always_won_or_lost_may_still_do_otherwise(share):
    matchup = Matchup("careful", (5.0,) * FEWEST, (share,) * FEWEST)
    assert matchup.win.mean == share
    assert matchup.win.error == pytest.approx(math.sqrt(12 / 14 * 2 / 14 / FEWEST))


def test_every_deal_is_played_at_every_seat_and_the_error_is_that_of_the_deals():
    result = arena(bots.tongits.random, ["careful", sensible], deals=12, seed=4, progress=False)
    rows = result.rows()
    assert [(row["against"], row["deal"], row["seat"]) for row in rows] == [
        (name, deal, seat) for deal in range(4, 16) for name in ("careful", "sensible") for seat in (0, 1, 2)
    ]
    for matchup in result.matchups:
        sums = [0] * 12
        for row in rows:
            sums[row["deal"] - 4] += row["payment"] * (row["against"] == matchup.against)
        mean = sum(sums) / 36
        variance = sum((one / 3 - mean) ** 2 for one in sums) / 11
        assert matchup.payment.mean == pytest.approx(mean)
        assert matchup.payment.error == pytest.approx((variance / 12) ** 0.5)


def test_equal_seeds_give_equal_figures_and_one_opponent_may_be_given_by_its_name_alone():
    asked = (("careful", 1), (["careful"], 1), (["careful"], 2))
    first, again, other = (arena(hasty, against, deals=3, seed=seed, progress=False) for against, seed in asked)
    assert first == again
    assert first.rows() != other.rows()


def test_the_worst_round_is_a_record_with_names_and_opens_in_review_at_the_dearest_mistake_of_the_bot():
    """A moment that was chosen stays when the round is judged, and can be played on differently."""
    result = arena(careless, ["careful"], deals=1, seed=42, progress=False)
    worst, record = result.worst_round, result.worst
    assert worst.payment == min(row["payment"] for row in result.rows()) < 0
    read = Record.parse(record.text())
    assert check(read) is None
    assert read.start == tongits.deal(SHEET, worst.deal)
    assert read.people == tuple("careless" if seat == worst.seat else f"careful {seat}" for seat in range(3))
    assert read.outcome.payments[worst.seat] == worst.payment
    states = list(record.states())
    table = PlayTongits(record=record, seat=worst.seat)
    assert table.working
    table.finish()
    assert table.shown["at"] == table.reviews.own_mistakes(worst.seat)[0].number - 1 > 0
    assert table.shown["hand"]["label"] == "Careless's hand"
    for at, state in [*enumerate(states)][::4]:
        table.go(at)
        table.changed()
        assert set(table.shown["hand"]["cards"]) == {card.code for card in state.hands[worst.seat]}
        assert bool(table.shown["actions"]) == (not table.shown["ending"] and state.seat == worst.seat)
    table.close()
    at = next(at for at, state in enumerate(states) if at and state.seat == worst.seat)
    table = PlayTongits(record=record, seat=worst.seat)
    table.go(at)
    table.finish()
    assert table.shown["at"] == at
    move = next(move for move in tongits.legal_moves(states[at], worst.seat) if move != record.moves[at])
    table.make(move)
    assert table.state == tongits.play(states[at], move)
    table.close()


def careless(view, chance):
    return tongits.legal_moves(view, view.viewer)[-1]


def test_what_was_played_is_shown_in_its_language_with_an_error_only_once_it_can_be_trusted():
    for deals, errors in ((1, 0), (FEWEST - 1, 0), (FEWEST, 2)):
        result = arena(careful, "random", seed=0, deals=deals, lang="nl", progress=False)
        shown = result._repr_html_()
        assert (str(result).count("±"), result.table().count("±")) == (errors, errors)
        assert html.escape(result.matchups[0].sentences("nl")) in shown
        assert (say("arena.too_few", "nl", name="random", least=3 * FEWEST) in shown) == (deals < FEWEST)
        assert "nan" not in shown
        assert [lang for lang in LANGUAGES if f'lang="{lang}"' in shown] == ["nl"]
    payment = result.matchups[0].payment
    assert f"{payment.mean:.2f} ± {payment.error:.2f}".replace(".", ",") in shown
    several = arena(careful, ["careful", by_markup], seed=2, deals=2, progress=False)._repr_html_()
    assert several.count("<tr>") == 3
    assert "<by_markup>" not in several
    assert "&lt;by_markup&gt;" in several


def by_markup(view, chance):
    return careful(view, chance)


by_markup.__name__ = "<by_markup>"


def test_in_a_notebook_rounds_are_counted_while_it_plays_and_not_afterwards():
    shown = []

    class Publisher(DisplayPublisher):
        def publish(self, data, metadata=None, source=None, *, update=False, **more):
            shown.append((data["text/html"], update))

    shell = InteractiveShell.instance(display_pub_class=Publisher)
    arena(careful, ["careful", "random"], seed=0, deals=3, lang="nl")
    shell.clear_instance()
    counted = [(f"{rounds} van 18 rondes", True) for rounds in range(3, 19, 3)]
    assert shown == [("", False), *counted, ("", True)]


def stopped_after(moves):
    """A bot that the learner interrupts in its move after so many."""
    asked = []

    def stopped(view, chance):
        asked.append(view)
        if len(asked) > moves:
            raise KeyboardInterrupt  # here
        return careful(view, chance)

    return stopped, asked


def is_found(text, view):
    """Whether a text names the bot, its seat, its line and its position."""
    assert "stopped" in text
    assert re.search(rf"\b{view.viewer}\b", text.replace(view.notation, ""))
    number = 1 + Path(__file__).read_text(encoding="utf-8").splitlines().index(
        f"{' ' * 12}raise KeyboardInterrupt  # here"
    )
    assert f"{number}: raise KeyboardInterrupt  # here" in text
    assert view.notation in text
    return True


def test_an_interrupted_run_keeps_its_whole_deals_and_says_where_the_bot_was(capsys):
    stopped, asked = stopped_after(200)
    result = arena(stopped, ["careful"], deals=1_000, lang="de")
    assert result.interrupted
    assert 3 <= len(result.rounds) < 60
    assert [3 * matchup.deals for matchup in result.matchups] == [len(result.rounds)]
    first, second, *_ = str(result).splitlines()
    assert str(len(result.rounds)) in first
    assert is_found(second, asked[-1])
    assert html.escape(second) in result._repr_html_()
    out, err = capsys.readouterr()
    assert out == ""
    assert err.rstrip("\r").split("\r")[-1].startswith(f"{len(result.rounds)} ")
    assert "3000" in err
    stopped, asked = stopped_after(5)
    with pytest.raises(KeyboardInterrupt) as caught:
        arena(stopped, ["careful"], progress=False)
    [note] = caught.value.__notes__
    assert is_found(note, asked[-1]), "no deal was whole"


def test_without_a_language_it_speaks_that_of_the_folder(tmp_path, monkeypatch):
    (tmp_path / "de").mkdir()
    monkeypatch.chdir(tmp_path / "de")
    assert arena(careful, "random", seed=0, deals=1, progress=False).lang == "de"


FAULTY = (
    (lambda view, chance: 1 // 0, "ZeroDivisionError"),
    (lambda view: None, "TypeError"),
    (lambda view, chance: None, "None"),
    (lambda view, chance: "0 draw", "0 draw"),
    (lambda view, chance: tongits.Draw(view.viewer), "T2.2"),
    (lambda view, chance: tongits.Draw((view.viewer + 1) % 3), "1 draw"),
)


def test_a_faulty_bot_is_told_seat_position_and_reason():
    position = tongits.view(tongits.deal(seed=3), 0).notation
    for bot, reason in FAULTY:
        with pytest.raises(BotError) as caught:
            arena(bot, ["careful"], seed=3, lang="nl", progress=False)
        sentence = str(caught.value)
        assert reason in sentence
        assert position in sentence
        assert " 0 " in sentence.replace(position, "")
        assert sentence == caught.value.sentence("nl") == printable(sentence)


def fails(view, chance):
    helped = "" if view.hand else "no"
    return helped.hand  # here


def test_an_error_names_the_line_of_the_bot_and_a_notebook_shows_no_line_of_the_package():
    with pytest.raises(BotError, match=r"at line \d+: return helped\.hand  # here") as caught:
        arena(fails, ["careful"], progress=False)
    [*shown, sentence] = caught.value._render_traceback_()
    assert sentence == str(caught.value)
    assert "return helped.hand" in "\n".join(shown)
    assert not [line for line in shown if "own_bots" in line or "bot_rounds" in line]


def test_an_unknown_opponent_no_deal_and_one_name_for_two_are_refused():
    for against, deals in ((["genius"], 1), (["careful"], 0), ([], 1), (["careful", careful], 1)):
        with pytest.raises(ValueError, match=r"no bot|at least one deal"):
            arena(careful, against, deals=deals, progress=False)
