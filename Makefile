# The two commands, and a few small ones. The work is in deploy/*.sh.

.DEFAULT_GOAL := help
.PHONY: help run setup test fast format demo_accounts clean

help:  ## shows this list
	@grep -hE '^[a-z_]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z_]+):.*## */  make \1\t/' | expand -t 24

run:  ## installs what is missing, then serves the library (EMPTY=1: a real, empty one)
	@EMPTY="$(EMPTY)" bash deploy/run.sh

setup:  ## installs what serving needs, and serves nothing
	@bash deploy/run.sh setup

test:  ## installs what is missing, then checks and tests everything
	@bash deploy/test.sh

fast:  ## the tests on SQLite without the browser
	@bash deploy/test.sh fast

format:  ## writes the code the way ruff wants it
	@.venv/bin/ruff format . && .venv/bin/ruff check --fix .

demo_accounts:  ## prints fresh passwords for the demonstration accounts
	@.venv/bin/python manage.py demo_accounts

clean:  ## throws away .venv and caches; what the library holds (var/) stays
	@rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
