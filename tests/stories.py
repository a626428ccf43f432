"""Tests as stories: a scene, messages to it, and snapshots of what it then shows.

    def test_T3_2_a_gap_is_named(tell):
        tell(lambda lang: MeldCheck("4d 5d 6d 8d", lang), select("4d 5d 6d 8d"))

A message is its content, the name of one without fields, or a function of the scene such as `pressed("hint")`. A scene
must accept each message, except one that is `refused`. The outline has a line for each block, or for each part of the
props of a scene without blocks: its kind, its texts in quotes, its facts, and after `->` what it sends; `-> nothing` is
a button that can't be pressed. Looks are left out. After the first picture there are only the lines that change, and
removed lines have no texts: a fault in one button or one sentence is one line in the diff.

The snapshot is English. The German and the Dutch pictures must be the same except for their words: the same kinds and
messages, and in their texts the same cards, numbers and clauses.

`pytest FILE --snapshot-update` keeps what is shown now. Read the diff of `__snapshots__` as carefully as code.
"""

import json
import re
from dataclasses import dataclass
from difflib import SequenceMatcher

import pytest

from cardlab.cards import DECK, JOKERS, RANKS, SPECIALS
from cardlab.phrasing.catalogue import LANGUAGES, rank_letter
from cardlab.refusal import shortened

CODES = {card.code for card in (*DECK, *JOKERS, *SPECIALS)}
SUITS = dict(zip("♠♥♣♦", "shcd", strict=True))
TEXTS = {
    *("about", "caption", "cells", "counts", "explanation", "hand_label", "head", "label", "lead", "legend", "line"),
    *("note", "said", "sentences", "text", "title", "turn", "what"),
}
"""Props that people read. Of other props they read what is neither a name nor a number nor a card."""
LOOKS = {
    *("at_full", "back", "by_rank", "by_suit", "close", "complete", "depth", "face", "flights", "is"),
    *("last_message", "longest", "mark", "narrow", "short", "sort", "style", "titled", "tools"),
}
NAMES = ("keys", "then")
INLINE = ("link", "strong", "none", "progress")
PLAIN = ("group", "row", "fields", "sentences", "text")
"""Kinds of blocks without a line of their own unless they have a text or a fact."""
PRESSED = ("button", "again", "upload", "number", "toggle")
NAMES_ITSELF = re.compile(r"[a-z0-9_:./#?=&-]*|[TUC]\d+(\.\d+)*")


def select(codes, number=1):
    """Return the message that a hand sends when these cards are selected."""
    return {"do": "select", "cards": codes.split(), "number": number}


def pressed(do, **fields):
    """Return a message: what the first button with this name and these fields sends."""

    def message(scene):
        sent = (one["send"] for one in parts(scene.snapshot()) if isinstance(one.get("send"), dict))
        found = next(one for one in sent if one["do"] == do and fields | one == one | fields)
        return found | fields

    return message


def refused(message):
    """Return a message that the scene must refuse."""
    return lambda scene: {"refused": content_of(message, scene)}


def only(make, keep):
    """Return a scene whose snapshots `keep` reduces to what the story is about."""

    def making(lang):
        scene = make(lang)
        whole = scene.snapshot
        scene.snapshot = lambda: keep(whole())
        return scene

    return making


def content_of(message, scene):
    content = message(scene) if callable(message) else message
    return {"do": content} if isinstance(content, str) else content


def parts(shown):
    """Return every dict in a picture, in order."""
    inside = shown.values() if isinstance(shown, dict) else shown if isinstance(shown, list) else ()
    return [shown] * isinstance(shown, dict) + [one for part in inside for one in parts(part)]


@dataclass(frozen=True)
class Line:
    """A line of an outline. `bare` and `facts` are the same in every language, `whole` has the texts."""

    bare: str
    whole: str
    facts: tuple[str, ...]


def facts_in(text, lang):
    """Return the cards, clauses and numbers in a text, sorted for any language."""
    ranks = {rank_letter(rank, lang): rank for rank in RANKS}
    cards = [ranks.get(rank, rank) + SUITS[suit] for rank, suit in re.findall(r"(\w+)([♠♥♣♦])", text)]
    return tuple(sorted([*cards, *re.findall(r"\b[TUC]\d+\.\d+\b|\d+", re.sub(r"\w+[♠♥♣♦]", "", text))]))


def outline(shown, lang):
    """Return the lines of a picture's outline."""
    lines: list[Line] = []

    def part(one, name, depth):
        kind, texts, facts, inside = one.get("is", name), [], [], []
        if kind == "sentences" and not one["said"]:
            return
        for key, value in [*one.items(), *(one["hand"].items() if kind == "hand" and "hand" in one else ())]:
            if key in (*LOOKS, "send", "free", "takes", kind if kind == "hand" else "") or not said_at_all(value):
                continue
            if kind == "rules" and key == "clauses":
                facts.append(" ".join(clause["id"] for clause in value))
            elif key == "svg":
                facts.append("drawn=" + ",".join(sorted(set(re.findall(r"<(\w+)", value)))))
                texts += re.findall(r"<text[^>]*>([^<]+)", value)
            elif key == "captions":
                texts.append(" | ".join(value))
            elif key in ("said", "cells") and is_inline(value):
                texts += read(value, facts)
            elif any(isinstance(inner, dict | list) for inner in listed(value)):
                inside.append((key, value))
            elif is_read(key, value, one):
                texts += listed(value)
            else:
                fact = " ".join(map(str, listed(value)))
                facts.append(key if value is True else fact if key in (kind, name) else f"{key}={fact}")
        known = [*facts, *sent_by(one)]
        if texts or known or kind not in PLAIN:
            words = [f'"{text}"' for text in dict.fromkeys(map(str, texts))]
            bare, whole = (" ".join(("  " * depth + kind, *more)) for more in (known, (*words, *known)))
            facts_said = facts_in(" ".join(words), lang) if kind != "option" else ()  # its value identifies it
            lines.append(Line(bare, whole, facts_said))
            depth += 1
        for key, value in inside:
            parts_of(key, value, depth)

    def parts_of(key, value, depth):
        for one in listed(value):
            name = key if one is value else key.removesuffix("s")
            part(one if isinstance(one, dict) else {key: one}, name, depth)

    for key, value in shown.items():
        if key not in LOOKS and said_at_all(value):
            parts_of(key, value if is_parts(value) else {key: value}, 0)
    return lines


def is_parts(value):
    return any(isinstance(inner, dict | list) for inner in listed(value))


def said_at_all(value):
    """Return whether a value is more than an empty default."""
    return any(listed(value)) if listed(value) else False


def listed(value):
    return value if isinstance(value, list) else [value]


def is_read(key, value, of):
    """Return whether people read a prop; others are numbers, cards, clauses or names."""
    if key in TEXTS or key in NAMES or (key == "name" and "is" in of):
        return key in TEXTS
    texts = (one for one in listed(value) if isinstance(one, str))
    return any(one not in CODES and not NAMES_ITSELF.fullmatch(one) for one in texts)


def is_inline(value):
    return all(one.get("is") in INLINE if isinstance(one, dict) else True for one in listed(value))


def read(said, facts):
    """Return the texts in a prop, and add the facts of inline blocks to `facts`."""
    if isinstance(said, list) and not any(isinstance(one, dict) for one in said):
        return [text for one in said for text in read(one, facts)]
    line = ""
    for one in listed(said):
        if isinstance(one, dict):
            known = [one["address"]] if "address" in one else [f"{one['share']:.3f}"] if "share" in one else []
            facts.append(" ".join((one["is"], *known)))
            one = " ".join(read(one.get("said") or one.get("label", ""), facts))
        line += f" {one}" if line and one[:1].isalnum() and line[-1].isalnum() else one
    return [line] if line else []


def sent_by(block):
    """Return what a block sends, with the fields that the page fills in."""
    message, takes = block.get("send"), block.get("takes") or {}
    if message is None:
        return ["-> nothing"] if "send" in block and block.get("is") in PRESSED else []
    asked_first = "question", "yes"  # the texts of a confirmation
    fixed = (f"{key}={json.dumps(value)}" for key, value in message.items() if key not in ("do", *asked_first))
    typed = (name for name in block.get("free", ()) if name not in takes)
    return ["->", message["do"], *fixed, *typed, *(f"{key}=({', '.join(names)})" for key, names in takes.items())]


class Page:
    """The page of a scene in a story; it notes what is sent besides pictures."""

    def __init__(self):
        self.sent = []

    def changed(self):
        """Do nothing: the story asks for the next picture itself."""

    def send(self, content):
        self.sent.append(content)


def pictures(make, messages, lang):
    """Return for each picture the message before it, other messages, and its lines."""
    scene, page = make(lang), Page()
    scene.page = page
    told = [("", [], outline(scene.snapshot(), lang))]
    for message in messages:
        content = content_of(message, scene)
        is_refused = "refused" in content
        content = content.get("refused", content)
        assert scene.receive(content) is not is_refused, f"{content} was {'' if is_refused else 'not '}accepted"
        said = " ".join((*sent_by({"send": content})[1:], *["is refused"] * is_refused))
        told.append((said, page.sent, outline(scene.snapshot(), lang)))
        page.sent = []
    return told


def story(told):
    """Return the first picture, and what each message changes, as text."""
    (_, _, before), *steps = told
    lines = [line.whole for line in before]
    for said, sent, shown in steps:
        lines += [f"> {shortened(said, 100)}", *(f"< {json.dumps(one)}" for one in sent)]
        for change, old, end, new, stop in SequenceMatcher(None, before, shown, autojunk=False).get_opcodes():
            if change != "equal":
                lines += [f"- {shortened(line.bare.strip(), 60)}" for line in before[old:end]]
                lines += [f"+ {line.whole}" for line in shown[new:stop]]
        before = shown
    return "\n".join(lines)


@pytest.fixture
def tell(snapshot):
    """Return a function that tells a story in every language. The English one is compared with its snapshot."""

    def telling(make, *messages):
        told = {lang: pictures(make, messages, lang) for lang in LANGUAGES}
        assert story(told["en"]) == snapshot
        for lang in LANGUAGES:
            for (said, sent, there), (_, english, here) in zip(told[lang], told["en"], strict=True):
                same, other = ([f"{line.bare} {' '.join(line.facts)}" for line in lines] for lines in (here, there))
                assert (other, sent) == (same, english), f"{lang}, after {said or 'the beginning'}"

    return telling
