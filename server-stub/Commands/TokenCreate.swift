internal import ArgumentParser
internal import FoundationEssentials

/// `vault-server token create`.
struct TokenCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a token for a program that sends pushes or reads metrics, and print it once.",
    discussion: """
      The token stands alone on standard output and can't be shown again: the server keeps its SHA-256. Scopes are push:send \
      (everybody), push:send:alias:ID (a user and their devices), push:send:channel:ID, and metrics:read (/metrics, and \
      nothing else).

      EXAMPLE
        vault-server token create --name backups --scope push:send --data ~/vault-server > token
      """)

  @OptionGroup var name: TokenNameArgument
  @Option(help: ArgumentHelp("What it may do; may be given several times.", valueName: "scope"))
  var scope: [String] = []
  @OptionGroup var data: DataOptions

  func validate() throws {
    guard !scope.isEmpty else { throw ValidationError("Give what it may do, with --scope push:send.") }
    guard scope.allSatisfy({ SenderScope($0) != nil }) else {
      throw ValidationError("--scope takes push:send, push:send:alias:ID, push:send:channel:ID or metrics:read.")
    }
  }

  func run() async throws {
    try await CommandFailure.reporting {
      let token = try SessionToken()
      let stored = StoredSenderToken(
        id: UUID(), name: name.name, tokenHash: token.hash, scopes: scope.compactMap(SenderScope.init),
        createdAt: Date())
      let storage = try data.open()
      guard try await !storage.hasPerson(named: name.name, now: stored.createdAt) else {
        throw CommandFailure(
          .badData, "an account of this server has that name; call the token by what the program does")
      }
      do { try await storage.add(stored) } catch SenderStorageError.nameTaken {
        throw CommandFailure(.badData, "a token of this name exists; see: vault-server token list")
      }
      print(token.text)
    }
  }
}
