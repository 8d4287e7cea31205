#!/usr/bin/env bash
# Serves a debug build of the page until Ctrl-C; every edit builds it again and loads it again in the browser.
# shellcheck source=scripts/env.sh
source "$(dirname "$0")/env.sh"

port=${PORT:-8080}
if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
  stop "port $port is taken: choose another with 'make dev PORT=8081'."
fi
heading "Building; then the page is at http://127.0.0.1:$port/ (Ctrl-C stops it)"
# A folder of its own, so that it and `make check` do not wait for each other.
export CARGO_TARGET_DIR=target/dev
exec trunk serve --no-autoreload false --dist target/dev/dist --port "$port"
