#!/usr/bin/env bash
# Installs what building the page needs and is not there yet: the wasm target, Trunk, wasm-bindgen and wasm-opt.
# shellcheck source=scripts/env.sh
source "$(dirname "$0")/env.sh"
# shellcheck source=scripts/apt.sh
source scripts/apt.sh

WASM=wasm32-unknown-unknown

require_base() {
  have cargo || stop "Rust is missing: install it with rustup (https://rustup.rs), then run this again."
  local needed found
  needed=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  found=$(rustc --version | cut -d' ' -f2)
  [ "$(printf '%s\n' "$needed" "$found" | sort -V | head -n1)" = "$needed" ] ||
    stop "Rust $found is too old, $needed or newer is needed: run 'rustup update stable'."
  if ! have node || ! have npm || [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ]; then
    stop "Node.js 20 or newer, with npm, is missing: install it from your system's packages or https://nodejs.org."
  fi
  have cc || apt_install gcc libc6-dev ||
    stop "a C compiler is missing, which Rust links with: install one, on Debian 'apt-get install gcc libc6-dev'."
}

wasm_target() {
  [ -d "$(rustc --print target-libdir --target $WASM)" ] && return
  heading "Adding Rust's $WASM target"
  have rustup ||
    stop "this Rust has no $WASM target and no rustup to add it with: install Rust from https://rustup.rs instead."
  rustup target add $WASM || stop "rustup could not add the $WASM target: run 'rustup target add $WASM' online."
}

# is_version VERSION COMMAND : whether that command on PATH says it is that version.
is_version() { [[ " $("$2" --version 2>/dev/null) " == *" $1 "* ]]; }

# Crates compile quicker with less optimisation; both tools spend their time elsewhere.
install_crate() {
  env -u CARGO_TARGET_DIR -u RUSTFLAGS \
    CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
    CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS=fallback cargo install "$@"
}

trunk_command() {
  is_version "$TRUNK_VERSION" trunk && return
  heading "Installing Trunk $TRUNK_VERSION into $TRUNK_DIR (about 4 minutes)"
  install_crate --locked --root "$TRUNK_DIR" "trunk@$TRUNK_VERSION" --no-default-features --features rustls || true
  is_version "$TRUNK_VERSION" trunk ||
    stop "Trunk $TRUNK_VERSION could not be installed: run 'cargo install --locked trunk@$TRUNK_VERSION'."
}

# Without --locked: the lock file that this crate ships names a dependency that may have been withdrawn.
wasm_bindgen_command() {
  is_version "$WASM_BINDGEN_VERSION" wasm-bindgen && return
  heading "Installing wasm-bindgen $WASM_BINDGEN_VERSION into $WASM_BINDGEN_DIR (about 2 minutes)"
  install_crate --root "$WASM_BINDGEN_DIR" "wasm-bindgen-cli@$WASM_BINDGEN_VERSION" || true
  is_version "$WASM_BINDGEN_VERSION" wasm-bindgen ||
    stop "wasm-bindgen could not be installed: run 'cargo install wasm-bindgen-cli@$WASM_BINDGEN_VERSION'."
}

wasm_opt_command() {
  is_version "$BINARYEN_VERSION" wasm-opt && return
  heading "Installing wasm-opt $BINARYEN_VERSION into $BINARYEN_DIR"
  npm install --prefix "$BINARYEN_DIR" --no-audit --no-fund "binaryen@$BINARYEN_VERSION.0.0" || true
  is_version "$BINARYEN_VERSION" wasm-opt ||
    stop "wasm-opt could not be installed: run 'npm install --global binaryen@$BINARYEN_VERSION.0.0'."
}

# Trunk would try to download a tool whose version differs from Trunk.toml's.
trunk_toml_agrees() {
  grep -q "^wasm_bindgen = \"$WASM_BINDGEN_VERSION\"$" Trunk.toml ||
    stop "Trunk.toml and Cargo.lock disagree: set wasm_bindgen = \"$WASM_BINDGEN_VERSION\" in Trunk.toml."
  grep -q "^wasm_opt = \"version_$BINARYEN_VERSION\"$" Trunk.toml ||
    stop "Trunk.toml and scripts/env.sh disagree: set wasm_opt = \"version_$BINARYEN_VERSION\" in Trunk.toml."
}

require_base
trunk_toml_agrees
wasm_target
trunk_command
wasm_bindgen_command
wasm_opt_command
