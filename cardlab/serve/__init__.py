"""Starting the course: commands, ports, processes, JupyterLab, hubs.

Puts all parts of the course together, but knows no rule of a game.
"""
