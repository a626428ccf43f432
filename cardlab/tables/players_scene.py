"""The base classes of the scenes for players, and blocks that they share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

from cardlab.dashboard import addresses
from cardlab.dashboard.frame import Role
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.glossary import About
from cardlab.refusal import Refusal
from cardlab.tables.tournament_service import ANY, TournamentService
from cardlab.widgets import blocks
from cardlab.widgets.blocks import Block, Send
from cardlab.widgets.scene import Scene

Order: TypeAlias = Callable[[str], Awaitable[tuple[Refusal, ...]]]
"""Does what a message asks for; takes the message's key, and returns the refusals."""
NAME_KEY: Final = "cardlab-name"
"""The key under which the browser's local storage keeps the name typed last."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """The person who looks at a page.

    - `player`: the pseudonym; `base`: the path of the course;
    - `link`: the page's address for others; `only_here`: why other devices can't open it, or "";
    - `role`: the role in a class; `nickname`: the learner's name in the class, or "".
    """

    player: str
    link: str = ""
    only_here: str = ""
    role: Role = ""
    nickname: str = ""
    base: str = "/"

    def invitation(self, label: str, lang: str) -> tuple[Block, ...]:
        """Return the link to copy, with its QR code or why others can't open it."""
        link = blocks.copying(label, self.link, lang)
        if self.only_here:
            return blocks.text(self.only_here), link
        drawing, named = blocks.plot(addresses.qr_svg(self.link)), say("together.drawing", lang)
        return (blocks.row(link, blocks.group(drawing, label=named, style="cardlab-qr")),)


class PlayersScene(Scene):
    """What a player's page shows.

    - `viewer`: who looks at it; `about`: the game whose terms the page explains;
    - `order`: what a message's handler wants to have done; handlers check permission, whatever the page shows;
    - `message`: the name of the last message;
    - `remark`: what the player has to know after it, such as why it was refused; "" for nothing;
    - `unsubscribe`: ends the scene's subscription to changes, which begins with `follow`.
    """

    about: About = "both"

    def __init__(self, lang: str, viewer: Viewer) -> None:
        super().__init__(lang)
        self.viewer = viewer
        self.order: Order | None = None
        self.message = ""
        self.unsubscribe: Callable[[], object] = lambda: None

    def suspend(self) -> None:
        self.unsubscribe()

    async def follow(self) -> None:
        """Subscribe to changes, so that the scene is drawn again, until `suspend`."""
        raise NotImplementedError

    def before_message(self, message: str) -> None:
        super().before_message(message)
        self.order, self.message = None, message

    def show_refusals(self, refusals: Sequence[Refusal]) -> None:
        """Show why the last message was refused."""
        self.remark = " ".join(explain(one, self.lang) for one in refusals)

    @property
    def seconds_to_redraw(self) -> float:
        """Seconds until the view changes by itself; 0 for never."""
        return 0.0

    def link(self, key: str, path: str, style: str = "") -> Block:
        """Make a link with the text of `key` to another page of the course."""
        return blocks.link(self.say(key), self.address(path), style=style)

    def address(self, path: str) -> str:
        """Return the address of another page of the course."""
        return f"{self.viewer.base}{path}?lang={self.lang}"

    def go_to(self, path: str) -> tuple[Refusal, ...]:
        """Send the browser to another page of the course; return no refusals."""
        self.send({"go": self.address(path)})
        return ()


class ListScene(PlayersScene):
    """A scene about tables or tournaments, made of blocks.

    `follows`: what it subscribes to, see `TournamentService.subscribe`.
    """

    view = "tournaments"
    follows = ANY

    def __init__(self, lang: str, viewer: Viewer, tournaments: TournamentService) -> None:
        super().__init__(lang, viewer)
        self.tournaments = tournaments

    @classmethod
    async def at(cls, lang: str, viewer: Viewer, tournaments: TournamentService, *_code: str) -> Self | None:
        """Make the scene for the code in the address, or None. Raises StoreTrouble."""
        return cls(lang, viewer, tournaments)

    async def follow(self) -> None:
        self.unsubscribe = self.tournaments.subscribe(self.follows, self.changed)

    def trouble(self, *messages: str) -> Block:
        """Make a status line that says why one of these messages was refused.

        Without `messages`, any refused message counts.
        """
        is_said = self.remark and (not messages or self.message in messages)
        return blocks.status(blocks.text(self.remark, "strong") if is_said else "")


def confirmation(label: str, question: str, answer: str, send: Send) -> Block:
    """Make a block that unfolds to a question and the button for a final step.

    `label`: of the folded block; `answer`: the label of the button; `send`: the message that it sends.
    """
    inside = blocks.text(question), blocks.button(answer, send)
    return blocks.details(label, *inside, key=answer, style="cardlab-rules cardlab-asked-first")


def name_field(nickname: str, lang: str) -> Block:
    """Make the field for a player's name, filled in if class or browser know it."""
    label = say("together.name", lang)
    return blocks.field(label, nickname, name="name", longest=60, complete="nickname", remembered=NAME_KEY)
