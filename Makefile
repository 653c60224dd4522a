# make demo   a whole example event in ./demo, from an empty folder to the standings
# make test   everything that must hold: ruff, mypy --strict, pytest (LibreOffice recalculates every workbook)
# make bench  ratios against the raw libraries
# make fuzz N=2000 SEED=1   that many spoiled workbooks, by these random numbers
# make test-large   the largest events, with their times and sizes, and 3,000 spoiled workbooks and 184 detours
# make kills  commands killed at every step in their folder
# make mutants RULES=sheetscore/scoring SOME=40   rules changed in one thing that no hand-worked test notices
# make lint   ruff and mypy alone
# make pictures   the pictures of the README, from the demos

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
N ?= 2000
SEED ?= 1
RULES ?= sheetscore/scoring
SOME ?= 40

.PHONY: demo test test-large bench fuzz kills mutants lint pictures clean

# Installed anew whenever the dependencies change. What is never imported need not be compiled: it is most of it.
$(VENV)/installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "sheetscore needs Python 3.11 or newer; run make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --no-compile --disable-pip-version-check --editable '.[dev]'
	touch $@

demo: $(VENV)/installed
	$(BIN)/sheetscore demo demo

# What is compiled is kept for the next run and for the programs that tests start, whatever the surroundings say.
test: export PYTHONDONTWRITEBYTECODE :=
test: $(VENV)/installed
	sh tests/require-libreoffice.sh
	sh tests/require-chromium.sh
	$(MAKE) --no-print-directory lint
	$(BIN)/pytest --numprocesses 2 --dist worksteal

test-large: $(VENV)/installed
	$(BIN)/pytest tests/large --quiet --capture=no
	FUZZ_CASES=3000 FUZZ_SEED=$(SEED) $(BIN)/pytest tests/fuzz --numprocesses 2 --quiet

bench: $(VENV)/installed
	$(BIN)/pytest tests/benchmarks -o python_files='bench_*.py' -o python_functions='bench_*' --quiet --capture=no

fuzz: $(VENV)/installed
	FUZZ_CASES=$(N) FUZZ_SEED=$(SEED) $(BIN)/pytest tests/fuzz --quiet --capture=no

kills: $(VENV)/installed
	KILLS=all $(BIN)/pytest tests/operations/test_killed.py --numprocesses 2 --quiet

mutants: $(VENV)/installed
	$(BIN)/python tests/mutants.py $(RULES) --some $(SOME) --seed $(SEED)

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --num-workers 2

pictures: $(VENV)/installed
	sh examples/pictures/make.sh $(CURDIR)/$(BIN)/sheetscore

clean:
	rm -rf $(VENV) demo build dist .mypy_cache .ruff_cache .hypothesis
