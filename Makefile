# Everything starts here: `make serve` is the course in the browser; CONTRIBUTING.md says what else there is.
# Needs Python 3.11 or newer with venv; Node for `make js`, and in `make test` for the JavaScript and accessibility.
VENV := .venv
PEERS := .venv-peers
BIN := $(VENV)/bin
JS := cardlab/pages/js cardlab/widgets/js
FRONT := $(JS) cardlab/dashboard/js
PUBLIC := cardlab $(addprefix cardlab.,cards choices record bot_rounds timeline game refusal phrasing environments bots.tongits bots.tichu \
  $(addprefix analysis.,position whatif call_odds round_review bots) widgets widgets.scene widgets.blocks \
  $(addprefix lessons.,ask own_exercises drill) $(addprefix pages.,line session))
# Two recipes at a time, without mixing their output.
TWO := $(MAKE) --no-print-directory --output-sync=target --jobs 2
PYTEST := $(BIN)/python -m pytest --numprocesses auto

.PHONY: serve lab site wheel test quick long check style types javascript compiled bench load load-site pictures docs kernel i18n js constraints clean browser node

serve lab: %: $(VENV)/%.stamp
	@$(BIN)/cardlab $@ $(ARGS)

# The parts that run Python in a browser need Node and are made first, so a wheel built afterwards has them.
site wheel: $(VENV)/serve.stamp
	@$(BIN)/python -m tests.site.parts artefacts/python
	@$(if $(filter site,$@),$(BIN)/cardlab site artefacts/site,$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .)

# Compiled modules are kept, because a hundred processes import them. tests/conftest.py deals the tests out to processes.
test: export CI := true
test: export PYTHONDONTWRITEBYTECODE :=
test:
	@$(TWO) $(VENV)/dev.stamp node
	@$(TWO) browser javascript types compiled style docs
	@$(PYTEST) -p tests.quick --dist loadfile --no-loadscope-reorder --nbval --nbval-current-env --nbval-cell-timeout 120 cardlab tests notebooks/en notebooks/index.ipynb $(ARGS)

# Without the slowest files, and with few of the wrong answers.
quick: export WRONG ?= 3
quick: $(VENV)/dev.stamp
	@$(PYTEST) -q -p tests.quick --dist loadfile $(addprefix --ignore=tests/,laws/test_tongits_laws.py lessons/test_now_you.py) cardlab tests/rules tests/laws tests/lessons tests/phrasing tests/repo/test_catalogues.py $(ARGS)

long: $(VENV)/dev.stamp browser
	tests/long/everything.sh $(ARGS)

check: $(VENV)/dev.stamp
	@$(TWO) types style $$(command -v npm >/dev/null && echo javascript || echo "No Node here, so the JavaScript is not checked." >&2)
	@$(BIN)/python -m pytest -q -k made_of_this_source tests/analysis/test_compiled.py

style: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo --no-cache

types: $(VENV)/dev.stamp
	$(BIN)/mypy

javascript js: DO = $(if $(filter js,$@),build,check)
javascript js: node
	@for folder in $(FRONT); do (cd $$folder && npm run --silent $(DO)) || exit 1; done

# Otherwise every test process compiles it.
compiled: $(VENV)/dev.stamp
	@$(BIN)/python -m compileall -q cardlab

bench: $(PEERS)/peers.stamp
	@$(PEERS)/bin/python -m tests.$@ $(ARGS)

load: $(VENV)/dev.stamp browser
	@$(BIN)/python -m tests.$@ $(ARGS)

load-site: $(VENV)/dev.stamp browser site
	@$(BIN)/python -m tests.load.site

pictures: $(VENV)/dev.stamp browser
	$(BIN)/python -m tests.pictures

docs: $(VENV)/dev.stamp
	$(BIN)/python -W error -m tests.docs $(PUBLIC) --output-directory artefacts/docs

kernel: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.kernel.build

i18n: $(VENV)/dev.stamp
	$(BIN)/python -m tests.notebooks.translate
	$(BIN)/python -m tests.notebooks.run_notebooks

constraints: $(VENV)/dev.stamp
	$(BIN)/python -m tests.install.newest

clean:
	rm -rf notebooks/de notebooks/nl $(VENV) $(PEERS) $(addsuffix /node_modules,$(JS)) build dist artefacts .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

# What lies beside the package for Jupyter and Voilà is a copy, so it is made again when a pull has changed it.
$(VENV)/lab.stamp $(VENV)/dev.stamp: $(shell find cardlab/*/share cardlab/*/etc)
$(VENV)/lab.stamp: WITH := $(VENV)/serve.stamp
$(VENV)/dev.stamp: WITH := $(VENV)/serve.stamp $(VENV)/lab.stamp
$(VENV)/serve.stamp $(VENV)/lab.stamp $(VENV)/dev.stamp $(PEERS)/peers.stamp: pyproject.toml constraints.txt
	@tests/install/environment.sh $(@D) $(basename $(@F))
	@touch $@ $(WITH)

browser:
	@tests/install/chromium.sh
	@tests/install/engines.sh

node: $(addsuffix /node_modules/.package-lock.json,$(JS))

%/node_modules/.package-lock.json: %/package-lock.json
	@command -v npm >/dev/null || { echo "The bundles and the accessibility tests need Node; please install it: sudo apt install nodejs npm"; exit 1; }
	@cd $* && npm ci --silent --no-audit --no-fund
	@touch $@
