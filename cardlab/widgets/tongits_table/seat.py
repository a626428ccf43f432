"""A learner at a round of Tongits: turns messages into moves, and announces the results.

`Table`, `PlayTongits` and a table between devices all have it as a part; `round` has the bots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, Literal

from cardlab.cards import Card
from cardlab.lessons.guided_rounds import GuideStep
from cardlab.phrasing import tongits_sentences as tell
from cardlab.tongits import Call, Challenge, Code, Discard, Draw, Fold, LayMeld, Move, Sapaw, Take, why_not
from cardlab.widgets.blocks import rules as clause_blocks
from cardlab.widgets.forms import rules_in_force
from cardlab.widgets.hand import HandModel, Order
from cardlab.widgets.scene import receives
from cardlab.widgets.tongits_table import felt_props
from cardlab.widgets.tongits_table.felt_props import LONGEST_LOG, Announcement, RoundProps
from cardlab.widgets.tongits_table.round import SEATS, TongitsMoment, TongitsRound, Words

_BARE: Final[dict[str, Callable[[int], Move]]] = {
    "draw": Draw,
    "take": Take,
    "call": Call,
    "challenge": Challenge,
    "fold": Fold,
}
_PLACE: Final = {"draw": "stock", "take": "discards"}
_WHATEVER_THE_CARDS: Final = (Code.NOT_YOUR_TURN, Code.DRAW_FIRST, Code.ANSWER_FIRST, Code.ROUND_OVER)


class TongitsSeat:
    """A learner at a round, with the cards of the hand before them.

    While the hand is covered, the page can only look at other moments.

    Args:
        played: the round.
        words: its reader.
        sort: the initial order of the hand.
        approve: called with every legal move; if it returns False, the move is not made now.
        leaving: called before another moment is shown.
        in_turn: several persons share a screen: the hand is covered until the next one is ready.
        reading: a record is looked at: the move to a moment is announced with it.
    """

    def __init__(
        self,
        played: TongitsRound,
        words: Words,
        sort: Order = "rank",
        *,
        approve: Callable[[Move], bool] = lambda _: True,
        leaving: Callable[[], None] = lambda: None,
        in_turn: bool = False,
        reading: bool = False,
    ) -> None:
        self.words = words
        self.approve = approve
        self.leaving = leaving
        self.in_turn = in_turn
        self.reading = reading
        self.hand_model = HandModel((), sort)
        self._logged: tuple[TongitsMoment, ...] = played.line.moments[:1]
        self._log: list[tuple[int, str]] = []
        self.begin(played)

    def begin(self, played: TongitsRound) -> None:
        """Take another round."""
        self.round = played
        self.announcement = Announcement()
        self._viewing_seat: int | None = None
        self.hand_model.clear_selection()
        self.update_hand()

    def suggest(self, move: Move) -> None:
        """Select for the learner what this first move lays or discards, unless something is selected, and say so."""
        if isinstance(move, LayMeld | Discard) and not (self.round.at or self.hand_model.selected):
            self.hand_model.select(move.cards if isinstance(move, LayMeld) else (move.card,))
            self.announcement = Announcement("hint", sentences=[self.words.say("play_tongits.suggested")])

    @property
    def covered(self) -> bool:
        """Whether the screen has to be passed on before a hand is shown."""
        return self.in_turn and not self.round.is_over and self.round.state.seat != self._viewing_seat

    def update_hand(self) -> None:
        """Take the present hand: cards that stay keep their order, new ones are marked.

        Once the hand is covered, it stays so until the next player is ready.
        """
        if self.covered:
            self._viewing_seat = None
        hand = () if self.covered else self.round.hand
        before = self.hand_model.cards
        kept = tuple(card for card in before if card in hand)
        new = tuple(card for card in hand if card not in before)
        self.hand_model.cards = (*kept, *new)
        self.new = new if kept else ()

    def props(self, greyed: Iterable[Card] = (), rules: Iterable[str] = ()) -> RoundProps:
        """The props of the present moment.

        `greyed`, `rules`: the cards greyed by overlays, and the clauses for that.
        """
        here, words, announcement, covered = self.round, self.words, self.announcement, self.covered
        state, me, selected = here.state, here.actor, self.hand_model.selected
        # All three see it who sit at one screen: no hand, and of a secret four only that it is there (T6.9).
        seen = here.seen
        if covered:
            melds = tuple(replace(laid, meld=None) if laid.secret else laid for laid in seen.melds)
            seen = replace(seen, hand=(), melds=melds)
        hands = felt_props.open_hands(state, seen, words.open_hands)
        refused = announcement.place if announcement.kind == "no" else None
        closed = covered or (self.reading and state.seat != me)
        label = words.about("table.own_hand", me)
        hand = self.hand_model.props(words.lang, label=label, selectable=not here.is_over, marked=self.new)
        off: list[Literal["undo", "redo"]] = [] if here.may_undo else ["undo"]
        off += [] if here.at < here.line.last else ["redo"]
        who, what, stakes = felt_props.turn(here, seen, words, selected, covered=covered)
        players = [felt_props.player_props(seen, (me + step) % 3, selected, refused, words, hands) for step in SEATS]
        return {
            "players": players[1:],
            "own": players[0],
            "piles": felt_props.piles_props(seen, str(refused), words, closed=closed or bool(seen.shown)),
            "hand": {**hand, "greyed": sorted(card.code for card in greyed), "back": seen.counts[me] if covered else 0},
            "actions": [] if closed else felt_props.actions(seen, selected, words),
            "turn": who,
            "what": what,
            "stakes": stakes,
            "said": {"kind": announcement.kind, "title": announcement.title, "sentences": list(announcement.sentences)},
            "news": [] if covered or (words.seat is None and words.open_hands) else felt_props.news(here, words),
            "ending": felt_props.ending_props(state, words) if here.is_over else None,
            "log": self.log(here.at),
            "flights": [] if covered else felt_props.flights(here),
            "at": here.at,
            "off": off,
            "waiting": here.waiting,
            "rules": rules_in_force(state.rules, words.lang),
            "clauses": clause_blocks((*announcement.rules, *rules), words.lang),
        }

    def log(self, last: int) -> list[tuple[int, str]]:
        """Every move up to the `last`, latest first; texts are reused while a round only goes on.

        The text of a move that was taken back may reveal what is hidden now.
        """
        moments = self.round.line.moments[: last + 1]
        if moments[: len(self._logged)] != self._logged:
            self._logged, self._log = moments[:1], []
        indexes = range(last, max(len(self._logged) - 1, last - LONGEST_LOG), -1)
        new = [(index, " ".join(self.words.describe(moments, (index,)))) for index in indexes]
        self._logged, self._log = moments, [*new, *self._log][:LONGEST_LOG]
        return self._log

    # What the page asks for.

    @receives
    def ready(self) -> None:
        """The next player has the screen; everything since their last move is news to them."""
        if self.covered:
            seat = self._viewing_seat = self.round.state.seat
            own = (index for index in range(self.round.at, 0, -1) if self.round.mover(index) == seat)
            self.round.since = next(own, 0)
            self.announcement = Announcement()
            self.update_hand()

    @receives
    def step(self, do: Literal["undo", "redo"]) -> None:
        """Take a move back, or make it again."""
        self.leaving()
        if do == "undo":
            self._announce_moment("table.taken_back" if self.round.undo() else "table.nothing_to_undo")
        else:
            self._announce_moment("table.made_again" if self.round.redo() else "table.nothing_to_redo")

    @receives
    def go(self, to: int) -> None:
        """Go to a moment of the round."""
        self.leaving()
        if self.round.go(to):
            self._announce_moment("table.went_back")

    @receives
    def play_on(self) -> None:
        """Let the others move, from the present moment."""
        if not self.covered:
            self.leaving()
            if self.round.waiting:
                self.round.play_on()
                self.update_hand()
                self.announcement = Announcement()

    @receives
    def press(self, do: Literal["draw", "take", "call", "challenge", "fold"]) -> None:
        """Make a move that needs no card of the hand."""
        self.attempt(_BARE[do](self.round.actor), _PLACE.get(do, "hand"))

    @receives
    def lay(self, do: Literal["lay", "secret"]) -> None:
        """Lay the selected cards as a meld, or as a secret four."""
        self._lay(self.hand_model.selected, secret=do == "secret")

    @receives
    def lay_off(self, meld: int, low: bool = False) -> None:
        """Lay the selected cards off on a meld; `low`: its joker moves to the low end."""
        self._lay_off(meld, self.hand_model.selected, low=low)

    @receives
    def discard(self) -> None:
        """Discard the selected card."""
        self._discard(self.hand_model.selected)

    @receives
    def drop(self, card: str, on: str) -> None:
        """A card was dragged to "discards", "melds", or the index of a meld."""
        dropped = next((one for one in self.hand_model.cards if one.code == card), None)
        if dropped is None:
            return
        together = self.hand_model.selected if dropped in self.hand_model.selected else (dropped,)
        targets = [str(index) for index in range(len(self.round.state.melds))]
        if on == "discards":
            self._discard((dropped,))
        elif on == "melds":
            self._lay(together)
        elif on in targets:
            self._lay_off(targets.index(on), together)

    @receives
    def select(self, cards: list[str], number: int) -> None:
        """Apply a selection; an earlier refusal stays readable, but no longer counts."""
        chosen = self.hand_model.selected
        self.hand_model.receive(cards, number, selectable=not self.covered and not self.round.is_over)
        if self.announcement.kind == "no" and self.hand_model.selected != chosen:
            self.announcement = replace(self.announcement, kind="none")

    def _lay(self, chosen: tuple[Card, ...], *, secret: bool = False) -> None:
        self.attempt(LayMeld(self.round.actor, chosen, secret), unready="" if chosen else "table.select_for_meld")

    def _lay_off(self, index: int, chosen: tuple[Card, ...], *, low: bool = False) -> None:
        if index in range(len(self.round.state.melds)):
            move = Sapaw(self.round.actor, index, chosen, low)
            self.attempt(move, index, unready="" if chosen else "table.select_to_lay_off")

    def _discard(self, chosen: tuple[Card, ...]) -> None:
        last = self.round.line.moment.move
        if not chosen and isinstance(last, Discard) and last.seat == self.round.actor:
            return  # A double press: the first has discarded, and nobody has moved since.
        for card in (chosen or self.round.hand)[:1]:
            self.attempt(Discard(self.round.actor, card), unready="" if len(chosen) == 1 else "table.select_one")

    def attempt(self, move: Move, place: str | int = "hand", *, unready: str = "") -> None:
        """Make a move, or announce why not: every rule it breaks, missing cards, or the goal of the step.

        Refusals that do not depend on the cards are announced alone; `unready`: what to say where cards are missing.
        """
        if self.covered:
            return
        here, words = self.round, self.words
        refusals = why_not(here.seen, move)
        refusals = tuple(one for one in refusals if one.code in _WHATEVER_THE_CARDS) or (() if unready else refusals)
        one = unready == "table.select_one"
        action = words.say("table.discard") if one else tell.action(words, move, here.seen)
        if refusals or unready:
            reasons = words.explained(refusals) or [words.say(unready)]
            rules = tuple(refusal.rule for refusal in refusals)
            self.announcement = Announcement("no", words.say("table.refused", action=action), reasons, rules, place)
        elif here.step is not None and not here.meets(move):
            self.hand_model.clear_selection()
            aside, goal = words.say("table.aside", action=action), words.say(here.step.goal)
            self.announcement = Announcement("hint", aside, [goal], here.step.clauses, place)
        elif self.approve(move):
            self.make(move)

    def make(self, move: Move) -> None:
        """Make a legal move, and announce it."""
        step, before = self.round.step, self.round.at
        self.round.play(move)
        self.made(before, step)

    def made(self, before: int, step: GuideStep | None = None) -> None:
        """Announce the learner's move at moment `before`, and the guide step it did."""
        self.hand_model.clear_selection()
        self.update_hand()
        title = self.words.describe(self.round.line.moments, (before + 1,))[0]
        if step is None:
            self.announcement = Announcement("done", title)
        else:
            self.announcement = Announcement("yes", title, [self.words.say(step.done)], step.clauses)

    def _announce_moment(self, key: str) -> None:
        self.update_hand()
        self.new = ()
        number, total = self.round.at, self.round.line.last
        title = self.words.say("table.at_move" if self.reading else key, number=number, count=total)
        made = self.words.describe(self.round.line.moments, (number,)) if self.reading and number else []
        self.announcement = Announcement("done", title, made)
