"""`Race`: a round of Tichu 1.on.1 in slow motion, played step by step or looked at as it was played.

Knows what the page shows of a race and which wish is which move; the course of it stands in `round`,
what is allowed is asked of `cardlab.tichu`. There is no clock here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from cardlab.cards import Card
from cardlab.lessons.tables.pile_words import why_fits
from cardlab.lessons.tables.tichu_table import refused, why_no_recycle
from cardlab.locale import say
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
    recycle,
    recycle_due,
    sorting_value,
    why_not,
)
from cardlab.tichu.piles import MAH_JONG, WISHES
from cardlab.widgets.ground import STATIC, CardWidget, clauses, is_whole
from cardlab.widgets.holding import Holding
from cardlab.widgets.race.buttons import course_buttons, look_buttons, move_buttons
from cardlab.widgets.race.picture import could_do, log, news, pile_picture, side_picture, wish_picture
from cardlab.widgets.race.round import RaceRound

__all__ = ["Race", "Start"]

Start: TypeAlias = State | Record | int


class Race(CardWidget):
    """Two hands, two discard piles, and all the time one wants: select a card, press a pile, and draw up.

    - `start`: a position; the seed of a deal; or a record, which is then looked at move by move;
    - `lang`: the language of the learner;
    - `seat`: the learner's seat, 0 or 1;
    - `opponent`: the bot that answers each move with one step of its own, or None if nobody does;
    - `open_hands`: whether the opponent's hand lies open; if not, the page is told how many cards he has, and no more;
    - `draws_by_itself`: whether the learner's hand is filled up without his doing (U3.1);
    - `faster`: whether the opponent wants each pile that the learner plays on, and is there first (U2.4);
    - `label`: what the widget is called.

    Raises ValueError for an unknown seat, bot or language, or a record of the other game.

    >>> Race(7)
    Race(7)
    """

    _esm = STATIC / "race.js"
    _css = STATIC / "race.css"
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
        self._settings: dict[str, Any] = {"seat": seat, "opponent": opponent, "draws_by_itself": draws_by_itself}
        self._looks = isinstance(start, Record)
        if isinstance(start, Record):
            self._round = RaceRound.recorded(start, seat=seat)
        else:
            self._round = RaceRound(deal(seed=start) if isinstance(start, int) else start, **self._settings)
        self._fresh()
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        if self._seed is not None:
            return f"Race({self._seed})"
        held = [len(hand) for hand in self._round.moments[0].state.hands]
        return f"Race(<{held[0]} and {held[1]} cards in hand>)"

    @property
    def race(self) -> RaceRound:
        """The round with its past; what it holds may be read."""
        return self._round

    def _fresh(self) -> None:
        """Nothing is selected, and the hand is that of the position which is looked at."""
        self._holding = Holding(self._state.hands[self._seat], multiple=False, worth=sorting_value)
        self._pile: int | None = None
        self._wish = ""
        self._said: list[str] = []
        self._verdict = "none"
        self._used: list[str] = []

    @property
    def _state(self) -> State:
        return self._round.state

    @property
    def _seat(self) -> int:
        return self._round.seat

    def _act(self, wish: object) -> None:
        match wish:
            case {"do": "undo"} if self._round.undo():
                self._tell_news() if self._looks else self._take_back()
            case {"do": "redo"} if self._round.redo():
                self._tell_news()
            case {"do": "help"}:
                self._helps = not self._helps
            case {"do": "play_on"} if self._looks:
                self._go_on_from_here()
            case _ if not self._looks:
                self._race(wish)

    def _race(self, wish: object) -> None:
        match wish:
            case {"do": "pile", "pile": 0 | 1 as place} if is_whole(place):
                self._press(int(place))
            case {"do": "wish", "rank": str(rank)} if rank == "" or rank in tuple(WISHES):
                self._wish = rank
            case {"do": "draw"}:
                self._try(Draw(self._seat))
            case {"do": "flip"}:
                self._try(Flip())
            case {"do": "recycle"}:
                due = recycle_due(self._state)
                self._try(recycle(self._state, self._round.at) if due else Recycle(((), ())))
            case {"do": "step"}:
                self._step()
            case {"do": "faster"}:
                self._faster = not self._faster
            case {"do": "again"}:
                self._round.again()
                self._fresh()
            case {"do": "another"} if self._seed is not None:
                self._seed += 1
                self._round = RaceRound(deal(self._state.rules, self._seed), **self._settings)
                self._fresh()
            case _:
                self._select(wish)

    def _go_on_from_here(self) -> None:
        """The record is left, and the learner plays from the position that is looked at."""
        self._round = RaceRound(self._state, **self._settings)
        self._looks = False
        self._fresh()

    def _press(self, place: int) -> None:
        """A pile: the selected card is played on it; with none selected the pile is chosen, and the card comes next."""
        if self._holding.selected:
            self._play(self._holding.selected[0], place)
        else:
            self._fresh_words()
            self._pile = None if self._pile == place else place
            if self._pile is not None:
                self._said = [say("racing.pile_chosen", self._lang, pile=place + 1)]

    def _select(self, wish: object) -> None:
        """A card: it is selected, and played at once if a pile was chosen before; the Mah Jong waits for its wish."""
        before = self._holding.selected
        self._holding.hear(wish)
        if self._holding.selected == before:
            return
        self._fresh_words()
        if self._pile is not None and self._holding.selected and self._holding.selected[0] is not MAH_JONG:
            self._play(self._holding.selected[0], self._pile)

    def _play(self, card: Card, place: int) -> None:
        wish = (self._wish or None) if card is MAH_JONG else None
        move = Play(self._seat, card, place, self._state.piles[place].top, wish)
        if not self._faster or why_not(self._state, move):
            self._try(move)
            return
        before = self._round.at
        refusals = self._round.race_for(move)
        rival = self._round.moments[before + 1]
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
        self._said += [refused(one, self._lang, self._seat) for one in told]
        self._used = [one.rule for one in told]
        self._verdict = "no"

    def _tell_news(self) -> None:
        self._fresh()
        self._said = self._news()

    def _take_back(self) -> None:
        self._fresh()
        self._said = [say("piles.taken_back", self._lang)]

    def _news(self) -> list[str]:
        return news(self._round, self._lang, hidden=not self._open)

    def _picture(self) -> dict[str, Any]:
        lang, state, sides = self._lang, self._state, (1 - self._seat, self._seat)
        card = self._holding.selected[0] if self._holding.selected else None
        own = None if self._looks else self._holding
        label = say("racing.hand.you", lang)
        return {
            "label": self._label or say("racing.label", lang),
            "deal": "" if self._seed is None else say("racing.deal", lang, seed=self._seed),
            "sides": [self._side(seat) for seat in sides],
            "hand": own.picture(lang, label=label, tools=False) if own else None,
            "piles": [
                pile_picture(pile, place, self._seat, lang, card=card, chosen=self._pile == place)
                for place, pile in enumerate(state.piles)
            ],
            "wish": wish_picture(self._wish, lang) if card is MAH_JONG else None,
            "moves": [] if self._looks else move_buttons(self._round, lang, faster=self._faster),
            "course": self._course(),
            "could": [
                could_do(state, seat, self._seat, lang, hidden=self._hides(seat)) for seat in sides if self._helps
            ],
            "said": self._said or [self._advice()],
            "verdict": self._verdict,
            "clauses": clauses(self._used, lang),
            **log(self._round, lang, hidden=not self._open),
        }

    def _advice(self) -> str:
        """What to do when nothing has been said: at the opening both piles are empty (U1.3)."""
        if not self._looks and not any(pile.cards for pile in self._state.piles):
            return say("racing.begin", self._lang, button=say("racing.flip", self._lang))
        return say("racing.look" if self._looks else "racing.idle", self._lang)

    def _hides(self, seat: int) -> bool:
        return seat != self._seat and not self._open

    def _side(self, seat: int) -> dict[str, Any]:
        """One player's strip; the learner's own hand is not in it while he plays from it."""
        in_row = self._looks or seat != self._seat
        return side_picture(self._state, seat, self._seat, self._lang, hidden=self._hides(seat), in_row=in_row)

    def _course(self) -> list[dict[str, Any]]:
        if self._looks:
            return look_buttons(self._round, self._lang, helps=self._helps)
        return course_buttons(self._round, self._lang, helps=self._helps, another=self._seed is not None)
