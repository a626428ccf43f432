"""A learner at a round of Tongits: turns messages of the page into moves, and says what came of them.

`Table` and `PlayTongits` both use it; `round` says who answers a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from cardlab.cards import Card
from cardlab.lessons.guided_rounds import Step as GuideStep
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
from cardlab.widgets.hand import Holding, Order, SelectCards
from cardlab.widgets.messages import Step
from cardlab.widgets.tongits_table.messages import (
    DiscardSelected,
    Drop,
    Go,
    Lay,
    LayOff,
    PlayOn,
    Press,
    Ready,
    SeatMessage,
)
from cardlab.widgets.tongits_table.picture import Log, RoundPicture, Said, picture
from cardlab.widgets.tongits_table.round import TongitsRound, Words

_Bare: TypeAlias = Callable[[int], Move]
_BARE: Final[dict[str, _Bare]] = {"draw": Draw, "take": Take, "call": Call, "challenge": Challenge, "fold": Fold}
_PLACE: Final = {"draw": "stock", "take": "discards"}
_WHATEVER_THE_CARDS: Final = (Code.NOT_YOUR_TURN, Code.DRAW_FIRST, Code.ANSWER_FIRST, Code.ROUND_OVER)


class TongitsSeat:
    """A learner at a round, with the cards of the hand before them.

    - `played`: the round;
    - `words`: how people and moves are called;
    - `sort`: how the hand lies at first;
    - `before`: is asked about every allowed move before it is made; if it says False, the move is not made now;
    - `away`: is called before another moment of the round is gone to;
    - `in_turn`: several persons sit at one screen: the hand is covered until the one whose turn it is says so;
    - `reading`: a record is looked at: the move that led to a moment is said with it.
    """

    def __init__(
        self,
        played: TongitsRound,
        words: Words,
        sort: Order = "rank",
        *,
        before: Callable[[Move], bool] | None = None,
        away: Callable[[], None] | None = None,
        in_turn: bool = False,
        reading: bool = False,
    ) -> None:
        self.words = words
        self.before = before
        self.away = away
        self.in_turn = in_turn
        self.reading = reading
        self.holding = Holding((), sort)
        self.log = Log()
        self.begin(played)

    def begin(self, played: TongitsRound) -> None:
        """Sits down at another round."""
        self.round = played
        self.said = Said()
        self._looks: int | None = None
        self.holding.put_down()
        self.hold()

    @property
    def covered(self) -> bool:
        """Whether the screen has to be passed on before anybody sees a hand."""
        state = self.round.state
        return self.in_turn and state.phase is not Phase.OVER and state.seat != self._looks

    def uncover(self) -> None:
        """The one whose turn it is looks at the screen; whatever happened since their last move is news to them."""
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
        hand = () if self.covered else self.round.hand
        held, before = frozenset(hand), frozenset(self.holding.given)
        kept = tuple(card for card in self.holding.given if card in held)
        new = tuple(card for card in hand if card not in before)
        self.holding.given = (*kept, *new)
        self.new = new if kept else ()

    def picture(self, greyed: Iterable[Card] = (), rules: Iterable[str] = ()) -> RoundPicture:
        """Everything that the page gets of this moment, and of what is laid over it as in `picture.picture`."""
        return picture(
            self.round,
            self.holding,
            self.said,
            self.words,
            self.new,
            self.log.up_to(self.round.at, self.round, self.words),
            covered=self.covered,
            greyed=greyed,
            rules=rules,
        )

    # What the page says.

    def do(self, message: SeatMessage) -> None:
        """Does what the page says; while the hand is covered, that is no more than to look at another moment."""
        here, chosen = self.round, self.holding.selected
        match message:
            case Ready():
                if self.covered:
                    self.uncover()
            case Step(do="undo"):
                self._leave()
                self._went("table.taken_back" if here.undo() else "table.nothing_to_undo")
            case Step():
                self._leave()
                self._went("table.made_again" if here.redo() else "table.nothing_to_redo")
            case Go(to=to):
                self._leave()
                if here.go(to):
                    self._went("table.went_back")
            case _ if self.covered:
                return
            case Press(do=do):
                self.attempt(_BARE[do](here.actor), _PLACE.get(do, "hand"))
            case Lay(do=do):
                self._lay(chosen, secret=do == "secret")
            case LayOff(meld=place, low=low):
                self._lay_off(place, chosen, low=low)
            case DiscardSelected():
                self._discard(chosen)
            case Drop(card=code, on=on):
                self._drop(code, on)
            case PlayOn():
                self._play_on()
            case SelectCards():
                self.holding.do(message, selectable=here.state.phase is not Phase.OVER)
                if self.said.kind == "no" and self.holding.selected != chosen:  # still to be read, but over
                    self.said = replace(self.said, kind="none")
            case _:
                assert_never(message)

    def _leave(self) -> None:
        if self.away is not None:
            self.away()

    def _play_on(self) -> None:
        self._leave()
        if self.round.waiting:
            self.round.play_on()
            self.hold()
            self.said = Said()

    def _lay(self, chosen: tuple[Card, ...], *, secret: bool = False) -> None:
        self.attempt(LayMeld(self.round.actor, chosen, secret), unready="" if chosen else "table.select_for_meld")

    def _lay_off(self, place: int, chosen: tuple[Card, ...], *, low: bool = False) -> None:
        if place in range(len(self.round.state.melds)):
            move = Sapaw(self.round.actor, place, chosen, low)
            self.attempt(move, place, unready="" if chosen else "table.select_to_lay_off")

    def _discard(self, chosen: tuple[Card, ...]) -> None:
        for card in (chosen or self.round.hand)[:1]:
            self.attempt(Discard(self.round.actor, card), unready="" if len(chosen) == 1 else "table.select_one")

    def _drop(self, code: str, on: str) -> None:
        """A card was pulled onto the discard pile, onto a meld, or to where the own melds lie."""
        card = next((held for held in self.holding.given if held.code == code), None)
        if card is None:
            return
        together = self.holding.selected if card in self.holding.selected else (card,)
        places = [str(place) for place in range(len(self.round.state.melds))]
        if on == "discards":
            self._discard((card,))
        elif on == "melds":
            self._lay(together)
        elif on in places:
            self._lay_off(places.index(on), together)

    def attempt(self, move: Move, place: str | int = "hand", *, unready: str = "") -> None:
        """Makes a move, or says why not: every rule it breaks, what is still to be selected, or what the step wants.

        Without the cards that it needs (`unready`) only what it breaks whatever the cards are is said.
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
        self.made(before, step)

    def made(self, before: int, step: GuideStep | None = None) -> None:
        """The learner's move has been made in the moment `before`, and with it this step of a guide: it is said."""
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
        number, total = self.round.at, self.round.line.last
        title = self.words.say("table.at_move" if self.reading else key, number=number, count=total)
        made = self.words.told(self.round.moments, (number,)) if self.reading and number else []
        self.said = Said("done", title, made)
