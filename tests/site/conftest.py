"""Nothing here belongs to `make test`: `make site` makes the site, and `make long` tries it."""

collect_ignore_glob = ["*"]
