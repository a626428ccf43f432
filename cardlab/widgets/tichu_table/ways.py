"""What can be done in a race put into words, and what it is worth: ways, chances and differences.

The laboratory and the review of a race say the same of the same, and both write how quick the racers are into the
address that leads from one to the other.
"""

from __future__ import annotations

import re
from typing import Final

from cardlab.analysis.races import SLOWEST, Racer, Racers
from cardlab.analysis.tichu_whatif import Way
from cardlab.analysis.whatif import Estimate
from cardlab.lessons.own_races import named
from cardlab.locale import decimal, percent

COARSE: Final = 0.01
"""With so large an error a chance is told in whole percent."""
_PACE: Final = re.compile(r"(\d{1,5})-(\d{1,5})-(\d{1,5})-(\d{1,5})", re.ASCII)


def named_way(way: Way, lang: str) -> str:
    """What a way is called."""
    return named(way.move, way.keeping, lang)


def chance_told(estimate: Estimate, lang: str) -> str:
    """A chance in percent with its error."""
    digits = 0 if estimate.error >= COARSE else 1
    error = decimal(max(100 * estimate.error, 0.1), lang, 1)
    return f"{percent(estimate.mean, lang, digits)} ± {error}"


def with_error(estimate: Estimate, lang: str, digits: int, factor: float = 1) -> str:
    """A number with its error, both so many times as large; no error is told as none."""
    error = max(factor * estimate.error, 10**-digits)
    return f"{decimal(factor * estimate.mean, lang, digits)} ± {decimal(error, lang, digits)}"


def pace_written(racers: Racers, own: int) -> str:
    """How quick both are, as it stands in an address: one's own mean and spread, then the other side's.

    >>> pace_written((Racer(500, 100), Racer(900, 200)), 1)
    '900-200-500-100'
    """
    mine, other = racers[own], racers[1 - own]
    return f"{mine.mean}-{mine.spread}-{other.mean}-{other.spread}"


def pace_read(text: str, own: int) -> Racers | None:
    """How quick both are, read from an address; None for anything else. Both play well.

    >>> pace_read("900-200-500-100", 1)[0].mean, pace_read("900-200", 1)
    (500, None)
    """
    found = _PACE.fullmatch(text)
    if found is None:
        return None
    mean, spread, other_mean, other_spread = map(int, found.groups())
    if max(mean, spread, other_mean, other_spread) > SLOWEST:
        return None
    mine, other = Racer(mean, spread, skilled=True), Racer(other_mean, other_spread, skilled=True)
    return (mine, other) if own == 0 else (other, mine)
