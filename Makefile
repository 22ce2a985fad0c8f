# The two commands that a fresh clone needs: `make demo` and `make test`. PYTHON may name another Python ≥ 3.11.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

# How much `make soak` takes: one in so many of the long tests, whole games of each edition, killed sittings, seconds
# of the fuzz. CI takes a sample: `make soak SOAK_ONE_IN=20 GAMES=2 KILLS=5 SECONDS=20`.
SOAK_ONE_IN ?= 1
GAMES ?= 200
KILLS ?= 200
SECONDS ?= 300

.PHONY: demo test browser soak lint prose fuzz bench wheel docs pictures extras kernel clean

$(VENV)/.ready: pyproject.toml setup.py $(wildcard eleusis/lab/kernel/native/*)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	$(BIN)/python -m compileall -q eleusis
	touch $@

demo: $(VENV)/.ready
	$(BIN)/eleusis replay tests/games/abbott-cleo-forecasts.yaml

test: $(VENV)/.ready
	@echo "All tests: about four minutes on two cores. Tests of extras that aren't installed are skipped, each with its reason."
	$(BIN)/python -m pytest -n auto -rs

# The pages of the table and of the docs, in a real Chromium: Debian's package `chromium`, or one that CHROMIUM names.
browser: docs
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[browser]'
	$(BIN)/python -m pytest -m browser -n auto

soak: $(VENV)/.ready
	SOAK_ONE_IN=$(SOAK_ONE_IN) $(BIN)/python -m pytest -m soak -n auto
	$(BIN)/python -m tests.many --games $(GAMES) --kills $(KILLS)
	$(BIN)/python -m tests.web_kills --kills $(KILLS)
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS)

lint: $(VENV)/.ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# The English: spelling (Debian's packages `aspell` and `aspell-en`), style, and the phrases that we don't write.
prose: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[prose]'
	$(BIN)/python -m tests.prose

fuzz: $(VENV)/.ready
	$(BIN)/python -m tests.fuzz --seconds 60

bench: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m bench
	$(BIN)/python -m bench environments

docs: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --fresh-env -d build/doctrees docs site
	$(BIN)/python -m pytest tests/test_lexers.py

# Draws the pictures of the docs again.
pictures: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[browser,report]'
	$(BIN)/python -m bench pictures

extras: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[report,cluster,envs,inspect,mcp]'

# Fails where the kernel of `simulate` was left out; the tests of it are left out there too.
kernel: $(VENV)/.ready
	$(BIN)/eleusis simulate --rounds 1 --engine kernel > /dev/null

wheel: $(VENV)/.ready
	$(BIN)/python -m build

clean:
	rm -rf $(VENV) build dist site *.egg-info eleusis/lab/kernel/compiled.abi3.so .mypy_cache .ruff_cache .pytest_cache .hypothesis
