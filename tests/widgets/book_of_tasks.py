"""Tasks of every kind in a book that knows the answers, and an `Exercise` that asks them, with what it remembers."""

from wishes import seen, send

from cardlab.cards import cards
from cardlab.lessons.protocol import Task, Verdict
from cardlab.lessons.source import Source
from cardlab.phrasing.lying import Pile
from cardlab.widgets import Exercise

CARDS = Task("Select the run.", cards("7h 8h 9h Kd 2c"), multiple=True)
ONE_CARD = Task("Which card is dearest?", cards("7h Kd"))
EMPTY = Task("Select what may stay.", cards("7h Kd"), multiple=True, may_be_empty=True)
CHOICE = Task("Is it a meld?", cards("7h 8h"), kind="choice", choices=(("yes", "Yes"), ("no", "No")))
CHOICES = Task("Which are melds?", choices=(("a", "A"), ("b", "B"), ("c", "C")), kind="choice", multiple=True)
NUMBER = Task("How many points?", cards("7h Kd"), kind="number")
PILES = (Pile(cards("4h 5h 6h"), "Pile 1"), Pile(cards("Ks Kh Kc"), "Pile 2"))
PILE = Task("Lay off.", cards("7h Kd"), piles=PILES, kind="card_and_pile")
NOW = 1_790_000_000


class Book(Source):
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

    def so_far(self, answer):
        return Verdict(False, ("Not so.", "Nor so."), ("U2.2",))

    def hint(self):
        return "Look again."

    def solution(self):
        return "This is it.", self.pages[self.place % len(self.pages)][1]

    def next(self):
        self.place += 1

    def progress(self):
        return len(self.solved), len(self.pages)


def exercise(task, answer, lang="en"):
    book = Book((task, answer), (CARDS, cards("7h 8h 9h")))
    return Exercise(book, lang), book


def toggle(card):
    return {"do": "toggle", "card": card}


def remembering(source, **more):
    """An exercise, and the list of what it gives the page to remember."""
    widget = Exercise(source, now=lambda: NOW, **more)
    kept = []
    widget.send = lambda content, buffers=None: kept.extend(content.get("remember", ()))
    return widget, kept


def choose(widget, answer):
    for chosen in answer if isinstance(answer, tuple) else (answer,):
        send(widget, {"do": "choose", "key": str(chosen)})
    send(widget, "check")


def other(widget):
    right = widget.source.solution()[1]
    return next(choice["key"] for choice in seen(widget)["choices"] if choice["key"] != right)
