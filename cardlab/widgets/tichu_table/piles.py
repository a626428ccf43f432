"""`Piles`: two discard piles of Tichu 1.on.1 and a hand, to try which card fits.

There is no opponent and no draw pile, and every play can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from cardlab.cards import Card, cards, notation
from cardlab.phrasing.catalogue import rank_letter, say
from cardlab.phrasing.tichu_sentences import at_table, badge, counts, upper_cards
from cardlab.tichu import SHEET, Pile, Rules, fits, sorting_value, why_fit, why_not_fit
from cardlab.tichu.piles import DOG, MAH_JONG
from cardlab.tichu.rules import checked
from cardlab.widgets.blocks import Block, VerdictKind, button, full, goal, group, hand, option, row, rules, status
from cardlab.widgets.constants import rules_argument
from cardlab.widgets.hand import HandModel
from cardlab.widgets.scene import Scene, receives
from cardlab.widgets.tichu_table.race_hands import SIDES, WISH_RANKS, Rank, Side
from cardlab.widgets.tichu_table.race_props import pile_name

Given: TypeAlias = Pile | str | Iterable[Card]


class Piles(Scene):
    """Two piles and a hand: select a card, see where it fits, and play it there.

    Args:
        piles: the two piles, each a `Pile` or its cards from bottom to top.
        hand: the cards to play, as text or as cards.
        lang: the language of the learner; by default that of the notebook's folder.
        rules: the rules of the table.
        extra: the cards that a Dog turns up, for the first and the second pile in turn [U5.3]; the page does not get
            them.

    Raises NotationError for a text that is not a card,
    ValueError for a repeated card, a number of piles other than two, or an unknown language.

    >>> Piles(("6s", "7h Ph"), "5c 9d Ma")
    Piles(("6s", "7h Ph"), "5c 9d Ma")
    """

    view = "race"
    shares = ("piles", "hand")

    def __init__(
        self,
        piles: Iterable[Given],
        hand: str | Iterable[Card],
        lang: str = "",
        rules: Rules = SHEET,
        *,
        extra: str | Iterable[Card] = (),
    ) -> None:
        super().__init__(lang)
        self._piles = tuple(
            pile if isinstance(pile, Pile) else Pile.of(pile if isinstance(pile, str) else tuple(pile))
            for pile in piles
        )
        self._extra = cards(extra)
        if len(self._piles) != 2:
            raise ValueError(f"there are two piles, not {len(self._piles)}")
        self._hand_model = HandModel(hand, multiple=False, worth=sorting_value)
        every = (*self.hand, *self._extra, *(card for pile in self._piles for card in pile.cards))
        if len(set(every)) < len(every):
            raise ValueError("a card can be on the table only once")
        self._rules = checked(rules)
        self.label = say("piles.label", self.lang)
        self._wish_pile: Side | None = None  # the pile for the Mah Jong that waits for its wish
        # The piles, the extra cards and the hand before each play
        self._past: list[tuple[tuple[Pile, ...], tuple[Card, ...], tuple[Card, ...]]] = []

    def __repr__(self) -> str:
        piles = ", ".join(repr(pile) if pile.wish else f'"{pile}"' for pile in self.piles)
        rules = rules_argument(self._rules)
        return f'Piles(({piles}), "{notation(self._hand_model.cards)}"{rules})'

    @property
    def piles(self) -> tuple[Pile, ...]:
        """The two piles."""
        return self._piles

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards in the hand."""
        return self._hand_model.cards

    def clear_selection(self) -> None:
        self._hand_model.clear_selection()
        self._wish_pile, self.remark = None, ""

    def before_message(self, message: str) -> None:
        super().before_message(message)
        if message != "wish":
            self._wish_pile = None

    @receives
    def select(self, cards: list[str], number: int) -> None:
        """Apply a selection; each message has a higher `number` than the one before."""
        self._hand_model.receive(cards, number)

    @receives
    def play(self, pile: Side) -> None:
        """Play the selected card if it fits; a Mah Jong first waits for its wish."""
        if not self._hand_model.selected:
            self.remark = say("piles.select_first", self.lang)
            return
        card = self._hand_model.selected[0]
        if not fits(self.piles[pile], card, self._rules):
            self.remark = say("piles.stays", self.lang, card=card, pile=pile_name(pile, self.lang))
        elif card is MAH_JONG:
            self._wish_pile = pile
        else:
            self._play(card, pile)

    @receives
    def wish(self, rank: Rank) -> None:
        """Play the waiting Mah Jong with this wish, "" for none."""
        awaiting, self._wish_pile = self._wish_pile, None
        if awaiting is not None:
            self._play(MAH_JONG, awaiting, rank or None)

    @receives
    def back(self) -> None:
        """Return the Mah Jong to the hand: `before_message` has done so."""

    @receives
    def take_back(self, do: Literal["undo", "again"]) -> None:
        """Take back the last card ("undo"), or all cards ("again")."""
        to = -1 if do == "undo" else 0
        self._piles, self._extra, self._hand_model.cards = self._past[to]
        self._hand_model.clear_selection()
        del self._past[to:]
        self.remark = say("piles.taken_back", self.lang)

    def _play(self, card: Card, index: int, rank: str | None = None) -> None:
        self._past.append((self._piles, self._extra, self.hand))
        self._lay(card, index, rank)
        self._hand_model.remove(card)
        texts = [say("piles.played", self.lang, card=card, pile=pile_name(index, self.lang))]
        if rank:
            texts.append(say("piles.wished", self.lang, rank=rank))
        if card is DOG:
            texts += self._turned()
        if not self.hand:
            texts.append(say("table.melds.empty", self.lang))
        self.remark = " ".join(texts)

    def _lay(self, card: Card, index: int, wish: str | None = None) -> None:
        self._piles = tuple(pile.covered(card, wish) if at == index else pile for at, pile in enumerate(self._piles))

    def _turned(self) -> list[str]:
        """Turn an extra card onto each pile, again for each Dog; return what to say.

        If no extra card is left, nothing is turned. [U5.3, U5.8, U5.9]
        """
        turned, self._extra = self._extra[:2], self._extra[2:]
        if not turned:
            return [say("piles.nothing_to_turn", self.lang)]
        for index, card in enumerate(turned):
            self._lay(card, index)
        return [say("piles.turned", self.lang, cards=turned), *(self._turned() if DOG in turned else [])]

    def render(self) -> list[Block]:
        lang = self.lang
        clauses: list[str] = []
        pile_blocks = [self._discard(index, clauses) for index in SIDES]
        undo, again = ({"do": do} if self._past else None for do in ("undo", "again"))
        return [
            group(
                group(*pile_blocks, style="cardlab-piles cardlab-race"),
                *self._wishes(),
                status(self.remark, style="cardlab-status"),
                hand(self._hand_model.props(lang)),
                style="cardlab-felt cardlab-trying",
            ),
            row(button(say("table.undo", lang), undo), button(say("table.again", lang), again), full()),
            *rules(clauses, lang),
            goal(bool(self._past)),
        ]

    def _discard(self, index: Side, clauses: list[str]) -> Block:
        lang, pile = self.lang, self.piles[index]
        card = self._hand_model.selected[0] if self._hand_model.selected else None
        kind: VerdictKind = "none"
        texts: list[str] = []
        if card is not None:
            fit = why_fit(pile, card, self._rules)
            if fit is not None:
                kind, texts = "yes", [f"{say(f'fit.{fit.reason}', lang, **fit.facts)} ({fit.rule})"]
                clauses.append(fit.rule)
            else:
                refusals = why_not_fit(pile, card, self._rules)
                kind, texts = "no", list(at_table(lang, 0).explained(refusals))
                clauses.extend(refusal.rule for refusal in refusals)
        name = pile_name(index, lang)
        if card is not None:
            action = say("piles.play", lang, card=card, pile=name)
        elif pile.top is not None:
            action = say("piles.on_top", lang, pile=name, card=pile.top)
        else:
            action = say("piles.empty", lang, pile=name)
        return {
            "is": "discard", "index": index, "label": name, "send": {"do": "play", "pile": index},
            "cards": [card.code for card in upper_cards(pile)], "badge": badge(pile, lang),
            "counts": counts(pile, lang), "action": action, "verdict": kind, "texts": texts,
            "number": len(self._past),
        }  # fmt: skip

    def _wishes(self) -> list[Block]:
        """Make the choice of a wish for the waiting Mah Jong, with a way back. [U5.4]"""
        pile, lang = self._wish_pile, self.lang
        if pile is None:
            return []
        labels = {rank: rank_letter(rank, lang) for rank in WISH_RANKS} | {"": say("piles.no_wish", lang)}
        wishes = [option(label, {"do": "wish", "rank": rank}) for rank, label in labels.items()]
        back = option(say("play_tichu.back", lang), {"do": "back"})
        return [{"is": "wish", "label": say("play_tichu.wish_now", lang, pile=pile + 1), "options": [*wishes, back]}]
