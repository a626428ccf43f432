"""What a page draws of a timed table of Tichu 1.on.1, between devices too.

- `RaceProps`, `live_race_props`: the table, small enough to be sent after every move;
- `player_props`, `discards`: a player and the discard piles; `pile_name`, `turning_text`;
- `slider`, `levels`, `head`, `alert`, `leaving`: blocks of these pages only;
- `reader_of`: the reader of texts about a match;
- `score_words`, `seconds`: the score, and a time as text.

Of a hidden hand only the number of cards is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, Literal, TypedDict

from cardlab.cards import Card
from cardlab.phrasing import Reader
from cardlab.phrasing import tichu_sentences as tell
from cardlab.phrasing.catalogue import decimal, say
from cardlab.phrasing.tichu_sentences import owed, upper_cards
from cardlab.tichu import Match, State, recycle_due
from cardlab.tichu.codes import Code
from cardlab.tichu.piles import DOG, DRAGON
from cardlab.tichu.state import can_draw, draws_from
from cardlab.widgets.blocks import Block, Send
from cardlab.widgets.tichu_table.live import LiveRound
from cardlab.widgets.tichu_table.race_hands import NEVER, SIDES, WISH_RANKS, Hands, Late, Side
from cardlab.widgets.tichu_table.timed_match import Against

RACE_WORDS: Final = (
    *("play_tichu.draw", "play_tichu.draw_other", "play_tichu.key", "play_tichu.no_card", "play_tichu.no_wish"),
    *("play_tichu.back", "play_tichu.pile", "play_tichu.pile_target", "play_tichu.hand_of", "play_tichu.rule"),
    *("widget.sound", "widget.draw_pile", "widget.extra_pile"),
)
"""Keys of the texts of a race."""
BACK: Final = "back"
"""Stands for a card that lies face down."""


class RaceProps(TypedDict):
    """The table after `number` moves, each player as `player_props`, the piles as `discards` make them.

    - `phase`: whether cards are played, or it is only looked at; `paused`: whether the clock stands still;
    - `person`: whether one person plays at this page, not two;
    - `turning`, `milliseconds`: why cards will be turned, and the countdown; `news`: what the last moves did.
    """

    phase: Literal["race", "still"]
    number: int
    sides: list[Block]
    piles: list[Block]
    person: bool
    paused: bool
    turning: str
    milliseconds: int
    news: list[str]


def player_props(
    state: State,
    seat: int,
    name: str,
    lang: str,
    slots: Sequence[Card | None],
    *,
    side: Side | None = None,
    hidden: bool = False,
    hands: Hands | None = None,
    now: float = NEVER,
    explains: bool = False,
    texts: Sequence[str] = (),
) -> Block:
    """A player at the table.

    It has the hand and piles, the debt, and whether the player has to draw, perhaps from the `other` side.
    Of a person's hands it has what is `lifted`, the chosen pile, the possible wishes, whether the last card was
    `wrong`, and for how many milliseconds they are locked (`locked_for`); being too late is shown at the pile.

    Args:
        slots: the slots of the hand.
        side: the side of the page, if not that of the seat.
        hidden: whether every card lies face down, from the first slot on.
        hands: the hands of a person, None where nobody plays.
        now: the time of the clock.
        explains: whether a special card in the hand is explained while nothing else is shown.
        texts: the texts where nobody plays.
    """
    count, debt, source = len(state.hands[seat]), owed(state, seat), draws_from(state, seat)
    if hidden:
        codes = [BACK if at < count else "" for at in range(len(slots))]
    else:
        codes = [card.code if card else "" for card in slots]
    if hands is not None:
        hands.expire_message(now)
        wait = say("play_tichu.too_early" if hands.too_early else "play_tichu.wait", lang)
        texts = [wait] * (hands.lock.remaining(now) > 0) + (_said_to(hands, lang) or _idle(hands, now, lang, explains))
    return {
        "seat": seat if side is None else side,
        "name": name,
        "line": say("hand.cards", lang, count=count),
        "slots": codes,
        "owes": say("play_tichu.owes", lang, count=debt) if debt else "",
        "draw": len(state.draw[seat if hands is None else source]),
        "extra": len(state.extra[seat]),
        "due": can_draw(state, seat),
        "other": source != seat,
        "person": hands is not None,
        "lifted": hands.lifted.code if hands and hands.lifted else "",
        "pile": hands.pile if hands else None,
        "wishes": list(WISH_RANKS) if hands and hands.awaited else [],
        "wrong": bool(hands and hands.refusals),
        "said": list(texts),
        "locked_for": hands.locked_for(now) if hands else 0,
    }


def pile_name(index: int, lang: str) -> str:
    """The name of a pile, counted from 1."""
    return say("piles.pile", lang, number=index + 1)


def slider(label: str, value: int, most: int, send: Send, *, free: str = "value", named: str = "") -> Block:
    """A slider from 0 to `most`, sent as it moves, with the number in the field `free`.

    `named`: its name, if not its label, which changes with the value.
    """
    return {
        "is": "slider", "label": label, "value": value, "most": most, "send": send, "free": [free], "named": named,
    }  # fmt: skip


def levels(label: str, options: Iterable[Block], *, titled: bool = True) -> Block:
    """One of several in a row, with arrow keys; `titled`: whether the label is visible."""
    return {"is": "levels", "label": label, "options": list(options), "titled": titled}


def head(race: str, score: str, *blocks: Block) -> Block:
    """The number of the round and the score of the match, with buttons."""
    return {"is": "head", "race": race, "score": score, "blocks": list(blocks)}


def alert(content: str, *blocks: Block) -> Block:
    """An alert with buttons."""
    return {"is": "alert", "said": content, "blocks": list(blocks)}


def leaving() -> Block:
    """The button that ends the match, which the page asks to confirm."""
    return {"is": "leaving", "send": {"do": "leave"}}


# Who reads, and what is read


def reader_of(against: Against, lang: str, people: tuple[str, ...] = ()) -> Reader:
    """The reader of a round: both sides at one keyboard, or the one who plays against the computer.

    `people`: the names of the players in a record.
    """
    if against is Against.TWO:
        return replace(tell.at_table(lang, None, tell.SIDES), people=people)
    return tell.at_table(lang, 0, tell.COMPUTER)


def seconds(milliseconds: float, lang: str) -> str:
    """A time in seconds as text: "2.3"."""
    return decimal(milliseconds / 1000, lang, 1)


def score_words(match: Match, reader: Reader, near: Side = 0) -> str:
    """U6.3: the score of the match; `near`: the seat named first."""
    facts = {"left": reader.name(near), "right": reader.name(1 - near), "target": match.rules.target}
    points = {"first": match.points[near], "second": match.points[1 - near]}
    return say("play_tichu.score", reader.lang, **facts, **points)


def discards(state: State, reader: Reader, late: Sequence[Late | None] = ()) -> list[Block]:
    """The two piles: what each counts as, a note if it is locked, and who came too late there (U2.4)."""
    lang = reader.lang
    return [
        {
            "index": index,
            "name": pile_name(index, lang),
            "cards": [card.code for card in upper_cards(pile)],
            "badge": tell.badge(pile, lang),
            "counts": tell.counts(pile, lang) if pile.cards else say("play_tichu.empty", lang),
            "note": say("play_tichu.locked", lang) if pile.top is DRAGON else "",
            "late": [_late(one, reader) for one in late if one and one.pile == index],
        }
        for index, pile in zip(SIDES, state.piles, strict=True)
    ]


def _late(late: Late, reader: Reader) -> str:
    """U2.4: who was faster, or that a card was turned, and what lies there now."""
    if late.faster is None:
        return reader.say("play_tichu.turned_before", top=late.top)
    if late.faster == late.seat:
        return reader.say("play_tichu.faster_self", top=late.top)
    return reader.say("play_tichu.faster", top=late.top, faster=late.faster)


def live_race_props(live: LiveRound, lang: str, *, explains: bool = False) -> RaceProps:
    """The running round as persons at the table may see it; in a pause all hands are hidden."""
    state, people, reader = live.played.state, live.people, reader_of(live.settings.against, lang)

    def side(seat: Side, hands: Hands, slots: Sequence[Card | None]) -> Block:
        is_person, name = hands in people, reader.name(seat)
        texts = [say("play_tichu.bot_late", lang, who=name)] * (hands.late is not None)
        texts += [say("play_tichu.bot_waits", lang)] * live.bot_waits
        return player_props(
            state,
            seat,
            name,
            lang,
            slots,
            hidden=live.paused or not is_person,
            hands=hands if is_person else None,
            now=live.now,
            explains=explains and not live.paused,
            texts=texts,
        )

    news: list[str] = []
    for before, moment in pairwise(live.played.line.moments[live.since :]):
        if moment.move is not None:
            news += tell.describe_move(reader, moment.move, before.state, ())
    return {
        "phase": "race",
        "number": live.played.line.at,
        "sides": [side(*one) for one in zip(SIDES, live.hands, live.played.slots[-1], strict=True)],
        "piles": discards(state, reader, [hands.late for hands in people]),
        "person": len(people) == 1,
        "paused": live.paused,
        "turning": turning_text(state, lang) if live.countdown else "",
        "milliseconds": round(1000 * live.countdown),
        "news": news,
    }


def _said_to(hands: Hands, lang: str) -> list[str]:
    """The texts for a person; against the clock they do not say what to play instead."""
    reader = tell.at_table(lang, hands.seat)
    if hands.nowhere is not None:
        return list(tell.fits_nowhere(reader, *hands.nowhere, hands.refusals))
    if hands.awaited is not None:
        return [say("play_tichu.wish_now", lang, pile=hands.awaited.pile + 1)]
    if hands.lifted is not None:
        return [say("play_tichu.which_pile", lang, card=hands.lifted)]
    refusals = [one for one in hands.refusals if one.code != Code.TOO_LATE]
    return list(reader.explained(refusals, repair=False))


def _idle(hands: Hands, now: float, lang: str, explains: bool) -> list[str]:
    """The texts while nothing happens: a debt, that nothing fits, or what a special card does."""
    reader, state, seat = tell.at_table(lang, hands.seat), hands.played.state, hands.seat
    debt = owed(state, seat)
    sentence = reader.say("play_tichu.debt", count=debt) if debt else ""
    sentence = sentence or (tell.nothing_fits(reader, state, seat) if NEVER < hands.nothing_at <= now else "")
    sentence = sentence or (tell.special(reader, state.hands[seat], state.rules) if explains else "")
    return [sentence] if sentence else []


def turning_text(state: State, lang: str) -> str:
    """Why both are about to turn a card."""
    if not any(pile.cards for pile in state.piles):
        key = "play_tichu.turning.opening"
    elif recycle_due(state):
        key = "play_tichu.turning.recycle"
    elif any(pile.top is DOG for pile in state.piles):
        key = "play_tichu.turning.dog"
    else:
        key = "play_tichu.turning.again" if state.flip_due else "play_tichu.turning.stuck"
    return say(key, lang)
