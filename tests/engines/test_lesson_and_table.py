"""A journey in Firefox and WebKit: exercises of a lesson, and a round of Tongits, in `make long` to its end."""

from pages import IS_LONG
from test_lessons import exercises, parts
from tongits_match import SEED, Beside, called, cards_of, end_of

from cardlab.phrasing.catalogue import say
from cardlab.widgets.tongits_table.played_match import Setup
from tests.lessons.asked import wrong_answer

TURNS = 12
"""How many moves are made in `make test`, those of the bots too."""
UNDERLINED = """() => [...document.querySelectorAll(".course-term")].map(getComputedStyle)
    .map((style) => `${style.textDecorationLine} ${style.textDecorationStyle}`)"""


def label(task, answer):
    return dict(task.choices)[answer]


def check(window, cell, task, answer):
    """Answers, by choices or cards, and has it checked."""
    for part in parts(task, answer):
        if isinstance(part, str):
            window.press(label(task, part), cell)
        else:
            window.click(window.one(f'{cell} [role=option][data-card="{part}"]'))
    window.press(say("widget.check"), cell)


def test_a_wrong_answer_is_explained_a_right_one_counted_and_a_round_of_tongits_played(course):
    window, page = course(whole=True)
    window.open(page("melds"))
    window.until_ready()
    # Every word with a meaning is marked as one.
    assert set(window.run(UNDERLINED)) == {"underline dotted"}
    # One is answered by a choice, the other by cards.
    for number, (place, source) in enumerate(list(exercises("melds", "en"))[:2]):
        task, cell = source.task(), f"#cell-{place}"
        if not number:
            wrong = wrong_answer(source.question)
            check(window, cell, task, wrong)
            window.one(f"{cell} .cardlab-verdict.cardlab-no")
            window.reads(source.check(wrong).sentences[0], cell)
        check(window, cell, task, source.words.solution[1])
        window.one(f"{cell} .cardlab-verdict.cardlab-yes")
        window.reads(say("exercise.progress", solved=1, total=source.progress()[1]), cell)
    window.open(page("play-tongits"))
    window.until_ready()
    window.type(window.field(say("play_tongits.seed")), str(SEED))
    window.press(say("play_tongits.begin"))
    window.one(".cardlab-felt")
    beside = Beside(Setup(seed=SEED))
    while not beside.over and (IS_LONG or beside.round.at < TURNS):
        move = beside.move()
        for card in cards_of(move):
            window.click(window.one(f'[role=option][data-card="{card}"]'))
        window.press(called(move, beside.round.seen))
        beside.play(move)
        window.reads(f"{say('table.log')} ({beside.round.at})")
    if IS_LONG:
        window.reads(end_of(beside), ".cardlab-ending")
