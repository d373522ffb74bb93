#!/bin/bash
# Each public header of the contract and the SDK stands alone, in C11 and in C++17: headers.sh SOURCE-ROOT CC CXX
set -uo pipefail
root=$1 cc=$2 cxx=$3
includes=(-I"$root/plugin-api" -I"$root/sdk")
n=0 failed=0

# try SENTENCE COMMAND...: one test; whatever the command says is shown.
try() {
  local sentence=$1 said
  shift
  n=$((n + 1))
  if said=$("$@" 2>&1); then
    echo "ok $n - $sentence"
  else
    echo "not ok $n - $sentence"
    sed 's/^/# /' <<<"$said" >&2
    failed=1
  fi
}

unit_of() { printf '#include "%s"\ntypedef int unit;\n' "$1"; }

as_c() { unit_of "$1" | "$cc" -std=c11 -pedantic-errors -Wall -Wextra -Werror -fsyntax-only -x c "${includes[@]}" -; }

# C++ gets two extensions that gcc and clang both have: compound literals, and leaving out the last initialisers.
as_cxx() {
  unit_of "$1" | "$cxx" -std=c++17 -Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-c99-extensions \
    -Wno-c99-designator -Wno-unknown-warning-option -fsyntax-only -x c++ "${includes[@]}" -
}

only_c_library() {
  ! sed -n 's/^ *# *include *//p' "$1" |
    grep -vE '^<(stdint|stddef|stdbool|string|limits)\.h>' | grep -vE '^"lapidary/[a-z-]+\.h"'
}

for header in "$root"/plugin-api/lapidary/*.h "$root"/sdk/lapidary/*.h; do
  name=${header#"$root"/}
  try "$name compiles alone as strict C11" as_c "$header"
  try "$name includes nothing but the C library and its own kind" only_c_library "$header"
done
for header in "$root"/plugin-api/lapidary/*.h "$root"/sdk/lapidary/*.h; do
  try "${header#"$root"/} compiles alone as C++17" as_cxx "$header"
done
echo "1..$n"
exit $failed
