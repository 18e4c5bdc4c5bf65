internal import ArgumentParser
internal import FoundationEssentials

/// `vault-server account list`.
struct AccountList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the accounts.",
    discussion: """
      With --json: {"accounts": [{"id": UUID, "email": text, "createdAt": ISO 8601, "sessions": number, \
      "administrator": boolean}]}

      EXAMPLE
        vault-server account list --data ~/vault-server --json
      """)

  @Flag(name: .long, help: "Print JSON.")
  var json = false
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await CommandFailure.reporting {
      let accounts = try await data.open().accounts(now: Date())
      print(json ? try Self.json(accounts) : Self.table(accounts))
    }
  }

  private struct Listing: Encodable {
    struct Line: Encodable {
      let id: UUID
      let email: String
      let createdAt: Date
      let sessions: Int
      let administrator: Bool
    }
    let accounts: [Line]
  }

  private static func json(_ accounts: [AccountSummary]) throws -> String {
    let lines = accounts.map {
      Listing.Line(
        id: $0.id, email: $0.email.display, createdAt: $0.createdAt, sessions: $0.sessionCount,
        administrator: $0.isAdministrator)
    }
    return try CommandJSON.text(Listing(accounts: lines))
  }

  private static func table(_ accounts: [AccountSummary]) -> String {
    guard !accounts.isEmpty else { return "no accounts" }
    let width = accounts.map(\.email.display.count).max() ?? 0
    return accounts.map { account in
      let email = account.email.display
      let padding = String(repeating: " ", count: width - email.count)
      return "\(email)\(padding)  \(account.sessionCount) session\(account.sessionCount == 1 ? "" : "s")"
        + (account.isAdministrator ? "  administrator" : "")
    }.joined(separator: "\n")
  }
}
