"""What a page wishes of a widget, sent without a page."""


def send(widget, *wishes, **wish):
    """Sends each wish, a message or the name of a deed without more; or one wish, given by its parts."""
    for one in (*wishes, *([wish] if wish else [])):
        widget._hear(widget, {"do": one} if isinstance(one, str) else one, [])
