#!/bin/bash
# Makes a virtual environment and installs the clone into it: tests/install/environment.sh FOLDER EXTRA
# PYTHON names the Python to take; by default it is the first that is new enough.
set -euo pipefail
folder=$1 extra=$2

if [ ! -x "$folder/bin/python" ]; then
  for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && found=$python && break
  done
  [ -n "${found:-}" ] || { echo "Please install Python 3.11 or newer: apt install python3 python3-venv"; exit 1; }
  "$found" -c 'import ensurepip, venv' 2>/dev/null || { echo "Please install Python's venv: apt install python3-venv"; exit 1; }
  echo "Setting up $folder; this may take a minute or two the first time."
  "$found" -m venv "$folder"
fi

# The versions that everything was tested with; pyproject.toml says which others should do.
# Where the packages are cached, uv takes four seconds and pip fifty; but uv reads none of pip's settings, so where it
# finds nothing pip is asked. Most modules are never imported; those that are, are compiled then.
asked=(install --quiet --constraint constraints.txt --editable ".[$extra]")
pip=("$folder/bin/python" -m pip --disable-pip-version-check)
"${pip[@]}" install --quiet uv 2>/dev/null || true
"$folder/bin/uv" pip "${asked[@]}" --python "$folder/bin/python" 2>/dev/null || "${pip[@]}" "${asked[@]}"
# Whoever only learns needs no installer; the tests of the wheel do.
[[ "$extra" != serve && "$extra" != lab ]] || "${pip[@]}" uninstall --quiet --yes uv
