"""`Piles`: two discard piles of Tichu 1.on.1 and a hand; what fits where, and why or why not.

There is no opponent and no draw pile: one pile and one card at a time.
What was played can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypedDict

from cardlab.cards import Card, cards, notation
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.tichu import at_table
from cardlab.tichu import SHEET, Pile, Rules, fits, sorting_value, why_fit, why_not_fit
from cardlab.tichu.piles import DOG, MAH_JONG
from cardlab.tichu.rules import checked
from cardlab.timeline import Timeline, value
from cardlab.widgets.base import STATIC, CardWidget, ClauseText, changed_rules, clauses
from cardlab.widgets.hand import HandPicture, Holding
from cardlab.widgets.messages import Messages
from cardlab.widgets.tichu_table.hands import PLACES, Place
from cardlab.widgets.tichu_table.messages import NoMahJong, PilesMessage, PlayCard, TakeBack, Wish
from cardlab.widgets.tichu_table.picture import (
    TichuPile,
    WishPicture,
    pile_action,
    pile_name,
    pile_picture,
    wish_picture,
)

Given: TypeAlias = Pile | str | Iterable[Card]


@dataclass(frozen=True, slots=True)
class _Laid:
    """What lies on the table: the two piles, and face down what a Dog turns up."""

    piles: tuple[Pile, ...]
    extra: tuple[Card, ...]


class FittingPile(TichuPile):
    """A pile that is a button: what pressing it does, and whether the selected card fits, and why."""

    action: str
    verdict: Literal["none", "yes", "no"]
    sentences: list[str]


class PilesPicture(TypedDict):
    """Two piles and a hand; `wish` while the Mah Jong is over a pile; `undo`: whether a card can be taken back."""

    label: str
    hand: HandPicture
    piles: list[FittingPile]
    wish: WishPicture | None
    said: str
    undo: bool
    clauses: list[ClauseText]


class Piles(CardWidget):
    """Two piles and a hand: select a card, see where it fits, and play it with the button that the pile is.

    - `piles`: the two piles, each a `Pile` or its cards in the order in which they were laid;
    - `hand`: the cards to play, as text or as cards;
    - `lang`: the language of the learner;
    - `rules`: the rules of the table;
    - `extra`: the cards that a Dog turns up (U5.3), first pile and second pile in turn; the page does not get them.

    Raises NotationError for a text that is not a card,
    ValueError for a card that comes twice, another number of piles than two, or an unknown language.

    >>> Piles(("6s", "7h Ph"), "5c 9d Ma")
    Piles(("6s", "7h Ph"), "5c 9d Ma")
    """

    _esm = STATIC / "piles.js"
    _css = STATIC / "piles.css"
    _hears = Messages[PilesMessage](PilesMessage)
    _own_words = ("piles.undo", "piles.again")

    def __init__(
        self,
        piles: Iterable[Given],
        hand: str | Iterable[Card],
        lang: str = "en",
        rules: Rules = SHEET,
        *,
        extra: str | Iterable[Card] = (),
        four_colours: bool = True,
        label: str | None = None,
    ) -> None:
        laid = _Laid(tuple(_pile(given) for given in piles), cards(extra))
        if len(laid.piles) != 2:
            raise ValueError(f"there are two piles, not {len(laid.piles)}")
        self._holding = Holding(hand, multiple=False, worth=sorting_value)
        every = (*self._holding.given, *laid.extra, *(card for pile in laid.piles for card in pile.cards))
        if len(set(every)) < len(every):
            raise ValueError("a card can be on the table only once")
        self._rules = checked(rules)
        self._label = label
        self._awaiting: Place | None = None  # the pile over which the Mah Jong waits for its wish
        self._said = ""
        # The note of a moment is the hand before it, as it lay.
        self._line: Timeline[_Laid, _Laid, tuple[Card, ...]] = Timeline.begin(laid, value, self._holding.given)
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        piles = ", ".join(repr(pile) if pile.wish else f'"{pile}"' for pile in self.piles)
        rules = changed_rules(self._rules)
        return f'Piles(({piles}), "{notation(self._holding.given)}"{rules})'

    @property
    def piles(self) -> tuple[Pile, ...]:
        """The two piles as they lie now."""
        return self._line.state.piles

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards still in hand."""
        return self._holding.given

    @property
    def rules(self) -> Rules:
        """The rules of the table; may be set, to see what a house rule changes."""
        return self._rules

    @rules.setter
    def rules(self, rules: Rules) -> None:
        with self._lock:
            self._rules = checked(rules)
            self._show()

    def _put_down(self) -> None:
        self._holding.put_down()
        self._awaiting, self._said = None, ""

    def _act(self, message: PilesMessage) -> None:
        self._said = ""
        awaiting, self._awaiting = self._awaiting, None
        match message:
            case PlayCard(pile=place):
                self._press(place)
            case Wish(rank=rank):
                if awaiting is not None:
                    self._play(MAH_JONG, awaiting, rank or None)
            case NoMahJong():
                pass
            case TakeBack(do=do):
                if self._line.at:
                    self._go_back(self._line.at - 1 if do == "undo" else 0)
            case _:
                self._holding.do(message)

    def _press(self, place: Place) -> None:
        """The selected card is played where it fits; the Mah Jong first waits over the pile for its wish."""
        if not self._holding.selected:
            self._said = say("piles.select_first", self._lang)
            return
        card, pile = self._holding.selected[0], self.piles[place]
        if not fits(pile, card, self._rules):
            self._said = say("piles.stays", self._lang, card=card, pile=pile_name(place, self._lang))
            return
        if card is MAH_JONG:
            self._awaiting = place
        else:
            self._play(card, place)

    def _play(self, card: Card, place: int, rank: str | None = None) -> None:
        laid = _onto(self._line.state, place, card, rank)
        said = [say("piles.played", self._lang, card=card, pile=pile_name(place, self._lang))]
        if rank:
            said.append(say("piles.wished", self._lang, rank=rank))
        if card is DOG:
            laid, turned = self._turned(laid)
            said += turned
        self._line = self._line.play(laid, self._holding.given)
        self._holding.without(card)
        if not self._holding.given:
            said.append(say("piles.hand_empty", self._lang))
        self._said = " ".join(said)

    def _turned(self, laid: _Laid) -> tuple[_Laid, list[str]]:
        """U5.3: both turn a card of their extra pile; U5.8: a Dog makes both turn again; U5.9: unless none is left."""
        turned, left = laid.extra[:2], laid.extra[2:]
        if not turned:
            return laid, [say("piles.nothing_to_turn", self._lang)]
        laid = replace(laid, extra=left)
        for place, card in enumerate(turned):
            laid = _onto(laid, place, card)
        said = [say("piles.turned", self._lang, cards=turned)]
        if DOG in turned:
            laid, more = self._turned(laid)
            said += more
        return laid, said

    def _go_back(self, to: int) -> None:
        """What was played after this moment is taken back, and forgotten."""
        self._holding.given, self._holding.selected = self._line.moments[to + 1].note, ()
        self._line = self._line.go(to).forgotten()
        self._said = say("piles.taken_back", self._lang)

    def _picture(self) -> PilesPicture:
        lang = self._lang
        chosen = self._holding.selected[0] if self._holding.selected else None
        used: list[str] = []
        return {
            "label": self._label or say("piles.label", lang),
            "hand": self._holding.picture(lang),
            "piles": [self._pile(place, chosen, used) for place in PLACES],
            "wish": None if self._awaiting is None else wish_picture(self._awaiting, lang),
            "said": self._said,
            "undo": self._line.at > 0,
            "clauses": clauses(used, lang),
        }

    def _pile(self, place: Place, card: Card | None, used: list[str]) -> FittingPile:
        lang, pile = self._lang, self.piles[place]
        verdict: Literal["none", "yes", "no"] = "none"
        sentences: list[str] = []
        if card is not None:
            fit = why_fit(pile, card, self._rules)
            if fit is not None:
                verdict, sentences = "yes", [f"{say(f'fit.{fit.reason}', lang, **fit.facts)} ({fit.rule})"]
                used.append(fit.rule)
            else:
                refusals = why_not_fit(pile, card, self._rules)
                verdict, sentences = "no", list(at_table(lang, 0).explained(refusals))
                used.extend(refusal.rule for refusal in refusals)
        return {
            **pile_picture(pile, place, lang),
            "action": pile_action(pile, place, card, lang),
            "verdict": verdict,
            "sentences": sentences,
        }


def _onto(laid: _Laid, place: int, card: Card, wish: str | None = None) -> _Laid:
    """The table with one more card on the pile at this place."""
    covered = laid.piles[place].covered(card, wish)
    return replace(laid, piles=tuple(covered if at == place else pile for at, pile in enumerate(laid.piles)))


def _pile(given: Given) -> Pile:
    return given if isinstance(given, Pile) else Pile.of(given if isinstance(given, str) else tuple(given))
