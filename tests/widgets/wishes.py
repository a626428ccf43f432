"""What a page wishes of a widget, sent without a page."""

import logging
from contextlib import contextmanager
from functools import cache
from itertools import count
from types import UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from cardlab.cards import DECK, JOKERS, SPECIALS
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


def chosen(widget, do, card=""):
    """The message by which a page says what is selected once a card was tapped, or all are, or none."""
    hand = widget.shown["hand"] if "hand" in widget.shown else blocks(widget, "hand")[0]["hand"]
    before = hand["selected"]
    cards = {
        "toggle": [one for one in before if one != card] + [card] * (card not in before),
        "all": before + [one for one in hand[f"by_{hand['sort']}"] if one not in before],
        "clear": [],
    }[do]
    return {"do": "select", "cards": cards if hand["multiple"] else cards[-1:], "number": next(_NUMBERS)}


def send(widget, *wishes, **wish):
    """Sends each wish, a message or the name of a deed without more; or one wish, given by its parts.

    What a page makes of taps on cards ("toggle", "all", "clear") is made of them here.
    """
    for one in (*wishes, *([wish] if wish else [])):
        message = {"do": one} if isinstance(one, str) else one
        if message.get("do") in ("toggle", "all", "clear"):
            message = chosen(widget, **message)
        widget._hear(widget, message, [])


def everything(shown):
    """Every dict in what is shown, those inside others as well, in their order."""
    inside = shown.values() if isinstance(shown, dict) else shown if isinstance(shown, list) else ()
    return [shown] * isinstance(shown, dict) + [one for part in inside for one in everything(part)]


def blocks(widget, kind):
    """Every block of a kind that a widget of blocks shows."""
    return [one for one in everything(widget.shown) if one.get("is") == kind]


def offer(widget, label):
    """What is pressed under this label, a button or one of several to choose from; None if there is none."""
    labelled = (one for one in everything(widget.shown) if one.get("label") == label and "send" in one)
    return next(labelled, None)


def press(widget, *labels):
    """Presses what has these labels, one after the other."""
    for label in labels:
        send(widget, offer(widget, label)["send"])


def declared(widget):
    """Messages as the widget has declared them, with values that may or may not mean something."""
    return st.one_of(
        st.fixed_dictionaries({name: _values(type_) for name, type_ in _fields(kind).items()}) for kind in kinds(widget)
    )


def kinds(widget):
    """What the widget hears, a type for each kind of message, with the names that `do` may have."""
    if hasattr(widget, "scene"):
        named = tuple(_named(name, handler.fields) for name, handler in contract(type(widget.scene)).items())
        return named + getattr(getattr(widget.scene, "heard", None), "kinds", ())
    return widget._hears.kinds


@cache
def _named(name, fields):
    return type(name, (), {"__annotations__": {"do": Literal[name], **get_type_hints(fields)}})


def names(widget):
    """What may stand in `do`."""
    return {name for kind in kinds(widget) for name in get_args(_fields(kind)["do"])}


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
