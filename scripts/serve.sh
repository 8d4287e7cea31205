#!/usr/bin/env bash
# Builds a release of the page and serves it until Ctrl-C.
# shellcheck source=scripts/env.sh
source "$(dirname "$0")/env.sh"

port=${PORT:-8080}
if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
  stop "port $port is taken: choose another with 'make serve PORT=8081'."
fi
heading "Building; then the page is at http://127.0.0.1:$port/ (Ctrl-C stops it)"
exec trunk serve --release --no-autoreload --port "$port"
