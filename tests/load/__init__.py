"""`make load`: many simulated learners at once, on this server and on Voilà.

It is no test, and `pytest` leaves it alone. Everything happens on 127.0.0.1.

- `line`: HTTP and WebSocket, byte by byte;
- `ours`, `voila`: a learner's page, as each server sees it;
- `servers`: starts each server, and measures its processes;
- `chromium`: the same pages in a real browser;
- `works`: what is measured;
- `tables` and `players`: tables between devices, `make load-tables`; `shared`: a page of such a table.
"""
