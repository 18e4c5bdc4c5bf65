"""The modules of the package, as Package.swift, the sources and docs/architecture.md have them."""
