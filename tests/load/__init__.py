"""`make load`: many simulated learners at once, on this server and on Voilà.

It is no test, and `pytest` leaves it alone. Everything happens on 127.0.0.1.

- `line`: HTTP and WebSocket, frame by frame;
- `page`, `voila`: a learner's page, as each server sees it; `teaching`, `players`: pages of a class and of a table;
- `servers`: starts each server, and measures its processes; `works`: what is measured;
- `site`: the plain files, `make load-site`.
"""
