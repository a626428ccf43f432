"""The course as a dashboard: the frame around each lesson, the class and the tables beside it, and how it is started.

`frame` is what stands around a lesson, `course` all that the server answers, `setting` what its processes have to know;
`command`, `start`, `lab`, `own_copy` and `proxy` are how it is started; `share` is the template of Voilà.
"""
