"""What can stand on the stage of the projector, as data: in the address of the page, in a link, in a file.

- `Staged`: a question, a table of Tongits, a round with notes, a race in slow motion, or an exhibit of a lesson;
- `fields` writes one as names and values, as they stand in an address; `staged` reads them;
- `Prepared`: one of them with the name that somebody has given it; lists of them as a text, and within a link;
- `PLANS`: lists for ten minutes.

Knows no widget: what is drawn of it, `cardlab.widgets.exhibits` says.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias
from urllib.parse import parse_qsl, urlencode

from cardlab import shelf, tichu, tongits
from cardlab.lessons.address import LARGEST_SEED
from cardlab.lessons.course import LESSONS, lesson_named
from cardlab.lessons.disagree.dispute import Dispute
from cardlab.lessons.disagree.disputes import about, presets
from cardlab.lessons.drill import LEVELS
from cardlab.locale import say
from cardlab.refusal import NotationError
from cardlab.tell import explain
from cardlab.tongits.rules import PRESETS

LARGEST_NUMBER: Final = 9_999
LONGEST_NAME: Final = 80
LONGEST_POSITION: Final = 1_500
LONGEST_LINK: Final = 6_000
"""A longer link is cut by some programs that send it on."""
LONGEST_FILE: Final = 200_000
MOST_STEPS: Final = 60
_FILE: Final = "cardlab_steps"
_SHOWN: Final = 40

# What can stand there


@dataclass(frozen=True, slots=True)
class Ask:
    """A question: its drill by the whole name, the level, the start number, and the number of the question from 1."""

    drill: str
    level: int = 1
    seed: int = 1
    number: int = 1


@dataclass(frozen=True, slots=True)
class Play:
    """A table of Tongits with all hands up: a deal by the house rules of a preset, or a position as it is written."""

    deal: int = 1
    preset: str = "sheet"
    position: str = ""


@dataclass(frozen=True, slots=True)
class Study:
    """A round of the shelf with its notes, after so many moves."""

    round: str
    move: int = 0


@dataclass(frozen=True, slots=True)
class Slow:
    """A race in slow motion: the number of a deal, the name of a position, or a position as it is written."""

    start: str = "7"


@dataclass(frozen=True, slots=True)
class Show:
    """An exhibit by its name, with the house rules that are switched; `number`: which dispute or match it shows."""

    name: str
    rules: frozenset[str] = frozenset()
    number: int = 1


Staged: TypeAlias = Ask | Play | Study | Slow | Show
FIELDS: Final = (
    "lesson", "kind", "level", "seed", "number", "table", "preset", "round", "move", "race", "show", "rules",
)  # fmt: skip
"""The names under which a step stands in an address."""

# The exhibits of the lessons, as positions in notation

SHOWDOWNS: Final[Mapping[str, str]] = {
    "burned": "hand 0 9c 4d; hand 1 8d 6s; hand 2 2c 3d Ah; meld 0 6h 7h 8h; meld 1 Kc Kd Ks",
    "tie": "hand 0 4c 7d; hand 1 9h 4s; hand 2 5d 6c; meld 0 Ah 2h 3h; meld 2 Jc Jd Js; meld 1 8s 9s Ts",
    "concealed": "hand 0 8c 8d 8h 2s; hand 1 6d 5c; hand 2 7c 9h; meld 0 Ah 2h 3h; meld 1 Jc Jd Js; meld 2 8s 9s Ts",
}
"""Three open hands, and the melds on the table with their owners."""
PILES: Final[Mapping[str, str]] = {
    "neighbours": "pile 0 6s; pile 1 Jh; hand 0 5c 7d 7h 8s Td Qs Kc Ah",
    "ace": "pile 0 Ks As; pile 1 3d 2d; hand 0 2h Ac Kd 3s",
    "phoenix": "pile 0 7c Ph; pile 1 Kd; hand 0 5h 6s 7d 8c 9s Qh",
    "dog": "pile 0 7c; pile 1 Kd; hand 0 Do 4s 9h 2d; extra 0 3h; extra 1 Ts",
    "mah_jong": "pile 0 3c 2c; pile 1 Qd Kd; hand 0 Ma 8h 9s Tc 6d",
    "dragon": "pile 0 Qd Dr; pile 1 5h; hand 0 Ph Ks Ah 9c",
}
"""Two piles, a hand, and the cards that a Dog turns up."""
RACES: Final[Mapping[str, str]] = {
    "phoenix": "hand 0 5d 7d Qc Ph; hand 1 5c 7h Ts; pile 0 6s; pile 1 Jh",
    "dog": "hand 0 Do 8s 4h; hand 1 3c Qd 9h; pile 0 7c; pile 1 Kd; extra 0 3h; extra 1 Ts",
    "mah_jong": "hand 0 Ma 8h 9s 6d; hand 1 7c Th 5s; pile 0 3c 2c; pile 1 Qd Kd; draw 0 4h; draw 1 Jc",
    "stuck": "hand 0 2c 9d Kh; hand 1 2h 9s 3d; pile 0 4d 5h 6s; pile 1 9h Th Jd; extra 0 7c 4s; extra 1 Qc 8d",
}
"""Positions of a race, seat 0 being the lower hand."""
COMPARED: Final[Mapping[str, tuple[str, ...]]] = {
    "turns": ("T1", "T2", "T3", "T4"),
    "calls": ("T6",),
    "ends": ("T8", "T9", "T10"),
    "presets": (),
    "stacks": ("U2", "U5"),
    "races": ("U3", "U4", "U6"),
}
"""Disputes by the chapters that they are about; without chapters the two presets are compared."""
SWITCHED: Final[Mapping[str, tuple[str, ...]]] = {
    "showdown": ("tie", "showdown", "concealed_melds_count"),
    "piles": ("wrap", "dragon_locks"),
}
"""The house rules that can be switched at each kind of exhibit."""
EXHIBITS: Final = (
    *(f"showdown-{name}" for name in SHOWDOWNS),
    *(f"piles-{name}" for name in PILES),
    *(f"compare-{name}" for name in COMPARED),
    "score",
)


def disputes(name: str) -> tuple[Dispute, ...]:
    """The disputes of an exhibit, by its name in `COMPARED`; raises KeyError if there is none."""
    chapters = COMPARED[name]
    return about(*chapters) if chapters else presets()


# In an address, and back


class NotStaged(Exception):
    """What is asked for does not exist; `sentence` says so in a language."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts

    def sentence(self, lang: str) -> str:
        """What is wrong, for whoever has asked."""
        facts: dict[str, object] = {}
        for name, fact in self.facts.items():
            match fact:
                case NotStaged():
                    facts[name] = fact.sentence(lang)
                case NotationError(refusal=refusal):
                    facts[name] = explain(refusal, lang)
                case _:
                    facts[name] = fact
        return say(f"demo.wrong.{self.key}", lang, **facts)


def fields(what: Staged) -> dict[str, str]:
    """A step as names and values; number, move, preset and rules only where they are not the usual ones.

    >>> fields(Ask("draw_call.who_wins", 3, 12))
    {'lesson': 'draw-call', 'kind': 'who_wins', 'level': '3', 'seed': '12'}
    """
    match what:
        case Ask(drill=drill, level=level, seed=seed, number=number):
            lesson, _, kind = drill.partition(".")
            told = {"lesson": lesson.replace("_", "-"), "kind": kind, "level": str(level), "seed": str(seed)}
            return told | ({"number": str(number)} if number > 1 else {})
        case Play(position=position) if position:
            return {"table": position}
        case Play(deal=deal, preset=preset):
            return {"table": str(deal)} | ({"preset": preset} if preset != "sheet" else {})
        case Study(round=name, move=move):
            return {"round": name} | ({"move": str(move)} if move else {})
        case Slow(start=start):
            return {"race": start}
        case Show(name=name, rules=rules, number=number):
            told = {"show": name} | ({"number": str(number)} if number > 1 else {})
            return told | ({"rules": ",".join(sorted(rules))} if rules else {})


def staged(given: Mapping[str, str]) -> Staged | None:
    """What is asked for by these names and values; None if nothing is.

    Raises NotStaged for what does not exist.

    >>> staged({"lesson": "draw-call", "kind": "who_wins", "level": "3", "seed": "12"})
    Ask(drill='draw_call.who_wins', level=3, seed=12, number=1)
    """
    if "table" in given:
        return _play(given["table"], given.get("preset", "sheet"))
    if "round" in given:
        return _study(given["round"], given)
    if "race" in given:
        return _slow(given["race"])
    if "show" in given:
        return _show(given["show"], given)
    return _ask(given) if "lesson" in given or "kind" in given else None


def _number(given: Mapping[str, str], name: str, least: int, most: int, default: int) -> int:
    text = given.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(most)) or not least <= int(text) <= most:
        raise NotStaged("number", name=name, least=least, most=most, text=text[:_SHOWN])
    return int(text)


def _ask(given: Mapping[str, str]) -> Ask:
    wanted, kind = given.get("lesson", ""), given.get("kind", "")
    try:
        lessons = (lesson_named(wanted),) if wanted else LESSONS
    except KeyError:
        raise NotStaged("lesson", text=wanted[:_SHOWN]) from None
    drills = [drill.name for lesson in lessons for drill in lesson.drills]
    name = next((one for one in drills if kind in (one, one.partition(".")[2])), drills[0] if not kind else "")
    if not name:
        raise NotStaged("kind", text=kind[:_SHOWN])
    return Ask(
        name,
        _number(given, "level", 1, LEVELS, 1),
        _number(given, "seed", 0, LARGEST_SEED, 1),
        _number(given, "number", 1, LARGEST_NUMBER, 1),
    )


def _play(text: str, preset: str) -> Play:
    if preset not in PRESETS:
        raise NotStaged("preset", text=preset[:_SHOWN])
    if text.isascii() and text.isdigit():
        return Play(_number({"table": text}, "table", 0, LARGEST_SEED, 1), preset)
    if len(text) > LONGEST_POSITION:
        raise NotStaged("long", most=LONGEST_POSITION)
    try:
        table = tongits.State.read(text)
    except NotationError as unreadable:
        raise NotStaged("position", why=unreadable) from None
    if any(not hand for hand in table.hands):
        raise NotStaged("hands")
    return Play(position=text)


def _study(name: str, given: Mapping[str, str]) -> Study:
    if name not in shelf.names():
        raise NotStaged("round", text=name[:_SHOWN])
    return Study(name, _number(given, "move", 0, len(shelf.open(name).moves), 0))


def _slow(text: str) -> Slow:
    if text in RACES:
        return Slow(text)
    if text.isascii() and text.isdigit():
        return Slow(str(_number({"race": text}, "race", 0, LARGEST_SEED, 1)))
    if len(text) > LONGEST_POSITION:
        raise NotStaged("long", most=LONGEST_POSITION)
    try:
        tichu.State.read(text)
    except NotationError as unreadable:
        raise NotStaged("position", why=unreadable) from None
    return Slow(text)


def _show(name: str, given: Mapping[str, str]) -> Show:
    if name not in EXHIBITS:
        raise NotStaged("show", text=name[:_SHOWN])
    kind, _, which = name.partition("-")
    rules = frozenset(filter(None, given.get("rules", "").split(",")))
    if unknown := sorted(rules.difference(SWITCHED.get(kind, ()))):
        raise NotStaged("rule", text=unknown[0][:_SHOWN])
    most = len(disputes(which)) if kind == "compare" else LARGEST_SEED if kind == "score" else 1
    return Show(name, rules, _number(given, "number", 1, most, 1))


# Names, lists and files


@dataclass(frozen=True, slots=True)
class Prepared:
    """A step of a demonstration: what it shows, and the name that somebody has given it."""

    what: Staged
    name: str = ""


def called(exhibit: str, lang: str) -> str:
    """What an exhibit is called, by its name in `EXHIBITS`."""
    return say(f"demo.show.{exhibit.replace('-', '.')}", lang)


def title(what: Staged, lang: str) -> str:
    """What a step shows, in a few words: what it is called as long as nobody has named it."""
    match what:
        case Ask(drill=drill, level=level, seed=seed, number=number):
            return say(
                "demo.title.question", lang, kind=say(f"drill.{drill}", lang), level=level, seed=seed, number=number
            )
        case Play(position=position) if position:
            return say("demo.title.position", lang)
        case Play(deal=deal):
            return say("demo.title.table", lang, deal=deal)
        case Study(round=name, move=move):
            return say("demo.title.round", lang, title=shelf.title(name, lang), move=move)
        case Slow(start=start) if start in RACES:
            return say("demo.title.race_at", lang, position=say(f"demo.race.{start}", lang))
        case Slow(start=start) if start.isdigit():
            return say("demo.title.race", lang, deal=int(start))
        case Slow():
            return say("demo.title.race_position", lang)
        case Show(name=name, number=number):
            kind, _, which = name.partition("-")
            label = called(what.name, lang)
            if kind == "compare" and len(disputes(which)) > 1:
                return say("demo.title.numbered", lang, label=label, number=number)
            return say("demo.title.match", lang, label=label, number=number) if kind == "score" else label


def written(steps: Iterable[Prepared]) -> str:
    """A list of steps as a file: JSON that a person can read."""
    told = [{"name": one.name} | fields(one.what) for one in steps]
    return json.dumps({_FILE: 1, "steps": told}, ensure_ascii=False, indent=1) + "\n"


def linked(steps: Iterable[Prepared]) -> str:
    """A list of steps as one value of an address."""
    return "|".join(urlencode(fields(one.what) | ({"name": one.name} if one.name else {})) for one in steps)


def read(text: str) -> tuple[Prepared, ...]:
    """The steps of a file, or of the value of a link.

    Raises NotStaged for a text that is neither, for a step that does not exist, and for too many of them.
    """
    if len(text) > LONGEST_FILE:
        raise NotStaged("file_long")
    given = _in_file(text) if text.lstrip().startswith("{") else [dict(parse_qsl(one)) for one in text.split("|")]
    if len(given) > MOST_STEPS:
        raise NotStaged("many", most=MOST_STEPS)
    steps = []
    for number, one in enumerate(given, 1):
        try:
            what = staged(one)
        except NotStaged as fault:
            raise NotStaged("step", number=number, why=fault) from None
        if what is None:
            raise NotStaged("file")
        steps.append(Prepared(what, named(one.get("name", ""))))
    return tuple(steps)


def _in_file(text: str) -> list[dict[str, str]]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise NotStaged("file") from None
    match content:
        case {"cardlab_steps": 1, "steps": list(steps)} if all(isinstance(one, dict) for one in steps):
            texts = [{str(name): value for name, value in one.items() if isinstance(value, str)} for one in steps]
            if all(len(one) == len(step) for one, step in zip(texts, steps, strict=True)):
                return texts
    raise NotStaged("file")


def named(text: str) -> str:
    """A name as it is kept: on one line, without signs that nobody sees, and not longer than `LONGEST_NAME`."""
    return "".join(one if one.isprintable() else " " for one in text).strip()[:LONGEST_NAME]


# Plans for ten minutes

PLANS: Final[Mapping[str, tuple[Staged, ...]]] = {
    "call": (
        Ask("draw_call.may_call", 1, 3),
        Show("showdown-burned"),
        Ask("draw_call.who_challenges", 2, 5),
        Ask("draw_call.who_wins", 2, 3),
        Study("burned_lowest"),
        Show("compare-calls"),
    ),
    "specials": (
        Show("piles-phoenix"),
        Show("piles-dog"),
        Show("piles-mah_jong"),
        Slow("phoenix"),
        Slow("dog"),
        Slow("stuck"),
    ),
}
"""What is shown one after the other, by the name of the plan."""
