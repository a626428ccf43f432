"""Two journeys in every engine: a lesson, wrong and then right, and a round of Tongits to its end."""

from test_lessons import exercises, wrong_answer
from tongits_match import BOTS, SEED, Beside, action, at_table, cards_of, ended, meld_name

from cardlab.phrasing.catalogue import say
from cardlab.tongits import Sapaw
from cardlab.widgets.tongits_table.played_match import Setup

UNDERLINED = """() => [...document.querySelectorAll(".course-term")].map(getComputedStyle)
    .map((style) => `${style.textDecorationLine} ${style.textDecorationStyle}`)"""


def label(task, answer):
    return dict(task.choices)[answer]


def test_a_wrong_answer_is_explained_and_the_right_one_counts(open_window, server):
    place, source = next(exercises("melds", "en"))
    task, (_, right), wrong = source.task(), source.solution(), wrong_answer(source)
    window = open_window(whole=True)
    window.open(f"{server}en/melds.ipynb")
    window.until_ready()
    # Every word with a meaning is marked as one.
    assert set(window.run(UNDERLINED)) == {"underline dotted"}
    cell = f"#cell-{place}"
    for answer, verdict in ((wrong, source.check(wrong)), (right, None)):
        window.press(label(task, answer), cell)
        window.press(say("widget.check"), cell)
        window.one(f"{cell} .cardlab-verdict.cardlab-{'no' if verdict else 'yes'}")
        if verdict:
            window.reads(verdict.sentences[0], cell)
    window.reads(say("exercise.progress", solved=1, total=source.progress()[1]), cell)


def control(reader, move, seen):
    """The words on the button of a move, once its cards are selected."""
    if isinstance(move, Sapaw):
        return f"{say('table.lay_off')}: {meld_name(reader, move.meld, seen.melds[move.meld].meld)}"
    return action(reader, move, seen)


def test_a_round_of_tongits_is_played_to_its_end(open_window, server):
    window = open_window()
    window.open(f"{server}en/play-tongits.ipynb")
    window.until_ready()
    window.type(window.field(say("play_tongits.seed")), str(SEED))
    window.press(say("play_tongits.begin"))
    window.one(".cardlab-felt")
    beside, reader = Beside(Setup(seed=SEED)), at_table("en", 0, BOTS)
    while not beside.over:
        move = beside.move()
        for card in cards_of(move):
            window.click(window.one(f'[role=option][data-card="{card}"]'))
        window.press(control(reader, move, beside.round.seen))
        beside.play(move)
        window.reads(f"{say('table.log')} ({beside.round.at})")
    window.reads(ended(reader, beside.round.state)[0].sentence, ".cardlab-ending")
