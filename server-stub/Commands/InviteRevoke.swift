internal import ArgumentParser
internal import FoundationEssentials
internal import VaultModel

/// `vault-server invite revoke`.
struct InviteRevoke: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "End an invitation.",
    discussion: """
      EXAMPLE
        vault-server invite revoke 6F9619FF-8B86-D011-B42D-00CF4FC964FF --data ~/vault-server
      """)

  @Argument(help: "The invitation's id.")
  var id: String
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await CommandFailure.reporting {
      guard let id = UUID(uuidString: id), try await data.open().removeInvitation(id) else {
        throw CommandFailure(.badData, "there is no invitation of this id; see: vault-server invite list")
      }
      print("revoked \(id.text)")
    }
  }
}
