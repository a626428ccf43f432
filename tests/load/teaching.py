"""The teacher's page over a socket: it presses buttons and reads what is shown."""

from typing import Any, Self

from cardlab.lessons.course import LESSONS
from tests.load.page import SharedPage
from tests.stories import parts

TABS = {
    **dict.fromkeys(("remove", "code"), "who"),
    **dict.fromkeys(("close_table", "call_to", "open_tables"), "play"),
    **dict.fromkeys(("invite", "withdraw"), "lesson"),
}
"""The tab of the panel for each order, where it is not "ask"."""


class Teacher(SharedPage):
    """The teacher's page, with the teacher's cookie.

    `base`: the path of the course; `kept`: what the browser has stored.
    """

    def __init__(self, port: int, cookie: str, lang: str = "en", base: str = "/", kept: Any = None) -> None:
        super().__init__(port, "teacher", cookie, lang)
        self.base, self.kept = base, kept

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        await self.answered(do="recall", kept=self.kept)
        return self

    async def do(self, **message: Any) -> None:
        """Send a message, after opening its tab and answering its confirmation."""
        if tab := TABS.get(message["do"]):
            await self.answered(do="open", tab=tab)
        for block in blocks(self.shown):
            if (block.get("send") or {}).get("then") == message:
                await self.answered(**block["send"])
        await self.answered(**message)

    async def ask(self, drill: str, level: int = 1, do: str = "ask") -> None:
        """Ask a question of the course, or add it to the list (`do`)."""
        lesson = next((one.name for one in LESSONS if drill in (known.name for known in one.drills)), "own")
        await self.answered(do="open", tab="ask")
        for what, value in (("lesson", lesson), ("drill", drill), ("level", str(level))):
            await self.answered(do="pick", what=what, value=value)
        await self.answered(do=do)

    async def ask_own(self, text: str, *options: str, right: str = "", do: str = "ask") -> None:
        """Ask the teacher's own question, or add it to the list; `right`: numbers from 1."""
        await self.answered(do="open", tab="ask")
        await self.answered(do="open", tab="own")
        for at, typed in enumerate((text, *options, *[""] * (6 - len(options)), right)):
            await self.answered(do="draft", at=at, text=typed)
        await self.answered(do=f"{do}_own")

    def tables(self) -> dict[str, list[str]]:
        """Return the names at each table on the panel, by the table's code."""
        found = {}
        for one in blocks(self.shown["panel"]):
            if one["is"] == "row" and one["style"] == "teach-line":
                link, names = one["blocks"][0]["blocks"]
                code = link["address"].partition("?")[0].rpartition("/")[2]
                found[code] = [name for name in "".join(texts(names)).split(", ") if name]
        return found

    @property
    def listed(self) -> list[dict[str, Any]]:
        """The list of questions, as the browser stores it."""
        listed: list[dict[str, Any]] = self.shown["kept"]["listed"]
        return listed

    @property
    def problem(self) -> str:
        """The message about what could not be done."""
        return "".join(texts(self.shown["foot"][0]))

    def button(self, label: str) -> dict[str, Any]:
        """Return the button with a label."""
        return next(one for one in blocks(self.shown) if one["is"] == "button" and one["label"] == label)


def blocks(shown: Any) -> list[dict[str, Any]]:
    """Return all blocks of a picture, nested ones too."""
    return [one for one in parts(shown) if "is" in one]


def texts(shown: Any) -> list[str]:
    """Return all texts of the blocks of a picture, one sentence each."""
    said = []
    for block in blocks(shown):
        several = block.get("said", []) if block["is"] in ("sentences", "verdict") else [block.get("said")]
        rows = [block["head"], *(row["cells"] for row in block["rows"])] if block["is"] == "table" else []
        cells = [cell for row in rows for cell in row]
        said += [_line(one) for one in (*several, *cells, block.get("label"), block.get("title"), block.get("caption"))]
    return [one for one in said if one]


def _line(said: Any) -> str:
    if isinstance(said, list):
        return "".join(map(_line, said))
    return _line(said.get("said") or said.get("label")) if isinstance(said, dict) else said or ""
