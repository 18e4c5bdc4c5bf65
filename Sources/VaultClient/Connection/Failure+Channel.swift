public import AgentAPI
internal import Localization

extension Failure {
  /// An answer that does not belong to the question.
  public static let unexpectedReply = Failure(
    .unsupported, "The agent answered something this program does not understand.",
    hint: "Install vault and vault-agent of the same version, then run `vault agent stop`.")

  /// The connection was closed where an answer was to come.
  public static let agentGone = Failure(
    .unavailable, verbatim: localized("The agent ended before it answered."),
    hint: "Run the command again; `vault doctor` reports what is wrong.")

  /// What a person reads when the conversation itself fails.
  init(_ error: ChannelError) {
    switch error {
    case .closed, .truncated, .system: self = .agentGone
    case .timedOut:
      self.init(
        .unavailable, verbatim: localized("The agent did not answer in time."),
        hint: "See what it waits for with `vault doctor`."
      )
    case .tooLong:
      self.init(.badData, verbatim: error.description, hint: "Use a smaller input.")
    case .unknownKind, .unexpectedFrame, .malformed:
      self = .unexpectedReply
    }
  }
}
