"""Living pages: a line to each, a session behind it, and one server for all of them. See README.md.

- `line`: pictures to a page, and messages from it;
- `session`: the cells of a notebook and the scenes that they show;
- `sessions`: which page has which session, and for how long;
- `shared`: the line of a page that looks at what other pages look at too;
- `interrupt`: ends what runs too long.

Knows notebooks and what a scene is; knows no card, no course and no class.
"""
