internal import ArgumentParser

/// `vault-server account admin`.
struct AccountAdmin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "admin", abstract: "Make an account an administrator, or an ordinary one again.",
    discussion: """
      An administrator may send to everybody, and manages accounts and channels in the console. Takes effect at once.

      EXAMPLE
        vault-server account admin ada@example.org on --data ~/vault-server
      """)

  /// Whether it is to be one.
  enum Choice: String, ExpressibleByArgument, CaseIterable { case on, off }

  @OptionGroup var email: EmailArgument
  @Argument(help: "on or off.")
  var choice: Choice
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await CommandFailure.reporting {
      let address = try email.address()
      guard try await data.change({ try await $0.setAdministrator(email: address, to: choice == .on) }) else {
        throw CommandFailure.noAccount(address)
      }
      print("\(address.display) is \(choice == .on ? "an administrator" : "no administrator")")
    }
  }
}
