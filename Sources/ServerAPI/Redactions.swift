public import FoundationEssentials

/// The body of `POST /v1/inbox/redactions`: a device of the user asks that what was pushed is no longer kept for the user.
public struct RedactionRequest: Codable, Equatable, Sendable {
  /// The device's token.
  public var device: String
  /// The pushes, at most ``ServerLimits/redactionCount``.
  public var pushes: [UUID]

  /// Makes a request.
  public init(device: String, pushes: [UUID]) {
    self.device = device
    self.pushes = pushes
  }
}

/// What has become of a push that was to be redacted.
public struct Redaction: Codable, Equatable, Sendable {
  /// Where its text is now.
  public enum Outcome: String, Codable, Sendable, CaseIterable {
    /// Nowhere on the server.
    case erased
    /// Hidden from the user; other recipients of the push have it still.
    case hidden
    /// The user's inbox has no such push, or no longer.
    case missing

    /// Decodes an outcome; one that this version does not know promises nothing about others.
    public init(from decoder: any Decoder) throws {
      self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .hidden
    }
  }

  /// The push.
  public var push: UUID
  /// Where its text is.
  public var outcome: Outcome

  /// Describes an outcome.
  public init(push: UUID, outcome: Outcome) {
    self.push = push
    self.outcome = outcome
  }
}

/// The answer to `POST /v1/inbox/redactions`.
public struct Redactions: Codable, Equatable, Sendable {
  /// One for each push that was asked for, in that order.
  public var redactions: [Redaction]

  /// Lists redactions.
  public init(redactions: [Redaction]) { self.redactions = redactions }
}

extension ServerLimits {
  /// The most pushes of one request for redaction.
  public static let redactionCount = 100
}
