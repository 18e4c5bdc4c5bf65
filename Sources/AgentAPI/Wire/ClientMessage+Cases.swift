extension ClientMessage: CaseCoded {
  /// The message as it travels.
  public struct Cases: Codable {
    struct Numbered: Codable { let prompt: UInt64 }

    var hello: Hello?
    var answer: Numbered?
    var decline: Numbered?
    var unknown: NoValue?
  }

  /// The message as it travels.
  public var cases: Cases {
    switch self {
    case .hello(let hello): Cases(hello: hello)
    case .answer(let prompt): Cases(answer: .init(prompt: prompt))
    case .decline(let prompt): Cases(decline: .init(prompt: prompt))
    case .unknown: Cases(unknown: NoValue())
    }
  }

  /// The message that came.
  public init(_ cases: Cases) {
    if let value = cases.hello {
      self = .hello(value)
    } else if let value = cases.answer {
      self = .answer(prompt: value.prompt)
    } else if let value = cases.decline {
      self = .decline(prompt: value.prompt)
    } else {
      self = .unknown
    }
  }
}
