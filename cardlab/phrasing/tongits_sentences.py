"""Sentences about Tongits: players, moves, melds, tables, and how a round ends.

- `at_table`: the reader at a seat, to whom the others sit on the left and on the right, or a spectator;
- `move_word`: the last part of the keys about a move, and the facts of its sentences;
- `does`, `describe_moves`: moves as sentences; `action`: the label of a button; `option`: the label in a list;
- `describe_attempts`: moves that need not be legal;
- `meld_name`, `why_meld`: a meld on the table, and what makes it one;
- `on_table`, `top_discard`, `house_rules`, `about_call`: a table with its open hands, rules and past;
- `at_stake`: what there is to lose for a player who may challenge or fold;
- `ended`, `open_hands`, `burned`, `paid`, `balance`: the end of a round, a sentence and its clause at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from cardlab import tongits
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.house_rules import house_rules_of
from cardlab.phrasing.labelled_pile import LabelledPile, by_rank
from cardlab.phrasing.reader import Reader, Reason
from cardlab.tongits.moves import SEATS
from cardlab.tongits.scoring import BASE_CHIPS, TRIPLE_CHIPS

KIND_CLAUSE: Final = {tongits.Kind.SET: "T3.1", tongits.Kind.RUN: "T3.2"}
"""The clause that says what a meld of this kind is."""


PLACES: Final = ("0", "1", "2")
"""The names of the reader, the player on the left, and the player on the right."""
BOTS: Final = ("0", "lou", "robin")
"""The names of the reader and the two bots: L sits on the left, R on the right, in every language."""


def at_table(lang: str = "en", seat: int | None = None, called: tuple[str, str, str] = PLACES) -> Reader:
    """Return the reader at a seat, or a spectator if `seat` is None.

    `called`: the names of the players, the reader first, then to the left.

    >>> at_table("en", 1).within(0), at_table("de").name(0), at_table("nl", 0, BOTS).name(2)
    ('the player on the right', 'Spieler 1', 'Robin (rechts)')
    """
    names = () if seat is None else tuple(called[(other - seat) % SEATS] for other in range(SEATS))
    return Reader(lang, seat, names)


# Moves


def move_word(move: tongits.Move, before: tongits.State | tongits.View) -> tuple[str, dict[str, Any]]:
    """Return the last part of the keys about a move, and the facts of its sentences.

    The words are draw, take, lay, lay_secret, lay_off, discard, call, challenge and fold. The fact `meld` holds the
    cards of the meld that is laid off on, `number` its number. The drawn card is known from a State only.
    """
    match move:
        case tongits.Draw():
            return "draw", {"card": before.stock[0]} if isinstance(before, tongits.State) and before.stock else {}
        case tongits.Take():
            return "take", {"card": before.discards[0]} if before.discards else {}
        case tongits.LayMeld(cards=laid, secret=secret):
            return "lay_secret" if secret else "lay", {"cards": laid}
        case tongits.Sapaw(meld=number, cards=added):
            target = before.melds[number].meld if number in range(len(before.melds)) else None
            return "lay_off", {"cards": added, "meld": target.cards if target else (), "number": number}
        case tongits.Discard(card=card):
            return "discard", {"card": card}
        case tongits.Call():
            return "call", {}
        case tongits.Challenge():
            return "challenge", {}
        case tongits.Fold():
            return "fold", {}


def does(reader: Reader, move: tongits.Move, before: tongits.State, *, open_hands: bool = False) -> str:
    """Say what a move does, to follow a player's name: "draws a card".

    `before`: the position before it. Cards face down for the reader are not named, unless `open_hands`.
    """
    word, facts = move_word(move, before)
    known = open_hands or move.seat == reader.seat
    if word in ("draw", "lay_secret") and not known:
        return reader.say("move.draw.hidden" if word == "draw" else "move.lay_secret.hidden")
    if isinstance(move, tongits.LayMeld) and not move.secret and (meld := tongits.why_meld(move.cards, before.rules)):
        word, facts = f"lay_{meld.kind}", {"cards": meld.cards}
    if isinstance(move, tongits.Discard) and move.card.is_joker:
        word = "discard_joker"
    return reader.about(f"move.{word}", move.seat, **facts)


def describe_moves(
    reader: Reader, made: Iterable[tuple[tongits.Move, tongits.State]], *, open_hands: bool = False
) -> tuple[str, ...]:
    """Say what moves do, each given with the position before it. A player's consecutive moves make one sentence."""
    sentences = []
    for seat, row in groupby(made, key=lambda one: one[0].seat):
        deeds = tuple(does(reader, move, before, open_hands=open_hands) for move, before in row)
        sentences.append(reader.about("text.does", seat, deeds=deeds))
    return tuple(sentences)


def describe_attempts(reader: Reader, moves: Iterable[tongits.Move], before: tongits.State) -> tuple[str, ...]:
    """Say what moves would do, legal or not.

    From move to move, only the stock and the discard pile change.
    """
    table = before
    sentences: list[str] = []
    for move in moves:
        sentences += describe_moves(reader, [(move, table)])
        match move:
            case tongits.Draw():
                table = replace(table, stock=table.stock[1:])
            case tongits.Take():
                table = replace(table, discards=table.discards[1:])
            case tongits.Discard(card=card):
                table = replace(table, discards=(card, *table.discards))
    return tuple(sentences)


def action(reader: Reader, move: tongits.Move, seen: tongits.State | tongits.View) -> str:
    """Return the label of a move's button, also of an incomplete move."""
    word, facts = move_word(move, seen)
    match move:
        case tongits.Take():
            key = "table.take_card" if facts else "table.take"
        case tongits.LayMeld(cards=laid, secret=False):
            key = "table.lay_cards" if len(laid) > 2 else "table.lay"
        case tongits.Sapaw(cards=laid):
            key = "table.lay_off_on" if laid else "table.lay_off_at"
        case tongits.Discard():
            key = "table.discard_card"
        case _:
            key = f"table.{word}"
    return reader.say(key, **facts)


def option(reader: Reader, move: tongits.Move, seen: tongits.State | tongits.View) -> str:
    """Return the label of a move in a list; different moves have different labels."""
    _, facts = move_word(move, seen)
    match move:
        case tongits.LayMeld(secret=True):
            return reader.say("whatif.lay_secret", **facts)
        case tongits.Sapaw(low=True):
            return reader.say("whatif.lay_off_low", **facts)
        case _:
            return action(reader, move, seen)


def whole_turn(reader: Reader, moves: Iterable[tongits.Move], seen: tongits.View) -> str:
    """Name a turn in a list of options: "Lay 7♦ 7♥ 7♠, discard K♦"."""
    first, *others = moves
    return _followed(option(reader, first, seen), others, _after(first, seen), reader.lang)


def turn_done(moves: Iterable[tongits.Move], seen: tongits.View, lang: str) -> str:
    """Name the reader's turn within a sentence: "lay 7♦ 7♥ 7♠, discard K♦"."""
    first, *others = moves
    return _followed(_done(first, seen, lang), others, _after(first, seen), lang)


def _followed(begun: str, others: Iterable[tongits.Move], table: tongits.View, lang: str) -> str:
    for move in others:
        begun, table = say("text.whole_turn", lang, begun=begun, action=_done(move, table, lang)), _after(move, table)
    return begun


def _done(move: tongits.Move, seen: tongits.View, lang: str) -> str:
    word, facts = move_word(move, seen)
    return say(f"coach.do.{word}", lang, **facts)


def _after(move: tongits.Move, seen: tongits.View) -> tongits.View:
    """Return what a player sees after a move. Only melds change: words for the next moves need no more."""
    match move:
        case tongits.LayMeld(cards=laid, secret=secret):
            meld = tongits.Laid(tongits.why_meld(laid, seen.rules), move.seat, secret)
            return replace(seen, melds=(*seen.melds, meld))
        case tongits.Sapaw(meld=number, cards=added, low=low):
            melds = list(seen.melds)
            target = melds[number].meld
            bigger = tongits.grown(target, added, seen.rules, low=low) if target else None
            melds[number] = replace(melds[number], meld=bigger)
            return replace(seen, melds=tuple(melds))
        case _:
            return seen


# Melds


def meld_name(reader: Reader, number: int, meld: tongits.Meld | None) -> str:
    """Name a meld on the table by its number from 0 and kind; None: one face down."""
    return reader.say("table.meld_secret" if meld is None else f"table.meld_{meld.kind}", number=number)


def why_meld(meld: tongits.Meld, lang: str) -> tuple[Reason, ...]:
    """Say what makes cards a meld, with the clause, and T3.3 for an ace in a run."""
    reader, first = Reader(lang), meld.stands_for[0]
    facts = {"rank": first.rank, "suit": f"card.{first.suit}", "cards": meld.cards, "count": len(meld.cards)}
    reasons = [reader.because(f"why.{meld.kind}", KIND_CLAUSE[meld.kind], **facts)]
    if meld.kind is tongits.Kind.RUN and any(card.rank == "A" for card in meld.cards):
        reasons.append(reader.because("text.ace_low" if first.rank == "A" else "text.ace_high", "T3.3"))
    return tuple(reasons)


# Tables: cards, house rules and draw calls


def on_table(
    reader: Reader, state: tongits.State | tongits.View, hands: Iterable[int] = ()
) -> tuple[LabelledPile, ...]:
    """Return the melds that the reader sees, in the order laid, and some hands.

    `hands`: the seats whose hands follow; only of a `State`.
    """
    seen = state if reader.seat is None or isinstance(state, tongits.View) else tongits.view(state, reader.seat)
    piles = []
    for number, laid in enumerate(seen.melds):
        if laid.meld:
            key = "text.table.secret" if laid.secret else "text.table.meld"
            pile = LabelledPile.about(reader, laid.meld.cards, key, laid.owner, number=reader.counted(number))
            piles.append(replace(pile, is_meld=True))
    open_hands = () if isinstance(state, tongits.View) else state.hands
    piles += [LabelledPile.about(reader, by_rank(open_hands[seat]), "text.table.hand", seat) for seat in hands]
    return tuple(piles)


def top_discard(reader: Reader, state: tongits.State | tongits.View) -> tuple[LabelledPile, ...]:
    """Return the top card of the discard pile with its label; () if there is none."""
    label = reader.say("text.table.top_discard")
    return (LabelledPile(state.discards[:1], label, None, label),) if state.discards else ()


def house_rules(rules: tongits.Rules, lang: str) -> tuple[str, ...]:
    """Return a sentence for each changed house rule except the payment."""
    return house_rules_of(replace(rules, payment=tongits.Rules().payment), lang)


def about_call(reader: Reader, state: tongits.State | tongits.View) -> tuple[str, ...]:
    """Say who called a draw, and who has challenged or folded so far."""
    assert state.caller is not None
    sentences = [reader.about("text.table.caller", state.caller)]
    if state.rules.showdown is tongits.Showdown.EVERYONE:
        return tuple(sentences)
    asked = seats_asked(state)
    if tongits.turn(state):
        asked = asked[: asked.index(state.seat)]
    for seat in asked:
        key = "text.table.challenged" if seat in state.challengers else "text.table.folded"
        sentences.append(reader.about(key, seat))
    return tuple(sentences)


def seats_asked(state: tongits.State | tongits.View) -> list[int]:
    """Return the seats that are asked after a draw call, in order. [T6.2]"""
    assert state.caller is not None
    return [(state.caller + step) % SEATS for step in (1, 2)]


def at_stake(reader: Reader, seen: tongits.View) -> tuple[str, ...]:
    """Say what the viewer can lose by a challenge or a fold. [T6.2, T9.3, T9.4]"""
    points, burned = tongits.hand_deadwood(seen.hand, seen.rules), not seen.opened(seen.viewer)
    texts = [reader.say("text.stake.hand", points=points)]
    if seen.rules.payment is not tongits.Payment.CHIPS:
        key = "text.stake.points_burned" if burned else "text.stake.points"
        return (*texts, reader.say(key, points=points))
    # If another player challenges, folding costs as much as losing.
    after = next((seat for seat in seats_asked(seen)[1:] if seat != seen.viewer and seen.opened(seat)), None)
    is_open = seen.seat == seen.viewer and not seen.challengers and after is not None
    key = "text.stake.chips_open" if is_open else "text.stake.chips"
    if burned:
        key = "text.stake.chips_burned_open" if is_open else "text.stake.chips_burned"
    folded = TRIPLE_CHIPS if seen.challengers else BASE_CHIPS
    texts.append(reader.say(key, lost=TRIPLE_CHIPS, folded=folded, seat=after))
    texts.append(reader.say("text.stake.secrets" if seen.rules.secret_four else "text.stake.aces"))
    return tuple(texts)


# The end of a round


def result_of(state: tongits.State) -> tongits.Outcome:
    """Return how a finished round ended."""
    result = tongits.outcome(state)
    assert result is not None, "the round is not over"
    return result


def ended(reader: Reader, state: tongits.State) -> tuple[Reason, ...]:
    """Say who won a finished round, then every clause that decided it."""
    result = result_of(state)
    match result.ending:
        case tongits.Ending.TONGITS:
            return (reader.because("text.won.tongits", "T5.1", result.winner),)
        case tongits.Ending.DRAW:
            return tuple(_after_call(reader, state, result))
        case tongits.Ending.STOCK:
            return tuple(_after_stock(reader, state, result))
        case tongits.Ending.VOID:
            return (reader.because("text.won.void", "T8.3"),)


def _after_call(reader: Reader, state: tongits.State, result: tongits.Outcome) -> Iterator[Reason]:
    """Say who won a draw call, and who lost with at most as much deadwood. [T6.4 to T6.7, T7.2]"""
    assert state.caller is not None
    taking_part = {state.caller, *state.challengers}
    if not state.challengers:
        everyone = state.rules.showdown is tongits.Showdown.EVERYONE
        key = "text.won.all_burned_but_caller" if everyone else "text.won.unchallenged"
        yield reader.because(key, "T6.7", result.winner)
    else:
        hands = hands_counted(reader, result, taking_part)
        yield reader.because("text.won.draw", "T6.4", result.winner, hands=hands)
    if result.tied:
        yield reader.because(_tie_after_call(state, result), result.clause)
    yield from _lower(reader, result, taking_part)


def _tie_after_call(state: tongits.State, result: tongits.Outcome) -> str:
    next_seat = state.rules.challengers_tie is tongits.ChallengersTie.NEXT_SEAT
    if state.caller not in result.tied:
        return "text.tie.below_caller_next_seat" if next_seat else "text.tie.below_caller_last_meld"
    if state.rules.tie is tongits.Tie.CALLER:
        return "text.tie.to_caller"
    if len(result.tied) < SEATS:
        return "text.tie.to_challenger"
    return "text.tie.of_three_next_seat" if next_seat else "text.tie.of_three_last_meld"


def _after_stock(reader: Reader, state: tongits.State, result: tongits.Outcome) -> Iterator[Reason]:
    """Say who won at the end of the stock, and who is burned with at most as much deadwood. [T7.2, T8.2, T8.4]"""
    opened = {seat for seat in range(SEATS) if seat not in result.burned}
    yield reader.because("text.won.stock", "T8.2", result.winner, hands=hands_counted(reader, result, opened))
    if result.tied:
        last_drawer = state.rules.stock_tie is tongits.StockTie.LAST_DRAWER
        yield reader.because("text.tie.stock_last_drawer" if last_drawer else "text.tie.stock_last_meld", "T8.4")
    yield from _lower(reader, result, opened)


def _lower(reader: Reader, result: tongits.Outcome, taking_part: set[int]) -> Iterator[Reason]:
    """Name players who had no more deadwood than the winner but didn't take part."""
    assert result.winner is not None
    for seat in range(SEATS):
        points = result.deadwood[seat]
        if seat not in taking_part and points <= result.deadwood[result.winner]:
            burned = seat in result.burned
            key, rule = ("text.burned_lower", "T7.2") if burned else ("text.folded_lower", "T6.4")
            yield reader.because(key, rule, seat, points=points)


def hands_counted(reader: Reader, result: tongits.Outcome, seats: Iterable[int]) -> tuple[str, ...]:
    """Name players with the deadwood of their hands: "Player on the left 14"."""
    return tuple(hand_counted(reader, result, seat) for seat in sorted(seats))


def hand_counted(reader: Reader, result: tongits.Outcome, seat: int) -> str:
    """Name a player with the deadwood of the hand: "Player on the left 14"."""
    return say("text.hand_counted", reader.lang, name=reader.name(seat), points=result.deadwood[seat])


def open_hands(reader: Reader, state: tongits.State) -> tuple[LabelledPile, ...]:
    """Return all hands, each labelled with its owner and its deadwood. [T6.4]"""
    result = result_of(state)
    return tuple(LabelledPile(by_rank(state.hands[seat]), hand_counted(reader, result, seat)) for seat in range(SEATS))


def burned(reader: Reader, result: tongits.Outcome) -> tuple[Reason, ...]:
    """Say who is burned; () if nobody is. [T7.1]"""
    if not result.burned:
        return ()
    seats = tuple(sorted(result.burned))
    key = "table.burned.other"
    if reader.seat in result.burned:
        key = "table.burned.you" if len(seats) == 1 else "table.burned.with_you"
    return (Reason(reader.say(key, players=seats, count=len(seats)), "T7.1"),)


def difference(state: tongits.State, seat: int) -> str:
    """Return the points that a player pays, as a subtraction: "23 − 7". [T9.3]"""
    result = result_of(state)
    assert result.winner is not None
    return f"{result.deadwood[seat]} − {result.deadwood[result.winner]}"


def balance(reader: Reader, state: tongits.State, seat: int) -> Reason:
    """Say what a finished round pays or costs a player. [T9.3, T9.4]"""
    result = result_of(state)
    chips = state.rules.payment is tongits.Payment.CHIPS
    rule, received = "T9.4" if chips else "T9.3", result.payments[seat]
    if result.winner is None or (seat == result.winner and not received):
        return reader.because("text.pays.nothing", rule, seat)
    if seat == result.winner:
        return reader.because("text.collects.chips" if chips else "text.collects.points", rule, seat, count=received)
    if chips:
        return reader.because("text.pays.chips", rule, seat, count=-received)
    if received:
        return reader.because("text.pays.points", rule, seat, count=-received, sum=difference(state, seat))
    own, theirs = result.deadwood[result.winner], result.deadwood[seat]
    return reader.because("text.pays.no_more", rule, seat, own=own, theirs=theirs)
