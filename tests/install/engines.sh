#!/bin/sh
# Firefox and WebKit for the journeys in three engines: nothing to do where they are; as root on Debian they are installed.
has_all() { command -v firefox-esr && command -v WebKitWebDriver && command -v Xvfb; }
has_all >/dev/null && exit
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing Firefox and WebKit for the journeys in three engines."
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends firefox-esr webkit2gtk-driver xvfb >/dev/null 2>&1 && exit
fi
# Elsewhere their tests are skipped, or fail where everything has to run.
echo "Firefox or WebKit is missing, so only Chromium is driven: sudo apt install firefox-esr webkit2gtk-driver xvfb" >&2
