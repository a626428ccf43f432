#!/bin/sh
# Chromium for the browser tests: nothing to do where there is one; as root on Debian it is installed.
# Without a window it loads our pages in half the time, so that one is preferred where there are packages of both.
command -v chromium-headless-shell >/dev/null && exit
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing Chromium for the browser tests."
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  for package in chromium-headless-shell chromium; do
    apt-get install -y -qq --no-install-recommends $package >/dev/null 2>&1 && exit
  done
fi
for found in chromium chromium-browser google-chrome; do
  command -v $found >/dev/null && exit
done
echo "The browser tests need Chromium; please install it: sudo apt install chromium"
exit 1
