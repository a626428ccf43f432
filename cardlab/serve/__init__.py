"""Starting the course: commands, ports, processes, JupyterLab, hubs.

Imports every room below it, and puts them together; it knows no rule of a game.
"""
