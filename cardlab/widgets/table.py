"""`Table`: a Tongits table for one learner, to play at, to be guided at, and to go back at.

Knows how the page's wishes become moves and what is said of them; what is allowed and what moves do is asked of
`cardlab.tongits`, who answers of `table_round`. What the page is told is made from the view of the learner's seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from cardlab.cards import Card
from cardlab.lessons.guide import Guide
from cardlab.tongits import (
    Call,
    Challenge,
    Code,
    Discard,
    Draw,
    Fold,
    LayMeld,
    Move,
    Phase,
    Sapaw,
    State,
    Take,
    deal,
    why_not,
)
from cardlab.widgets.ground import STATIC, CardWidget, is_whole
from cardlab.widgets.holding import Holding, Order
from cardlab.widgets.table_overlays import OVERLAYS
from cardlab.widgets.table_round import Round
from cardlab.widgets.table_sight import Said, picture
from cardlab.widgets.table_words import Words

__all__ = ["Table"]

_Bare: TypeAlias = Callable[[int], Move]
_BARE: Final[dict[str, _Bare]] = {"draw": Draw, "take": Take, "call": Call, "challenge": Challenge, "fold": Fold}
_LONGEST_SEED: Final = 6
_PLACES: Final = tuple(str(place) for place in range(99))
_WHATEVER_THE_CARDS: Final = (Code.NOT_YOUR_TURN, Code.DRAW_FIRST, Code.ANSWER_FIRST, Code.ROUND_OVER)
_WORDS: Final = ("undo", "redo", "again", "deal", "seed", "play_on", "show_me", "steps_again", "overlays", "actions")
_HEADINGS: Final = ("moves", "news", "log", "log_start", "history")


class Table(CardWidget):
    """A table: select cards, draw, take, lay, lay off, discard, call and answer; every refusal is explained.

    - `state`: the position to begin with, or else the deal number `seed`; with a guide, the guide's position;
    - `lang`: the language of the learner; `seat`: the learner's seat;
    - `guide`: steps to do one after the other; afterwards the round may be played on;
    - `others`: the bot that moves the other seats, "careful" or "random"; None if the learner moves every seat,
      with all hands open;
    - `open_hands`: whether the hands of the others lie open;
    - `overlays`: what is shown from the start, of "melds", "deadwood", "seen", "discards", "lay_offs";
    - `seed`: the chance of the bots comes from it, and the next deal is the one after it;
    - `sort`, `four_colours`, `label`: as in `Hand`.

    Raises ValueError for a seat, a bot, an overlay or a language that there is not.

    >>> Table(deal(seed=7))
    Table(seat=0, others='careful')
    """

    _esm = STATIC / "table.js"
    _css = STATIC / "table.css"
    _own_words = tuple(f"table.{word}" for word in (*_WORDS, *_HEADINGS))

    def __init__(
        self,
        state: State | None = None,
        lang: str = "en",
        *,
        seat: int = 0,
        guide: Guide | None = None,
        others: str | None = "careful",
        open_hands: bool = False,
        overlays: Iterable[str] = (),
        seed: int = 0,
        sort: Order = "rank",
        four_colours: bool = True,
        label: str | None = None,
    ) -> None:
        if guide is not None:
            state, seat = guide.state, guide.seat
        if seat not in range(3):
            raise ValueError(f"seat is 0, 1 or 2, not {seat!r}")
        self._overlays = list(dict.fromkeys(overlays))
        if unknown := [name for name in self._overlays if name not in OVERLAYS]:
            raise ValueError(f"overlays are {', '.join(OVERLAYS)}, not {unknown[0]!r}")
        self._label = label
        self._seed = str(seed)
        self._dealt = seed
        self._open = open_hands or others is None
        self._words = Words(lang, None if others is None else seat, self._open)
        self._holding = Holding((), sort)
        self._begin(Round(state or deal(seed=seed), seat=seat, others=others, guide=guide, seed=seed))
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        return f"Table(seat={self._round.seat}, others={self._round.others!r})"

    @property
    def state(self) -> State:
        """The position that is shown."""
        return self._round.state

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that led to it, in order."""
        played = self._round.moments[1 : self._round.at + 1]
        return tuple(moment.move for moment in played if moment.move is not None)

    def _begin(self, played: Round) -> None:
        self._round = played
        self._said = Said()
        self._hold()

    def _hold(self) -> None:
        """The hand as it is now: cards that stay keep their order, new ones are marked."""
        hand = self._round.seen.hand
        kept = tuple(card for card in self._holding.given if card in hand)
        new = tuple(card for card in hand if card not in kept)
        self._holding.given = (*kept, *new)
        self._holding.selected = tuple(card for card in self._holding.selected if card in kept)
        self._new = new if kept else ()

    def _act(self, wish: object) -> None:
        actor = self._round.actor
        match wish:
            case {"do": str(what)} if what in _BARE:
                self._try(_BARE[what](actor), {"draw": "stock", "take": "discards"}.get(what, "hand"))
            case {"do": "lay" | "secret" as how}:
                self._lay(self._holding.selected, secret=how == "secret")
            case {"do": "lay_off", "meld": int(place), **more} if self._is_meld(place):
                self._lay_off(place, self._holding.selected, low=more.get("low") is True)
            case {"do": "discard"}:
                self._discard(self._holding.selected)
            case {"do": "drop", "card": str(code), "on": on}:
                self._drop(code, on)
            case _:
                self._arrange(wish)

    def _arrange(self, wish: object) -> None:
        """What changes what is shown, and is no move."""
        match wish:
            case {"do": "undo"}:
                self._went("table.taken_back" if self._round.undo() else "table.nothing_to_undo")
            case {"do": "redo"}:
                self._went("table.made_again" if self._round.redo() else "table.nothing_to_redo")
            case {"do": "go", "to": int(to)} if is_whole(to) and self._round.go(to):
                self._went("table.went_back")
            case {"do": "play_on"} if self._round.waiting:
                self._round.play_on()
                self._hold()
                self._said = Said()
            case {"do": "show_me"} if self._round.step is not None:
                self._try(self._round.step.shows)
            case {"do": "again" | "steps_again"}:
                old = self._round
                start = old.moments[0].state
                self._begin(Round(start, seat=old.seat, others=old.others, guide=old.guide, seed=old.seed))
            case {"do": "seed", "text": str(text)} if len(text) <= _LONGEST_SEED:
                self._seed = text
            case {"do": "deal"} if self._round.step is None:
                self._deal()
            case {"do": "overlay", "name": str(name)} if name in OVERLAYS:
                self._overlays = [one for one in OVERLAYS if (one in self._overlays) != (one == name)]
            case _:
                self._holding.hear(wish, selectable=self.state.phase is not Phase.OVER)

    def _is_meld(self, place: object) -> bool:
        return is_whole(place) and place in range(len(self.state.melds))

    def _lay(self, chosen: tuple[Card, ...], *, secret: bool = False) -> None:
        self._try(LayMeld(self._round.actor, chosen, secret), unready="" if chosen else "table.select_for_meld")

    def _lay_off(self, place: int, chosen: tuple[Card, ...], *, low: bool = False) -> None:
        move = Sapaw(self._round.actor, place, chosen, low)
        self._try(move, place, unready="" if chosen else "table.select_to_lay_off")

    def _discard(self, chosen: tuple[Card, ...]) -> None:
        for card in (chosen or self._round.seen.hand)[:1]:
            self._try(Discard(self._round.actor, card), unready="" if len(chosen) == 1 else "table.select_one")

    def _drop(self, code: str, on: object) -> None:
        """A card was pulled onto the discard pile, onto a meld, or to where the own melds lie."""
        card = next((held for held in self._holding.given if held.code == code), None)
        if card is None:
            return
        together = self._holding.selected if card in self._holding.selected else (card,)
        if on == "discards":
            self._discard((card,))
        elif on == "melds":
            self._lay(together)
        elif on in _PLACES and self._is_meld(int(str(on))):
            self._lay_off(int(str(on)), together)

    def _try(self, move: Move, place: str | int = "hand", *, unready: str = "") -> None:
        """Makes a move, or says why not: every rule it breaks, what is still to be selected, or what the step wants.

        Without the cards that it needs (`unready`) it is asked only what it breaks whatever the cards are.
        """
        here, words = self._round, self._words
        refusals = why_not(here.seen, move)
        if unready:
            refusals = tuple(refusal for refusal in refusals if refusal.code in _WHATEVER_THE_CARDS)
        action = words.say("table.discard") if unready == "table.select_one" else words.action(move, here.seen)
        if refusals or unready:
            reasons = [words.reason(refusal) for refusal in refusals] or [words.say(unready)]
            rules = tuple(refusal.rule for refusal in refusals)
            self._said = Said("no", words.say("table.refused", action=action), reasons, rules, place)
        elif not here.meets(move):
            assert here.step is not None
            goal = words.say(here.step.goal)
            self._said = Said("hint", words.say("table.aside", action=action), [goal], here.step.clauses, place)
        else:
            self._make(move)

    def _make(self, move: Move) -> None:
        step = self._round.step
        before = self._round.at
        self._round.play(move)
        self._holding.selected = ()
        self._hold()
        title = self._words.told(self._round.moments, (before + 1,))[0]
        if step is None:
            self._said = Said("done", title)
        else:
            self._said = Said("yes", title, [self._words.say(step.done)], step.clauses)

    def _went(self, key: str) -> None:
        self._hold()
        self._new = ()
        number, total = self._round.at, len(self._round.moments) - 1
        self._said = Said("done", self._words.say(key, number=number, count=total))

    def _deal(self) -> None:
        typed = int(self._seed) if self._seed.isascii() and self._seed.isdigit() else self._dealt
        self._dealt = typed if typed != self._dealt else self._dealt + 1
        self._seed = str(self._dealt)
        old, start = self._round, self._round.moments[0].state
        dealt = deal(start.rules, self._dealt, first=start.first)
        self._begin(Round(dealt, seat=old.seat, others=old.others, seed=self._dealt))

    def _picture(self) -> dict[str, Any]:
        sight = picture(self._round, self._holding, self._said, self._overlays, self._words, self._new)
        label = self._label or self._words.say("table.label")
        return {"label": label, **sight, "seed": self._seed}
