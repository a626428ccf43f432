"""Sentences for one reader: the right person, the players' names, and counting.

- `Reader`: a language, a seat, names; says messages of the catalogues and explains refusals;
- `Reason`: a sentence and the clause that it rests on;
- `by_rule`: a sentence about nobody, with its clause;
- `notation`: the reader of the notation, who has no seat and counts seats, piles and melds from 0;
- `explain`: a refusal in sentences for this reader.

A text of the catalogues names persons and places by formats: `{seat:who}` is "the player on the left" or "player 2",
`{seats:who}` several of them, `{pile:nr}` and `{meld:nr}` a number as the reader counts. A sentence about somebody says
`[You have|{who} has]`; `Reader.about` chooses one of the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from cardlab.phrasing.catalogue import NAME, has_message, message, say, say_to
from cardlab.refusal import Refusal, quoted

_OF_THE_MOVER: Final = frozenset({"not_your_turn"})
"""The refusals about the player who moved, although their facts name another player's seat."""


class Reason(NamedTuple):
    """A sentence that ends with its clause, and the id of the clause."""

    sentence: str
    rule: str


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader, and what this reader calls the players.

    - `lang`: the language of the catalogues;
    - `seat`: where the reader sits; None for a spectator, to whom nobody is "you";
    - `names`: for each seat the NAME in the catalogue keys `seat.NAME` and `seat.within.NAME`; a seat without one is
      called by its number;
    - `people`: what people call themselves, by seat, as they typed it; "" for a seat without such a name;
    - `first`: the number of the first seat, pile and meld: 1 for people, 0 in the notation, which says "Seat 0";
    - `repairs`: whether a refusal includes its repair; if not, a refusal that has a shorter text `.bare` uses that.

    >>> Reader("en", seat=1).about("table.turn", 1), Reader("en", seat=1).name(2)
    ('Your turn.', 'Player 3')
    >>> Reader("en", seat=1, people=("Ana", "Ben", "")).within(0), Reader("en", people=("Ana", "Ben")).name(1)
    ('Ana', 'Ben')
    """

    lang: str = "en"
    seat: int | None = None
    names: tuple[str, ...] = ()
    first: int = 1
    people: tuple[str, ...] = ()
    repairs: bool = True

    def say(self, key: str, /, **facts: Any) -> str:
        """Return the sentence for a key. Raises KeyError for an unknown key or a missing fact."""
        reader = self if _calls_seats(key, self.lang) else None
        return say_to(reader, key, self.lang, **{"first": self.first, **facts})

    def about(self, key: str, seat: int | None, /, **facts: Any) -> str:
        """Return a sentence about a seat: "You …" for the reader's seat, or for None."""
        who = "" if seat is None else NAME + self.within(seat)
        about = {} if seat in (None, self.seat) else {"about_another": True}
        return self.say(key, **facts, **about, who=who)

    def because(self, key: str, rule: str, seat: int | None = None, /, **facts: Any) -> Reason:
        """Return a sentence as `about` does, with its clause in parentheses."""
        return Reason(f"{self.about(key, seat, **facts)} ({rule})", rule)

    def name(self, seat: int) -> str:
        """Return a player's name as a label: "Player on the left"."""
        return self._named(seat, within=False)

    def within(self, seat: int) -> str:
        """Return a player's name within a sentence: "the player on the left"."""
        return self._named(seat, within=True)

    def _named(self, seat: int, *, within: bool) -> str:
        if seat == self.seat:
            name = "0"
        elif seat in range(len(self.people)) and self.people[seat]:
            return self.people[seat]
        elif seat in range(len(self.names)):
            name = self.names[seat]
        else:
            name = "player" if self.first else "notation"
        return say(f"seat.within.{name}" if within else f"seat.{name}", self.lang, number=seat + self.first)

    def explain(self, refusal: Refusal, by: int | None = None, *, repair: bool = True) -> str:
        """Return a refusal in sentences: what is wrong, the repair, and the clause.

        `by` is the seat whose move was refused; None: the reader's own. A repair is advice: only the player who moved
        gets it; without `repair` nobody does. Raises KeyError if the catalogue has no text for it.

        >>> from cardlab.tongits import Code
        >>> closed = Refusal(Code.NOT_OPENED, "T6.1")
        >>> print(Reader("en", seat=0).explain(closed, by=2))
        Player 3 can't call a draw, because they haven't opened yet. (T6.1)
        """
        key = f"refusal.{refusal.code}"
        if not self.repairs and has_message(f"{key}.bare", self.lang):
            key = f"{key}.bare"
        sentences = [self._about(key, refusal.facts, by, refusal.code in _OF_THE_MOVER)]
        if refusal.fix is not None and repair and self.repairs and (by is None or by == self.seat):
            sentences.append(self._about(f"fix.{refusal.fix.code}", refusal.fix.facts, by))
        if refusal.rule != "notation":
            sentences.append(f"({refusal.rule})")
        return " ".join(sentences)

    def explained(self, refusals: Iterable[Refusal], by: int | None = None, *, repair: bool = True) -> tuple[str, ...]:
        """Return refusals as `explain` does, those with a repair first, each text once."""
        by_repair = sorted(refusals, key=lambda refusal: refusal.fix is None)
        return tuple(dict.fromkeys(self.explain(refusal, by, repair=repair) for refusal in by_repair))

    def _about(self, key: str, facts: Any, by: int | None, of_the_mover: bool = False) -> str:
        """Return the sentence about the seat in `facts`, or the mover `by`."""
        seat = by if of_the_mover else facts.get("seat", by)
        return self.about(key, self.seat if seat is None else seat, **facts)

    def counted(self, number: int) -> int:
        """Return the number of a pile or meld (from 0) as this reader counts it."""
        return number + self.first


@cache
def _calls_seats(key: str, lang: str) -> bool:
    """Return whether a text names players, so that it depends on the reader."""
    return ":who}" in message(key, lang) + message(key, lang, 2)


def notation(lang: str = "en") -> Reader:
    """Return the reader of the notation, to whom seats, piles and melds count from 0.

    >>> notation("en").name(1), notation("de").within(0)
    ('Seat 1', 'Platz 0')
    """
    return Reader(lang, first=0)


def by_rule(key: str, rule: str, lang: str, **facts: Any) -> str:
    """Return a sentence about nobody, with its clause in parentheses."""
    return f"{say(key, lang, **facts)} ({rule})"


def explain(refusal: Refusal, lang: str = "en") -> str:
    """Return why a move was refused, in sentences for the player who moved.

    They name the fault, the nearest repair and the clause. Seats, piles and melds count from 0, as in the notation.
    Raises KeyError if the catalogue has no text for it, ValueError for an unknown language, TypeError for anything but
    a refusal.
    """
    if not isinstance(refusal, Refusal):
        raise TypeError(f"a refusal is wanted, as why_not gives them, not {quoted(refusal)}")
    return notation(lang).explain(refusal)
