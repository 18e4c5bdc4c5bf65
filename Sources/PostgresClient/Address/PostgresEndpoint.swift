#if Postgres
internal import Glibc

/// One of the places where the database may be.
struct PostgresEndpoint: Equatable, Sendable {
  /// How far what is sent there travels.
  enum Reach {
    /// A Unix socket: to this machine's kernel.
    case socket
    /// An address, or the name `localhost`, of this machine.
    case loopback
    /// A network, where only TLS with a verified name will do.
    case network
  }

  /// A name, an address, or the directory of a Unix socket; with `@` for an abstract one.
  let host: String
  /// The address in digits, where the settings name one; else `host` is looked up.
  let address: String?
  /// The port, or the number in the socket's name.
  let port: String

  var reach: Reach {
    if let address { return Self.isLoopback(address) ? .loopback : .network }
    if host.hasPrefix("/") || host.hasPrefix("@") { return .socket }
    return host == "localhost" || Self.isLoopback(host) ? .loopback : .network
  }

  /// Whether this is an address of the loopback interface, in digits.
  static func isLoopback(_ text: String) -> Bool {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return false }
    return withUnsafeBytes(of: &six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
  }

  /// The places that libpq's lists name: as many addresses and ports as hosts, or one port for all.
  ///
  /// - Throws: ``PostgresError/Kind/configuration`` when the lists don't fit each other.
  static func all(hosts: String?, addresses: String?, ports: String?) throws(PostgresError) -> [PostgresEndpoint] {
    let addresses = list(addresses)
    var hosts = list(hosts)
    if hosts.isEmpty { hosts = addresses.isEmpty ? [socketDirectory] : addresses }
    let ports = list(ports)
    guard addresses.isEmpty || addresses.count == hosts.count, ports.count <= 1 || ports.count == hosts.count,
      hosts.count <= mostHosts
    else {
      throw PostgresError(.configuration, explanation: "the lists of hosts, addresses and ports don't fit each other")
    }
    return hosts.indices.map { index in
      let port = ports.isEmpty ? "" : ports[ports.count == 1 ? 0 : index]
      let address = addresses.isEmpty || addresses[index].isEmpty ? nil : addresses[index]
      let host = hosts[index].isEmpty ? address ?? socketDirectory : hosts[index]
      return PostgresEndpoint(host: host, address: address, port: port.isEmpty ? "5432" : port)
    }
  }

  /// Where Debian's server has its socket.
  private static let socketDirectory = "/var/run/postgresql"
  private static let mostHosts = 16

  private static func list(_ text: String?) -> [String] {
    guard let text, !text.isEmpty else { return [] }
    return text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
#endif
