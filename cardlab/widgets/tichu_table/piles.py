"""`Piles`: two discard piles of Tichu 1.on.1 and a hand; what fits where, and why or why not.

There is no opponent and no draw pile: one pile and one card at a time.
What was played can be taken back.

`discard` and `wish_over` are blocks that a race in slow motion has as well: a discard pile that is a button, and the
values that can be wished with a Mah Jong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from cardlab.cards import Card, cards, notation
from cardlab.phrasing.catalogue import rank_letter, say
from cardlab.phrasing.tichu_sentences import at_table, badge, counts, upper_cards
from cardlab.tichu import SHEET, Pile, Rules, fits, sorting_value, why_fit, why_not_fit
from cardlab.tichu.piles import DOG, MAH_JONG
from cardlab.tichu.rules import checked
from cardlab.widgets.base import changed_rules
from cardlab.widgets.blocks import Block, Send, Told, button, full, group, hand, option, row, rules, status
from cardlab.widgets.hand import Holding
from cardlab.widgets.scene import Scene, hears
from cardlab.widgets.tichu_table.race_hands import PLACES, WISHED, Place, Rank
from cardlab.widgets.tichu_table.race_props import pile_name

Given: TypeAlias = Pile | str | Iterable[Card]


class Piles(Scene):
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

    view = "race"
    shares = ("piles", "hand")

    def __init__(
        self,
        piles: Iterable[Given],
        hand: str | Iterable[Card],
        lang: str = "en",
        rules: Rules = SHEET,
        *,
        extra: str | Iterable[Card] = (),
        four_colours: bool = True,
    ) -> None:
        super().__init__(lang, four_colours=four_colours)
        self._piles = tuple(_pile(given) for given in piles)
        self._extra = cards(extra)
        if len(self._piles) != 2:
            raise ValueError(f"there are two piles, not {len(self._piles)}")
        self._holding = Holding(hand, multiple=False, worth=sorting_value)
        every = (*self.hand, *self._extra, *(card for pile in self._piles for card in pile.cards))
        if len(set(every)) < len(every):
            raise ValueError("a card can be on the table only once")
        self._rules = checked(rules)
        self.label = say("piles.label", lang)
        self._awaiting: Place | None = None  # the pile over which the Mah Jong waits for its wish
        self._said = ""
        # The piles, the cards to turn up and the hand before each card.
        self._past: list[tuple[tuple[Pile, ...], tuple[Card, ...], tuple[Card, ...]]] = []

    def __repr__(self) -> str:
        piles = ", ".join(repr(pile) if pile.wish else f'"{pile}"' for pile in self.piles)
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

    def put_down(self) -> None:
        self._holding.put_down()
        self._awaiting, self._said = None, ""

    def before(self, message: str) -> None:
        self._said = ""
        if message != "wish":
            self._awaiting = None

    @hears
    def select(self, cards: list[str], number: int) -> None:
        """These cards are selected now; `number` grows from one message to the next."""
        self._holding.hear(cards, number)

    @hears
    def play(self, pile: Place) -> None:
        """The selected card is played where it fits; the Mah Jong first waits over the pile for its wish."""
        if not self._holding.selected:
            self._said = say("piles.select_first", self.lang)
            return
        card = self._holding.selected[0]
        if not fits(self.piles[pile], card, self._rules):
            self._said = say("piles.stays", self.lang, card=card, pile=pile_name(pile, self.lang))
        elif card is MAH_JONG:
            self._awaiting = pile
        else:
            self._play(card, pile)

    @hears
    def wish(self, rank: Rank) -> None:
        """The Mah Jong that waits over a pile lands with this wish."""
        awaiting, self._awaiting = self._awaiting, None
        if awaiting is not None:
            self._play(MAH_JONG, awaiting, rank or None)

    @hears
    def back(self) -> None:
        """The Mah Jong that waits over a pile goes back to the hand."""

    @hears
    def take_back(self, do: Literal["undo", "again"]) -> None:
        """The last card is taken back, or all of them; what was played is forgotten."""
        to = -1 if do == "undo" else 0
        self._piles, self._extra, self._holding.given = self._past[to]
        self._holding.put_down()
        del self._past[to:]
        self._said = say("piles.taken_back", self.lang)

    def _play(self, card: Card, place: int, rank: str | None = None) -> None:
        self._past.append((self._piles, self._extra, self.hand))
        self._lay(card, place, rank)
        self._holding.without(card)
        said = [say("piles.played", self.lang, card=card, pile=pile_name(place, self.lang))]
        if rank:
            said.append(say("piles.wished", self.lang, rank=rank))
        if card is DOG:
            said += self._turned()
        if not self.hand:
            said.append(say("piles.hand_empty", self.lang))
        self._said = " ".join(said)

    def _lay(self, card: Card, place: int, wish: str | None = None) -> None:
        """One more card on the pile at this place."""
        self._piles = tuple(pile.covered(card, wish) if at == place else pile for at, pile in enumerate(self._piles))

    def _turned(self) -> list[str]:
        """U5.3: both turn a card of their extra pile; U5.8: a Dog makes both turn again; U5.9: unless none is left."""
        turned, self._extra = self._extra[:2], self._extra[2:]
        if not turned:
            return [say("piles.nothing_to_turn", self.lang)]
        for place, card in enumerate(turned):
            self._lay(card, place)
        return [say("piles.turned", self.lang, cards=turned), *(self._turned() if DOG in turned else [])]

    def draw(self) -> list[Block]:
        lang = self.lang
        used: list[str] = []
        lying = [self._discard(place, used) for place in PLACES]
        undo, again = ({"do": do} if self._past else None for do in ("undo", "again"))
        return [
            group(
                group(*lying, style="cardlab-piles cardlab-race"),
                *wish_over(self._awaiting, lang),
                status(self._said, style="cardlab-status"),
                hand(self._holding.picture(lang)),
                style="cardlab-felt cardlab-trying",
            ),
            row(button(say("piles.undo", lang), undo), button(say("piles.again", lang), again), full()),
            *rules(used, lang),
        ]

    def _discard(self, place: Place, used: list[str]) -> Block:
        lang, pile = self.lang, self.piles[place]
        card = self._holding.selected[0] if self._holding.selected else None
        verdict: Told = "none"
        told: list[str] = []
        if card is not None:
            fit = why_fit(pile, card, self._rules)
            if fit is not None:
                verdict, told = "yes", [f"{say(f'fit.{fit.reason}', lang, **fit.facts)} ({fit.rule})"]
                used.append(fit.rule)
            else:
                refusals = why_not_fit(pile, card, self._rules)
                verdict, told = "no", list(at_table(lang, 0).explained(refusals))
                used.extend(refusal.rule for refusal in refusals)
        send = {"do": "play", "pile": place}
        action = pile_action(pile, place, card, lang)
        return discard(pile, place, lang, send, counted=counts(pile, lang), action=action, verdict=verdict, told=told)


def discard(
    pile: Pile,
    place: Place,
    lang: str,
    send: Send,
    *,
    counted: str,
    action: str,
    note: str = "",
    chosen: bool | None = None,
    verdict: Told = "none",
    told: Sequence[str] = (),
) -> Block:
    """A discard pile; where it sends nothing it is only looked at.

    - `counted`: what it counts as; `action`: what pressing it does; `note`: what is said below it;
    - `chosen`: whether the next card goes there, None where the card comes first;
    - `verdict`, `told`: whether the selected card fits there, and why.
    """
    return {
        "is": "discard", "place": place, "label": pile_name(place, lang), "send": send,
        "cards": [card.code for card in upper_cards(pile)], "badge": badge(pile, lang), "counts": counted,
        "action": action, "note": note, "chosen": chosen, "verdict": verdict, "told": told,
    }  # fmt: skip


def pile_action(pile: Pile, place: int, card: Card | None, lang: str) -> str:
    """What pressing the pile does while `card` is selected; with none, what lies on top of it."""
    name = pile_name(place, lang)
    if card is not None:
        return say("piles.play", lang, card=card, pile=name)
    if pile.top is not None:
        return say("piles.on_top", lang, pile=name, card=pile.top)
    return say("piles.empty", lang, pile=name)


def wish_over(pile: Place | None, lang: str) -> list[Block]:
    """The values that can be wished with the Mah Jong over this pile (U5.4), none, and the way back to the hand."""
    if pile is None:
        return []
    labels = {rank: rank_letter(rank, lang) for rank in WISHED} | {"": say("piles.no_wish", lang)}
    wishes = [option(label, {"do": "wish", "rank": rank}) for rank, label in labels.items()]
    back = option(say("play_tichu.back", lang), {"do": "back"})
    return [{"is": "wish", "label": say("play_tichu.wish_now", lang, pile=pile + 1), "options": [*wishes, back]}]


def _pile(given: Given) -> Pile:
    return given if isinstance(given, Pile) else Pile.of(given if isinstance(given, str) else tuple(given))
