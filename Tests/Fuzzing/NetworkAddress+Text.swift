@testable internal import VaultServer

/// How addresses are written, and their neighbours, for targets that have them read.
extension NetworkAddress {
  /// Four decimal numbers, or eight groups of hexadecimal digits.
  var literal: String { isV4 ? bytes.suffix(4).map { String($0) }.joined(separator: ".") : groups }

  /// Eight groups of hexadecimal digits, for an address of IPv4 too.
  var groups: String {
    stride(from: 0, to: 16, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
      .joined(separator: ":")
  }

  /// The address that differs in one bit, counted from the first.
  func flipping(_ bit: Int) -> NetworkAddress {
    var bytes = bytes
    bytes[bit / 8] ^= UInt8(0x80) >> UInt8(bit % 8)
    guard let other = NetworkAddress(bytes: bytes) else { preconditionFailure("sixteen bytes are no address") }
    return other
  }
}
