#!/bin/bash
# Plugins and a host are built where nothing of this tree is, with what the project installs, and play. The installation
# is staged and then moved, so that it finds nothing at the prefix that was configured.
#
#   out-of-tree.sh BUILD-FOLDER EXAMPLES-FOLDER PREFIX LIBDIR
set -eu
build=$1 examples=$2 prefix=$3 libdir=$4
game=connect-four example=$examples/connect-four
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
root=$place/installed plugin=$place/plugins/$game log=$place/log
unset LD_LIBRARY_PATH LAPIDARY_PROBE LAPIDARY_WORKER LAPIDARY_WEB LAPIDARY_PLUGIN_PATH
export XDG_CACHE_HOME=$place/cache XDG_DATA_HOME=$place/data

echo 1..15
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

installed() {
  DESTDIR=$place/stage meson install -C "$build" --no-rebuild --quiet
  mv "$place/stage$prefix" "$root"
}

# The program where it is installed; that of plugins built below.
host() { "$root/bin/lapidary" "$@"; }
with_plugins() { env LAPIDARY_PLUGIN_PATH="$place/plugins" "$@"; }

listed() { host games | tee /dev/stderr | grep -q gemtrix-tournament; }
played() { host simulate gemtrix --matches 5 --seed 1 --json; }
# The page and the files that it needs.
served() {
  local address
  coproc SERVER { exec "$root/bin/lapidary" serve --port 0 --store memory: 2>/dev/null; }
  read -r -u "${SERVER[0]}" address
  address=$(grep -oE 'http://[^ ]+' <<<"$address")
  local server=$SERVER_PID status=0
  python3 -c 'import sys, urllib.request
for name, word in ("", "<title>"), ("app.js", "import "), ("openrpc.json", "games.list"):
    assert word in urllib.request.urlopen(sys.argv[1] + name).read().decode(), name' "$address" || status=$?
  kill "$server"
  wait "$server" || true
  return $status
}

# Manual pages, completion, units, and the list of what is in it.
has_documents() {
  (cd "$root" && ls share/man/man1/lapidary.1 share/man/man5/lapidary-plugin.5 share/man/man7/lapidary.7 \
    share/bash-completion/completions/lapidary share/zsh/site-functions/_lapidary share/fish/vendor_completions.d/lapidary.fish \
    lib/systemd/system/lapidary.service share/doc/lapidary/lapidary.spdx)
  ! grep -nE '@[a-z_]+@' "$root/share/doc/lapidary/lapidary.spdx" "$root/lib/systemd/system/lapidary.service"
}

# What is begun with the installed program builds with it, without a word of where it is.
begun() {
  cd "$place"
  env -u PKG_CONFIG_PATH "$root/bin/lapidary" new heaps
  env -u PKG_CONFIG_PATH "$root/bin/lapidary" check heaps -n 20
  "$root/bin/lapidary" pack heaps --output heaps.lapidary
  "$root/bin/lapidary" install heaps.lapidary
  "$root/bin/lapidary" simulate heaps --matches 5
}

# Nothing but what the project installs: no other pkg-config file, no header of the source tree.
ours() { env PKG_CONFIG_LIBDIR="$root/$libdir/pkgconfig" PKG_CONFIG_PATH='' "$@"; }

compiled() {
  mkdir -p "$plugin"
  cp "$example/$game.c" "$example/$game.plugin" "$plugin"
  cp "$example/text/en.json" "$plugin/text.en.json"
  cd "$plugin"
  words=$(ours pkg-config --cflags --libs lapidary-plugin)
  # shellcheck disable=SC2086
  cc -shared -fPIC -O2 -o "$game.so" "$game.c" $words
}
game_listed() { with_plugins "$root/bin/lapidary" plugins | tee /dev/stderr | grep -A1 "fine .*$game " | grep -q "$place/plugins/$game"; }
game_played() { with_plugins "$root/bin/lapidary" simulate "$game" --matches 20 --seed 1 --seats random,random; }
game_valid() { with_plugins "$root/bin/lapidary" check "$game" -n 50; }

# Where plugins of the system lie, for those who install there.
has_plugin_folder() { [ "$(ours pkg-config --variable=plugindir lapidary-plugin)" -ef "$root/$libdir/lapidary/plugins" ]; }

# A copy of the folder, and no other name for the compiler: what an author has.
meson_built() {
  cp -r "$examples/tic-tac-toe" "$place/copy"
  cd "$place"
  ours meson setup --werror built copy
  meson compile -C built
  LAPIDARY_PLUGIN_PATH=$place/built host check tic-tac-toe -n 50
}

cmake_built() {
  mkdir "$place/cmake"
  cp "$example/$game.c" "$place/cmake"
  cd "$place/cmake"
  cat >CMakeLists.txt <<CMAKE
cmake_minimum_required(VERSION 3.13)
project($game C)
find_package(PkgConfig REQUIRED)
pkg_check_modules(LAPIDARY REQUIRED IMPORTED_TARGET lapidary-plugin)
add_library($game MODULE $game.c)
set_target_properties($game PROPERTIES PREFIX "" C_VISIBILITY_PRESET hidden)
target_link_libraries($game PRIVATE PkgConfig::LAPIDARY)
CMAKE
  ours cmake -S . -B built
  cmake --build built
  cp "built/$game.so" "$plugin"
  game_played
}

# A host needs GLib too, so the system's pkg-config files come after ours.
host_compiled() {
  words=$(PKG_CONFIG_PATH=$root/$libdir/pkgconfig pkg-config --cflags --libs lapidary)
  # shellcheck disable=SC2086
  cc -std=gnu11 -o "$place/tiny-host" "$examples/tiny-host/tiny-host.c" $words -Wl,-rpath,"$root/$libdir"
}
host_played() { with_plugins "$place/tiny-host" "$game" | tee /dev/stderr | grep -q 'place 1'; }

holds 'the project installs itself, and is moved' installed
holds 'the program starts' host --version
holds 'manuals, completion and units are there' has_documents
holds 'it finds its plugins' listed
holds 'it plays them' played
holds 'it serves its page' served
holds "$game compiles with pkg-config lapidary-plugin alone" compiled
holds 'the program lists it' game_listed
holds 'the program plays it' game_played
holds 'the program checks it' game_valid
holds 'pkg-config says where plugins lie' has_plugin_folder
holds 'a plugin that is begun there is built, packed, installed and played' begun
holds 'a copied example builds with Meson alone, and is valid' meson_built
if command -v cmake >/dev/null; then
  holds 'a CMake project finds the contract by pkg-config' cmake_built
else
  n=$((n + 1))
  echo "ok $n a CMake project # SKIP cmake is not installed"
fi
hosts() { host_compiled && host_played; }
holds 'a host compiles with pkg-config lapidary, and plays' hosts
