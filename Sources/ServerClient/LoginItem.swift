public import SecretMemory

/// What the credential store keeps for the silent login: email, password, and the one origin they may be sent to.
///
/// The value is `0x4C 0x01` (a mark and the version), then origin, email and password, each as a big-endian 16-bit length
/// and that many bytes of UTF-8, and nothing after them. Where another user's program of this machine accepted it, the version is
/// 2, and that user's number in decimal comes before the password.
public struct LoginItem: ~Copyable, Sendable {
  /// The origin that accepted the login.
  public let origin: ServerOrigin
  /// The account's email.
  public let email: String
  /// The password, UTF-8.
  public let password: SecretBytes

  /// Whose program accepted it over plain HTTP; nil where that was this user's own or root's.
  public let user: UInt32?

  private static let mark: [UInt8] = [0x4C, 0x01]
  private static let userMark: [UInt8] = [0x4C, 0x02]
  /// The longest value, in bytes.
  static let maximumByteCount = StoredFields.maximumByteCount

  /// Puts an item together.
  public init(origin: ServerOrigin, email: String, password: consuming SecretBytes, user: UInt32? = nil) {
    self.origin = origin
    self.email = email
    self.password = password
    self.user = user
  }

  /// Reads a stored value.
  ///
  /// - Returns: nil when it is none, or one of a newer version.
  public init?(decoding value: borrowing SecretBytes) {
    let hasUser = value.withUnsafeBytes { $0.starts(with: Self.userMark) }
    let found = value.withUnsafeBytes {
      StoredFields.ranges(hasUser ? 4 : 3, after: hasUser ? Self.userMark : Self.mark, in: $0)
    }
    guard let ranges = found, let last = ranges.last, let password = try? value.copy(last)
    else { return nil }
    func text(_ range: Range<Int>) -> String? {
      value.withUnsafeBytes { String(validating: $0[range], as: UTF8.self) }
    }
    guard let originText = text(ranges[0]), let email = text(ranges[1]), let origin = try? ServerOrigin(originText)
    else { return nil }
    let user = hasUser ? text(ranges[2]).flatMap { UInt32($0) } : nil
    guard hasUser == (user != nil) else { return nil }
    self.init(origin: origin, email: email, password: password, user: user)
  }

  /// The value to store.
  ///
  /// - Throws: ``ServerClientError/Code/invalidInput`` when it would be longer than 4 KiB.
  public borrowing func encoded() throws(ServerClientError) -> SecretBytes {
    guard let user else { return try StoredFields.encode(Self.mark, [origin.description, email], password) }
    return try StoredFields.encode(Self.userMark, [origin.description, email, String(user)], password)
  }
}

extension ServerClientError {
  /// Runs `body`, which fails only when the system has no memory to give.
  static func allocating<T: ~Copyable>(_ body: () throws -> T) throws(ServerClientError) -> T {
    do { return try body() } catch { throw ServerClientError(.stateUnavailable, "no memory for secrets: \(error)") }
  }
}
