internal import AgentAPI
internal import ServerAPI
internal import ServerClient

/// What a person is told when the server refuses something that they named.
extension Failure {
  /// A push could not be sent to somebody.
  init(_ error: ServerClientError, sendingTo recipient: Recipient?) {
    switch (error.code, recipient) {
    case (.forbidden, .some):
      self.init(
        .refused, "You may not send there.",
        hint:
          "You can send to yourself, your devices (vault devices) and the channels you have joined (vault channels).")
    case (.notFound, .alias):
      self.init(.usage, "There is no such user.", hint: "Give the id that their vault profile shows.")
    case (.notFound, .device): self.init(.usage, "There is no such device.", hint: "vault devices lists yours.")
    case (.notFound, .channel): self.init(.usage, "There is no such channel.", hint: "vault channels lists them.")
    case (.timedOut, _):
      self.init(
        .unavailable, "The server did not answer in time; it may have taken the push all the same.",
        hint: "It is not sent again by itself. See vault inbox, or ask whom it is for, before you do.")
    case (.unreachable, _):
      self.init(
        .unavailable, "The server can't be reached: \(error.detail).",
        hint: "It is not sent again by itself. Where the connection broke on the way, the server may have the push.")
    default: self.init(error)
    }
  }

  /// Somebody could not be followed, or looked up.
  init(_ error: ServerClientError, about user: String) {
    switch error.code {
    case .notFound:
      self.init(
        .usage, "There is no user \(user).", hint: "Ask them for the id that their vault profile shows.")
    default: self.init(error)
    }
  }

  /// Somebody wants to follow themselves.
  static var ownFollower: Failure {
    Failure(.usage, "That is you; nobody follows themselves.", hint: "Give the id that another's vault profile shows.")
  }
}
