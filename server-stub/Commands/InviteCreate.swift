internal import ArgumentParser
internal import FoundationEssentials

/// `vault-server invite create`.
struct InviteCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create an invitation, and print its code once.",
    discussion: """
      The code stands alone on standard output and can't be shown again: the server keeps its SHA-256. It makes one account, \
      within seven days.

      EXAMPLE
        vault-server invite --data ~/vault-server
      """)

  @OptionGroup var data: DataOptions

  func run() async throws {
    try await CommandFailure.reporting {
      let code = try InvitationCode()
      let now = Date()
      try await data.open().add(
        StoredInvitation(
          id: UUID(), codeHash: code.hash, createdAt: now,
          expiresAt: now.addingTimeInterval(InvitationCode.lifetimeSeconds)))
      print(code.text)
    }
  }
}
