"""`make load`: many learners at once, simulated, against this server and Voilà, in one table.

It is no test, and `pytest` leaves it alone. Everything happens on 127.0.0.1.

- `line`: HTTP and WebSocket, byte by byte;
- `ours`, `voila`: a learner's page as each server speaks with it;
- `servers`: starts each server, and says what its process tree costs;
- `chromium`: the same pages in a real browser;
- `works`: what is measured;
- `tables` and `players`: tables between devices, `make load-tables`; `shared`: a page of theirs.
"""
