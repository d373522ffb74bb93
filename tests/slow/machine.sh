# A machine of Debian 12 with nothing else, in a folder: sourced by tests, with `source_root` set. Packages come from where this
# machine gets its own. It sets `place`, a folder of the test, and `root`, the machine's; the test removes the first.
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

# Becomes a command there, with processes and devices, which end with it and with whoever called it. A folder `shared` is there, too.
enter() {
  exec setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child bash -c '
    set -e
    root=$1 shared=$2
    shift 2
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/tmp"
    [[ -z $shared ]] || { mkdir -p "$root$shared" && mount --bind "$shared" "$root$shared"; }
    exec chroot "$root" /usr/bin/env -u TMPDIR HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"' - "$root" "${shared-}" "$@"
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
