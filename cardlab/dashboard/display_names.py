"""Codes of classes, tables and tournaments, and pseudonyms of players in logs."""

from __future__ import annotations

import hashlib
import random
import unicodedata
from typing import Final

LETTERS: Final = "FHKMRTWXY234679"
"""The characters of a code: no two look alike, few sound alike, and without vowels they make no word."""
CODE_LENGTH: Final = 6
"""The number of characters in a code; with 15 to choose from, there are 11 million codes."""
_LONGEST_TYPED: Final = 400

# Codes


def new_code(key: str = "") -> str:
    """Return a random code; the same `key` always gives the same code."""
    chance = random.Random(key) if key else random.SystemRandom()
    return "".join(chance.choices(LETTERS, k=CODE_LENGTH))


def is_code(text: str) -> bool:
    return len(text) == CODE_LENGTH and set(text) <= set(LETTERS)


def plain_code(typed: str) -> str:
    """Return a typed code in capitals, without spaces and hyphens."""
    wide = unicodedata.normalize("NFKC", typed[:_LONGEST_TYPED]).upper()
    return "".join(sign for sign in wide if sign.isalnum())


def spaced(code: str) -> str:
    """Return a code in two halves, as it is shown and read aloud."""
    return f"{code[: CODE_LENGTH // 2]} {code[CODE_LENGTH // 2 :]}"


# Pseudonyms


def pseudonym(token: str) -> str:
    """Return a player's pseudonym for logs, a hash of the secret token.

    >>> pseudonym("x") == pseudonym("x"), pseudonym("x") == pseudonym("y"), len(pseudonym("x"))
    (True, False, 22)
    """
    return hashlib.blake2b(token.encode("utf-8", "replace"), digest_size=11, person=b"cardlab-player").hexdigest()
