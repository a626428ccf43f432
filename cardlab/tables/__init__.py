"""Tables shared by several devices, tournaments, and their pages; event-sourced.

Each table and tournament is a log of events in the `store`, folded into a state. See README.md.

Imports both games, widgets and the course server, but no lessons and nothing of the classroom.
"""
