"""The laboratory's examples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

EXAMPLES: Final[Mapping[str, str]] = {
    "opening": "hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h",
    "middle": "hand 3c 7c 8c Ad 3d 4d Ah 7h 8h 2s 9s Ts; meld 2 5c 5d 5s; discard 8s 9h Jc Qh Qc Tc",
    "call": (
        "hand 2c 4c Ad Ah 4h 6s; cards 6 4 5; meld 1 9d Td Jd Qd; meld 2 8c 8d 8h 8s; meld 2 Kc Kd Kh Ks; "
        "meld 0 9c 9h 9s; meld 0 5c 5d 5h; meld 1 2d 2h 2s; discard 7d Qs Ts Qh Th Jh"
    ),
    "answer": (
        "hand 4c 7h 2s 4s; cards 4 5 3; meld 1 Qc Qd Qh; meld 1 8c 8d 8s; meld 2 Tc Td Ts; meld 0 3c 3d 3h 3s; "
        "meld 2 9c 9d 9h 9s; meld 2 Ac Ad Ah As; meld 0 6c 6d 6s; discard 7s Kh 5s 5d Kd 7c Jc Js Ks Jh Kc 8h Th; "
        "sapaw 2; call 1; challenge 2"
    ),
}
"""An opening of 13 cards; the middle of a round; a draw call that could be made; a draw call to answer."""
