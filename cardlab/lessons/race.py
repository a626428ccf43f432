"""Exercises about the race of Tichu 1.on.1. [U1, U2, U3, U4, U6]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

from cardlab import tichu
from cardlab.cards import DECK, Card
from cardlab.lessons import tables_tichu as tables
from cardlab.lessons.ask import Ask, labelled
from cardlab.lessons.drill import drill
from cardlab.lessons.tables_tichu import LEARNER, OPPONENT, YOU
from cardlab.phrasing import Reader
from cardlab.phrasing import tichu_sentences as sentences
from cardlab.phrasing.house_rules import house_rules_of
from cardlab.phrasing.messages import Deferred, Message, Text
from cardlab.phrasing.tichu_sentences import by_value
from cardlab.tichu import stuck as is_stuck
from cardlab.tichu.moves import FULL_HAND, SEATS
from cardlab.tichu.piles import DOG, DRAGON, MAH_JONG, PHOENIX, WISHES
from cardlab.tichu.state import buried, can_draw, draws_from, flip_pending, over

# How many cards are where after the deal and the opening (U1.1 to U1.3)

PLACES: Final = ("hand", "draw", "extra", "deck", "after_extra", "on_piles")
_CLAUSES: Final = {"deck": "U1.1", "after_extra": "U1.3", "on_piles": "U1.3"}
_THINK: Final = {
    "U1.1": ("lesson.tichu_dealt.think_deck", "lesson.tichu_dealt.hint_think_deck"),
    "U1.2": ("lesson.tichu_dealt.think_deal", "lesson.tichu_dealt.hint_think_deal"),
    "U1.3": ("lesson.tichu_dealt.think_opening", "lesson.tichu_dealt.hint_think_opening"),
}


def ask_dealt(place: str) -> Ask:
    """Ask how many cards a pile or hand has at the start. [U1.1, U1.2, U1.3]

    `place`: one of `PLACES`.
    """
    rule = _CLAUSES.get(place, "U1.2")
    think, hint = map(Message, _THINK[rule])
    return Ask(
        prompt=Message(f"lesson.tichu_dealt.{place}"),
        answer=_counts()[place],
        because=(Message(f"clause.{rule}", rule), hint if place in ("after_extra", "on_piles") else ()),
        rule=Message(think.key, rule),
        helps=(think, hint),
    )


@cache
def _counts() -> Mapping[str, int]:
    """Return the number of cards for each of `PLACES`, the same in every deal."""
    state = tichu.deal()
    opened = tichu.play(state, tichu.Flip())
    each = (len(state.hands[0]), len(state.draw[0]), len(state.extra[0]))
    landed = sum(len(pile.cards) for pile in opened.piles)
    return dict(zip(PLACES, (*each, 2 * sum(each), len(opened.extra[0]), landed), strict=True))


@drill("race.dealt", "U1.2", "U1.3", "U1.1")
def dealt(chance: Random, level: int) -> Ask:
    """Make a question about the deal or the opening.

    Level 1: what one player has. Level 2: or the deck. Level 3: or what the opening changes.
    """
    return ask_dealt(chance.choice((PLACES[:3], PLACES[:4], PLACES[2:])[level - 1]))


# What happens to a card that comes too late, if both play at the same time (U2.4)


def ask_too_late(state: tichu.State, rival: tichu.Play, own: tichu.Play) -> Ask:
    """Ask whether a card still fits after the opponent was faster. [U2.4]

    `rival`: the opponent's play; `own`: the learner's on the same pile.
    """
    after = tichu.play(state, rival)
    refusals = tichu.why_not(after, own)
    other = 1 - own.pile
    follows: Text = ()
    # Where the card may go instead, if it has come back to the hand.
    if refusals and not flip_pending(after):
        fits = tichu.fits(after.piles[other], own.card)
        key = "lesson.too_late.other_pile" if fits else "lesson.too_late.stays_in_hand"
        follows = Message(key, card=own.card, pile=other + 1)
    return tables.ask_at(
        state,
        choices=labelled("lesson.too_late.stays", "lesson.too_late.back"),
        prompt=Message("lesson.too_late.prompt", card=own.card, pile=own.pile + 1, rival=rival.card),
        answer="back" if refusals else "stays",
        notes=Message("lesson.too_late.wish", rank=rival.wish) if rival.wish else (),
        # The reason that somebody was faster comes first.
        because=tuple(sorted((replace(one, fix=None) for one in refusals), key=lambda one: one.rule != "U2.4"))
        or (
            Message("lesson.too_late.landed", "U2.4", rival=rival.card),
            Deferred(sentences.why_fits, after.piles[own.pile], own.card, state.rules),
        ),
        follows=follows,
        helps=(
            Message("lesson.too_late.look", rival=rival.card),
            Message("lesson.too_late.ask", card=own.card, rival=rival.card),
        ),
    )


@drill("race.too_late", "U2.4")
def too_late(chance: Random, level: int) -> Ask:
    """Make a question about two cards played on one pile at the same time.

    Level 1: the opponent plays an ordinary card or the Mah Jong. Level 2: or Dragon or Phoenix. Level 3: or the Dog.
    """
    while True:
        state = tables.dealt(chance, (0, 0), extra=(2, 2))
        place = chance.choice(SEATS)
        pile = state.piles[place]
        rival, wish = _rival(chance, state, pile, level)
        own = _own(chance, state, pile, rival)
        if rival is None or own is None:
            continue
        rest = chance.sample([card for card in tables.left_over(state) if card not in (rival, own)], 3 + level)
        state = replace(state, hands=((own, *rest[1:]), (rival, rest[0])))
        seen = pile.top
        return ask_too_late(state, tichu.Play(OPPONENT, rival, place, seen, wish), tichu.Play(YOU, own, place, seen))


def _rival(chance: Random, state: tichu.State, pile: tichu.Pile, level: int) -> tuple[Card | None, str | None]:
    """Return the opponent's card for the pile or None, and its wish if it's Mah Jong."""
    if tichu.fits(pile, MAH_JONG):
        own_values = [card for card in DECK if tichu.fits(pile, card)]
        near = [rank for rank in WISHES if any(tichu.fits(tichu.Pile((MAH_JONG,), rank), card) for card in own_values)]
        return MAH_JONG, chance.choice((*near, *WISHES))
    if level == 1 or chance.randrange(2):
        plain = [card for card in tables.left_over(state) if tichu.fits(pile, card)]
        return (chance.choice(plain) if plain else None), None
    return chance.choice((DRAGON, PHOENIX, DOG)[:level]), None


def _own(chance: Random, state: tichu.State, pile: tichu.Pile, rival: Card | None) -> Card | None:
    """Return the learner's card for the pile, sometimes Dragon or Phoenix; or None."""
    if chance.randrange(3) == 0:
        return chance.choice([card for card in (DRAGON, PHOENIX) if card is not rival])
    plain = [card for card in tables.left_over(state) if card is not rival and tichu.fits(pile, card)]
    return chance.choice(plain) if plain else None


# What it costs to forget drawing up, and from which pile to draw (U3)

DRAW: Final = tichu.Draw(YOU)


def ask_owed(before: tichu.State, move: tichu.Play) -> Ask:
    """Ask how many cards it costs to play without drawing up. [U3.2, U3.3]"""
    after = tichu.play(before, move)
    left = len(after.hands[YOU])
    missing, there = FULL_HAND - left, len(after.draw[OPPONENT])
    because: Text = Message("lesson.owed.missing", "U3.2", left=left, missing=missing)
    if not can_draw(before, YOU):
        full = bool(before.draw[YOU])
        because = Message("lesson.owed.full", "U3.2") if full else Message("lesson.owed.own_gone", "U3.3")
    elif there < missing:
        because = because, Message("lesson.owed.fewer" if there else "lesson.owed.other_gone", "U3.3", count=there)
    return tables.ask_at(
        before,
        prompt=Message("lesson.owed.prompt", card=move.card, pile=move.pile + 1),
        notes=(tables.numbers(before, "hand", "draw"), Message("lesson.owed.already") if before.owes[YOU] else ()),
        answer=sentences.owed(after, YOU),
        because=because,
        helps=(Message("lesson.owed.look"), Message("lesson.owed.left", left=left)),
    )


def ask_whose_pile(state: tichu.State, forgot: tichu.Play | None = None, taken: int = 0) -> Ask:
    """Ask from which draw pile the learner takes the next card. [U3.1 to U3.4]

    `forgot`: the card played without drawing up first, if any; `taken`: how many cards were drawn since then.
    """
    answer = "none"
    if can_draw(state, YOU):
        answer = "other" if draws_from(state, YOU) == OPPONENT else "own"
    because: Text = Message("lesson.whose_pile.because_own", "U3.1")
    if answer == "other":
        because = Message("lesson.whose_pile.because_other", "U3.2", count=sentences.owed(state, YOU))
    elif not state.draw[YOU]:
        because = Message("lesson.whose_pile.gone", "U3.3" if state.draw[OPPONENT] else "U3.4")
    elif answer == "none":
        because = tichu.why_not(state, DRAW)[0]
    elif forgot:
        because = Message("lesson.whose_pile.other_gone", "U3.3")
    return Ask(
        by_value(state.hands[YOU]),
        labelled("lesson.whose_pile.own", "lesson.whose_pile.other", "lesson.whose_pile.none"),
        prompt=Message("lesson.whose_pile.prompt"),
        notes=(
            Message("lesson.whose_pile.forgot", card=forgot.card) if forgot else Message("lesson.whose_pile.in_time"),
            Message("lesson.whose_pile.taken", count=taken) if taken else (),
            tables.numbers(state, "hand", "draw"),
        ),
        answer=answer,
        because=because,
        helps=(Message("lesson.whose_pile.look"), Message("lesson.whose_pile.look_at_piles")),
        state=state,
        reader=LEARNER,
    )


@drill("race.draw_up", "U3.1", "U3.2", "U3.3", "U3.4")
def draw_up(chance: Random, level: int) -> Ask:
    """Make a question about what forgetting to draw costs, or from where to draw."""
    return (_owed if chance.randrange(2) else _whose_pile)(chance, level)


def _owed(chance: Random, level: int) -> Ask:
    """Make a question about the cost of not drawing up: for few cards, for any number, or for none."""
    while True:
        size = chance.randrange(6, 8) if level == 1 else chance.randrange(2, 8)
        own, other = chance.randrange(2, 12), chance.randrange(8, 14) if level == 1 else chance.randrange(1, 9)
        if level == 3:
            case = chance.randrange(6)
            size = FULL_HAND if case == 0 else size
            own = 0 if case == 1 else own
            other = 0 if case == 2 else other
        state = tables.dealt(chance, (size, FULL_HAND), draw=(own, other))
        if level > 1 and can_draw(state, YOU) and other and chance.randrange(2):
            state = replace(state, owes=(True, False))
        move = tables.some_play(chance, state)
        if move:
            return ask_owed(state, move)


def _whose_pile(chance: Random, level: int) -> Ask:
    """Make a question about the pile to draw from, long at level 1, at level 3 also after some draws."""
    while True:
        size = chance.randrange(5, 8)
        own = chance.randrange(3, 12) if level == 1 or chance.randrange(3) else 0
        other = chance.randrange(6, 12) if level == 1 else chance.randrange(0, 5)
        forgets = chance.randrange(3) > 0
        state = tables.dealt(chance, (size if forgets else FULL_HAND, FULL_HAND), draw=(own, other))
        move = tables.some_play(chance, state)
        if move is None:
            continue
        state, taken = tichu.play(state, move), 0
        while level == 3 and taken < 4 and can_draw(state, YOU) and chance.randrange(2):
            state, taken = tichu.play(state, DRAW), taken + 1
        return ask_whose_pile(state, move if forgets and own else None, taken)


# What happens now at a table on which nothing seems to fit (U4, U5.9)


def ask_what_now(state: tichu.State) -> Ask:
    """Ask whether play goes on, cards are turned, or the round ends. [U4, U5.9]"""
    answer = next_at(state)
    because, clauses = _why_now(state, answer)
    each: dict[str | int, Text] = {}
    # Why cards are not turned, or new extra piles dealt. At the end the engine would only say that it is the end.
    if answer in ("play", "recycle"):
        each["flip"] = tichu.why_not(state, tichu.Flip())
    if answer in ("play", "flip"):
        each["recycle"] = tables.why_no_recycle(state)
    return tables.ask_at(
        state,
        opponent=True,
        choices=labelled(
            "lesson.what_now.play", "lesson.what_now.flip", "lesson.what_now.recycle", "lesson.what_now.end"
        ),
        prompt=Message("drill.race.what_now"),
        notes=(tables.numbers(state, "hand", "draw", "extra"), _beneath(state)),
        answer=answer,
        because=because,
        each=each,
        follows=Deferred(_next, state, answer),
        clauses=clauses,
        rule=Message("lesson.what_now.first", "U4.2"),
        helps=(Message("lesson.what_now.look"), Message("lesson.what_now.then", extra=sum(map(len, state.extra)))),
    )


def next_at(state: tichu.State) -> str:
    """Return what this table waits for: "play", "flip", "recycle" or "end"."""
    if over(state):
        return "end"
    if tichu.recycle_due(state):
        return "recycle"
    return "flip" if flip_pending(state) or is_stuck(state) else "play"


def _why_now(state: tichu.State, answer: str) -> tuple[Text, tuple[str, ...]]:
    dog = state.flip_due and any(pile.top is DOG for pile in state.piles)
    match answer:
        case "end":
            return Deferred(sentences.ended, state), ("U4.4", "U6.2")
        case "recycle":
            return Message("lesson.what_now.because_recycle", "U5.9" if dog else "U4.3"), ("U4.3",)
        case "flip" if dog:
            return Message("racing.dog_stops"), ("U5.3",)
        case "flip":
            return Message("lesson.what_now.because_flip", "U4.1"), ("U4.2",)
    nothing: Text = Message("racing.dog_turns_nothing") if dog else ()
    fitting: Text = ()
    if any(tichu.plays(tichu.view(state, seat)) for seat in SEATS):
        fitting = Message("lesson.what_now.no_turns", "U2.1"), Deferred(_fitting, state)
    return (nothing, tichu.why_not(state, tichu.Flip()), fitting), ("U5.9", "U4.1") if dog else ("U4.1", "U4.2")


def _next(reader: Reader, state: tichu.State, answer: str) -> Iterator[str]:
    """Say the moves of both players that follow; `answer`: from `next_at`."""
    if answer == "recycle":
        dealt_anew = tichu.recycle(state, len(buried(state)))
        yield from sentences.describe_move(reader, dealt_anew, state)
        state = tichu.play(state, dealt_anew)
    if answer in ("recycle", "flip"):
        yield from sentences.describe_move(reader, tichu.Flip(), state)


def _beneath(state: tichu.State) -> Message:
    return Message("lesson.what_now.beneath", count=len(buried(state)))


def _fitting(reader: Reader, state: tichu.State) -> Iterator[str]:
    """Say for each hand which card fits on which pile, and why."""
    for seat in SEATS:
        for number, pile in enumerate(state.piles, start=1):
            fitting = tichu.fitting_cards(pile, by_value(state.hands[seat]), state.rules)
            if fitting:
                where = reader.about("lesson.what_now.fits_on", seat, card=fitting[0], pile=number)
                yield f"{where} {sentences.why_fits(pile, fitting[0], state.rules, reader.lang)}"
                break


@drill("race.what_now", "U4.1", "U4.2", "U4.3", "U4.4", "U5.9", "U2.1")
def what_now(chance: Random, level: int) -> Ask:
    """Make a question about what happens when hardly anything fits.

    Level 1: no draw piles, but extra piles. Level 2: perhaps draw piles, or no extra piles. Level 3: perhaps a Dog or
    other special cards, or nothing left to turn.
    """
    if level > 1 and chance.randrange(3) == 0:
        sizes = (FULL_HAND - chance.randrange(2), FULL_HAND - chance.randrange(2))
        draw = (chance.randrange(1, 9), chance.randrange(1, 9))
        return ask_what_now(_halted(chance, sizes, draw, (2, 2), fits=chance.randrange(4) == 0, specials=level == 3))
    sizes = (chance.randrange(2, 6), chance.randrange(2, 6))
    left = chance.randrange(1, 5) if level == 1 or chance.randrange(2) else 0
    fits = chance.randrange(3) == 0
    depth = 3 if left or level < 3 else chance.choice((1, 3))
    state = _halted(chance, sizes, (0, 0), (left, left), fits=fits, depth=depth)
    if level == 3 and chance.randrange(2):
        first, second = state.piles
        return ask_what_now(replace(state, piles=(first.covered(DOG), second), flip_due=True))
    return ask_what_now(state)


def _halted(
    chance: Random,
    sizes: tuple[int, int],
    draw: tuple[int, int],
    extra: tuple[int, int],
    *,
    fits: bool,
    specials: bool = False,
    depth: int = 3,
) -> tichu.State:
    """Return a table on which no card of the hands fits, or only one if `fits`.

    `sizes`, `draw`, `extra`: the sizes of hands, draw piles and extra piles, seat 0 first; `specials`: whether the one
    card may be special; `depth`: the size of each discard pile.
    """
    state = tables.dealt(chance, (0, 0), depth=depth)
    hands = tables.stuck_hands(chance, state.piles, tables.left_over(state), sizes)
    state = replace(state, hands=hands)
    hidden = chance.sample(tables.left_over(state), sum(draw) + sum(extra))
    state = tables.with_hidden(state, hidden, draw, extra)
    if fits:
        seat = chance.choice(SEATS)
        useful = [card for card in tables.left_over(state, specials=specials) if _useful(card, state.piles)]
        if specials and chance.randrange(2):
            useful = [card for card in useful if not card.rank] or useful
        # All fitting cards may be face down, because on two deuces or two aces hardly any fit.
        hidden = [card for heap in (*state.draw, *state.extra) for card in heap if _useful(card, state.piles)]
        return _exchanged(state, hands[seat][0], chance.choice(useful or hidden))
    return state


def _exchanged(state: tichu.State, leaving: Card, card: Card) -> tichu.State:
    """Return the table with two cards exchanged; `leaving` is in a hand."""

    swap = {leaving: card, card: leaving}

    def put(heaps: tables.Hands) -> tables.Hands:
        one, other = (tuple(swap.get(card, card) for card in heap) for heap in heaps)
        return one, other

    return replace(state, hands=put(state.hands), draw=put(state.draw), extra=put(state.extra))


def _useful(card: Card, piles: tuple[tichu.Pile, tichu.Pile]) -> bool:
    return any(tichu.fitting_cards(pile, (card,)) for pile in piles)


# Who has won a round, what it pays, and who has won the match (U4.4, U6)


def ask_has_won(state: tichu.State) -> Ask:
    """Ask who has won this round, or whether it goes on. [U6.1, U4.4]"""
    end = tichu.outcome(state)
    answer = "goes_on"
    because: Text = [
        Message("lesson.has_won.holds" if hand else "lesson.has_won.must_draw", "U6.1", seat, count=len(hand or draw))
        for seat, hand, draw in zip(SEATS, state.hands, state.draw, strict=True)
    ]
    if end:
        answer = _winner(end.winner)
        because = Deferred(sentences.ended, state)
    return tables.ask_at(
        state,
        choices=labelled(
            "lesson.has_won.you", "lesson.has_won.opponent", "lesson.has_won.goes_on", "lesson.has_won.nobody"
        ),
        prompt=Message("lesson.has_won.prompt"),
        opponent=bool(state.hands[OPPONENT]),
        notes=(tables.numbers(state, "hand", "draw", "extra"), _beneath(state)),
        answer=answer,
        because=because,
        helps=(Message("lesson.has_won.look"), Message("lesson.has_won.both")),
    )


def ask_match_won(state: tichu.State, score: tuple[int, int]) -> Ask:
    """Ask who has won the match, from the score before this round. [U6.3]"""
    rules, end = state.rules, tichu.outcome(state)
    assert end is not None
    points, after = end.points, tichu.Match(rules, score).add(end)
    answer = _winner(after.winner)
    facts = {"own": after.points[YOU], "other": after.points[OPPONENT], "target": rules.target}
    won = "lesson.match.not_yet" if after.winner is None else "lesson.match.won"
    swapped = rules.points is tichu.Points.SWAPPED
    return tables.ask_at(
        state,
        choices=labelled("lesson.match.you", "lesson.match.opponent", "lesson.match.nobody"),
        prompt=Message("lesson.match.prompt"),
        opponent=bool(state.hands[OPPONENT]),
        notes=(
            Message("lesson.match.score", own=score[YOU], other=score[OPPONENT], target=rules.target),
            tables.numbers(state, "hand", "draw"),
            Deferred(house_rules_of, tichu.Rules(points=rules.points)),
        ),
        answer=answer,
        because=(
            Deferred(sentences.ended, state),
            Message("lesson.match.swapped", "U6.2") if swapped and sum(points) > 0 else (),
            Message(won, "U6.3", after.winner, **facts),
        ),
        rule=Message("lesson.match.look", "U6.2"),
        helps=(Message("lesson.match.look"), Message("lesson.match.adds", own=points[YOU], other=points[OPPONENT])),
    )


def _winner(seat: int | None) -> str:
    return "nobody" if seat is None else "you" if seat == YOU else "opponent"


@drill("race.has_won", "U6.1", "U4.4")
def has_won(chance: Random, level: int) -> Ask:
    """Make a question about whether somebody has won the round.

    Level 1: an empty hand. Level 2: or cards in hand, without a draw pile. Level 3: or a blocked round.
    """
    if level == 3 and chance.randrange(2):
        return ask_has_won(tables.blocked_round(chance, tied=chance.randrange(3) == 0))
    fast, slow = chance.sample(SEATS, 2)
    size, left = (0, chance.choice((0, chance.randrange(1, 6))))
    if level > 1:
        size, left = chance.choice(((0, 0), (0, chance.randrange(1, 6)), (chance.randrange(1, 3), 0)))
    other = (chance.randrange(2, 9), chance.choice((0, chance.randrange(1, 8))))
    hands, draw = [0, 0], [0, 0]
    hands[fast], draw[fast] = size, left
    hands[slow], draw[slow] = other
    return ask_has_won(tables.dealt(chance, hands, draw=draw, extra=(2, 2)))


@drill("race.match", "U6.2", "U6.3")
def match(chance: Random, level: int) -> Ask:
    """Make a question about who has won the match.

    Level 1: scores close to the target. Level 2: not so close. Level 3: perhaps another target, or the house rule
    about the points of a win.
    """
    rules = tichu.SHEET
    if level == 3:
        rules = tichu.Rules(points=chance.choice(tuple(tichu.Points)), target=chance.choice((5, 7, 10)))
    score = tuple(max(0, rules.target - chance.randrange(1, 4 if level == 1 else 5)) for _ in SEATS)
    return ask_match_won(tables.won_round(chance, chance.choice(SEATS), rules), (score[0], score[1]))


DRILLS: Final = (dealt, too_late, draw_up, what_now, has_won, match)
