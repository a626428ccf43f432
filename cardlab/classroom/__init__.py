"""The class: learners, the teacher's page, the class board, handed-in progress.

A class is kept in the memory of one server, and until that ends in a file beside the tables, see `class_file`.
Imports the pages of the course, tables, lessons and widgets, but no rules of a game.
"""
