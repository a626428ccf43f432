"""What holds for every test: a slow machine proves nothing, so no example has a deadline."""

from hypothesis import settings

settings.register_profile("cardlab", deadline=None)
settings.load_profile("cardlab")
