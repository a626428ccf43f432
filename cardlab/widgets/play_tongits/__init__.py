"""`PlayTongits`: a whole match of Tongits: set up the table, play round after round, look back, keep records.

Knows the form before the first deal, what the browser keeps, and which files come and go;
what happens at the table stands in `game`, the match in `match`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from cardlab import shelf
from cardlab.locale import explain, say
from cardlab.refusal import NotationError
from cardlab.tongits import Rules, State
from cardlab.widgets.ground import LARGEST_SEED, STATIC, CardWidget
from cardlab.widgets.holding import Order
from cardlab.widgets.play_tongits.bookmark import LONGEST_BOOK, looked_at
from cardlab.widgets.play_tongits.game import Game
from cardlab.widgets.play_tongits.match import PlayedMatch
from cardlab.widgets.play_tongits.memory import packed, unpacked
from cardlab.widgets.play_tongits.picture import form, table_picture
from cardlab.widgets.play_tongits.record import LONGEST_FILE, as_file, from_shelf, opened
from cardlab.widgets.play_tongits.setup import Setup
from cardlab.widgets.table import TABLE_WORDS
from cardlab.widgets.table.words import Words

__all__ = ["PlayTongits"]

TROUBLES: Final = ("full", "forbidden")
_WORDS: Final = (
    "begin", "setup", "back", "next_round", "new_match", "ready", "whatif", "records", "save_round", "save_match",
    "coach", "coach_label", "anyway", "think_again", "stop", "review", "open", "leave", "lines", "save_line",
    "house_rules", "disagree", "study", "step_back", "step_on", "score_lines", "table",
)  # fmt: skip


class PlayTongits(CardWidget):
    """A table to play a match at: against two bots, three persons at one screen, or with all hands open.

    - `lang`: the language of the learner;
    - `table`, `left`, `right`, `rules`, `seed`: what the form begins with, as in `Setup`;
    - `sort`, `four_colours`, `label`: as in `Hand`.

    What is played is kept by the browser and goes on there after the page was left.
    Raises ValueError for a table, a bot or a language that there is not.

    >>> PlayTongits(table="open")
    PlayTongits(table='open')
    """

    _esm = STATIC / "play_tongits.js"
    _css = STATIC / "play_tongits.css"
    is_repeated = False  # the browser keeps the match itself
    _own_words = (
        *TABLE_WORDS,
        *(f"play_tongits.{word}" for word in _WORDS),
        *(f"widget.{word}" for word in ("elsewhere", "take_other", "keep_this", "sound", "round")),
    )

    def __init__(
        self,
        lang: str = "en",
        *,
        table: str = "alone",
        left: str = "careful",
        right: str = "careful",
        rules: Rules | None = None,
        seed: int | None = None,
        sort: Order = "rank",
        four_colours: bool = True,
        label: str | None = None,
    ) -> None:
        self._setup = Setup(table, left, right, rules or Rules(), seed)
        self._label = label
        self._lang = lang
        self._choosing = True
        self._shelf = shelf.names()[0]
        self._remark = ""
        self._kept = ""
        self._elsewhere = False
        self._game = Game(lang, sort, self._change)
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        return f"PlayTongits(table={self._setup.table!r})"

    @property
    def match(self) -> PlayedMatch | None:
        """The match that is played, None before the first deal."""
        return self._game.match

    @property
    def state(self) -> State | None:
        """The position that is looked at, None before the first deal."""
        return None if self._game.seated is None else self._game.seated.round.state

    @property
    def working(self) -> bool:
        """Whether a bot is about to move, or the coach is thinking."""
        return self._game.working

    def finish(self) -> None:
        """Lets the coach think and the bots move, here and now. On a page they do so by themselves."""
        self._game.finish()
        self._show()

    def _act(self, wish: object) -> None:
        self._remark = ""
        match wish:
            case {"do": "recall", "text": str(text), **more}:
                self._recall(text, anew=more.get("anew") is True)
            case {"do": "elsewhere"}:
                self._elsewhere = True
            case {"do": "take_other"} if self._elsewhere:
                self.send({"ask": True})
            case {"do": "keep_this"} if self._elsewhere:
                self._elsewhere = False
                self.send({"keep": self._kept, "over": True})
            case {"do": "trouble", "kind": str(kind)} if kind in TROUBLES:
                self._remark = say(f"widget.storage_{kind}", self._lang)
            case {"do": "set", "field": "shelf", "value": str(name)} if self._choosing:
                self._shelf = name if name in shelf.names() else self._shelf
            case {"do": "study"} if self._choosing:
                self._game.open(from_shelf(self._shelf))
                self._choosing = False
            case {"do": "set", "field": str(field), "value": str() | bool() as value} if self._choosing:
                changed = self._setup.changed(field, value)
                self._setup = changed or self._setup
                self._remark = "" if changed else say("play_tongits.no_such_value", self._lang)
            case {"do": "begin"} if self._choosing:
                seed = secrets.randbelow(LARGEST_SEED + 1) if self._setup.seed is None else self._setup.seed
                self._begin(PlayedMatch(replace(self._setup, seed=seed)))
            case {"do": "setup"}:
                self._choosing = True
            case {"do": "back"} if self.match is not None:
                self._choosing = False
            case {"do": "next_round"}:
                self._game.next_round()
            case {"do": "open", "text": str(text)}:
                self._open(text)
            case {"do": "too_long"}:
                self._refuse(NotationError("record_too_large", count=LONGEST_FILE // 1_000_000))
            case {"do": "save", "what": str(what), **more}:
                self._save(what, more.get("number"))
            case _ if self._game.seated is not None and not self._choosing:
                self._game.hear(wish, self._game.seated)
                self._choosing = self._game.seated is None
        self._keep()

    def _begin(self, match: PlayedMatch) -> None:
        self._game.sit_down(match)
        self._choosing = False

    def _recall(self, text: str, *, anew: bool) -> None:
        """Goes on with what the browser has kept, unless something has been begun here; `anew`: even then, if asked."""
        begun = self._game.seated is not None
        if begun and not (anew and self._elsewhere):
            return
        try:
            match, data = unpacked(text) if text else (None, {})
            looked = looked_at(data, match)
        except NotationError as unreadable:
            reason = explain(unreadable.refusal, self._lang)
            self._remark = say("play_tongits.not_recalled", self._lang, reason=reason)
            self.send({"unread": True})
            return
        self._elsewhere, self._choosing = False, True
        self._game.stand_up()
        self._game.coach.set(data.get("coach"))
        if match:
            self._setup = match.setup
            self._begin(match)
        if looked:
            self._game.open(*looked)
            self._choosing = False

    def _keep(self) -> None:
        """Gives the page what is to be kept, if it has changed."""
        game = self._game
        text = packed(game.match, game.beside) if game.match or game.book else ""
        if text != self._kept:
            self._kept = text
            self.send({"keep": text})

    def _open(self, text: str) -> None:
        try:
            self._game.open(opened(text))
            self._choosing = False
            if len(text) > LONGEST_BOOK:
                self._remark = say("play_tongits.not_kept", self._lang)
        except NotationError as unreadable:
            self._refuse(unreadable)

    def _refuse(self, unreadable: NotationError) -> None:
        self._remark = explain(unreadable.refusal, self._lang)

    def _save(self, what: str, number: object) -> None:
        """Gives the page a file; a round with hidden hands only when it is over, for the file tells them all."""
        rounds = self._game.saved(what, number)
        if not self._game.may_save:
            self._remark = say("play_tongits.not_yet", self._lang)
        elif rounds:
            self.send({"file": {"name": f"tongits-{what}.json", "text": as_file(rounds)}})

    def _change(self, do: Callable[[], None]) -> None:
        """What a bot or the coach has come to is done, kept and shown."""
        with self._lock:
            do()
            self._keep()
            self._show()

    def _rest(self) -> None:
        self._game.rest()

    def _picture(self) -> dict[str, Any]:
        words = Words(self._lang, 0)
        label = self._label or words.say("play_tongits.label")
        remark = self._remark or self._game.note
        told = {"label": label, "remark": remark, "largest": LONGEST_FILE, "elsewhere": self._elsewhere}
        if self._choosing or self._game.seated is None:
            return {
                **told,
                "stage": "setup",
                "form": form(self._setup, self._shelf, words),
                "begun": self.match is not None,
            }
        return {**told, "stage": "play", **table_picture(self._game, self._game.seated)}
