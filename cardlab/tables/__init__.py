"""Tables between devices and tournaments: logs and what follows from them, and below the line the pages that show it.

What happens at a table or in a tournament is a log that only grows; everything else follows from it.

- `events`: how an event is written, read and added up; `store`: keeps logs in a file; `logs`: logs in memory, and how
  they are written;
- `table`: a table of either game; `hub`: all tables of a server, in one order of commands;
- `tournament`: what happens in a tournament and what follows from it; `hall`: all tournaments of a server and their
  tables; `fair`: deals that nobody chooses and everybody can check; `leaderboard`: means, and what luck does to them;
- `device`, `tongits_device`, `tichu_device`: what each page at a table shows and hears; `line`: how it is told;
- `pages`, `tournament_pages`: what is seen around it; `for_teacher`: the tables at which somebody is, whose names stand
  there, and how a teacher takes them away.
"""
