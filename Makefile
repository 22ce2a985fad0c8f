# The two commands that a fresh clone needs: `make demo` and `make test`. PYTHON may name another Python ≥ 3.11.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Lays out the pages' JavaScript and looks it through; from npm.
BIOME = npm exec --yes --package=@biomejs/biome@2.6.8 -- biome

# How much `make browser` takes: one in so many of its tests. How much `make soak` takes: one in so many of the long
# tests, whole games of each edition, killed sittings, seconds of the fuzz. CI takes a sample of both: see .ci/run.
BROWSER_ONE_IN ?= 1
SOAK_ONE_IN ?= 1
GAMES ?= 200
KILLS ?= 200
SECONDS ?= 300

# Other Pythons that are promised, tried where they are there.
OTHERS = python3.12 python3.13

.PHONY: demo test long browser soak others lint prose fuzz bench wheel docs site pictures extras kernel clean

# `.ready` is what players need, `.tests` what contributors need. Python compiles a library when it is first used:
# compiling all of them here would take a third of the time.
$(VENV)/.ready: pyproject.toml setup.py $(wildcard eleusis/lab/kernel/native/*)
	@echo "Making a Python environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@echo "Installing eleusis, its bots and its line editor there: about twenty seconds, once ..."
	@$(INSTALL) --no-compile -e '.[bots,play]'
	@touch $@

$(VENV)/.tests: $(VENV)/.ready
	@echo "Installing what the tests need: about a minute, once ..."
	@$(INSTALL) -e '.[dev]'
	@$(BIN)/python -m compileall -q eleusis
	@touch $@

demo: $(VENV)/.ready
	@echo "A recorded game, replayed:"
	@echo
	@$(BIN)/eleusis replay tests/games/abbott-cleo-forecasts.yaml

# On a busy machine, ELEUSIS_PATIENCE=3 lets every test wait three times as long for what should come.
test: $(VENV)/.tests
	@echo "The tests, but for those that take long (make long): a minute and a half on two cores."
	@echo "Those of extras that aren't installed are skipped, each with its reason."
	$(BIN)/python -m pytest -n auto -rs

# The rest of the suite: laws over all editions, kills, processes, the docs run.
long: $(VENV)/.tests
	$(BIN)/python -m pytest -m "long and not soak and not browser" -n auto -rs

# The pages of the table, of the tab and of the docs, in a real Chromium: Debian's `chromium-headless-shell`, else its
# `chromium`, which takes a quarter longer; or one that CHROMIUM names. Their main ways also in Firefox and WebKit:
# Debian's `firefox-esr`, `webkit2gtk-driver` and `xvfb`. Some long ones are in `soak`.
browser: docs
	$(INSTALL) -e '.[browser]'
	BROWSER_ONE_IN=$(BROWSER_ONE_IN) $(BIN)/python -m pytest -m "browser and not soak" -n auto

# Two of its tests need Debian's packages `nginx-light`, `caddy` and `openssl`.
soak: $(VENV)/.tests
	SOAK_ONE_IN=$(SOAK_ONE_IN) $(BIN)/python -m pytest -m soak -n auto
	$(BIN)/python -m tests.helpers.many --games $(GAMES) --kills $(KILLS)
	$(BIN)/python -m tests.helpers.web_kills --kills $(KILLS)
	$(BIN)/python -m bench rooms --tables 10 --kills $(KILLS)
	$(BIN)/python -m tests.helpers.fuzz --seconds $(SECONDS)
	@$(MAKE) --no-print-directory others

# The games and the draws of a seed on the other Pythons, each in an environment of its own in build/.
others:
	@for python in $(OTHERS); do \
	    if ! $$python -c '' 2> /dev/null; then \
	        echo "Nothing is tried on $$python: it isn't here."; \
	        continue; \
	    fi; \
	    echo "The games and draws of a seed on $$python:"; \
	    $$python -m venv build/$$python && \
	    build/$$python/bin/python -m pip install --quiet --disable-pip-version-check '.[test]' && \
	    build/$$python/bin/python -m pytest -p no:cacheprovider tests/test_golden.py tests/ground/test_chance.py || exit 1; \
	done

lint: $(VENV)/.tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIOME) ci --error-on-warnings

# The English: spelling (Debian's packages `aspell` and `aspell-en`), style, and the phrases that we don't write.
prose: $(VENV)/.tests
	$(INSTALL) -e '.[prose]'
	$(BIN)/python -m tests.prose

fuzz: $(VENV)/.tests
	$(BIN)/python -m tests.helpers.fuzz --seconds 60

bench: $(VENV)/.tests
	$(INSTALL) -e '.[bench]'
	$(BIN)/python -m bench
	$(BIN)/python -m bench environments

docs: $(VENV)/.tests
	$(INSTALL) -e '.[docs]'
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --fresh-env -d build/doctrees docs site
	$(BIN)/python -m pytest tests/docs/test_lexers.py

# The game as a folder that plays in the browser, and the docs in it: any web server can hand it out.
site: $(VENV)/.tests
	$(INSTALL) -e '.[docs]'
	$(BIN)/eleusis site build/site
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --fresh-env -d build/doctrees-site -t play docs build/site/docs

# Draws the pictures of the docs again.
pictures: $(VENV)/.tests
	$(INSTALL) -e '.[browser,report]'
	$(BIN)/python -m bench pictures

extras: $(VENV)/.tests
	$(INSTALL) -e '.[docs,report,cluster,envs,inspect,mcp,openspiel]'

# Fails where the kernel of `simulate` was left out; the tests of it are left out there too.
kernel: $(VENV)/.tests
	$(BIN)/eleusis simulate --rounds 1 --engine kernel > /dev/null

# A wheel, and the sources, in dist/.
wheel: $(VENV)/.ready
	@echo "Building in dist/: about twenty seconds ..."
	@$(INSTALL) build
	@mkdir -p build
	@$(BIN)/python -m build > build/wheel.log 2>&1 || { cat build/wheel.log; exit 1; }
	@ls dist/*.whl

clean:
	rm -rf $(VENV) build dist site *.egg-info eleusis/lab/kernel/compiled.abi3.so .mypy_cache .ruff_cache .pytest_cache .hypothesis
