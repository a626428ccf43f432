"""Tables that people share: who sits where, fair deals, tournaments, ratings.

- `pairing`: who sits at which table of a round, and in which seat;
- `fair`: deals that nobody can choose and everybody can check afterwards;
- `results`: what a table has brought; `tournament`: everything that happened in one, as a log and what follows from it;
- `ratings`: how strong everybody is, from many results; `leaderboard`: what a leaderboard can tell, and what it cannot.

Knows the games, bots and catalogues; knows no widget, no page and no socket, and waits for nothing.
"""
