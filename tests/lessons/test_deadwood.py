"""What the lesson about deadwood teaches, on questions made by hand."""

from asked import row, table

from cardlab.cards import cards
from cardlab.lessons.deadwood import HOUSE, ask_concealed, ask_count, ask_hasty, ask_loose
from cardlab.lessons.practice_hands import best_whole
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.labelled_pile import LabelledPile
from cardlab.tongits import SHEET, Kind, why_meld

SETS_FIRST_COSTS = cards("6d 7d 8d 8c 8s 7s 9s")
RUNS_FIRST_COSTS = cards("7c 7d 7h 8h 9h 9c 9s 2d")
TWO_BEST = cards("8c 8d 8h 9h Th Tc Ts 9c 3d")


def meld(text):
    return why_meld(cards(text))


COUNT = ask_count(cards("As 7h Kd"))
ON_TABLE = ask_count(cards("As 7h Kd"), (meld("4c 5c 6c"),))
HIDDEN, LAID = cards("5c 5d 5s Kh 2c"), (meld("7h 8h 9h"),)


test_a_question_about_deadwood_has_its_answer_and_is_told_why = table(
    row("T9.1 a miscount is told by its cause", COUNT, 18, 21, 28, 20, 17),
    row("T9.2 what lies on the table does not count", ON_TABLE, 18, 33),
    row(
        "T3.4 cards without a meld are counted",
        ask_loose(SETS_FIRST_COSTS),
        best_whole(SETS_FIRST_COSTS)[0].loose,
        cards("8c 9s"),
        cards("6d 7d 7s 9s"),
    ),
    row("T9.2 nothing loose", ask_loose(cards("4h 5h 6h 9c 9d 9s")), ()),
    row("T9.2 haste costs the difference", ask_hasty(SETS_FIRST_COSTS), 21, 29, 8),
    row("T9.2 or it is the other haste that does", ask_hasty(RUNS_FIRST_COSTS, Kind.RUN), 24),
    row("T9.2 a hidden meld by the sheet", ask_concealed(HIDDEN, LAID, SHEET), 27, 12),
    row("T9.2 a hidden meld by the house rule", ask_concealed(HIDDEN, LAID, HOUSE), 12, 27),
)


def test_T9_2_every_best_arrangement_is_right():
    question = ask_loose(TWO_BEST)
    for arrangement in best_whole(TWO_BEST):
        verdict = question.read("en").check(arrangement.loose)
        assert verdict.right
        loose = tuple(sorted(arrangement.loose, key=lambda card: (card.number, card)))
        assert verdict.groups[-1] == LabelledPile(loose, "loose")
        assert say("lesson.best.several", "en", count=2) in verdict.sentences
