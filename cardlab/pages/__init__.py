"""Open pages, each with a WebSocket and Python code behind it; see README.md.

Knows notebooks and what a scene is, but no card, no course and no class.
"""
