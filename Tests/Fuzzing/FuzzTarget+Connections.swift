@testable internal import VaultServer

/// What comes first on a connection to the server: the word of a proxy, or of somebody who would be one.
extension FuzzTarget {
  static let connections = [FuzzTarget("proxy-header", atMost: 512, proxyHeader)]

  /// What version 2 of the PROXY protocol begins with.
  private static let signature: [UInt8] = [
    0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
  ]

  private static func proxyHeader(_ input: [UInt8]) {
    let header = ProxyHeader(input)
    precondition(firstDecision(on: input) == header, "a header depends on how its bytes came")
    // The longest line, with its end, is the protocol's; the longest block is the server's.
    let bound = input.first == UInt8(ascii: "P") ? 107 : 16 + 2048
    precondition(header != .incomplete || input.count < bound, "more is waited for than a header has")
    if case .header(_, let count) = header { checkLength(count, of: input) }
    checkWritten(input)
  }

  /// What is found at the first byte at which nothing more is waited for.
  private static func firstDecision(on input: [UInt8]) -> ProxyHeader {
    for count in 0..<input.count {
      let header = ProxyHeader(Array(input.prefix(count)))
      if header != .incomplete { return header }
    }
    return ProxyHeader(input)
  }

  /// A header is what it says it is, and takes nothing of what follows it.
  private static func checkLength(_ count: Int, of input: [UInt8]) {
    precondition(count <= input.count, "a header is longer than what has come")
    if input[0] == UInt8(ascii: "P") {
      precondition(count <= 107 && input.firstIndex(of: 0x0A) == count - 1, "a header ends elsewhere than its line")
      precondition(input[count - 2] == 0x0D, "a line has no end")
    } else {
      let length = Int(input[14]) << 8 | Int(input[15])
      precondition(count == 16 + length && length <= 2048, "a header ends elsewhere than it says")
      precondition(input.starts(with: signature), "a header has no signature")
    }
  }

  /// What a proxy writes of any address is read as that address, whatever follows it.
  private static func checkWritten(_ input: [UInt8]) {
    var reader = InputReader(input)
    let bytes = (0..<16).map { _ in reader.byte() }
    let more = Array(reader.rest.prefix(64))
    guard let v4 = NetworkAddress(bytes: bytes.prefix(4)), let v6 = NetworkAddress(bytes: bytes) else {
      preconditionFailure("bytes are no address")
    }
    check("PROXY TCP4 \(v4.literal) 192.0.2.1 56324 443\r\n", means: v4, before: more)
    check("PROXY TCP6 \(v6.groups) 2001:db8::1 56324 443\r\n", means: v6, before: more)
    checkBlock(family: 0x11, Array(bytes.prefix(4)) + [192, 0, 2, 1, 220, 4, 1, 187], means: v4, with: more)
    let destination: [UInt8] = [0x20, 1, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    checkBlock(family: 0x21, bytes + destination + [220, 4, 1, 187], means: v6, with: more)
  }

  private static func check(_ line: String, means source: NetworkAddress, before more: [UInt8]) {
    let header = Array(line.utf8)
    precondition(
      ProxyHeader(header + more) == .header(source: source, byteCount: header.count), "a line is read as another one")
  }

  /// A header of version 2 with its addresses and what else a proxy may say.
  private static func checkBlock(
    family: UInt8, _ addresses: [UInt8], means source: NetworkAddress, with more: [UInt8]
  ) {
    let block = addresses + more
    let header = signature + [0x21, family, 0, UInt8(block.count)] + block
    precondition(
      ProxyHeader(header + more) == .header(source: source, byteCount: header.count), "a block is read as another one")
    // LOCAL: the proxy speaks for itself, whatever addresses it names.
    let own = signature + [0x20, family, 0, UInt8(block.count)] + block
    precondition(
      ProxyHeader(own + more) == .header(source: nil, byteCount: own.count), "a proxy's own word is somebody's")
  }
}
