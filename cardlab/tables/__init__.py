"""The hub's plain core: logs, folds, tournaments, ratings; no I/O above its store.

What happens at a table, on a class board or in a tournament is a log that only grows; everything else follows from it.

- `entries`: what a log is made of; `store`: keeps logs;
- below it `database`: the one connection; `hearing`: what other servers on the same PostgreSQL have written;
- `migrations/`: what the database is like, by Alembic;
- `pairing`: who sits at which table of a tournament's round; `fair`: deals that nobody chooses and everybody can check;
- `results`: what a table has brought; `tournament_log`: what happens in a tournament; `tournament`: what follows from
  it; `told`: its sentences;
- `ratings`: how strong everybody is; `leaderboard`: what a leaderboard can tell, and what it cannot.

Knows logs, games and bots; knows no page, no socket and no server.
"""
