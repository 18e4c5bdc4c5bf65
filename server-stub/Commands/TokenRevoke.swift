internal import ArgumentParser

/// `vault-server token revoke`.
struct TokenRevoke: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Forget a token; it sends nothing from now on.",
    discussion: """
      EXAMPLE
        vault-server token revoke --name backups --data ~/vault-server
      """)

  @OptionGroup var name: TokenNameArgument
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await CommandFailure.reporting {
      guard try await data.open().removeSenderToken(name: name.name) else {
        throw CommandFailure(.badData, "there is no token of this name; see: vault-server token list")
      }
      print("revoked \(name.name)")
    }
  }
}
