# Everything starts here. Needs Python 3.11 or newer with venv; Node only for `make js`, and in `make test` for the
# types and format of the JavaScript, its bundles and the accessibility tests.
#
#   make serve   the course in the browser      make serve ARGS="--lang de --port 8900"
#   make lab     the notebooks in JupyterLab    make test    everything that CI runs
#   make check   style and types                make bench   how fast it is
#   make js      the bundles, from source       make i18n    translations and results of the notebooks
#   make load    many learners at once, beside Voilà, Panel and Solara: an hour; ARGS="--quick": minutes
#   make load-tables   thirty tables between devices beside a hundred open lessons: nine minutes
#   make long    what takes an hour             make clean   back to a fresh clone
#   make pictures      every page in three sizes, to be looked at
#   make constraints   the versions to test with, anew      make mutants   which small changes no test finds

SHELL := /bin/bash
.DELETE_ON_ERROR:
.DEFAULT_GOAL := serve

NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
  $$python -c '$(NEW_ENOUGH)' 2>/dev/null && { echo $$python; break; }; done)
ARGS ?=
EACH ?= 100000
VENV := .venv
BENCH := .venv-bench
LOAD := .venv-load
MUTANTS := .venv-mutants
NEWEST := .venv-newest
JS := cardlab/pagehost/js cardlab/widgets/js
# These have no tools of their own.
FRONT := $(JS) cardlab/dashboard/js
# Two recipes at a time, each one's words in one piece.
TWO := $(MAKE) --no-print-directory --output-sync=target --jobs 2
BIN := $(VENV)/bin
PIP := -m pip install --quiet --disable-pip-version-check
# The versions that everything was tested with; pyproject.toml says which others should do.
TESTED := --constraint constraints.txt
# Installs into an environment: $(call install,.venv,'.[dev]'). Where the packages are cached, uv takes four seconds and pip fifty;
# but uv reads none of pip's settings, so where it finds nothing pip is asked. Most modules are never imported; those that are, are compiled then.
install = $(1)/bin/python $(PIP) uv 2>/dev/null && $(1)/bin/uv pip install --quiet --python $(1)/bin/python $(TESTED) --editable $(2) 2>/dev/null || $(1)/bin/python $(PIP) $(TESTED) --editable $(2)

.PHONY: serve lab test long pictures check compiled style types javascript mutants bench load load-tables js i18n constraints clean browser node

serve: $(VENV)/serve.stamp
	@$(BIN)/cardlab serve $(ARGS)

lab: $(VENV)/serve.stamp
	@$(BIN)/cardlab lab $(ARGS)

# What needs only one core goes two at a time. The kernel is compiled once beside all that, at low priority; whoever
# needs it sooner waits for it. Compiled modules are kept, whatever is usual here: a hundred processes of the tests
# import them. How the tests are dealt out to processes stands in tests/conftest.py.
test: export CI := true
test: export PYTHONDONTWRITEBYTECODE :=
test:
	@$(TWO) $(VENV)/dev.stamp node
	@$(BIN)/python -m cardlab.analysis.kernel.compiled & \
	$(TWO) browser javascript types compiled style && \
	$(BIN)/python -m pytest -p tests.quick --numprocesses auto --dist loadfile --no-loadscope-reorder --nbval --nbval-current-env --nbval-cell-timeout 120 cardlab tests notebooks/en notebooks/index.ipynb $(ARGS); \
	ended=$$?; wait; exit $$ended

# Every kind of question 100,000 times, and many times the rounds that the rule engine judges in `make test`: an hour
# of one core. Fewer questions of each kind: make long EACH=10000. Whoever writes into a store is killed 200 times.
long: $(VENV)/dev.stamp browser
	EACH=$(EACH) ROUNDS=10000 POOLS=20 $(BIN)/python -m pytest --numprocesses auto --dist load -q tests/long/every_question.py tests/analysis/test_playouts.py tests/widgets/test_any_widget.py $(ARGS)
	KILLS=200 STORIES=300 $(BIN)/python -m pytest -q -s tests/tables/test_store_killed.py tests/tables/test_store.py $(ARGS)
	KILLS=134 HANDS=3400 $(BIN)/python -m pytest -q tests/tables/test_server_killed.py tests/tables/test_hidden.py $(ARGS)
	ROUNDS=10000 EXERCISES=100 $(BIN)/python -m pytest -q tests/phrasing tests/browser/test_lessons.py $(ARGS)
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile -q --nbval --nbval-current-env --nbval-cell-timeout 120 notebooks $(ARGS)
	POSITIONS=100000 $(BIN)/python -m pytest --numprocesses auto -q tests/bots $(ARGS)

# Every page in three sizes and every language, to be looked at, in artefacts/screenshots.
pictures: export SCREENSHOTS := artefacts/screenshots
pictures: $(VENV)/dev.stamp browser
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile -q tests/browser/test_every_page.py tests/browser/test_class_joins.py $(ARGS)

check: $(VENV)/dev.stamp
	@$(TWO) types style $$(command -v npm >/dev/null && echo javascript)
	@command -v npm >/dev/null || echo "No Node here, so the JavaScript is not checked."

style: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo --no-cache

# The package, and the tests with what their assertions tell: else each process of the tests would do it for itself.
# The second is done with parts of pytest that nobody promises; where they are others, it is done later.
compiled: $(VENV)/dev.stamp
	@$(BIN)/python -m compileall -q cardlab
	-@$(BIN)/python -m tests.quick

types: $(VENV)/dev.stamp
	$(BIN)/mypy

javascript: node
	@for folder in $(FRONT); do (cd $$folder && npm run --silent check) || exit 1; done

# Small changes of the engines, each tried against the fast tests: hours, for there are thousands.
# A sample takes some minutes: make mutants ARGS="--sample 150"
mutants: $(MUTANTS)/mutants.stamp
	@$(MUTANTS)/bin/python -m tests.mutants $(ARGS)

bench: $(BENCH)/bench.stamp
	@$(BENCH)/bin/python -m tests.bench $(ARGS)

load: $(LOAD)/load.stamp browser
	@$(LOAD)/bin/python -m tests.load $(ARGS)

i18n: $(VENV)/dev.stamp
	$(BIN)/python -m tests.notebooks.translate
	$(BIN)/python -m tests.notebooks.run_notebooks

load-tables: $(VENV)/dev.stamp browser
	@$(BIN)/python -m tests.load.tables $(ARGS)
	@$(BIN)/python -m tests.load.tables --saturated --seconds 30 --pages 0 $(ARGS)

js: node
	@for folder in $(FRONT); do (cd $$folder && npm run --silent build) || exit 1; done

clean:
	rm -rf $(VENV) $(BENCH) $(LOAD) $(MUTANTS) $(NEWEST) $(addsuffix /node_modules,$(JS)) build dist artefacts .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environments; a stamp says what is installed, so that the second time is quick.

$(VENV)/bin/python:
	@test -n "$(PYTHON)" && "$(PYTHON)" -c '$(NEW_ENOUGH)' || { echo "Please install Python 3.11 or newer: apt install python3 python3-venv"; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "Please install Python's venv: apt install python3-venv"; exit 1; }
	@echo "Setting up $(VENV); this may take a minute or two the first time."
	@"$(PYTHON)" -m venv $(VENV)

$(VENV)/serve.stamp: pyproject.toml constraints.txt | $(VENV)/bin/python
	@$(call install,$(VENV),'.[serve]')
	@$(VENV)/bin/python -m pip uninstall --quiet --yes uv
	@touch $@

$(VENV)/dev.stamp: pyproject.toml constraints.txt | $(VENV)/bin/python
	@$(call install,$(VENV),'.[dev]')
	@touch $@ $(VENV)/serve.stamp

$(BENCH)/bench.stamp: pyproject.toml
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "Please install Python's venv: apt install python3-venv"; exit 1; }
	@"$(PYTHON)" -m venv $(BENCH)
	@$(BENCH)/bin/python $(PIP) --editable '.[bench]'
	@touch $@

# The newest versions that pyproject.toml allows, as the ones to test with from now on; run `make test` before you keep them.
constraints:
	rm -rf $(NEWEST)
	"$(PYTHON)" -m venv $(NEWEST)
	$(NEWEST)/bin/python $(PIP) --editable '.[dev]'
	{ sed '/^[^#]/d' constraints.txt; $(NEWEST)/bin/python -m pip list --exclude-editable --exclude pip --exclude setuptools --format freeze; } >constraints.new
	mv constraints.new constraints.txt
	rm -rf $(NEWEST)

$(MUTANTS)/mutants.stamp: pyproject.toml
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "Please install Python's venv: apt install python3-venv"; exit 1; }
	@"$(PYTHON)" -m venv $(MUTANTS)
	@$(call install,$(MUTANTS),'.[mutants]')
	@touch $@

$(LOAD)/load.stamp: pyproject.toml constraints.txt
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "Please install Python's venv: apt install python3-venv"; exit 1; }
	@"$(PYTHON)" -m venv $(LOAD)
	@$(call install,$(LOAD),'.[load]')
	@touch $@

# What the tests need beside Python.

# Chromium without a window loads our pages in half the time, so it is preferred where there are packages of both.
browser: export DEBIAN_FRONTEND := noninteractive
browser:
	@command -v chromium-headless-shell >/dev/null && exit; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Chromium for the browser tests."; \
	  apt-get update -qq; \
	  for package in chromium-headless-shell chromium; do \
	    apt-get install -y -qq --no-install-recommends $$package >/dev/null 2>&1 && exit; \
	  done; \
	fi; \
	for found in chromium chromium-browser google-chrome; do command -v $$found >/dev/null && exit; done; \
	echo "The browser tests need Chromium; please install it: sudo apt install chromium"; exit 1

node:
	@command -v npm >/dev/null || { echo "The bundles and the accessibility tests need Node; please install it: sudo apt install nodejs npm"; exit 1; }
	@$(MAKE) --silent --no-print-directory $(addsuffix /node_modules/.package-lock.json,$(JS))

%/node_modules/.package-lock.json: %/package-lock.json
	@cd $* && npm ci --silent --no-audit --no-fund
	@touch $@
