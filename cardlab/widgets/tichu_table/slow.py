"""`Race`: a round of Tichu 1.on.1 in slow motion, played step by step or looked at as it was played.

There is no clock here; the round itself is in `slow_round`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from operator import index
from typing import Final, Literal, TypeAlias

from cardlab.cards import Card
from cardlab.lessons.guided_race import RaceGuide
from cardlab.lessons.tables_tichu import OPPONENT, YOU, why_no_recycle
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.tichu_sentences import at_table, by_value, counts, describe_move, nothing_fits, owed, why_fits
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
    VerdictKind,
    button,
    details,
    full,
    goal,
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
from cardlab.widgets.forms import rules_link
from cardlab.widgets.hand import HandModel
from cardlab.widgets.scene import Scene, receives
from cardlab.widgets.tichu_table.piles import discard, pile_action, wish_over
from cardlab.widgets.tichu_table.race_hands import SIDES, Rank, Side
from cardlab.widgets.tichu_table.race_props import BACK
from cardlab.widgets.tichu_table.slow_round import GuidedRound, SlowRound

Start: TypeAlias = State | Record | RaceGuide | int
TOP_TO_BOTTOM: Final = (OPPONENT, YOU)
"""The sides from top to bottom."""
LOGGED: Final = 40
"""How many moves are listed at most."""


class Race(Scene):
    """Two hands, two discard piles, and no clock: select a card, press a pile, and draw up.

    Args:
        start: a position; the seed of a deal; a record, to be looked at move by move; or a guide, whose steps are
            done one after the other while the browser stores the progress.
        lang: the language of the learner; by default that of the notebook's folder.
        opponent: the bot that answers each move with one step, or None.
        open_hands: whether the opponent's hand lies open; if not, the page gets only the number of cards.
        faster: whether the opponent plays first on each pile that the learner plays on (U2.4).

    `round` is the round with its past, to be read.
    Raises ValueError for an unknown bot or language, or a record of the other game.

    >>> Race(7)
    Race(7)
    """

    view = "race"
    shares = ("state",)
    own_words = ("widget.draw_pile", "widget.extra_pile")

    def __init__(
        self,
        start: Start,
        lang: str = "",
        *,
        opponent: str | None = "careful",
        open_hands: bool = True,
        faster: bool = False,
        four_colours: bool = True,
    ) -> None:
        super().__init__(lang, four_colours=four_colours)
        self.label = say("racing.label", self.lang)
        start = index(start) if hasattr(start, "__index__") else start
        self._seed = start if isinstance(start, int) else None
        self._open = open_hands
        self._faster = faster
        self._helps = False
        self._new_round = partial(SlowRound, opponent=opponent)
        self._is_record = isinstance(start, Record)
        if isinstance(start, Record):
            self.round = SlowRound.recorded(start)
        elif isinstance(start, RaceGuide):
            self.round = GuidedRound(start)
        else:
            self.round = self._new_round(deal(seed=start) if isinstance(start, int) else start)
        self.clear_selection()

    def __repr__(self) -> str:
        if self._seed is not None:
            return f"Race({self._seed})"
        counts = [len(hand) for hand in self.round.line.start.hands]
        return f"Race(<{counts[0]} and {counts[1]} cards in hand>)"

    @property
    def state(self) -> State:
        """The present position."""
        return self.round.state

    @property
    def _guided(self) -> GuidedRound | None:
        return self.round if isinstance(self.round, GuidedRound) else None

    def clear_selection(self) -> None:
        """Clear the selection, and take the hand of the present position."""
        before = getattr(self, "_hand_model", None)
        hand = self.round.state.hands[YOU]
        self._hand_model = HandModel(hand, multiple=False, worth=sorting_value, after=before)
        self._pile: Side | None = None
        self._wish_pile: Side | None = None  # the pile over which the Mah Jong waits for its wish
        self._announce()

    def _announce(self, *texts: str, kind: VerdictKind = "none") -> None:
        self._texts, self._clauses, self._verdict = list(texts), list[str](), kind

    # What the page says.

    def before_message(self, message: str) -> None:
        if message != "wish":
            self._wish_pile = None

    @receives
    def undo(self) -> None:
        """Go one action back."""
        self.round.undo()
        if self._is_record:
            self._announce_news()
        else:
            self._begin(say("piles.taken_back", self.lang))

    @receives
    def redo(self) -> None:
        """Go one action forward."""
        self.round.redo()
        self._announce_news()

    @receives
    def help(self) -> None:
        """Show or hide what both could do."""
        self._helps = not self._helps

    @receives
    def play_on(self) -> None:
        """Leave the record, and play from the present position."""
        self.round, self._is_record = self._new_round(self.round.state), False
        self.clear_selection()

    @receives
    def show_me(self) -> None:
        """Do the present step of the guide for the learner."""
        if self._guided is not None:
            self._try(self._guided.shown)

    @receives
    def steps_done(self, count: int) -> None:
        """Restore the number of steps done here before, which the page sends when it opens."""
        if self._guided is not None and self._guided.done == 0:
            self._guided.begin_after(count)
            self.clear_selection()

    @receives
    def move(self, do: Literal["draw", "flip", "recycle"]) -> None:
        """Make a move other than playing a card."""
        due = recycle_due(self.round.state)
        moves: dict[str, Move] = {
            "draw": Draw(YOU),
            "flip": Flip(),
            "recycle": recycle(self.round.state, self.round.line.at) if due else Recycle(((), ())),
        }
        self._try(moves[do])

    @receives
    def step(self) -> None:
        """Have the opponent move once."""
        if self.round.step():
            self._announce_news()
        else:
            self._announce(say("racing.waits", self.lang))

    @receives
    def faster(self) -> None:
        """Switch the faster opponent on or off."""
        self._faster = not self._faster

    @receives
    def again(self) -> None:
        """Begin the same deal again."""
        self.round.again()
        self.clear_selection()

    @receives
    def another(self) -> None:
        """Deal the next seed."""
        if self._seed is not None:
            self._seed += 1
            self.round = self._new_round(deal(self.round.state.rules, self._seed))
            self.clear_selection()

    @receives
    def pile(self, pile: Side) -> None:
        """Play the selected card on a pile; without one choose the pile for the next card."""
        if self._hand_model.selected:
            self._play(self._hand_model.selected[0], pile)
        else:
            self._pile = None if self._pile == pile else pile
            self._announce(*[say("racing.pile_chosen", self.lang, pile=pile + 1)] * (self._pile is not None))

    @receives
    def select(self, cards: list[str], number: int) -> None:
        """Select a card, and play it at once if a pile was chosen."""
        before = self._hand_model.selected
        self._hand_model.receive(cards, number)
        if self._hand_model.selected == before:
            return
        self._announce()
        if self._pile is not None and self._hand_model.selected:
            self._play(self._hand_model.selected[0], self._pile)

    @receives
    def wish(self, rank: Rank) -> None:
        """Play the waiting Mah Jong with this wish."""
        awaiting, self._wish_pile = self._wish_pile, None
        if awaiting is not None:
            self._land(MAH_JONG, awaiting, rank or None)

    @receives
    def back(self) -> None:
        """Return the waiting Mah Jong to the hand."""
        self.clear_selection()

    # What follows.

    def _begin(self, *texts: str) -> None:
        self.clear_selection()
        self._announce(*texts)

    def _announce_news(self) -> None:
        self._begin(*self._news())

    def _play(self, card: Card, index: Side) -> None:
        """Play a card; a fitting Mah Jong first waits over the pile for its wish (U5.4)."""
        state = self.round.state
        if card is MAH_JONG and not why_not(state, Play(YOU, card, index, state.piles[index].top)):
            self._announce()
            self._wish_pile = index
        else:
            self._land(card, index)

    def _land(self, card: Card, index: Side, wish: str | None = None) -> None:
        lang, pile = self.lang, self.round.state.piles[index]
        move = Play(YOU, card, index, pile.top, wish)
        if not self._faster or why_not(self.round.state, move):
            self._try(move)
        elif (rival := self.round.rival(index)) is None:
            self.round.play(move)
            self._begin(say("racing.no_rival", lang), *self._news())
        else:
            refusals = self.round.outrun(rival, move)
            self._begin(say("racing.rival_first", lang, card=rival.card, pile=index + 1))
            if refusals:
                self._refuse(refusals)
                self._texts.append(say("racing.back_to_hand", lang, card=card))
            else:
                again = why_fits(pile.covered(rival.card, rival.wish), card, self.round.state.rules, lang)
                self._texts += [f"{say('racing.judged_again', lang)} {again}", *self._news()[1:]]

    def _try(self, move: Move) -> None:
        """Make the move, or explain every refusal."""
        refusals = why_no_recycle(self.round.state) if isinstance(move, Recycle) else why_not(self.round.state, move)
        if refusals:
            self._announce()
            self._refuse(refusals)
        elif self._guided is not None and not self._guided.meets(move):
            self.clear_selection()
            if isinstance(move, Play):
                action = say("tichu.do.play", self.lang, card=move.card, pile=move.pile + 1)
            else:
                action = say("tichu.do.draw", self.lang)
            self._announce(say("table.aside", self.lang, action=action), kind="hint")
        else:
            self.round.play(move)
            self._announce_news()

    def _refuse(self, refusals: Iterable[Refusal]) -> None:
        listed = tuple(refusals)
        self._texts += [at_table(self.lang, YOU).explain(one) for one in listed]
        self._clauses = [one.rule for one in listed]
        self._verdict = "no"

    # What is drawn.

    def render(self) -> list[Block]:
        lang, looks = self.lang, self._is_record
        hand_props = self._hand_model.props(lang, label=say("racing.hand.you", lang), tools=False)
        comment = verdict(self._verdict, "", self._status_texts(), self._clauses, lang)
        table = [
            *([] if self._guided is None else [self._guide(self._guided)]),
            *([] if self._seed is None else [text(say("racing.deal", lang, seed=self._seed), "soft")]),
            self._side(OPPONENT),
            group(*(self._discard(place) for place in SIDES), style="cardlab-piles cardlab-race"),
            group(*wish_over(self._wish_pile, lang), comment, style="cardlab-said-of-race"),
            *([] if looks else [group(hand(hand_props, close=False), style="cardlab-own-hand")]),
            group(self._side(YOU), *([] if looks else [self._moves()]), self._course(), style="cardlab-own-side"),
        ]
        return [
            group(*table, style=f"cardlab-felt cardlab-slow{' cardlab-looking' if looks else ''}"),
            *([group(*(self._could(seat) for seat in TOP_TO_BOTTOM), style="cardlab-could")] if self._helps else []),
            *self._log(),
            *([] if self._guided else [goal(self._is_done())]),
        ]

    def _is_done(self) -> bool:
        """Whether a record was watched to its end, a deal played to its end, or a move made in any other position."""
        if self._seed is not None:
            return outcome(self.round.state) is not None
        return self.round.line.at >= (self.round.line.last if self._is_record else 1)

    def _hides(self, seat: int) -> bool:
        return seat != YOU and not self._open

    def _side(self, seat: int) -> Block:
        """One player's piles, debt and cards; the learner's own hand is drawn elsewhere while it is played from."""
        state, debt = self.round.state, owed(self.round.state, seat)
        shown_cards = by_value(state.hands[seat]) if self._is_record or seat != YOU else ()
        return {
            "is": "side",
            "seat": seat,
            "name": say("racing.hand.you" if seat == YOU else "racing.hand.opponent", self.lang),
            "line": say("hand.cards", self.lang, count=len(state.hands[seat])),
            "cards": [BACK if self._hides(seat) else card.code for card in shown_cards],
            "draw": len(state.draw[seat]),
            "extra": len(state.extra[seat]),
            "owes": say("play_tichu.owes", self.lang, count=debt) if debt else "",
        }

    def _discard(self, index: Side) -> Block:
        lang, pile = self.lang, self.round.state.piles[index]
        card = self._hand_model.selected[0] if self._hand_model.selected else None
        return discard(
            pile,
            index,
            lang,
            None if self._is_record else {"do": "pile", "pile": index},
            counted=counts(pile, lang) if pile.cards else "",
            action=pile_action(pile, index, card, lang),
            note=say("racing.lands.you" if index == YOU else "racing.lands.opponent", lang),
            chosen=self._pile == index,
        )

    def _guide(self, played: GuidedRound) -> Block:
        """The goal of the present step, or what comes after the last one."""
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
        """The moves other than playing a card, by player; none is disabled, since a refusal teaches more.

        Dealing new extra piles is offered once the extra piles are used up (U4.3). The faster opponent is among the
        rare buttons until it is switched on.
        """
        state, lang = self.round.state, self.lang
        due = self._guided and self._guided.present and type(self._guided.present.shows)
        label = say("racing.draw_up" if draws_from(state, YOU) == YOU else "racing.draw_from_other", lang)
        draws = button(label, {"do": "draw"}, main=due is Draw, style="" if can_draw(state, YOU) else "cardlab-not-now")
        groups = {
            "racing.group.you": [{**draws, "is": "draw_up"}],
            "racing.group.opponent": [] if self.round.opponent is None else [self._button("step", "racing.step")],
            "racing.group.table": [button(say("racing.flip", lang), {"do": "flip"}, main=due is Flip)],
        }
        if self._faster:
            groups["racing.group.opponent"].append(self._faster_switch())
        if not any(state.extra) and self._guided is None:
            groups["racing.group.table"].append(self._button("recycle", "racing.recycle"))
        moves = [{"is": "moves", "label": say(key, lang), "blocks": blocks} for key, blocks in groups.items() if blocks]
        return group(*moves, label=say("racing.moves", lang), style="cardlab-groups")

    def _course(self) -> Block:
        """Undo, redo, help and rare buttons; in a guided race only the way back."""
        lang, line = self.lang, self.round.line
        back, on = line.at > 0, line.at < line.last
        could = toggle(say("racing.could", lang), self._helps, {"do": "help"})
        undo = button(say("widget.back" if self._is_record else "piles.undo", lang), {"do": "undo"} if back else None)
        again = button(say("piles.again", lang), {"do": "again"} if back or on else None)
        redo = {"do": "redo"} if on else None
        if self._is_record:
            play_on = {"do": "play_on"} if outcome(self.round.state) is None else None
            others = [button(say("racing.next", lang), redo), could, button(say("racing.play_on", lang), play_on)]
        elif self._guided is not None:
            others = [again]
        else:
            rare = [
                button(say("racing.redo", lang), redo),
                again,
                *([] if self._seed is None else [self._button("another", "racing.another")]),
                *([] if self._faster else [self._faster_switch()]),
                could,
            ]
            others = [{"is": "menu", "label": say("racing.more", lang), "blocks": rare}]
        rules_of_game = rules_link(self.round.state.rules, say("rules.open", lang))
        return row(undo, *others, rules_of_game, full(), label=say("racing.course", lang))

    def _faster_switch(self) -> Block:
        means = say("racing.faster_means", self.lang)
        return toggle(say("racing.faster", self.lang), self._faster, {"do": "faster"}, explanation=means)

    def _button(self, do: str, key: str) -> Block:
        return button(say(key, self.lang), {"do": do})

    def _could(self, seat: int) -> Block:
        """What a side could do now: its cards by pile, drawing up, or what has to be done first."""
        state, lang, is_own = self.round.state, self.lang, seat == YOU
        first = ""
        if outcome(state):
            first = "racing.could.over"
        elif recycle_due(state):
            first = "racing.could.recycle"
        elif flip_pending(state):
            first = "racing.could.flip"
        elif self._hides(seat):
            first = "racing.could.hidden"
        texts = [say(first, lang)] if first else []
        if not texts:
            for index in SIDES:
                fitting = by_value({move.card for move in plays(view(state, seat)) if move.pile == index})
                key = "racing.could.play" if fitting else "racing.could.play_nothing"
                texts.append(say(key, lang, cards=fitting, pile=index + 1))
            if can_draw(state, seat):
                texts.append(say("racing.could.draw.you" if is_own else "racing.could.draw.opponent", lang))
        title = say("racing.could.you" if is_own else "racing.could.opponent", lang)
        return group(text(title, "strong"), sentences(texts))

    def _log(self) -> Sequence[Block]:
        line, title = self.round.line, say("racing.log", self.lang)
        first = max(1, line.at - LOGGED + 1)
        texts = [" ".join(self._event(at)) for at in range(first, line.at + 1)]
        return [details(title, {"is": "log", "label": title, "first": first, "said": texts})] if texts else []

    def _status_texts(self) -> list[str]:
        """The texts; a player with nothing to play is informed, except in a guided race, whose step says what to do."""
        if self._guided is not None:
            return self._texts
        debts = ((seat, owed(self.round.state, seat)) for seat in (YOU, OPPONENT))
        keys = {YOU: "racing.owes.you", OPPONENT: "racing.owes.opponent"}
        owing = [say(keys[seat], self.lang, count=debt) for seat, debt in debts if debt]
        texts = [*(self._texts or owing), *([] if self._is_record else self._nothing_fits())]
        if texts:
            return texts
        if not self._is_record and not any(pile.cards for pile in self.round.state.piles):
            # At the opening both piles are empty (U1.3).
            return [say("racing.begin", self.lang, button=say("racing.flip", self.lang))]
        return [say("racing.look" if self._is_record else "racing.idle", self.lang)]

    def _nothing_fits(self) -> list[str]:
        """U3.1, U4.1: that nothing of the hand fits, and which button goes on."""
        state, lang = self.round.state, self.lang
        reader = at_table(lang, YOU)
        sentence = nothing_fits(reader, state, YOU)
        if sentence and stuck(state):
            button = say("racing.recycle" if recycle_due(state) else "racing.flip", lang)
            sentence = reader.say("text.nothing_fits.turn", button=button)
        elif sentence and not can_draw(state, YOU) and self.round.opponent is not None:
            sentence = reader.say("text.nothing_fits.opponent", button=say("racing.step", lang))
        return [sentence] if sentence else []

    def _news(self) -> list[str]:
        """What the last action did, in sentences."""
        return [sentence for at in self.round.news for sentence in self._event(at)]

    def _event(self, at: int) -> tuple[str, ...]:
        before, moment = self.round.line.moments[at - 1], self.round.line.moments[at]
        if moment.move is None:
            return ()
        seen = SEATS if self._open else (YOU,)
        return describe_move(at_table(self.lang, YOU), moment.move, before.state, seen)
