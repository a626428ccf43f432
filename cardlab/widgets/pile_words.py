"""What a discard pile counts as, in words for a learner: said by `cardlab.tell.tichu`."""

from cardlab.tell.tichu import counts

__all__ = ["counts"]
