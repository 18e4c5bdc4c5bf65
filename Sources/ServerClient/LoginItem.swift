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
  static let maximumByteCount = 4096

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
    guard value.count <= Self.maximumByteCount,
      let ranges = value.withUnsafeBytes({ Self.ranges(in: $0) }),
      let password = try? value.copy(ranges[2])
    else { return nil }
    func text(_ range: Range<Int>) -> String? {
      value.withUnsafeBytes { String(validating: $0[range], as: UTF8.self) }
    }
    guard let originText = text(ranges[0]), let email = text(ranges[1]), let origin = try? ServerOrigin(originText)
    else { return nil }
    self.init(origin: origin, email: email, password: password)
  }

  private static func ranges(in bytes: UnsafeRawBufferPointer) -> [Range<Int>]? {
    guard bytes.starts(with: mark) else { return nil }
    var offset = mark.count
    var ranges: [Range<Int>] = []
    for _ in 0..<3 {
      guard offset + 2 <= bytes.count else { return nil }
      let start = offset + 2
      offset = start + (Int(bytes[offset]) << 8 | Int(bytes[offset + 1]))
      guard offset <= bytes.count else { return nil }
      ranges.append(start..<offset)
    }
    return offset == bytes.count ? ranges : nil
  }

  /// The value to store.
  ///
  /// - Throws: ``ServerClientError/Code/invalidInput`` when it would be longer than 4 KiB.
  public borrowing func encoded() throws(ServerClientError) -> SecretBytes {
    let origin = Array(origin.description.utf8)
    let email = Array(email.utf8)
    let count = Self.mark.count + 6 + origin.count + email.count + password.count
    guard count <= Self.maximumByteCount else {
      throw ServerClientError(.invalidInput, "email and password are too long")
    }
    return try ServerClientError.allocating {
      try SecretBytes(count: count) { buffer in
        var offset = 0
        func add(_ bytes: some Collection<UInt8>) {
          UnsafeMutableRawBufferPointer(rebasing: buffer[offset..<offset + bytes.count]).copyBytes(from: bytes)
          offset += bytes.count
        }
        func addLength(_ count: Int) { add([UInt8(count >> 8), UInt8(count & 0xFF)]) }
        add(Self.mark)
        for text in [origin, email] {
          addLength(text.count)
          add(text)
        }
        addLength(password.count)
        password.withUnsafeBytes { add($0) }
      }
    }
  }
}

extension ServerClientError {
  /// Runs `body`, which fails only when the system has no memory to give.
  static func allocating<T: ~Copyable>(_ body: () throws -> T) throws(ServerClientError) -> T {
    do { return try body() } catch { throw ServerClientError(.stateUnavailable, "no memory for secrets: \(error)") }
  }
}
