"""Names of classes, tables and tournaments, and of players in logs; `cardlab.names` says what the name of a person is.

- codes, which are read aloud and typed: `new_code`, `is_code`, `plain_code`, `spaced`;
- pseudonyms of players in logs: `pseudonym`.
"""

from __future__ import annotations

import hashlib
import random
import unicodedata
from typing import Final

LETTERS: Final = "FHKMRTWXY234679"
"""The characters of a code: none looks like another, few sound alike, and without vowels they make no word."""
CODE_LENGTH: Final = 6
"""11 million codes."""
_LONGEST_TYPED: Final = 400

# Codes


def new_code(key: str = "") -> str:
    """Return a random code, `CODE_LENGTH` of `LETTERS`; with a key the one that follows from it."""
    chance = random.Random(key) if key else random.SystemRandom()
    return "".join(chance.choices(LETTERS, k=CODE_LENGTH))


def is_code(text: str) -> bool:
    """Whether a text has the form of a code."""
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
    """Return the name of a player in logs, a hash of the secret token.

    >>> pseudonym("x") == pseudonym("x"), pseudonym("x") == pseudonym("y"), len(pseudonym("x"))
    (True, False, 22)
    """
    return hashlib.blake2b(token.encode("utf-8", "replace"), digest_size=11, person=b"cardlab-player").hexdigest()
