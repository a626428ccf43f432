"""The `Table`, told: refusals with their clauses, moves taken back, a guide, and what is laid over the cards."""

import pytest
from learner_at_table import guide, hands
from messages import CODES

from cardlab.lessons.guided_rounds import Guide, GuideStep
from cardlab.tongits import Rules, deal, parse_move
from cardlab.widgets.tongits_table.learning_table import Table
from tests.stories import only, select

MOVES = ("draw", "take", "meld", "sapaw", "discard", "call", "challenge", "fold")
SAID = ("guide", "own", "hand", "actions", "turn", "what", "said", "clauses", "waiting")
PLAYED = ("players", "piles", "hand", "turn", "said", "news", "log", "at", "off", "waiting")
OVER = ("hand", "below")
SEVEN = deal(seed=7)
LAID = hands("7h 8h 9h Kd", "", "")
IN_MELDS = hands("7h 8h 9h Ah 2h 3h 4c 5c 6c Kd Kc Ks Qd", "", "")
FOUR_MELDS = "2c 2d 2h 3c 3d 3h 4c 4d 4h 5s 6s 7s"
LAST = ("meld 2c 2d 2h", "meld 3c 3d 3h", "meld 4c 4d 4h", "meld 5s 6s 7s", "discard Ac")
ALONE, BY_CHANCE = {"others": None}, {"others": "random"}


def ended(*, in_full):
    """A round that another player ends while the learner still holds a meld."""
    return hands("7h 8h 9h Kd", FOUR_MELDS, "", rules=Rules(concealed_melds_count=in_full), first=1)


def taken_openly():
    """A guide of one step, after which one takes a card openly."""
    replies = tuple(parse_move(text) for text in ("1 take", "1 discard Kd", "2 draw", "2 discard 5h"))
    step = GuideStep("table.turn.lay", parse_move("0 discard 2c"), "clause.T2.4", (), replies)
    return Guide(hands("2c", "2d Kd", "5h"), (step,))


def seen(*overlays, **more):
    return {"overlays": overlays, **more}


STORIES = {
    "T2.2 T6.1 every reason is given with its clause": (SEVEN, {}, SAID, "call", "draw"),
    "T2.1 what has to be done first is said alone": (hands("7h 8h Jd Kd", "", "", first=2), {}, SAID, "meld 7h 8h Jd"),
    "T3.2 the nearest fix of a meld is named and stays to be read": (
        *(hands("7h 8h Jh", "", ""), {}, SAID),
        *(select("7h 8h Jh"), "meld 7h 8h Jh", select("7h 8h", 9)),
    ),
    "T3.2 of two reasons the one that can be mended comes first": (
        *(hands("7h 8h 9s Kd", "", ""), {}, SAID),
        "meld 7h 8h 9s",
    ),
    "T2.3 what has to be selected first is said": (SEVEN, {}, SAID, "discard *", "meld *"),
    "T4.2 a refused lay-off marks the meld where it happened": (LAID, {}, SAID, "meld 7h 8h 9h", "sapaw 0 Kd"),
    "T6.2 T6.3 T6.7 the answer to a call names the caller": (
        *(hands("2c", "7h 8h 9h 4c", "5s", first=0), ALONE, ("actions", "turn", "what", "said", "ending")),
        *("discard 2c", "draw", "meld 7h 8h 9h", "discard 4c", "draw", "discard 5s", "draw", "discard Jh"),
        *("call", "challenge", "draw", "fold", "fold"),
    ),
    "T1.1 who moves every seat sees every hand": (SEVEN, ALONE, PLAYED, "discard Kh"),
    "T1.1 the others begin when it is their turn": (deal(seed=2, first=1), BY_CHANCE, PLAYED),
    "T9.2 melds kept in the hand are named and count": (
        *(ended(in_full=True), ALONE, ("ending", "players", "said")),
        *LAST,
    ),
    "T9.2 or do not": (ended(in_full=False), ALONE, ("ending", "players", "said"), *LAST),
    "undo goes to the last decision and redo forward again": (
        SEVEN,
        BY_CHANCE,
        PLAYED,
        "discard Kh",
        "undo",
        "redo",
        "redo",
    ),
    "any move can be gone back to and played on from": (
        *(SEVEN, BY_CHANCE, PLAYED),
        *("discard Kh", {"do": "go", "to": 2}, "draw", "play_on", {"do": "go", "to": 0}),
    ),
    "rules by the sheet are shown": (SEVEN, {}, ("rules",)),
    "rules that were changed are shown": (deal(Rules(tie="challenger"), seed=7), {}, ("rules",)),
    "rules of a preset are shown": (deal(Rules.preset("traditional"), 7), {}, ("rules",)),
    "a guide takes back what is not meant and deals nothing else": (
        *(None, {"guide": guide()}, SAID),
        *("deal", "discard 2c", "meld 7h 8h 3d", "meld 7h 8h 9h"),
    ),
    "a guide does its steps and then the round is free": (
        *(None, BY_CHANCE | {"guide": guide()}, (*SAID, "log")),
        *("show_me", "undo", "show_me", "show_me", "show_me", "play_on", "steps_again"),
    ),
    "a guide ends with its own words": (None, {"guide": guide("clause.T1.1")}, SAID, "show_me", "show_me"),
    "T9.2 deadwood is counted for the hand without the selected card": (
        *(IN_MELDS, {}, OVER),
        *({"do": "overlay", "name": "deadwood"}, select("Qd"), {"do": "overlay", "name": "deadwood"}),
    ),
    "T3.5 the best arrangement is bracketed": (IN_MELDS, {}, OVER, {"do": "overlay", "name": "melds"}),
    "the grid knows hand, table and pile": (
        *(hands("7h 8h 9h 2c", "2d 2s", ""), seen("seen", **ALONE), OVER),
        *("meld 7h 8h 9h", "discard 2c"),
    ),
    "the grid knows what was taken openly": (None, seen("seen", guide=taken_openly()), OVER, "discard 2c"),
    "T2.1 T2.6 the card just taken is greyed with its reason": (
        *(hands("Kd", "", ""), seen("discards", "lay_offs"), OVER),
        *("discard Kd", {"do": "overlay", "name": "lay_offs"}, "take"),
    ),
    "T4.1 where a card can be laid off is said": (
        *(hands("7h 8h 9h Th 2c", "", ""), seen("lay_offs"), OVER),
        "meld 7h 8h 9h",
    ),
}


def messages(texts):
    """What a page says to do these things: of a move its cards are selected first, which is not told."""

    def move(text, number):
        chosen = " ".join(word for word in text.split() if word in CODES)

        def message(scene):
            if chosen:
                assert scene.receive(select(chosen, number))
            return {"do": "move", "text": text}

        return message

    for number, text in enumerate(texts, start=1):
        is_move = isinstance(text, str) and text.split()[0] in MOVES
        yield move(text, number) if is_move else text


@pytest.mark.parametrize("told", STORIES.values(), ids=STORIES)
def test_what_is_done_at_a_table_and_what_is_said(tell, told):
    start, more, parts, *texts = told
    make = only(lambda lang: Table(start, lang, **more), lambda shown: {one: shown[one] for one in parts})
    tell(make, *messages(texts))
