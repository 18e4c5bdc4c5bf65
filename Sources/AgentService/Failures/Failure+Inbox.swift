internal import AgentAPI
internal import AgentInbox
internal import Inbox
internal import Localization
internal import TaskStore

extension InboxStoreError: FailureConvertible {
  /// What a person is told when the inbox could not do what it was asked.
  var failure: Failure {
    switch code {
    case .notFound: Failure(.usage, "There is no such item in the inbox.", hint: "See vault inbox.")
    case .diskFull:
      Failure(
        .inputOutput, "There is no space left for the inbox.",
        hint: "Free some space, then try again; nothing was lost.")
    case .readOnly:
      Failure(.inputOutput, "The inbox can't be written.", hint: "Make the directory writable, then try again.")
    case .busy: Failure(.tryLater, "Another program holds the inbox; try again.")
    case .damaged, .newerFormat:
      Failure(
        .badData, "The inbox's database is damaged, or of a newer version.",
        hint: "End the agent with vault agent stop and move inbox.db away: what the server keeps is fetched again.")
    case .full:
      Failure(
        .tryLater, "Too many messages wait to be sent.",
        hint: "They go out once the server can be reached; see vault status.")
    case .unknownOwner:
      Failure(
        .unavailable, "The inbox has not been fetched yet.",
        hint: "It comes as soon as the server can be reached; vault status says how that stands.")
    case .gap, .otherNumbering, .invalid, .failed:
      Failure(.inputOutput, "The inbox failed: \(self).", hint: "Run vault doctor for details.")
    }
  }
}

extension AgentInboxError: FailureConvertible {
  /// What a person is told when there is no inbox to see, or it could not be changed.
  var failure: Failure {
    switch self {
    case .nobody:
      Failure(.refused, "Nobody is logged in, so there is no inbox to see.", hint: "Log in with vault login.")
    case .store(let error): error.failure
    case .record(let error): error.failure
    case .tasks(let error): error.failure
    case .unerased(let error):
      Failure(
        error.failure.code,
        "The text that was pushed could not be erased from the inbox yet. \(error.failure.$message)",
        hint: "That is tried again every minute.")
    }
  }
}

extension Failure {
  /// What a person is told whose item has gone while they looked at it.
  static func anotherItem(_ number: Int64) -> Failure {
    Failure(
      .usage,
      "Item \(number) is now a different item: another user has logged in, or the server has restarted its numbering or changed it.",
      hint: "See vault inbox.")
  }
}
