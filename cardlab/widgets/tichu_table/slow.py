"""`Race`: a round of Tichu 1.on.1 in slow motion, played step by step or looked at as it was played.

There is no clock here; the round itself is in `slow_round`.
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
from cardlab.widgets.blocks import ClauseText, clauses
from cardlab.widgets.hand import HandPicture, Holding
from cardlab.widgets.scene import Scene, hears
from cardlab.widgets.tichu_table.hands import PLACES, Place, Rank
from cardlab.widgets.tichu_table.picture import (
    TichuPile,
    TichuSide,
    WishPicture,
    pile_action,
    pile_picture,
    side_picture,
    wish_picture,
)
from cardlab.widgets.tichu_table.slow_round import GuidedRound, SlowRound

Start: TypeAlias = State | Record | RaceGuide | int
Pressed: TypeAlias = Literal[
    "draw", "flip", "recycle", "step", "faster", "again", "another", "undo", "redo", "help", "play_on"
]
"""What the buttons ask for."""

LOGGED: Final = 40
"""How many moves are listed at most."""


class RaceGuidePicture(TypedDict):
    """The present goal of a guided race, and how far it is: `done` of `total` steps."""

    progress: str
    goal: str
    done: int
    total: int
    clauses: list[ClauseText]


class RaceButton(TypedDict):
    """A button; `pressed` is None if it does not stay pressed, `title` says more about it."""

    do: Pressed
    label: str
    can: bool
    pressed: bool | None
    title: str


class SlowPicture(TypedDict):
    """A round in slow motion.

    - `sides`: the opponent, then the learner;
    - `hand`: the hand that is played from, None while a record is looked at;
    - `number`: how many moves were made;
    - `moves`, `course`: the buttons, those for moves by who makes them;
    - `could`: what both could do, if that is asked for;
    - `log`: what the last moves did, from number `log_start` on.
    """

    label: str
    deal: str
    sides: list[TichuSide]
    hand: HandPicture | None
    piles: list[TichuPile]
    wish: WishPicture | None
    moves: list[tuple[str, list[RaceButton]]]
    course: list[RaceButton]
    could: list[tuple[str, list[str]]]
    number: int
    said: list[str]
    verdict: Literal["none", "no", "hint"]
    guide: RaceGuidePicture | None
    clauses: list[ClauseText]
    log: list[str]
    log_start: int


class Race(Scene):
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

    `round` is the round with its past; what it holds may be read.
    Raises ValueError for an unknown seat, bot or language, or a record of the other game.

    >>> Race(7)
    Race(7)
    """

    view = "race"
    own_words = (
        *(f"racing.{word}" for word in ("log", "moves", "course", "more", "play_now")),
        *("table.show_me", "table.steps_again", "widget.draw_pile", "widget.extra_pile"),
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
        super().__init__(lang, four_colours=four_colours)
        self.label = label or say("racing.label", lang)
        self._seed = start if isinstance(start, int) else None
        self._open = open_hands
        self._faster = faster
        self._helps = False
        self._begun = partial(SlowRound, seat=seat, opponent=opponent, draws_by_itself=draws_by_itself)
        self._looks = isinstance(start, Record)
        if isinstance(start, Record):
            self.round = SlowRound.recorded(start, seat=seat)
        elif isinstance(start, RaceGuide):
            self.round = GuidedRound(start)
        else:
            self.round = self._begun(deal(seed=start) if isinstance(start, int) else start)
        self.put_down()

    def __repr__(self) -> str:
        if self._seed is not None:
            return f"Race({self._seed})"
        held = [len(hand) for hand in self.round.line.start.hands]
        return f"Race(<{held[0]} and {held[1]} cards in hand>)"

    @property
    def _state(self) -> State:
        return self.round.state

    @property
    def _guided(self) -> GuidedRound | None:
        return self.round if isinstance(self.round, GuidedRound) else None

    @property
    def _seat(self) -> int:
        return self.round.seat

    def put_down(self) -> None:
        """Nothing is selected, and the hand is that of the position which is looked at."""
        before = getattr(self, "_holding", None)
        held = self._state.hands[self._seat]
        self._holding = Holding(held, multiple=False, worth=sorting_value, after=before)
        self._pile: Place | None = None
        self._awaiting: Place | None = None  # the pile over which the Mah Jong waits for its wish
        self._tell()

    def _tell(self, *said: str, kind: Literal["none", "hint"] = "none") -> None:
        self._said, self._used = list(said), list[str]()
        self._verdict: Literal["none", "no", "hint"] = kind

    # What the page says.

    def before(self, message: str) -> None:
        if message != "wish":
            self._awaiting = None

    @hears
    def undo(self) -> None:
        """One action back."""
        if self.round.undo():
            self._tell_news() if self._looks else self._begin(say("piles.taken_back", self.lang))

    @hears
    def redo(self) -> None:
        """One action on again."""
        if self.round.redo():
            self._tell_news()

    @hears
    def help(self) -> None:
        """What both could do is shown, or no longer."""
        self._helps = not self._helps

    @hears
    def play_on(self) -> None:
        """A record is left, and the learner plays from the position that is looked at."""
        if self._looks:
            self.round = self._begun(self._state)
            self._looks = False
            self.put_down()

    @hears
    def show_me(self) -> None:
        """The present step of the guide is done for the learner."""
        if self._guided is not None and self._guided.present is not None:
            self._try(self._guided.shown)

    @hears
    def steps_done(self, count: int) -> None:
        """So many steps of the guide were done here before; the page says so when it opens."""
        if self._guided is not None and self._guided.done == 0:
            self._guided.begin_after(count)
            self.put_down()

    @hears
    def move(self, do: Literal["draw", "flip", "recycle"]) -> None:
        """A move besides playing a card; what has been played can only be looked at."""
        due = recycle_due(self._state)
        moves: dict[str, Move] = {
            "draw": Draw(self._seat),
            "flip": Flip(),
            "recycle": recycle(self._state, self.round.line.at) if due else Recycle(((), ())),
        }
        if not self._looks:
            self._try(moves[do])

    @hears
    def step(self) -> None:
        """The opponent moves once."""
        if self._looks:
            return
        if self.round.step():
            self._tell_news()
        else:
            self._tell(say("racing.waits", self.lang))

    @hears
    def faster(self) -> None:
        """The opponent is there first from now on, or no longer."""
        if not self._looks:
            self._faster = not self._faster

    @hears
    def begin(self, do: Literal["again", "another"]) -> None:
        """The same deal once more, or the next one, if this one was dealt by a seed."""
        if self._looks or (do == "another" and self._seed is None):
            return
        if do == "again":
            self.round.again()
        elif self._seed is not None:
            self._seed += 1
            self.round = self._begun(deal(self._state.rules, self._seed))
        self.put_down()

    @hears
    def pile(self, pile: Place) -> None:
        """A pile: the selected card is played on it; with none selected the pile is chosen, and the card comes next."""
        if self._looks:
            return
        if self._holding.selected:
            self._play(self._holding.selected[0], pile)
        else:
            self._pile = None if self._pile == pile else pile
            self._tell(*[say("racing.pile_chosen", self.lang, pile=pile + 1)] * (self._pile is not None))

    @hears
    def select(self, cards: list[str], number: int) -> None:
        """A card: it is selected, and played at once if a pile was chosen before."""
        before = self._holding.selected
        self._holding.hear(cards, number, selectable=not self._looks)
        if self._looks or self._holding.selected == before:
            return
        self._tell()
        if self._pile is not None and self._holding.selected:
            self._play(self._holding.selected[0], self._pile)

    @hears
    def wish(self, rank: Rank) -> None:
        """The Mah Jong that waits over a pile lands with this wish."""
        awaiting, self._awaiting = self._awaiting, None
        if awaiting is not None:
            self._land(MAH_JONG, awaiting, rank or None)

    @hears
    def back(self) -> None:
        """The Mah Jong that waits over a pile goes back to the hand."""
        if not self._looks:
            self.put_down()

    # What follows.

    def _begin(self, *said: str) -> None:
        self.put_down()
        self._tell(*said)

    def _tell_news(self) -> None:
        self._begin(*self._news())

    def _play(self, card: Card, place: Place) -> None:
        """A card onto a pile; the Mah Jong, if it fits there, first waits over the pile for its wish (U5.4)."""
        if card is MAH_JONG and not why_not(self._state, Play(self._seat, card, place, self._state.piles[place].top)):
            self._tell()
            self._awaiting = place
        else:
            self._land(card, place)

    def _land(self, card: Card, place: Place, wish: str | None = None) -> None:
        lang, move = self.lang, Play(self._seat, card, place, self._state.piles[place].top, wish)
        if not self._faster or why_not(self._state, move):
            self._try(move)
            return
        before = self.round.line.at
        refusals = self.round.race_for(move)
        rival = self.round.line.moments[before + 1]
        if not isinstance(rival.move, Play) or rival.move.seat == self._seat:
            self._begin(say("racing.no_rival", lang), *self._news())
            return
        self._begin(say("racing.rival_first", lang, card=rival.move.card, pile=place + 1))
        if refusals:
            self._refuse(refusals)
            self._said.append(say("racing.back_to_hand", lang, card=card))
        else:
            again = why_fits(rival.state.piles[place], card, self._state.rules, lang)
            self._said += [f"{say('racing.judged_again', lang)} {again}", *self._news()[1:]]

    def _try(self, move: Move) -> None:
        """Makes the move, or says everything that speaks against it."""
        refusals = why_no_recycle(self._state) if isinstance(move, Recycle) else why_not(self._state, move)
        if refusals:
            self._tell()
            self._refuse(refusals)
        elif self._guided is not None and not self._guided.meets(move):
            self.put_down()
            if isinstance(move, Play):
                action = say("tichu.do.play", self.lang, card=move.card, pile=move.pile + 1)
            else:
                action = say("tichu.do.draw", self.lang)
            self._tell(say("table.aside", self.lang, action=action), kind="hint")
        else:
            self.round.play(move)
            self._tell_news()

    def _refuse(self, refusals: Iterable[Refusal]) -> None:
        refused = tuple(refusals)
        self._said += [at_table(self.lang, self._seat).explain(one) for one in refused]
        self._used = [one.rule for one in refused]
        self._verdict = "no"

    # What is drawn.

    def picture(self) -> SlowPicture:
        lang, line, looks = self.lang, self.round.line, self._looks
        sides = (1 - self._seat, self._seat)
        first = max(1, line.at - LOGGED + 1)
        return {
            "label": self.label,
            "deal": "" if self._seed is None else say("racing.deal", lang, seed=self._seed),
            "sides": [self._side(seat) for seat in sides],
            "hand": None if looks else self._holding.picture(lang, label=say("racing.hand.you", lang), tools=False),
            "piles": [self._pile_picture(place) for place in PLACES],
            "wish": None if self._awaiting is None else wish_picture(self._awaiting, lang),
            "guide": None if self._guided is None else self._guide(self._guided),
            "moves": [] if looks else self._moves(),
            "course": self._course(),
            "could": [self._could(seat) for seat in sides if self._helps],
            "number": line.at,
            "said": self._advised(),
            "verdict": self._verdict,
            "clauses": clauses(self._used, lang),
            "log": [" ".join(self._event(at)) for at in range(first, line.at + 1)],
            "log_start": first,
        }

    def _hides(self, seat: int) -> bool:
        return seat != self._seat and not self._open

    def _side(self, seat: int) -> TichuSide:
        """One player; the learner's own hand is not drawn here while the learner plays from it."""
        state, whose, debt = self._state, who(seat, self._seat), owed(self._state, seat)
        return side_picture(
            state,
            PLACES[seat],
            say(f"racing.hand.{whose}", self.lang),
            self.lang,
            slots=by_value(state.hands[seat]) if self._looks or seat != self._seat else (),
            hidden=self._hides(seat),
            owes=say(f"racing.owes.{whose}", self.lang, count=debt) if debt else "",
        )

    def _pile_picture(self, place: Place) -> TichuPile:
        """A discard pile that is a button: whose extra cards land on it, and what pressing it does."""
        card = self._holding.selected[0] if self._holding.selected else None
        return pile_picture(
            self._state.piles[place],
            place,
            self.lang,
            empty="",
            note=say(f"racing.lands.{who(place, self._seat)}", self.lang),
            action=pile_action(self._state.piles[place], place, card, self.lang),
            chosen=self._pile == place,
        )

    def _guide(self, played: GuidedRound) -> RaceGuidePicture:
        """What is to be done now, or after the last step what comes next."""
        step, total, lang = played.present, len(played.guide.steps), self.lang
        if step is None:
            progress = say("table.guide_done", lang, count=total)
        else:
            progress = say("table.guide_step", lang, number=played.done + 1, count=total)
        return {
            "progress": progress,
            "goal": say(played.guide.closing if step is None else step.goal, lang),
            "done": played.done,
            "total": total,
            "clauses": [] if step is None else clauses(step.clauses, lang),
        }

    def _moves(self) -> list[tuple[str, list[RaceButton]]]:
        """What can be tried besides playing a card, by who does it; nothing is barred, a refusal teaches more.

        Dealing new extra piles is offered as soon as the extra piles are used up (U4.3), and a quicker opponent is
        among the rarer buttons until it plays.
        """
        state = self._state
        other = draws_from(state, self._seat) != self._seat
        you = [self._button("draw", "racing.draw_from_other" if other else "racing.draw_up")]
        table = [self._button("flip", "racing.flip")]
        if not any(state.extra) and self._guided is None:
            table.append(self._button("recycle", "racing.recycle"))
        rival = [] if self.round.opponent is None else [self._button("step", "racing.step")]
        if self._faster:
            rival.append(self._faster_button())
        groups = (("you", you), ("opponent", rival), ("table", table))
        return [(say(f"racing.group.{name}", self.lang), buttons) for name, buttons in groups if buttons]

    def _course(self) -> list[RaceButton]:
        """The way back and on, the help, and what is asked for more rarely; in a guided race only the way back."""
        back, on = self.round.can_go_back, self.round.can_go_on
        could = self._button("help", "racing.could", pressed=self._helps)
        if self._looks:
            return [
                self._button("undo", "widget.back", can=back),
                self._button("redo", "racing.next", can=on),
                could,
                self._button("play_on", "racing.play_on", can=outcome(self._state) is None),
            ]
        undo = self._button("undo", "piles.undo", can=back)
        again = self._button("again", "piles.again", can=back or on)
        if self._guided is not None:
            return [undo, again]
        another = [] if self._seed is None else [self._button("another", "racing.another")]
        faster = [] if self._faster else [self._faster_button()]
        return [undo, self._button("redo", "racing.redo", can=on), again, *another, *faster, could]

    def _faster_button(self) -> RaceButton:
        title = say("racing.faster_means", self.lang)
        return self._button("faster", "racing.faster", pressed=self._faster, title=title)

    def _button(
        self, do: Pressed, key: str, *, can: bool = True, pressed: bool | None = None, title: str = ""
    ) -> RaceButton:
        return {"do": do, "label": say(key, self.lang), "can": can, "pressed": pressed, "title": title}

    def _could(self, seat: int) -> tuple[str, list[str]]:
        """What a side could do now: its cards by pile, drawing up, or what has to be done before anything else."""
        state, lang, whose = self._state, self.lang, who(seat, self._seat)
        first = "over" if outcome(state) else "recycle" if recycle_due(state) else "flip" if flip_pending(state) else ""
        first = first or ("hidden" if self._hides(seat) else "")
        found = [say(f"racing.could.{first}", lang)] if first else []
        if not found:
            for place in PLACES:
                fitting = by_value({move.card for move in plays(view(state, seat)) if move.pile == place})
                key = "racing.could.play" if fitting else "racing.could.play_nothing"
                found.append(say(key, lang, cards=fitting, pile=place + 1))
            if can_draw(state, seat):
                found.append(say(f"racing.could.draw.{whose}", lang))
        return say(f"racing.could.{whose}", lang), found

    def _advised(self) -> list[str]:
        """What is said; who has nothing to play is told so, but for a guided race, whose step says what to do."""
        if self._guided is not None:
            return self._said
        found = [*self._said, *([] if self._looks else self._nothing_fits())]
        if found:
            return found
        if not self._looks and not any(pile.cards for pile in self._state.piles):
            # At the opening both piles are empty (U1.3).
            return [say("racing.begin", self.lang, button=say("racing.flip", self.lang))]
        return [say("racing.look" if self._looks else "racing.idle", self.lang)]

    def _nothing_fits(self) -> list[str]:
        """U3.1, U4.1: that nothing of the hand fits, and which button goes on."""
        state, lang = self._state, self.lang
        reader = at_table(lang, self._seat)
        found = nothing_fits(reader, state, self._seat)
        if found and stuck(state):
            button = say("racing.recycle" if recycle_due(state) else "racing.flip", lang)
            found = reader.say("tell.nothing_fits.turn", button=button)
        elif found and not can_draw(state, self._seat) and self.round.opponent is not None:
            found = reader.say("tell.nothing_fits.opponent", button=say("racing.step", lang))
        return [found] if found else []

    def _news(self) -> list[str]:
        """What the last action brought about, in sentences."""
        return [sentence for at in self.round.news for sentence in self._event(at)]

    def _event(self, at: int) -> tuple[str, ...]:
        """What the move that led to this moment did."""
        before, moment = self.round.line.moments[at - 1], self.round.line.moments[at]
        if moment.move is None:
            return ()
        seen = SEATS if self._open else (self._seat,)
        return told(at_table(self.lang, self._seat), moment.move, before.state, seen)
