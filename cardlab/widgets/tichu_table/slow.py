"""`Race`: a round of Tichu 1.on.1 in slow motion, played step by step or looked at as it was played.

- `Race`: what the widget hears and shows of a `SlowRound`, or of a guided one;
- the side of each player, the buttons, what both could do, and what each move did.

There is no clock here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final, Literal, TypeAlias, TypedDict

from cardlab.cards import Card
from cardlab.lessons.guided_race import RaceGuide
from cardlab.lessons.tables_tichu import who, why_no_recycle
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.tichu import at_table, by_value, nothing_fits, owed, told, why_fits
from cardlab.record import Record
from cardlab.refusal import Refusal
from cardlab.tichu import (
    Draw,
    Flip,
    Move,
    Play,
    Recycle,
    State,
    deal,
    outcome,
    plays,
    recycle,
    recycle_due,
    sorting_value,
    stuck,
    view,
    why_not,
)
from cardlab.tichu.moves import SEATS
from cardlab.tichu.piles import MAH_JONG
from cardlab.tichu.state import can_draw, draws_from, flip_pending
from cardlab.widgets.base import STATIC, CardWidget, ClauseText, clauses
from cardlab.widgets.hand import HandMessage, HandPicture, Holding
from cardlab.widgets.messages import Messages, Step
from cardlab.widgets.tichu_table.guided import GuidedRound, RaceGuidePicture, guide_picture, named_move
from cardlab.widgets.tichu_table.hands import PLACES, Place
from cardlab.widgets.tichu_table.messages import (
    Help,
    NoMahJong,
    PlayOn,
    Press,
    PressPile,
    ShowStep,
    SlowMessage,
    StepsDone,
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
from cardlab.widgets.tichu_table.slow_round import SlowRound

Start: TypeAlias = State | Record | RaceGuide | int
Pressed: TypeAlias = Literal["draw", "flip", "recycle", "step", "faster", "again", "another"]
"""The buttons that `Press` declares."""

LOGGED: Final = 40
"""How many moves are listed at most."""


class RaceStock(TypedDict):
    """A pile that lies face down, and how many cards it has."""

    kind: Literal["draw", "extra"]
    label: str
    count: int
    line: str


class SlowSide(TichuSide):
    """One player in slow motion, with the piles that lie face down."""

    key: Literal["you", "opponent"]
    seat: Place
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


class RaceGroup(TypedDict):
    """Buttons that belong to one: to the learner, to the opponent, or to the table."""

    label: str
    buttons: list[RaceButton]


class CouldDo(TypedDict):
    """What one side could do now."""

    label: str
    sentences: list[str]


class SlowPicture(TypedDict):
    """A round in slow motion.

    - `hand`: the hand that is played from, None while a record is looked at;
    - `number`: how many moves were made;
    - `moves`, `course`: the buttons; `could`: what both could do, if that is asked for;
    - `log`: what the last moves did, from number `log_start` on.
    """

    label: str
    deal: str
    sides: list[SlowSide]
    hand: HandPicture | None
    piles: list[SlowPile]
    wish: WishPicture | None
    moves: list[RaceGroup]
    course: list[RaceButton]
    could: list[CouldDo]
    number: int
    said: list[str]
    verdict: Literal["none", "no", "hint"]
    guide: RaceGuidePicture | None
    clauses: list[ClauseText]
    log: list[str]
    log_start: int


class Race(CardWidget):
    """Two hands, two discard piles, and all the time one wants: select a card, press a pile, and draw up.

    - `start`: a position; the seed of a deal; a record, which is then looked at move by move; or a guide, whose steps
      are done one after the other, while this browser keeps how far the learner came;
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
    _own_words = (
        "racing.log",
        "racing.moves",
        "racing.course",
        "racing.more",
        "racing.play_now",
        "table.show_me",
        "table.steps_again",
    )

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
        elif isinstance(start, RaceGuide):
            self._round = GuidedRound(start)
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
    def round(self) -> SlowRound:
        """The round with its past; what it holds may be read."""
        return self._round

    def _put_down(self) -> None:
        self._fresh()

    def _fresh(self) -> None:
        """Nothing is selected, and the hand is that of the position which is looked at."""
        self._holding = Holding(self._state.hands[self._seat], multiple=False, worth=sorting_value)
        self._pile: Place | None = None
        self._awaiting: Place | None = None  # the pile over which the Mah Jong waits for its wish
        self._said: list[str] = []
        self._verdict: Literal["none", "no", "hint"] = "none"
        self._used: list[str] = []

    @property
    def _state(self) -> State:
        return self._round.state

    @property
    def _guided(self) -> GuidedRound | None:
        return self._round if isinstance(self._round, GuidedRound) else None

    @property
    def _seat(self) -> int:
        return self._round.seat

    def _act(self, message: SlowMessage) -> None:
        awaiting, self._awaiting = self._awaiting, None
        match message:
            case Step(do="undo"):
                if self._round.undo():
                    self._tell_news() if self._looks else self._take_back()
            case Step():
                if self._round.redo():
                    self._tell_news()
            case Help():
                self._helps = not self._helps
            case PlayOn():
                if self._looks:
                    self._go_on_from_here()
            case ShowStep():
                if self._guided is not None and self._guided.present is not None:
                    self._try(self._guided.shown)
            case StepsDone(count=count):
                if self._guided is not None and self._guided.done == 0:
                    self._guided.begin_after(count)
                    self._fresh()
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
                if awaiting is not None:
                    self._land(MAH_JONG, awaiting, rank or None)
            case NoMahJong():
                self._fresh()
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
        """A card: it is selected, and played at once if a pile was chosen before."""
        before = self._holding.selected
        self._holding.do(message)
        if self._holding.selected == before:
            return
        self._fresh_words()
        if self._pile is not None and self._holding.selected:
            self._play(self._holding.selected[0], self._pile)

    def _play(self, card: Card, place: Place) -> None:
        """A card onto a pile; the Mah Jong, if it fits there, first waits over the pile for its wish (U5.4)."""
        if card is MAH_JONG and not why_not(self._state, Play(self._seat, card, place, self._state.piles[place].top)):
            self._fresh_words()
            self._awaiting = place
        else:
            self._land(card, place)

    def _land(self, card: Card, place: Place, wish: str | None = None) -> None:
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
        elif self._guided is not None and not self._guided.meets(move):
            self._fresh()
            self._verdict = "hint"
            self._said = [say("table.aside", self._lang, action=named_move(move, self._lang))]
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
            "wish": None if self._awaiting is None else wish_picture(self._awaiting, lang),
            "guide": None if self._guided is None else guide_picture(self._guided, lang),
            "moves": [] if self._looks else _move_buttons(self._round, lang, faster=self._faster),
            "course": self._course(),
            "could": [
                _could_do(state, seat, self._seat, lang, hidden=self._hides(seat)) for seat in sides if self._helps
            ],
            "number": self._round.line.at,
            "said": self._told(),
            "verdict": self._verdict,
            "clauses": clauses(self._used, lang),
            "log": _log(self._round, lang, hidden=not self._open),
            "log_start": _first_listed(self._round),
        }

    def _told(self) -> list[str]:
        """What is said; who has nothing to play is told so, but for a guided race, whose step says what to do."""
        if self._guided is not None:
            return self._said
        nothing = [] if self._looks else self._nothing_fits()
        return [*self._said, *nothing] or [self._advice()]

    def _nothing_fits(self) -> list[str]:
        """U3.1, U4.1: that nothing of the hand fits, and which button goes on."""
        state, lang = self._state, self._lang
        reader = at_table(lang, self._seat)
        told = nothing_fits(reader, state, self._seat)
        if told and stuck(state):
            button = say("racing.recycle" if recycle_due(state) else "racing.flip", lang)
            told = reader.say("tell.nothing_fits.turn", button=button)
        elif told and not can_draw(state, self._seat) and self._round.opponent is not None:
            told = reader.say("tell.nothing_fits.opponent", button=say("racing.step", lang))
        return [told] if told else []

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
        return _course_buttons(
            self._round, self._lang, helps=self._helps, another=self._seed is not None, faster=self._faster
        )


def _side(state: State, seat: int, learner: int, lang: str, *, hidden: bool, in_row: bool) -> SlowSide:
    """One player: the hand, as a row, as backs or not at all, the face-down piles, and what is owed."""
    whose: Literal["you", "opponent"] = "you" if seat == learner else "opponent"
    seen, debt = view(state, learner), owed(state, seat)
    left: tuple[tuple[Literal["draw", "extra"], int], ...]
    left = (("draw", seen.draw[seat]), ("extra", seen.extra[seat]))
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
        "seat": PLACES[seat],
        "stocks": [
            {
                "kind": kind,
                "label": say(f"widget.{kind}_pile", lang),
                "count": cards,
                "line": say("hand.cards", lang, count=cards),
            }
            for kind, cards in left
        ],
    }


def _move_buttons(slow: SlowRound, lang: str, *, faster: bool) -> list[RaceGroup]:
    """What can be tried besides playing a card, by who does it; nothing is barred, a refusal teaches more.

    Dealing new extra piles is offered as soon as the extra piles are used up (U4.3), and a quicker opponent is among
    the rarer buttons until it plays.
    """
    other = draws_from(slow.state, slow.seat) != slow.seat
    you = [_button("draw", "racing.draw_from_other" if other else "racing.draw_up", lang)]
    table = [_button("flip", "racing.flip", lang)]
    if not any(slow.state.extra) and not isinstance(slow, GuidedRound):
        table.append(_button("recycle", "racing.recycle", lang))
    rival = [] if slow.opponent is None else [_button("step", "racing.step", lang)]
    if faster:
        rival.append(_faster_button(lang, pressed=True))
    groups: list[RaceGroup] = [
        {"label": say(f"racing.group.{name}", lang), "buttons": buttons}
        for name, buttons in (("you", you), ("opponent", rival), ("table", table))
    ]
    return [group for group in groups if group["buttons"]]


def _course_buttons(slow: SlowRound, lang: str, *, helps: bool, another: bool, faster: bool) -> list[RaceButton]:
    """Undo, redo, start again, perhaps another deal, and the help; in a guided race only the way back."""
    back, on = slow.can_go_back, slow.can_go_on
    undo, again = _button("undo", "piles.undo", lang, can=back), _button("again", "piles.again", lang, can=back or on)
    if isinstance(slow, GuidedRound):
        return [undo, again]
    buttons = [undo, _button("redo", "racing.redo", lang, can=on), again]
    if another:
        buttons.append(_button("another", "racing.another", lang))
    if not faster:
        buttons.append(_faster_button(lang, pressed=False))
    return [*buttons, _button("help", "racing.could", lang, pressed=helps)]


def _faster_button(lang: str, *, pressed: bool) -> RaceButton:
    return _button("faster", "racing.faster", lang, pressed=pressed, title=say("racing.faster_means", lang))


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
