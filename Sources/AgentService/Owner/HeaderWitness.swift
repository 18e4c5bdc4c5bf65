internal import OwnerVerification
internal import Sealing
internal import VaultModel

/// Which key slots are in force, kept in the credential store: the file `owner` lies in the data directory, and whoever puts
/// an older one back would bring the PIN of its time back, and whoever takes it away would pass for a first owner.
struct HeaderWitness: Equatable, Sendable {
  /// The digest of the header in force; nil before the first.
  let current: [UInt8]?
  /// The digest of the header that is being written.
  let next: [UInt8]?
  /// The digest of the vault's id and the owner's public half, which no change of slots changes.
  let owner: [UInt8]

  /// The witness of a change under way.
  init(from current: OwnerHeader?, to next: OwnerHeader) {
    self.current = current.map(Self.digest)
    self.next = Self.digest(next)
    owner = Self.owner(of: next)
  }

  /// The witness once a change is done.
  init(of header: OwnerHeader) {
    current = Self.digest(header)
    next = nil
    owner = Self.owner(of: header)
  }

  /// The header in force among those found in the copies; nil when none of them is.
  ///
  /// A change that was interrupted counts once its file is written to every copy: until then its slots were not tried.
  func choose(among found: [OwnerHeader]) -> OwnerHeader? {
    if let header = found.first(where: { Self.digest($0) == current }) { return header }
    return found.count == 1 && Self.digest(found[0]) == next ? found[0] : nil
  }

  /// Whether this header is of the same owner.
  func isSameOwner(_ header: OwnerHeader) -> Bool { Self.owner(of: header) == owner }

  // MARK: Encoding

  /// The three digests; zeroes stand for none.
  var encoded: [UInt8] { [current, next, owner].flatMap { $0 ?? Self.none } }

  /// Reads ``encoded``; nil when it is none.
  init?(encoded: [UInt8]) {
    let size = SHA256.byteCount
    guard encoded.count == 3 * size else { return nil }
    let digests = (0..<3).map { Array(encoded[$0 * size..<($0 + 1) * size]) }
    current = digests[0] == Self.none ? nil : digests[0]
    next = digests[1] == Self.none ? nil : digests[1]
    owner = digests[2]
  }

  private static let none = [UInt8](repeating: 0, count: SHA256.byteCount)

  private static func digest(_ header: OwnerHeader) -> [UInt8] { SHA256.digest(of: header.encoded()) }

  private static func owner(of header: OwnerHeader) -> [UInt8] {
    SHA256.digest(of: header.vaultID.bytes + header.publicKey.bytes)
  }
}
