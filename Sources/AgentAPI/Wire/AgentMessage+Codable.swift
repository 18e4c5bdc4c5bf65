extension AgentMessage: Codable {
  /// Decodes a message; one this version does not know becomes ``unknown``.
  public init(from decoder: any Decoder) throws {
    let tagged = try TaggedCase(from: decoder)
    switch tagged.name {
    case "welcome": self = .welcome(try tagged.value())
    case "prompt": self = .prompt(try tagged.value())
    case "secret": self = .secret(try tagged.value())
    case "progress": self = .progress(try tagged.value())
    case "part": self = .part(try tagged.value())
    case "failure": self = .failure(try tagged.value())
    case "event": self = .event(try tagged.value())
    default: self = .unknown
    }
  }

  /// Encodes the message under the name of its case.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .welcome(let welcome): try encoder.encodeCase("welcome", welcome)
    case .prompt(let prompt): try encoder.encodeCase("prompt", prompt)
    case .secret(let notice): try encoder.encodeCase("secret", notice)
    case .progress(let progress): try encoder.encodeCase("progress", progress)
    case .part(let text): try encoder.encodeCase("part", text)
    case .failure(let failure): try encoder.encodeCase("failure", failure)
    case .event(let event): try encoder.encodeCase("event", event)
    case .unknown: try encoder.encodeCase("unknown")
    }
  }
}

extension Event: Codable {
  /// Decodes an event; one this version does not know becomes ``unknown``.
  public init(from decoder: any Decoder) throws {
    let tagged = try TaggedCase(from: decoder)
    switch tagged.name {
    case "locked": self = .locked(reason: try tagged.fields().decode(String.self, forKey: "reason"))
    case "changed": self = .changed
    case "tasks": self = .tasks(try tagged.value())
    case "stopping": self = .stopping
    default: self = .unknown
    }
  }

  /// Encodes the event under the name of its case.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .locked(let reason): try encoder.encodeCase("locked") { try $0.encode(reason, forKey: "reason") }
    case .changed: try encoder.encodeCase("changed")
    case .tasks(let page): try encoder.encodeCase("tasks", page)
    case .stopping: try encoder.encodeCase("stopping")
    case .unknown: try encoder.encodeCase("unknown")
    }
  }
}
