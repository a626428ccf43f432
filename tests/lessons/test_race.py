"""What the lesson about the race teaches of single clauses, on tables made by hand."""

from dataclasses import replace

from asked import row, table

from cardlab.cards import Card
from cardlab.lessons.race import ask_has_won, ask_match_won, ask_owed, ask_too_late, ask_what_now, ask_whose_pile
from cardlab.lessons.tables_tichu import position
from cardlab.tichu import Draw, Play, Rules, parse_move, play

PILES = ("6s", "Jh")
FULL = "2h 2s 3c 3d 5c 9c Ac Ad"
USELESS = ("2c 9d", "2h 9s")


def move(text):
    return parse_move(text)


def late(own, rival, pile="6s", wish=None):
    at = position((f"{own} 4d", f"{rival} 8d"), (pile, "Jh"), extra=("3c", "4c"))
    seen = at.piles[0].top
    return ask_too_late(at, Play(1, Card(rival), 0, seen, wish), Play(0, Card(own), 0, seen))


def owed(hand, draw):
    return ask_owed(position((hand, FULL), PILES, draw=draw), move("0 play 7d 0 onto 6s"))


def won(hands, draw, score=None, **rules):
    """Who has won this round; with a score, who has won the match."""
    end = position(hands, PILES, draw=draw, extra=("8c", "8d"), rules=Rules(**rules))
    return ask_match_won(end, score) if score else ask_has_won(end)


SEVEN = move("0 play 7d 0 onto 6s")
COVERED = play(position(("7d 2c 2d", FULL), PILES, draw=("5h 5s", "8h")), SEVEN)
FULL_HANDS = position((FULL, "2c 9d 9s 9h Th Td Tc 8c"), ("6s", "Kh"), draw=("4s", "4h"), extra=("Ks", "4c"))
DEEP = position(("2c 8d", "2h Kc"), ("4d 5h 6s", "9h Th Jh"))
DOG_AT_THE_END = replace(position(("2c 8d", "2h Kc"), ("5h 6s Do", "Th Jh")), flip_due=True)
DOG_ALONE = replace(position(("7d 2c", "2h 9s"), ("6s Do", "Jh")), flip_due=True)
FOR_TWO, FOR_ONE = ("", ""), ("", "4h")


test_a_question_about_the_race_has_its_answer_and_is_told_why = table(
    row("U2.4 the slower card goes back", late("7d", "5c"), "back", "stays"),
    row("U2.4 but not a Dragon", late("Dr", "5c"), "stays"),
    row("U2.4 unless upon a Dog", late("Ph", "Do"), "back"),
    row("U3.2 seven cards", owed("7d 2c", ("5h", "8h 8s Tc Td Th Ts Qc Qd")), 7, 8),
    row("U3.3 no more than there are", owed("7d 2c", ("5h", "8h 8s")), 2, 7),
    row("U3.3 nor without an own pile", owed("7d 2c", ("", "8h 8s")), 0, 1),
    row("U3.2 nor with a full hand", owed("7d 2c 2d 3h 3s 4c 4d 4h", ("5h", "8h")), 0, 1),
    row("U3.3 from the other pile", ask_whose_pile(COVERED, SEVEN), "other"),
    row("U3.3 then from the own one", ask_whose_pile(play(COVERED, Draw(0)), SEVEN, 1), "own", "other"),
    row("U3.3 none without an own draw pile", ask_whose_pile(position(("7d", FULL), PILES, draw=("", "8h"))), "none"),
    row("U4.2 who cannot draw but play", ask_what_now(FULL_HANDS), "play"),
    row(
        "U4.1 a card fits still", ask_what_now(position(("7d 9d", "2h 9s"), PILES, extra=("3c", "4c"))), "play", "flip"
    ),
    row("U4.1 none fits", ask_what_now(position(USELESS, PILES, extra=("3c", "4c"))), "flip"),
    row("U4.3 new extra piles", ask_what_now(DEEP), "recycle", "flip"),
    row("U4.4 the end", ask_what_now(position(USELESS, PILES)), "end"),
    row("U5.9 a Dog and new extra piles", ask_what_now(DOG_AT_THE_END), "recycle"),
    row("U5.9 a Dog with nothing to turn", ask_what_now(DOG_ALONE), "play"),
    row("U6.1 an empty hand", won(("", FULL), FOR_ONE), "you"),
    row("U6.1 beside a draw pile", won(("", FULL), ("4c", "4h")), "goes_on"),
    row("U4.4 fewer cards", ask_has_won(position(("2c", "2h 9s"), PILES)), "you"),
    row("U6.2 two points", won(("", FULL), FOR_TWO, (8, 0)), "you"),
    row("U6.2 two with the house rule", won(("", FULL), FOR_ONE, (8, 0), points="swapped"), "you", "nobody"),
)
