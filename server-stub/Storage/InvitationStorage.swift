internal import FoundationEssentials

/// An invitation as it is stored; the code itself is shown once.
struct StoredInvitation: Equatable, Sendable {
  /// What it is called in lists; reveals nothing of the code.
  var id: UUID
  /// The SHA-256 of the code.
  var codeHash: [UInt8]
  var createdAt: Date
  var expiresAt: Date
}

/// The outcome of a registration.
enum RegistrationOutcome: Equatable, Sendable {
  /// The account was made, and the invitation is used.
  case made
  /// The email is in use; the invitation is as it was.
  case emailTaken
  /// There is no such invitation, or no longer.
  case notInvited
}

/// Stores invitations.
protocol InvitationStorage: Sendable {
  /// Adds an invitation.
  func add(_ invitation: StoredInvitation) async throws
  /// Whether a code is that of an invitation that serves.
  func isInvited(_ codeHash: [UInt8], now: Date) async throws -> Bool
  /// Makes an account and uses an invitation up, both or neither.
  func add(_ account: StoredAccount, invitedBy codeHash: [UInt8]) async throws -> RegistrationOutcome
  /// The invitations that serve, the oldest first.
  func invitations(now: Date) async throws -> [StoredInvitation]
  /// Ends an invitation.
  ///
  /// - Returns: whether there was one.
  func removeInvitation(_ id: UUID) async throws -> Bool
}
