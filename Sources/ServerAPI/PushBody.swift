public import FoundationEssentials

/// The body of `POST /v1/pushes`, as the server takes it.
public struct PushBody: Equatable, Sendable {
  /// Whom the push is for; nil for the sender's own devices.
  public let recipient: Recipient?
  /// A JSON object, as it was written.
  public let payload: String
  /// When it is no longer delivered.
  public let expiresAt: Date?
  /// How long it lasts from when the server takes it, in seconds; nil unless that is said instead of a moment.
  public let expiresIn: Int?

  // Years of four digits are all that RFC 3339 has.
  private static let firstSecondOfYear10000 = 253_402_300_800.0

  /// Reads a body.
  ///
  /// - Throws: ``APIError``: `invalidField`, `payloadTooLarge`.
  public init(_ members: RequestMembers) throws(APIError) {
    guard let payload = members.text("payload"), payload.first == "{" else {
      throw APIError(.invalidField, "the field \"payload\" must be an object")
    }
    guard payload.utf8.count <= ServerLimits.payloadByteCount else {
      throw APIError(.payloadTooLarge, "a payload has at most \(ServerLimits.payloadByteCount) bytes")
    }
    self.payload = payload
    recipient = try members.value("to")
    expiresAt = try members.value("expiresAt")
    expiresIn = try members.value("expiresIn")
    try checkExpiry()
  }

  /// That it says once, if at all, when it is over, and that this can be.
  private func checkExpiry() throws(APIError) {
    guard expiresAt == nil || expiresIn == nil else {
      throw APIError(.invalidField, "\"expiresAt\" and \"expiresIn\" say the same: give one of them")
    }
    if let expiresIn, !ServerLimits.lifetimeSeconds.contains(expiresIn) {
      throw APIError(.invalidField, "\"expiresIn\" is 1 to \(ServerLimits.lifetimeSeconds.upperBound) seconds")
    }
    if let expiresAt, expiresAt.timeIntervalSince1970 >= Self.firstSecondOfYear10000 {
      throw APIError(.invalidField, "\"expiresAt\" must be in the years to 9999")
    }
  }
}
