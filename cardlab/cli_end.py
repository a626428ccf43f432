"""How a command is added and how it ends: its exit codes, and what is raised for arguments that cannot be used.

Knows no command.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, TypeAlias

from cardlab.locale import say

__all__ = ["BROKEN", "DONE", "UNREADABLE", "Command", "Run", "Unusable"]

DONE, BROKEN, UNREADABLE = 0, 1, 2
Run: TypeAlias = Callable[[argparse.Namespace], int]
"""What runs a command; gives its exit code."""
Command: TypeAlias = Callable[[str, Run], argparse.ArgumentParser]
"""Adds a command by its name, with what runs it."""


class Unusable(Exception):
    """Arguments that cannot be used; holds the key of the sentence and its facts."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts

    def told(self, lang: str) -> str:
        """The sentence."""
        return say(self.code, lang, **self.facts)
