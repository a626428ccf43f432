"""Bots of a user's own: read from a Python file, and checked at every move.

- `read_bot`: the bot in a file, named as `FILE:NAME`;
- `checked`: a bot whose faults are explained; `BotError`: what is wrong with a bot, in words.
"""

from __future__ import annotations

import runpy
import traceback
from random import Random
from typing import TYPE_CHECKING, Any

from cardlab import tongits
from cardlab.phrasing import notation
from cardlab.phrasing.catalogue import say
from cardlab.record import file_at
from cardlab.refusal import Refusal, quoted, shortened

if TYPE_CHECKING:
    from cardlab.bots.tongits import Bot  # the command line needs no bot to start


class BotError(ValueError):
    """A bot that cannot be used: the key of the sentence, its facts, and the refusals of an illegal move.

    `str` is the sentence in `lang`, `sentence` in any language.
    """

    def __init__(self, code: str, lang: str = "en", refusals: tuple[Refusal, ...] = (), **facts: Any) -> None:
        super().__init__(code)
        self.code, self.lang, self.refusals, self.facts = code, lang, refusals, facts

    def sentence(self, lang: str) -> str:
        reasons = " ".join(notation(lang).explained(self.refusals, self.facts.get("seat")))
        return say(self.code, lang, reasons=reasons, **self.facts)

    def __str__(self) -> str:
        return self.sentence(self.lang)

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: how the bot came to fail, and the sentence, without the lines of the package."""
        own = traceback.format_exception(self.__cause__) if self.__cause__ else []
        return [*"".join(own).splitlines(), str(self)]


def checked(bot: Bot, name: str, lang: str = "en") -> Bot:
    """Return the bot with its faults explained: it raises BotError with the seat, the position and the reason.

    Both the error and a note of an interrupt within the bot name its line; `lang` is the language of both.
    """

    def move_of(view: tongits.View, chance: Random) -> tongits.Move:
        def fault(code: str, text: str, refusals: tuple[Refusal, ...] = (), line: str = "") -> BotError:
            facts = {"name": name, "seat": view.viewer, "position": view.notation}
            return BotError(code, lang, refusals, text=text, line=line, **facts)

        try:
            move = bot(view, chance)
        except KeyboardInterrupt as stop:
            if line := _line(stop):
                stop.add_note(str(fault("own_bot.interrupted", line)))
            raise
        except Exception as error:
            code = "own_bot.raised_in_line" if (line := _line(error)) else "own_bot.raised"
            own = error.with_traceback(error.__traceback__ and error.__traceback__.tb_next)
            raise fault(code, _in_words(error), line=line) from own
        if not isinstance(move, tongits.Move):
            raise fault("own_bot.no_move", quoted(move))
        if move.seat != view.viewer:
            raise fault("own_bot.other_seat", str(move))
        if refusals := tongits.why_not(view, move):
            raise fault("own_bot.not_allowed", str(move), refusals)
        return move

    return move_of


def read_bot(where: str) -> Bot:
    """Return the bot that `where` names as `FILE:NAME`; this runs the file.

    Raises OSError if there is no such file, BotError if it cannot be run or has no such function.
    """
    path, _, name = where.rpartition(":")
    file_at(path).open("rb").close()  # so that an OSError of the file itself is not one of its code
    try:
        names = runpy.run_path(path)
    except SyntaxError as error:
        raise BotError("own_bot.syntax", path=path, number=error.lineno or 1, text=error.msg) from error
    except (Exception, SystemExit) as error:
        raise BotError("own_bot.not_run", path=path, text=_in_words(error)) from error
    bot = names.get(name)
    if not callable(bot):
        raise BotError("own_bot.not_in_file", path=path, name=name)
    read: Bot = bot
    return read


def _line(stop: BaseException) -> str:
    """Return the line of the bot, or of its file, where it was stopped; "" where it was not at work."""
    _, *frames = traceback.extract_tb(stop.__traceback__)
    own = [frame for frame in frames if frame.filename == frames[0].filename]
    return f"{own[-1].lineno}: {shortened(own[-1].line or '')}" if own else ""


def _in_words(error: BaseException) -> str:
    return f"{type(error).__name__}: {shortened(str(error))}"
