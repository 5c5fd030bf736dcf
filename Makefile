# Everyday commands. Each one sets up what it needs in .venv and build; nothing is installed anywhere else.

PYTHON ?= python3
CXX_CHECK = echo 'int main() {}' | $(CXX) -std=c++20 -fsyntax-only -x c++ - 2> /dev/null

BIN := .venv/bin
PY  := $(BIN)/python
PIP := $(PY) -m pip install -qq --constraint constraints.txt

# Stamps: a file that is newer than what it was made from says that the step need not be done again.
VENV  := .venv/.made
BUILD := .venv/.build-tools
CORE  := .venv/.installed
TEST  := .venv/.test-tools
LINT  := .venv/.lint-tools
DOCS  := .venv/.docs-tools
RELEASE := .venv/.release-tools

CORE_SOURCES := $(shell find core -name '*.[ch]pp')
# Their time changes when a module is added, moved or removed, which an editable install has to learn.
PACKAGES := $(shell find src/fourcast -name manual -prune -o -type d -not -name __pycache__ -print)

# The names listed under [project.optional-dependencies] NAME in pyproject.toml.
extra = $$($(PY) -c 'import tomllib; \
	print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["$(1)"])')

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play test lint docs lowest wheel format bench screenshots sanitize fuzz soak training mutants clean
unexport PIP_BUILD_CONSTRAINT # pip refuses it where no isolated build takes place, as here
unexport PYTHONDONTWRITEBYTECODE # tests start hundreds of processes: each would compile all modules again

help: ## list these commands
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

play: $(CORE) ## start the page and open it in a browser
	@$(BIN)/fourcast serve

test: $(CORE) $(TEST) $(DOCS) ## run all tests and every example in the documentation
	@$(PY) -m pytest -q -n 4

lint: $(CORE) $(TEST) $(DOCS) $(LINT) ## check style and types, of Python and C++
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	@if $(PY) -c 'import fourcast.native._core' 2> /dev/null; then set -x; \
		MYPYPATH=src $(PY) .ci/stubtest.py --concise --ignore-disjoint-bases fourcast.native._core; \
	else echo 'stubtest skipped: the C++ core is not built'; fi
	$(BIN)/clang-format --dry-run --Werror $(CORE_SOURCES) tools/training.cpp

docs: $(CORE) $(DOCS) ## build the documentation site, which `make play` then serves; warnings and broken links are errors
	@$(PY) tools/make_docs.py

lowest: ## install the lowest allowed versions of all dependencies elsewhere, and try them
	@$(PYTHON) .ci/lowest

wheel: docs $(RELEASE) ## build the sdist and the wheels in dist, and try them with Python 3.11, 3.12 and 3.13
	@$(PY) tools/make_wheels.py --positions $(filter-out %begin-hard.txt,$(wildcard ../shared/data/*-*.txt))

format: $(LINT) ## rewrite the sources in the house style
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(CORE_SOURCES) tools/training.cpp

bench: $(CORE) $(TEST) ## measure how fast the engines, the server and the page are
	@$(PY) benchmarks/import_speed.py
	@$(PY) benchmarks/perft_speed.py
	@$(PY) benchmarks/search_speed.py
	@$(PY) benchmarks/env_speed.py
	@$(PY) benchmarks/overrun.py
	@$(PY) benchmarks/jobs_overhead.py
	@$(PY) tools/bench_solver.py
	@$(PY) benchmarks/server_load.py
	@$(PY) benchmarks/shared_games.py
	@$(PY) benchmarks/page_speed.py

screenshots: $(CORE) $(TEST) ## pictures of every screen, in build/screenshots
	@$(PY) tools/make_screenshots.py

sanitize: $(CORE) $(TEST) ## run tests against cores built with address, undefined-behaviour and thread checks
	.ci/sanitize 'address;undefined' tests/differential tests/rules/test_goldens.py tests/algorithms tests/evals tests/solver \
		tests/envs/test_environments.py
	.ci/sanitize thread tests/solver/test_solver.py tests/solver/test_margin.py tests/solver/test_popout.py

fuzz: $(CORE) $(TEST) ## a thousand examples of every law, a million malformed texts to every parser
	FOURCAST_EXAMPLES=1000 $(PY) -m pytest -q -n 2 tests/rules tests/differential tests/algorithms tests/evals tests/trace
	FOURCAST_FUZZ=1000000 $(PY) -m pytest -q --timeout=0 tests/fuzz

soak: $(CORE) $(TEST) training ## the long tests: large boards, thousands of games and requests, hundreds of kills
	$(PY) -m pytest -q --timeout=0 -m soak
	$(PY) benchmarks/fast_games.py

mutants: $(CORE) $(TEST) ## put small faults into a copy of the sources, and see that the tests find each
	$(PY) tools/mutants.py

training: $(BUILD) ## compile what tools/learn_ordering.py needs, in build/training
	$(BIN)/cmake -S . -B build/training -G Ninja -DFOURCAST_TOOLS=ON "-DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja" \
		"-DPython_EXECUTABLE=$(CURDIR)/$(PY)" "-Dnanobind_DIR=$$($(PY) -m nanobind --cmake_dir)"
	$(BIN)/cmake --build build/training --target _training

clean: ## remove everything these commands made
	rm -rf .venv build dist src/fourcast/web/manual docs/reference/command-line.md .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests benchmarks tools -name __pycache__ -prune -exec rm -rf {} + 2> /dev/null || true

$(VENV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'fourcast needs Python 3.11 or newer: `make PYTHON=/path/to/python3 ...` names another one.' >&2; exit 1; }
	@echo 'Making .venv ...'
	@$(PYTHON) -m venv .venv
	@touch $@

$(BUILD): $(VENV) constraints.txt
	@echo 'Installing the build tools ...'
	@$(PIP) scikit-build-core nanobind cmake ninja
	@touch $@

# Editable: edits under src are seen at once. Not isolated, and with a build directory that stays: only what changed is
# compiled again. With a compiler at hand a core that does not compile is an error; without one the Python engine plays.
$(CORE): $(BUILD) pyproject.toml CMakeLists.txt constraints.txt $(CORE_SOURCES) $(PACKAGES)
	@echo 'Building and installing fourcast ...'
	@if $(CXX_CHECK); then export FOURCAST_REQUIRE_CORE=1; else with=-Cwheel.cmake=false; \
		echo 'No C++20 compiler ($(CXX)): Python engine only. Once there is one, `make clean` lets it be used.'; fi; \
	$(PIP) --no-build-isolation -Cbuild-dir=build/core $$with --editable '.[app,charts]'
	@touch $@

$(TEST): $(VENV) pyproject.toml constraints.txt
	@echo 'Installing the test tools ...'
	@$(PIP) $(call extra,test) $(call extra,cluster) $(call extra,data) $(call extra,envs) \
		$(call extra,openspiel)
	@touch $@

$(DOCS): $(VENV) pyproject.toml constraints.txt
	@echo 'Installing the documentation tools ...'
	@$(PIP) $(call extra,docs) $(call extra,envs) $(call extra,openspiel)
	@touch $@

$(RELEASE): $(VENV) pyproject.toml constraints.txt
	@echo 'Installing the release tools ...'
	@$(PIP) $(call extra,release)
	@touch $@

$(LINT): $(VENV) pyproject.toml constraints.txt
	@echo 'Installing the lint tools ...'
	@$(PIP) $(call extra,lint)
	@touch $@
