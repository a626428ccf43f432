"""Positions of Tongits in one line, such as `hand 7h 8h 9h; discard Kc`.

Parts come in any order, `;` between them; parts that follow from the others are left out.
First the parts (`Draft`) and their defaults (`complete`, `stated_parts`), then `read` and `write`, last the parts of a
table whose hands are all open. `View.read` and `State.read` make a table of the parts.
Impossible positions are not refused here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from cardlab.cards import Card, notation
from cardlab.choices import Word
from cardlab.drawing import InNotation
from cardlab.position_text import NUMBER, Parsed, Reader, Unreadable, card_words, parse_rules, parts_of, rule_words
from cardlab.refusal import NotationError
from cardlab.tongits.moves import OTHER_HAND, SEATS, Began, Phase
from cardlab.tongits.rules import SHEET, Rules

HAND: Final = OTHER_HAND
"""The cards that a player holds between turns before laying any. [T1.3]"""
STOCK: Final = 15
"""The cards of the stock after the deal, without jokers. [T1.4]"""
SECRET_CARDS: Final = 4


@dataclass(frozen=True, slots=True)
class DraftMeld:
    """A meld on the table: owner, cards in meld order, and whether it is face down.

    Another player's secret four has no known cards: `cards` is empty (T6.9).
    """

    owner: int
    cards: tuple[Card, ...] = ()
    secret: bool = False

    @property
    def size(self) -> int:
        """The number of cards; a secret four has four, also when they are not known."""
        return len(self.cards) or (SECRET_CARDS if self.secret else 0)


@dataclass(frozen=True, slots=True, repr=False)
class Draft(InNotation):
    """A position as `viewer` sees it, in parts that may contradict each other.

    `counts` holds the number of cards of every seat, the viewer's own included; `discards` has the top card first,
    `melds` are in the order laid. `scores` are those of the match before this round (T10.5), None without a match.
    The other fields are those of `tongits.View`, which has no scores.

    >>> Draft().phase, Draft().stock
    (Phase.LAY, 15)
    """

    rules: Rules = SHEET
    viewer: int = 0
    seat: int = 0
    phase: Phase = Phase.LAY
    began: Began | None = Began.DEAL
    hand: tuple[Card, ...] = ()
    counts: tuple[int, ...] = (0, HAND, HAND)
    stock: int = STOCK
    discards: tuple[Card, ...] = ()
    melds: tuple[DraftMeld, ...] = ()
    taken: Card | None = None
    takes: int = 0
    sapawed: frozenset[int] = frozenset()
    caller: int | None = None
    challengers: frozenset[int] = frozenset()
    first: int = 0
    last_drawer: int | None = None
    scores: tuple[int, ...] | None = None

    def __repr__(self) -> str:
        return f'read("{self}")'

    def __str__(self) -> str:
        return write(self)

    def opened(self, seat: int) -> bool:
        """Return whether a seat has laid a meld of its own. [T3.5]"""
        return any(meld.owner == seat for meld in self.melds)

    def with_hand(self, hand: tuple[Card, ...]) -> Draft:
        """Return the draft with another hand of the viewer, and the right count."""
        counts = tuple(len(hand) if seat == self.viewer else count for seat, count in enumerate(self.counts))
        return replace(self, hand=hand, counts=counts)


def drawn_from_stock(rules: Rules, stock: int) -> int:
    """Return how many cards have been drawn when `stock` are left. [T1.4, T10.1]"""
    return STOCK + rules.jokers - stock


_Parts = Mapping[str, Any]


def _seat(parts: _Parts) -> int:
    """Return the seat to move: the viewer, or the next one after the viewer's call."""
    viewer: int = parts["viewer"]
    return (viewer + 1) % SEATS if parts["caller"] == viewer else viewer


def _counts(parts: _Parts) -> tuple[int, ...]:
    """Return the number of cards of each seat: those dealt, less those it laid.

    The seat whose turn it is has one more after its draw (T1.3, T2.1).
    """
    return tuple(
        len(parts["hand"])
        if seat == parts["viewer"]
        else HAND + (seat == parts["seat"] and parts.get("phase") is Phase.LAY) - _laid_by(seat, parts["melds"])
        for seat in range(SEATS)
    )


def _laid_by(seat: int, melds: tuple[DraftMeld, ...]) -> int:
    return sum(meld.size for meld in melds if meld.owner == seat)


def _phase(parts: _Parts) -> Phase:
    """Return the phase by the cards in hands and melds: 36 before the draw, then 37."""
    if parts["caller"] is not None:
        return Phase.ANSWER
    if parts["taken"] is not None:
        return Phase.LAY
    counts = parts["counts"] if "counts" in parts else _counts(parts)
    before = sum(counts) + sum(meld.size for meld in parts["melds"]) == SEATS * HAND
    return Phase.DRAW if before else Phase.LAY


def _stock(parts: _Parts) -> int:
    """Return the number of cards in the stock, worked out from the discards."""
    full = drawn_from_stock(parts["rules"], 0)
    return min(full, max(0, full - len(parts["discards"]) + (parts["phase"] is not Phase.LAY)))


def _drawn(parts: _Parts) -> int:
    return drawn_from_stock(parts["rules"], parts["stock"])


def _began(parts: _Parts) -> Began | None:
    if parts["phase"] is not Phase.LAY:
        return None
    if parts["takes"]:
        return Began.DISCARD
    return Began.STOCK if _drawn(parts) > 0 else Began.DEAL


def _last_without_take(parts: _Parts) -> int:
    """Return the seat of the last turn that did not begin with a take."""
    actor: int = parts["seat"]
    takes: int = parts["takes"]
    if parts["phase"] is Phase.ANSWER and parts["caller"] is not None:
        actor = parts["caller"]
    return (actor - takes - (parts["phase"] is not Phase.LAY)) % SEATS


def _last_drawer(parts: _Parts) -> int | None:
    return _last_without_take(parts) if _drawn(parts) > 0 else None


def _first(parts: _Parts) -> int:
    """Return the first player, as if no card was taken before the last draw."""
    drawer = parts["last_drawer"]
    drawn = _drawn(parts)
    return (drawer - drawn) % SEATS if drawer is not None and drawn > 0 else _last_without_take(parts)


DEFAULTS: Final[dict[str, Callable[[_Parts], Any]]] = {
    "rules": lambda parts: Rules(),
    "viewer": lambda parts: 0,
    "hand": lambda parts: (),
    "melds": lambda parts: (),
    "discards": lambda parts: (),
    "taken": lambda parts: None,
    "takes": lambda parts: int(parts["taken"] is not None),
    "sapawed": lambda parts: frozenset(),
    "caller": lambda parts: None,
    "challengers": lambda parts: frozenset(),
    "seat": _seat,
    "phase": _phase,
    "counts": _counts,
    "stock": _stock,
    "began": _began,
    "last_drawer": _last_drawer,
    "first": _first,
    "scores": lambda parts: None,
}
"""The default of each part, worked out from the parts before it and from the stated ones."""


def complete(**stated: Any) -> Draft:
    """Return the draft with these fields, and the others worked out from them.

    Raises TypeError for an unknown field.

    >>> from cardlab.cards import cards
    >>> draft = complete(hand=cards("2c 3c 4c 7h"), melds=(DraftMeld(0, cards("9c 9d 9h 9s Td Jd Qd Kd")),))
    >>> draft.phase, draft.counts, draft.began
    (Phase.DRAW, (4, 12, 12), None)
    """
    parts = dict(stated)
    for part, default in DEFAULTS.items():
        if part not in parts:
            parts[part] = default(parts)
    return Draft(**parts)


def stated_parts(draft: Draft) -> dict[str, Any]:
    """Return the fields of a draft that do not follow from the others.

    `complete(**stated_parts(draft))` is the same draft.

    >>> stated_parts(Draft(hand=(Card("7h"),), counts=(1, 12, 12)))
    {'hand': (Card("7h"),)}
    """
    stated = {field.name: getattr(draft, field.name) for field in fields(draft)}
    for part in reversed(DEFAULTS):
        others = {name: value for name, value in stated.items() if name != part}
        if DEFAULTS[part](others) == stated[part]:
            stated = others
    return stated


LONGEST: Final = 2_000
"""The most characters of a written position; the longest real ones have half as many."""
NONE: Final = "none"
STOCK_LEFT: Final = re.compile(r"stock [0-9]+")


def write(draft: Draft) -> str:
    """Return a draft in one line, without the parts that follow from the others.

    `read` gives the same draft again.

    >>> write(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h; cards 13 12 12"))
    'hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h'
    """
    stated = stated_parts(draft)
    if "seat" in stated and "phase" in stated:
        stated["seat"] = f"{stated['seat']} {stated.pop('phase')}"
    return "; ".join(_WRITERS[part](stated[part]).strip() for part in _WRITERS if part in stated)


def read(text: str) -> Draft:
    """Return the draft written in a text; `complete` works out what is left out.

    Parts, each at most once except `meld`, in any order, with `;` or a new line between them:

    - `hand 7h 8h …`: the viewer's cards; `viewer 1`: the viewer's seat, if it is not 0;
    - `seat 1 lay`, or only `seat 1` or `lay`: whose turn it is, and its phase (`draw`, `lay`, `answer`, `over`);
    - `cards 4 12 12`: how many cards each seat holds; `stock 9`: how many the stock has;
    - `discard Kc 2d`: the discard pile, top card first;
    - `meld 1 4c 4d 4s`: a meld of seat 1; `meld 1 secret 5c 5d 5h 5s`: face down; `meld 1 secret`: another's;
    - `taken 7h`, `takes 2`: the card taken in this turn, and the turns in a row that began with a take (T2.7);
    - `sapaw 0 2`: the seats on whose melds something was laid off (T6.8);
    - `call 1`, `challenge 2`: who has called a draw, who has challenged it;
    - `first 1`, `drew 2`, `began stock`: who began the round, who drew last, how the turn began;
    - `rules traditional jokers 2 ace_high yes`: a preset and the house rules that differ from it;
    - `scores 40 20 0`: what each seat has in the match so far (T10.5).

    Raises NotationError if something cannot be read.

    >>> read("meld 1 4c 4d 4s; hand 7h 8h 9h Kd; discard Kc 2d").counts
    (4, 9, 12)
    """
    return complete(**parts_of(text, _READERS, longest=LONGEST, joined=("melds",)))


def _whole(word: str) -> int:
    if not NUMBER.fullmatch(word):
        raise Unreadable
    return int(word)


def _numbers(words: list[str]) -> tuple[int, ...]:
    return tuple(_whole(word) for word in words)


def _one_number(words: list[str]) -> int:
    if len(words) != 1:
        raise Unreadable
    return _whole(words[0])


def _number_or_none(words: list[str]) -> int | None:
    return None if words == [NONE] else _one_number(words)


def _card_or_none(words: list[str]) -> Card | None:
    if words == [NONE]:
        return None
    if len(words) != 1:
        raise Unreadable
    return card_words(words)[0]


def _member(kind: type[Word], words: list[str]) -> Any:
    if len(words) != 1 or words[0] not in [member.value for member in kind]:
        raise Unreadable
    return kind(words[0])


def _read_began(words: list[str]) -> Parsed:
    return {"began": None if words == [NONE] else _member(Began, words)}


def _read_seat(words: list[str]) -> Parsed:
    match words:
        case [seat]:
            return {"seat": _whole(seat)}
        case [seat, phase]:
            return {"seat": _whole(seat), "phase": _member(Phase, [phase])}
    raise Unreadable


def _bare(phase: Phase) -> Callable[[list[str]], Parsed]:
    """Return a parser of a phase alone, which no words follow."""

    def read_phase(words: list[str]) -> Parsed:
        if words:
            raise Unreadable
        return {"phase": phase}

    return read_phase


def _read_meld(words: list[str]) -> Parsed:
    match words:
        case [owner, "secret", *laid]:
            return {"melds": (DraftMeld(_whole(owner), card_words(laid), secret=True),)}
        case [owner, *laid]:
            return {"melds": (DraftMeld(_whole(owner), card_words(laid)),)}
    raise Unreadable


def _write_meld(meld: DraftMeld) -> str:
    return " ".join([str(meld.owner), *(["secret"] if meld.secret else []), *(card.code for card in meld.cards)])


def write_rules(rules: Rules) -> str:
    """Return rules as words: a preset, and the house rules that differ from it.

    >>> write_rules(Rules(jokers=2))
    'sheet jokers 2'
    """
    preset = rules.nearest_preset()
    return " ".join([preset, *rule_words(rules, rules.changed(preset))])


def _spaced(numbers: tuple[int, ...] | frozenset[int]) -> str:
    return " ".join(map(str, sorted(numbers) if isinstance(numbers, frozenset) else numbers))


def _or_none(value: object) -> str:
    return NONE if value is None else str(value)


_WRITERS: Final[Mapping[str, Callable[[Any], str]]] = {
    "rules": lambda rules: f"rules {write_rules(rules)}",
    "viewer": lambda seat: f"viewer {seat}",
    "seat": lambda seat: f"seat {seat}",
    "phase": str,
    "hand": lambda hand: f"hand {notation(hand)}",
    "counts": lambda counts: f"cards {_spaced(counts)}",
    "melds": lambda melds: "; ".join(f"meld {_write_meld(meld)}" for meld in melds),
    "discards": lambda discards: f"discard {notation(discards)}",
    "stock": lambda stock: f"stock {stock}",
    "taken": lambda card: f"taken {_or_none(card)}",
    "takes": lambda takes: f"takes {takes}",
    "sapawed": lambda seats: f"sapaw {_spaced(seats)}",
    "caller": lambda seat: f"call {_or_none(seat)}",
    "challengers": lambda seats: f"challenge {_spaced(seats)}",
    "first": lambda seat: f"first {seat}",
    "last_drawer": lambda seat: f"drew {_or_none(seat)}",
    "began": lambda began: f"began {_or_none(began)}",
    "scores": lambda scores: f"scores {_spaced(scores)}",
}
_READERS: Final[Mapping[str, Reader]] = {
    "hand": ("hand 7h 8h 9h", lambda words: {"hand": card_words(words)}),
    "seat": ("seat 1 lay", _read_seat),
    "cards": ("cards 4 12 12", lambda words: {"counts": _numbers(words)}),
    "meld": ("meld 1 4c 4d 4s", _read_meld),
    "discard": ("discard Kc 2d", lambda words: {"discards": card_words(words)}),
    "stock": ("stock 9", lambda words: {"stock": _one_number(words)}),
    "taken": ("taken 7h", lambda words: {"taken": _card_or_none(words)}),
    "takes": ("takes 2", lambda words: {"takes": _one_number(words)}),
    "sapaw": ("sapaw 0 2", lambda words: {"sapawed": frozenset(_numbers(words))}),
    "call": ("call 1", lambda words: {"caller": _number_or_none(words)}),
    "challenge": ("challenge 2", lambda words: {"challengers": frozenset(_numbers(words))}),
    "viewer": ("viewer 1", lambda words: {"viewer": _one_number(words)}),
    "first": ("first 1", lambda words: {"first": _one_number(words)}),
    "drew": ("drew 2", lambda words: {"last_drawer": _number_or_none(words)}),
    "began": ("began stock", _read_began),
    "rules": ("rules traditional jokers 2 ace_high yes", lambda words: parse_rules(Rules, words)),
    "scores": ("scores 40 20 0", lambda words: {"scores": _numbers(words)}),
    **{phase.value: (phase.value, _bare(phase)) for phase in Phase},
}
"""By keyword: an example, and a parser of the words after it."""


def _read_hand(words: list[str]) -> Parsed:
    """Read a hand that begins with its seat, or else the viewer's own hand."""
    if words and words[0] in map(str, range(SEATS)):
        return {f"hand {words[0]}": card_words(words[1:])}
    return {"hand": card_words(words)}


def _read_stock(words: list[str]) -> Parsed:
    """Read the number of cards, or the cards themselves."""
    return {"stock": _whole(words[0]) if len(words) == 1 and NUMBER.fullmatch(words[0]) else card_words(words)}


_OPEN_READERS: Final[Mapping[str, Reader]] = {
    **_READERS,
    "hand": ("hand 0 7h 8h 9h", _read_hand),
    "stock": ("stock 9c Kd 2s", _read_stock),
}
"""By keyword, the same for a table whose hands and stock are all open."""


def read_open(text: str) -> tuple[dict[str, Any], tuple[tuple[Card, ...], ...]]:
    """Return the fields stated for a table with all hands open, and the three hands.

    The fields are by their names in `Draft`. The hands are () if the text gives none with its seat.
    Raises NotationError if something cannot be read, or if some of the hands are missing.
    """
    parsed = parts_of(text, _OPEN_READERS, longest=LONGEST, joined=("melds",))
    return parsed, _open_hands(parsed)


def _open_hands(parsed: Parsed) -> tuple[tuple[Card, ...], ...]:
    """Remove the hands with a seat from `parsed`, and return them sorted, or ().

    Raises NotationError if some of the three are missing.
    """
    names = [f"hand {seat}" for seat in range(SEATS)]
    hands = [tuple(sorted(parsed.pop(name))) for name in names if name in parsed]
    if len(hands) not in (0, SEATS):
        raise NotationError("wrong_number_of_hands", count=len(hands), needed=SEATS)
    return tuple(hands)


def with_hands(hands: tuple[tuple[Card, ...], ...], text: str) -> str:
    """Return a text with these hands in place of its parts `hand` and `cards`.

    Without hands the text stays as it is.
    """
    if not hands:
        return text
    kept = [part for part in text.split("; ") if part.split()[0] not in ("hand", "cards")]
    return "; ".join([*(f"hand {seat} {notation(hand)}".rstrip() for seat, hand in enumerate(hands)), *kept])


def refuse_seats(draft: Draft) -> None:
    """Raise NotationError if a draft has an unknown seat, or not three counts."""
    named = [draft.viewer, draft.seat, draft.first, draft.last_drawer, draft.caller]
    named += [*(meld.owner for meld in draft.melds), *draft.sapawed, *draft.challengers]
    for seat in named:
        if seat is not None and seat not in range(SEATS):
            raise NotationError("no_such_seat", seat=seat)
    if len(draft.counts) != SEATS:
        raise NotationError("wrong_number_of_hands", count=len(draft.counts), needed=SEATS)
