"""What a page wishes of a widget, sent without a page."""

import logging
from contextlib import contextmanager
from types import UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from cardlab.cards import DECK

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


def send(widget, *wishes, **wish):
    """Sends each wish, a message or the name of a deed without more; or one wish, given by its parts."""
    for one in (*wishes, *([wish] if wish else [])):
        widget._hear(widget, {"do": one} if isinstance(one, str) else one, [])


def declared(widget):
    """Messages as the widget has declared them, with values that may or may not mean something."""
    kinds = widget._hears.kinds
    return st.one_of(
        st.fixed_dictionaries({name: _values(type_) for name, type_ in get_type_hints(kind).items()}) for kind in kinds
    )


def _values(type_):
    if get_origin(type_) in (UnionType, Union):
        return st.one_of(_values(one) for one in get_args(type_))
    if get_origin(type_) is Literal:
        return st.sampled_from(get_args(type_))
    if type_ is int:
        return st.integers(-2, 12) | st.integers()
    if type_ is bool:
        return st.booleans()
    return st.sampled_from((*TEXTS, *(card.code for card in DECK))) | st.text(max_size=20)
