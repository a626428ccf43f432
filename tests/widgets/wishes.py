"""What a page wishes of a widget, sent without a page."""

import logging
from contextlib import contextmanager
from functools import cache
from itertools import count
from types import UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints
from weakref import WeakKeyDictionary

from hypothesis import strategies as st

from cardlab.cards import DECK, JOKERS, SPECIALS
from cardlab.phrasing.catalogue import say
from cardlab.widgets.blocks import offers
from cardlab.widgets.scene import contract

CODES = {card.code for card in (*DECK, *JOKERS, *SPECIALS)}
LONGEST_NAME = 16
WORDS = {"on": ("discards", "melds", "0", "1")}
"""What a view says in fields whose values are shown nowhere."""
TEXTS = ("", "0", "1", "7", "hand", "melds", "discards", "deadwood", "limit", "table", "random", "tie", "\u0663", "-1")


@contextmanager
def forging():
    """Messages are forged here, so they are refused as they are when somebody learns, and do not raise."""
    log = logging.getLogger("cardlab.messages")
    log.disabled = True
    try:
        yield
    finally:
        log.disabled = False


_NUMBERS = count(1)
_KEPT = WeakKeyDictionary()
"""What the pages of widgets keep of their named blocks."""


def value_of(widget, name):
    """What the page keeps under a name, or what the blocks of this name show."""
    named = [one for one in blocks(widget) if one.get("name") == name]
    if name in _KEPT.get(widget, {}) and not any(one["done"] for one in named):
        return _KEPT[widget][name]
    shown = {
        "choice": lambda one: [option["value"] for option in one["options"] if option["chosen"]],
        "pile": lambda one: [one["value"]] * one["chosen"],
        "field": lambda one: [one["value"]] if one["value"] else [],
        "hand": lambda one: one["hand"]["selected"],
    }
    return [value for one in named for value in shown[one["is"]](one)]


def select(widget, block, held, do, card=""):
    """What a page does where a card was tapped, or all are, or none: it says what is selected, or keeps it."""
    before = value_of(widget, block["name"]) if block.get("name") else held["selected"]
    chosen = {
        "toggle": [one for one in before if one != card] + [card] * (card not in before),
        "all": before + [one for one in held[f"by_{held['sort']}"] if one not in before],
        "clear": [],
    }[do]
    if not held["multiple"]:
        chosen = before if do == "all" else chosen[-1:]
    if not block.get("name"):
        return {"do": "select", "cards": chosen, "number": next(_NUMBERS)}
    _KEPT.setdefault(widget, {})[block["name"]] = chosen
    return None


def made(widget, message):
    """What a page says when somebody does this; None if it only keeps it."""
    do = message.get("do")
    if do in ("toggle", "all", "clear"):
        shown = widget.shown.get("hand")
        block = {} if shown else next(iter(blocks(widget, "hand")), None)
        if block is None or (block and not block["name"] and not block["send"]):
            return None
        return select(widget, block, shown or block["hand"], **message)
    named = {"choose": "choice", "pile": "pile", "number": "field"}.get(do)
    found = [one for one in blocks(widget, named) if one["name"]] if named and "blocks" in widget.shown else []
    if found:
        name, (value,) = found[0]["name"], [str(value) for key, value in message.items() if key != "do"]
        before = value_of(widget, name)
        several = [one for one in before if one != value] + [value] * (value not in before)
        _KEPT.setdefault(widget, {})[name] = several if found[0].get("many") else [value]
        return None
    if named and "blocks" in widget.shown and do not in names(widget):
        return None
    if do == "check" and "answer" not in message and "blocks" in widget.shown:
        takes = next((one["takes"] for one in blocks(widget, "button") if one["takes"]), {"answer": []})
        taken = {field: [one for name in names for one in value_of(widget, name)] for field, names in takes.items()}
        return message | taken
    return message


def send(widget, *wishes, **wish):
    """Sends each wish, a message or the name of a deed without more; or one wish, given by its parts.

    What a page makes of taps on cards, choices and piles, and of what is typed, is made of them here.
    """
    for one in (*wishes, *([wish] if wish else [])):
        message = made(widget, {"do": one} if isinstance(one, str) else one)
        if message is not None:
            widget._hear(widget, message, [])


def everything(shown):
    """Every dict in what is shown, those inside others as well, in their order."""
    inside = shown.values() if isinstance(shown, dict) else shown if isinstance(shown, list) else ()
    return [shown] * isinstance(shown, dict) + [one for part in inside for one in everything(part)]


def blocks(widget, kind=""):
    """Every block that a widget of blocks shows, or those of a kind."""
    return [one for one in everything(widget.shown) if "is" in one and (not kind or one["is"] == kind)]


def offer(widget, label):
    """What is pressed under this label, a button or one of several to choose from; None if there is none."""
    labelled = (one for one in everything(widget.shown) if one.get("label") == label and "send" in one)
    return next(labelled, None)


def press(widget, *labels):
    """Presses what has these labels, one after the other."""
    for label in labels:
        send(widget, offer(widget, label)["send"])


def seen(widget):
    """What stands on the page of an exercise, by what it is called."""
    lang = widget.lang
    one_of = {one["is"]: one for one in reversed(blocks(widget))}
    style = {one["style"]: one["said"] for one in reversed(blocks(widget, "text"))}
    helped = [one for one in blocks(widget, "status") if "cardlab-helped" in one["style"]]
    verdict = one_of.get("verdict", {"kind": "none", "title": "", "said": [], "more": [{"said": []}], "below": []})
    can = {key: bool((offer(widget, say(f"exercise.{key}", lang)) or {}).get("send")) for key in ("reveal", "next")}
    unfolding = [one for one in blocks(widget, "button") if "PageDown" in one["keys"]]
    check = offer(widget, say("widget.check", lang))
    options = one_of["choice"]["options"] if "choice" in one_of else []
    rules = one_of.get("rules", {"clauses": [], "open": False})
    is_over = "again" in one_of
    return {
        "prompt": "".join(style.get("prompt", [])),
        "hand": one_of["hand"]["hand"] if "hand" in one_of else None,
        "choices": [{"key": one["value"], "label": one["label"], "chosen": one["chosen"]} for one in options],
        "piles": blocks(widget, "pile"),
        "seats": one_of["cloth"]["seats"] if "cloth" in one_of else [],
        "number": one_of["field"]["value"] if "field" in one_of else "",
        "number_of_task": int(one_of["text"]["mark"].split()[-1]) if one_of["text"]["mark"] else 0,
        "verdict": verdict["kind"],
        "title": verdict["title"],
        "sentences": verdict["said"],
        "follows": [said for one in verdict["more"][0]["said"] for said in one],
        "groups": [one for one in everything(verdict["below"]) if one.get("is") == "cards"],
        "clauses": rules["clauses"],
        "explained": rules["open"],
        "helped": [said for one in helped for told in one["blocks"][1:] for (said,) in told["said"]],
        "done": not is_over and not check["send"],
        "hints": offer(widget, say("exercise.hint", lang)) is not None,
        "can_reveal": can["reveal"],
        "can_unfold": bool(unfolding and unfolding[0]["send"]),
        "tries": "".join(style.get("tries", [])),
        "progress": one_of["standing"]["said"],
        "sought": one_of["standing"]["sought"],
        "wished": next(
            (
                said
                for one in blocks(widget, "text")
                if one["style"] == "soft"
                for said in one["said"]
                if isinstance(said, str)
            ),
            "",
        ),
        "closing": {"title": "".join(style["prompt"]), "sentences": style.get("", [])} if is_over else None,
        "reading": style.get("reading"),
        "remembers": one_of["memory"]["drills"] if "memory" in one_of else [],
        "memory": "".join(said for one in blocks(widget, "status")[-1]["blocks"] for said in one["said"]),
    }


def declared(widget):
    """Messages as the widget has declared them, with values that may or may not mean something."""
    return st.one_of(
        st.fixed_dictionaries({name: _values(type_) for name, type_ in _fields(kind).items()}) for kind in kinds(widget)
    )


def kinds(widget):
    """What the widget hears, a type for each kind of message, with the names that `do` may have."""
    return tuple(_named(name, handler.fields) for name, handler in contract(type(widget.scene)).items())


@cache
def _named(name, fields):
    return type(name, (), {"__annotations__": {"do": Literal[name], **get_type_hints(fields)}})


def names(widget):
    """What may stand in `do`."""
    return [name for kind in kinds(widget) for name in get_args(_fields(kind)["do"])]


def related(widget, said, chance):
    """A message that has to do with what the widget shows now, and with what was `said` to it before.

    It is about a card that lies there, about the card of the message before, or what is offered; or it comes again.
    """
    if said and chance.random() < 1 / 8:
        return chance.choice(said)
    shown = _within(widget.shown)
    if "blocks" in widget.shown and chance.random() < 7 / 8:
        return _pressed(widget, shown, chance)
    every = kinds(widget)
    about_cards = [kind for kind in every if "card" in _fields(kind)]
    offered = [kind for kind in every if not shown.isdisjoint(get_args(_fields(kind)["do"]))]
    kind = chance.choice(chance.choice([one for one in (about_cards, about_cards, offered, every) if one]))
    return {name: _likely(name, type_, widget.shown, shown, said, chance) for name, type_ in _fields(kind).items()}


def _pressed(widget, shown, chance):
    """What a block on screen sends, its free fields filled in."""
    sent = list(offers(widget.shown))
    if not sent:
        return {"do": "nothing"}
    fixed, free = chance.choice(sent)
    kind = next(kind for kind in kinds(widget) if fixed["do"] in get_args(_fields(kind)["do"]))
    return dict(fixed) | {name: _likely(name, _fields(kind)[name], widget.shown, shown, [], chance) for name in free}


def _likely(name, type_, whole, shown, said, chance):
    """A value for a field of this name; `shown`: all that is said shortly in the `whole` picture."""
    if get_origin(type_) in (UnionType, Union):
        type_ = chance.choice(get_args(type_))
    if get_origin(type_) is Literal:
        offered = [one for one in get_args(type_) if one in shown]
        return chance.choice(chance.choice([one for one in (offered, get_args(type_)) if one]))
    if type_ is bool:
        return chance.random() < 0.5
    if type_ is int:
        return chance.choice([*range(-1, 5), *(number for number in whole.values() if type(number) is int)])
    if type_ == list[str]:
        hands = [whole.get("hand"), *(one["hand"] for one in everything(whole) if one.get("is") == "hand")]
        held = [card for hand in hands if hand for card in hand["cards"]]
        return chance.sample(held, min(len(held), chance.randrange(4)))
    if name == "card":
        held = (whole.get("hand") or {}).get("cards", [])
        before = [message["card"] for message in said[-1:] if "card" in message]
        return chance.choice(
            chance.choice([one for one in (before, before, held, sorted(shown & CODES)) if one] or [TEXTS])
        )
    return chance.choice(WORDS.get(name) or chance.choice([TEXTS, sorted(shown)]))


@cache
def _fields(kind):
    return get_type_hints(kind)


def _within(shown):
    """All texts in what is shown that are no sentences."""
    match shown:
        case str():
            return {shown} if len(shown) <= LONGEST_NAME else set()
        case dict():
            return set().union(*map(_within, shown.values()))
        case list() | tuple():
            return set().union(*map(_within, shown))
    return set()


def _values(type_):
    if get_origin(type_) in (UnionType, Union):
        return st.one_of(_values(one) for one in get_args(type_))
    if get_origin(type_) is Literal:
        return st.sampled_from(get_args(type_))
    if type_ is int:
        return st.integers(-2, 12) | st.integers()
    if type_ is bool:
        return st.booleans()
    if type_ == list[str]:
        return st.lists(_values(str), max_size=4)
    return st.sampled_from((*TEXTS, *(card.code for card in DECK))) | st.text(max_size=20)
