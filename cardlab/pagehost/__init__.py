"""Pages of notebooks without a kernel each: many pages live in one process, and each core of the machine has one.

From the inside out: `session` is one open page, `host` a process full of them, `hosts` says which page lives where,
`compute` does the heavy questions of all pages, `notebooks` reads and `rendered` draws what a page shows at first,
`pages` answers HTTP; `lines` and `channel` are the lines to pages and between processes, `names` says who may speak
with the server, `setting` is what whoever starts it hands in.
Knows notebooks and widgets of ipywidgets, and nothing of what they are about. README.md tells how it works.
"""
