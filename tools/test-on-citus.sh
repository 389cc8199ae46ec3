#!/bin/sh
# Runs the tests of storage and of the wire on a Citus cluster that exists:
#   sh tools/test-on-citus.sh postgres://postgres@127.0.0.1/empty
# The address is that of an empty database on the coordinator. Nothing else may use the cluster meanwhile, which has to be
# on this machine and have two workers: some tests end processes of theirs. The others use databases of their own.
set -eu

if [ $# -ne 1 ]; then
  sed -n '2,5s/^# //p' "$0" >&2
  exit 2
fi
cd "$(dirname "$0")/.."
ALMANAC_TEST_CITUS_URL=$1 npx vitest run --project system tests/storage/citus.test.ts tests/wire/citus.trouble.test.ts
ALMANAC_TEST_DATABASE_URL=$1 npx vitest run --project system tests/storage tests/wire -t '[Pp]ostgre'
