"""The rules of a game on one page: its clauses by chapter, and its house rules.

`rule_page` makes the `RulePage` of a game in a language; `who_plays` tells who plays by a house rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from cardlab.choices import house_rules
from cardlab.game import GAMES
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.glossary import clauses_of
from cardlab.phrasing.house_rules import named, rule_key, says
from cardlab.tongits.rules import PRESETS


class ShortClause(NamedTuple):
    """A clause in one line and in full, with the address of its lesson.

    `full` is "" if the line says it all. `lesson` is "" if no lesson has a heading for the clause.
    """

    id: str
    line: str
    full: str
    lesson: str


class Chapter(NamedTuple):
    """A chapter of the rules: its id, such as "T3", its title and its clauses."""

    id: str
    title: str
    clauses: tuple[ShortClause, ...]


class PlayedRule(NamedTuple):
    """A house rule: its name, its effect with the clause, and who plays by it."""

    name: str
    changes: str
    who: str


class RulePage(NamedTuple):
    """The rules of a game in a language; a notebook shows them in full.

    `game` is the game's key, `name` what the language calls it.
    """

    game: str
    name: str
    chapters: tuple[Chapter, ...]
    house_rules: tuple[PlayedRule, ...]
    lang: str

    def __repr__(self) -> str:
        return f'rule_page("{self.game}", "{self.lang}")'

    def _repr_markdown_(self) -> str:
        lists = [
            (chapter.title, [f"- **{one.id}** {one.full or one.line}" for one in chapter.clauses])
            for chapter in self.chapters
        ]
        agreed = [f"- **{rule.name}.** {rule.changes} {rule.who}" for rule in self.house_rules]
        lists.append((say("rules.house_rules", self.lang), agreed))
        return "\n\n".join("\n".join((f"**{title}**\n", *lines)) for title, lines in lists)


def rule_page(game: str, lang: str = "en", headings: Mapping[str, tuple[str, str]] | None = None) -> RulePage:
    """Return the rules of a game on a page.

    `game`: its key; `headings`: by a clause's id, the lesson heading that states the clause in short, and its address,
    such as "melds.ipynb#t3-1".
    Raises KeyError for an unknown game, ValueError for a language without a catalogue.

    >>> rule_page("tongits").chapters[2].clauses[0]
    ShortClause(id='T3.1', line='A set is three or four cards of one rank.', full='', lesson='')
    """
    texts = clauses_of(lang, "tichu" if game == "tichu" else "tongits")
    clauses = sorted(texts, key=lambda clause: [int(part) for part in clause[1:].split(".")])

    def short(clause: str) -> ShortClause:
        if heading := (headings or {}).get(clause):
            title, href = heading
            return ShortClause(clause, title, texts[clause], href)
        return ShortClause(clause, texts[clause], "", "")

    chapters = tuple(
        Chapter(chapter, say(f"rules.chapter.{chapter}", lang), tuple(map(short, within)))
        for chapter, within in groupby(clauses, lambda clause: clause.partition(".")[0])
    )
    return RulePage(game, say(f"compare.game.{game}", lang), chapters, tuple(_played(game, lang)), lang)


def _played(game: str, lang: str) -> Iterator[PlayedRule]:
    """Yield a game's house rules, if possible with values other than the sheet's."""
    sheet = GAMES[game].rules()
    for rule in house_rules(type(sheet)):
        other = next((choice for choice in rule.choices if choice != rule.sheet), rule.sheet)
        rules = replace(sheet, **{rule.name: other})
        name = named(rules, rule.name, lang) if rule.choices else say(rule_key(rules, rule.name), lang)
        yield PlayedRule(name, says(rules, rule.name, lang), say(who_plays(rule.name), lang))


def who_plays(field: str) -> str:
    """Return the catalogue key of the sentence about who plays by a house rule."""
    return "rules.who.traditional" if field in PRESETS["traditional"] else "rules.who.some"
