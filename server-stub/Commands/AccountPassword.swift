internal import ArgumentParser

/// `vault-server account password`.
struct AccountPassword: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "password", abstract: "Give an account a new password, end its sessions, and forget which devices it knows.",
    discussion: """
      EXAMPLE
        vault-server account password ada@example.org --password-stdin --data ~/vault-server < password
      """)

  @OptionGroup var email: EmailArgument
  @OptionGroup var password: PasswordOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await CommandFailure.reporting {
      let address = try email.address()
      try await data.change { storage in
        guard try await storage.account(email: address) != nil else { throw CommandFailure.noAccount(address) }
        let hash = try password.hash().phc
        guard try await storage.setPasswordHash(email: address, to: hash) else {
          throw CommandFailure.noAccount(address)
        }
      }
      print("changed the password of \(address.display)")
    }
  }
}
