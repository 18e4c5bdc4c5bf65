internal import ArgumentParser

/// `vault-server token …`.
struct TokenGroup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Manage the tokens that programs send with, also while the server runs.",
    subcommands: [TokenCreate.self, TokenList.self, TokenRevoke.self])
}

/// The name a command is about.
struct TokenNameArgument: ParsableArguments {
  @Option(help: "What the token is called; no two share a name.")
  var name: String

  /// The most bytes of a name.
  private static let maximumByteCount = 64

  func validate() throws {
    let isPrintable = name.unicodeScalars.allSatisfy { !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 }
    guard (1...Self.maximumByteCount).contains(name.utf8.count), isPrintable else {
      throw ValidationError("--name takes 1 to \(Self.maximumByteCount) bytes without control characters.")
    }
  }
}
