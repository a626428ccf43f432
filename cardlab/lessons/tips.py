"""Exercises on playing well. [T11]

The answers are not judged here: each position comes with what every choice is worth (`tips_positions`), found by
playing on from it. A choice is right if it is as good as the best, within the error of the sample. The higher the
level, the closer the choices. First what all questions share, then Tongits, then Tichu 1.on.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from random import Random
from typing import Any, Final

from cardlab import tichu, tongits
from cardlab.bots.tichu import followers_in_hand, unseen_cards
from cardlab.cards import DECK, Card
from cardlab.lessons.ask import Ask, Why, labelled
from cardlab.lessons.drill import drill
from cardlab.lessons.practice_hands import SHORTEST
from cardlab.lessons.tables_tichu import YOU as RUNNER
from cardlab.lessons.tables_tongits import LEFT, OPPONENTS, RIGHT
from cardlab.lessons.tips_positions import WORLDS, Position, Worth, for_and_against, positions
from cardlab.phrasing import Reader, tichu_sentences, tongits_sentences
from cardlab.phrasing.catalogue import card_label, decimal
from cardlab.phrasing.messages import Deferred, Message, Text, in_words
from cardlab.tichu.moves import FULL_HAND
from cardlab.tichu.piles import DOG, DRAGON, PHOENIX, sorting_value
from cardlab.tongits import Payment, Rules, best_arrangements, hand_deadwood

CLAUSES: Final = {"discard": ("T11.3",), "open": ("T11.1",), "lay_off": ("T11.2",), "call": ("T11.4", "T11.5")}
_CHOICES: Final = labelled(
    *("lesson.tips.open.open", "lesson.tips.open.wait", "lesson.tips.lay_off.off", "lesson.tips.lay_off.keep"),
    *("table.call", "table.draw", "lesson.tips.call.take"),
)
SPECIAL_CLAUSES: Final = {DRAGON: "U5.1", PHOENIX: "U5.2", DOG: "U5.3"}


def _ask(
    kind: str,
    position: Position,
    clauses: tuple[str, ...],
    called: Callable[[str], Text],
    why: Callable[[str], Text],
    *,
    factor: int,
    unit: str,
    compare: Text = (),
    **shown: Any,
) -> Ask:
    """Return a question about what to do in a position.

    `called` returns the label of a choice, `why` what speaks for or against it. Figures are shown times `factor`, in
    `unit`. `compare`: the second hint, by default a right choice beside a clearly wrong one; `shown`: further fields.
    """
    worths = dict(position.choices)
    right = tuple(name for name, worth in worths.items() if worth.right)
    model = Message("lesson.tips.model_whole")
    if not position.counted:
        key = "lesson.tips.model_race" if kind in ("card", "special") else "lesson.tips.model"
        model = Message(key, worlds=Deferred(decimal, WORLDS[kind]))

    def judge(answer: str | tuple[Card, ...]) -> Why:
        """Judge a choice, with its reasons and the costs of wrong choices."""
        name = answer if isinstance(answer, str) else answer[0].code
        # One text, so that `partial_verdict` tells all of it or nothing.
        speaks = Deferred(in_words, why(name))
        explanation: Text = ()
        if name in right:
            costs = Deferred(
                _costs, [(called(one), worth) for one, worth in worths.items() if one not in right], factor
            )
            best = Message("lesson.tips.best", clauses[0], count=len(right), choices=tuple(map(called, right)))
            explanation = best, speaks, Message("lesson.tips.others", costs=costs, unit=Message(unit))
        elif name in worths:
            cost = Deferred(_number, worths[name], factor)
            paid = Message("lesson.tips.cost", clauses[0], choice=called(name), cost=cost, unit=Message(unit))
            explanation = speaks, paid
        return Why(name in right, (explanation, model), clauses=clauses)

    wrong = next(name for name, worth in worths.items() if worth.wrong)
    pair = tuple(map(called, sorted((right[0], wrong))))
    by_card, prompt = kind == "discard", f"lesson.tips.{kind}"
    return Ask(
        # The order of the choices says nothing about their worth.
        choices={} if by_card else {name: called(name) for name in sorted(worths)},
        prompt=Message(prompt),
        answer=(Card(right[0]),) if by_card else right[0],
        judge=judge,
        helps=(Message(f"{prompt}.look"), compare or Message("lesson.tips.between", choices=pair)),
        state=position,
        **shown,
    )


def _number(reader: Reader, worth: Worth, factor: int) -> str:
    """Return how much a choice costs, with its error if it has one."""
    behind, error, digits = worth.shown(factor)
    mean = decimal(behind, reader.lang, digits)
    return f"{mean}\u00a0±\u00a0{decimal(error, reader.lang, digits)}" if error else mean


def _costs(reader: Reader, choices: Iterable[tuple[Text, Worth]], factor: int) -> str:
    """Return the cost of each of these choices, compared with the best one."""
    return "; ".join(f"{in_words(reader, called)}: {_number(reader, worth, factor)}" for called, worth in choices)


def _chosen(chance: Random, kind: str, level: int) -> Position:
    return chance.choice([one for one in positions(kind) if one.level == level])


# Tongits


@lru_cache(maxsize=512)
def ask_at_table(kind: str, position: Position) -> Ask:
    """Ask for the best move in a Tongits position: lay, call, discard or wait. [T11]"""
    seen = tongits.View.read(position.text)
    chips = seen.rules.payment is Payment.CHIPS
    traditional = seen.rules == Rules.preset("traditional")
    return _ask(
        kind,
        position,
        CLAUSES[kind],
        lambda name: Deferred(card_label, Card(name)) if kind == "discard" else _CHOICES[name],
        lambda name: _speaks(seen, kind, name),
        factor=1,
        unit="whatif.unit.chips" if chips else "whatif.unit.points",
        compare=() if kind == "discard" else Deferred(_counted, seen),
        hand=seen.hand,
        piles=(
            Deferred(tongits_sentences.on_table, seen),
            *([(seen.discards[::-1], Message("lesson.tips.discards"))] if seen.discards else []),
        ),
        notes=(
            Message("lesson.tips.stock", count=seen.stock),
            Message("lesson.tips.holds", left=seen.counts[LEFT], right=seen.counts[RIGHT]),
            # The traditional rules that matter here, in one sentence.
            Message("lesson.tips.traditional") if traditional else Deferred(tongits_sentences.house_rules, seen.rules),
        ),
    )


_WAITING: Final = {"wait": Message("lesson.tips.why_wait", "T6.3"), "keep": Message("lesson.tips.why_keep", "T9.2")}
"""The reasons against waiting with a meld or a lay-off."""
_BEGIN: Final = {
    "open": tongits.LayMeld,
    "off": tongits.Sapaw,
    "call": tongits.Call,
    "draw": tongits.Draw,
    "take": tongits.Take,
}
"""The kind of move that begins each of the other choices."""


def _speaks(seen: tongits.View, kind: str, name: str) -> Text:
    """Return what speaks for or against a choice; of several melds or lay-offs, the largest."""
    if kind == "discard":
        return Deferred(for_and_against, seen, (tongits.Discard(seen.viewer, Card(name)),)), _feeds(seen, Card(name))
    if name in _WAITING:
        return _WAITING[name]
    moves = [one for one in tongits.legal_moves(seen, seen.viewer) if isinstance(one, _BEGIN[name])]
    return Deferred(for_and_against, seen, (max(moves, key=lambda one: len(getattr(one, "cards", ()))),))


def _feeds(seen: tongits.View, card: Card) -> Message:
    """Say how many melds the others may make with a card, as far as the learner sees."""
    shown = {*seen.hand, *seen.discards, *(one for laid in seen.melds if laid.meld for one in laid.meld.cards)}
    melds = tongits.melds_in([one for one in DECK if one is card or one not in shown])
    count = sum(card in meld.cards and len(meld.cards) == SHORTEST for meld in melds)
    return Message("lesson.tips.feeds", "T11.3", count=count)


def _counted(reader: Reader, seen: tongits.View) -> str:
    """Say the hand's points, its least deadwood, and how many opponents have opened."""
    melds = [laid.meld for laid in seen.melds if laid.meld and not laid.secret]
    least = best_arrangements(seen.hand, melds, seen.rules)[0].deadwood
    opened = sum(map(seen.opened, OPPONENTS))
    return reader.say("lesson.tips.table", points=hand_deadwood(seen.hand, seen.rules), least=least, opened=opened)


@drill("tips.lay_or_keep", "T11.1", "T11.2")
def lay_or_keep(chance: Random, level: int) -> Ask:
    """Make a question about laying a meld, or laying off, now or later."""
    kind = chance.choice(("open", "lay_off"))
    return ask_at_table(kind, _chosen(chance, kind, level))


@drill("tips.which_discard", "T11.3")
def which_discard(chance: Random, level: int) -> Ask:
    """Make a question about the best discard."""
    return ask_at_table("discard", _chosen(chance, "discard", level))


@drill("tips.call_or_play", "T11.4", "T11.5")
def call_or_play(chance: Random, level: int) -> Ask:
    """Make a question about calling a draw or playing on."""
    return ask_at_table("call", _chosen(chance, "call", level))


# Tichu 1.on.1


@lru_cache(maxsize=512)
def ask_in_race(kind: str, position: Position) -> Ask:
    """Ask for the best move in a race between equal players. [U2.2, U3.2, U5]"""
    seen = tichu.View.read(position.text)
    drawing = any(name == "0 draw" and worth.right for name, worth in position.choices)
    clauses: tuple[str, ...] = ("U3.2", "U2.2") if drawing else ("U2.2", "U3.2")
    if kind == "special":
        clauses = tuple(rule for card, rule in SPECIAL_CLAUSES.items() if card in seen.hand)
    return _ask(
        kind,
        position,
        clauses,
        _way,
        lambda name: _speaks_in_race(seen, name),
        factor=100,
        unit="lesson.tips.percent",
        hand=tichu_sentences.by_value(seen.hand),
        worth=sorting_value,
        piles=(Deferred(tichu_sentences.discard_piles, seen.piles),),
        notes=(
            Message("lesson.race.draw", own=seen.draw[RUNNER], other=seen.draw[1 - RUNNER]),
            Message("lesson.tips.opponent", count=seen.opponent_cards),
            Message("lesson.tips.owes") if seen.owes[RUNNER] else (),
        ),
    )


def _way(name: str) -> Text:
    if name == "wait":
        return Message("tichu.do.wait")
    if name.startswith("keep "):
        return Message("tichu.do.keep", card=Card(name.removeprefix("keep ")))
    match tichu.parse_move(name):
        case tichu.Play(card=card, pile=pile):
            return Message("tichu.do.play", card=card, pile=pile + 1)
        case tichu.Draw():
            return Message("tichu.do.draw")
    raise ValueError(f"nobody chooses {name!r} in a race")


def _speaks_in_race(seen: tichu.View, name: str) -> tuple[Text, ...]:
    """Return the reasons for or against a choice in a race."""
    if name == "wait":
        return (Message("lesson.tips.why_wait_in_race", "U2.1"),)
    if name.startswith("keep "):
        return (Message("lesson.tips.why_spare", SPECIAL_CLAUSES[Card(name.removeprefix("keep "))]),)
    move = tichu.parse_move(name)
    if not isinstance(move, tichu.Play):
        return (Message("lesson.tips.why_draw", "U3.1"),)
    after, hidden = seen.piles[move.pile].covered(move.card, move.wish), unseen_cards(seen)
    fits = len(tichu.fitting_cards(after, hidden, seen.rules))
    facts = {"card": move.card, "pile": move.pile + 1, "own": followers_in_hand(seen, move)}
    leaves = Message("lesson.tips.why_play", "U2.2", fits=fits, unseen=len(hidden), **facts)
    forgets = Message("lesson.tips.why_forgets", "U3.2") if len(seen.hand) < FULL_HAND and seen.draw[RUNNER] else ()
    return Message("racing.dog_stops") if move.card is DOG else leaves, forgets


@drill("tips.card_and_pile", "U3.2", "U2.2", "U5.1", "U5.2", "U5.3")
def card_and_pile(chance: Random, level: int) -> Ask:
    """Make a question about the best move in a race, or keeping a special card."""
    kind = chance.choice(("card", "special"))
    return ask_in_race(kind, _chosen(chance, kind, level))


DRILLS: Final = (lay_or_keep, which_discard, call_or_play, card_and_pile)
