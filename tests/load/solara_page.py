"""A page for `solara run` that is as large as `melds` in what it needs least: a button and a text for each widget."""

import solara

WIDGETS = 19
CARDS = ["As", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts", "Js", "Qs", "Ks"]


@solara.component
def Widget(number: int):
    """One button whose presses Python counts."""
    card = CARDS[number % len(CARDS)]
    times, set_times = solara.use_state(0)
    solara.Markdown(f"## Part {number}")
    solara.Button(f"{card}, widget {number}", on_click=lambda: set_times(times + 1))
    solara.Text(f"{card} pressed {times}" if times else "not pressed")


@solara.component
def Page():
    """All widgets under each other."""
    solara.Markdown("# Cards")
    for number in range(WIDGETS):
        Widget(number)
