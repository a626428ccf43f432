"""The kernel: hands and rounds as numbers, in plain Python or as WebAssembly.

Both have the same source: bit masks, loops and memory passed in, without objects of the rule engine. Tests compare it
with the engine.

- `hands`: the least deadwood of a hand, jokers included; `rounds`: rounds of Tongits; `player`: the player of a round;
- `sampling`: many worlds and their sums; `pairs`: every deal of two hands;
- `compiled`: either kernel, and memory for it; `kernel.wasm`, which `make kernel` builds, is the compiled one.
"""
