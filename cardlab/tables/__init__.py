"""The hub's plain core: logs, folds, tournaments, ratings; no I/O above its store.

What happens at a table or in a tournament is a log that only grows; everything else follows from it.

- `events`: how an event is written and read; `names`: codes, nicknames and marks;
- `entries`: what a log is made of; `store`: keeps logs, and below it `database`: the one connection to their file;
- `table`: a table of either game; `hub`: all tables of a server, in one order of commands;
- `tournament_log`: what happens in a tournament; `tournament`: what follows from it; `told`: its sentences; `hall`: all
  tournaments of a server and their tables; `pairing`: who sits at which table of a round; `results`: what a table has
  brought; `fair`: deals that nobody chooses and everybody can check;
- `ratings`: how strong everybody is; `leaderboard`: what a leaderboard can tell, and what it cannot;
- `command`: `cardlab tournament` and `cardlab log`.

Knows logs, games and bots; knows no page, no socket and no server.
"""
