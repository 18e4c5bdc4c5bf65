# The one way in; `make` alone lists what there is. Every target first installs the Debian packages it lacks
# (packaging/debian-packages), as root or through sudo. SKIP_PACKAGES=1 leaves the system alone.

.DEFAULT_GOAL := help
.NOTPARALLEL:

PREFIX ?= /usr/local
DESTDIR ?=
# Where `make install-pam` puts the sample, and `make docs` the pages.
PAM_DIR ?= /etc/pam.d
DOCS_DIR ?= .docs
# Bounds for what could hang, in seconds.
TEST_TIMEOUT ?= 3000
RUN_TIMEOUT ?= 300

# GLib's own description carries a compiler flag that SwiftPM warns of; see the file there.
export PKG_CONFIG_PATH := $(CURDIR)/packaging/pkgconfig$(if $(PKG_CONFIG_PATH),:$(PKG_CONFIG_PATH))

.PHONY: help run run-desktop run-cluster test fuzz endurance lint picture capacity-pictures tour window-pictures bench simulate measure-capacity prove-heap docs build deb test-packages install install-pam uninstall format clean

help: ## list the targets
	@echo 'usage: make TARGET'
	@sed -n 's/^\([a-z-]*\):.*## /  \1\t/p' $(MAKEFILE_LIST) | expand -t 16

run: ## walk the main job for real, in a directory of its own: the place to start
	@scripts/install-packages build run
	@scripts/check-toolchain
	@scripts/build-programs debug
	@scripts/walk --programs "$$(scripts/swift-build debug --show-bin-path)" --timeout $(RUN_TIMEOUT)

run-desktop: ## build the window and open it, on the vault of a walk in a directory of its own
	@scripts/install-packages build run desktop
	@scripts/check-toolchain
	@scripts/build-programs debug
	@window=$$(scripts/build-desktop debug) && \
	  scripts/walk --programs "$$(scripts/swift-build debug --show-bin-path)" --timeout $(RUN_TIMEOUT) --unattended --store file --window "$$window"

run-cluster: ## kill a node and the primary of a cluster of three before your eyes, and count what is left
	@scripts/install-packages build run postgres postgres-test cluster
	@scripts/check-toolchain
	@scripts/run-cluster --programs "$$(dirname "$$(scripts/build-postgres debug vault-server)")" --timeout $(RUN_TIMEOUT)

test: ## build and run every test
	@scripts/install-packages build run test desktop desktop-test postgres postgres-test cluster
	@scripts/check-toolchain
	@scripts/run-tests --timeout $(TEST_TIMEOUT)

fuzz: ## try the parsers with libFuzzer: SECONDS=60 or RUNS=1000000 each, TARGET= for some of them
	@scripts/install-packages build run test
	@scripts/check-toolchain
	@scripts/fuzz $(if $(SECONDS),--seconds $(SECONDS)) $(if $(RUNS),--runs $(RUNS)) $(TARGET)

endurance: ## 10,000 pushes to 20 devices while everything is cut, killed and set wrong, on one server and on a cluster
	@scripts/install-packages build run test postgres postgres-test cluster
	@scripts/check-toolchain
	@scripts/swift-build debug --build-tests
	@scripts/endurance
	@scripts/endure-cluster --programs "$$(dirname "$$(scripts/build-postgres debug vault-server)")"
	@VAULT_TEST_KILL_STEP=1 scripts/run-suites --show --timeout 1500 --filter MoveKillTests --program "$$(scripts/build-postgres debug server-tests)"

lint: ## check formatting, scripts, links and the modules; changes nothing
	@scripts/install-packages build lint
	@scripts/check-toolchain
	@scripts/lint

picture: ## draw the modules for docs/architecture.md from Package.swift
	@scripts/install-packages picture
	@scripts/draw-modules

tour: ## draw the terminals and notifications of docs/tour.md, on a display that nobody sees
	@scripts/install-packages build run tour
	@scripts/check-toolchain
	@scripts/build-programs debug
	@scripts/draw-tour --programs "$$(scripts/swift-build debug --show-bin-path)"

window-pictures: ## draw the window of docs/window.md, on a display that nobody sees
	@scripts/install-packages build run desktop desktop-test tour
	@scripts/check-toolchain
	@scripts/build-programs debug
	@VAULT_PROGRAMS="$$(scripts/swift-build debug --show-bin-path)" VAULT_DESKTOP="$$(scripts/build-desktop debug)" \
	  /usr/bin/python3 -B -m Tests.Desktop.gallery docs/pictures

bench: ## measure side by side with secret-tool, pass, gnome-keyring, Taskwarrior, todoman, mosquitto, KeePassXC, pgbench and other brokers; PARTS= for some of it
	@scripts/install-packages build run desktop desktop-test postgres postgres-test cluster bench
	@scripts/check-toolchain
	@scripts/build-programs release
	@scripts/build-postgres release vault-server >/dev/null
	@for program in credential-store-bench hub-bench hello-server; do scripts/swift-build release --product $$program || exit; done
	@scripts/bench --programs "$$(scripts/swift-build release --show-bin-path)" --window "$$(scripts/build-desktop release)" --postgres "$$(scripts/build-postgres release postgres-bench)" $(PARTS)

simulate: ## compute from what was measured what so many devices need and what breaks first; DEVICES= for other sizes
	@scripts/simulate $(DEVICES)

measure-capacity: ## measure what a push, a stream, an opening and an item cost, for simulate and docs/capacity.md
	@scripts/install-packages build postgres postgres-test cluster
	@scripts/check-toolchain
	@scripts/build-postgres release vault-server >/dev/null
	@scripts/swift-build release --product hub-bench && scripts/swift-build release --product hello-server
	@scripts/measure-capacity --programs "$$(scripts/swift-build release --show-bin-path)" --postgres-programs "$$(dirname "$$(scripts/build-postgres release postgres-bench)")" scripts/simulation/measured.json
	@scripts/draw-capacity

capacity-pictures: ## draw the pictures and write the tables of docs/capacity.md anew
	@scripts/draw-capacity

prove-heap: ## prove on the release programs that they erase what they free
	@scripts/install-packages build test desktop
	@scripts/check-toolchain
	@scripts/build-programs release
	@scripts/prove-heap --programs "$$(scripts/swift-build release --show-bin-path)" --window "$$(scripts/build-desktop release)"

docs: ## build the library's documentation and these documents, as pages, into .docs
	@scripts/install-packages build docs
	@scripts/check-toolchain
	@scripts/build-docs '$(DOCS_DIR)'
	@echo 'The pages are in $(DOCS_DIR); to read them: python3 -m http.server --directory $(DOCS_DIR) --bind 127.0.0.1'

build: ## build the programs for release; DESKTOP=1 with the window, SCREENSHOTS=URL with its pictures for shops
	@scripts/install-packages build $(if $(DESKTOP),desktop)
	@scripts/check-toolchain
	@scripts/build-programs release
	@$(if $(DESKTOP),scripts/build-desktop release)

deb: ## build the Debian packages vault, vault-desktop and vault-server into .build/deb
	@scripts/install-packages build desktop deb
	@scripts/check-toolchain
	@VAULT_SCREENSHOTS='$(SCREENSHOTS)' scripts/build-deb

test-packages: deb ## install, upgrade, remove and purge those packages in a Debian of their own
	@scripts/install-packages test-packages
	@scripts/build-deb --programs .build/deb/source/.build/release --version 0.0.1-1 .build/deb-former
	@scripts/check-packages .build/deb .build/deb-former

# Under sudo nothing is built: root may have no Swift in its PATH, and the files would be root's.
install: ## install programs, completions, man pages and units; PREFIX= and DESTDIR= as usual; DESKTOP=1 with the window
	@if [ -z "$$SUDO_USER" ]; then $(MAKE) --no-print-directory build; \
	elif [ ! -x .build/release/vault-server ] || { [ -n '$(DESKTOP)' ] && [ ! -x .build/desktop/release/vault-desktop ]; }; then echo 'Run "make build" as yourself first.' >&2; exit 69; fi
	@scripts/install-product $(if $(DESKTOP),--window .build/desktop/release/vault-desktop $(if $(SCREENSHOTS),--screenshots '$(SCREENSHOTS)')) .build/release '$(DESTDIR)' '$(PREFIX)'

install-pam: ## install the PAM services into PAM_DIR, for fingerprint and login password
	@for service in packaging/pam/*; do \
	  install -D -m 644 "$$service" '$(DESTDIR)$(PAM_DIR)'/"$${service##*/}" && \
	  echo "Installed $(DESTDIR)$(PAM_DIR)/$${service##*/}"; \
	done
	@echo 'Choose them with: vault verification use pam'

uninstall: ## remove what `make install` put there
	@scripts/install-product --remove '$(DESTDIR)' '$(PREFIX)'

format: ## format the Swift sources in place
	@scripts/check-toolchain
	@swift format --in-place --recursive Package.swift Sources Tests server-stub Benchmarks Examples

clean: ## remove what was built
	@rm -rf .build '$(DOCS_DIR)'
