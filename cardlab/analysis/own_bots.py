"""A user's own bots: loaded from a Python file, and checked at every move.

- `read_bot`: loads the bot named as `FILE:NAME`;
- `checked`: wraps a bot so that its errors are explained; `BotError`: what is wrong with a bot, in words.
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
    """Raised for a bot that can't be loaded, fails or makes an illegal move.

    `code` is the key of a sentence, `facts` what the sentence needs, `refusals` those of an illegal move.
    `str` gives the sentence in `lang`, the method `sentence` in any language.
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
        """Return the traceback for a notebook: only the bot's lines, and the sentence."""
        own = traceback.format_exception(self.__cause__) if self.__cause__ else []
        return [*"".join(own).splitlines(), str(self)]


def checked(bot: Bot, name: str, lang: str = "en") -> Bot:
    """Return the bot, wrapped to raise its errors as BotError with an explanation.

    The error names the seat, the position, the reason and the bot's line. An interrupt inside the bot gets a note with
    the bot's line. `lang` is the language of errors and notes.
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
    """Run a Python file and return the bot in it; `where` is `FILE:NAME`.

    Raises OSError if there is no such file, BotError if it can't be run or has no such function.
    """
    path, _, name = where.rpartition(":")
    file_at(path).open("rb").close()  # an OSError here is about the file itself, not from its code
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
    """Return the bot's line that was stopped ("12: text"), "" if it wasn't running."""
    _, *frames = traceback.extract_tb(stop.__traceback__)
    own = [frame for frame in frames if frame.filename == frames[0].filename]
    return f"{own[-1].lineno}: {shortened(own[-1].line or '')}" if own else ""


def _in_words(error: BaseException) -> str:
    return f"{type(error).__name__}: {shortened(str(error))}"
