/// What the PROXY protocol (HAProxy, versions 1 and 2) says at the beginning of a connection.
enum ProxyHeader: Equatable {
  /// More bytes are needed to decide.
  case incomplete
  /// The connection does not begin so.
  case none
  /// It begins so, and is broken.
  case malformed
  /// A header of so many bytes; the source is nil where the proxy speaks for itself.
  case header(source: NetworkAddress?, byteCount: Int)

  /// The longest header of version 1, with its end.
  private static let longestLine = 107
  /// The longest header of version 2 that is accepted: addresses and some kilobyte of what else a proxy may say.
  private static let longestBlock = 2048
  private static let line = Array("PROXY ".utf8)
  private static let signature: [UInt8] = [
    0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
  ]

  /// Reads what has come so far.
  init(_ bytes: [UInt8]) {
    if bytes.starts(with: Self.line.prefix(bytes.count)) {
      self = bytes.count < Self.line.count ? .incomplete : Self.firstVersion(bytes)
    } else if bytes.starts(with: Self.signature.prefix(bytes.count)) {
      self = bytes.count < 16 ? .incomplete : Self.secondVersion(bytes)
    } else {
      self = .none
    }
  }

  /// `PROXY TCP4 SOURCE DESTINATION PORT PORT` and CR LF.
  private static func firstVersion(_ bytes: [UInt8]) -> ProxyHeader {
    guard let end = bytes.prefix(longestLine).firstIndex(of: 0x0A) else {
      return bytes.count < longestLine ? .incomplete : .malformed
    }
    guard bytes[end - 1] == 0x0D else { return .malformed }
    // By bytes: a blank with a combining mark behind it is one character.
    let words = bytes[..<(end - 1)].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    switch words.dropFirst().first {
    case "UNKNOWN": return .header(source: nil, byteCount: end + 1)
    case "TCP4", "TCP6":
      guard words.count == 6, let source = NetworkAddress(words[2]) else { return .malformed }
      return .header(source: source, byteCount: end + 1)
    default: return .malformed
    }
  }

  /// Twelve bytes of signature, version and command, family, a length, and that many bytes.
  private static func secondVersion(_ bytes: [UInt8]) -> ProxyHeader {
    let length = Int(bytes[14]) << 8 | Int(bytes[15])
    guard bytes[12] >> 4 == 2, length <= longestBlock else { return .malformed }
    guard bytes.count >= 16 + length else { return .incomplete }
    let addresses = bytes[16..<(16 + length)]
    switch (bytes[12] & 0xF, bytes[13]) {
    // LOCAL: the proxy asks for itself, to see whether there is somebody.
    case (0, _): return .header(source: nil, byteCount: 16 + length)
    case (1, 0x11) where length >= 12:
      return .header(source: NetworkAddress(bytes: addresses.prefix(4)), byteCount: 16 + length)
    case (1, 0x21) where length >= 36:
      return .header(source: NetworkAddress(bytes: addresses.prefix(16)), byteCount: 16 + length)
    // A family that says nothing of the internet.
    case (1, 0x00): return .header(source: nil, byteCount: 16 + length)
    default: return .malformed
    }
  }
}
