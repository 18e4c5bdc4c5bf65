public import FoundationEssentials
public import SecretMemory

/// A device that its user has left while the server could not be notified, with the session that may notify it.
public struct PendingDeregistration: Sendable {
  /// How many are kept at most: the oldest is given up for a newer one.
  static let maximumCount = 8
  /// For how long to try to notify a server, in seconds: as long as sessions live there unused, unless it is configured otherwise.
  static let longestSeconds = 30.0 * 86_400

  /// The server that has the device.
  public let origin: ServerOrigin
  /// Whose device it is there.
  public let user: UUID
  /// The device's token.
  public let device: String
  /// The session's token.
  public let token: SharedSecret
  /// When the user left.
  public let leftAt: Date

  /// Describes a deregistration.
  public init(origin: ServerOrigin, user: UUID, device: String, token: SharedSecret, leftAt: Date) {
    self.origin = origin
    self.user = user
    self.device = device
    self.token = token
    self.leftAt = leftAt
  }
}

/// What the credential store keeps of it: `0x44 0x01` (a mark and the version), then origin, user, device and the time in seconds
/// since 1970, and the session's token, laid out as `StoredFields`.
extension PendingDeregistration {
  private static let mark: [UInt8] = [0x44, 0x01]

  /// Reads a stored value.
  ///
  /// - Returns: nil when it is none, or one of a newer version.
  public init?(decoding value: borrowing SecretBytes) {
    guard let ranges = value.withUnsafeBytes({ StoredFields.ranges(5, after: Self.mark, in: $0) }),
      let token = try? value.copy(ranges[4])
    else { return nil }
    let texts = value.withUnsafeBytes { bytes in
      ranges.prefix(4).compactMap { String(validating: bytes[$0], as: UTF8.self) }
    }
    guard texts.count == 4, let origin = try? ServerOrigin(texts[0]), let user = UUID(uuidString: texts[1]),
      let seconds = Int64(texts[3]), (0...253_402_300_799).contains(seconds)
    else { return nil }
    self.init(
      origin: origin, user: user, device: texts[2], token: SharedSecret(token),
      leftAt: Date(timeIntervalSince1970: Double(seconds)))
  }

  /// The value to store.
  public func encoded() throws(ServerClientError) -> SecretBytes {
    let seconds = Int64(leftAt.timeIntervalSince1970)
    return try StoredFields.encode(
      Self.mark, [origin.description, user.uuidString, device, "\(seconds)"], token.bytes)
  }
}

/// What the user has to know of a deregistration.
public enum DeregistrationIssue: Sendable {
  /// This process goes on trying to notify the server; the next one will not.
  case notSaved(ServerOrigin)
  /// The server keeps the device: its session is over, or it could not be reached for too long.
  case abandoned(ServerOrigin)
}
