"""What speaks for a move and against it, as data that `reasons` puts into words."""
