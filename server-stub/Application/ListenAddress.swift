/// Where the server listens: `HOST:PORT`, an IPv6 address in brackets; port 0 is any free one.
struct ListenAddress: Equatable, Sendable {
  /// A name or a literal address, without brackets.
  let host: String
  let port: Int

  static let loopback = ListenAddress(host: "127.0.0.1", port: 0)

  init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Nil for what is no address.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard digits.allSatisfy(\.isASCII), digits.allSatisfy(\.isNumber), let port = UInt16(digits) else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
      guard host.contains(":") else { return nil }
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, !host.contains(where: \.isWhitespace) else { return nil }
    self.init(host: String(host), port: Int(port))
  }

  /// Whether only this machine can connect. Of names only `localhost` counts: others may resolve to anything.
  var isLoopback: Bool {
    let octets = host.split(separator: ".", omittingEmptySubsequences: false)
    if octets.count == 4, octets.allSatisfy({ UInt8($0) != nil }) { return octets[0] == "127" }
    return host == "::1" || host.lowercased() == "localhost"
  }

  /// The URL with the port that was chosen.
  func url(scheme: String, port: Int) -> String {
    "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}
