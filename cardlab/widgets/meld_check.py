"""`MeldCheck`: select cards, and see whether they are a meld and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from cardlab.cards import Card, notation
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.house_rules import named
from cardlab.phrasing.tongits_sentences import at_table
from cardlab.tongits import SHEET, Meld, Rules, best_arrangements, meld_readings, why_meld, why_not_meld
from cardlab.tongits.rules import checked
from cardlab.tongits.state import deck
from cardlab.widgets.blocks import Block, VerdictKind, cards, goal, verdict
from cardlab.widgets.constants import rules_argument
from cardlab.widgets.hand import Hand

_CLAUSE: Final = {"set": "T3.1", "run": "T3.2"}


class MeldCheck(Hand):
    """A hand that explains whether the selected cards are a meld, clause by clause.

    `rules` are the rules of the table, also an observable trait.

    >>> MeldCheck("7h 8h 9h Kd")
    MeldCheck("7h 8h 9h Kd")
    """

    shares = (*Hand.shares, "rules")

    def __init__(self, cards: str | Iterable[Card | str], lang: str = "", rules: Rules = SHEET) -> None:
        self._rules = checked(rules)
        super().__init__(cards, lang)
        self.label = say("meld_check.label", self.lang)

    def __repr__(self) -> str:
        rules = rules_argument(self._rules)
        return f'MeldCheck("{notation(self.cards)}"{rules})'

    @property
    def rules(self) -> Rules:
        """The rules of the table; can be set, to see the effect of a house rule."""
        return self._rules

    @rules.setter
    def rules(self, rules: Rules) -> None:
        with self.lock:
            self._rules = checked(rules)
            self.changed()

    def render(self) -> list[Block]:
        found = self._verdict()
        return [*super().render(), found, goal(found["kind"] == "yes")]

    def _verdict(self) -> Block:
        lang, chosen = self.lang, self.selected
        if not chosen:
            return verdict("none", say("meld_check.prompt", lang))
        meld = why_meld(chosen, self._rules)
        if meld is not None:
            return self._meld(meld)
        refusals = why_not_meld(chosen, self._rules)
        # Jokers can be selected even if the rules have none; then no arrangement exists.
        in_game = set(chosen) <= set(deck(self._rules))
        if refusals and in_game and not (best := best_arrangements(chosen, rules=self._rules)[0]).loose:
            title = say("meld_check.are_melds", lang, melds=tuple(one.cards for one in best.melds))
            sentence = f"{say('meld_check.each_in_one', lang)} (T3.4)"
            return self._explained("yes", title, [sentence], ["T3.4"])
        if refusals:
            early = len(chosen) < 3
            title = say("meld_check.not_yet" if early else "meld_check.no", lang, cards=chosen)
            clauses = [one.rule for one in refusals]
            return self._explained("none" if early else "no", title, at_table(lang, 0).explained(refusals), clauses)
        readings = tuple(reading.stands_for for reading in meld_readings(chosen, self._rules))
        sentence = say("meld_check.order_decides", lang, readings=readings)
        title = say("meld_check.several", lang, cards=chosen)
        return self._explained("yes", title, [sentence], ["T3.2", "T10.3"])

    def _meld(self, meld: Meld) -> Block:
        lang = self.lang
        first, count = meld.stands_for[0], len(meld.cards)
        facts = {"rank": first.rank, "suit": f"card.{first.suit}", "cards": meld.stands_for, "count": count}
        ids = [_CLAUSE[meld.kind]]
        if meld.kind == "run" and any(card.rank == "A" for card in meld.stands_for):
            ids.append("T3.3")
        if meld.jokers:
            ids += ["T10.2"] if meld.kind == "set" else ["T10.2", "T10.3"]
        # In a set it makes no difference which suit a joker stands for.
        stands_for = [
            ""
            if card is meant
            else say("meld_check.stands_for_rank", lang, rank=first.rank)
            if meld.kind == "set"
            else say("meld_check.stands_for", lang, card=meant)
            for card, meant in zip(meld.cards, meld.stands_for, strict=True)
        ]
        title = say(f"meld_check.is_{meld.kind}", lang, cards=meld.cards)
        if self._rules.ace_high and not why_meld(meld.cards, replace(self._rules, ace_high=False)):
            title = say("meld_check.by_house_rule", lang, cards=meld.cards, rule=named(self._rules, "ace_high", lang))
        sentence = f"{say(f'why.{meld.kind}', lang, **facts)} ({_CLAUSE[meld.kind]})"
        return verdict("yes", title, [sentence], ids, lang, above=[self._seen(meld.cards, stands_for)])

    def _explained(self, kind: VerdictKind, title: str, sentences: Iterable[str], ids: Iterable[str]) -> Block:
        seen = self._seen(self.selected, [""] * len(self.selected))
        return verdict(kind, title, sentences, ids, self.lang, above=[seen])

    def _seen(self, chosen: tuple[Card, ...], captions: list[str]) -> Block:
        return cards(say("meld_check.chosen", self.lang), chosen, captions=captions, titled=False)
