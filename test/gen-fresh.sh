#!/usr/bin/env bash
# Fails when gen/ is not what `make gen` makes of proto/ and assembly/.
set -euo pipefail
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
buf generate -o "$fresh"
node tools/assembly.ts "$fresh/gen/assembly"
node tools/token-parts.ts "$fresh/gen"
diff -r gen "$fresh/gen" || { echo "gen/ is stale: run 'make gen'" >&2; exit 1; }
