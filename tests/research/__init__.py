"""What was found out once and is kept: advice, habits and the strength of bots, measured."""
