#!/usr/bin/env bash
# Runs a command with a private PostgreSQL, given to it as DATABASE_URL, and takes it down afterwards:
#     deploy/postgres.sh pytest tests/catalogue
# A cluster in a fresh folder, unix socket only, without fsync: for tests, never for data.
set -euo pipefail

bin=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$bin" ] || { echo "✗ no PostgreSQL server in /usr/lib/postgresql" >&2; exit 1; }

# PostgreSQL refuses root: then it runs as the user that Debian's package makes
as=()
[ "$(id -u)" != 0 ] || as=(setpriv --reuid=postgres --regid=postgres --init-groups --)

folder=$(mktemp -d "${TMPDIR:-/tmp}/ludotheque-pg.XXXXXX")
stop() {
    "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
[ "$(id -u)" != 0 ] || chown postgres: "$folder"

cd "$folder"
"${as[@]}" "$bin/initdb" -D "$folder/data" -U postgres --auth=trust --encoding=UTF8 --locale=C --no-sync >initdb.log ||
    { cat initdb.log >&2; exit 1; }
"${as[@]}" "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w -t 60 start -o \
    "-c listen_addresses='' -c unix_socket_directories='$folder' -c fsync=off -c synchronous_commit=off \
     -c full_page_writes=off -c max_connections=50" >/dev/null || { cat "$folder/log" >&2; exit 1; }
"${as[@]}" "$bin/createdb" -h "$folder" -U postgres ludotheque
cd "$OLDPWD"

# the socket's folder is a percent-encoded host
DATABASE_URL="postgres://postgres@${folder//\//%2F}/ludotheque" "$@"
