"""Messages to a widget, sent without a page, and the blocks that it shows."""

import json
import logging
import os
from contextlib import contextmanager
from functools import cache
from types import UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from cardlab.phrasing.catalogue import say
from cardlab.widgets.blocks import offers
from cardlab.widgets.scene import contract
from tests.stories import CODES
from tests.stories import parts as everything

LONGEST_NAME = 16
WORDS = {"on": ("discards", "melds", "0", "1")}
"""What a view says in fields whose values are shown nowhere."""
TEXTS = ("", "0", "1", "7", "hand", "melds", "discards", "deadwood", "limit", "table", "random", "tie", "\u0663", "-1")


def times(few):
    """How often something is tried by chance: so few times, and hundreds of times in `make long`."""
    return 300 if "ROUNDS" in os.environ else few


@contextmanager
def forging():
    """Forged messages are refused here as on a page, and do not raise."""
    log = logging.getLogger("cardlab.messages")
    log.disabled = True
    try:
        yield
    finally:
        log.disabled = False


def recalled(log, *, open=None, mistakes=None, **fields):
    """What a page says of what its browser keeps."""
    kept = {"format": "cardlab-progress/1", "answers": log, "open": open, "mistakes": mistakes}
    return {"do": "recall", "text": json.dumps(kept), **fields}


def send(widget, *messages, **fields):
    """Send each message, or the name of one without fields; or one message as keyword arguments."""
    for one in (*messages, *([fields] if fields else [])):
        message = {"do": one} if isinstance(one, str) else one
        if message.get("do") in ("toggle", "clear"):
            message = tapped(widget, message.get("card", ""))
        if message["do"] == "move":
            selected = " ".join(widget.shown["hand"]["selected"])
            message = message | {"text": message["text"].replace("*", selected).strip()}
        widget._receive(widget, message, [])


def tapped(widget, card):
    """The selection message after a tap on a card of the hand, or without one after clearing the selection."""
    hand = widget.shown.get("hand") or blocks(widget, "hand")[0]["hand"]
    selected = [one for one in hand["selected"] if one != card] if card else []
    added = [card] if card and card not in hand["selected"] else []
    return {"do": "select", "cards": selected + added, "number": hand["last_message"] + 1}


def of_kind(shown, kind=""):
    """Every block in a part of a picture, or those of a kind."""
    return [one for one in everything(shown) if "is" in one and (not kind or one["is"] == kind)]


def blocks(widget, kind=""):
    """Every block that a widget of blocks shows, or those of a kind."""
    return of_kind(widget.shown, kind)


def sending(shown, do):
    """All in a part of a picture that sends a message of this name."""
    return [one for one in everything(shown) if (one.get("send") or {}).get("do") == do]


def offer(widget, label):
    """What is pressed under this label, a button or one of several to choose from; None if there is none."""
    labelled = (one for one in everything(widget.shown) if one.get("label") == label and "send" in one)
    return next(labelled, None)


def press(widget, *labels):
    """Presses what has these labels, one after the other."""
    for label in labels:
        send(widget, offer(widget, label)["send"])


def can(widget, key):
    """Whether what has these words of the catalogue on it is there and can be pressed."""
    return bool((offer(widget, say(key, widget.lang)) or {}).get("send"))


# Messages at random


@cache
def received_messages(scene):
    """The messages that a scene receives by name, each with its fields and their types."""
    return {name: get_type_hints(handler.fields) for name, handler in contract(scene).items()}


def related(widget, said, chance):
    """A message that has to do with what the widget shows now, and with what was `said` to it before.

    It is about a card that lies there, about the card of the message before, or what is offered; or it comes again.
    """
    if said and chance.random() < 1 / 8:
        return chance.choice(said)
    kinds, shown = received_messages(type(widget.scene)), _within(widget.shown)
    by_blocks = "blocks" in widget.shown and chance.random() < 7 / 8
    if by_blocks and (sent := list(offers(widget.shown))):
        fixed, fields = chance.choice(sent)
    else:
        about_cards = [name for name, fields in kinds.items() if "card" in fields]
        offered = [name for name in kinds if name in shown]
        name = chance.choice(chance.choice([one for one in (about_cards, about_cards, offered, [*kinds]) if one]))
        fixed, fields = {"do": name}, kinds[name]
    types = kinds[fixed["do"]]
    return dict(fixed) | {field: _likely(field, types[field], widget.shown, shown, said, chance) for field in fields}


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
        return chance.choice([*range(-2, 13), 10**30, *(one for one in whole.values() if type(one) is int)])
    if type_ == list[str]:
        hands = [whole.get("hand"), *(one["hand"] for one in everything(whole) if one.get("is") == "hand")]
        held = [card for hand in hands if hand for card in hand["cards"]] or TEXTS
        return chance.sample(held, min(len(held), chance.randrange(4)))
    if name == "card":
        held = (whole.get("hand") or {}).get("cards", [])
        before = [message["card"] for message in said[-1:] if "card" in message]
        shown_cards = sorted(shown & CODES) or [*TEXTS, *sorted(CODES)]
        return chance.choice(chance.choice([one for one in (before, before, held, shown_cards) if one]))
    return chance.choice(WORDS.get(name) or chance.choice([TEXTS, sorted(shown) or TEXTS]))


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
