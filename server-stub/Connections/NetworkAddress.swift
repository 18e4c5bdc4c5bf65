internal import Glibc
internal import NIOCore

/// An address of the network; of IPv4 in its mapped form (RFC 4291, section 2.5.5.2), so that both are compared alike.
struct NetworkAddress: Hashable, Sendable {
  /// Sixteen of them.
  let bytes: [UInt8]

  private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  /// Parses a literal address, with or without a zone; nil for anything else.
  init?(_ text: some StringProtocol) {
    let literal = String(text.prefix { $0 != "%" })
    // C would take what stands before it.
    guard !literal.utf8.contains(0) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET6, literal, &bytes) == 1 {
      self.bytes = bytes
    } else if inet_pton(AF_INET, literal, &bytes) == 1 {
      self.bytes = Self.mappedPrefix + bytes.prefix(4)
    } else {
      return nil
    }
  }

  /// The other end of a connection; nil where that is none of the internet.
  init?(_ address: SocketAddress?) {
    guard let text = address?.ipAddress else { return nil }
    self.init(text)
  }

  /// Makes an address of four or sixteen bytes in the order of the network; nil for another number.
  init?(bytes: some Collection<UInt8>) {
    switch bytes.count {
    case 4: self.bytes = Self.mappedPrefix + bytes
    case 16: self.bytes = Array(bytes)
    default: return nil
    }
  }

  /// Whether it is one of IPv4.
  var isV4: Bool { bytes.starts(with: Self.mappedPrefix) }

  /// Whether it is this machine's own.
  var isLoopback: Bool { isV4 ? bytes[12] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1 }

  /// As limits count it: an IPv4 address, or the /64 network of an IPv6 address, since whoever has one address of it
  /// has them all.
  var limitKey: String {
    guard !isV4 else { return bytes.suffix(4).map(String.init).joined(separator: ".") }
    let groups = stride(from: 0, to: 8, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
    return groups.joined(separator: ":") + "::/64"
  }
}

/// A network, as `192.0.2.0/24` or `2001:db8::/32` (RFC 4632, RFC 4291); an address alone is a network of one.
struct AddressNetwork: Equatable, Sendable {
  private let prefix: [UInt8]
  private let bitCount: Int

  /// Nil for what is no network.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let address = NetworkAddress(first) else { return nil }
    let width = address.isV4 ? 32 : 128
    var count = width
    if parts.count == 2 {
      guard parts[1].utf8.count <= 3, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let given = Int(parts[1]), given <= width
      else { return nil }
      count = given
    }
    prefix = address.bytes
    bitCount = count + 128 - width
  }

  func contains(_ address: NetworkAddress) -> Bool {
    (0..<bitCount).allSatisfy { bit in
      let mask = UInt8(0x80) >> UInt8(bit % 8)
      return prefix[bit / 8] & mask == address.bytes[bit / 8] & mask
    }
  }
}
