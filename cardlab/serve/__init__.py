"""How the course is started: its commands, its port, its processes, JupyterLab, hubs.

Knows every room below it, and puts them together; nothing below knows it, and it knows no rule of a game.
"""
