internal import OwnerVerification
internal import Sealing

/// Which key slots are in force: digests of the owner's header, kept in the credential store. The file `owner` lies in the
/// data directory, and whoever puts an older one back would bring the PIN of its time back.
struct HeaderWitness: Equatable, Sendable {
  /// The header in force; nil before the first.
  let current: [UInt8]?
  /// The header that is being written; in force as soon as its file is.
  let next: [UInt8]?

  /// The witness of a change under way.
  init(from current: OwnerHeader?, to next: OwnerHeader) {
    self.current = current.map(Self.digest)
    self.next = Self.digest(next)
  }

  /// The witness once the change is done.
  init(of header: OwnerHeader) {
    current = Self.digest(header)
    next = nil
  }

  /// Whether this header is the one in force; nil when it is neither that nor the one being written.
  func isInForce(_ header: OwnerHeader) -> Bool? {
    switch Self.digest(header) {
    case current: true
    case next: false
    default: nil
    }
  }

  // MARK: Encoding

  /// Both digests; zeroes stand for none.
  var encoded: [UInt8] { [current, next].flatMap { $0 ?? Self.none } }

  /// Reads ``encoded``; nil when it is none.
  init?(encoded: [UInt8]) {
    guard encoded.count == 2 * SHA256.byteCount else { return nil }
    let digests = [encoded.prefix(SHA256.byteCount), encoded.suffix(SHA256.byteCount)].map(Array.init)
    current = digests[0] == Self.none ? nil : digests[0]
    next = digests[1] == Self.none ? nil : digests[1]
  }

  private static let none = [UInt8](repeating: 0, count: SHA256.byteCount)

  private static func digest(_ header: OwnerHeader) -> [UInt8] { SHA256.digest(of: header.encoded()) }
}
