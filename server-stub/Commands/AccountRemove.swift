internal import ArgumentParser

/// `vault-server account remove`.
struct AccountRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an account and end its sessions.",
    discussion: """
      EXAMPLE
        vault-server account remove ada@example.org --data ~/vault-server
      """)

  @OptionGroup var email: EmailArgument
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await CommandFailure.reporting {
      let address = try email.address()
      guard try await data.change({ try await $0.removeAccount(email: address) }) else { throw CommandFailure.noAccount(address) }
      print("removed \(address.display)")
    }
  }
}
