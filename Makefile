# make app         serve the app on a sample document and print its address
# make test        lint, types, import contracts, tests; then which lines and branches of the package no test reached
# make viewer      bundle the viewer's JavaScript anew, after a change in chunkviz/viewer/modules (needs npm)
# make bench       speed against other splitters in one run on this machine, what a person waits for in the browser, embedding
#                  against the bare model, search
# make screenshot  docs/explore.png, the picture in the README
# make golden      tests/golden: every strategy's chunks of every sample document, to be looked at in the diff
#
# Each makes what it needs in .venv first; a second call installs nothing.

PYTHON ?= python3
SAMPLE ?= sample_docs/manual.md
BIN := .venv/bin
JAVASCRIPT := tools/javascript
NPM := $(shell command -v npm)
INSTALL := $(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .[code]

.PHONY: app test lint lint-python lint-javascript suite viewer bench screenshot golden

app: .venv/app.stamp
	$(BIN)/chunkviz app $(SAMPLE)

test: lint suite

lint: lint-python lint-javascript

lint-python: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Formats, lint, types, and whether the bundles are what the modules give.
ifneq ($(NPM)$(CI),)
lint-javascript: $(JAVASCRIPT)/node_modules/npm.stamp
	$(NPM) run --silent --prefix $(JAVASCRIPT) lint
else
lint-javascript:
	@echo 'There is no npm here, so the JavaScript of the viewer is not linted; install Node.js to have that too.'
endif

suite: .venv/dev.stamp
	$(BIN)/pytest -n 2 --dist worksteal --cov

viewer: $(JAVASCRIPT)/node_modules/npm.stamp
	$(NPM) run --silent --prefix $(JAVASCRIPT) format
	$(NPM) run --silent --prefix $(JAVASCRIPT) build

bench: .venv/bench.stamp
	$(BIN)/python tests/benchmarks/speed.py
	$(BIN)/python tests/benchmarks/browser_latency.py
	$(BIN)/python tests/benchmarks/embedding.py
	$(BIN)/python tests/benchmarks/search_latency.py

screenshot: .venv/dev.stamp
	$(BIN)/python docs/screenshot.py

golden: .venv/dev.stamp
	$(BIN)/python tests/drawn_chunks.py

.venv/pip.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'chunkviz needs Python 3.11 or newer; name one: make PYTHON=python3.12 app'; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1' # the first that knows dependency groups
	touch $@

.venv/app.stamp: pyproject.toml constraints.txt .venv/pip.stamp
	$(INSTALL)
	touch $@

.venv/dev.stamp: pyproject.toml constraints.txt .venv/pip.stamp
	$(INSTALL) --group dev
	touch $@ .venv/app.stamp

.venv/bench.stamp: pyproject.toml constraints.txt .venv/dev.stamp
	$(INSTALL) --group dev --group bench
	touch $@

$(JAVASCRIPT)/node_modules/npm.stamp: $(JAVASCRIPT)/package.json $(JAVASCRIPT)/package-lock.json $(JAVASCRIPT)/.npmrc
	@command -v npm >/dev/null || { echo 'The JavaScript of the viewer is checked and bundled by npm; install Node.js, which brings it.'; exit 1; }
	cd $(JAVASCRIPT) && npm ci --silent
	touch $@
