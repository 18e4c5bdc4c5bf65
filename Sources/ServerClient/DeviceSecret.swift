internal import NIOCore
internal import SecretMemory

/// The secret by which a device proves that it logged in before: 43 characters of base64url.
enum DeviceSecret {
  private static let byteCount = 43
  private static let member = Array(#""device":""#.utf8)

  /// Takes the secret out of the answer to a login, without making a String of it; nil where it was given none.
  static func read(_ body: ByteBuffer) throws(ServerClientError) -> SharedSecret? {
    let found: Swift.Result<SharedSecret?, any Error> = body.withUnsafeReadableBytes { bytes in
      guard let start = Self.start(in: bytes), start + byteCount < bytes.count,
        bytes[start + byteCount] == UInt8(ascii: "\"")
      else { return .success(nil) }
      let text = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + byteCount)])
      guard text.allSatisfy(isCharacter) else { return .success(nil) }
      return Swift.Result { SharedSecret(try SecretBytes(copying: text)) }
    }
    return try ServerClientError.allocating { try found.get() }
  }

  private static func start(in bytes: UnsafeRawBufferPointer) -> Int? {
    var index = 0
    while index + member.count <= bytes.count {
      if bytes[index..<(index + member.count)].elementsEqual(member) { return index + member.count }
      index += 1
    }
    return nil
  }

  private static func isCharacter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
      || byte == 0x5F
  }
}

/// What the credential store keeps of a ``DeviceSecret``: it is sent to the one origin that gave it, and for the one account.
///
/// The value is `0x4B 0x01` (a mark and the version), then origin, email and secret, each as a big-endian 16-bit length and
/// that many bytes, and nothing after them.
struct DeviceItem: ~Copyable {
  let origin: ServerOrigin
  let email: String
  let secret: SecretBytes

  private static let mark: [UInt8] = [0x4B, 0x01]

  init(origin: ServerOrigin, email: String, secret: consuming SecretBytes) {
    self.origin = origin
    self.email = email
    self.secret = secret
  }

  /// Reads a stored value; nil when it is none, or one of a newer version.
  init?(decoding value: borrowing SecretBytes) {
    guard let ranges = value.withUnsafeBytes({ StoredFields.ranges(3, after: Self.mark, in: $0) }),
      let secret = try? value.copy(ranges[2])
    else { return nil }
    func text(_ range: Range<Int>) -> String? {
      value.withUnsafeBytes { String(validating: $0[range], as: UTF8.self) }
    }
    guard let originText = text(ranges[0]), let email = text(ranges[1]), let origin = try? ServerOrigin(originText)
    else { return nil }
    self.init(origin: origin, email: email, secret: secret)
  }

  /// The value to store.
  borrowing func encoded() throws(ServerClientError) -> SecretBytes {
    try StoredFields.encode(Self.mark, [origin.description, email], secret)
  }
}
