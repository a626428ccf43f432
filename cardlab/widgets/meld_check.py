"""`MeldCheck`: select cards, and see at once whether they are a meld, and why or why not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from cardlab.cards import Card, notation
from cardlab.locale import say
from cardlab.tell.tongits import at_table
from cardlab.tongits import SHEET, Meld, Rules, meld_readings, why_meld, why_not_meld
from cardlab.widgets.base import STATIC, changed_rules, clauses
from cardlab.widgets.hand import Hand, Order

__all__ = ["MeldCheck"]

_CLAUSE: Final = {"set": "T3.1", "run": "T3.2"}


class MeldCheck(Hand):
    """A hand from which any cards can be selected; below it stands what the rules say to them, clause by clause.

    `rules` are the rules of the table; all else is as in `Hand`.

    >>> MeldCheck("7h 8h 9h Kd")
    MeldCheck("7h 8h 9h Kd")
    """

    _esm = STATIC / "meld_check.js"

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
        self._rules = rules
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
        with self._lock:
            self._rules = rules
            self._show()

    def _picture(self) -> dict[str, Any]:
        lang = self._lang
        label = self._label or say("meld_check.label", lang)
        return {**self._hand_picture(label), "verdict": {"label": say("meld_check.chosen", lang), **self._verdict()}}

    def _verdict(self) -> dict[str, Any]:
        lang, chosen = self._lang, self.selected
        if not chosen:
            return self._told("none", say("meld_check.prompt", lang))
        meld = why_meld(chosen, self._rules)
        if meld is not None:
            return self._meld(meld)
        refusals = why_not_meld(chosen, self._rules)
        if refusals:
            kind, title = ("none", "meld_check.not_yet") if len(chosen) < 3 else ("no", "meld_check.no")
            told = self._told(kind, say(title, lang, cards=chosen), chosen)
            sentences = list(at_table(lang, 0).explained(refusals))
            return {**told, "sentences": sentences, "clauses": clauses((one.rule for one in refusals), lang)}
        readings = tuple(reading.stands_for for reading in meld_readings(chosen, self._rules))
        told = self._told("yes", say("meld_check.several", lang, cards=chosen), chosen)
        sentence = say("meld_check.order_decides", lang, readings=readings)
        return {**told, "sentences": [sentence], "clauses": clauses(("T3.2", "T10.3"), lang)}

    def _meld(self, meld: Meld) -> dict[str, Any]:
        lang = self._lang
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
                shown["as"] = shown["as"] and say("meld_check.stands_for_rank", lang, rank=first.rank)
        return {**told, "sentences": sentences, "clauses": clauses(ids, lang)}

    def _told(
        self, kind: str, title: str, chosen: tuple[Card, ...] = (), stands_for: tuple[Card, ...] = ()
    ) -> dict[str, Any]:
        means = stands_for or chosen
        shown = [
            {"card": card.code, "as": "" if card is meant else say("meld_check.stands_for", self._lang, card=meant)}
            for card, meant in zip(chosen, means, strict=True)
        ]
        return {"kind": kind, "title": title, "cards": shown, "sentences": [], "clauses": []}
