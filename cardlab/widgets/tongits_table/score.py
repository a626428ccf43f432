"""The score of a match: words, table, and the next round's button."""

from __future__ import annotations

from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.tongits_sentences import result_of
from cardlab.widgets.blocks import Block, Inline, button, details, sentences, status, strong, table
from cardlab.widgets.tongits_table.driver import SEATS
from cardlab.widgets.tongits_table.felt_props import add_scores, match_text
from cardlab.widgets.tongits_table.played_match import PlayedMatch


def add_score(match: PlayedMatch, words: Reader, props: Block) -> None:
    """Add the number of the round, the score, and what comes next, to the props."""
    last = match.scores[-1]
    add_scores(props, last, words)
    props["title"] = words.say("play_tongits.round", number=len(match.done) + 1, seed=match.seed)
    props["aside"] = [
        words.say("play_tongits.first", player=words.name(match.before.first)),
        words.say("play_tongits.goal", target=match.setup.rules.target),
    ]
    standing = status(sentences(match_text(last, words, is_unfinished=match.is_unfinished)), style="cardlab-match")
    # The winner of the match is named beside the end of its last round.
    props["onward" if last.losers else "stands"].append(standing)
    if match.is_unfinished:
        on = button(words.say("play_tongits.next_round"), {"do": "next_round"}, main=True, then="turn")
        props["onward"].append(on)
    elif last.losers:
        props["onward"].append(button(words.say("play_tichu.new"), {"do": "setup"}, main=True))
    props["below"] += _scores(match, words)


def _scores(match: PlayedMatch, words: Reader) -> list[Block]:
    """Make a table of each player's score after each round. [T10.5]"""
    lang, matches, ends = words.lang, match.scores, [result_of(state) for state in match.ends]
    last, target = matches[-1], match.setup.rules.target
    if not ends:
        return []
    names = [words.name(seat) for seat in SEATS]
    rounds, caption = say("widget.round", lang), say("score.caption", lang, target=target)
    rows: list[list[list[Inline]]] = []
    for end, now in zip(ends, matches[1:], strict=True):
        ending = say(f"score.ending.{end.ending}", lang)
        rows.append([[strong(str(now.rounds)), f" {ending}"]])
        for seat in SEATS:
            added = say("score.wins", lang) if seat == end.winner else f"+{max(0, -end.payments[seat])}"
            rows[-1].append([strong(str(now.scores[seat])), f" {added}"])
    return [
        details(
            say("play_tongits.score_lines", lang),
            table(caption, [rounds, *names], rows, close=True, style="cardlab-scores"),
            unfolded=bool(last.losers),
        )
    ]
