#!/usr/bin/env bash
# Fails when gen/ is not what `buf generate` makes of proto/.
set -euo pipefail
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
buf generate -o "$fresh"
diff -r gen "$fresh/gen" || { echo "gen/ is stale: run 'make gen'" >&2; exit 1; }
