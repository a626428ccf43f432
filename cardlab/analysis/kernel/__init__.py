"""Whole hands and rounds as numbers, in two speeds: plain Python, and the same source compiled by numba.

It uses masks, loops and memory passed in, and no object of the rule engine. Tests compare it with the engine.

- `hands`: the least deadwood of a hand, jokers included; `rounds`: rounds of Tongits; `player`: the player of a round;
- `sampling`: many worlds and their sums;
- `compiled`: compilation from one source, the cache of compiled code, and loading.
"""
