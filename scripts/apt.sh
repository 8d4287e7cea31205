# Sourced where a Debian package can fill a gap.
# shellcheck shell=bash

# apt_install PACKAGE… : true if they are installed afterwards; false where this person or system can't.
apt_install() {
  local -a as_root=()
  have apt-get || return 1
  if [ "$(id -u)" -ne 0 ]; then
    sudo -n true 2>/dev/null || return 1
    as_root=(sudo -n)
  fi
  "${as_root[@]}" apt-get update &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}
