"""`Piles`: two discard piles of Tichu 1.on.1 and a hand; what fits where, and why or why not.

Knows what was played here and can take it back; what fits is asked of `cardlab.tichu`, one pile and one card at a time.
There is no opponent and no draw pile.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from cardlab.cards import Card, cards, notation
from cardlab.lessons.tables.pile_words import upper_cards
from cardlab.locale import rank_letter, say
from cardlab.tell.tichu import at_table
from cardlab.tichu import SHEET, Pile, Rules, fits, sorting_value, why_fit, why_not_fit
from cardlab.tichu.piles import DOG, MAH_JONG, WISHES
from cardlab.widgets.ground import STATIC, CardWidget, changed_rules, clauses, is_whole
from cardlab.widgets.holding import Holding
from cardlab.widgets.pile_words import counts

__all__ = ["Piles"]

Laid: TypeAlias = Pile | str | Iterable[Card]


@dataclass(frozen=True, slots=True)
class _Moment:
    """What undo goes back to."""

    piles: tuple[Pile, ...]
    held: tuple[Card, ...]
    extra: tuple[Card, ...]


class Piles(CardWidget):
    """Two piles and a hand: select a card, see where it fits, and play it with the button that the pile is.

    - `piles`: the two piles, each a `Pile` or its cards in the order in which they were laid;
    - `hand`: the cards to play, as text or as cards;
    - `lang`: the language of the learner;
    - `rules`: the rules of the table;
    - `extra`: the cards that a Dog turns up (U5.3), first pile and second pile in turn; the page is not told them.

    Raises NotationError for a text that is not a card,
    ValueError for a card that comes twice, another number of piles than two, or an unknown language.

    >>> Piles(("6s", "7h Ph"), "5c 9d Ma")
    Piles(("6s", "7h Ph"), "5c 9d Ma")
    """

    _esm = STATIC / "piles.js"
    _own_words = ("piles.undo", "piles.again")

    def __init__(
        self,
        piles: Iterable[Laid],
        hand: str | Iterable[Card],
        lang: str = "en",
        rules: Rules = SHEET,
        *,
        extra: str | Iterable[Card] = (),
        four_colours: bool = True,
        label: str | None = None,
    ) -> None:
        self._piles = tuple(_pile(laid) for laid in piles)
        if len(self._piles) != 2:
            raise ValueError(f"there are two piles, not {len(self._piles)}")
        self._holding = Holding(hand, multiple=False, worth=sorting_value)
        self._extra = cards(extra)
        every = (*self._holding.given, *self._extra, *(card for pile in self._piles for card in pile.cards))
        if len(set(every)) < len(every):
            raise ValueError("a card can be on the table only once")
        self._rules = rules
        self._label = label
        self._wish = ""
        self._said = ""
        self._past: list[_Moment] = []
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        piles = ", ".join(repr(pile) if pile.wish else f'"{pile}"' for pile in self._piles)
        rules = changed_rules(self._rules)
        return f'Piles(({piles}), "{notation(self._holding.given)}"{rules})'

    @property
    def piles(self) -> tuple[Pile, ...]:
        """The two piles as they lie now."""
        return self._piles

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
            self._rules = rules
            self._show()

    def _act(self, wish: object) -> None:
        self._said = ""
        match wish:
            case {"do": "play", "pile": 0 | 1 as place} if is_whole(place):
                self._play(int(place))
            case {"do": "wish", "rank": str(rank)} if rank == "" or rank in tuple(WISHES):
                self._wish = rank
            case {"do": "undo"} if self._past:
                self._go_back(self._past.pop())
            case {"do": "again"} if self._past:
                self._go_back(self._past[0])
                self._past = []
            case _:
                self._holding.hear(wish)

    def _play(self, place: int) -> None:
        if not self._holding.selected:
            self._said = say("piles.select_first", self._lang)
            return
        card, pile = self._holding.selected[0], self._piles[place]
        if not fits(pile, card, self._rules):
            self._said = say("piles.stays", self._lang, card=card, pile=self._name(place))
            return
        self._past.append(_Moment(self._piles, self._holding.given, self._extra))
        rank = (self._wish or None) if card is MAH_JONG else None
        self._lay(place, card, rank)
        self._holding.without(card)
        self._wish = ""
        said = [say("piles.played", self._lang, card=card, pile=self._name(place))]
        if rank:
            said.append(say("piles.wished", self._lang, rank=rank))
        if card is DOG:
            said.append(self._turn())
        if not self._holding.given:
            said.append(say("piles.hand_empty", self._lang))
        self._said = " ".join(said)

    def _lay(self, place: int, card: Card, rank: str | None = None) -> None:
        laid = self._piles[place].covered(card, rank)
        self._piles = tuple(laid if at == place else pile for at, pile in enumerate(self._piles))

    def _turn(self) -> str:
        """U5.3: both turn a card of their extra pile; U5.8: a Dog makes both turn again; U5.9: unless none is left."""
        turned = self._extra[:2]
        if not turned:
            return say("piles.nothing_to_turn", self._lang)
        self._extra = self._extra[2:]
        for place, card in enumerate(turned):
            self._lay(place, card)
        said = say("piles.turned", self._lang, cards=turned)
        return f"{said} {self._turn()}" if DOG in turned else said

    def _go_back(self, moment: _Moment) -> None:
        self._piles, self._extra = moment.piles, moment.extra
        self._holding.given, self._holding.selected = moment.held, ()
        self._wish = ""
        self._said = say("piles.taken_back", self._lang)

    def _name(self, place: int) -> str:
        return say("piles.pile", self._lang, number=place + 1)

    def _picture(self) -> dict[str, Any]:
        lang = self._lang
        chosen = self._holding.selected[0] if self._holding.selected else None
        used: list[str] = []
        return {
            "label": self._label or say("piles.label", lang),
            "hand": self._holding.picture(lang),
            "piles": [self._pile(place, chosen, used) for place in range(len(self._piles))],
            "wish": self._wishes() if chosen is MAH_JONG else None,
            "said": self._said,
            "undo": bool(self._past),
            "clauses": clauses(used, lang),
        }

    def _pile(self, place: int, card: Card | None, used: list[str]) -> dict[str, Any]:
        lang, pile = self._lang, self._piles[place]
        verdict, sentences = "none", []
        if card is not None:
            fit = why_fit(pile, card, self._rules)
            if fit is not None:
                verdict, sentences = "yes", [f"{say(f'fit.{fit.reason}', lang, **fit.facts)} ({fit.rule})"]
                used.append(fit.rule)
            else:
                refusals = why_not_fit(pile, card, self._rules)
                verdict, sentences = "no", list(at_table(lang, 0).explained(refusals))
                used.extend(refusal.rule for refusal in refusals)
        name = self._name(place)
        return {
            "label": name,
            "cards": [lying.code for lying in upper_cards(pile)],
            "counts": counts(pile, lang),
            "action": self._action(pile, card, name),
            "verdict": verdict,
            "sentences": sentences,
        }

    def _action(self, pile: Pile, card: Card | None, name: str) -> str:
        if card is not None:
            return say("piles.play", self._lang, card=card, pile=name)
        if pile.top is not None:
            return say("piles.on_top", self._lang, pile=name, card=pile.top)
        return say("piles.empty", self._lang, pile=name)

    def _wishes(self) -> dict[str, Any]:
        lang = self._lang
        none = {"rank": "", "label": say("piles.no_wish", lang)}
        ranks = [{"rank": rank, "label": rank_letter(rank, lang)} for rank in WISHES]
        return {"label": say("piles.wish", lang), "choices": [none, *ranks], "chosen": self._wish}


def _pile(laid: Laid) -> Pile:
    return laid if isinstance(laid, Pile) else Pile.of(laid if isinstance(laid, str) else tuple(laid))
