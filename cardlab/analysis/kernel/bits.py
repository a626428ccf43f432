"""`int.bit_count` for numba, which lacks it: one instruction of the processor.

Imported only where the kernel is compiled, because it needs numba.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic, overload_method


def _bits_set(_typing: Any, _number: Any) -> Any:
    return types.int64(types.int64), lambda _context, builder, _signature, arguments: builder.ctpop(arguments[0])


bits_set: Any = intrinsic(_bits_set)


@overload_method(types.Integer, "bit_count")
def _bit_count(number: Any) -> Any:
    def bit_count(number: Any) -> Any:  # numba wants the same signature
        return bits_set(number)

    return bit_count
