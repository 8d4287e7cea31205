#!/usr/bin/env bash
# Prints the path of the Chromium that the browser tests drive.
# shellcheck source=scripts/env.sh
source "$(dirname "$0")/env.sh"

for candidate in "${CHROMIUM:-}" chromium google-chrome google-chrome-stable; do
  if [ -n "$candidate" ] && have "$candidate"; then
    command -v "$candidate"
    exit 0
  fi
done
stop "Chromium is missing: run 'apt-get install chromium' as root, or name a Chromium or Chrome in CHROMIUM."
