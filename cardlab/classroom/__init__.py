"""The class: learners, the teacher's page, the class board, handed-in progress.

A class is kept in the memory of one server, and on disk only if `--store` names a file.
Imports the pages of the course, tables, lessons and widgets, but no rules of a game.
"""
