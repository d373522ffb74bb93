#!/bin/bash
# A fresh clone on Debian 12 with nothing else: `./dev serve` hosts the table, and `./dev test` passes.
#
#   bare-machine.sh SOURCE-ROOT      as root; packages come from where this machine gets its own
set -uo pipefail
source_root=$1

skip() {
  echo "1..0 # SKIP $*"
  exit 0
}
((EUID == 0)) || skip "only root may make another machine"
command -v debootstrap >/dev/null || skip "debootstrap is not installed"
git -C "$source_root" rev-parse HEAD >/dev/null 2>&1 || skip "not a clone"
unshare --mount true 2>/dev/null || skip "no mounts of its own here"

place=$(mktemp -d)
root=$place/root
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

n=0 failed=0
# Runs a command, and shows the end of what it said only if it fails.
holds() {
  n=$((n + 1))
  local what=$1
  shift
  if "$@" >"$place/log" 2>&1; then
    echo "ok $n - $what"
  else
    echo "not ok $n - $what"
    tail -n 60 "$place/log" | sed 's/^/# /'
    failed=1
  fi
}

# Becomes a command there, with processes and devices, which end with it.
enter() {
  exec unshare --mount --pid --fork --kill-child bash -c '
    set -e
    root=$1
    shift
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/tmp"
    exec chroot "$root" /usr/bin/env -u TMPDIR HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"' - "$root" "$@"
}

there() { (enter "$@"); }

make_machine() {
  local site
  site=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Codename: bookworm' | head -n 1)
  [[ -n $site ]] || { echo "this machine has no source of Debian 12"; return 1; }
  debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "$site" || return 1
  # What this machine needs to reach packages, it needs too.
  cp -a /etc/apt/apt.conf.d /etc/apt/auth.conf.d /etc/apt/sources.list.d "$root/etc/apt/"
  rm -f "$root/etc/apt/sources.list"
  cp -a /etc/resolv.conf "$root/etc/"
  echo '127.0.0.1 localhost' >"$root/etc/hosts" # as the installer of Debian does
  cp -a /usr/local/share/ca-certificates "$root/usr/local/share/" && there update-ca-certificates
  [[ ! -e $HOME/.npmrc ]] || cp "$HOME/.npmrc" "$root/root/"
}

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
