"""What the page draws of a Tongits table: turn, buttons, news, piles, melds, and the end of the round.

`TongitsTable` puts it together; `js/shown.d.ts` describes it.
Everything comes from the view of one seat (with open hands also from the others'), so a page gets nothing that this
seat may not see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from cardlab import tongits
from cardlab.cards import Card
from cardlab.phrasing import Reader
from cardlab.phrasing import tongits_sentences as tell
from cardlab.phrasing.messages import in_words
from cardlab.phrasing.scoring import chips_in_parts
from cardlab.widgets.blocks import Block, button
from cardlab.widgets.tongits_table.driver import SEATS, Driver

LONGEST_LOG: Final = 200
AnnouncementKind: TypeAlias = Literal["none", "done", "yes", "no", "hint"]


@dataclass(frozen=True, slots=True)
class Announcement:
    """The result of the last action, its clauses (`rules`), and where it happened.

    `place`: "stock", "discards", "hand", or the index of a meld.
    """

    kind: AnnouncementKind = "none"
    title: str = ""
    sentences: list[str] | tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    place: str | int = "hand"


def _legal(seen: tongits.View, move: tongits.Move) -> bool:
    return move.seat == seen.seat and not tongits.why_not(seen, move)


def turn(here: Driver, seen: tongits.View, selected: tuple[Card, ...], *, covered: bool) -> tuple[str, str, str]:
    """Return whose turn it is, what they can do, and what is at stake, as texts.

    `selected`: the selected cards; `covered`: whether the screen has to be passed on first.
    """
    state, me, words = here.state, here.actor, here.words
    who, what, stakes = words.about("table.turn", state.seat), "", ""
    if here.is_over:
        who = words.say("refusal.round_over")
    elif covered:
        who = words.say("table.turn.pass_on", seat=state.seat)
    elif here.waiting:
        pass
    elif state.phase is tongits.Phase.ANSWER:
        key = "table.turn.answer" if _legal(seen, tongits.Challenge(me)) else "table.turn.burned"
        what, stakes = words.say(key, seat=state.caller), " ".join(tell.at_stake(words, seen))
    elif state.phase is tongits.Phase.LAY:
        if selected and any(_legal(seen, tongits.Sapaw(me, index, selected)) for index in range(len(seen.melds))):
            what = words.say("table.turn.fits")
        else:
            is_first = state.began is tongits.Began.DEAL and not state.melds
            what = words.say("table.turn.first" if is_first else "table.turn.lay")
    else:
        may = ["fix.draw_or_take" if _legal(seen, tongits.Take(me)) else "fix.draw_from_stock"]
        may += ["table.turn.call"] if _legal(seen, tongits.Call(me)) else []
        what = " ".join(map(words.say, may))
    return who, what, stakes


def _move_button(move: tongits.Move, seen: tongits.View, words: Reader, *, main: bool) -> Block:
    """Make a button for a move; it lays or discards the cards selected when pressed."""
    is_legal, text = _legal(seen, move), str(move).split(" ", 1)[1]
    style = "" if is_legal or isinstance(move, tongits.LayMeld | tongits.Discard) else "cardlab-not-now"
    match move:
        case tongits.LayMeld(secret=secret):
            text = "meld * secret" if secret else "meld *"
        case tongits.Discard():
            text = "discard *"
    send = {"do": "move", "text": text}
    return button(tell.action(words, move, seen), send, main=main and is_legal, style=style)


def actions(seen: tongits.View, selected: tuple[Card, ...], words: Reader) -> list[Block]:
    """Return the buttons below the hand.

    No button is disabled. A button for an illegal move may look disabled, but explains why when it is pressed. A burned
    player can only fold.
    """
    me = seen.viewer
    if seen.phase is tongits.Phase.OVER:
        return []
    if seen.phase is tongits.Phase.ANSWER:
        may = _legal(seen, tongits.Challenge(me))
        challenge = _move_button(tongits.Challenge(me), seen, words, main=False)
        fold = _move_button(tongits.Fold(me), seen, words, main=not may)
        return [fold] if seen.seat == me and not may else [challenge, fold]
    # `why_not` is slower, because it also looks for the nearest meld.
    meld = bool(tongits.meld_readings(selected, seen.rules))
    buttons = [_move_button(tongits.LayMeld(me, selected), seen, words, main=meld)]
    if seen.rules.secret_four:
        buttons.append(_move_button(tongits.LayMeld(me, selected, secret=True), seen, words, main=meld))
    if len(selected) == 1:
        buttons.append(_move_button(tongits.Discard(me, selected[0]), seen, words, main=True))
    else:
        buttons.append(button(words.say("table.discard"), {"do": "move", "text": "discard *"}))
    return [*buttons, _move_button(tongits.Call(me), seen, words, main=False)]  # a call is never suggested


def news(here: Driver) -> list[str]:
    """Return the others' moves since the learner's last action, as sentences."""
    own = bool(here.news) and here.mover(here.since + 1) == here.actor
    return here.describe(here.news[own:])


def flights(here: Driver) -> list[Block]:
    """Return the moves since the learner's last action in which cards visibly move."""
    flights_found: list[Block] = []
    for index in here.news:
        carried: tuple[Card, ...]
        match here.line.moments[index].move:
            case tongits.Draw():
                do, carried = "draw", ()
            case tongits.Take():
                do, carried = "take", here.line.moments[index - 1].state.discards[:1]
            case tongits.LayMeld(cards=laid, secret=secret):
                do, carried = "lay", () if secret else laid
            case tongits.Sapaw(cards=laid):
                do, carried = "lay", laid
            case tongits.Discard(card=card):
                do, carried = "discard", (card,)
            case _:
                continue
        seat = ((here.mover(index) or 0) - here.actor) % 3
        codes = [card.code for card in carried]
        flights_found.append({"at": index, "by": seat - 1 if seat else None, "do": do, "cards": codes})
    return flights_found


# What lies there.


def open_hands(here: Driver, seen: tongits.View) -> dict[int, tuple[Card, ...]]:
    """Return the hands of the others that may be shown, by seat: none before the round is over, unless all are open."""
    others = [seat for seat in SEATS if seat != seen.viewer]
    if seen.shown:
        return {seat: seen.shown[seat] for seat in others}
    return {seat: tongits.view(here.state, seat).hand for seat in others} if here.open_hands else {}


def player_props(
    seen: tongits.View,
    seat: int,
    selected: tuple[Card, ...],
    refused: str | int | None,
    words: Reader,
    hands: dict[int, tuple[Card, ...]],
) -> Block:
    """Return a player's cards and melds; selected cards may fit on a meld.

    `refused`: the place where the last move was refused (see `Announcement`); `hands`: as `open_hands` returns them.
    """
    own, count, hand = seat == seen.viewer, seen.counts[seat], hands.get(seat, ())
    opened = words.say("table.opened" if seen.opened(seat) else "table.not_opened")
    return {
        "name": words.about("table.melds_of", seat) if own else words.name(seat),
        "face": seat,
        "about": opened if own else words.say("table.count_and_opened", count=count, opened=opened),
        "moves": seen.seat == seat and not seen.shown,
        "score": [],
        "cards": [card.code for card in hand],
        "backs": 0 if hand or own else count,
        "hand_label": words.about("table.own_hand", seat),
        "melds": [
            _meld_props(seen, index, laid, selected, index == refused, words)
            for index, laid in enumerate(seen.melds)
            if laid.owner == seat
        ],
    }


def _meld_props(
    seen: tongits.View, index: int, laid: tongits.Laid, selected: tuple[Card, ...], refused: bool, words: Reader
) -> Block:
    fits = bool(selected) and _legal(seen, tongits.Sapaw(seen.viewer, index, selected))
    low = False
    if fits and laid.meld is not None:
        low = tongits.grown(laid.meld, selected, seen.rules) != tongits.grown(laid.meld, selected, seen.rules, low=True)
    kind = words.say(f"brackets.{laid.meld.kind}" if laid.meld else "table.secret")
    cards = laid.meld.cards if laid.meld else ()
    notes = [words.say("table.face_down")] if laid.secret and cards else []
    if laid.meld and laid.meld.kind is tongits.Kind.RUN and laid.meld.jokers:
        notes.append(words.say("table.stands_for", cards=laid.meld.stands_for))
    return {
        "index": index,
        "label": tell.meld_name(words, index, laid.meld),
        "about": ", ".join([kind, *notes]),
        "cards": [card.code for card in cards],
        "low": low,
        "fits": fits,
        "refused": refused,
    }


def piles_props(seen: tongits.View, refused: str, words: Reader, *, closed: bool) -> Block:
    """Return the stock and the discard pile; `closed` if nobody can begin a turn now."""
    count, begins = len(seen.discards), (tongits.Draw(seen.viewer), tongits.Take(seen.viewer))
    return {
        "refused": refused,
        "left": words.say("table.left", count=seen.stock),
        "depth": min(3, seen.stock),
        "pile_size": words.say("table.whole_pile" if count > 1 else "hand.cards", count=count),
        "discards": [card.code for card in seen.discards],
        "begins": [] if closed else [_move_button(move, seen, words, main=True) for move in begins],
    }


def ending_props(state: tongits.State, words: Reader) -> Block:
    """Return the end of the round: winner, reason, and each player's account."""
    result = tell.result_of(state)
    burned = tell.burned(words, result) if result.winner is not None else ()
    won, *sentences = [reason.sentence for reason in (*tell.ended(words, state), *burned)]
    cards: tuple[Card, ...] = ()
    if result.winner is not None:
        laid = (one.meld.cards for one in state.melds if one.owner == result.winner and one.meld is not None)
        cards = state.hands[result.winner] or tuple(card for meld in laid for card in meld)
    rows = []
    for seat in SEATS:
        hand, in_full = state.hands[seat], state.rules.concealed_melds_count
        best = tongits.best_arrangements(hand, (), state.rules)[0]
        parts = tongits.deadwood_parts(hand if in_full else best.loose, state.rules)
        counted = " = " + " + ".join(str(points) for _, points in parts) if len(parts) > 1 else ""
        if kept := [meld.cards for meld in best.melds]:
            key = "table.end.kept" if in_full else "table.end.kept_free"
            counted += words.say(key, points=tongits.deadwood(hand, state.rules) - best.deadwood, melds=kept)
        paid = f"{result.payments[seat]:+d}".replace("-", "−") if result.payments[seat] else "0"
        how = _how_paid(state, result, seat, words)
        rows.append([words.name(seat), str(result.deadwood[seat]), counted, paid, how])
    label = words.about("table.own_hand", result.winner) if result.winner is not None else ""
    return {
        "title": won,
        "sentences": sentences,
        "winner": result.winner,
        "cards": [card.code for card in cards],
        "label": label,
        "rows": rows,
    }


def _how_paid(state: tongits.State, result: tongits.Outcome, seat: int, words: Reader) -> str:
    """Explain what a player pays the winner, or why it is nothing. [T9.3, T9.4]"""
    if result.winner in (None, seat):
        return ""
    if state.rules.payment is tongits.Payment.CHIPS:
        return " " + in_words(words, chips_in_parts(state, seat))
    paid = f"({tell.difference(state, seat)}, T9.3)"
    return f" {paid if result.payments[seat] else tell.balance(words, state, seat).sentence}"


def add_scores(props: Block, match: tongits.Match, words: Reader) -> None:
    """Add the match score of each player to the props. [T10.5]"""
    for one in (props["own"], *props["players"]):
        points = match.scores[one["face"]]
        one["score"] = [str(points), words.say("play_tongits.score", points=points)]


def match_text(last: tongits.Match, words: Reader, *, is_unfinished: bool) -> list[str]:
    """Say how the match ended, or who begins the next round. [T10.5, T1.5]

    `last`: the current score; `is_unfinished`: whether the next round can be dealt. Returns [] while the
    match is not over and no round can be dealt.
    """
    target = last.rules.target
    if last.losers:
        return [
            words.say("play_tongits.match_over", number=last.rounds, target=target),
            *(words.about("table.loses", seat, score=last.scores[seat]) for seat in last.losers),
            *(words.about("table.wins_match", seat, score=last.scores[seat]) for seat in last.winners),
        ]
    if not is_unfinished:
        return []
    key = "play_tongits.winner_begins" if last.rules.winner_starts else "play_tongits.next_begins"
    return [words.say(key, player=words.name(last.first))]
