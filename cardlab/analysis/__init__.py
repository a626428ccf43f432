"""Answers to "what if": exact where they can be, sampled with their error where they cannot.

Everything here takes what one player may see, a `View`, and so never knows a hidden card.
"""
