"""Things that several people share while they are together: each the fold of a log that only grows."""
