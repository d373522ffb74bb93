#!/bin/bash
# The site of the documents is built, and its links lead somewhere: site.sh SITE-SOURCES BUILD-FOLDER
set -euo pipefail
sources=$1 build=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export PYTHONDONTWRITEBYTECODE=1
python3 "$sources/build.py" "$build" "$place/site" --matches 5 --positions 2 --games tic-tac-toe,tic-tac-toe-misere >&2
for report in tic-tac-toe-random-2 tic-tac-toe-greedy-2; do
  grep -q '<svg' "$place/site/gallery/$report.html" # what simulations of it show, in plots
done
python3 "$sources/links.py" "$place/site"
