"""The logs: one table, one row an entry."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    # By bytes, as SQLite compares: so the names of logs that begin alike stand together.
    name = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "cardlab_log",
        sa.Column("log", name, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("key", name, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("log", "seq"),
        sa.UniqueConstraint("log", "key"),
    )
