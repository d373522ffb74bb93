#!/bin/bash
# A fresh clone on Debian 12 with nothing else: `./dev serve` hosts the table, and `./dev test` passes.
#
#   bare-machine.sh SOURCE-ROOT      as root; packages come from where this machine gets its own
set -uo pipefail
source_root=$1

. "$(dirname "$0")/machine.sh"
server=''
# Ends what runs in a namespace: the process that made it ignores what asks it to end.
end() { kill "$@" $(cat "/proc/$server/task/$server/children" 2>/dev/null) 2>/dev/null; }

# Mounts are made in a namespace of their own, which ends with what runs in it: nothing of this machine is in the folder by then.
clean_up() {
  [[ -z $server ]] || end -KILL
  wait
  rm -rf --one-file-system "$place"
}
trap clean_up EXIT
trap 'exit 1' INT TERM

clone() { git clone -q --no-local "$source_root" "$root/root/lapidary"; }

enter_clone() { enter bash -c 'cd /root/lapidary && exec "$@"' - "$@"; }

# The page comes from the address that the server prints.
serves() {
  local address='' i
  enter_clone ./dev serve --port 0 --store memory: >"$place/address" 2>"$place/said" &
  server=$!
  for ((i = 0; i < 1200 && ${#address} == 0; i++)); do
    sleep 1
    kill -0 "$server" 2>/dev/null || break
    address=$(grep -oE 'http://[^ ]+' "$place/address" | head -n 1)
  done
  [[ -n $address ]] || { tail -n 30 "$place/said"; return 1; }
  curl -fsS "$address" | grep -q '<title>' || return 1
  end -TERM
  wait "$server"
  server=''
}

passes() {
  (enter_clone ./dev test ${LAPIDARY_TEST_BARE-}) >"$place/tested" 2>&1
  local code=$?
  grep -E '^(failed|  |.*: no test)' "$place/tested"
  tail -n 1 "$place/tested"
  ((code == 0)) && tail -n 1 "$place/tested" | grep -qE '^[1-9][0-9]* passed, 0 failed$'
}

echo 1..4
holds "a machine is made" make_machine
holds "a fresh clone is there" clone
holds "'./dev serve' hosts the table there" serves
holds "'./dev test' passes there" passes
exit "$failed"
