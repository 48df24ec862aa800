# The commands of the project. `make site` to read and play, `make test` to check everything, `make help` for the rest.
# Each target brings what it lacks; stamps in .venv/ remember what is already there.

PYTHON ?= python3
PORT ?= 8066
DATE ?= $(shell date +%F)
BIN := .venv/bin
UV_VERSION := 0.13.9

# Tools keep their caches in HOME; where it is empty they get a folder of ours, or they would litter this one.
ifeq ($(strip $(HOME)),)
export HOME := $(CURDIR)/build/home
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help site build test lint types format check pytest bench bench-site env lock clean

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 16
	@echo
	@echo '  variables: PORT=$(PORT) (make site), PYTHON=$(PYTHON) (3.11 or newer)'

site: .venv/site.stamp ## environment, build, serve on 127.0.0.1; prints the address (PORT=…)
	$(BIN)/przemyskie66 site build/site --serve --port $(PORT)

build: .venv/site.stamp ## build both languages into build/site, every warning an error
	$(BIN)/przemyskie66 site build/site

test: .venv/test.stamp lint types check build pytest ## everything that must hold: lint, types, checks, site, tests, Chromium

lint: .venv/test.stamp ## ruff: faults and layout of the code
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/test.stamp ## mypy, strict, on the package
	$(BIN)/mypy

format: .venv/test.stamp ## lay out the code and mend what ruff can mend
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

check: .venv/site.stamp ## all checks of the archive: quotes, texts, grid, cases, negative controls
	$(BIN)/przemyskie66 check

pytest: .venv/test.stamp ## the tests alone, on two cores
	$(BIN)/pytest -n 2

bench: build/bench/stamp ## speed against other programs, in an environment of its own (DATE=…)
	build/bench/bin/python tests/benchmarks/run.py --date $(DATE)

bench-site: .venv/test.stamp ## the built site: weights, time to build, how Python starts in Chromium (DATE=…)
	$(BIN)/python tests/benchmarks/site.py --date $(DATE)

env: .venv/test.stamp ## only the environment: .venv, node_modules, Debian packages

.venv/site.stamp: requirements/site.txt package-lock.json pyproject.toml apt.txt scripts/prerequisites.py
	$(PYTHON) scripts/prerequisites.py site
	test -x $(BIN)/pip || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/site.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation --editable .
	$(BIN)/npm ci --omit=dev --loglevel=error
	touch $@

.venv/test.stamp: .venv/site.stamp requirements/test.txt
	$(PYTHON) scripts/prerequisites.py test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/test.txt
	$(BIN)/npm ci --loglevel=error
	touch $@

build/bench/stamp: requirements/bench.txt pyproject.toml tests/benchmarks/install.py
	$(PYTHON) -m venv --clear build/bench
	build/bench/bin/python tests/benchmarks/install.py requirements/bench.txt
	build/bench/bin/python -m pip install --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation --editable .
	touch $@

lock: ## resolve all pinned versions anew (requirements/*.txt, package-lock.json)
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet uv==$(UV_VERSION)
	build/lock/bin/uv pip compile $(LOCK) --extra site pyproject.toml requirements/build.in --output-file requirements/site.txt
	build/lock/bin/uv pip compile $(LOCK) --extra site --extra edit --extra batch --extra cluster --extra test pyproject.toml requirements/build.in --output-file requirements/test.txt
	build/lock/bin/uv pip compile $(LOCK) requirements/bench.in requirements/build.in --output-file requirements/bench.txt
	$(BIN)/npm install --package-lock-only
LOCK := --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url --custom-compile-command 'make lock'

clean: ## remove the environment and everything built
	rm -rf .venv node_modules build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
