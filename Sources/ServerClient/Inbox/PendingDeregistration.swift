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
  /// Whose program accepted the login over plain HTTP; nil where that was this user's own or root's.
  public let serverUser: UInt32?

  /// Describes a deregistration.
  public init(
    origin: ServerOrigin, user: UUID, device: String, token: SharedSecret, leftAt: Date, serverUser: UInt32? = nil
  ) {
    self.serverUser = serverUser
    self.origin = origin
    self.user = user
    self.device = device
    self.token = token
    self.leftAt = leftAt
  }
}

/// What the credential store keeps of it: `0x44 0x01` (a mark and the version), then origin, user, device and the time in seconds
/// since 1970, and the session's token, laid out as `StoredFields`. Where another user's program accepted the login, the version is 2,
/// and that user's number in decimal comes before the token.
extension PendingDeregistration {
  private static let mark: [UInt8] = [0x44, 0x01]
  private static let userMark: [UInt8] = [0x44, 0x02]

  /// Reads a stored value.
  ///
  /// - Returns: nil when it is none, or one of a newer version.
  public init?(decoding value: borrowing SecretBytes) {
    let hasUser = value.withUnsafeBytes { $0.starts(with: Self.userMark) }
    let found = value.withUnsafeBytes {
      StoredFields.ranges(hasUser ? 6 : 5, after: hasUser ? Self.userMark : Self.mark, in: $0)
    }
    guard let ranges = found, let last = ranges.last, let token = try? value.copy(last) else { return nil }
    let texts = value.withUnsafeBytes { bytes in
      ranges.dropLast().compactMap { String(validating: bytes[$0], as: UTF8.self) }
    }
    let serverUser = hasUser ? texts.last.flatMap { UInt32($0) } : nil
    guard texts.count == ranges.count - 1, hasUser == (serverUser != nil), let origin = try? ServerOrigin(texts[0]),
      let user = UUID(uuidString: texts[1]),
      let seconds = Int64(texts[3]), (0...253_402_300_799).contains(seconds)
    else { return nil }
    self.init(
      origin: origin, user: user, device: texts[2], token: SharedSecret(token),
      leftAt: Date(timeIntervalSince1970: Double(seconds)), serverUser: serverUser)
  }

  /// The value to store.
  public func encoded() throws(ServerClientError) -> SecretBytes {
    let seconds = Int64(leftAt.timeIntervalSince1970)
    let texts = [origin.description, user.uuidString, device, "\(seconds)"]
    guard let serverUser else { return try StoredFields.encode(Self.mark, texts, token.bytes) }
    return try StoredFields.encode(Self.userMark, texts + [String(serverUser)], token.bytes)
  }
}

/// What the user has to know of a deregistration.
public enum DeregistrationIssue: Sendable {
  /// This process goes on trying to notify the server; the next one will not.
  case notSaved(ServerOrigin)
  /// The server keeps the device: its session is over, or it could not be reached for too long.
  case abandoned(ServerOrigin)
}
