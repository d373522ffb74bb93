#!/bin/bash
# The example in Rust is built with Debian's rustc and bindgen, keeps the contract, and is played.
#
#   rust.sh BUILD-FOLDER EXAMPLES-FOLDER LAPIDARY
set -eu
build=$1 examples=$2 lapidary=$3
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export PATH=/usr/bin:$PATH PKG_CONFIG_PATH=$build/meson-uninstalled LAPIDARY_PLUGIN_PATH=$place/built XDG_CACHE_HOME=$place/cache

built() {
  cp -r "$examples/pig" "$place/pig"
  meson setup "$place/built" "$place/pig" && meson compile -C "$place/built"
}

n=0 failed=0
holds() {
  local sentence=$1 said
  shift
  n=$((n + 1))
  if said=$("$@" 2>&1); then
    echo "ok $n $sentence"
  else
    sed 's/^/# /' <<<"$said"
    echo "not ok $n $sentence"
    failed=1
  fi
}

echo 1..3
holds 'it is built' built
holds 'it keeps the contract' "$lapidary" check pig -n 200
holds 'it is played' "$lapidary" simulate pig --matches 100 --seed 1
exit $failed
