internal import ArgumentParser
internal import FoundationEssentials

/// `vault-server account add`.
struct AccountAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Create an account.",
    discussion: """
      EXAMPLE
        vault-server account add ada@example.org --password-stdin --data ~/vault-server < password
      """)

  @OptionGroup var email: EmailArgument
  @OptionGroup var password: PasswordOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await CommandFailure.reporting {
      let address = try email.address()
      let storage = try data.open()
      guard try await storage.account(email: address) == nil else { throw Self.emailTaken(address) }
      let account = StoredAccount(
        id: UUID(), email: address, passwordHash: try password.hash().phc, createdAt: Date())
      do { try await storage.add(account) } catch AccountStorageError.emailTaken { throw Self.emailTaken(address) }
      print("added \(address.display)")
    }
  }

  private static func emailTaken(_ address: EmailAddress) -> CommandFailure {
    CommandFailure(.badData, "\(address.display) has an account; set its password with: vault-server account password")
  }
}
