internal import AsyncHTTPClient
internal import HTTPBounds
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import Synchronization

/// What the parser of an answer may take in without making anything of it, in bytes: several times the longest head.
private let longestUndecoded = 256 << 10

/// One HTTP client for each host, because the check of a certificate's name has to know the host.
final class HTTPClients: Sendable {
  /// Whose programs may receive what goes to this machine in the open.
  let loopback = LoopbackGuard()
  private let trust: TLSTrust
  private let connectTimeout: TimeAmount
  /// Nil once shut down.
  private let clients: Mutex<[String: HTTPClient]?> = Mutex([:])

  init(trust: TLSTrust, connectSeconds: Double) {
    self.trust = trust
    connectTimeout = .milliseconds(Int64(connectSeconds * 1000))
  }

  func client(for origin: ServerOrigin) throws(ServerClientError) -> HTTPClient {
    let client = clients.withLock { clients -> HTTPClient? in
      if let known = clients?[origin.host] { return known }
      guard clients != nil else { return nil }
      let new = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration(for: origin))
      clients?[origin.host] = new
      return new
    }
    guard let client else { throw ServerClientError(.unreachable, "the client has been shut down") }
    return client
  }

  func shutdown() async throws {
    let all = clients.withLock { clients in
      defer { clients = nil }
      return clients ?? [:]
    }
    for client in all.values { try await client.shutdown() }
  }

  private func configuration(for origin: ServerOrigin) -> HTTPClient.Configuration {
    var pool = HTTPClient.Configuration.ConnectionPool(idleTimeout: .seconds(1))
    pool.retryConnectionEstablishment = false
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: trust.configuration, redirectConfiguration: .disallow, timeout: .init(connect: connectTimeout),
      connectionPool: pool)
    // Requests are rare: a fresh connection each spares the races with a server that closes idle ones.
    configuration.maximumUsesPerConnection = 1
    configuration.httpVersion = .http1Only
    // "localhost" must be this machine, whatever a resolver says: plain HTTP is allowed to it.
    configuration.dnsOverride = ["localhost": "127.0.0.1"]
    let host = origin.host
    configuration.http1_1ConnectionDebugInitializer = { [loopback] channel in
      CertificateName.check(channel, host: host).flatMap { loopback.check(channel, host: host) }
        .flatMapThrowing {
          try UndecodedByteLimit.add(
            of: longestUndecoded, around: HTTPResponseDecoder.self, to: channel.pipeline.syncOperations,
            error: HTTPParserError.headerOverflow)
        }
    }
    return configuration
  }
}

/// NIOSSL accepts a certificate for the address it connected to in place of one for the name it was asked for, so that
/// a forged DNS answer and any certificate for the forger's address would do. This asks for the name (RFC 6125).
enum CertificateName {
  static func check(_ channel: any Channel, host: String) -> EventLoopFuture<Void> {
    guard host.first != "[", IPAddress.version4(host) == nil else { return channel.eventLoop.makeSucceededVoidFuture() }
    return channel.eventLoop.submit {
      // Without a TLS handler this is plain HTTP, which the origin allows to this machine alone.
      guard let handler = try? channel.pipeline.syncOperations.handler(type: NIOSSLClientHandler.self) else { return }
      let names = handler.peerCertificate?._subjectAlternativeNames()
        .filter { $0.nameType == .dnsName }.map { String(decoding: $0.contents, as: UTF8.self) }
      guard names?.contains(where: { matches($0, host: host) }) == true else {
        throw ServerClientError(.tls, "the server's certificate is not one for \(host)")
      }
    }
  }

  /// Whether a name of a certificate covers `host`: the same, or with `*` for the whole first label.
  static func matches(_ name: String, host: String) -> Bool {
    // In other alphabets there are letters that become the same in small ones.
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    let name = name.lowercased()
    guard name.hasPrefix("*.") else { return name == host }
    let rest = name.dropFirst(2)
    guard rest.contains("."), let dot = host.firstIndex(of: ".") else { return false }
    return host[host.index(after: dot)...] == rest
  }
}
