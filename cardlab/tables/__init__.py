"""The hub's plain core: logs, folds, tournaments; no I/O above its store.

What happens at a table, on a class board or in a tournament is a log that only grows; everything else follows from it.

- `events`: how an event is written and read; `names`: codes, nicknames and marks;
- `entries`: what a log is made of; `store`: keeps logs in a file; `logs`: logs in memory, and how they are written;
- `table`: a table of either game; `hub`: all tables of a server, in one order of commands;
- `board`: the class board; `questions`: what is asked on it; `board_results`: what it comes to;
- `tournament`: what happens in a tournament and what follows from it; `hall`: all tournaments of a server and their
  tables; `fair`: deals that nobody chooses and everybody can check; `leaderboard`: means, and what luck does to them.

Knows logs, games, bots and, for the board, the questions of the lessons; knows no page, no socket and no server.
"""
