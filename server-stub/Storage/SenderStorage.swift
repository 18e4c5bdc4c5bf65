internal import FoundationEssentials

/// A token that a program sends with, as it is stored.
struct StoredSenderToken: Equatable, Sendable {
  var id: UUID
  /// What the administrator calls it; no two tokens share a name.
  var name: String
  /// The SHA-256 of the token.
  var tokenHash: [UInt8]
  var scopes: [SenderScope]
  var createdAt: Date
}

/// Why a token could not be stored.
enum SenderStorageError: Error, Equatable {
  /// Another token has the name.
  case nameTaken
}

/// Stores sender tokens.
protocol SenderStorage: Sendable {
  /// Adds a token.
  ///
  /// - Throws: ``SenderStorageError/nameTaken``.
  func add(_ token: StoredSenderToken) async throws
  /// The token of a hash.
  func senderToken(hash: [UInt8]) async throws -> StoredSenderToken?
  /// All tokens, by name.
  func senderTokens() async throws -> [StoredSenderToken]
  /// Forgets a token.
  ///
  /// - Returns: whether there was one.
  func removeSenderToken(name: String) async throws -> Bool
}
