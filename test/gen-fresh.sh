#!/usr/bin/env bash
# Fails if gen/ or the client's messages differ from what `make gen` generates from proto/ and assembly/.
set -euo pipefail
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
buf generate -o "$fresh"
node tools/assembly.ts "$fresh/gen/assembly"
node tools/token-parts.ts "$fresh/gen"
# Other tools write these files of the client, and tests compare each with what its tool writes.
others=(-x shapes.ts -x prices.ts -x answer-fields.ts -x statuses.ts)
if ! { diff -r gen "$fresh/gen" && diff -r "${others[@]}" {,"$fresh/"}clients/typescript/src/gen; }; then
  echo "generated code is stale: run 'make gen'" >&2
  exit 1
fi
