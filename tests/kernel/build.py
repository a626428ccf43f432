"""Builds `kernel.wasm` from the kernel modules: `make kernel`. Needs numba, llvmlite and Debian's `lld`.

numba turns each exported function into LLVM IR, as it would for this machine; llvmlite compiles that for WebAssembly
instead, and `wasm-ld` links it. Nothing in it calls Python: no function allocates an array, and none raises.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType
from typing import Any, Final, get_type_hints

from cardlab.analysis.kernel import compiled

FOLDER: Final = Path(compiled.__file__).parent
HASH: Final = FOLDER / "kernel.sha256"

EXPORTS: Final = {
    "hands": ("bit_index", "count", "fill_runs", "least_deadwood", "least_with_jokers", "least_of_each"),
    "rounds": ("begin_world", "shuffle_world", "copy", "deal_world", "settle"),
    "player": ("move", "play_on"),
    "sampling": ("sample", "play_deals"),
    "pairs": ("lay_out", "list_hands", "count_pairs"),
}
"""The functions that are called from outside, by module."""

OPTIONS: Final = {"error_model": "numpy", "forceinline": True, "nogil": True, "_nrt": False, "no_cpython_wrapper": True}
"""No function allocates an array, so reference counting is off (`_nrt`): that alone triples the speed."""

APART: Final = {
    "try_rivals",
    "least_and_jokers",
    "best_laying",
    "meld_to_lay",
    "list_lay_offs",
    "list_at_end",
    "lay_off_joker",
    "lay_off",
    "settle",
    "calls",
    "challenges",
    "throw_away",
    "lay",
    "takes_discard",
    "keeps_melds",
    "loose",
}
"""Large functions that are called instead of inlined."""

LINKED: Final = ("--no-entry", "--export=__heap_base", "--strip-all", "--gc-sections", "-O3", "-z", "stack-size=131072")


def source_hash() -> str:
    """The hash of the source that is compiled, and of what says how."""
    sources = [FOLDER / f"{module}.py" for module in EXPORTS]
    named = (vars(import_module(f"cardlab.analysis.kernel.{module}")).items() for module in EXPORTS)
    numbers = [[(name, one) for name, one in names if isinstance(one, int | float)] for names in named]
    said = (*(path.read_bytes() for path in (*sources, Path(__file__))), repr((compiled.BITS, numbers)).encode())
    return hashlib.sha256(b"".join(said)).hexdigest()


def functions(module: str) -> dict[str, FunctionType]:
    """The functions that a kernel module defines itself, in order."""
    source = import_module(f"cardlab.analysis.kernel.{module}")
    named = vars(source).items()
    return {name: one for name, one in named if isinstance(one, FunctionType) and one.__module__ == source.__name__}


def by_numba() -> dict[FunctionType, Any]:
    """Every exported function of the kernel modules, as numba compiles it."""
    import numba
    import numpy
    from numba.cpython import slicing

    slicing.fix_index = lambda _builder, index, _size: index  # no index is negative, to be counted from the end
    _teach_bit_count()
    again: dict[Any, Any] = {}
    for module in EXPORTS:
        source = vars(import_module(f"cardlab.analysis.kernel.{module}"))
        names = {name: numpy.array(value) if isinstance(value, tuple) else value for name, value in source.items()}
        names |= {name: again.get(value, value) for name, value in source.items() if isinstance(value, FunctionType)}
        for name, function in functions(module).items():
            inlined = OPTIONS | {"forceinline": name not in APART}
            names[name] = again[function] = numba.njit(**inlined)(FunctionType(function.__code__, names, name))
    exported = [functions(module)[name] for module, names in EXPORTS.items() for name in names]
    return {function: again[function] for function in exported}


def _teach_bit_count() -> None:
    """Teach numba `int.bit_count`, which it lacks: one instruction of the processor."""
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


def taken(function: FunctionType) -> tuple[Any, ...]:
    """The types of a function's arguments, as numba names them."""
    import numba

    hints = get_type_hints(function)
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    return tuple(numba.typeof(example(hints[name], name)) for name in names)


def example(hint: Any, name: str) -> Any:
    """Something of a type: a number, an array of the bits that `compiled` gives to this name, a tuple of them."""
    import numpy

    if hint in (int, bool):
        return 0
    if isinstance(hint, type) and issubclass(hint, tuple):
        return hint(*(example(each, field) for field, each in get_type_hints(hint).items()))
    return numpy.zeros(4, f"int{compiled.BITS.get(name, 64)}")


def module_of(function: FunctionType, dispatcher: Any, layout: str) -> Any:
    """The function and all that it calls, for WebAssembly, and what calls it under its own name."""
    import llvmlite.binding as llvm

    name, arguments = function.__name__, taken(function)
    dispatcher.compile(arguments)
    overload = dispatcher.overloads[arguments]
    own = overload.fndesc.llvm_func_name
    ir = overload.library.get_llvm_str()
    ir = re.sub(r'target datalayout = ".*"', f'target datalayout = "{layout}"', ir)
    ir = re.sub(r'target triple = ".*"', 'target triple = "wasm32-unknown-unknown"', ir)
    ir = re.sub(r'"target-(?:cpu|features)"="[^"]*"', "", ir).replace("= common global", "= internal global")
    # What Python and C would call goes, with all that only they use.
    ir = re.sub(r'define [^\n]*@"?(?:_ZN7cpython|cfunc\.)[^\n]*\{\n.*?\n\}\n', "", ir, flags=re.S)
    module = llvm.parse_assembly(ir)
    module = llvm.parse_assembly(f"{ir}\n{''.join(_called(name, own, module.get_function(own)))}")
    for one in module.functions:
        if not one.is_declaration:
            one.linkage = "external" if one.name == name else "linkonce_odr"
    module.verify()
    return module


def _called(name: str, own: str, function: Any) -> Iterator[str]:
    """A function of one argument, the place of its numbers of 64 bits: the result, the fault, then the arguments."""
    yield f'define i32 @"{name}"(i32 %block) {{\n  %start = inttoptr i32 %block to ptr\n'
    given = ["ptr %start", "ptr %fault"]
    yield "  %fault = getelementptr i64, ptr %start, i32 1\n"
    for number, argument in enumerate(list(function.arguments)[2:], 2):
        kind, value = str(argument.type), f"%value{number}"
        yield f"  %place{number} = getelementptr i64, ptr %start, i32 {number}\n"
        yield f"  {value} = load i64, ptr %place{number}\n"
        if kind == "ptr":
            yield f"  %pointer{number} = inttoptr i64 {value} to ptr\n"
            value = f"%pointer{number}"
        else:
            assert kind == "i64", kind
        given.append(f"{kind} {value}")
    yield f'  %status = call i32 @"{own}"({", ".join(given)})\n  ret i32 %status\n}}\n'


def build(into: Path) -> None:
    """Write the kernel into a file."""
    os.environ["NUMBA_OPT"] = "0"  # LLVM optimises once, for WebAssembly
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple("wasm32-unknown-unknown")
    machine = target.create_target_machine(
        cpu="generic", features="+bulk-memory", opt=3, reloc="static", codemodel="default"
    )
    layout = str(machine.target_data)
    whole, *others = [module_of(*one, layout) for one in by_numba().items()]
    for one in others:
        whole.link_in(one)
    # What several of them call is there once now, and nobody else calls it.
    for function in whole.functions:
        if function.linkage == llvm.Linkage.linkonce_odr:
            function.linkage = "internal"
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(whole, builder)
    with TemporaryDirectory() as folder:
        unlinked = Path(folder, "kernel.o")
        unlinked.write_bytes(machine.emit_object(whole))
        names = [f"--export={name}" for exports in EXPORTS.values() for name in exports]
        subprocess.run(["wasm-ld", *LINKED, *names, str(unlinked), "-o", str(into)], check=True)
    into.chmod(0o644)


def main() -> None:
    """Build what the package takes, with the hash of its source."""
    if not shutil.which("wasm-ld"):
        sys.exit("The kernel is linked by wasm-ld; please install it: sudo apt install lld")
    build(compiled.FILE)
    HASH.write_text(source_hash() + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
