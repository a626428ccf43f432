"""Positions of Tongits as one player may see them: drafts, their notation, and all that is impossible about one."""
