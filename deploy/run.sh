#!/usr/bin/env bash
# make run: everything needed, then the library on http://HOST:PORT/ until Ctrl-C. (make setup: what is needed.)
#
# What it holds lies in var/ (or VAR_DIR). Plain `make run` shows the sample library; `make run EMPTY=1` starts
# a real one, which is empty the first time, in var/library: the two never mix, and may run side by side.
source "$(dirname "$0")/common.sh"

case "${EMPTY:-}" in '' | 0) EMPTY='' ;; 1) ;; *) fail "EMPTY : 1, ou rien" ;; esac

need_python
need_pdf_libraries
install_missing
use_venv run
[ "${1:-}" != setup ] || exit 0

if [ -z "${VAR_DIR:-}" ]; then
    VAR_DIR=$PWD/var
    [ -z "$EMPTY" ] || VAR_DIR=$PWD/var/library
fi
export VAR_DIR
# what lies there is about people: for this user's eyes
(umask 077 && mkdir -p "$VAR_DIR")
if [ -z "${SECRET_KEY:-}${SECRET_KEY_FILE:-}" ] && [ ! -s "$VAR_DIR/secret-key" ]; then
    (umask 077 && python -c 'import secrets; print(secrets.token_urlsafe(64))' >"$VAR_DIR/secret-key")
fi
umask 077

if [ -n "$EMPTY" ]; then
    say "votre ludothèque, dans $VAR_DIR"
    python manage.py prepare --real
else
    python manage.py prepare --samples
    [ ! -e var/library/ludotheque.sqlite3 ] || [ "$VAR_DIR" != "$PWD/var" ] ||
        say "ceci est la ludothèque d'exemple ; la vôtre, dans var/library, s'ouvre par : make run EMPTY=1"
fi
exec python deploy/serve.py
