"""A real browser for the pages alone."""

import one_chromium

browser = one_chromium.browser
