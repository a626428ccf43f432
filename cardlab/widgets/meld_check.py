"""`MeldCheck`: select cards, and see at once whether they are a meld, and why or why not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, TypedDict

from cardlab.cards import Card, notation
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.tongits import at_table
from cardlab.tongits import SHEET, Meld, Rules, meld_readings, why_meld, why_not_meld
from cardlab.tongits.rules import checked
from cardlab.widgets.base import ClauseText, changed_rules, clauses
from cardlab.widgets.hand import Hand, OneHand, Order

_CLAUSE: Final = {"set": "T3.1", "run": "T3.2"}
Said: TypeAlias = Literal["none", "yes", "no"]


class StandingFor(TypedDict):
    """A selected card, and in words what it stands for, if that is another one."""

    card: str
    stands_for: str


class MeldVerdict(TypedDict):
    """What the rules say to the selected cards."""

    label: str
    kind: Said
    title: str
    cards: list[StandingFor]
    sentences: list[str]
    clauses: list[ClauseText]


class CheckedHand(OneHand):
    """A hand, and the verdict on what is selected in it."""

    verdict: MeldVerdict


class MeldCheck(Hand):
    """A hand from which any cards can be selected; below it stands what the rules say to them, clause by clause.

    `rules` are the rules of the table; all else is as in `Hand`.

    >>> MeldCheck("7h 8h 9h Kd")
    MeldCheck("7h 8h 9h Kd")
    """

    view = "meld_check"

    def __init__(
        self,
        cards: str | Iterable[Card],
        lang: str = "en",
        rules: Rules = SHEET,
        *,
        sort: Order = "rank",
        four_colours: bool = True,
        label: str | None = None,
    ) -> None:
        self._rules = checked(rules)
        label = label or say("meld_check.label", lang)
        super().__init__(cards, lang, sort=sort, four_colours=four_colours, label=label)

    def __repr__(self) -> str:
        rules = changed_rules(self._rules)
        return f'MeldCheck("{notation(self.cards)}"{rules})'

    @property
    def rules(self) -> Rules:
        """The rules of the table; may be set, to see what a house rule changes."""
        return self._rules

    @rules.setter
    def rules(self, rules: Rules) -> None:
        with self.lock:
            self._rules = checked(rules)
            self.changed()

    def picture(self) -> CheckedHand:
        return {**super().picture(), "verdict": self._verdict()}

    def _verdict(self) -> MeldVerdict:
        lang, chosen = self.lang, self.selected
        if not chosen:
            return self._told("none", say("meld_check.prompt", lang))
        meld = why_meld(chosen, self._rules)
        if meld is not None:
            return self._meld(meld)
        refusals = why_not_meld(chosen, self._rules)
        if refusals:
            early = len(chosen) < 3
            title = say("meld_check.not_yet" if early else "meld_check.no", lang, cards=chosen)
            told = self._told("none" if early else "no", title, chosen)
            sentences = list(at_table(lang, 0).explained(refusals))
            return {**told, "sentences": sentences, "clauses": clauses((one.rule for one in refusals), lang)}
        readings = tuple(reading.stands_for for reading in meld_readings(chosen, self._rules))
        told = self._told("yes", say("meld_check.several", lang, cards=chosen), chosen)
        sentence = say("meld_check.order_decides", lang, readings=readings)
        return {**told, "sentences": [sentence], "clauses": clauses(("T3.2", "T10.3"), lang)}

    def _meld(self, meld: Meld) -> MeldVerdict:
        lang = self.lang
        first, count = meld.stands_for[0], len(meld.cards)
        facts = {"rank": first.rank, "suit": f"suit.{first.suit}", "cards": meld.stands_for, "count": count}
        sentences = [f"{say(f'why.{meld.kind}', lang, **facts)} ({_CLAUSE[meld.kind]})"]
        ids = [_CLAUSE[meld.kind]]
        if meld.kind == "run" and any(card.rank == "A" for card in meld.stands_for):
            ids.append("T3.3")
        if meld.jokers:
            ids += ["T10.2"] if meld.kind == "set" else ["T10.2", "T10.3"]
        told = self._told("yes", say(f"meld_check.is_{meld.kind}", lang, cards=meld.cards), meld.cards, meld.stands_for)
        if meld.kind == "set":  # which suit a joker stands for makes no difference there
            for shown in told["cards"]:
                shown["stands_for"] = shown["stands_for"] and say("meld_check.stands_for_rank", lang, rank=first.rank)
        return {**told, "sentences": sentences, "clauses": clauses(ids, lang)}

    def _told(
        self, kind: Said, title: str, chosen: tuple[Card, ...] = (), stands_for: tuple[Card, ...] = ()
    ) -> MeldVerdict:
        means = stands_for or chosen
        shown: list[StandingFor] = [
            {
                "card": card.code,
                "stands_for": "" if card is meant else say("meld_check.stands_for", self.lang, card=meant),
            }
            for card, meant in zip(chosen, means, strict=True)
        ]
        label = say("meld_check.chosen", self.lang)
        return {"label": label, "kind": kind, "title": title, "cards": shown, "sentences": [], "clauses": []}
