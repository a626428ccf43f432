"""`KeptMatch`: the match that the browser stores, of either game."""

from __future__ import annotations

from typing import Literal

from cardlab.phrasing.catalogue import say
from cardlab.widgets.scene import Scene, receives


class KeptMatch:
    """Has the page of a scene store a match, also if another tab has stored its own.

    - `elsewhere`: whether another tab has, and the user has to choose;
    - `text`: the match as text.
    """

    def __init__(self, scene: Scene) -> None:
        self.elsewhere = False
        self.text = ""
        self.scene = scene

    def keep(self, text: str) -> None:
        """Have the page store this text if it has changed, or delete it if it is "", unless another tab has its own."""
        changed, self.text = text != self.text, text
        if changed and not self.elsewhere:
            self.scene.send({"keep": text})

    @receives
    def trouble(self, kind: Literal["full", "forbidden", "torn"]) -> None:
        """Say why the browser can't store data, or that its data is damaged ("torn")."""
        self.scene.remark = say("progress.torn" if kind == "torn" else f"widget.storage_{kind}", self.scene.lang)

    @receives
    def choose(self, do: Literal["take_other", "keep_this"]) -> None:
        """Continue with the match of the other tab, or replace it by this one."""
        if self.elsewhere and do == "take_other":
            self.scene.send({"ask": True})
        elif self.elsewhere:
            self.elsewhere = False
            self.scene.send({"keep": self.text, "over": True})
