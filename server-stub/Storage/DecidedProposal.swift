internal import FoundationEssentials
internal import ServerAPI

/// What one person has decided about the proposal of another one, who is to be told.
struct DecidedProposal: Equatable, Sendable {
  /// The push that proposed it.
  var push: UUID
  /// As its sender wrote it; empty where nobody may see it any more.
  var payload: String
  /// Who proposed it.
  var proposer: UUID
  var isAccepted: Bool
  /// When it was decided.
  var date: Date
}

/// A notice that the server has put into an inbox by itself.
struct StoredNotice: Equatable, Sendable {
  var push: StoredPush
  var account: UUID
  /// Its number in the account's inbox.
  var sequence: Int64
}
