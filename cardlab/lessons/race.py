"""The exercises about the race of Tichu 1.on.1 (U2, U3, U4, U6): each a `Drill`, called with language and seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from cardlab import tichu
from cardlab.cards import DECK, Card
from cardlab.lessons import tables_tichu as tables
from cardlab.lessons.ask import Ask
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
from cardlab.tichu.state import Cards, buried, can_draw, draws_from, flip_pending, over

# Questions about two who play at the same time (U2.4): what if a card came too late?


def ask_too_late(state: tichu.State, rival: tichu.Play, own: tichu.Play) -> Ask:
    """U2.4: both want the same pile, and the opponent's card lands first; is the learner's card still good there?"""
    after = tichu.play(state, rival)
    refusals = tichu.why_not(after, own)
    other = 1 - own.pile
    follows: Text = ()
    # Where the card may go instead, if it has come back to the hand.
    if refusals and not flip_pending(after):
        fits = tichu.fits(after.piles[other], own.card)
        key = "lesson.too_late.other_pile" if fits else "lesson.too_late.stays_in_hand"
        follows = Message(key, card=own.card, pile=other + 1)
    return _ask(
        state,
        {"stays": "lesson.too_late.stays", "back": "lesson.too_late.back"},
        opponent=False,
        prompt=Message("lesson.too_late.prompt", card=own.card, pile=own.pile + 1, rival=rival.card),
        answer="back" if refusals else "stays",
        notes=Message("lesson.too_late.wish", rank=rival.wish) if rival.wish else (),
        because=(
            Message("lesson.too_late.landed", "U2.4", rival=rival.card),
            tuple(replace(one, fix=None) for one in refusals)
            or Deferred(sentences.why_fits, after.piles[own.pile], own.card, state.rules),
        ),
        follows=follows,
        helps=(
            Message("lesson.too_late.look", rival=rival.card),
            Message("lesson.too_late.ask", card=own.card, rival=rival.card),
        ),
    )


@drill("race.too_late", "U2.4")
def too_late(chance: Random, level: int) -> Ask:
    """The opponent's card lands first: is your own still good on this pile?

    Plain cards, or a special one of one's own; then a special one of the opponent's; then the opponent's Dog as well.
    """
    while True:
        state = tables.dealt(chance, (0, 0), extra=(2, 2))
        place = chance.choice(SEATS)
        pile = state.piles[place]
        rival, wish = _rival(chance, state, pile, level)
        own = _own(chance, state, pile, level, rival)
        if rival is None or own is None:
            continue
        rest = chance.sample([card for card in tables.left_over(state) if card not in (rival, own)], 3 + level)
        state = replace(state, hands=((own, *rest[1:]), (rival, rest[0])))
        seen = pile.top
        return ask_too_late(state, tichu.Play(OPPONENT, rival, place, seen, wish), tichu.Play(YOU, own, place, seen))


def _rival(chance: Random, state: tichu.State, pile: tichu.Pile, level: int) -> tuple[Card | None, str | None]:
    """The opponent's card for the pile, and the wish with the Mah Jong."""
    plain = [card for card in tables.left_over(state) if tichu.fits(pile, card)]
    special = [DRAGON, PHOENIX, *([DOG] if level == 3 else [])]
    if tichu.fits(pile, MAH_JONG):
        own_values = [card for card in DECK if tichu.fits(pile, card)]
        near = [rank for rank in WISHES if any(tichu.fits(tichu.Pile((MAH_JONG,), rank), card) for card in own_values)]
        return MAH_JONG, chance.choice((*near, *WISHES))
    if level == 1 or chance.randrange(2):
        return (chance.choice(plain) if plain else None), None
    return chance.choice(special), None


def _own(chance: Random, state: tichu.State, pile: tichu.Pile, level: int, rival: Card | None) -> Card | None:
    """The learner's card for the pile: mostly a plain one, sometimes Dragon or Phoenix."""
    if chance.randrange(3) == 0:
        return chance.choice([card for card in (DRAGON, PHOENIX) if card is not rival])
    plain = [card for card in tables.left_over(state) if card is not rival and tichu.fits(pile, card)]
    return chance.choice(plain) if plain else None


# Questions about drawing up in Tichu 1.on.1 (U3): what forgetting costs, and from which pile

DRAW: Final = tichu.Draw(YOU)


def ask_owed(before: tichu.State, move: tichu.Play) -> Ask:
    """U3.2, U3.3: the learner plays without drawing up; how many cards of the other draw pile does that cost?"""
    after = tichu.play(before, move)
    left = len(after.hands[YOU])
    missing, there = FULL_HAND - left, len(after.draw[OPPONENT])
    because: Text = Message("lesson.owed.missing", "U3.2", left=left, missing=missing)
    if not can_draw(before, YOU):
        full = bool(before.draw[YOU])
        because = Message("lesson.owed.full", "U3.2") if full else Message("lesson.owed.own_gone", "U3.3")
    elif there < missing:
        because = because, Message("lesson.owed.fewer" if there else "lesson.owed.other_gone", "U3.3", count=there)
    return Ask(
        by_value(before.hands[YOU]),
        prompt=Message("lesson.owed.prompt", card=move.card, pile=move.pile + 1),
        piles=(Deferred(tables.on_table, before),),
        notes=(tables.numbers(before, "hand", "draw"), Message("lesson.owed.already") if before.owes[YOU] else ()),
        answer=sentences.owed(after, YOU),
        because=because,
        helps=(Message("lesson.owed.look"), Message("lesson.owed.left", left=left)),
        state=before,
        reader=LEARNER,
    )


def ask_whose_pile(state: tichu.State, forgot: tichu.Play | None = None, taken: int = 0) -> Ask:
    """U3.1 to U3.4: from which draw pile does the learner take the next card?

    `forgot` is the card that was played without drawing up first, if any; `taken` is what was drawn since.
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
        {
            "own": Message("lesson.whose_pile.own"),
            "other": Message("lesson.whose_pile.other"),
            "none": Message("lesson.whose_pile.none"),
        },
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
    """What does it cost to play on without drawing up, and from which draw pile comes the next card?"""
    return (_owed if chance.randrange(2) else _whose_pile)(chance, level)


def _owed(chance: Random, level: int) -> Ask:
    """A hand that is one or two short; then any hand, and a short draw pile; then nothing owed at all, too."""
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
    """Drawn up in time or forgotten; then with draw piles at their end; then after some cards have been taken."""
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


# Questions about a Tichu table on which nothing seems to fit (U4, U5.9): what happens now?


def ask_what_now(state: tichu.State) -> Ask:
    """U4.1 to U4.4, U5.9: what happens now: play goes on, both turn a card, new extra piles, or the end?"""
    answer = next_at(state)
    because, clauses = _why_now(state, answer)
    each: dict[str | int, Text] = {}
    # What the engine has against turning a card, or against dealing new extra piles; at the end it says just that.
    if answer in ("play", "recycle"):
        each["flip"] = tichu.why_not(state, tichu.Flip())
    if answer in ("play", "flip"):
        each["recycle"] = tables.why_no_recycle(state)
    return _ask(
        state,
        {
            "play": "lesson.what_now.play",
            "flip": "lesson.what_now.flip",
            "recycle": "lesson.what_now.recycle",
            "end": "lesson.what_now.end",
        },
        prompt=Message("drill.race.what_now"),
        notes=(tables.numbers(state, "hand", "draw", "extra"), _beneath(state)),
        answer=answer,
        because=because,
        each=each,
        follows=Deferred(_next, state, answer),
        clauses=clauses,
        rule=Message("lesson.what_now.first", "U4.2"),
        helps=(
            Message("lesson.what_now.look"),
            Message("lesson.what_now.then", extra=sum(map(len, state.extra))),
        ),
    )


def next_at(state: tichu.State) -> str:
    """What the engine says that this table waits for."""
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
    drawing = tuple(Message("lesson.what_now.has_to_draw", "U4.2", seat) for seat in SEATS if can_draw(state, seat))
    nothing: Text = Message("racing.dog_turns_nothing") if dog else ()
    fitting: Text = ()
    if any(tichu.plays(tichu.view(state, seat)) for seat in SEATS):
        fitting = Message("lesson.what_now.no_turns", "U2.1"), Deferred(_fitting, state)
    return (nothing, drawing, fitting), ("U5.9", "U4.1") if dog else ("U4.1", "U4.2")


def _next(reader: Reader, state: tichu.State, answer: str) -> tuple[str, ...]:
    """What both do next, played out."""
    match answer:
        case "flip":
            return sentences.describe_move(reader, tichu.Flip(), state)
        case "recycle":
            dealt_anew = tichu.recycle(state, len(buried(state)))
            after = tichu.play(state, dealt_anew)
            return (
                *sentences.describe_move(reader, dealt_anew, state),
                *sentences.describe_move(reader, tichu.Flip(), after),
            )
    return ()


def _beneath(state: tichu.State) -> Message:
    return Message("lesson.what_now.beneath", count=len(buried(state)))


def _fitting(reader: Reader, state: tichu.State) -> Iterator[str]:
    """A card of each hand that fits, where it goes, and why."""
    for seat in SEATS:
        for number, pile in enumerate(state.piles, start=1):
            fitting = tichu.fitting_cards(pile, by_value(state.hands[seat]), state.rules)
            if fitting:
                where = reader.about("lesson.what_now.fits_on", seat, card=fitting[0], pile=number)
                yield f"{where} {sentences.why_fits(pile, fitting[0], state.rules, reader.lang)}"
                break


@drill("race.what_now", "U4.1", "U4.2", "U4.3", "U4.4", "U5.9", "U2.1")
def what_now(chance: Random, level: int) -> Ask:
    """Play on, turn a card, deal new extra piles, or the end?

    To turn or not to turn; then with draw piles, and with the extra piles used up; then with a Dog, with special cards
    in the hands, or with nothing left to turn.
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
    """A table on which no card fits; or, with `fits`, just one of some hand, a special one on request."""
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
        # All that fits may already lie face down: on two deuces and on two aces hardly anything does.
        hidden = [card for heap in (*state.draw, *state.extra) for card in heap if _useful(card, state.piles)]
        return _exchanged(state, hands[seat][0], chance.choice(useful or hidden))
    return state


def _exchanged(state: tichu.State, leaving: Card, card: Card) -> tichu.State:
    """The table with `card` in the hand that held the one given, which goes where the card lay, if it did."""

    def put(heaps: tuple[Cards, Cards]) -> tuple[Cards, Cards]:
        one, other = (tuple(leaving if other is card else other for other in heap) for heap in heaps)
        return one, other

    first, second = (tuple(card if other is leaving else other for other in hand) for hand in state.hands)
    return replace(state, hands=(first, second), draw=put(state.draw), extra=put(state.extra))


def _useful(card: Card, piles: tuple[tichu.Pile, tichu.Pile]) -> bool:
    return any(tichu.fitting_cards(pile, (card,)) for pile in piles)


# Questions about the end of Tichu 1.on.1 (U4.4, U6): has somebody won, what does it pay, and who has the match?

SWAPPED: Final = tichu.Rules(points=tichu.Points.SWAPPED)


def ask_has_won(state: tichu.State) -> Ask:
    """U6.1, U4.4: has somebody won this round, does it go on, or has it ended without a winner?"""
    end = tichu.outcome(state)
    answer = "goes_on"
    because: Text = [
        Message("lesson.has_won.holds" if hand else "lesson.has_won.must_draw", "U6.1", seat, count=len(hand or draw))
        for seat, hand, draw in zip(SEATS, state.hands, state.draw, strict=True)
    ]
    if end:
        answer = _winner(end.winner)
        because = Deferred(sentences.ended, state)
    return _ask(
        state,
        {
            "you": "lesson.has_won.you",
            "opponent": "lesson.has_won.opponent",
            "goes_on": "lesson.has_won.goes_on",
            "nobody": "lesson.has_won.nobody",
        },
        prompt=Message("lesson.has_won.prompt"),
        opponent=bool(state.hands[OPPONENT]),
        notes=(tables.numbers(state, "hand", "draw", "extra"), _beneath(state)),
        answer=answer,
        because=because,
        clauses=("U4.4",) if end and end.ending is tichu.Ending.BLOCKED else ("U6.1",),
        helps=(Message("lesson.has_won.look"), Message("lesson.has_won.both")),
    )


def ask_match_won(state: tichu.State, score: tuple[int, int]) -> Ask:
    """U6.3: the score before this round, and the round; who has won the match?"""
    rules, end = state.rules, tichu.outcome(state)
    assert end is not None
    points, after = end.points, tichu.Match(rules, score).add(end)
    answer = _winner(after.winner)
    standing = {"own": after.points[YOU], "other": after.points[OPPONENT], "target": rules.target}
    won = "lesson.match.not_yet" if after.winner is None else "lesson.match.won"
    swapped = rules.points is tichu.Points.SWAPPED
    return _ask(
        state,
        {"you": "lesson.match.you", "opponent": "lesson.match.opponent", "nobody": "lesson.match.nobody"},
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
            Message(won, "U6.3", after.winner, **standing),
        ),
        clauses=("U6.2", "U6.3"),
        rule=Message("lesson.match.look", "U6.2"),
        helps=(Message("lesson.match.look"), Message("lesson.match.adds", own=points[YOU], other=points[OPPONENT])),
    )


def _winner(seat: int | None) -> str:
    return "nobody" if seat is None else "you" if seat == YOU else "opponent"


def _ask(state: tichu.State, choices: Mapping[str, str], *, opponent: bool = True, **more: Any) -> Ask:
    """A question about a table: both piles, the learner's hand, and the opponent's where it lies open."""
    return Ask(
        by_value(state.hands[YOU]),
        {answer: Message(key) for answer, key in choices.items()},
        piles=(Deferred(tables.on_table, state, opponent=opponent),),
        worth=tichu.sorting_value,
        state=state,
        reader=LEARNER,
        **more,
    )


@drill("race.has_won", "U6.1", "U4.4")
def has_won(chance: Random, level: int) -> Ask:
    """Has somebody won the round?

    An empty hand, with and without a draw pile; then cards in hand without one; then rounds that are blocked.
    """
    if level == 3 and chance.randrange(2):
        return ask_has_won(tables.blocked_round(chance, level=chance.randrange(3) == 0))
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
    """Who has won the match?

    A match at its end; then one where the kind of win decides; then with another target or the house rule.
    """
    rules = tichu.SHEET
    if level == 3:
        rules = tichu.Rules(points=chance.choice(tuple(tichu.Points)), target=chance.choice((5, 7, 10)))
    near, far = 1 if level == 1 else 2, 5
    score = tuple(max(0, rules.target - chance.randrange(1, near + 3 if level == 1 else far)) for _ in SEATS)
    return ask_match_won(tables.won_round(chance, chance.choice(SEATS), rules), (score[0], score[1]))


DRILLS: Final = (too_late, draw_up, what_now, has_won, match)
