"""Whole hands and rounds as numbers, in two speeds: plain Python, and the same source compiled by numba.

Knows masks, loops and memory handed in; knows no object of the engine, which is its judge.

- `hands`: the least deadwood of a hand, jokers too; `rounds`: rounds of Tongits; `player`: who plays them;
- `sampling`: many worlds, and their sums;
- `compiled`: how one source becomes two, where the compiled code is kept, and how it is loaded.
"""
