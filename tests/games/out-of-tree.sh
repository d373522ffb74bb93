#!/bin/sh
# A plugin and a host are built where nothing of this tree is, with what the project installs, and play.
#
#   out-of-tree.sh BUILD-FOLDER EXAMPLES-FOLDER PREFIX LIBDIR LIBEXECDIR
set -eu
build=$1 examples=$2 prefix=$3 libdir=$4 libexecdir=$5
game=connect-four example=$examples/connect-four
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
stage=$place/stage plugin=$place/plugins/$game log=$place/log

echo 1..6
n=0
# Runs a command, and prints what it said only if it fails.
holds() {
  n=$((n + 1)) what=$1
  shift
  if "$@" >"$log" 2>&1; then
    echo "ok $n $what"
  else
    sed 's/^/# /' "$log"
    echo "not ok $n $what"
    exit 1
  fi
}

installed() { DESTDIR=$stage meson install -C "$build" --no-rebuild --quiet; }

# Nothing but what the project installs: no other pkg-config file, no header of the source tree.
flags() {
  PKG_CONFIG_LIBDIR=$stage$prefix/$libdir/pkgconfig PKG_CONFIG_PATH='' PKG_CONFIG_SYSROOT_DIR=$stage \
    pkg-config --cflags --libs lapidary-plugin
}

compiled() {
  mkdir -p "$plugin"
  cp "$example/$game.c" "$example/$game.plugin" "$plugin"
  cp "$example/text/en.json" "$plugin/text.en.json"
  cd "$plugin"
  words=$(flags)
  # shellcheck disable=SC2086
  cc -shared -fPIC -O2 -o "$game.so" "$game.c" $words
}

# A host needs GLib too, which no stage holds: so the system's pkg-config files come after ours, and ours say where the
# library will lie, not where it is staged.
host_flags() {
  echo "-I$stage$prefix/include/lapidary-host -I$stage$prefix/include -L$stage$prefix/$libdir"
  PKG_CONFIG_PATH=$stage$prefix/$libdir/pkgconfig pkg-config --cflags --libs lapidary
}

host_compiled() {
  words=$(host_flags)
  # shellcheck disable=SC2086
  cc -std=gnu11 -o "$place/tiny-host" "$examples/tiny-host.c" $words
}

# A program of the stage, with the plugin that was compiled above.
staged() {
  env LD_LIBRARY_PATH="$stage$prefix/$libdir" LAPIDARY_PROBE="$stage$prefix/$libexecdir/lapidary/lapidary-probe" \
    LAPIDARY_WORKER="$stage$prefix/$libexecdir/lapidary/lapidary-worker" LAPIDARY_PLUGIN_PATH="$place/plugins" XDG_CACHE_HOME="$place/cache" XDG_DATA_HOME="$place/data" "$@"
}
host() { staged "$stage$prefix/bin/lapidary" "$@"; }

listed() { host games | tee /dev/stderr | grep -q "$game"; }
played() { host simulate "$game" --matches 20 --seed 1 --seats random,random; }
host_played() { staged "$place/tiny-host" "$game" | tee /dev/stderr | grep -q 'place 1'; }

holds 'the project installs itself' installed
holds "$game compiles with pkg-config lapidary-plugin alone" compiled
holds 'the installed program lists it' listed
holds 'the installed program plays it' played
holds 'a host compiles with pkg-config lapidary' host_compiled
holds 'it plays it too' host_played
