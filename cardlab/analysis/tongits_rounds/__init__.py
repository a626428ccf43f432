"""Whole rounds of Tongits on masks: kernel modules, each after those that it calls; see `compiled`."""
