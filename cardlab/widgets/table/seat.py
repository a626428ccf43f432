"""A learner at a table: what he wishes becomes moves, and what comes of them is said.

Knows how the page's wishes become moves, and what is said of them; what is allowed is asked of `cardlab.tongits`,
who answers of `round`. `Table` and `PlayTongits` both stand on it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, Final, TypeAlias

from cardlab.cards import Card
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
    Take,
    why_not,
)
from cardlab.widgets.ground import is_whole
from cardlab.widgets.holding import Holding, Order
from cardlab.widgets.table.round import Round
from cardlab.widgets.table.sight import Said, picture
from cardlab.widgets.table.words import Words

__all__ = ["Seated"]

_Bare: TypeAlias = Callable[[int], Move]
_BARE: Final[dict[str, _Bare]] = {"draw": Draw, "take": Take, "call": Call, "challenge": Challenge, "fold": Fold}
_WHILE_COVERED: Final = ("undo", "redo", "go")
_PLACES: Final = tuple(str(place) for place in range(99))
_WHATEVER_THE_CARDS: Final = (Code.NOT_YOUR_TURN, Code.DRAW_FIRST, Code.ANSWER_FIRST, Code.ROUND_OVER)


class Seated:
    """A learner with the cards of his hand before him, at a round.

    - `played`: the round;
    - `words`: how people and moves are called;
    - `sort`: how the hand lies at first;
    - `before`: is asked about every allowed move before it is made; if it says False, the move is not made now;
    - `in_turn`: several persons sit at one screen: the hand is covered until the one whose turn it is says so;
    - `reading`: a record is looked at: wherever it is gone to, the move that led there is told.
    """

    def __init__(
        self,
        played: Round,
        words: Words,
        sort: Order = "rank",
        *,
        before: Callable[[Move], bool] | None = None,
        in_turn: bool = False,
        reading: bool = False,
    ) -> None:
        self.words = words
        self.before = before
        self.in_turn = in_turn
        self.reading = reading
        self.holding = Holding((), sort)
        self.begin(played)

    def begin(self, played: Round) -> None:
        """Sits down at another round."""
        self.round = played
        self.said = Said()
        self._looks: int | None = None
        self.hold()

    @property
    def covered(self) -> bool:
        """Whether the screen has to be passed on before anybody sees a hand."""
        state = self.round.state
        return self.in_turn and state.phase is not Phase.OVER and state.seat != self._looks

    def uncover(self) -> None:
        """The one whose turn it is looks at the screen; what happened since his last move is news to him."""
        seat = self._looks = self.round.state.seat
        own = (place for place in range(self.round.at, 0, -1) if self._mover(place) == seat)
        self.round.since = next(own, 0)
        self.said = Said()
        self.hold()

    def _mover(self, place: int) -> int | None:
        move = self.round.moments[place].move
        return None if move is None else move.seat

    def hold(self) -> None:
        """The hand as it is now: cards that stay keep their order, new ones are marked.

        Once the screen is passed on nobody looks at it, wherever whoever has it then goes to.
        """
        if self.covered:
            self._looks = None
        hand = () if self.covered else self.round.seen.hand
        kept = tuple(card for card in self.holding.given if card in hand)
        new = tuple(card for card in hand if card not in kept)
        self.holding.given = (*kept, *new)
        self.holding.selected = tuple(card for card in self.holding.selected if card in kept)
        self.new = new if kept else ()

    def picture(self, overlays: Collection[str]) -> dict[str, Any]:
        """Everything that the page is told of this moment."""
        return picture(self.round, self.holding, self.said, overlays, self.words, self.new, covered=self.covered)

    def hear(self, wish: object) -> None:
        """Does what the page asks of the table or of the hand; anything else is passed over."""
        actor = self.round.actor
        match wish:
            case {"do": "ready"} if self.covered:
                self.uncover()
            case {"do": str(what)} if self.covered and what not in _WHILE_COVERED:
                return
            case {"do": str(what)} if what in _BARE:
                self.attempt(_BARE[what](actor), {"draw": "stock", "take": "discards"}.get(what, "hand"))
            case {"do": "lay" | "secret" as how}:
                self._lay(self.holding.selected, secret=how == "secret")
            case {"do": "lay_off", "meld": int(place), **more} if self._is_meld(place):
                self._lay_off(place, self.holding.selected, low=more.get("low") is True)
            case {"do": "discard"}:
                self._discard(self.holding.selected)
            case {"do": "drop", "card": str(code), "on": on}:
                self._drop(code, on)
            case {"do": "undo"}:
                self._went("table.taken_back" if self.round.undo() else "table.nothing_to_undo")
            case {"do": "redo"}:
                self._went("table.made_again" if self.round.redo() else "table.nothing_to_redo")
            case {"do": "go", "to": int(to)} if is_whole(to) and self.round.go(to):
                self._went("table.went_back")
            case {"do": "play_on"} if self.round.waiting:
                self.round.play_on()
                self.hold()
                self.said = Said()
            case _:
                before = self.holding.selected
                self.holding.hear(wish, selectable=self.round.state.phase is not Phase.OVER)
                if self.said.kind == "no" and self.holding.selected != before:  # still to be read, but over
                    self.said = replace(self.said, kind="none")

    def _is_meld(self, place: object) -> bool:
        return is_whole(place) and place in range(len(self.round.state.melds))

    def _lay(self, chosen: tuple[Card, ...], *, secret: bool = False) -> None:
        self.attempt(LayMeld(self.round.actor, chosen, secret), unready="" if chosen else "table.select_for_meld")

    def _lay_off(self, place: int, chosen: tuple[Card, ...], *, low: bool = False) -> None:
        move = Sapaw(self.round.actor, place, chosen, low)
        self.attempt(move, place, unready="" if chosen else "table.select_to_lay_off")

    def _discard(self, chosen: tuple[Card, ...]) -> None:
        for card in (chosen or self.round.seen.hand)[:1]:
            self.attempt(Discard(self.round.actor, card), unready="" if len(chosen) == 1 else "table.select_one")

    def _drop(self, code: str, on: object) -> None:
        """A card was pulled onto the discard pile, onto a meld, or to where the own melds lie."""
        card = next((held for held in self.holding.given if held.code == code), None)
        if card is None:
            return
        together = self.holding.selected if card in self.holding.selected else (card,)
        if on == "discards":
            self._discard((card,))
        elif on == "melds":
            self._lay(together)
        elif on in _PLACES and self._is_meld(int(str(on))):
            self._lay_off(int(str(on)), together)

    def attempt(self, move: Move, place: str | int = "hand", *, unready: str = "") -> None:
        """Makes a move, or says why not: every rule it breaks, what is still to be selected, or what the step wants.

        Without the cards that it needs (`unready`) it is asked only what it breaks whatever the cards are.
        """
        here, words = self.round, self.words
        refusals = why_not(here.seen, move)
        if unready:
            refusals = tuple(refusal for refusal in refusals if refusal.code in _WHATEVER_THE_CARDS)
        action = words.say("table.discard") if unready == "table.select_one" else words.action(move, here.seen)
        if refusals or unready:
            reasons = [words.reason(refusal) for refusal in refusals] or [words.say(unready)]
            rules = tuple(refusal.rule for refusal in refusals)
            self.said = Said("no", words.say("table.refused", action=action), reasons, rules, place)
        elif not here.meets(move):
            assert here.step is not None
            goal = words.say(here.step.goal)
            self.said = Said("hint", words.say("table.aside", action=action), [goal], here.step.clauses, place)
        elif self.before is None or self.before(move):
            self.make(move)

    def make(self, move: Move) -> None:
        """Makes a move that is allowed, and says what it was."""
        step = self.round.step
        before = self.round.at
        self.round.play(move)
        self.holding.selected = ()
        self.hold()
        title = self.words.told(self.round.moments, (before + 1,))[0]
        if step is None:
            self.said = Said("done", title)
        else:
            self.said = Said("yes", title, [self.words.say(step.done)], step.clauses)

    def _went(self, key: str) -> None:
        self.hold()
        self.new = ()
        number, total = self.round.at, len(self.round.moments) - 1
        title = self.words.say("table.at_move" if self.reading else key, number=number, count=total)
        made = self.words.told(self.round.moments, (number,)) if self.reading and number else []
        self.said = Said("done", title, made)
