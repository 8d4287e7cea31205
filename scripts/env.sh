# Sourced by every script and recipe: strict mode, the project's root, pinned tool versions, and where the tools are.
# shellcheck shell=bash

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

TRUNK_VERSION=0.21.14
BINARYEN_VERSION=132
# The command must equal the library that the page is compiled against.
WASM_BINDGEN_VERSION=$(awk -F'"' '/^name = "wasm-bindgen"$/ { getline; print $2; exit }' Cargo.lock)

# Tools live apart from the person's own, one folder a version.
TOOLS=${GEOTRAIN_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/geotrain/tools}
TRUNK_DIR=$TOOLS/trunk-$TRUNK_VERSION
WASM_BINDGEN_DIR=$TOOLS/wasm-bindgen-cli-$WASM_BINDGEN_VERSION
BINARYEN_DIR=$TOOLS/binaryen-$BINARYEN_VERSION.0.0
PATH=$TRUNK_DIR/bin:$WASM_BINDGEN_DIR/bin:$BINARYEN_DIR/node_modules/.bin:$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
export PATH

heading() { printf '\n== %s\n' "$*"; }

# Ends the run with one sentence: what is missing, and how to put it there.
stop() {
  printf '\nGeoTrain: %s\n' "$*" >&2
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }
