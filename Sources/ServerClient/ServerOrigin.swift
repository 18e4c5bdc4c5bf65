internal import Glibc

/// The exact place a login belongs to: scheme, host and port (RFC 6454).
public struct ServerOrigin: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  public enum Scheme: String, Sendable { case http, https }

  /// How the connection is made.
  public let scheme: Scheme
  /// A lower-case name, an IPv4 address, or an IPv6 address in brackets.
  public let host: String
  /// 1 to 65535.
  public let port: Int

  /// Reads a base URL such as `https://vault.example` or `http://127.0.0.1:8480/`.
  ///
  /// - Throws: ``ServerClientError/Code/insecureOrigin`` for anything with a user, path, query or fragment, for other
  ///   schemes, and for `http` to anything but 127.0.0.0/8, ::1 and `localhost`.
  public init(_ text: String) throws(ServerClientError) {
    guard text.utf8.count <= 512, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Self.refused("the address is longer than 512 characters or holds spaces or characters outside ASCII")
    }
    let lower = text.lowercased()
    guard let scheme = [Scheme.http, .https].first(where: { lower.hasPrefix($0.rawValue + "://") }) else {
      throw Self.refused("the address must begin with https:// or http://")
    }
    var authority = lower.dropFirst(scheme.rawValue.utf8.count + 3)
    if authority.last == "/" { authority.removeLast() }
    guard !authority.contains(where: { "/?#@\\%".contains($0) }) else {
      throw Self.refused("the address must be scheme, host and port alone, without user, path, query or fragment")
    }
    let (host, port) = try Self.split(authority)
    self.scheme = scheme
    self.host = try Self.checked(host)
    self.port = try port.map(Self.number) ?? (scheme == .https ? 443 : 80)
    guard scheme == .https || isLoopback else {
      throw Self.refused("plain http is only allowed to this machine; use https")
    }
  }

  /// Whether the host is this machine by its very name: 127.0.0.0/8, ::1 or `localhost`.
  public var isLoopback: Bool {
    if host == "localhost" { return true }
    if host.first == "[" { return IPAddress.version6(host.dropFirst().dropLast()).map(IPAddress.isLoopback6) ?? false }
    return IPAddress.version4(host).map { $0[0] == 127 } ?? false
  }

  /// The URL of `path`, which begins with a slash.
  public func url(_ path: String) -> String { description + path }

  /// The origin, with the port only where it is not the scheme's own.
  public var description: String {
    let isDefault = port == (scheme == .https ? 443 : 80)
    return "\(scheme.rawValue)://\(host)" + (isDefault ? "" : ":\(port)")
  }
}

extension ServerOrigin {
  private static func refused(_ why: String) -> ServerClientError { ServerClientError(.insecureOrigin, why) }

  private static func split(_ authority: Substring) throws(ServerClientError) -> (Substring, Substring?) {
    let tail: Substring
    let host: Substring
    if authority.first == "[" {
      guard let end = authority.firstIndex(of: "]") else { throw refused("the address lacks a closing bracket") }
      host = authority[...end]
      tail = authority[authority.index(after: end)...]
    } else {
      host = authority.prefix { $0 != ":" }
      tail = authority.dropFirst(host.count)
    }
    guard !tail.isEmpty else { return (host, nil) }
    guard tail.first == ":" else { throw refused("the host can't be read") }
    return (host, tail.dropFirst())
  }

  private static func checked(_ host: Substring) throws(ServerClientError) -> String {
    if host.first == "[" {
      guard let bytes = IPAddress.version6(host.dropFirst().dropLast()) else {
        throw refused("the host is not an IPv6 address")
      }
      return "[\(IPAddress.text6(bytes))]"
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
    }
    guard isName, host.utf8.count <= 253 else { throw refused("the host is neither a name nor an address") }
    // "127.1" or "0x7f000001" would be read as an address by the resolver, and differently by others.
    let last = labels[labels.count - 1]
    let looksNumeric = last.first!.isNumber
    guard !looksNumeric || IPAddress.version4(String(host)) != nil else {
      throw refused("an IPv4 address has four decimal numbers")
    }
    return String(host)
  }

  private static func number(_ port: Substring) throws(ServerClientError) -> Int {
    guard (1...5).contains(port.utf8.count), port.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(port), (1...65535).contains(number)
    else { throw refused("a port is a number from 1 to 65535") }
    return number
  }
}

/// Numeric addresses, read as strictly as `inet_pton(3)` does.
enum IPAddress {
  static func version4(_ text: String) -> [UInt8]? { parse(text, AF_INET, count: 4) }

  static func version6(_ text: Substring) -> [UInt8]? { parse(String(text), AF_INET6, count: 16) }

  static func isLoopback6(_ bytes: [UInt8]) -> Bool { bytes == [UInt8](repeating: 0, count: 15) + [1] }

  static func text6(_ bytes: [UInt8]) -> String {
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    _ = inet_ntop(AF_INET6, bytes, &buffer, socklen_t(buffer.count))
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func parse(_ text: String, _ family: Int32, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }
}
