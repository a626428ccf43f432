"""A mistake of an own round, as the page of matches gives it to the browser to keep."""

from cardlab.lessons.own_mistakes import LEVEL, Weighed, entry
from cardlab.lessons.protocol import OWN, Answered
from cardlab.tongits import View, parse_move

FOUND = 1_789_999_000
SEEN = View.read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")
THROWN, TORN_APART = (parse_move(f"0 discard {card}") for card in ("Kh", "3c"))
TURNS = [Weighed(0.0, 0.0, (THROWN,), 4.5), Weighed(11.0, 0.4, (TORN_APART,), -6.5)]
ENTRY = entry(SEEN, TURNS, (TORN_APART,), FOUND)
ANSWER = Answered(OWN, ENTRY["key"], LEVEL, False, 1, 0, FOUND)
