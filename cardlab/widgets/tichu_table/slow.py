"""`Race`: a round of Tichu 1.on.1 in slow motion, or a recorded one to watch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from random import Random
from typing import Final, Literal, TypeAlias

from cardlab import tichu
from cardlab.bots.tichu import BOTS
from cardlab.cards import SPECIALS, Card
from cardlab.lessons.guide import Guide, GuideStep
from cardlab.lessons.tables_tichu import OPPONENT, YOU, why_no_recycle
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.tichu_sentences import at_table, by_value, describe_move, nothing_fits, owed, why_fits
from cardlab.record import Record
from cardlab.refusal import Refusal
from cardlab.tichu.moves import SEATS
from cardlab.tichu.piles import DOG
from cardlab.tichu.state import can_draw, flip_pending
from cardlab.widgets import blocks
from cardlab.widgets.blocks import Block, VerdictKind
from cardlab.widgets.forms import rules_link
from cardlab.widgets.scene import Scene, receives
from cardlab.widgets.tichu_table.clock import Clock, RoundClock
from cardlab.widgets.tichu_table.race_hands import HAND_MESSAGES, SIDES, Hands, HandsReceiver, Side
from cardlab.widgets.tichu_table.race_props import RACE_WORDS, race_props, racing
from cardlab.widgets.tichu_table.race_review import Replay, replay_blocks, run_again
from cardlab.widgets.tichu_table.timed_match import TimedRound

Start: TypeAlias = tichu.State | Record | Guide[tichu.State, tichu.Move] | int
LOGGED: Final = 40
"""The largest number of moves in the list of moves."""


class Race(Scene, HandsReceiver):
    """Two hands, two discard piles and no clock: press a card and a pile, or draw up.

    Args:
        start: a position; the seed of a deal; a record to watch; or a guide, whose steps are done one after the other.
            The browser stores the progress of a guide.
        lang: the language of the learner; by default that of the notebook's folder.
        opponent: the name of the bot that moves once after each card you play or draw, None for nobody. It always
            answers the same actions in the same way. In a guided race there is no bot.
        open_hands: whether the opponent's hand is face up; otherwise the page gets only the number of cards.
        faster: whether the opponent plays first on each pile that the learner plays on [U2.4].
        clock: the clock that runs a record.

    `round` is the round with its moments; the note of a moment is the number of its action, 0 for the first one. An
    action is what one press of a button does: the learner's move with the opponent's step or the guide's replies.
    Raises ValueError for an unknown bot or language, NotationError for a record that is of the other game, is too long
    or breaks a rule.

    >>> Race(7)
    Race(7)
    """

    view = "race"
    shares = ("state",)
    own_words = RACE_WORDS
    always_allowed = HAND_MESSAGES
    parts = ("_replay",)
    _replay: Replay | None

    def __init__(
        self,
        start: Start,
        lang: str = "",
        *,
        opponent: str | None = "careful",
        open_hands: bool = True,
        faster: bool = False,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(lang)
        self.label = say("racing.label", self.lang)
        self._reader = at_table(self.lang, YOU)
        start = index(start) if hasattr(start, "__index__") else start
        self._seed = start if isinstance(start, int) else None
        self._open = open_hands
        self._faster = faster
        self._helps = False
        if opponent is not None and opponent not in BOTS:
            raise ValueError(f"opponent is one of {', '.join(BOTS)} or None, not {opponent!r}")
        self._bot = opponent
        self._replay = None
        if isinstance(start, Record):
            self._replay = Replay(run_again(start), self._reader, RoundClock(clock or Clock(), self.update))
            start = self._replay.line.start
        self._begin(tichu.deal(seed=start) if isinstance(start, int) else start)

    def __repr__(self) -> str:
        if self._seed is not None:
            return f"Race({self._seed})"
        counts = [len(hand) for hand in self.round.line.start.hands]
        return f"Race(<{counts[0]} and {counts[1]} cards in hand>)"

    @property
    def round(self) -> TimedRound | Replay:
        """The round that is played or watched."""
        return self._replay or self._played

    @property
    def state(self) -> tichu.State:
        """The current position."""
        return self.round.line.state

    def clear_selection(self) -> None:
        """Clear the selection and what was said."""
        self._hands = Hands(self._played, YOU, asks_pile=True)
        self._announce()

    def suspend(self) -> None:
        if self._replay is not None:
            self._replay.stop()

    def _begin(self, start: tichu.State | Guide[tichu.State, tichu.Move]) -> None:
        self._guide = start if isinstance(start, Guide) else None
        self._opponent = None if self._guide else self._bot
        self._played = TimedRound(0, start=start.state if isinstance(start, Guide) else start)
        self.clear_selection()

    @property
    def _done(self) -> int:
        """The number of actions so far; in a guided race the number of steps done."""
        return self._played.line.moment.note

    @property
    def _present(self) -> GuideStep[tichu.Move] | None:
        """The current step of the guide; None without a guide or after its last step."""
        return self._guide.steps[self._done] if self._guide and self._done < len(self._guide.steps) else None

    def _announce(self, *texts: str, kind: VerdictKind = "none") -> None:
        self._texts, self._clauses, self._verdict = list(texts), list[str](), kind

    # Messages of the page

    def before_message(self, message: str) -> None:
        if message in ("card", "pile", "wish", "back"):
            self._announce()

    @receives
    def undo(self) -> None:
        """Undo the last action."""
        self._go(self._done - 1)
        self.clear_selection()
        self._announce(say("piles.taken_back", self.lang))

    @receives
    def redo(self) -> None:
        """Redo the next action."""
        self._go(self._done + 1)
        self._announce_news()

    def _go(self, action: int) -> None:
        """Go to the end of this action, if there is one."""
        line = self._played.line
        ends = [at for at, moment in enumerate(line.moments) if moment.note == action]
        self._played.line = line.seek(ends[-1]) if ends else line

    @receives
    def help(self) -> None:
        """Show or hide what each player could do."""
        self._helps = not self._helps

    @receives
    def play_on(self) -> None:
        """Close the record, and play on from the position shown."""
        if self._replay is not None:
            self._replay.stop()
            self._begin(self._replay.line.state)
            self._replay = None

    @receives
    def show_me(self) -> None:
        """Do the current step of the guide for the learner."""
        if self._present is not None:
            self._try(self._shown(self._present))

    @receives
    def steps_done(self, count: int) -> None:
        """Restore the number of steps done before, which the page sends when it opens."""
        if self._guide is not None and self._done == 0:
            self.again()
            while (step := self._present) is not None and self._done < count:
                self._play(self._shown(step))
            self.clear_selection()

    @receives
    def turn(self, do: Literal["flip", "recycle"]) -> None:
        """Turn a card onto each pile ("flip"), or deal new extra piles ("recycle")."""
        state = self._played.state
        due = tichu.recycle_due(state)
        dealt = tichu.recycle(state, self._played.line.at) if due else tichu.Recycle(((), ()))
        self._try(tichu.Flip() if do == "flip" else dealt)

    @receives
    def step(self) -> None:
        """Have the opponent move once."""
        before = self._played.line
        self._answer(self._done + 1)
        if self._played.line is before:
            self._announce(say("racing.waits", self.lang))
        else:
            self._announce_news()

    @receives
    def faster(self) -> None:
        """Switch the faster opponent on or off."""
        self._faster = not self._faster

    @receives
    def again(self) -> None:
        """Start the same deal again."""
        self._played.line = self._played.line.seek(0).forgotten()
        self.clear_selection()

    @receives
    def another(self) -> None:
        """Deal the next seed."""
        if self._seed is not None:
            self._seed += 1
            self._begin(tichu.deal(self._played.state.rules, self._seed))

    # Consequences

    def free_hands(self, seat: Side, *, even_if_locked: bool = False) -> Hands | None:
        return self._hands if seat == YOU and self._replay is None else None

    def attempt(self, hands: Hands, play: tichu.Move | Card) -> None:
        """Make the move, or first let the opponent play; a refused card stays lifted."""
        if isinstance(play, tichu.Play):
            if self._faster and not tichu.why_not(self._played.state, play):
                self._race(play)
            elif not self._try(play):
                hands.lifted = play.card
        elif isinstance(play, tichu.Draw):
            self._try(play)

    def _race(self, move: tichu.Play) -> None:
        """Let the opponent play on the same pile first, then judge the move again. [U2.4]

        The opponent plays special cards only if needed, and never the Dog, which stops both players.
        """
        lang, state, action = self.lang, self._played.state, self._done + 1
        pile, moves = state.piles[move.pile], tichu.plays(tichu.view(state, OPPONENT))
        rivals = [rival for rival in moves if rival.pile == move.pile and rival.card is not DOG]
        if not rivals:
            self._play(move)
            self._announce_news(say("racing.no_rival", lang))
            return
        rival = min(rivals, key=lambda rival: rival.card in SPECIALS)
        self._played.make(rival, action)
        refusals = self._played.make(move, action)
        self.clear_selection()
        self._announce(say("racing.rival_first", lang, card=rival.card, pile=move.pile + 1))
        if refusals:
            self._refuse(refusals)
            self._texts.append(say("racing.back_to_hand", lang, card=move.card))
        else:
            again = why_fits(pile.covered(rival.card, rival.wish), move.card, state.rules, lang)
            self._texts += [f"{say('racing.judged_again', lang)} {again}", *self._news()[1:]]

    def _play(self, move: tichu.Move) -> None:
        """Make the learner's legal move, and the answer to it."""
        step, action = self._present, self._done + 1
        self._played.make(move, action)
        for reply in step.replies if step else ():
            self._played.make(reply, action)
        if isinstance(move, tichu.Play | tichu.Draw):
            self._answer(action)

    def _answer(self, action: int) -> None:
        """Make the bot's move, but only if it is a play or a draw."""
        state = self._played.state
        if self._opponent is not None and tichu.legal_moves(state, OPPONENT):
            move = BOTS[self._opponent](tichu.view(state, OPPONENT), Random(self._played.line.at))
            if isinstance(move, tichu.Play | tichu.Draw):
                self._played.make(move, action)

    def _shown(self, step: GuideStep[tichu.Move]) -> tichu.Move:
        """Return a legal move that completes this step of the guide."""
        state = self._played.state
        free = [step.shows, *tichu.plays(tichu.view(state, YOU))] if step.free else [step.shows]
        return next(move for move in free if not tichu.why_not(state, move))

    def _try(self, move: tichu.Move) -> bool:
        """Make the move, or explain why not; return whether the rules allow it."""
        state, lang = self._played.state, self.lang
        refusals = why_no_recycle(state) if isinstance(move, tichu.Recycle) else tichu.why_not(state, move)
        if refusals:
            self._announce()
            self._refuse(refusals)
        elif self._guide is not None and not (self._present and self._present.meets(move)):
            action = say("tichu.do.draw", lang)
            if isinstance(move, tichu.Play):
                action = say("tichu.do.play", lang, card=move.card, pile=move.pile + 1)
            self.clear_selection()
            self._announce(say("table.aside", lang, action=action), kind="hint")
        else:
            self._play(move)
            self._announce_news()
        return not refusals

    def _refuse(self, refusals: Iterable[Refusal]) -> None:
        for one in refusals:
            self._texts.append(self._reader.explain(one))
            self._clauses.append(one.rule)
        self._verdict = "no"

    def _announce_news(self, *before: str) -> None:
        self.clear_selection()
        self._announce(*before, *self._news())

    # Drawing

    def render(self) -> list[Block]:
        lang, replay, played, step = self.lang, self._replay, self._played, self._present
        if replay is not None:
            ended = tichu.outcome(replay.line.state) is not None
            ways = (
                blocks.toggle(say("racing.could", lang), self._helps, {"do": "help"}),
                blocks.button(say("play_tongits.play_on_from_here", lang), None if ended else {"do": "play_on"}),
                rules_link(replay.line.state.rules, say("rules.open", lang)),
                blocks.full(),
            )
            done = blocks.goal(replay.line.at == replay.line.last)
            return [*replay_blocks(replay, *ways, helps=self._helps), *self._log(), done]
        comment = blocks.verdict(self._verdict, "", self._status_texts(), self._clauses, lang)
        table = race_props(
            played, self._reader, clock="slow", hidden=() if self._open else (OPPONENT,), hands={YOU: self._hands}
        )
        over = played.outcome is not None
        table["sides"][YOU]["main"] = step is not None and isinstance(step.shows, tichu.Draw)
        return [
            blocks.group(
                *([] if self._guide is None else [self._guided(self._guide)]),
                *([] if self._seed is None else [blocks.text(say("racing.deal", lang, seed=self._seed), "soft")]),
                racing(table, comment),
                blocks.group(self._moves(), self._course(), style="cardlab-below"),
                style="cardlab-felt cardlab-slow",
            ),
            *(
                [blocks.group(*(self._could(seat) for seat in (OPPONENT, YOU)), style="cardlab-could")]
                if self._helps
                else []
            ),
            *self._log(),
            # The goal of a deal is its end; in any other position it is one move.
            *([] if self._guide else [blocks.goal(over if self._seed is not None else played.line.at > 0)]),
        ]

    def _guided(self, guide: Guide[tichu.State, tichu.Move]) -> Block:
        """Make the block of the guide: the current step, or ways to continue."""
        step, total, lang = self._present, len(guide.steps), self.lang
        if step is None:
            progress = say("table.guide_done", lang, count=total)
            onward = blocks.link(say("racing.play_now", lang), "play-tichu.ipynb")
            ways = [{**onward, "is": "onward"}, blocks.button(say("table.steps_again", lang), {"do": "again"})]
        else:
            progress = say("table.guide_step", lang, number=self._done + 1, count=total)
            ways = [blocks.button(say("table.show_me", lang), {"do": "show_me"}), *blocks.rules(step.clauses, lang)]
        goal = say(guide.closing if step is None else step.goal, lang)
        return {
            "is": "guide", "label": progress, "goal": goal, "done": self._done, "total": total, "blocks": ways,
            "send": {"do": "steps_done"}, "free": ["count"],
        }  # fmt: skip

    def _moves(self) -> Block:
        """Make the buttons for turning cards, new extra piles and the opponent's step; after the round, for another.

        No button is disabled, because a refusal explains more. Dealing new extra piles is offered when they are used up
        [U4.3]. The switch for the faster opponent is here only while it is on.
        """
        actions = say("table.actions", self.lang)
        if tichu.outcome(self._played.state) and not self._guide:
            key, do = ("table.again", "again") if self._seed is None else ("racing.another", "another")
            return blocks.row(blocks.button(say(key, self.lang), {"do": do}, main=True), label=actions)
        flips = self._present is not None and isinstance(self._present.shows, tichu.Flip)
        return blocks.row(
            blocks.button(say("racing.flip", self.lang), {"do": "flip"}, main=flips),
            *([] if self._opponent is None else [blocks.button(say("racing.step", self.lang), {"do": "step"})]),
            *([self._faster_switch()] if self._faster else []),
            *(
                []
                if any(self._played.state.extra) or self._guide
                else [blocks.button(say("racing.recycle", self.lang), {"do": "recycle"})]
            ),
            label=actions,
        )

    def _course(self) -> Block:
        """Make buttons for undo, the rules and full screen, and a menu of others.

        With a guide the menu is only the button to start again.
        """
        lang, line = self.lang, self._played.line
        back, on = line.at > 0, line.at < line.last
        again = blocks.button(say("table.again", lang), {"do": "again"} if back or on else None)
        rare = [
            blocks.button(say("table.redo", lang), {"do": "redo"} if on else None),
            again,
            *([] if self._seed is None else [blocks.button(say("racing.another", lang), {"do": "another"})]),
            *([] if self._faster else [self._faster_switch()]),
            blocks.toggle(say("racing.could", lang), self._helps, {"do": "help"}),
        ]
        return blocks.row(
            blocks.button(say("table.undo", lang), {"do": "undo"} if back else None),
            again if self._guide else {"is": "menu", "label": say("table.more", lang), "blocks": rare},
            rules_link(line.state.rules, say("rules.open", lang)),
            blocks.full(),
            label=say("racing.course", lang),
        )

    def _faster_switch(self) -> Block:
        means = say("racing.faster_means", self.lang)
        return blocks.toggle(say("racing.faster", self.lang), self._faster, {"do": "faster"}, explanation=means)

    def _could(self, seat: int) -> Block:
        """Say what a player can do now: cards by pile, drawing, or turning that is due."""
        state, lang, is_own = self._played.state, self.lang, seat == YOU
        texts = []
        if tichu.outcome(state):
            texts.append(say("racing.could.over", lang))
        elif tichu.recycle_due(state):
            texts.append(say("racing.could.recycle", lang))
        elif flip_pending(state):
            texts.append(say("racing.could.flip", lang))
        elif not is_own and not self._open:
            texts.append(say("racing.could.hidden", lang))
        else:
            for pile in SIDES:
                fitting = by_value({move.card for move in tichu.plays(tichu.view(state, seat)) if move.pile == pile})
                key = "racing.could.play" if fitting else "racing.could.play_nothing"
                texts.append(say(key, lang, cards=fitting, pile=pile + 1))
            if can_draw(state, seat):
                texts.append(say("racing.could.draw.you" if is_own else "racing.could.draw.opponent", lang))
        title = say("racing.could.you" if is_own else "racing.could.opponent", lang)
        return blocks.group(blocks.text(title, "strong"), blocks.sentences(texts))

    def _log(self) -> Sequence[Block]:
        at, title = self.round.line.at, say("racing.log", self.lang)
        first = max(1, at - LOGGED + 1)
        texts = [" ".join(self._event(number)) for number in range(first, at + 1)]
        return [blocks.details(title, {"is": "log", "label": title, "first": first, "said": texts})] if texts else []

    def _status_texts(self) -> list[str]:
        """Return the last remark, or else how the round ended, or debts, then what to do if no card fits.

        If a pile is chosen and there is no remark, only the pile is named. In a guided race only the remark is
        returned. If no text applies, say how to begin the round or to play a card.
        """
        lang, state, hands = self.lang, self._played.state, self._hands
        if tichu.outcome(state) and not self._guide:
            return self._texts or self._news()
        if not self._texts and hands.pile is not None:
            return [say("racing.pile_chosen", lang, pile=hands.pile + 1)]
        if self._guide is not None:
            return self._texts
        debts = ((seat, owed(state, seat)) for seat in (YOU, OPPONENT))
        keys = {YOU: "racing.owes.you", OPPONENT: "racing.owes.opponent"}
        owing = [say(keys[seat], lang, count=debt) for seat, debt in debts if debt]
        texts = [*(self._texts or owing), *self._nothing_fits()]
        if not texts and not any(pile.cards for pile in state.piles):
            # At the opening both piles are empty (U1.3).
            return [say("racing.begin", lang, button=say("racing.flip", lang))]
        return texts or [say("racing.idle", lang)]

    def _nothing_fits(self) -> list[str]:
        """Say that no card of the hand fits, and which button to press. [U3.1, U4.1]"""
        state, lang, reader = self._played.state, self.lang, self._reader
        sentence = nothing_fits(reader, state, YOU)
        if sentence and tichu.stuck(state):
            button = say("racing.recycle" if tichu.recycle_due(state) else "racing.flip", lang)
            sentence = reader.say("text.nothing_fits.turn", button=button)
        elif sentence and not can_draw(state, YOU) and self._opponent is not None:
            sentence = reader.say("text.nothing_fits.opponent", button=say("racing.step", lang))
        return [sentence] if sentence else []

    def _news(self) -> list[str]:
        """Describe the last action in sentences."""
        line = self._played.line
        ats = (at for at in range(1, line.at + 1) if line.moments[at].note == self._done)
        return [sentence for at in ats for sentence in self._event(at)]

    def _event(self, at: int) -> tuple[str, ...]:
        before, moment = self.round.line.moments[at - 1], self.round.line.moments[at]
        if moment.move is None:
            return ()
        return describe_move(self._reader, moment.move, before.state, SEATS if self._open else (YOU,))
