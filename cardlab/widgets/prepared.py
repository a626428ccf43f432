"""The list of prepared steps beside the stage of `Demo`: named, put in order, kept by the browser, a file, a link.

What a step is, `cardlab.lessons.stage` says; names are whatever somebody has typed, and are shown as text only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypedDict, assert_never

from cardlab.lessons.stage import (
    LONGEST_FILE,
    LONGEST_LINK,
    LONGEST_NAME,
    MOST_STEPS,
    PLANS,
    NotStaged,
    Prepared,
    Staged,
    linked,
    named,
    read,
    title,
    written,
)
from cardlab.locale import say
from cardlab.widgets.exercise import Trouble
from cardlab.widgets.tongits_table.messages import Elsewhere, Recall


@dataclass(frozen=True, slots=True)
class AddStep:
    """What stands on the stage becomes a prepared step, after the one that is shown."""

    do: Literal["add"]


@dataclass(frozen=True, slots=True)
class NameStep:
    """A step is called so from now on."""

    do: Literal["name"]
    place: int
    text: str


@dataclass(frozen=True, slots=True)
class MoveStep:
    """A step comes earlier or later."""

    do: Literal["move_step"]
    place: int
    by: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class PickStep:
    """A step is to be shown, or to be dropped."""

    do: Literal["show", "drop"]
    place: int


@dataclass(frozen=True, slots=True)
class WalkOn:
    """The next prepared step is to be shown, or the one before."""

    do: Literal["walk"]
    by: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class OpenPlan:
    """The steps of a plan take the place of those in the list."""

    do: Literal["plan"]
    name: str


@dataclass(frozen=True, slots=True)
class OpenSteps:
    """The text of a file or a link; `linked` if it came with the address of the page."""

    do: Literal["open"]
    text: str
    linked: bool = False


@dataclass(frozen=True, slots=True)
class ListButton:
    """Save the list, copy its link, keep a list that came from elsewhere, take back the own one; a file is too long."""

    do: Literal["save", "link", "keep_these", "take_back", "too_long"]


Deed: TypeAlias = AddStep | NameStep | MoveStep | PickStep | WalkOn | OpenPlan | OpenSteps | ListButton
"""What is done with the list."""


class StepPicture(TypedDict):
    """A prepared step: its name, what it shows, and whether it stands on the stage."""

    place: int
    name: str
    what: str
    chosen: bool


class PlanPicture(TypedDict):
    """A plan that may be opened."""

    name: str
    label: str


class ListPicture(TypedDict):
    """The list; `lent`: it came from elsewhere while the browser keeps another one; `link`: itself in an address."""

    all: list[StepPicture]
    now: str
    before: bool
    after: bool
    lent: str
    link: str
    plans: list[PlanPicture]
    longest_name: int
    largest: int


Send: TypeAlias = Callable[[Mapping[str, object]], None]


class PreparedSteps:
    """The steps in their order, and which of them is shown; `said` is said of what was done last."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self.steps: tuple[Prepared, ...] = ()
        self.place = -1
        self.said = ""
        self._own: tuple[Prepared, ...] = ()
        self._lent = False

    def bring(self, steps: tuple[Prepared, ...]) -> None:
        """The address of the page has brought these, before it is known what the browser keeps."""
        self.steps, self._lent = steps, True

    @property
    def is_lent(self) -> bool:
        """Whether these came from elsewhere, and the browser keeps others."""
        return self._lent

    def has(self, by: int) -> bool:
        """Whether there is a step so far on or back."""
        return self.place + by in range(len(self.steps))

    def walk(self, by: int) -> Prepared | None:
        """Goes on or back in the list; None at its ends. Whoever is at none of its steps comes to the first."""
        self.said = ""
        if not self.has(by):
            return None
        self.place += by
        return self.steps[self.place]

    def find(self, what: Staged) -> None:
        """Whoever comes back to a step of the list by the address of the page goes on from there."""
        if self.place < 0:
            self.place = next((place for place, one in enumerate(self.steps) if one.what == what), -1)

    def remember(self, message: Recall | Trouble | Elsewhere, send: Send) -> None:
        """Takes up what the browser has kept; what another tab has kept is asked for."""
        match message:
            case Recall(text=""):
                self._own = ()
                if self._lent:
                    self._lent = False
                    self._keep(send)
            case Recall(text=text):
                try:
                    self._own = read(text)
                except NotStaged as fault:
                    send({"unread": True})
                    self.said = say("demo.unread", self._lang, why=fault.sentence(self._lang))
                    return
                self._lent = self._lent and self.steps != self._own
                if not self._lent:
                    self.steps = self._own
                    self.place = min(self.place, len(self.steps) - 1)
            case Trouble(kind=kind):
                self.said = say(f"demo.storage.{'forbidden' if kind == 'forbidden' else 'full'}", self._lang)
            case Elsewhere():
                send({"ask": True})

    def do(self, message: Deed, what: Staged, send: Send) -> Prepared | None:
        """Does what is asked for with `what` on the stage; returns the step that is to be shown now, if one is."""
        self.said = ""
        before = self.steps
        shown = self._done(message, what, send)
        if self.steps not in (before, self._own) and not self._lent:
            self._keep(send)
        return shown

    def _keep(self, send: Send) -> None:
        """Lets the browser keep the list."""
        self._own = self.steps
        send({"keep": written(self.steps) if self.steps else ""})

    def _done(self, message: Deed, what: Staged, send: Send) -> Prepared | None:
        match message:
            case AddStep():
                self._add(what)
            case NameStep(place=place, text=text):
                if place in range(len(self.steps)):
                    self._replace(place, replace(self.steps[place], name=named(text)))
            case MoveStep(place=place, by=by):
                self._move(place, by)
            case PickStep(do="drop", place=place):
                self._drop(place)
            case PickStep(place=place):
                if place in range(len(self.steps)):
                    self.place = place
                    return self.steps[place]
            case WalkOn(by=by):
                return self.walk(by)
            case OpenPlan(name=name):
                if name in PLANS:
                    return self._take(tuple(Prepared(one) for one in PLANS[name]))
            case OpenSteps(text=text, linked=is_linked):
                return self._open(text, is_linked)
            case ListButton():
                self._press(message, send)
            case _:
                assert_never(message)
        return None

    def _press(self, message: ListButton, send: Send) -> None:
        match message.do:
            case "save":
                send({"file": {"name": "cardlab-steps.json", "text": written(self.steps)}})
                self.said = say("demo.saved", self._lang, count=len(self.steps))
            case "link":
                fits = len(linked(self.steps)) <= LONGEST_LINK
                self.said = say("demo.copied" if fits else "demo.link_long", self._lang)
            case "keep_these":
                self._lent = False
                self._keep(send)
            case "take_back":
                self._lent = False
                self.steps, self.place = self._own, -1
            case "too_long":
                self.said = NotStaged("file_long").sentence(self._lang)

    def _add(self, what: Staged) -> None:
        if len(self.steps) >= MOST_STEPS:
            self.said = NotStaged("many", most=MOST_STEPS).sentence(self._lang)
            return
        at = self.place + 1 if self.place >= 0 else len(self.steps)
        self.steps = (*self.steps[:at], Prepared(what), *self.steps[at:])
        self.place = at
        self.said = say("demo.added", self._lang, number=at + 1, count=len(self.steps))

    def _replace(self, place: int, step: Prepared) -> None:
        self.steps = (*self.steps[:place], step, *self.steps[place + 1 :])

    def _move(self, place: int, by: int) -> None:
        to = place + by
        if place not in range(len(self.steps)) or to not in range(len(self.steps)):
            return
        moved = list(self.steps)
        moved[place], moved[to] = moved[to], moved[place]
        self.steps = tuple(moved)
        self.place = {place: to, to: place}.get(self.place, self.place)

    def _drop(self, place: int) -> None:
        if place not in range(len(self.steps)):
            return
        self.steps = (*self.steps[:place], *self.steps[place + 1 :])
        self.place = -1 if self.place == place else self.place - (self.place > place)

    def _open(self, text: str, is_linked: bool) -> Prepared | None:
        try:
            return self._take(read(text))
        except NotStaged as fault:
            why = fault.sentence(self._lang)
            self.said = say("demo.not_there" if is_linked else "demo.not_opened", self._lang, why=why)
            return None

    def _take(self, steps: tuple[Prepared, ...]) -> Prepared | None:
        """These steps instead of those in the list; what the browser keeps stays there until somebody chooses."""
        self._lent = bool(self._own) and steps != self._own
        self.steps, self.place = steps, 0 if steps else -1
        return steps[0] if steps else None

    def picture(self) -> ListPicture:
        """The list as it is drawn."""
        lang = self._lang
        link = linked(self.steps)
        return {
            "all": [
                {"place": place, "name": one.name, "what": title(one.what, lang), "chosen": place == self.place}
                for place, one in enumerate(self.steps)
            ],
            "now": self._now(),
            "before": self.has(-1),
            "after": self.has(1),
            "lent": say("demo.lent", lang) if self._lent else "",
            "link": link if self.steps and len(link) <= LONGEST_LINK else "",
            "plans": [{"name": name, "label": say(f"demo.plan.{name}", lang)} for name in PLANS],
            "longest_name": LONGEST_NAME,
            "largest": LONGEST_FILE,
        }

    def _now(self) -> str:
        if self.place < 0:
            return ""
        one = self.steps[self.place]
        name = one.name or title(one.what, self._lang)
        return say("demo.step_now", self._lang, number=self.place + 1, count=len(self.steps), name=name)
