internal import ArgumentParser
internal import FoundationEssentials

/// `vault-server token list`.
struct TokenList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the tokens, without their secrets.",
    discussion: """
      With --json: {"tokens": [{"id": UUID, "name": text, "scopes": [text], "createdAt": ISO 8601}]}

      EXAMPLE
        vault-server token list --data ~/vault-server --json
      """)

  @Flag(name: .long, help: "Print JSON.")
  var json = false
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await CommandFailure.reporting {
      let tokens = try await data.open().senderTokens()
      print(json ? try CommandJSON.text(Listing(tokens: tokens.map(Listing.Line.init))) : Self.table(tokens))
    }
  }

  private struct Listing: Encodable {
    struct Line: Encodable {
      let id: UUID
      let name: String
      let scopes: [String]
      let createdAt: Date

      init(_ token: StoredSenderToken) {
        id = token.id
        name = token.name
        scopes = token.scopes.map(\.description)
        createdAt = token.createdAt
      }
    }
    let tokens: [Line]
  }

  private static func table(_ tokens: [StoredSenderToken]) -> String {
    guard !tokens.isEmpty else { return "no tokens" }
    let width = tokens.map(\.name.count).max() ?? 0
    return tokens.map { token in
      let padding = String(repeating: " ", count: width - token.name.count)
      return "\(token.name)\(padding)  \(token.scopes.map(\.description).joined(separator: " "))"
    }.joined(separator: "\n")
  }
}
