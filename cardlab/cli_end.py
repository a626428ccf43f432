"""How a command ends: its exit codes, and what is raised for arguments that cannot be used.

Knows no command.
"""

from __future__ import annotations

from typing import Any

__all__ = ["BROKEN", "DONE", "UNREADABLE", "Unusable"]

DONE, BROKEN, UNREADABLE = 0, 1, 2


class Unusable(Exception):
    """Arguments that cannot be used; holds the key of the sentence and its facts."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts
