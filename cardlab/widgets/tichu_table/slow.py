"""`Race`: a round of Tichu 1.on.1 in slow motion, played step by step or looked at as it was played.

- `SlowRound`: the round: the learner's moves, the opponent's answers, and the way back and forward;
- `Race`: what the widget hears and shows of it;
- the side of each player, the buttons, what both could do, and what each move did.

There is no clock here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random
from typing import Final, Literal, TypeAlias, TypedDict

from cardlab.bots.tichu import BOTS
from cardlab.cards import SPECIALS, Card
from cardlab.lessons.tables_tichu import who, why_no_recycle
from cardlab.locale import say
from cardlab.record import Record
from cardlab.refusal import Refusal
from cardlab.tell.tichu import at_table, by_value, owed, told, why_fits
from cardlab.tichu import (
    Draw,
    Flip,
    Move,
    Play,
    Recycle,
    State,
    deal,
    legal_moves,
    outcome,
    play,
    plays,
    recycle,
    recycle_due,
    sorting_value,
    view,
    why_not,
)
from cardlab.tichu.moves import SEATS
from cardlab.tichu.piles import DOG, MAH_JONG
from cardlab.tichu.state import can_draw, draws_from, flip_pending
from cardlab.timeline import Timeline
from cardlab.widgets.base import STATIC, CardWidget, ClauseText, clauses
from cardlab.widgets.hand import HandMessage, HandPicture, Holding
from cardlab.widgets.messages import Messages
from cardlab.widgets.tichu_table.messages import (
    PLACES,
    Help,
    Place,
    PlayOn,
    Press,
    PressPile,
    Rank,
    SlowMessage,
    Turn,
    Wish,
)
from cardlab.widgets.tichu_table.picture import (
    TichuPile,
    TichuSide,
    WishPicture,
    pile_action,
    pile_picture,
    side_picture,
    wish_picture,
)

Start: TypeAlias = State | Record | int
Pressed: TypeAlias = Literal["draw", "flip", "recycle", "step", "faster", "again", "another"]
"""The buttons that `Press` declares."""

LOGGED: Final = 40
"""How many moves are listed at most."""


class SlowRound:
    """One round; the moment that is looked at lies in `line`, and what comes after it can be made again.

    - `start`: the first position;
    - `seat`: the learner's seat;
    - `opponent`: the name of the bot at the other seat, or None if nobody moves there;
    - `draws_by_itself`: whether the learner's hand is filled up by itself (U3.1).

    An action is what one press of a button brings about: the learner's move and one step of the opponent.
    The note of a moment is the number of its action, 0 for the first position.
    The same actions get the same answers. Raises ValueError for an unknown bot or seat.
    """

    def __init__(
        self, start: State, *, seat: int = 0, opponent: str | None = "careful", draws_by_itself: bool = False
    ) -> None:
        if opponent is not None and opponent not in BOTS:
            raise ValueError(f"opponent is one of {', '.join(BOTS)} or None, not {opponent!r}")
        view(start, seat)
        self.seat = seat
        self.opponent = opponent
        self.draws_by_itself = draws_by_itself
        self.line: Timeline[State, Move, int] = Timeline.begin(start, play, 0)

    @classmethod
    def recorded(cls, record: Record, *, seat: int = 0) -> SlowRound:
        """A round that has been played, each move an action of its own, looked at from its beginning.

        Raises ValueError for a record of the other game, IllegalMove where a move breaks a rule.
        """
        if not isinstance(record.start, State):
            raise ValueError("this is no record of Tichu 1.on.1")
        found = cls(record.start, seat=seat)
        moves = (move for move in record.moves if isinstance(move, Play | Draw | Flip | Recycle))
        for number, move in enumerate(moves, start=1):
            found.line = found.line.play(move, number)
        found.line = found.line.go(0)
        return found

    @property
    def state(self) -> State:
        """The position that is looked at."""
        return self.line.state

    @property
    def news(self) -> tuple[int, ...]:
        """The places of the moments that the last action brought about, up to the one that is looked at."""
        line = self.line
        return tuple(at for at in range(1, line.at + 1) if line.moments[at].note == line.moment.note)

    @property
    def can_go_back(self) -> bool:
        return self.line.at > 0

    @property
    def can_go_on(self) -> bool:
        return self.line.at < self.line.last

    def play(self, move: Move) -> None:
        """The learner's move; the opponent answers with one step. Raises IllegalMove if it is not allowed."""
        action = self._next_action
        self._add(move, action)
        self._draw_by_itself(action)
        if isinstance(move, Play | Draw):
            self._step(action)

    def race_for(self, move: Play) -> tuple[Refusal, ...]:
        """U2.4: the opponent wants the same pile and is there first; the learner's card is then judged again.

        Gives the reasons for which it goes back to the hand; empty: it was played.
        Where the opponent has no card for this pile, or the learner's never fitted, it is an ordinary play.
        """
        before = why_not(self.state, move)
        rival = self._rival(move.pile)
        if before:
            return before
        if rival is None:
            self.play(move)
            return ()
        action = self._next_action
        self._add(rival, action)
        refusals = why_not(self.state, move)
        if not refusals:
            self._add(move, action)
            self._draw_by_itself(action)
        return refusals

    def step(self) -> bool:
        """The opponent moves once; False if there is nothing to do but wait."""
        before = self.line
        self._step(self._next_action)
        return self.line is not before

    def undo(self) -> bool:
        """Goes back to before the last action; False if there was none."""
        return self._go(self.line.moment.note - 1)

    def redo(self) -> bool:
        """Goes forward to after the next action; False if there is none."""
        return self._go(self._next_action)

    def again(self) -> None:
        """Goes back to the first position; what was played is forgotten."""
        self.line = self.line.go(0).forgotten()

    @property
    def _next_action(self) -> int:
        return self.line.moment.note + 1

    def _go(self, action: int) -> bool:
        """To the end of this action; whether there is one."""
        places = [at for at, moment in enumerate(self.line.moments) if moment.note == action]
        if places:
            self.line = self.line.go(places[-1])
        return bool(places)

    def _add(self, move: Move, action: int) -> None:
        """One more move; what came after this moment is forgotten."""
        self.line = self.line.forgotten().play(move, action)

    def _draw_by_itself(self, action: int) -> None:
        draw = Draw(self.seat)
        while self.draws_by_itself and can_draw(self.state, self.seat) and not why_not(self.state, draw):
            self._add(draw, action)

    def _choice(self) -> Move | None:
        """What the opponent does next, None for waiting; turning a card is done by both and is never one's step."""
        rival = 1 - self.seat
        if self.opponent is None or not legal_moves(self.state, rival):
            return None
        move = BOTS[self.opponent](view(self.state, rival), Random(self.line.at))
        return None if isinstance(move, Flip | Recycle) else move

    def _step(self, action: int) -> None:
        move = self._choice()
        if move is not None:
            self._add(move, action)

    def _rival(self, pile: int) -> Play | None:
        """The opponent's card for this pile, an ordinary one if there is one; never the Dog, which stops both."""
        rivals = [
            rival for rival in plays(view(self.state, 1 - self.seat)) if rival.pile == pile and rival.card is not DOG
        ]
        return min(rivals, key=lambda rival: rival.card in SPECIALS, default=None)


class RaceStock(TypedDict):
    """A pile that lies face down, and how many cards it has."""

    label: str
    count: int
    line: str


class SlowSide(TichuSide):
    """One player in slow motion, with the piles that lie face down."""

    key: Literal["you", "opponent"]
    stocks: list[RaceStock]


class SlowPile(TichuPile):
    """A pile that is a button: whose extra cards land on it, what pressing it does, and whether it is chosen."""

    whose: str
    action: str
    chosen: bool


class RaceButton(TypedDict):
    """A button; `pressed` is None if it does not stay pressed, `title` says more about it."""

    do: Pressed | Literal["undo", "redo", "help", "play_on"]
    label: str
    can: bool
    pressed: bool | None
    title: str


class CouldDo(TypedDict):
    """What one side could do now."""

    label: str
    sentences: list[str]


class SlowPicture(TypedDict):
    """A round in slow motion.

    - `hand`: the hand that is played from, None while a record is looked at;
    - `moves`, `course`: the buttons; `could`: what both could do, if that is asked for;
    - `log`: what the last moves did, from number `log_start` on.
    """

    label: str
    deal: str
    sides: list[SlowSide]
    hand: HandPicture | None
    piles: list[SlowPile]
    wish: WishPicture | None
    moves: list[RaceButton]
    course: list[RaceButton]
    could: list[CouldDo]
    said: list[str]
    verdict: Literal["none", "no"]
    clauses: list[ClauseText]
    log: list[str]
    log_start: int


class Race(CardWidget):
    """Two hands, two discard piles, and all the time one wants: select a card, press a pile, and draw up.

    - `start`: a position; the seed of a deal; or a record, which is then looked at move by move;
    - `lang`: the language of the learner;
    - `seat`: the learner's seat, 0 or 1;
    - `opponent`: the bot that answers each move with one step of its own, or None if nobody does;
    - `open_hands`: whether the opponent's hand lies open; if not, the page gets only the number of cards;
    - `draws_by_itself`: whether the learner's hand is filled up by itself (U3.1);
    - `faster`: whether the opponent wants each pile that the learner plays on, and is there first (U2.4);
    - `label`: what the widget is called.

    Raises ValueError for an unknown seat, bot or language, or a record of the other game.

    >>> Race(7)
    Race(7)
    """

    _esm = STATIC / "race.js"
    _css = STATIC / "race.css"
    _hears = Messages[SlowMessage](SlowMessage)
    _own_words = ("racing.log", "racing.moves", "racing.course")

    def __init__(
        self,
        start: Start,
        lang: str = "en",
        *,
        seat: int = 0,
        opponent: str | None = "careful",
        open_hands: bool = True,
        draws_by_itself: bool = False,
        faster: bool = False,
        four_colours: bool = True,
        label: str | None = None,
    ) -> None:
        self._seed = start if isinstance(start, int) else None
        self._open = open_hands
        self._faster = faster
        self._helps = False
        self._label = label
        self._begun = partial(SlowRound, seat=seat, opponent=opponent, draws_by_itself=draws_by_itself)
        self._looks = isinstance(start, Record)
        if isinstance(start, Record):
            self._round = SlowRound.recorded(start, seat=seat)
        else:
            self._round = self._begun(deal(seed=start) if isinstance(start, int) else start)
        self._fresh()
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        if self._seed is not None:
            return f"Race({self._seed})"
        held = [len(hand) for hand in self._round.line.start.hands]
        return f"Race(<{held[0]} and {held[1]} cards in hand>)"

    @property
    def deal(self) -> int | None:
        """The number of the deal; None for a position or a record."""
        return self._seed

    @property
    def round(self) -> SlowRound:
        """The round with its past; what it holds may be read."""
        return self._round

    def _fresh(self) -> None:
        """Nothing is selected, and the hand is that of the position which is looked at."""
        self._holding = Holding(self._state.hands[self._seat], multiple=False, worth=sorting_value)
        self._pile: Place | None = None
        self._wish: Rank = ""
        self._said: list[str] = []
        self._verdict: Literal["none", "no"] = "none"
        self._used: list[str] = []

    @property
    def _state(self) -> State:
        return self._round.state

    @property
    def _seat(self) -> int:
        return self._round.seat

    def _act(self, message: SlowMessage) -> None:
        match message:
            case Turn(do="undo"):
                if self._round.undo():
                    self._tell_news() if self._looks else self._take_back()
            case Turn():
                if self._round.redo():
                    self._tell_news()
            case Help():
                self._helps = not self._helps
            case PlayOn():
                if self._looks:
                    self._go_on_from_here()
            case _ if self._looks:
                pass  # what has been played can only be looked at
            case Press(do="draw"):
                self._try(Draw(self._seat))
            case Press(do="flip"):
                self._try(Flip())
            case Press(do="recycle"):
                due = recycle_due(self._state)
                self._try(recycle(self._state, self._round.line.at) if due else Recycle(((), ())))
            case Press(do="step"):
                self._step()
            case Press(do="faster"):
                self._faster = not self._faster
            case Press(do="again"):
                self._round.again()
                self._fresh()
            case Press():
                self._deal_another()
            case PressPile(pile=place):
                self._press(place)
            case Wish(rank=rank):
                self._wish = rank
            case _:
                self._select(message)

    def _deal_another(self) -> None:
        """The next deal, if this one was dealt by a seed."""
        if self._seed is not None:
            self._seed += 1
            self._round = self._begun(deal(self._state.rules, self._seed))
            self._fresh()

    def _go_on_from_here(self) -> None:
        """The record is left, and the learner plays from the position that is looked at."""
        self._round = self._begun(self._state)
        self._looks = False
        self._fresh()

    def _press(self, place: Place) -> None:
        """A pile: the selected card is played on it; with none selected the pile is chosen, and the card comes next."""
        if self._holding.selected:
            self._play(self._holding.selected[0], place)
        else:
            self._fresh_words()
            self._pile = None if self._pile == place else place
            if self._pile is not None:
                self._said = [say("racing.pile_chosen", self._lang, pile=place + 1)]

    def _select(self, message: HandMessage) -> None:
        """A card: it is selected, and played at once if a pile was chosen before; the Mah Jong waits for its wish."""
        before = self._holding.selected
        self._holding.do(message)
        if self._holding.selected == before:
            return
        self._fresh_words()
        if self._pile is not None and self._holding.selected and self._holding.selected[0] is not MAH_JONG:
            self._play(self._holding.selected[0], self._pile)

    def _play(self, card: Card, place: Place) -> None:
        wish = (self._wish or None) if card is MAH_JONG else None
        move = Play(self._seat, card, place, self._state.piles[place].top, wish)
        if not self._faster or why_not(self._state, move):
            self._try(move)
            return
        before = self._round.line.at
        refusals = self._round.race_for(move)
        rival = self._round.line.moments[before + 1]
        self._fresh()
        if not isinstance(rival.move, Play) or rival.move.seat == self._seat:
            self._said = [say("racing.no_rival", self._lang), *self._news()]
            return
        self._said = [say("racing.rival_first", self._lang, card=rival.move.card, pile=place + 1)]
        if refusals:
            self._refuse(refusals)
            self._said.append(say("racing.back_to_hand", self._lang, card=card))
        else:
            again = why_fits(rival.state.piles[place], card, self._state.rules, self._lang)
            self._said += [f"{say('racing.judged_again', self._lang)} {again}", *self._news()[1:]]

    def _try(self, move: Move) -> None:
        """Makes the move, or says everything that speaks against it."""
        refusals = why_no_recycle(self._state) if isinstance(move, Recycle) else why_not(self._state, move)
        self._fresh_words()
        if refusals:
            self._refuse(refusals)
        else:
            self._round.play(move)
            self._tell_news()

    def _step(self) -> None:
        if self._round.step():
            self._tell_news()
        else:
            self._fresh_words()
            self._said = [say("racing.waits", self._lang)]

    def _fresh_words(self) -> None:
        self._said, self._used, self._verdict = [], [], "none"

    def _refuse(self, refusals: Iterable[Refusal]) -> None:
        told = tuple(refusals)
        self._said += [at_table(self._lang, self._seat).explain(one) for one in told]
        self._used = [one.rule for one in told]
        self._verdict = "no"

    def _tell_news(self) -> None:
        self._fresh()
        self._said = self._news()

    def _take_back(self) -> None:
        self._fresh()
        self._said = [say("piles.taken_back", self._lang)]

    def _news(self) -> list[str]:
        return _news(self._round, self._lang, hidden=not self._open)

    def _picture(self) -> SlowPicture:
        lang, state, sides = self._lang, self._state, (1 - self._seat, self._seat)
        card = self._holding.selected[0] if self._holding.selected else None
        own = None if self._looks else self._holding
        label = say("racing.hand.you", lang)
        return {
            "label": self._label or say("racing.label", lang),
            "deal": "" if self._seed is None else say("racing.deal", lang, seed=self._seed),
            "sides": [self._side(seat) for seat in sides],
            "hand": own.picture(lang, label=label, tools=False) if own else None,
            "piles": [self._pile_picture(place, card) for place in PLACES],
            "wish": wish_picture(self._wish, lang) if card is MAH_JONG else None,
            "moves": [] if self._looks else _move_buttons(self._round, lang, faster=self._faster),
            "course": self._course(),
            "could": [
                _could_do(state, seat, self._seat, lang, hidden=self._hides(seat)) for seat in sides if self._helps
            ],
            "said": self._said or [self._advice()],
            "verdict": self._verdict,
            "clauses": clauses(self._used, lang),
            "log": _log(self._round, lang, hidden=not self._open),
            "log_start": _first_listed(self._round),
        }

    def _advice(self) -> str:
        """What to do when nothing has been said: at the opening both piles are empty (U1.3)."""
        if not self._looks and not any(pile.cards for pile in self._state.piles):
            return say("racing.begin", self._lang, button=say("racing.flip", self._lang))
        return say("racing.look" if self._looks else "racing.idle", self._lang)

    def _hides(self, seat: int) -> bool:
        return seat != self._seat and not self._open

    def _side(self, seat: int) -> SlowSide:
        """One player; the learner's own hand is not drawn here while the learner plays from it."""
        in_row = self._looks or seat != self._seat
        return _side(self._state, seat, self._seat, self._lang, hidden=self._hides(seat), in_row=in_row)

    def _pile_picture(self, place: Place, card: Card | None) -> SlowPile:
        """A discard pile that is a button: whose extra cards land on it, and what pressing it does."""
        pile = self._state.piles[place]
        return {
            **pile_picture(pile, place, self._lang, empty=""),
            "whose": say(f"racing.lands.{who(place, self._seat)}", self._lang),
            "action": pile_action(pile, place, card, self._lang),
            "chosen": self._pile == place,
        }

    def _course(self) -> list[RaceButton]:
        if self._looks:
            return _look_buttons(self._round, self._lang, helps=self._helps)
        return _course_buttons(self._round, self._lang, helps=self._helps, another=self._seed is not None)


def _side(state: State, seat: int, learner: int, lang: str, *, hidden: bool, in_row: bool) -> SlowSide:
    """One player: the hand, as a row, as backs or not at all, the face-down piles, and what is owed."""
    whose: Literal["you", "opponent"] = "you" if seat == learner else "opponent"
    seen, debt = view(state, learner), owed(state, seat)
    left = (("draw_pile", seen.draw[seat]), ("extra_pile", seen.extra[seat]))
    picture = side_picture(
        state,
        seat,
        say(f"racing.hand.{whose}", lang),
        lang,
        slots=by_value(state.hands[seat]) if in_row else (),
        hidden=hidden,
        owes=say(f"racing.owes.{whose}", lang, count=debt) if debt else "",
    )
    return {
        **picture,
        "key": whose,
        "stocks": [
            {"label": say(f"widget.{kind}", lang), "count": cards, "line": say("hand.cards", lang, count=cards)}
            for kind, cards in left
        ],
    }


def _move_buttons(slow: SlowRound, lang: str, *, faster: bool) -> list[RaceButton]:
    """What the learner can try besides playing a card; nothing is barred, a refusal teaches more."""
    other = draws_from(slow.state, slow.seat) != slow.seat
    buttons = [
        _button("draw", "racing.draw_from_other" if other else "racing.draw_up", lang),
        _button("flip", "racing.flip", lang),
        _button("recycle", "racing.recycle", lang),
    ]
    if slow.opponent is not None:
        buttons.append(_button("step", "racing.step", lang))
    meant = say("racing.faster_means", lang)
    return [*buttons, _button("faster", "racing.faster", lang, pressed=faster, title=meant)]


def _course_buttons(slow: SlowRound, lang: str, *, helps: bool, another: bool) -> list[RaceButton]:
    """Undo, redo, start again, perhaps another deal, and the help."""
    back, on = slow.can_go_back, slow.can_go_on
    buttons = [
        _button("undo", "piles.undo", lang, can=back),
        _button("redo", "racing.redo", lang, can=on),
        _button("again", "piles.again", lang, can=back or on),
    ]
    if another:
        buttons.append(_button("another", "racing.another", lang))
    return [*buttons, _button("help", "racing.could", lang, pressed=helps)]


def _look_buttons(slow: SlowRound, lang: str, *, helps: bool) -> list[RaceButton]:
    """The way through a recorded round, the help, and playing on from here."""
    return [
        _button("undo", "widget.back", lang, can=slow.can_go_back),
        _button("redo", "racing.next", lang, can=slow.can_go_on),
        _button("help", "racing.could", lang, pressed=helps),
        _button("play_on", "racing.play_on", lang, can=outcome(slow.state) is None),
    ]


def _button(
    do: Pressed | Literal["undo", "redo", "help", "play_on"],
    key: str,
    lang: str,
    *,
    can: bool = True,
    pressed: bool | None = None,
    title: str = "",
) -> RaceButton:
    return {"do": do, "label": say(key, lang), "can": can, "pressed": pressed, "title": title}


def _could_do(state: State, seat: int, learner: int, lang: str, *, hidden: bool) -> CouldDo:
    """What a side could do now: its cards by pile, drawing up, or what has to be done before anything else."""
    whose = who(seat, learner)
    told = _before_all_else(state, lang)
    if not told and hidden:
        told = [say("racing.could.hidden", lang)]
    elif not told:
        for place in range(len(state.piles)):
            fitting = by_value({move.card for move in plays(view(state, seat)) if move.pile == place})
            key = "racing.could.play" if fitting else "racing.could.play_nothing"
            told.append(say(key, lang, cards=fitting, pile=place + 1))
        if can_draw(state, seat):
            told.append(say(f"racing.could.draw.{whose}", lang))
    return {"label": say(f"racing.could.{whose}", lang), "sentences": told}


def _before_all_else(state: State, lang: str) -> list[str]:
    if outcome(state) is not None:
        return [say("racing.could.over", lang)]
    if recycle_due(state):
        return [say("racing.could.recycle", lang)]
    return [say("racing.could.flip", lang)] if flip_pending(state) else []


def _news(slow: SlowRound, lang: str, *, hidden: bool) -> list[str]:
    """What the last action brought about, in sentences."""
    return [sentence for at in slow.news for sentence in _event(slow, at, lang, hidden)]


def _first_listed(slow: SlowRound) -> int:
    """The number of the first move that is listed."""
    return max(1, slow.line.at - LOGGED + 1)


def _log(slow: SlowRound, lang: str, *, hidden: bool) -> list[str]:
    """What each move did, the last ones up to the one that is looked at."""
    return [" ".join(_event(slow, at, lang, hidden)) for at in range(_first_listed(slow), slow.line.at + 1)]


def _event(slow: SlowRound, at: int, lang: str, hidden: bool) -> tuple[str, ...]:
    """What the move that led to this moment did."""
    before, moment = slow.line.moments[at - 1], slow.line.moments[at]
    if moment.move is None:
        return ()
    return told(at_table(lang, slow.seat), moment.move, before.state, (slow.seat,) if hidden else SEATS)
