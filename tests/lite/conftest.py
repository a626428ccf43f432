"""Nothing here belongs to `make test`: one makes the site, the other one tries it, and `make long` names it."""

collect_ignore_glob = ["*"]
