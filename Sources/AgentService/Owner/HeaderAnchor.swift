internal import OwnerVerification
internal import Sealing

/// Which key slots are in force, noted apart from the file `owner`: whoever puts an older one back would bring the PIN of its
/// time back, and whoever takes it away would pass for a first owner.
///
/// A note bears the owner's MAC, so that others can take one away or bring an older one back, and not make one that keeps
/// the right PIN out. In the legacy format, beside headers of that format, it bears none.
struct HeaderAnchor: Equatable, Sendable {
  /// The digest of the header in force; nil before the first.
  let current: [UInt8]?
  /// The digest of the header that is being written.
  let next: [UInt8]?
  /// Whose vault it is.
  let owner: OwnerIdentity
  /// The generation of the header in force; 0 where there is none, and in the legacy format.
  let generation: UInt64
  /// The owner's MAC; nil in the legacy format.
  let code: [UInt8]?

  /// Notes that a change is under way.
  init(
    from current: OwnerHeader?, to next: OwnerHeader, by owner: borrowing VerifiedOwner
  ) throws(OwnerVerificationError) {
    try self.init(
      current.map(Self.digest), Self.digest(next), OwnerIdentity(of: next), current?.generation ?? 0, by: owner)
  }

  /// Notes that a header is in force.
  init(of header: OwnerHeader, by owner: borrowing VerifiedOwner) throws(OwnerVerificationError) {
    try self.init(Self.digest(header), nil, OwnerIdentity(of: header), header.generation, by: owner)
  }

  private init(
    _ current: [UInt8]?, _ next: [UInt8]?, _ identity: OwnerIdentity, _ generation: UInt64,
    by owner: borrowing VerifiedOwner
  ) throws(OwnerVerificationError) {
    (self.current, self.next, self.owner, self.generation) = (current, next, identity, generation)
    code = try owner.authenticationKey(for: Self.purpose).code(
      for: Self.body(current, next, identity) + Self.bytes(generation))
  }

  /// Whether the owner wrote it.
  func isAuthentic(by verified: borrowing VerifiedOwner) throws(OwnerVerificationError) -> Bool {
    guard let code else { return false }
    return try verified.authenticationKey(for: Self.purpose).isValid(
      code, for: Self.body(current, next, owner) + Self.bytes(generation))
  }

  /// Whether it names this header as the one in force.
  func names(_ header: OwnerHeader) -> Bool { current == Self.digest(header) }

  /// Whether it names this header as the one that is being written.
  func announces(_ header: OwnerHeader) -> Bool { next == Self.digest(header) }

  /// Whether this header is of the same owner.
  func isSameOwner(_ header: OwnerHeader) -> Bool { OwnerIdentity(of: header) == owner }

  // MARK: Encoding

  /// The three digests, where zeroes stand for none; then, but for the legacy format, generation and MAC.
  var encoded: [UInt8] {
    let body = Self.body(current, next, owner)
    return code.map { body + Self.bytes(generation) + $0 } ?? body
  }

  /// Reads ``encoded``; nil when it is none.
  init?(encoded: [UInt8]) {
    let size = SHA256.byteCount
    let legacyCount = 3 * size
    guard encoded.count == legacyCount || encoded.count == legacyCount + 8 + HMACSHA256.byteCount else { return nil }
    let digests = (0..<3).map { Array(encoded[$0 * size..<($0 + 1) * size]) }
    guard let owner = OwnerIdentity(digest: digests[2]) else { return nil }
    current = digests[0] == Self.none ? nil : digests[0]
    next = digests[1] == Self.none ? nil : digests[1]
    self.owner = owner
    let isLegacy = encoded.count == legacyCount
    generation = isLegacy ? 0 : encoded[legacyCount..<legacyCount + 8].reduce(0) { $0 << 8 | UInt64($1) }
    code = isLegacy ? nil : Array(encoded.suffix(HMACSHA256.byteCount))
  }

  private static let purpose = OwnerPurpose("vault header note v1")
  private static let none = [UInt8](repeating: 0, count: SHA256.byteCount)

  private static func body(_ current: [UInt8]?, _ next: [UInt8]?, _ owner: OwnerIdentity) -> [UInt8] {
    (current ?? none) + (next ?? none) + owner.digest
  }

  private static func bytes(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

  private static func digest(_ header: OwnerHeader) -> [UInt8] { SHA256.digest(of: header.encoded()) }
}
