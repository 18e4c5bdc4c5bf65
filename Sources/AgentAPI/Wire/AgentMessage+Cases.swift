/// What the agent sends, as it travels: one of its messages, or the reply to a request.
public struct AgentCases<Reply: Codable>: Codable {
  var reply: Reply?
  var welcome: Welcome?
  var prompt: Prompt?
  var secret: SecretNotice?
  var progress: Progress?
  var part: String?
  var failure: Failure?
  var event: Event?
  var unknown: NoValue?
}

extension AgentMessage: CaseCoded {
  /// The message as it travels.
  public var cases: AgentCases<AnyReply> {
    switch self {
    case .welcome(let welcome): AgentCases(welcome: welcome)
    case .prompt(let prompt): AgentCases(prompt: prompt)
    case .secret(let notice): AgentCases(secret: notice)
    case .progress(let progress): AgentCases(progress: progress)
    case .part(let text): AgentCases(part: text)
    case .failure(let failure): AgentCases(failure: failure)
    case .event(let event): AgentCases(event: event)
    case .unknown: AgentCases(unknown: NoValue())
    }
  }

  /// The message that came.
  public init(_ cases: AgentCases<AnyReply>) { self.init(message: cases) }

  init(message cases: AgentCases<some Codable>) {
    self =
      cases.welcome.map(Self.welcome) ?? cases.prompt.map(Self.prompt) ?? cases.secret.map(Self.secret)
      ?? cases.progress.map(Self.progress) ?? cases.part.map(Self.part) ?? cases.failure.map(Self.failure)
      ?? cases.event.map(Self.event) ?? .unknown
  }
}

extension Event: CaseCoded {
  /// The event as it travels.
  public struct Cases: Codable {
    struct Reason: Codable { let reason: String }

    var locked: Reason?
    var changed: NoValue?
    var stopping: NoValue?
    var unknown: NoValue?
  }

  /// The event as it travels.
  public var cases: Cases {
    switch self {
    case .locked(let reason): Cases(locked: .init(reason: reason))
    case .changed: Cases(changed: NoValue())
    case .stopping: Cases(stopping: NoValue())
    case .unknown: Cases(unknown: NoValue())
    }
  }

  /// The event that came.
  public init(_ cases: Cases) {
    self =
      cases.locked.map { .locked(reason: $0.reason) } ?? cases.changed.map { _ in .changed }
      ?? cases.stopping.map { _ in .stopping } ?? .unknown
  }
}
