# What run.sh and test.sh share: messages, Debian packages, the virtual environment.
# Sourced, not run. Everything is done from the project's root.
# What a volunteer may read on the terminal is French, as the pages are.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '» %s\n' "$*"; }
fail() { printf '✗ %s\n' "$*" >&2; exit 1; }

# --- Debian packages: names are added to MISSING, then installed together

MISSING=()

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

need_package() { installed "$1" || MISSING+=("$1"); }

need_python() {
    python3 -c 'import ensurepip, venv' 2>/dev/null || MISSING+=(python3 python3-venv)
    [ -e /usr/share/zoneinfo/Europe/Paris ] || MISSING+=(tzdata)
}

need_pdf_libraries() {
    need_package libpangoft2-1.0-0
    need_package libharfbuzz-subset0
    need_package fontconfig
}

need_browser() {
    command -v chromium-headless-shell >/dev/null || MISSING+=(chromium-headless-shell)
    need_package libatomic1 # Playwright's own node wants it
}

need_barcode_reader() {
    need_package zbar-tools
    need_package poppler-utils
}

need_postgres() { compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || MISSING+=(postgresql); }

install_missing() {
    [ ${#MISSING[@]} -gt 0 ] || return 0
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
            as_root=(sudo -n)
        else
            fail "il manque des paquets Debian. En root : apt-get update && apt-get install -y ${MISSING[*]}"
        fi
    fi
    command -v apt-get >/dev/null ||
        fail "ce système n'est pas Debian ; installez par ses moyens ce qu'apportent : ${MISSING[*]}"
    say "installation de paquets Debian : ${MISSING[*]}"
    if [[ " ${MISSING[*]} " == *" postgresql "* ]] && ! installed postgresql-common; then
        # the tests make their own cluster: no main one, no service
        "${as_root[@]}" mkdir -p /etc/postgresql-common
        echo 'create_main_cluster = false' |
            "${as_root[@]}" tee /etc/postgresql-common/createcluster.conf >/dev/null
    fi
    local log
    log=$(mktemp)
    {
        "${as_root[@]}" apt-get update -qq &&
            "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive UCF_FORCE_CONFFOLD=1 \
                apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 \
                -o Dpkg::Options::=--force-confold -o Dpkg::Use-Pty=0 "${MISSING[@]}"
    } </dev/null >"$log" 2>&1 || {
        tail -n 30 "$log" >&2
        fail "apt-get n'a pas pu installer ces paquets ; son message est ci-dessus"
    }
    rm -f "$log"
    MISSING=()
}

# --- the virtual environment: trusted only by a stamp that names what it was made of

stamp() { { python3 -c 'import sys; print(sys.version, sys.base_prefix)'; cat "$@"; } | sha256sum | cut -d ' ' -f 1; }

# use_venv run|test: makes .venv when its stamp is not the one expected, then puts it first on PATH
use_venv() {
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "il faut Python 3.11 ou plus récent (Debian 12 ou 13) ; ici, $(python3 -V)"
    local run test
    run=$(stamp requirements.txt)
    test=$(stamp requirements.txt tests/requirements.txt)
    if ! grep -qsx "$run" .venv/stamp; then
        say "environnement Python dans .venv (une minute ou deux)"
        rm -rf .venv
        python3 -m venv .venv
        # tests/requirements.txt as constraints: what both files pull in has one version
        pip_install -r requirements.txt -c tests/requirements.txt
        echo "$run" >.venv/stamp
    fi
    if [ "$1" = test ] && ! grep -qsx "$test" .venv/stamp; then
        say "ce qu'il faut aux tests, dans .venv"
        pip_install -r requirements.txt -r tests/requirements.txt
        echo "$test" >>.venv/stamp
    fi
    export PATH="$PWD/.venv/bin:$PATH"
}

pip_install() {
    .venv/bin/python -m pip install --quiet --quiet --no-input --disable-pip-version-check --prefer-binary \
        --root-user-action ignore "$@"
}
