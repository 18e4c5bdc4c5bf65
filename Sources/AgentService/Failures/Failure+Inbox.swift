internal import AgentAPI
internal import Inbox

extension Failure {
  /// What a person is told when the inbox could not do what it was asked.
  init(_ error: InboxStoreError) {
    switch error.code {
    case .notFound: self.init(.usage, "There is no such item in the inbox.", hint: "See vault inbox.")
    case .diskFull:
      self.init(
        .inputOutput, "There is no space left for the inbox.",
        hint: "Free some space, then try again; nothing was lost.")
    case .readOnly:
      self.init(.inputOutput, "The inbox can't be written.", hint: "Make the directory writable, then try again.")
    case .busy: self.init(.tryLater, "Another program holds the inbox; try again.")
    case .damaged, .newerFormat:
      self.init(
        .badData, "The inbox's database is damaged, or of a newer version.",
        hint: "End the agent with vault agent stop and move inbox.db away: what the server keeps is fetched again.")
    case .full:
      self.init(
        .tryLater, "Too many messages wait to be sent.",
        hint: "They go out once the server can be reached; see vault status.")
    case .unknownOwner:
      self.init(
        .unavailable, "The inbox has not been fetched yet.",
        hint: "It comes as soon as the server can be reached; vault status says how that stands.")
    case .gap, .otherNumbering, .invalid, .failed:
      self.init(.inputOutput, "The inbox failed: \(error).", hint: "vault doctor tells more.")
    }
  }

  /// What a person is told whose item has gone while they looked at it.
  static func anotherItem(_ number: Int64) -> Failure {
    Failure(
      .usage, "Item \(number) is another one now: somebody else has logged in, or the server counts anew.",
      hint: "See vault inbox.")
  }
}
