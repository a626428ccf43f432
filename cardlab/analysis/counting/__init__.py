"""Hands counted exactly: every hand of a pool at once, and what the next draws make of one."""
