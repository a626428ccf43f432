"""`PlayTichu`: Tichu 1.on.1 against the clock, a match to ten, with replays.

Here are the messages of the page and the choice of what is shown; the running round is in `live`.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from random import SystemRandom
from typing import Final, Literal

from msgspec.structs import replace

from cardlab.choices import whole_number
from cardlab.lessons.address import LARGEST_SEED, page_address
from cardlab.phrasing.catalogue import say
from cardlab.record import Record
from cardlab.refusal import NotationError
from cardlab.tichu import SHEET, Rules, State
from cardlab.tichu.rules import checked
from cardlab.widgets.blocks import Block, button, details, full, group, link, option, row, text, upload
from cardlab.widgets.forms import changed_rules, rule_fields, rules_in_force
from cardlab.widgets.scene import Scene, Steps, receives
from cardlab.widgets.tichu_table import race_props
from cardlab.widgets.tichu_table.clock import Clock, RoundClock
from cardlab.widgets.tichu_table.live import LiveRound
from cardlab.widgets.tichu_table.race_hands import HAND_MESSAGES, Side
from cardlab.widgets.tichu_table.race_review import (
    LEAVING,
    MOST_FILE,
    Replay,
    read_races,
    replay_blocks,
    result_blocks,
    run_again,
)
from cardlab.widgets.tichu_table.race_storage import Storage
from cardlab.widgets.tichu_table.timed_match import LEVELS, Against, RaceSettings, TimedMatch

KEPT: Final = "cardlab-races"
"""The name under which the browser stores the match."""


class PlayTichu(Scene):
    """Two people at one keyboard, or one against the computer, without turns.

    Args:
        lang: the language of the learner; by default that of the notebook's folder.
        seed: the seed of the match, by default that of the page's address; without one every match has other deals.
        settings: the initial choices; by default the slowest computer, and hands that are filled up automatically.
        rules: the house rules of the table.
        clock: the current time, and delayed calls.

    `match` is the match with its rounds, None before the first one.
    The browser stores it, and sends it again after a reload; it then resumes paused.
    Raises ValueError for a language without a catalogue or an invalid seed.

    >>> PlayTichu(seed=7)
    PlayTichu(seed=7)
    """

    view = "race"
    is_repeated = False  # the browser stores the match
    own_words = (
        *race_props.RACE_WORDS,
        *("play_tichu.leave", "play_tichu.really", "play_tichu.escape", "widget.back"),
    )
    shares = ("state",)
    always_allowed = (*HAND_MESSAGES, "recall", "trouble", "elsewhere", "pause", "open")
    parts = ("_live", "_replay", "_storage")
    _live: LiveRound | None
    _replay: Replay | None
    _storage: Storage

    def __init__(
        self,
        lang: str = "",
        *,
        seed: int | None = None,
        settings: RaceSettings | None = None,
        rules: Rules = SHEET,
        clock: Clock | None = None,
    ) -> None:
        seed = None if seed is None else whole_number("seed", seed, 0, LARGEST_SEED)
        super().__init__(lang)
        self.label = say("play_tichu.label", self.lang)
        self.match: TimedMatch | None = None
        self._seed = page_address().seed if seed is None else seed
        self._rules = checked(rules)
        self._settings = settings or RaceSettings(reactions=LEVELS["beginner"], draws_by_itself=True)
        self._clock = clock or Clock()
        self._live = self._replay = None
        self._storage = Storage(self)

    def __repr__(self) -> str:
        return "PlayTichu()" if self._seed is None else f"PlayTichu(seed={self._seed})"

    @property
    def state(self) -> State | None:
        """The position of the latest round, None before the first one."""
        return self.match.rounds[-1].state if self.match else None

    def before_message(self, message: str) -> None:
        """Keep the remark until the next round."""

    # Storage in the browser

    @receives
    def recall(self, text: str, anew: bool = False) -> Steps[None]:
        """Resume the stored match, or pause the match that is being played here.

        The page sends `text` when it opens, "" without a stored match. `anew`: whether the user has chosen another
        tab's match. A match that is played here is stored, unless another tab has stored its own.
        """
        current, chosen = self.match, anew and self._storage.elsewhere
        stored = yield from self._storage.read(text)
        if stored is not None and (current is None or chosen):
            self.suspend()
            self.match, self._settings, self._rules = stored, stored.settings, stored.rules
            self._take_up(stored)
            self._replay = None
        elif current is not None:
            self.suspend()
            self._storage.elsewhere = stored is not None and not current.continues(stored)
        if self._live is not None:
            self._live.recalled = True

    @receives
    def elsewhere(self) -> None:
        """Pause this match, because another tab has stored its own."""
        if self.match is not None:
            self.suspend()
            self._storage.elsewhere = True

    # The match

    @receives
    def against(self, value: Against) -> None:
        """Choose who plays at the other seat."""
        self._choose(replace(self._settings, against=value))

    @receives
    def level(self, value: str) -> None:
        """Choose the speed of the computer."""
        self._choose(replace(self._settings, reactions=LEVELS[value]))

    def _choose(self, settings: RaceSettings) -> None:
        """Apply these settings; against the slowest computer hands are filled up for you."""
        helped = settings.against is Against.BOT and settings.reactions == LEVELS["beginner"]
        self._settings = replace(settings, draws_by_itself=helped)

    @receives
    def house_rule(self, do: Literal["set"], field: str, value: str | bool) -> None:
        """Set a house rule."""
        with suppress(ValueError):
            self._rules = changed_rules(self._rules, field, value)

    @receives
    def start(self) -> None:
        """Start a match."""
        seed = SystemRandom().randrange(LARGEST_SEED) if self._seed is None else self._seed
        self.match = TimedMatch(seed, self._settings, self._rules)
        self._next_round(self.match)

    @receives
    def next(self) -> None:
        """Start the next round."""
        if self.match is not None:
            self._next_round(self.match)

    @receives
    def leave(self) -> None:
        """End the match, and have the browser delete it."""
        self.suspend()
        self.match = self._live = self._replay = None
        self._storage.elsewhere, self.remark = False, ""
        self._storage.keep("")

    # Finished rounds

    @receives
    def save(self, race: int) -> None:
        """Save the record of a round as a file."""
        match = self.match
        if match is not None:
            reader = race_props.reader_of(match.settings.against, self.lang)
            about = {"players": [reader.name(0), reader.name(1)], "against": match.settings.against.value}
            text = match.finished[race].record(**about).text()
            self.send({"file": {"name": f"tichu-{match.seed}-{race + 1}.json", "text": text}})

    @receives
    def replay(self, race: int) -> None:
        """Show the replay of a round of the match."""
        match = self.match
        if match is not None:
            reader = race_props.reader_of(match.settings.against, self.lang)
            self._replay = Replay(match.finished[race], reader, RoundClock(self._clock, self.update))

    @receives
    def results(self) -> None:
        """Go back to the results, or close the record."""
        if self._replay is not None:
            self._replay.stop()
            self._replay = None

    @receives
    def open(self, text: str, seat: Side | None = None) -> None:
        """Open the last race of a file, with `seat` at side 0; during a match nothing happens."""
        if self.match is None:
            records = read_races(text)
            self._open(records, len(records) - 1, seat or 0)

    @receives
    def look(self, number: int) -> None:
        """Show another race of the open file."""
        replay = self._replay
        if replay is not None and number in range(len(replay.records)):
            self._open(replay.records, number, replay.near)

    def _open(self, records: tuple[Record, ...], number: int, near: Side) -> None:
        """Show one of these records. Raises NotationError if it is none of a race, or breaks a rule."""
        record = records[number]
        played = run_again(record)
        self.results()
        self.remark = ""
        against = Against.BOT if record.about.get("against") == Against.BOT else Against.TWO
        reader = race_props.reader_of(against, self.lang, record.people)
        self._replay = Replay(played, reader, RoundClock(self._clock, self.update), near, records, number)

    @receives
    def too_long(self) -> None:
        """Refuse a file that is too long to be sent."""
        raise NotationError("record_too_large", count=MOST_FILE // 1_000_000)

    # Consequences

    def suspend(self) -> None:
        with self.lock:
            if self._live is not None:
                self._live.pause()
            if self._replay is not None:
                self._replay.stop()

    def _next_round(self, match: TimedMatch) -> None:
        match.next_round()
        self._take_up(match)
        self.remark = ""
        if self._live is not None:
            self._live.go_on()

    def _take_up(self, match: TimedMatch) -> None:
        """Show the running round, paused."""
        played = match.running
        self._live = None if played is None else LiveRound(played, match.settings, self._clock, self.update)

    # Drawing

    def changed(self) -> None:
        """Show the current state, and then have the browser store it."""
        super().changed()
        if self._live is not None:
            self._live.schedule_refresh()
        if self.match is not None:
            self._storage.store(self.match)

    def props(self) -> Mapping[str, object]:
        return {**super().props(), "kept": KEPT}

    def render(self) -> list[Block]:
        lang, match, live, replay = self.lang, self.match, self._live, self._replay
        alerts: list[Block] = [{"is": "alert", "said": self.remark, "blocks": []}] if self.remark else []
        if match is None and replay is None:
            return [*alerts, *self._setup()]
        race = score = ""
        rules = self._rules
        if match is not None:
            race, rules = say("play_tichu.race", lang, number=len(match.rounds)), match.rules
            score = race_props.score_words(match.score, race_props.reader_of(match.settings.against, lang))
        if replay is not None and replay.records:
            race, rules = say("play_tichu.stored", lang), replay.played.state.rules
        head: Block = {"is": "head", "race": race, "score": score, "blocks": []}
        in_force = rules_in_force(rules, lang)
        above = [head]
        if self._storage.elsewhere:
            keep = button(say("widget.keep_this", lang), {"do": "keep_this"})
            take = button(say("widget.take_other", lang), {"do": "take_other"})
            above.append({"is": "alert", "said": say("widget.elsewhere", lang), "blocks": [keep, take]})
        if match is not None and live is not None and match.running is not None:
            head["blocks"] = [*self._controls(live), {"is": "sound"}, full()]
            focus = group(text(say("play_tichu.focus", lang)), style="cardlab-note cardlab-focus")
            return [
                *above,
                *self._note(live),
                race_props.racing(race_props.live_race_props(live, lang, explains=len(match.rounds) == 1)),
                group(*alerts, in_force, focus, style="cardlab-foot"),
            ]
        below = []
        if replay is not None:
            leave = say("play_tongits.leave" if replay.records else "play_tichu.results", lang)
            races = (
                option(say("play_tichu.race", lang, number=at + 1), {"do": "look", "number": at}, at == replay.number)
                for at in range(len(replay.records))
            )
            several = [race_props.levels(race, races, titled=False)] if len(replay.records) > 1 else []
            below = [*several, *replay_blocks(replay, button(leave, {"do": "results"}))]
        elif match is not None:
            below = result_blocks(match, lang)
        return [*above, *alerts, *below, in_force]

    def _controls(self, live: LiveRound) -> list[Block]:
        """Make the controls of a running or paused race.

        "Go on" replaces "Pause" at the same place, so that a double press goes on instead of ending the match.
        """
        if not live.paused:
            return [button(say("play_tichu.pause", self.lang), {"do": "pause"})]
        if self._storage.elsewhere:
            return []
        goes_on = button(say("play_tichu.go_on", self.lang), {"do": "go_on"}, main=True)
        return [LEAVING, {**goes_on, "is": "go_on"}]

    def _note(self, live: LiveRound) -> list[Block]:
        """Say why the clock is stopped."""
        if not live.paused or self._storage.elsewhere:
            return []
        return [{"is": "note", "said": say("play_tichu.recalled" if live.recalled else "play_tichu.paused", self.lang)}]

    def _setup(self) -> list[Block]:
        """Make the choices before a match, and the explanation of the keys."""
        lang, settings = self.lang, self._settings
        two, reader = settings.against is Against.TWO, race_props.reader_of(settings.against, lang)
        word, keys = partial(say, lang=lang), "play_tichu.keys.two" if two else "play_tichu.keys.one"
        against = [
            option(word(f"play_tichu.against.{one}"), {"do": "against", "value": one.value}, settings.against is one)
            for one in Against
        ]
        quickness = [
            option(word(f"play_tichu.level.{one}"), {"do": "level", "value": one}, settings.reactions == reactions)
            for one, reactions in LEVELS.items()
        ]
        rules = (group(one, text(one["explanation"]), style="cardlab-house") for one in rule_fields(self._rules, lang))
        return [
            race_props.levels(self.label, against, titled=False),
            *([group(text(word("play_tichu.thumbs")), style="cardlab-note cardlab-by-touch")] if two else []),
            *([] if two else [race_props.levels(word("play_tichu.levels"), quickness)]),
            row(
                button(word("play_tichu.start"), {"do": "start"}, main=True),
                upload(word("play_tichu.open"), {"do": "open"}, MOST_FILE),
            ),
            rules_in_force(self._rules, lang),
            details(
                word("play_tichu.house_rules"),
                group(*rules, style="cardlab-switches"),
                link(word("play_tongits.disagree"), "disagree.ipynb"),
            ),
            {
                "is": "keys",
                "explanation": f"{word(keys)} {word('play_tichu.by_place')}",
                "zones": [reader.name(seat) for seat in settings.people],
            },
        ]
