"""The mutation run is started by `make mutants`; nothing here is a test."""

collect_ignore_glob = ["*"]
