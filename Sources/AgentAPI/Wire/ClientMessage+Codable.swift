extension ClientMessage: Codable {
  /// Decodes a message; one this version does not know becomes ``unknown``.
  public init(from decoder: any Decoder) throws {
    let tagged = try TaggedCase(from: decoder)
    switch tagged.name {
    case "hello": self = .hello(try tagged.value())
    case "request": self = .request(try tagged.value())
    case "answer": self = .answer
    case "decline": self = .decline
    default: self = .unknown
    }
  }

  /// Encodes the message under the name of its case.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .hello(let hello): try encoder.encodeCase("hello", hello)
    case .request(let request): try encoder.encodeCase("request", request)
    case .answer: try encoder.encodeCase("answer")
    case .decline: try encoder.encodeCase("decline")
    case .unknown: try encoder.encodeCase("unknown")
    }
  }
}
