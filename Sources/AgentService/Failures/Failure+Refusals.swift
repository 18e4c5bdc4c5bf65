internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import ServerAPI
internal import ServerClient
internal import VaultModel

/// What a person is told when the server refuses something that they named.
extension Failure {
  /// A push could not be sent to somebody.
  ///
  /// - Parameter key: what makes it one push however often it is sent.
  init(_ error: ServerClientError, sendingTo recipient: Recipient?, key: String) {
    switch (error.code, recipient) {
    case (.forbidden, .alias):
      self.init(
        .refused, "They have to follow you first: then they get what you send.",
        hint: "Ask them to run vault follow with the ID that your vault profile shows.")
    case (.forbidden, .some):
      self.init(
        .refused, "You may not send there.",
        hint:
          "You can send to yourself, your devices (vault devices), people who follow you (vault people) and the channels you have "
          + "joined (vault channels); elsewhere only an administrator of the server can, or a program that has a token."
      )
    case (.notFound, .alias):
      self.init(.usage, "There is no such user.", hint: "Give the id that their vault profile shows.")
    case (.notFound, .device): self.init(.usage, "There is no such device.", hint: "vault devices lists yours.")
    case (.notFound, .channel): self.init(.usage, "There is no such channel.", hint: "vault channels lists them.")
    case (.conflict, _):
      self.init(.usage, "That key was used for another push.", hint: "Give another --key, or none for a new push.")
    case (.timedOut, _), (.unreachable, _), (.serverFault, _), (.garbage, _):
      let failure = Failure(error)
      self.init(
        .unavailable, "\(failure.$message) Whether it has taken the push is not known.",
        hint: "Send it once more with --key \(key): with that it is one push, even where it was taken.")
    default: self.init(error)
    }
  }

  /// What has become of a push could not be told.
  init(_ error: ServerClientError, askingAbout push: UUID) {
    switch error.code {
    case .notFound:
      self.init(
        .usage, "You have sent no such push, or the server no longer keeps it.",
        hint: "vault push send says the id of what it sends.")
    case .timedOut, .unreachable, .serverFault, .garbage:
      let failure = Failure(error)
      self.init(
        failure.code, failure.$message, hint: "Ask once more later: vault push status \(push.uuidString.lowercased())")
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

  /// Somebody wants to propose something to themselves.
  static var ownProposal: Failure {
    Failure(.usage, "That is you.", hint: "A task of your own is added with vault add.")
  }

  /// There is no proposal of that id.
  static func noProposal(_ reference: String) -> Failure {
    Failure(
      .usage, "\u{201C}\(reference.prefix(80))\u{201D} is no proposal of yours, or the server no longer keeps it.",
      hint: "vault proposals --all lists them; eight digits of the id are enough.")
  }

  /// Somebody wants to follow themselves.
  static var ownFollower: Failure {
    Failure(.usage, "That is you; nobody follows themselves.", hint: "Give the id that another's vault profile shows.")
  }

  /// Somebody wants to block themselves.
  static var ownBlock: Failure {
    Failure(.usage, "That is you; nobody blocks themselves.", hint: "vault people shows whom you can block.")
  }

  /// The same of a task that is not kept, called by its name in place of an id that nobody has seen.
  func naming(_ id: UUID, _ name: String) -> Failure {
    guard message.contains(id.text) else { return self }
    let short = name.count > Self.nameCount ? "\(name.prefix(Self.nameCount))\u{2026}" : name
    var named = Failure(
      code, $message.replacing(id.text, with: "\u{201C}\(short)\u{201D}"), hint: "Ask its sender to send it otherwise.",
      retryAfterSeconds: retryAfterSeconds)
    (named.tasks, named.logged) = (tasks, logged ?? message)
    return named
  }

  /// How much of a name is told, in characters.
  private static let nameCount = 80
}
