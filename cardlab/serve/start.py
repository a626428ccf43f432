"""What a server of ours does around its start: a quiet terminal, a quick import, the laboratory made ready."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from cardlab.analysis.kernel.compiled import is_prepared, prepare_apart
from cardlab.locale import say

_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")


@contextmanager
def laboratory_in_preparation() -> Iterator[None]:
    """The laboratory's kernel is compiled once, beside the first pages, so that no learner's page has to do it."""
    process = None if is_prepared() else prepare_apart()
    try:
        yield
    finally:
        if process is not None:
            process.terminate()
            process.wait()


def quicken_import() -> None:
    """Leaves out a grammar that jsonschema builds for four seconds to check a format that no Jupyter schema has."""
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]


def hush(verbose: bool, lang: str) -> None:
    """Keeps the terminal clean: faults in one line each, the rest only with --verbose."""
    if verbose:
        logging.basicConfig(level=logging.INFO)
        return
    logging.captureWarnings(True)
    line = logging.StreamHandler()
    line.setFormatter(_OneLine(lang))
    logging.basicConfig(level=logging.ERROR, handlers=[line], force=True)


class _OneLine(logging.Formatter):
    """A fault of the server in one line; whoever wants the rest asks for --verbose."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang

    def format(self, record: logging.LogRecord) -> str:
        text = record.getMessage().partition("\n")[0].partition(": {")[0]
        fault = str(record.exc_info[1]).strip().rpartition("\n")[2] if record.exc_info else ""
        return say("serve.problem", self.lang, text=text if fault in text else f"{text} ({_COLOURS.sub('', fault)})")
