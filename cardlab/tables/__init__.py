"""Tables between devices and tournaments, event-sourced, and their pages.

- `store`: event logs in a file; `event_logs`: events as text, and event logs in memory;
- `shared_table`: the state machine of a table of either game; `table_service`: all tables of a server;
- `tournament`: the state machine of a tournament; `tournament_service`: all tournaments of a server and their tables;
- `fair_deals`: verifiable deals; `leaderboard`: means with confidence intervals;
- `device`, `tongits_device`, `tichu_device`: the scene of one device at a table;
- `players_scene`, `tournament_scenes`: those of the lists of tables and tournaments, and of one tournament;
- `table_pages`, `players_pages`: the web pages of these scenes, and their lines;
- `for_teacher`: the tables on the teacher's page.

Knows both games, widgets and the server of the course; knows no lesson, and nothing of the class.
"""
