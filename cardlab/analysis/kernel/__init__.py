"""The kernel: hands and rounds as numbers, in plain Python or as WebAssembly.

Python and WebAssembly have the same source: bit masks and loops on given memory, without objects of the rule engine.
Tests compare the kernel with the engine.

- `hands`: the least deadwood of a hand, jokers included; `rounds`: rounds of Tongits; `player`: the sensible player;
- `sampling`: many worlds and their sums; `pairs`: every deal of two hands;
- `compiled`: loads the kernel, in Python or as WebAssembly (`kernel.wasm`, which `make kernel` builds).
"""
