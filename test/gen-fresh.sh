#!/usr/bin/env bash
# Fails if gen/ or the client's messages differ from what `make gen` generates from proto/ and assembly/.
set -euo pipefail
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
buf generate -o "$fresh"
node tools/assembly.ts "$fresh/gen/assembly"
node tools/token-parts.ts "$fresh/gen"
diff -r gen "$fresh/gen" &&
  diff -r -x shapes.ts -x prices.ts -x answer-fields.ts -x statuses.ts {,"$fresh/"}clients/typescript/src/gen || { echo "generated code is stale: run 'make gen'" >&2; exit 1; }
