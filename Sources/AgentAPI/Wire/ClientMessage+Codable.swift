extension ClientMessage: Codable {
  /// Decodes a message; one this version does not know becomes ``unknown``.
  public init(from decoder: any Decoder) throws {
    let tagged = try TaggedCase(from: decoder)
    switch tagged.name {
    case "hello": self = .hello(try tagged.value())
    case "answer": self = .answer(prompt: try tagged.fields().decode(UInt64.self, forKey: "prompt"))
    case "decline": self = .decline(prompt: try tagged.fields().decode(UInt64.self, forKey: "prompt"))
    default: self = .unknown
    }
  }

  /// Encodes the message under the name of its case.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .hello(let hello): try encoder.encodeCase("hello", hello)
    case .answer(let prompt): try encoder.encodeCase("answer") { try $0.encode(prompt, forKey: "prompt") }
    case .decline(let prompt): try encoder.encodeCase("decline") { try $0.encode(prompt, forKey: "prompt") }
    case .unknown: try encoder.encodeCase("unknown")
    }
  }
}
