"""How the course is served: pages that live in a few long-lived processes, and the front before them.

From the inside out: `session` is one open page, `host` a process full of them, `hosts` says which page lives where,
`compute` does the heavy questions, `lessons`, `exported` and `frame` make the pages, `front` answers HTTP; `gate` says
who may come in, `reach` where one is reached, and `own_pages` is what pages beside the lessons share; `tables`,
`tournament`, `names_at_tables` and `fair` are the tables between devices; `lines` and `channel` are the lines to pages
and between processes; `command`, `start`, `preloaded`, `lab`, `own_copy` and `proxy` are how it is started.
Knows pages and processes, and that there may be a class; knows widgets only as objects of ipywidgets, and no rule of a
game.
"""
