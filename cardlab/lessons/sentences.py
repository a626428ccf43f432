"""The sentences of a verdict: what speaks for a meld, what speaks against one, and the clauses of both.

Knows how refusals and melds are put to a learner; what they say stands in the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Hint, Verdict
from cardlab.locale import say
from cardlab.refusal import Refusal
from cardlab.tell.reader import by_rule
from cardlab.tell.tongits import KIND_CLAUSE as CLAUSE
from cardlab.tell.tongits import at_table, why_meld
from cardlab.tongits import Kind, Meld

__all__ = ["CLAUSE", "by_rule", "cards_of", "chosen", "leading_to", "meld_sentences", "refused", "right", "yes_or_no"]


def meld_sentences(meld: Meld, lang: str) -> tuple[str, ...]:
    """Why a meld is one: its clause, and where an ace lies in a run, T3.3."""
    return tuple(reason.sentence for reason in why_meld(meld, lang))


def right(meld: Meld, lang: str) -> Verdict:
    """The verdict on a right answer that names or makes this meld."""
    return Verdict(True, meld_sentences(meld, lang), _rules_of(meld))


def refused(refusals: Iterable[Refusal], lang: str, more: Iterable[str] = ()) -> Verdict:
    """The verdict on a wrong answer: every reason, the nearest repair, and what else is to be said."""
    broken = tuple(refusals)
    sentences = (*at_table(lang, 0).explained(broken), *more)
    return Verdict(False, sentences, tuple(dict.fromkeys(refusal.rule for refusal in broken)))


def chosen(kind: Kind | None, claim: str, meld: Meld | None, refusals: Iterable[Refusal], lang: str) -> Verdict:
    """The verdict on what a learner calls a handful: right, a meld of the other kind, a meld after all, or none."""
    correct = claim == (kind or "neither")
    if meld is None:
        told = refused(refusals, lang)
        return Verdict(correct, told.sentences, told.rules)
    if correct or claim == "neither":
        return Verdict(correct, meld_sentences(meld, lang), _rules_of(meld))
    denied = Kind(claim)
    because = by_rule(f"lesson.no_{denied}", CLAUSE[denied], lang, cards=meld.cards)
    return Verdict(False, (because, *meld_sentences(meld, lang)), (CLAUSE[denied], *_rules_of(meld)))


def cards_of(answer: Answer) -> tuple[Card, ...]:
    """The cards of an answer of the kind "cards"."""
    return tuple(card for card in answer if isinstance(card, Card)) if isinstance(answer, tuple) else ()


def leading_to(answer: Answer, *sentences: str) -> tuple[Hint, ...]:
    """Hints, gentlest first, that all lead to the same right answer."""
    return tuple(Hint(sentence, answer) for sentence in sentences)


def yes_or_no(lang: str) -> tuple[tuple[str, str], ...]:
    """The two choices, yes first."""
    return ("yes", say("lesson.yes", lang)), ("no", say("lesson.no", lang))


def _rules_of(meld: Meld) -> tuple[str, ...]:
    return tuple(reason.rule for reason in why_meld(meld, "en"))
