#!/bin/sh
# Runs the tests of PgBouncer in transaction mode and of the reverse proxies of the guide, with two restarts of two
# processes behind each of them and no failed request:
#
#   sh tools/pooler-and-proxies.sh [--install]
#
# With --install, Debian's packages of the programs are installed first, which needs root. The tests use the first
# pgbouncer, nginx, haproxy and caddy of the PATH, so that other versions can be tried. Unlike the test suite, this script
# fails if a program is missing.
set -eu

cd "$(dirname "$0")/.."

if [ "${1:-}" = --install ]; then
  apt-get install --yes --no-install-recommends pgbouncer nginx haproxy caddy
  # The packages start services, which these tests do not need.
  for service in pgbouncer nginx haproxy caddy; do
    service "$service" stop >/dev/null 2>&1 || true
  done
fi

# Debian has some of the programs where only root looks for them.
PATH="$PATH:/usr/sbin"
export PATH

for program in pgbouncer nginx haproxy caddy; do
  command -v "$program" >/dev/null || {
    echo "$program is not installed; run this script with --install." >&2
    exit 1
  }
done
pgbouncer --version | head -n 1
nginx -v
haproxy -v | head -n 1
echo "Caddy $(caddy version)"

exec npx vitest run tests/wire/pgbouncer.test.ts tests/wire/reverse-proxies.test.ts
