internal import ArgumentParser
internal import CivilTime
internal import FoundationEssentials
internal import VaultModel

/// `vault-server invite list`.
struct InviteList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the invitations that serve, without their codes.",
    discussion: """
      With --json: {"invitations": [{"id": UUID, "createdAt": ISO 8601, "expiresAt": ISO 8601}]}

      EXAMPLE
        vault-server invite list --data ~/vault-server --json
      """)

  @Flag(name: .long, help: "Print JSON.")
  var json = false
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await CommandFailure.reporting {
      let invitations = try await data.open().invitations(now: Date())
      print(
        json ? try CommandJSON.text(Listing(invitations: invitations.map(Listing.Line.init))) : Self.table(invitations))
    }
  }

  private struct Listing: Encodable {
    let invitations: [Line]

    struct Line: Encodable {
      let id: UUID
      let createdAt: Date
      let expiresAt: Date

      init(_ invitation: StoredInvitation) {
        (id, createdAt, expiresAt) = (invitation.id, invitation.createdAt, invitation.expiresAt)
      }
    }
  }

  private static func table(_ invitations: [StoredInvitation]) -> String {
    guard !invitations.isEmpty else { return "no invitations" }
    return invitations.map { "\($0.id.text)  until \(MomentText.whole($0.expiresAt))" }.joined(separator: "\n")
  }
}
