#!/usr/bin/env bash
# Installs what the tests need on top of the build and is not there yet: rustfmt, clippy, Chromium, Playwright.
# With the word "lint" only the first two, which are all that `make check` needs.
# shellcheck source=scripts/env.sh
source "$(dirname "$0")/env.sh"
# shellcheck source=scripts/apt.sh
source scripts/apt.sh

rust_component() {
  cargo "$2" --version >/dev/null 2>&1 && return
  heading "Adding $1"
  if ! have rustup || ! rustup component add "$1"; then
    stop "$1 is missing: run 'rustup component add $1', or install it from where this Rust came from."
  fi
}

chromium() {
  scripts/chromium.sh >/dev/null 2>&1 && return
  heading "Installing Chromium"
  apt_install chromium fonts-dejavu-core || true
  scripts/chromium.sh >/dev/null
}

playwright() {
  local lock=tests/browser/package-lock.json
  [ tests/browser/node_modules/.package-lock.json -nt $lock ] && return
  heading "Installing Playwright"
  npm ci --prefix tests/browser --no-audit --no-fund ||
    stop "Playwright could not be installed: run 'npm ci' in tests/browser online."
  touch tests/browser/node_modules/.package-lock.json
}

rust_component rustfmt fmt
rust_component clippy clippy
[ "${1:-}" != lint ] || exit 0
chromium
playwright
