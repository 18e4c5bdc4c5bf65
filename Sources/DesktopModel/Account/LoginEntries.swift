internal import Localization

/// What stands in a login form besides the password, and what is wrong with it.
public struct LoginEntries: Equatable, Sendable {
  /// The account's email.
  public let email: String
  /// The server's address; nil takes the one that is known.
  public let server: String?

  /// Takes what was typed, without the blanks around it. An address without a scheme is one of `https`.
  public init(email: String, server: String) {
    self.email = email.trimmed
    let server = server.trimmed
    self.server = server.isEmpty ? nil : server.contains("://") ? server : "https://\(server)"
  }

  /// What is wrong with the email, found before anything is sent; nil for nothing. What an address may be, the server knows.
  public var emailProblem: String? {
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    let isOne = parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }
    return isOne ? nil : localized("Give an email like ada@example.org.")
  }

  /// What is wrong with the server's address; nil for nothing.
  ///
  /// - Parameter isKnown: whether one is known, so that none need be given.
  public func serverProblem(isKnown: Bool) -> String? {
    guard let server else { return isKnown ? nil : Self.example }
    for scheme in ["https://", "http://"] where server.hasPrefix(scheme) {
      let host = server.dropFirst(scheme.count)
      if !host.isEmpty, !host.hasPrefix("/"), !host.contains(where: \.isWhitespace) { return nil }
    }
    return Self.example
  }

  private static let example = localized("Give an address like https://vault.example.org.")
}
