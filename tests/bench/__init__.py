"""`make bench`: how fast this is, where it can be as a ratio against a named peer measured in the same run."""
