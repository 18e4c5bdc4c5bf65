internal import FoundationEssentials
internal import ServerAPI

/// The outcome of a user's redactions.
struct RedactionOutcome: Equatable, Sendable {
  /// One for each push, in the order they were asked for.
  var redactions: [Redaction]
  /// What is to be sent to the user's devices.
  var changes: [InboxChange]
}

/// Removes what was pushed from a user's inbox, and from the disk once no recipient has it any more.
protocol RedactionStorage: Sendable {
  /// Hides the payloads of pushes from a user. The items keep their places and states. A push's text, and a picture that no other
  /// push and no channel has, go with the last of its recipients.
  func redact(_ pushes: [UUID], of account: UUID) async throws -> RedactionOutcome
  /// Sees to it that nothing of what was erased is left in free pages and in the write-ahead log.
  ///
  /// - Parameter byteCount: the largest database that is written anew for that; of a larger one the log is cut, and the rest is for
  ///   another time.
  func eraseTraces(upTo byteCount: Int) async throws
}
