"""How the course is served: pages that live in a few long-lived processes, the front before them, a class around them.

From the inside out: `session` is one open page, `host` a process full of them, `hosts` says which page lives where,
`compute` does the heavy questions, `lessons`, `exported` and `frame` make the pages, `front` answers HTTP; `room`,
`gate`, `join`, `reach` and `handed_in` are the class, and `board`, `board_hub` and `board_told` its board; `tables`
and `tournament` are the tables between devices; `lines` and `channel` are the lines to pages and between
processes; `command`, `start`, `preloaded`, `lab`, `own_copy` and `proxy` are how it is started.
Knows pages, processes and a class; knows widgets only as objects of ipywidgets, and no rule of a game.
"""
