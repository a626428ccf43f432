"""Whole hands, rounds and races as numbers, in two speeds: plain Python, and the same source compiled by numba.

Knows masks, loops and memory handed in; knows no object of the engines. Each rule engine is the judge of its kernel.

- `hands`: the least deadwood of a hand, jokers too; `rounds`: rounds of Tongits; `player`: who plays them;
- `sampling`: many worlds, and their sums;
- `compiled`: how one source becomes two, where the compiled code is kept, and how it is loaded.
"""
