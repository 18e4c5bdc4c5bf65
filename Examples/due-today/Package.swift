// swift-tools-version: 6.2
import PackageDescription

// A program of somebody else's. VAULT_REPOSITORY says where a clone of the vault's repository is that has a tag of this version.
let repository = Context.environment["VAULT_REPOSITORY"] ?? "../.."

let package = Package(
  name: "due-today",
  dependencies: [.package(url: repository, .upToNextMinor(from: "0.2.0"))],
  targets: [
    .executableTarget(name: "due-today", dependencies: [.product(name: "VaultClient", package: "vault")])
  ],
  swiftLanguageModes: [.v6]
)
