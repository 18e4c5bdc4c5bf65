/// What a client asks of `vault-clipboard`, on a socket that both share; the text follows in a secret frame.
public struct ClipboardTask: Codable, Equatable, Sendable {
  /// For how long the text is offered.
  public var seconds: Int

  /// How long a text is offered at least and at most, in seconds.
  public static let secondsRange = 1...600

  /// Makes one.
  public init(seconds: Int) { self.seconds = seconds }
}

/// What `vault-clipboard` answers, once.
public struct ClipboardAnswer: Codable, Equatable, Sendable {
  /// Why the text is not offered; nil when it is.
  public var problem: String?

  /// Makes one.
  public init(problem: String? = nil) { self.problem = problem }
}
