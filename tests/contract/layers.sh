#!/bin/bash
# Arrows point down only, and the host knows no game: layers.sh SOURCE-ROOT BUILD-ROOT
set -uo pipefail
export LC_ALL=C
cd "$1"
build=$2
n=0 failed=0

# holds SENTENCE FINDINGS: passes if there are no findings.
holds() {
  n=$((n + 1))
  if [[ -z $2 ]]; then
    echo "ok $n - $1"
  else
    echo "not ok $n - $1"
    sed 's/^/# /' <<<"$2" >&2
    failed=1
  fi
}

# includes_outside ALLOWED FOLDER...: the quoted includes there that are neither ALLOWED (an expression) nor a file
# beside the one that includes it.
includes_outside() {
  local allowed=$1 file line included
  shift
  grep -rnE --include='*.[ch]' '^ *# *include *"' "$@" 2>/dev/null | while IFS=: read -r file line included; do
    included=$(cut -d'"' -f2 <<<"$included")
    [[ $included =~ $allowed || -e $(dirname "$file")/$included ]] || echo "$file:$line: $included"
  done
}

headers_of() { (cd "$1" && find lapidary -name '*.h') | paste -sd'|' | sed 's/\./\\./g'; }

game_folders() { find plugins examples -name '*.plugin*' -not -path '*/data/*' -printf '%h\n' | sort -u; }
games() { game_folders | xargs -rn1 basename; }

# The ways to write a game's name: tic-tac-toe, tic_tac_toe, TicTacToe. Short ones only as words of their own, or "gem" would be in
# "management".
spellings() {
  local game
  for game in "$@"; do
    local pattern=${game//-/[-_ ]?}
    ((${#game} > 4)) && echo "$pattern" || echo "(^|[^a-z])$pattern([^a-z]|$)"
  done
}

mapfile -t names < <(games)
holds "there are games to look for" "$( ((${#names[@]})) || echo "no keyfile in plugins/ or examples/")"
for name in "${names[@]}"; do
  holds "neither the host nor the gallery knows of $name" "$(grep -rniE "$(spellings "$name")" host docs/site/{gallery,pictures}.py)"
done

mapfile -t folders < <(game_folders)
((${#folders[@]})) || folders=(plugins)
api=$(headers_of plugin-api)
sdk=$(headers_of sdk)
holds "the contract includes only itself" "$(includes_outside "^($api)$" plugin-api)"
holds "the SDK includes only the contract and itself" "$(includes_outside "^($api|$sdk)$" sdk)"
holds "the host includes nothing of the SDK" "$(grep -rnE "^ *# *include *\"($sdk)\"" host)"
# host/meson.build has the folders from the lowest to the highest.
lower=()
for folder in $(sed -n "s/^subdir('\([a-z]*\)')$/\1/p" host/meson.build); do
  lower+=("$folder")
  holds "host/$folder includes nothing of the folders above it" \
    "$(includes_outside "^host/($(IFS='|' && echo "${lower[*]}"))/" "host/$folder" | grep ': host/')"
done
# Pairs "CALLER CALLEE" of the object files of a folder of the host.
calls_within() {
  nm -A "$build/host/$1"/*.p/*.o | awk '
    { match($1, /[^\/]*\.o:/); file = substr($1, RSTART, RLENGTH - 5) }
    $2 == "U" { uses[file " " $3] }
    $2 ~ /^[TDRBC]$/ { where[$3] = file }
    END { for (use in uses) { split(use, part, " "); if (part[2] in where && where[part[2]] != part[1]) print part[1], where[part[2]] } }'
}

# The other folders still have circles of files.
for folder in agents bots cli engine env json mcp plugins projection sandbox server simulate text; do
  holds "files of host/$folder call each other one way" "$(calls_within "$folder" | tsort 2>&1 >/dev/null)"
done
holds "frontends include public headers only" "$(grep -rnE '^ *# *include *"host/[a-z]*/[a-z-]*-private\.h"' host/cli host/validate)"
holds "the host has folders" "$( ((${#lower[@]})) || echo "no subdir in host/meson.build")"
bases=$(find "${folders[@]}" -name '*.h' | paste -sd'|' | sed 's/\./\\./g')
holds "plugins include only the contract, the SDK and headers of a base" \
  "$(includes_outside "^($api|$sdk|$bases)$" "${folders[@]}")"
holds "no plugin includes a library but that of C" \
  "$(grep -rnE --include='*.[ch]' '^ *# *include *<' plugin-api sdk "${folders[@]}" |
    grep -vE '<(stdint|stddef|stdbool|string|limits|stdlib|assert)\.h>')"

modules=0
while read -r module; do
  modules=$((modules + 1))
  holds "$(basename "$module") exports its entry and nothing else" \
    "$(nm -D --defined-only "$module" | awk '$3 != "lapidary_plugin_v1" { print "exports " $3 }
       $3 == "lapidary_plugin_v1" { entries++ } END { if (entries != 1) print "has no entry" }')"
done < <(find "$build/plugins" "$build/examples" -name '*.so' 2>/dev/null | sort)
holds "plugins were built" "$( ((modules)) || echo "no .so under the build's plugins/ or examples/")"

echo "1..$n"
exit $failed
