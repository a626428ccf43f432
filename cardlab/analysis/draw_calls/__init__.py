"""Odds of a draw call, counted: the pool, every deal of it or bounds, and what a call is expected to pay."""
