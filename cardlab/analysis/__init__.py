"""Answers to "what if": exact where they can be, sampled with their error where they cannot.

Every question about a position takes what one player may see, a `View`, and so never knows a hidden card.
Only whole rounds and races (`playouts`, `races`) are played from open cards, and `coach` reviews a record seat by seat.
"""
