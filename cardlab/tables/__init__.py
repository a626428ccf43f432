"""The hub's plain core: logs, folds, tournaments, ratings; no I/O above its store.

What happens at a table, on a class board or in a tournament is a log that only grows; everything else follows from it.

- `entries`: what a log is made of; `store`: keeps logs;
- below it `database`: the one connection; `hearing`: what other servers on the same PostgreSQL have written;
- `migrations/`: what the database is like, by Alembic.

Knows logs; knows no page, no socket and no server.
"""
