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
    if let value = cases.welcome {
      self = .welcome(value)
    } else if let value = cases.prompt {
      self = .prompt(value)
    } else if let value = cases.secret {
      self = .secret(value)
    } else if let value = cases.progress {
      self = .progress(value)
    } else if let value = cases.part {
      self = .part(value)
    } else if let value = cases.failure {
      self = .failure(value)
    } else if let value = cases.event {
      self = .event(value)
    } else {
      self = .unknown
    }
  }
}

extension Event: CaseCoded {
  /// The event as it travels.
  public struct Cases: Codable {
    struct Reason: Codable { let reason: String }

    var locked: Reason?
    var changed: NoValue?
    var tasks: TaskPage?
    var stopping: NoValue?
    var unknown: NoValue?
  }

  /// The event as it travels.
  public var cases: Cases {
    switch self {
    case .locked(let reason): Cases(locked: .init(reason: reason))
    case .changed: Cases(changed: NoValue())
    case .tasks(let change): Cases(tasks: change)
    case .stopping: Cases(stopping: NoValue())
    case .unknown: Cases(unknown: NoValue())
    }
  }

  /// The event that came.
  public init(_ cases: Cases) {
    if let value = cases.locked {
      self = .locked(reason: value.reason)
    } else if let value = cases.tasks {
      self = .tasks(value)
    } else if cases.changed != nil {
      self = .changed
    } else if cases.stopping != nil {
      self = .stopping
    } else {
      self = .unknown
    }
  }
}
