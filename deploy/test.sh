#!/usr/bin/env bash
# make test: everything needed, then every check and every test, with the time each took.
# "make fast": the tests on SQLite without the browser.
source "$(dirname "$0")/common.sh"

only=${1:-all}
need_python
need_pdf_libraries
need_barcode_reader
if [ "$only" = all ]; then
    need_browser
    need_postgres
fi
install_missing
use_venv test

# for the checks that read the settings; the tests have their own (tests/settings.py)
unset UPLOAD_MAX_MB TIME_ZONE DATABASE_URL SECRET_KEY SECRET_KEY_FILE ALLOWED_HOSTS SITE_URL EMAIL_URL HOST PORT EMPTY VAR_DIR
export DEBUG=1

times=()
step() {
    local title=$1 start=$SECONDS
    shift
    say "$title"
    "$@" || { report; fail "$title: failed"; }
    times+=("$(printf '%4d s  %s' $((SECONDS - start)) "$title")")
}
report() { [ ${#times[@]} = 0 ] || printf '%s\n' "" "${times[@]}" ""; }

if [ "$only" = fast ]; then
    step "tests on SQLite, without the browser" pytest -q -n 2 -m "not browser"
    exit
fi
step "format (ruff)" ruff format --check --quiet .
step "lint (ruff)" ruff check --quiet .
step "types (mypy)" mypy
step "walls (import-linter)" lint-imports
step "no migration is missing" python manage.py makemigrations --check --dry-run
step "tests on PostgreSQL" bash deploy/postgres.sh pytest -q -n 2 -m "not browser" --database-only --durations 10
step "tests on SQLite, and in the browser" pytest -q -n 2 --durations 10
report
say "all is well, in $SECONDS s"
