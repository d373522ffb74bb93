#!/bin/bash
# The packages for Debian are built twice from what is committed, the same to the byte, and lintian finds no error. Installed on a bare
# Debian 12, they are all that is needed to begin a plugin, check, play, pack and host it, and to have the host in a program of one's own.
#
#   packages.sh SOURCE-ROOT [FOLDER]      as root; FOLDER: where packages lie that were built, which are not built then
set -uo pipefail
source_root=$1 built=${2-}

for tool in dpkg-buildpackage dh lintian; do
  command -v "$tool" >/dev/null || { echo "1..0 # SKIP $tool is not installed"; exit 0; }
done
. "$(dirname "$0")/machine.sh"
trap 'rm -rf --one-file-system "$place"' EXIT
trap 'exit 1' INT TERM

# In a folder of its own name, since no path may get into what is built.
build() {
  mkdir -p "$place/$1/lapidary-$1" && git -C "$source_root" archive HEAD | tar x -C "$place/$1/lapidary-$1" || return 1
  (cd "$place/$1/lapidary-$1" && DEB_BUILD_OPTIONS=parallel=1 nice -n 19 dpkg-buildpackage -us -uc -b)
}

sums() { (cd "$1" && sha256sum -- *.deb); }
same() { diff <(sums "$place/first") <(sums "$place/second"); }
clean() { lintian --fail-on error --tag-display-limit 0 --suppress-tags bad-distribution-in-changes-file "$built"/*.changes; }

# As docs/ten-minutes.md says it.
installs() {
  local words
  words=$(sed -n '/^## Install$/,/^## /p' "$source_root/docs/ten-minutes.md" | sed -n '/^```sh$/,/^```$/{/^```/!p}')
  [[ -n $words ]] || { echo "docs/ten-minutes.md does not say how"; return 1; }
  mkdir -p "$root/root/packages" && cp "$built"/*.deb "$root/root/packages" && rm -f "$root"/root/packages/*-dbgsym_*
  there env DEBIAN_FRONTEND=noninteractive bash -ec "cd /root/packages"$'\n'"$words"
}

documents() { python3 "$source_root/docs/site/links.py" "$root/usr/share/doc/lapidary/html"; }
begins() { there bash -c 'cd /root && lapidary new heaps && lapidary check heaps -n 100 && meson test -C heaps/build'; }
varies() { there bash -c 'cd /root && lapidary new night --variant-of gem-rush && lapidary check night -n 20'; }
plays() { there bash -c 'cd /root && lapidary play ./heaps/build --seats random,random && lapidary play gemtrix --seats random,random'; }
packs() {
  there bash -c 'cd /root && lapidary pack heaps --output heaps.lapidary && lapidary install heaps.lapidary && lapidary plugins' \
    >"$place/said" 2>&1
  cat "$place/said"
  grep -q 'fine .* heaps 0.1.0' "$place/said"
}
# For a minute, which is enough to build it.
hosts() {
  there bash -c 'cd /root && lapidary new drafts && timeout 60 lapidary dev drafts --port 0' >"$place/said" 2>&1
  cat "$place/said"
  grep -q 'http://127.0.0.1' "$place/said" && grep -q 'played from now on' "$place/said"
}
# The rest of docs/ten-minutes.md, in the browser of this machine. What the program is told to end, ends there: unshare passes nothing on.
plays_in_a_browser() {
  local shared=$place/shared
  mkdir "$shared"
  {
    echo '#!/bin/bash'
    declare -p root shared
    declare -f enter
    cat <<'PROGRAM'
(enter env --chdir="$PWD" lapidary "$@") &
trap 'kill -TERM $(ps -o pid= --ppid $!)' TERM
until wait $!; status=$?; ((status <= 128)) || ! kill -0 $! 2>/dev/null; do :; done
exit $status
PROGRAM
  } >"$place/lapidary"
  chmod +x "$place/lapidary"
  TMPDIR=$shared LAPIDARY=$place/lapidary LAPIDARY_SOURCE=$source_root node "$source_root/tests/npm/browser-dev-test.mjs"
}
embeds() {
  there bash -c 'set -e
    apt-get install -y --no-install-recommends python3-gi
    cd /root && cp -r /usr/share/doc/lapidary/examples/tiny-host . && meson setup tiny tiny-host && meson compile -C tiny
    tiny/tiny-host gemtrix
    python3 -c "import gi; gi.require_version(\"Lapidary\", \"0\"); from gi.repository import Lapidary; print(Lapidary.Registry.new(None))"'
}
echo 1..14
if [[ -z $built ]]; then
  holds "packages are built" build first
  holds "and once more, elsewhere" build second
  holds "they are the same to the byte" same
  built=$place/first
else
  n=3
  printf 'ok %d - packages are there # SKIP\n' 1 2 3
fi
holds "lintian finds no error" clean
holds "a machine is made" make_machine
SECONDS=0
holds "the packages are installed there" installs
installed=$SECONDS
if [[ -d $source_root/tests/npm/node_modules/playwright-core ]]; then
  SECONDS=0
  holds "docs/ten-minutes.md is followed in a browser" plays_in_a_browser
  echo "# it took $installed s to install and $SECONDS s to begin, change and play a game"
else
  n=$((n + 1))
  echo "ok $n - no browser # SKIP npm install --prefix tests/npm"
fi
holds "the documents are a site there, whose links lead somewhere" documents
holds "a plugin is begun, checked and tested" begins
holds "a variant is begun and checked" varies
holds "they are played" plays
holds "a plugin is packed and installed" packs
holds "it is hosted while it is written" hosts
holds "a host is compiled, and another language has it" embeds
exit "$failed"
