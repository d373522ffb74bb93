#!/bin/bash
# The contract's binary interface against the stored one: abi.sh LIBRARY [--update]
set -euo pipefail
library=$1
golden=$(dirname "$0")/abi.xml

if [[ ${2-} == --update ]]; then
  abidw --no-show-locs --no-corpus-path --no-comp-dir-path --no-elf-needed "$library" |
    sed "s|path='[^']*/|path='|" >"$golden"
  exit
fi

echo 1..1
name="abidiff finds the stored interface in the headers"
if [[ $(uname -m) != x86_64 ]] || ! command -v abidiff >/dev/null; then
  echo "ok 1 - $name # SKIP needs abidiff and x86-64"
elif difference=$(abidiff --no-show-locs "$golden" "$library"); then
  echo "ok 1 - $name"
else
  echo "not ok 1 - $name"
  sed 's/^/# /' <<<"$difference" >&2
  echo "# if the contract was meant to change: raise its minor, ./dev golden, read the diff" >&2
  exit 1
fi
