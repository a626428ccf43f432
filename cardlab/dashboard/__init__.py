"""The course as a dashboard: the frame around each lesson, and the server that class and tables are added to.

`frame` is what surrounds a lesson, `course_server` the application, `course_pages` the base of pages without a lesson;
`clause_code` is the code that a lesson unfolds; `access` admits visitors, `addresses` are those of this computer,
`display_names` the codes of classes; `voila_page` is the frame under Voilà, `share` holds the templates.

Knows pages, visitors and texts; knows no class, no table and no rule of a game.
"""
