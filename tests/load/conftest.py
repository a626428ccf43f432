"""The load generator is run by `make load`; nothing here is a test."""

collect_ignore_glob = ["*"]
