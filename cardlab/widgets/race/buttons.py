"""The buttons of a race: the moves besides playing a card, and the way back and forward.

Knows which button stands when and whether it can be pressed; what pressing one does stands in `race`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from cardlab.locale import say
from cardlab.tichu import outcome
from cardlab.tichu.state import draws_from
from cardlab.widgets.race.round import RaceRound

__all__ = ["course_buttons", "look_buttons", "move_buttons"]

Buttons: TypeAlias = list[dict[str, Any]]


def move_buttons(race: RaceRound, lang: str, *, faster: bool) -> Buttons:
    """What the learner can try besides playing a card; nothing is barred, a refusal teaches more."""
    other = draws_from(race.state, race.seat) != race.seat
    buttons = [
        _button("draw", "racing.draw_from_other" if other else "racing.draw_up", lang),
        _button("flip", "racing.flip", lang),
        _button("recycle", "racing.recycle", lang),
    ]
    if race.opponent is not None:
        buttons.append(_button("step", "racing.step", lang))
    meant = say("racing.faster_means", lang)
    return [*buttons, _button("faster", "racing.faster", lang, pressed=faster) | {"title": meant}]


def course_buttons(race: RaceRound, lang: str, *, helps: bool, another: bool) -> Buttons:
    """Undo, redo, start again, perhaps another deal, and the help."""
    back, on = race.can_go_back, race.can_go_on
    buttons = [
        _button("undo", "piles.undo", lang, can=back),
        _button("redo", "racing.redo", lang, can=on),
        _button("again", "piles.again", lang, can=back or on),
    ]
    if another:
        buttons.append(_button("another", "racing.another", lang))
    return [*buttons, _button("help", "racing.could", lang, pressed=helps)]


def look_buttons(race: RaceRound, lang: str, *, helps: bool) -> Buttons:
    """The way through a recorded round, the help, and playing on from here."""
    return [
        _button("undo", "widget.back", lang, can=race.can_go_back),
        _button("redo", "racing.next", lang, can=race.can_go_on),
        _button("help", "racing.could", lang, pressed=helps),
        _button("play_on", "racing.play_on", lang, can=outcome(race.state) is None),
    ]


def _button(do: str, key: str, lang: str, *, can: bool = True, pressed: bool | None = None) -> dict[str, Any]:
    return {"do": do, "label": say(key, lang), "can": can, "pressed": pressed}
