"""`Race`: a round of Tichu 1.on.1 in slow motion, played step by step or looked at as it was played.

There is no clock here; the round itself is in `slow_round`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final, Literal, TypeAlias

from cardlab.cards import Card
from cardlab.lessons.guided_race import RaceGuide
from cardlab.lessons.tables_tichu import OPPONENT, YOU, who, why_no_recycle
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.tichu_sentences import at_table, by_value, counts, nothing_fits, owed, told, why_fits
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
from cardlab.widgets.blocks import (
    Block,
    Told,
    button,
    details,
    full,
    group,
    hand,
    link,
    row,
    rules,
    sentences,
    text,
    toggle,
    verdict,
)
from cardlab.widgets.hand import Holding
from cardlab.widgets.scene import Scene, hears
from cardlab.widgets.tichu_table.piles import discard, pile_action, wish_over
from cardlab.widgets.tichu_table.race_hands import PLACES, Place, Rank
from cardlab.widgets.tichu_table.race_props import BACK
from cardlab.widgets.tichu_table.slow_round import GuidedRound, SlowRound

Start: TypeAlias = State | Record | RaceGuide | int
SIDES: Final = (OPPONENT, YOU)
"""The sides from top to bottom."""
LOGGED: Final = 40
"""How many moves are listed at most."""


class Race(Scene):
    """Two hands, two discard piles, and all the time one wants: select a card, press a pile, and draw up.

    - `start`: a position; the seed of a deal; a record, which is then looked at move by move; or a guide, whose steps
      are done one after the other, while this browser keeps how far the learner came;
    - `lang`: the language of the learner;
    - `opponent`: the bot that answers each move with one step of its own, or None if nobody does;
    - `open_hands`: whether the opponent's hand lies open; if not, the page gets only the number of cards;
    - `faster`: whether the opponent wants each pile that the learner plays on, and is there first (U2.4).

    `round` is the round with its past; what it holds may be read.
    Raises ValueError for an unknown bot or language, or a record of the other game.

    >>> Race(7)
    Race(7)
    """

    view = "race"
    own_words = ("widget.draw_pile", "widget.extra_pile")

    def __init__(
        self,
        start: Start,
        lang: str = "en",
        *,
        opponent: str | None = "careful",
        open_hands: bool = True,
        faster: bool = False,
        four_colours: bool = True,
    ) -> None:
        super().__init__(lang, four_colours=four_colours)
        self.label = say("racing.label", lang)
        self._seed = start if isinstance(start, int) else None
        self._open = open_hands
        self._faster = faster
        self._helps = False
        self._begun = partial(SlowRound, opponent=opponent)
        self._looks = isinstance(start, Record)
        if isinstance(start, Record):
            self.round = SlowRound.recorded(start)
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

    def put_down(self) -> None:
        """Nothing is selected, and the hand is that of the position which is looked at."""
        before = getattr(self, "_holding", None)
        held = self._state.hands[YOU]
        self._holding = Holding(held, multiple=False, worth=sorting_value, after=before)
        self._pile: Place | None = None
        self._awaiting: Place | None = None  # the pile over which the Mah Jong waits for its wish
        self._tell()

    def _tell(self, *said: str, kind: Told = "none") -> None:
        self._said, self._used, self._verdict = list(said), list[str](), kind

    # What the page says.

    def before(self, message: str) -> None:
        if message != "wish":
            self._awaiting = None

    @hears
    def undo(self) -> None:
        """One action back."""
        self.round.undo()
        if self._looks:
            self._tell_news()
        else:
            self._begin(say("piles.taken_back", self.lang))

    @hears
    def redo(self) -> None:
        """One action on again."""
        self.round.redo()
        self._tell_news()

    @hears
    def help(self) -> None:
        """What both could do is shown, or no longer."""
        self._helps = not self._helps

    @hears
    def play_on(self) -> None:
        """A record is left, and the learner plays from the position that is looked at."""
        self.round, self._looks = self._begun(self._state), False
        self.put_down()

    @hears
    def show_me(self) -> None:
        """The present step of the guide is done for the learner."""
        if self._guided is not None:
            self._try(self._guided.shown)

    @hears
    def steps_done(self, count: int) -> None:
        """So many steps of the guide were done here before; the page says so when it opens."""
        if self._guided is not None and self._guided.done == 0:
            self._guided.begin_after(count)
            self.put_down()

    @hears
    def move(self, do: Literal["draw", "flip", "recycle"]) -> None:
        """A move besides playing a card."""
        due = recycle_due(self._state)
        moves: dict[str, Move] = {
            "draw": Draw(YOU),
            "flip": Flip(),
            "recycle": recycle(self._state, self.round.line.at) if due else Recycle(((), ())),
        }
        self._try(moves[do])

    @hears
    def step(self) -> None:
        """The opponent moves once."""
        if self.round.step():
            self._tell_news()
        else:
            self._tell(say("racing.waits", self.lang))

    @hears
    def faster(self) -> None:
        """The opponent is there first from now on, or no longer."""
        self._faster = not self._faster

    @hears
    def again(self) -> None:
        """The same deal once more."""
        self.round.again()
        self.put_down()

    @hears
    def another(self) -> None:
        """The deal of the next seed."""
        if self._seed is not None:
            self._seed += 1
            self.round = self._begun(deal(self._state.rules, self._seed))
            self.put_down()

    @hears
    def pile(self, pile: Place) -> None:
        """A pile: the selected card is played on it; with none selected the pile is chosen, and the card comes next."""
        if self._holding.selected:
            self._play(self._holding.selected[0], pile)
        else:
            self._pile = None if self._pile == pile else pile
            self._tell(*[say("racing.pile_chosen", self.lang, pile=pile + 1)] * (self._pile is not None))

    @hears
    def select(self, cards: list[str], number: int) -> None:
        """A card: it is selected, and played at once if a pile was chosen before."""
        before = self._holding.selected
        self._holding.hear(cards, number)
        if self._holding.selected == before:
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
        self.put_down()

    # What follows.

    def _begin(self, *said: str) -> None:
        self.put_down()
        self._tell(*said)

    def _tell_news(self) -> None:
        self._begin(*self._news())

    def _play(self, card: Card, place: Place) -> None:
        """A card onto a pile; the Mah Jong, if it fits there, first waits over the pile for its wish (U5.4)."""
        if card is MAH_JONG and not why_not(self._state, Play(YOU, card, place, self._state.piles[place].top)):
            self._tell()
            self._awaiting = place
        else:
            self._land(card, place)

    def _land(self, card: Card, place: Place, wish: str | None = None) -> None:
        lang, pile = self.lang, self._state.piles[place]
        move = Play(YOU, card, place, pile.top, wish)
        if not self._faster or why_not(self._state, move):
            self._try(move)
        elif (rival := self.round.rival(place)) is None:
            self.round.play(move)
            self._begin(say("racing.no_rival", lang), *self._news())
        else:
            refusals = self.round.outrun(rival, move)
            self._begin(say("racing.rival_first", lang, card=rival.card, pile=place + 1))
            if refusals:
                self._refuse(refusals)
                self._said.append(say("racing.back_to_hand", lang, card=card))
            else:
                again = why_fits(pile.covered(rival.card, rival.wish), card, self._state.rules, lang)
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
        self._said += [at_table(self.lang, YOU).explain(one) for one in refused]
        self._used = [one.rule for one in refused]
        self._verdict = "no"

    # What is drawn.

    def draw(self) -> list[Block]:
        lang, looks = self.lang, self._looks
        held = self._holding.picture(lang, label=say("racing.hand.you", lang), tools=False)
        said = verdict(self._verdict, "", self._advised(), self._used, lang)
        table = [
            *([] if self._guided is None else [self._guide(self._guided)]),
            *([] if self._seed is None else [text(say("racing.deal", lang, seed=self._seed), "soft")]),
            self._side(OPPONENT),
            group(*(self._discard(place) for place in PLACES), style="cardlab-piles cardlab-race"),
            group(*wish_over(self._awaiting, lang), said, style="cardlab-said-of-race"),
            *([] if looks else [group(hand(held, close=False), style="cardlab-own-hand")]),
            group(self._side(YOU), *([] if looks else [self._moves()]), self._course(), style="cardlab-own-side"),
        ]
        return [
            group(*table, style=f"cardlab-felt cardlab-slow{' cardlab-looking' if looks else ''}"),
            *([group(*(self._could(seat) for seat in SIDES), style="cardlab-could")] if self._helps else []),
            *self._log(),
        ]

    def _hides(self, seat: int) -> bool:
        return seat != YOU and not self._open

    def _side(self, seat: int) -> Block:
        """One player's piles, debt and cards; the learner's own hand is not drawn here while it is played from."""
        state, whose, debt = self._state, who(seat), owed(self._state, seat)
        held = by_value(state.hands[seat]) if self._looks or seat != YOU else ()
        return {
            "is": "side",
            "seat": seat,
            "name": say(f"racing.hand.{whose}", self.lang),
            "line": say("hand.cards", self.lang, count=len(state.hands[seat])),
            "cards": [BACK if self._hides(seat) else card.code for card in held],
            "draw": len(state.draw[seat]),
            "extra": len(state.extra[seat]),
            "owes": say("play_tichu.owes", self.lang, count=debt) if debt else "",
        }

    def _discard(self, place: Place) -> Block:
        """A discard pile: whose extra cards land on it, and what pressing it does."""
        lang, pile = self.lang, self._state.piles[place]
        card = self._holding.selected[0] if self._holding.selected else None
        return discard(
            pile,
            place,
            lang,
            None if self._looks else {"do": "pile", "pile": place},
            counted=counts(pile, lang) if pile.cards else "",
            action=pile_action(pile, place, card, lang),
            note=say(f"racing.lands.{who(place)}", lang),
            chosen=self._pile == place,
        )

    def _guide(self, played: GuidedRound) -> Block:
        """What is to be done now, or after the last step what comes next."""
        step, total, lang = played.present, len(played.guide.steps), self.lang
        if step is None:
            progress = say("table.guide_done", lang, count=total)
            onward = link(say("racing.play_now", lang), "play-tichu.ipynb")
            ways = [{**onward, "is": "onward"}, button(say("table.steps_again", lang), {"do": "again"})]
        else:
            progress = say("table.guide_step", lang, number=played.done + 1, count=total)
            ways = [button(say("table.show_me", lang), {"do": "show_me"}), *rules(step.clauses, lang)]
        goal = say(played.guide.closing if step is None else step.goal, lang)
        return {
            "is": "guide", "label": progress, "goal": goal, "done": played.done, "total": total, "blocks": ways,
            "send": {"do": "steps_done"}, "free": ["count"],
        }  # fmt: skip

    def _moves(self) -> Block:
        """What can be tried besides playing a card, by who does it; nothing is barred, a refusal teaches more.

        Dealing new extra piles is offered as soon as the extra piles are used up (U4.3), and a quicker opponent is
        among the rarer buttons until it plays.
        """
        state, lang = self._state, self.lang
        other = draws_from(state, YOU) != YOU
        draws = button(say("racing.draw_from_other" if other else "racing.draw_up", lang), {"do": "draw"})
        groups = {
            "you": [{**draws, "is": "draw_up"}],
            "opponent": [] if self.round.opponent is None else [self._button("step")],
            "table": [self._button("flip")],
        }
        if self._faster:
            groups["opponent"].append(self._faster_switch())
        if not any(state.extra) and self._guided is None:
            groups["table"].append(self._button("recycle"))
        named = ((say(f"racing.group.{name}", lang), blocks) for name, blocks in groups.items() if blocks)
        moves = [{"is": "moves", "label": label, "blocks": blocks} for label, blocks in named]
        return group(*moves, label=say("racing.moves", lang), style="cardlab-groups")

    def _course(self) -> Block:
        """The way back and on, the help, and what is asked for more rarely; in a guided race only the way back."""
        lang, line = self.lang, self.round.line
        back, on = line.at > 0, line.at < line.last
        could = toggle(say("racing.could", lang), self._helps, {"do": "help"})
        undo = button(say("widget.back" if self._looks else "piles.undo", lang), {"do": "undo"} if back else None)
        again = button(say("piles.again", lang), {"do": "again"} if back or on else None)
        redo = {"do": "redo"} if on else None
        if self._looks:
            play_on = {"do": "play_on"} if outcome(self._state) is None else None
            others = [
                button(say("racing.next", lang), redo),
                could,
                button(say("racing.play_on", lang), play_on),
            ]
        elif self._guided is not None:
            others = [again]
        else:
            rare = [
                button(say("racing.redo", lang), redo),
                again,
                *([] if self._seed is None else [self._button("another")]),
                *([] if self._faster else [self._faster_switch()]),
                could,
            ]
            others = [{"is": "menu", "label": say("racing.more", lang), "blocks": rare}]
        return row(undo, *others, full(), label=say("racing.course", lang))

    def _faster_switch(self) -> Block:
        told = say("racing.faster_means", self.lang)
        return toggle(say("racing.faster", self.lang), self._faster, {"do": "faster"}, told=told)

    def _button(self, do: str) -> Block:
        return button(say(f"racing.{do}", self.lang), {"do": do})

    def _could(self, seat: int) -> Block:
        """What a side could do now: its cards by pile, drawing up, or what has to be done before anything else."""
        state, lang, whose = self._state, self.lang, who(seat)
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
        return group(text(say(f"racing.could.{whose}", lang), "strong"), sentences(found))

    def _log(self) -> Sequence[Block]:
        """What the last moves did, to be unfolded."""
        line, title = self.round.line, say("racing.log", self.lang)
        first = max(1, line.at - LOGGED + 1)
        said = [" ".join(self._event(at)) for at in range(first, line.at + 1)]
        return [details(title, {"is": "log", "label": title, "first": first, "said": said})] if said else []

    def _advised(self) -> list[str]:
        """What is said; who has nothing to play is told so, but for a guided race, whose step says what to do."""
        if self._guided is not None:
            return self._said
        debts = ((who(seat), owed(self._state, seat)) for seat in reversed(SIDES))
        owing = [say(f"racing.owes.{whose}", self.lang, count=debt) for whose, debt in debts if debt]
        found = [*(self._said or owing), *([] if self._looks else self._nothing_fits())]
        if found:
            return found
        if not self._looks and not any(pile.cards for pile in self._state.piles):
            # At the opening both piles are empty (U1.3).
            return [say("racing.begin", self.lang, button=say("racing.flip", self.lang))]
        return [say("racing.look" if self._looks else "racing.idle", self.lang)]

    def _nothing_fits(self) -> list[str]:
        """U3.1, U4.1: that nothing of the hand fits, and which button goes on."""
        state, lang = self._state, self.lang
        reader = at_table(lang, YOU)
        found = nothing_fits(reader, state, YOU)
        if found and stuck(state):
            button = say("racing.recycle" if recycle_due(state) else "racing.flip", lang)
            found = reader.say("tell.nothing_fits.turn", button=button)
        elif found and not can_draw(state, YOU) and self.round.opponent is not None:
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
        seen = SEATS if self._open else (YOU,)
        return told(at_table(self.lang, YOU), moment.move, before.state, seen)
