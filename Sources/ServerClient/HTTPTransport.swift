internal import AsyncHTTPClient
internal import LinuxSystem
internal import NIOCore
internal import NIOHTTP1
internal import SecretMemory

/// Sends one request and takes in one bounded answer, under deadlines, following no redirect.
struct HTTPTransport: Sendable {
  /// Deadlines in seconds.
  struct Deadlines: Sendable {
    /// For the connection with its TLS handshake.
    var connect: Double = 5
    /// For everything, from the name's lookup to the answer's last byte.
    var whole: Double = 15
  }

  enum Method: Sendable { case get, post, delete }

  struct Request: Sendable {
    var method: Method
    var url: String
    var token: SharedSecret?
    var body: SharedSecret?
  }

  struct Answer: Sendable {
    var status: Int
    var contentType: String
    var retryAfter: String?
    var body: ByteBuffer
  }

  private let client: HTTPClient
  private let deadlines: Deadlines

  init(trust: TLSTrust, deadlines: Deadlines) {
    self.deadlines = deadlines
    var pool = HTTPClient.Configuration.ConnectionPool(idleTimeout: .seconds(1))
    pool.retryConnectionEstablishment = false
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: trust.configuration, redirectConfiguration: .disallow,
      timeout: .init(connect: .milliseconds(Int64(deadlines.connect * 1000))), connectionPool: pool)
    // Requests are rare: a fresh connection each spares the races with a server that closes idle ones.
    configuration.maximumUsesPerConnection = 1
    configuration.httpVersion = .http1Only
    // "localhost" must be this machine, whatever a resolver says: plain HTTP is allowed to it.
    configuration.dnsOverride = ["localhost": "127.0.0.1"]
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  func shutdown() async throws(ServerClientError) {
    do { try await client.shutdown() } catch { throw ServerClientError(.unreachable, "the HTTP client did not end") }
  }

  func send(_ request: Request) async throws(ServerClientError) -> Answer {
    var outgoing = HTTPClientRequest(url: request.url)
    outgoing.method =
      switch request.method {
      case .get: .GET
      case .post: .POST
      case .delete: .DELETE
      }
    outgoing.headers.add(name: "Accept", value: "application/json")
    outgoing.headers.add(name: "User-Agent", value: "vault")
    if let token = request.token {
      // AsyncHTTPClient takes headers as Strings only: this copy lives as long as the request, and the agent has
      // the allocator overwrite freed heap.
      let text = token.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      outgoing.headers.add(name: "Authorization", value: "Bearer \(text)")
    }
    let body = request.body.map { ErasableBuffer($0) }
    defer { body?.erase() }
    if let body {
      outgoing.headers.add(name: "Content-Type", value: "application/json")
      outgoing.body = .bytes(body.buffer)
    }
    do { return try await exchange(outgoing) } catch { throw ServerClientError(transport: error) }
  }

  private func exchange(_ request: HTTPClientRequest) async throws -> Answer {
    let deadline = NIODeadline.now() + .milliseconds(Int64(deadlines.whole * 1000))
    let response = try await client.execute(request, deadline: deadline)
    let body: ByteBuffer
    do { body = try await response.body.collect(upTo: ServerClientLimits.answerByteCount) } catch is NIOTooManyBytesError {
      throw ServerClientError(.garbage, "the answer is longer than \(ServerClientLimits.answerByteCount) bytes")
    }
    return Answer(
      status: Int(response.status.code), contentType: response.headers.first(name: "Content-Type") ?? "",
      retryAfter: response.headers.first(name: "Retry-After"), body: body)
  }
}

/// A copy of a secret in a NIO buffer, which AsyncHTTPClient needs, that can be overwritten once the request is over.
struct ErasableBuffer: Sendable {
  let buffer: ByteBuffer

  init(_ secret: SharedSecret) {
    var buffer = ByteBufferAllocator().buffer(capacity: secret.bytes.count)
    _ = secret.bytes.withUnsafeBytes { buffer.writeBytes($0) }
    self.buffer = buffer
  }

  /// Overwrites the storage itself. Writing through the buffer would copy it first while the client still holds it.
  func erase() {
    buffer.withUnsafeReadableBytes { bytes in
      // The storage is malloc's, kept alive by `buffer`; if a request that was given up is still being written,
      // zeros go out on a connection that is being closed.
      ProcessHardening.erase(UnsafeMutableRawBufferPointer(mutating: bytes))
    }
  }
}
