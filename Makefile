# `make serve` shows the page, `make test` checks everything; while writing, `make dev` and `make check` do so quicker.
# All of them install what is missing first.

SHELL := bash
ENV := source scripts/env.sh
WASM := wasm32-unknown-unknown
PAGE := --lib --bin page --bin planner_worker --features page --target $(WASM)
NATIVE := --no-default-features
PORT ?= 8080
export PORT

.NOTPARALLEL:
.PHONY: help serve dev build check test setup setup-tests setup-lint fmt-check lint lint-native lint-page rooms test-quick
.PHONY: test-native test-long test-browser fmt size record-size
.PHONY: bench bench-browser bench-paint clean

help: ## Say what there is
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 22

serve: setup ## Build a release and serve it at http://127.0.0.1:8080/ (PORT=8081 for another port)
	@scripts/serve.sh

dev: setup ## Serve a debug build at the same address; it builds and loads again after every edit
	@scripts/dev.sh

check: setup-lint fmt-check lint-native test-quick ## The quick loop: format, Clippy and native tests, without the page

test: setup setup-tests fmt-check lint rooms test-native build size test-browser ## Check everything

build: setup ## Build a release of the page into dist/
	@$(ENV); heading "Building the page"; trunk build --release

size: ## Check that the page in dist/ has not grown by more than 5 %
	@$(ENV); heading "Size"; node scripts/size.mjs

record-size: ## Write the size of the page in dist/ down, where growth is meant
	@$(ENV); node scripts/size.mjs --record

setup: ## Install what the build needs
	@scripts/setup-build.sh

setup-lint:
	@scripts/setup-tests.sh lint

setup-tests: ## Install what the tests need as well
	@scripts/setup-tests.sh

fmt-check: ## Check the format
	@$(ENV); heading "Format"; cargo fmt --check

lint: lint-native lint-page ## Clippy, without a warning, on the native side and on the page

lint-native:
	@$(ENV); heading "Clippy, native"; cargo clippy --locked $(NATIVE) --features chart --all-targets -- -D warnings

# The build compiles the worker without the page.
lint-page:
	@$(ENV); heading "Clippy, page and worker"; cargo clippy --locked $(PAGE) -- -D warnings

rooms: ## Check that the ground floors compile for wasm without the page
	@$(ENV); heading "Ground floors for wasm, without the page"; cargo check --locked $(NATIVE) --lib --target $(WASM)

test-quick:
	@$(ENV); heading "Native tests"; cargo test --locked $(NATIVE) --features chart --lib --test it

test-native: ## Native tests (`cargo test --no-default-features --features chart --test it NAME` picks some)
	@$(ENV); heading "Native tests"; cargo test --locked $(NATIVE) --features chart

test-long: ## Native tests with ten times as many random problems
	@$(ENV); heading "Native tests, long form"; GEOTRAIN_CASES=10000 cargo test --locked $(NATIVE) --features chart

test-browser: ## Browser tests of what is in dist/ (ARGS="-g cancel" picks some)
	@$(ENV); heading "Native command for comparison"; cargo build --locked $(NATIVE) --features chart --profile test --bin geotrain
	@$(ENV); heading "Browser tests"; CHROMIUM=$$(scripts/chromium.sh) npm test --prefix tests/browser -- $(ARGS)

bench-browser: ## Times to a proof in Chromium, of the page in dist/
	@$(ENV); cargo bench --locked $(NATIVE) --bench scenarios | CHROMIUM=$$(scripts/chromium.sh) node benches/browser.mjs

bench-paint: ## Time to the first solved paint of the page in dist/, with an empty cache
	@$(ENV); CHROMIUM=$$(scripts/chromium.sh) node benches/first-paint.mjs

fmt: ## Format the code
	@$(ENV); cargo fmt

bench: ## Benchmarks
	@$(ENV); cargo bench --locked $(NATIVE)

clean: ## Remove what was built; installed tools stay
	@rm -rf dist target tests/browser/node_modules tests/browser/artifacts
