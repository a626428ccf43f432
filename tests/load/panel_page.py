"""A page for `panel serve` that is as large as `melds` in what it needs least: a button and a text for each widget."""

import panel as pn

WIDGETS = 19
CARDS = ["As", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts", "Js", "Qs", "Ks"]


def widget(number: int) -> pn.Column:
    """One button whose presses Python counts."""
    card = CARDS[number % len(CARDS)]
    button = pn.widgets.Button(name=f"{card}, widget {number}")
    text = pn.pane.Str("not pressed")
    times = 0

    def press(_event: object) -> None:
        nonlocal times
        times += 1
        text.object = f"{card} pressed {times}"

    button.on_click(press)
    return pn.Column(f"## Part {number}", button, text)


pn.Column("# Cards", *(widget(number) for number in range(WIDGETS))).servable(title="Cards")
