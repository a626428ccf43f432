"""The result of an arena: its rounds, and the figures against each opponent.

- `ArenaResult`: all that was played, in words, as rows, and as a table with plots for a notebook;
- `Matchup`: the figures against one opponent; `FEWEST`, `SURE`: when a difference isn't just luck.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from html import escape
from statistics import mean
from typing import Any, Final

from cardlab.analysis.whatif import Estimate
from cardlab.drawing import as_picture, as_table
from cardlab.phrasing.catalogue import decimal, percent, say
from cardlab.record import Record
from cardlab.tongits.moves import SEATS

SURE: Final = 3  # a difference of this many standard errors isn't just luck
FEWEST: Final = 10  # with fewer deals, the standard error isn't trusted
_COLUMNS: Final = (
    "arena.column.against",
    "arena.column.rounds",
    "whatif.value.payment",
    "arena.column.wins",
    "arena.column.plot",
)
_WIDTH, _HEIGHT = 240, 72
"""The size of a plot in pixels."""


@dataclass(frozen=True, slots=True)
class ArenaRound:
    """One round: the opponent's name, the deal's number, the result, the ending.

    `seat`: the bot's; `payment`: what it received; `ending`: a value of `Ending`; `moves`: how many all players made.
    """

    against: str
    deal: int
    seat: int
    payment: int
    won: bool
    ending: str
    moves: int


@dataclass(frozen=True, slots=True)
class Matchup:
    """The results against one opponent; the rounds of one deal are one sample.

    `payments`: the bot's mean payment of each deal, in points or chips; `wins`: its share of rounds won in each deal.
    `payment` and `win` are their means; a `win` of 1/3 means equally strong.
    """

    against: str
    payments: tuple[float, ...]
    wins: tuple[float, ...]

    @property
    def payment(self) -> Estimate:
        return _estimates(self.payments)[-1]

    @property
    def win(self) -> Estimate:
        return _estimates(self.wins)[-1]

    @property
    def deals(self) -> int:
        return len(self.payments)

    @property
    def sure(self) -> bool:
        """Whether the payment differs from 0 by `SURE` standard errors or more."""
        return self.rounds_needed is not None and abs(self.payment.mean) >= SURE * self.payment.error

    @property
    def rounds_needed(self) -> int | None:
        """About how many rounds it takes to rule out luck.

        None if the payment is 0, or with fewer than `FEWEST` deals.
        """
        if self.payment.mean == 0 or self.deals < FEWEST:
            return None
        deals = math.ceil(self.deals * (SURE * self.payment.error / self.payment.mean) ** 2)
        return SEATS * max(deals, FEWEST)

    def sentences(self, lang: str = "en") -> str:
        """Return the figures in words, and whether they could be just luck."""
        if self.deals < FEWEST:
            return self.verdict(lang)
        payment, wins = self._figures(lang)
        facts = {"name": self.against, "payment": payment, "wins": wins}
        figures = say("arena.figures", lang, rounds=decimal(SEATS * self.deals, lang), **facts)
        return f"{figures} {self.verdict(lang)}"

    def verdict(self, lang: str = "en") -> str:
        """Say whether the payment may be luck, and how many rounds it takes to know."""
        if self.deals < FEWEST:
            return say("arena.too_few", lang, name=self.against, least=SEATS * FEWEST)
        if (needed := self.rounds_needed) is None:
            return say("arena.level", lang)
        verdict = "arena.luck" if not self.sure else "arena.better" if self.payment.mean > 0 else "arena.worse"
        return say(verdict, lang, needed=decimal(round(needed, 2 - len(str(needed))), lang))

    def cells(self, lang: str) -> tuple[str, ...]:
        """Return a table row: opponent (text), rounds, payment, wins and plot (HTML)."""
        return (
            self.against,
            str(SEATS * self.deals),
            *(self._figures(lang) if self.deals >= FEWEST else ("…", "…")),
            self._plot(lang),
        )

    def _figures(self, lang: str) -> tuple[str, str]:
        payment, error = (decimal(number, lang, 2) for number in (self.payment.mean, self.payment.error))
        wins, wins_error = (percent(share, lang, 1) for share in (self.win.mean, self.win.error))
        return f"{payment} ± {error}", f"{wins} ± {wins_error}"

    def _plot(self, lang: str) -> str:
        """Return an HTML plot of the mean payments; "" with one deal.

        It shows the mean after each deal, in a band of `SURE` standard errors on each side.
        """
        after = _estimates(self.payments)[1:]
        if not after:
            return ""
        bounds = [(one.mean - SURE * one.error, one.mean + SURE * one.error) for one in after]
        # The errors after the first deals are so large that nothing else could be seen.
        most = max(abs(bound) for pair in bounds[min(FEWEST, len(bounds) - 1) :] for bound in pair) or 1

        def points(values: Sequence[float]) -> list[str]:
            places = (_WIDTH * (place + 1) / len(values) for place in range(len(values)))
            heights = (_HEIGHT / 2 * (1 - max(-1, min(1, value / most))) for value in values)
            return [f"{x:.0f} {y:.1f}" for x, y in zip(places, heights, strict=True)]

        upper, lower = (points([pair[side] for pair in bounds]) for side in (1, 0))
        means = points([one.mean for one in after])
        shapes = (
            f'<path fill="#fff" d="M0 0h{_WIDTH}v{_HEIGHT}H0z"/>'
            f'<path fill="#b7d0f0" d="M{"L".join((*upper, *reversed(lower)))}z"/>'
            f'<path stroke="#1a211c" stroke-dasharray="4 3" d="M0 {_HEIGHT / 2}h{_WIDTH}"/>'
            f'<path fill="none" stroke="#1d4f96" stroke-width="2" d="M{"L".join(means)}"/>'
        )
        size = f'width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{shapes}</svg>'
        return as_picture(svg, say("arena.plot", lang, limit=decimal(round(most), lang)))


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """The result of `arena`. `str` sums it up in sentences.

    `worst` is the record of the round with the bot's lowest payment, None without rounds;
    `PlayTongits(record=…, seat=…)` shows it in review. `met` names the bot's line that an interrupt stopped, or is ().
    """

    rounds: tuple[ArenaRound, ...]
    worst: Record | None
    interrupted: bool = False
    lang: str = "en"
    met: tuple[str, ...] = ()

    @property
    def worst_round(self) -> ArenaRound | None:
        """The round that `worst` records, the first of equal ones; None without rounds."""
        return min(self.rounds, key=lambda one: one.payment, default=None)

    @property
    def matchups(self) -> tuple[Matchup, ...]:
        return tuple(self._matchup(name) for name in dict.fromkeys(one.against for one in self.rounds))

    def _matchup(self, name: str) -> Matchup:
        rounds = [one for one in self.rounds if one.against == name]  # the seats of a deal follow each other
        deals = [rounds[end - SEATS : end] for end in range(SEATS, len(rounds) + 1, SEATS)]
        payments = tuple(mean(one.payment for one in deal) for deal in deals)
        return Matchup(name, payments, tuple(mean(one.won for one in deal) for deal in deals))

    def rows(self) -> list[dict[str, Any]]:
        """Return a dictionary for each round, ready for a pandas table."""
        return [asdict(one) for one in self.rounds]

    def __str__(self) -> str:
        return "\n".join(self._lines())

    __repr__ = __str__

    def _lines(self) -> Iterator[str]:
        if self.interrupted:
            yield say("arena.interrupted", self.lang, rounds=decimal(len(self.rounds), self.lang))
            yield from self.met
        yield from (one.sentences(self.lang) for one in self.matchups)
        if (worst := self.worst_round) is not None:
            paid, facts = decimal(worst.payment, self.lang), {"deal": worst.deal, "seat": worst.seat}
            yield say("arena.worst", self.lang, payment=paid, name=worst.against, **facts)

    def _repr_html_(self) -> str:
        """Return the table and what its figures mean, for a notebook."""
        return self.table() + "".join(f'<p lang="{self.lang}">{escape(line)}</p>' for line in self._lines())

    def table(self) -> str:
        """Return the figures against each opponent as an HTML table."""
        heading = (say(column, self.lang) for column in _COLUMNS)
        caption = say("arena.caption", self.lang)
        return as_table(caption, heading, (one.cells(self.lang) for one in self.matchups), self.lang)


def _estimates(samples: Sequence[float]) -> list[Estimate]:
    """Return the mean and its standard error after each sample; [NaN] without any."""
    estimates: list[Estimate] = []
    middle = spread = 0.0
    for count, sample in enumerate(samples, 1):
        off = sample - middle
        middle += off / count
        spread += off * (sample - middle)
        estimates.append(Estimate(middle, math.sqrt(spread / (count - 1) / count) if count > 1 else math.inf))
    return estimates or [Estimate(math.nan, math.inf)]
