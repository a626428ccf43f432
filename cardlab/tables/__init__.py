"""Tables between devices and tournaments, event-sourced, and their pages.

- `events`: encoding and folding of events; `store`: event logs in a file; `event_logs`: event logs in memory;
- `shared_table`: the state machine of a table of either game; `table_service`: all tables of a server;
- `tournament`: the state machine of a tournament; `tournament_service`: all tournaments of a server and their tables;
- `fair_deals`: verifiable deals; `leaderboard`: means with confidence intervals;
- `device`, `tongits_device`, `tichu_device`: the scene of one device at a table; `tables_scene`: that of all tables;
- `table_connection`: their lines; `table_pages`, `tournament_pages`: their web pages; `invitation`: how others come;
- `for_teacher`: the tables on the teacher's page.

Knows both games, widgets and the server of the course; knows no lesson, and nothing of the class.
"""
