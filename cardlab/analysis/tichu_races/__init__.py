"""Whole Tichu races with reaction times: two kernel modules, and their memory as positions and moves."""
