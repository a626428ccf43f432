"""`make bench`: the speed of this package, if possible against a named peer."""
