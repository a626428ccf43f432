"""The kernel built anew is the one that is kept: `make long`. Needs Debian's `lld`.

Byte by byte, or, where another version of a tool builds it a little differently, in what many rounds add up to.
"""

from cardlab.analysis.kernel import compiled
from cardlab.tongits import Rules
from tests.bench.playouts import many
from tests.kernel import build

ROUNDS = 10_000
RULES = (Rules(), Rules.preset("traditional"), Rules(jokers=2, joker_points=7, ace_high=True))


def test_the_kernel_built_anew_is_the_one_that_is_kept(tmp_path, monkeypatch):
    anew, kept = tmp_path / "kernel.wasm", compiled.FILE
    build.build(anew)
    if anew.read_bytes() != kept.read_bytes():
        played = []
        for file in (anew, kept):
            monkeypatch.setattr(compiled, "FILE", file)
            compiled._compiled.cache_clear()
            played.append([many(rules, ROUNDS) for rules in RULES])
        monkeypatch.undo()
        compiled._compiled.cache_clear()
        assert played[0] == played[1]
