"""The scene of a Tongits table: a driver moves the seats.

A move arrives in its notation without the seat, such as "meld 7h 8h 9h". The rules are asked once whether it is
allowed; then the driver makes it.

`TongitsTable` has the learner's cards, the moves, undo and redo. Subclasses add panels, such as the coach or the score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final, Literal

from cardlab.cards import Card
from cardlab.phrasing import Reader
from cardlab.phrasing import tongits_sentences as tell
from cardlab.refusal import NotationError, Refusal
from cardlab.tongits import Code, Discard, Draw, LayMeld, Move, Sapaw, State, Take, parse_move, why_not
from cardlab.widgets.blocks import Block, button
from cardlab.widgets.blocks import rules as clause_blocks
from cardlab.widgets.forms import rules_in_force
from cardlab.widgets.hand import HandModel
from cardlab.widgets.scene import Scene, receives
from cardlab.widgets.tongits_table import felt_props
from cardlab.widgets.tongits_table.driver import SEATS, Driver, TongitsMoment
from cardlab.widgets.tongits_table.felt_props import LONGEST_LOG, Announcement

_REGARDLESS_OF_CARDS: Final = (Code.NOT_YOUR_TURN, Code.DRAW_FIRST, Code.ANSWER_FIRST, Code.ROUND_OVER)
_NEED_CARDS: Final = ("move", "select", "undo", "redo", "go", "play_on", "ready", "why")


class TongitsTable(Scene):
    """A table of Tongits; without a driver a subclass shows something else.

    - `driver`: the current round and who moves in it; `hand_model`: the learner's cards;
    - `announcement`: the result of the last action;

    `state`, the current position, is an observable trait.
    While the hand is covered, the page can only look at other moments.
    """

    view = "tongits"
    shares: ClassVar[tuple[str, ...]] = ("state",)
    own_words: ClassVar[tuple[str, ...]] = (
        *("table.play_on", "table.actions", "table.news", "table.log", "table.log_start", "table.history"),
        *("table.piles", "table.stock", "table.discards", "table.moves_now", "table.lay_off_low"),
        *("table.end.caption", "tournament.column.player", "plot.unit.deadwood", "whatif.value.payment"),
        *("table.pace", "table.pace.none", "table.pace.quick", "table.pace.slow"),
        *("table.keys", "table.keys_shown", "table.keys_explained", "table.key.secret"),
        *("table.draw", "table.take", "table.lay", "table.lay_off", "table.discard"),
        *("table.call", "table.challenge", "table.fold", "table.undo", "table.more"),
        *("table.key.draw", "table.key.take", "table.key.lay", "table.key.lay_off", "table.key.discard"),
        *("table.key.call", "table.key.challenge", "table.key.fold", "table.key.undo", "table.key.more"),
        *("table.show_me", "table.steps_again"),
        *("play_tongits.coach", "play_tongits.coach_looks", "play_tongits.anyway", "play_tongits.think_again"),
        *("widget.back", "play_tongits.step_on", "widget.elsewhere", "widget.take_other"),
        *("widget.keep_this", "widget.sound"),
    )

    def __init__(self, lang: str = "") -> None:
        super().__init__(lang)
        self.hand_model = HandModel(())
        self.begin(None)

    def begin(self, driver: Driver | None) -> None:
        """Show another round; None shows the form."""
        self.driver = driver
        self.announcement = Announcement()
        self._viewing_seat: int | None = None
        self._logged: tuple[TongitsMoment, ...] = ()
        self._log: list[tuple[int, str]] = []
        self.hand_model.cards = ()
        self.update_hand()

    @property
    def here(self) -> Driver:
        """The current driver. Raises AssertionError while the form is shown."""
        assert self.driver is not None
        return self.driver

    @property
    def reader(self) -> Reader:
        """The reader at the table. Raises AssertionError while the form is shown."""
        return self.here.words

    @property
    def state(self) -> State | None:
        """The current position, None while the form is shown."""
        return None if self.driver is None else self.driver.state

    @property
    def covered(self) -> bool:
        """Whether the hand is hidden until the screen is passed on.

        Raises AssertionError while the form is shown.
        """
        here = self.here
        return here.shared_screen and not here.is_over and here.state.seat != self._viewing_seat

    def clear_selection(self) -> None:
        self.begin(self.driver)

    def update_hand(self) -> None:
        """Show the current hand: remaining cards keep their order, new ones are marked.

        If the hand is covered, it remains so until the next player is ready.
        """
        hand: Sequence[Card] = ()
        if self.driver is not None and self.covered:
            self._viewing_seat = None
        elif self.driver is not None:
            hand = self.driver.seen.hand
        before = self.hand_model.cards
        kept = tuple(card for card in before if card in hand)
        new = tuple(card for card in hand if card not in before)
        self.hand_model.cards = (*kept, *new)
        self.new = new if kept else ()

    def _is_allowed(self, content: dict[str, object]) -> bool:
        return super()._is_allowed(content) and (self.driver is not None or content["do"] not in _NEED_CARDS)

    # Messages of the page

    @receives
    def move(self, text: str) -> None:
        """Make a move written without the seat, or ask for the cards that it lacks."""
        here = self.here
        try:
            move = parse_move(f"{here.actor} {text}")
        except NotationError:
            self._ask_for_cards(text.split())
        else:
            # The second press of a double press is ignored: the first has made the move.
            if move != here.line.moment.move:
                self.attempt(move)

    @receives
    def select(self, cards: list[str], number: int) -> None:
        """Apply a selection.

        If it changes, an earlier refusal is no longer marked, but its text stays. Each message has a higher
        `number` than the one before.
        """
        chosen = self.hand_model.selected
        self.hand_model.receive(cards, number, selectable=not self.covered and not self.here.is_over)
        if self.announcement.kind == "no" and self.hand_model.selected != chosen:
            self.announcement = replace(self.announcement, kind="none")

    @receives
    def step(self, do: Literal["undo", "redo"]) -> None:
        """Take a move back, or make it again."""
        self.leaving()
        if do == "undo":
            self._announce_moment("table.taken_back" if self.here.undo() else "table.nothing_to_undo")
        else:
            self._announce_moment("table.made_again" if self.here.redo() else "table.nothing_to_redo")

    @receives
    def go(self, to: int) -> None:
        """Go to a moment of the round."""
        self.leaving()
        if self.here.go(to):
            self._announce_moment("table.went_back")

    @receives
    def play_on(self) -> None:
        """Let the others move, from the current moment."""
        if self.here.waiting and not self.covered:
            self.leaving()
            self.here.play_on()
            self.update_hand()
            self.announcement = Announcement()

    @receives
    def ready(self) -> None:
        """Show the next player's hand, and announce all moves since their last one."""
        if self.covered:
            here, seat = self.here, self.here.state.seat
            self._viewing_seat = seat
            here.look_back(seat)
            self.announcement = Announcement()
            self.update_hand()

    # Consequences

    def attempt(self, move: Move) -> None:
        """Make a move, or announce which rules it breaks or what the guide asks for."""
        here, words = self.here, self.reader
        if self.covered:
            return
        if refusals := why_not(here.seen, move):
            self.refuse(move, refusals)
        elif here.step is not None and not here.step.meets(move):
            self.hand_model.clear_selection()
            aside, goal = (
                words.say("table.aside", action=tell.action(words, move, here.seen)),
                words.say(here.step.goal),
            )
            self.announcement = Announcement("hint", aside, [goal], here.step.clauses, _place(move))
        else:
            self.submit(move)

    def submit(self, move: Move) -> None:
        """Make a legal move; a subclass may consider it first."""
        self.make(move)

    def leaving(self) -> None:
        """Prepare for another moment to be shown."""

    def make(self, move: Move) -> None:
        """Make a legal move, and announce it with the guide's step that it completes."""
        step, before = self.here.step, self.here.at
        self.here.play(move)
        self.made(before + 1)
        if step is not None:
            title, done = self.announcement.title, self.reader.say(step.done)
            self.announcement = Announcement("yes", title, [done], step.clauses)

    def made(self, index: int) -> None:
        """Announce the learner's move that led to the moment with this index."""
        self.hand_model.clear_selection()
        self.update_hand()
        self.announcement = Announcement("done", self.here.sentence(index))

    def refuse(self, move: Move, refusals: Sequence[Refusal], asked: str = "") -> None:
        """Announce why a move is not made.

        If some reasons don't depend on the cards, only those are announced. `asked`: the key of the text that asks for
        missing cards.
        """
        words = self.reader
        first = tuple(one for one in refusals if one.code in _REGARDLESS_OF_CARDS)
        refusals = first or (() if asked else refusals)
        is_bare = asked and isinstance(move, Discard)
        action = words.say("table.discard") if is_bare else tell.action(words, move, self.here.seen)
        reasons = words.explained(refusals) or [words.say(asked)]
        rules = tuple(refusal.rule for refusal in refusals if refusal.rule != "notation")
        self.announcement = Announcement("no", words.say("table.refused", action=action), reasons, rules, _place(move))

    def _ask_for_cards(self, written: Sequence[str]) -> None:
        here = self.here
        move: Move
        match written:
            case ["meld", *_]:
                move, asked = LayMeld(here.actor, (), written[-1] == "secret"), "table.select_for_meld"
            case ["sapaw", index, *_] if index in map(str, range(len(here.state.melds))):
                move, asked = Sapaw(here.actor, int(index), ()), "table.select_to_lay_off"
            case ["discard", *_] if here.seen.hand:
                move, asked = Discard(here.actor, here.seen.hand[0]), "table.select_one"
            case _:
                return
        if not self.covered:
            self.refuse(move, why_not(here.seen, move), asked)

    def _announce_moment(self, key: str) -> None:
        self.update_hand()
        self.new = ()
        here = self.here
        title = self.reader.say("table.at_move" if here.reads else key, number=here.at, count=here.line.last)
        self.announcement = Announcement("done", title, [here.sentence(here.at)] if here.reads and here.at else [])

    # Drawing

    def props(self) -> Block:
        """Return the cards; subclasses add what is around them."""
        here, words, announcement, covered = self.here, self.reader, self.announcement, self.covered
        state, me, selected = here.state, here.actor, self.hand_model.selected
        # All three players can see a shared screen, so hands and the cards of a secret four are hidden (T6.9).
        seen = here.seen
        if covered:
            melds = tuple(replace(laid, meld=None) if laid.secret else laid for laid in seen.melds)
            seen = replace(seen, hand=(), melds=melds)
        hands = felt_props.open_hands(here, seen)
        refused = announcement.place if announcement.kind == "no" else None
        closed = covered or (here.reads and state.seat != me)
        hand = self.hand_model.props(
            words.lang, label=words.about("table.own_hand", me), selectable=not here.is_over, marked=self.new
        )
        off = [*([] if here.may_undo else ["undo"]), *([] if here.at < here.line.last else ["redo"])]
        who, what, stakes = felt_props.turn(here, seen, selected, covered=covered)
        players = [felt_props.player_props(seen, (me + step) % 3, selected, refused, words, hands) for step in SEATS]
        ready = button(words.say("play_tongits.ready"), {"do": "ready"}, main=True)
        return {
            "stage": "table",
            "label": self.label,
            "elsewhere": False,
            "title": "",
            "aside": [],
            "reading": here.reads,
            "guide": None,
            "coach": None,
            "players": players[1:],
            "own": players[0],
            "piles": felt_props.piles_props(seen, str(refused), words, closed=closed or bool(seen.shown)),
            "hand": {**hand, "back": here.seen.counts[me] if covered else 0},
            "actions": [] if closed else felt_props.actions(seen, selected, words),
            "turn": who,
            "what": words.say("play_tongits.read_on") if here.reads and here.at < here.line.last else what,
            "stakes": stakes,
            "said": {"kind": announcement.kind, "title": announcement.title, "sentences": list(announcement.sentences)},
            "news": [] if covered or (words.seat is None and here.open_hands) else felt_props.news(here),
            "ending": felt_props.ending_props(state, words) if here.is_over else None,
            "log": self._logs(here.line.last if here.reads else here.at),
            "flights": [] if covered else felt_props.flights(here),
            "at": here.at,
            "off": off,
            "waiting": here.waiting,
            "rules": rules_in_force(state.rules, words.lang),
            "clauses": clause_blocks(announcement.rules, words.lang),
            "heading": [],
            "passed": [ready] if covered else [],
            "onward": [],
            "remarks": [],
            "stands": [],
            "below": [],
            "around": [],
        }

    def _logs(self, last: int) -> list[tuple[int, str]]:
        """Return at most `LONGEST_LOG` moves up to moment `last`, latest first.

        Each has the index of the moment to which it led, and its sentence. After a move is taken back, all are made
        again, because old sentences may reveal what is hidden now.
        """
        moments = self.here.line.moments[: last + 1]
        if moments[: len(self._logged)] != self._logged:
            self._logged, self._log = (), []
        indexes = range(last, max(len(self._logged) - 1, 0, last - LONGEST_LOG), -1)
        new = [(index, self.here.sentence(index)) for index in indexes]
        self._logged, self._log = moments, [*new, *self._log][:LONGEST_LOG]
        return self._log


def _place(move: Move) -> str | int:
    """Return where a move is made: "stock", "discards", "hand", or a meld's index."""
    match move:
        case Draw():
            return "stock"
        case Take():
            return "discards"
        case Sapaw(meld=index):
            return index
    return "hand"
