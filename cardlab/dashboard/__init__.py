"""The course as a dashboard: what stands around a lesson, and who may come in.

`frame` is what stands around a lesson, `course` the pages of the course in it, `own_pages` pages that are no notebook;
`gate` is who comes in, `reach` and `names` under which addresses; `voila_page` and `share` serve Voilà itself.
"""
