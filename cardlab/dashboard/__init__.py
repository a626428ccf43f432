"""The page around each lesson, and the web server of the course.

Imports pages and lessons; knows who is in a class, but no board, no table and no rule of a game.
"""
