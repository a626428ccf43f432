"""Tasks of every kind in a book that knows the answers, an `Exercise` that asks them, and a mistake to remember."""

from messages import send

from cardlab.cards import cards
from cardlab.classroom.board_questions import answer_codes
from cardlab.lessons.own_mistakes import LEVEL, Weighed, entry
from cardlab.lessons.protocol import OWN, Answered, Task, Verdict
from cardlab.lessons.source import QuestionSource
from cardlab.phrasing.labelled_pile import LabelledPile
from cardlab.tongits import View, parse_move
from cardlab.widgets import Exercise

CARDS = Task("Select the run.", cards("7h 8h 9h Kd 2c"), multiple=True)
ONE_CARD = Task("Which card is dearest?", cards("7h Kd"))
EMPTY = Task("Select what may stay.", cards("7h Kd"), multiple=True, may_be_empty=True)
CHOICE = Task("Is it a meld?", cards("7h 8h"), kind="choice", choices=(("yes", "Yes"), ("no", "No")))
CHOICES = Task("Which are melds?", choices=(("a", "A"), ("b", "B"), ("c", "C")), kind="choice", multiple=True)
NUMBER = Task("How many points?", cards("7h Kd"), kind="number")
PILES = (LabelledPile(cards("4h 5h 6h"), "Pile 1"), LabelledPile(cards("Ks Kh Kc"), "Pile 2"))
PILE = Task("Lay off.", cards("7h Kd"), piles=PILES, kind="card_and_pile")
RUN = cards("7h 8h 9h")
NOW = 1_790_000_000

# A mistake of an own round, as the page of matches gives it to the browser to keep.
FOUND = 1_789_999_000
SEEN = View.read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")
THROWN, TORN_APART = (parse_move(f"0 discard {card}") for card in ("Kh", "3c"))
TURNS = [Weighed(0.0, 0.0, (THROWN,), 4.5), Weighed(11.0, 0.4, (TORN_APART,), -6.5)]
ENTRY = entry(SEEN, TURNS, (TORN_APART,), FOUND)
ANSWER = Answered(OWN, ENTRY["key"], LEVEL, False, 1, 0, FOUND)


class Book(QuestionSource):
    """A source with a right answer for each of its tasks; it notes what it was asked."""

    def __init__(self, *pages, solved=()):
        self.pages = pages
        self.place = 0
        self.solved = set(solved)
        self.given = []

    def task(self):
        return self.pages[self.place % len(self.pages)][0]

    def check(self, answer):
        self.given.append(answer)
        right = answer == self.pages[self.place % len(self.pages)][1]
        if right:
            self.solved.add(self.place)
        return Verdict(right, ("Because.",) if right else ("Not so.", "Nor so."), ("U2.2",))

    def partial_verdict(self, answer):
        right = answer == self.pages[self.place % len(self.pages)][1]
        return Verdict(right, ("This is it.",) if right else ("Not so.", "Nor so."), ("U2.2",))

    @property
    def words(self):
        return self

    hints = ("Look again.",)

    @property
    def solution(self):
        return "This is it.", self.pages[self.place % len(self.pages)][1]

    def written(self, answer):
        return " ".join(answer_codes(answer))

    def next(self):
        self.place += 1

    def progress(self):
        return len(self.solved), len(self.pages)


def exercise(task, answer, lang="en"):
    book = Book((task, answer), (CARDS, RUN))
    return Exercise(book, lang), book


def remembering(source, **more):
    """An exercise, and the list of what it gives the page to remember."""
    widget = Exercise(source, **{"now": lambda: NOW, **more})
    stored = []
    widget.send = lambda content, buffers=None: stored.extend(content.get("remember", ()))
    return widget, stored


def answer(widget, *answers):
    """Gives answers one after the other, as the page says them."""
    for one in answers:
        send(widget, {"do": "check", "answer": [*answer_codes(one)]})


def answer_rightly(widget):
    answer(widget, widget.source.words.solution[1])


def other(widget):
    """A choice that is wrong."""
    right = widget.source.words.solution[1]
    return next(key for key, _ in widget.source.task().choices if key != right)


def on_a_page(shown):
    """What is shown without the buttons of the whole screen."""
    return {"blocks": [one for one in shown["blocks"] if one.get("when") != "full"]}
