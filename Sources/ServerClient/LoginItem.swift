public import SecretMemory

/// What the credential store keeps for the silent login: email, password, and the one origin they may be sent to.
///
/// The value is `0x4C 0x01` (a mark and the version), then origin, email and password, each as a big-endian 16-bit length
/// and that many bytes of UTF-8, and nothing after them.
public struct LoginItem: ~Copyable, Sendable {
  /// The origin that accepted the login.
  public let origin: ServerOrigin
  /// The account's email.
  public let email: String
  /// The password, UTF-8.
  public let password: SecretBytes

  private static let mark: [UInt8] = [0x4C, 0x01]
  /// The longest value, in bytes.
  static let maximumByteCount = StoredFields.maximumByteCount

  /// Puts an item together.
  public init(origin: ServerOrigin, email: String, password: consuming SecretBytes) {
    self.origin = origin
    self.email = email
    self.password = password
  }

  /// Reads a stored value.
  ///
  /// - Returns: nil when it is none, or one of a newer version.
  public init?(decoding value: borrowing SecretBytes) {
    guard let ranges = value.withUnsafeBytes({ StoredFields.ranges(3, after: Self.mark, in: $0) }),
      let password = try? value.copy(ranges[2])
    else { return nil }
    func text(_ range: Range<Int>) -> String? {
      value.withUnsafeBytes { String(validating: $0[range], as: UTF8.self) }
    }
    guard let originText = text(ranges[0]), let email = text(ranges[1]), let origin = try? ServerOrigin(originText)
    else { return nil }
    self.init(origin: origin, email: email, password: password)
  }

  /// The value to store.
  ///
  /// - Throws: ``ServerClientError/Code/invalidInput`` when it would be longer than 4 KiB.
  public borrowing func encoded() throws(ServerClientError) -> SecretBytes {
    try StoredFields.encode(Self.mark, [origin.description, email], password)
  }
}

extension ServerClientError {
  /// Runs `body`, which fails only when the system has no memory to give.
  static func allocating<T: ~Copyable>(_ body: () throws -> T) throws(ServerClientError) -> T {
    do { return try body() } catch { throw ServerClientError(.stateUnavailable, "no memory for secrets: \(error)") }
  }
}
