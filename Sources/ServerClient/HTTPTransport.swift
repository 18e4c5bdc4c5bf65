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

  enum Method: Sendable { case get, put, post, delete }

  /// What is sent.
  enum Body: Sendable {
    /// JSON that is overwritten once the request is over.
    case secret(SharedSecret)
    /// JSON that is no secret.
    case plain(ByteBuffer)
    /// Whatever it is.
    case bytes(ByteBuffer)

    var contentType: String { if case .bytes = self { "application/octet-stream" } else { "application/json" } }
  }

  struct Request: Sendable {
    var method: Method
    var origin: ServerOrigin
    /// Begins with a slash; made of what needs no escaping.
    var path: String
    /// Follows the path, in this order.
    var query: [(name: StaticString, value: Int64)] = []
    /// Besides those of every request; visible ASCII alone.
    var headers: [(name: StaticString, value: String)] = []
    var token: SharedSecret?
    var body: Body?
    /// What it is answered with.
    var accept = "application/json"
    /// For everything, in seconds; nil for what is usual.
    var seconds: Double?
    /// The most bytes of an answer.
    var answerLimit = ServerClientLimits.answerByteCount

    var url: String {
      let query = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      return origin.url(path) + (query.isEmpty ? "" : "?" + query)
    }
  }

  struct Answer: Sendable {
    var status: Int
    var contentType: String
    var retryAfter: String?
    var entityTag: String?
    var body: ByteBuffer
  }

  private let clients: HTTPClients
  private let deadlines: Deadlines

  init(trust: TLSTrust, deadlines: Deadlines) {
    self.deadlines = deadlines
    clients = HTTPClients(trust: trust, connectSeconds: deadlines.connect)
  }

  /// Whose programs may receive what goes to this machine in the open.
  var loopback: LoopbackGuard { clients.loopback }

  func shutdown() async throws(ServerClientError) {
    do { try await clients.shutdown() } catch { throw ServerClientError(.unreachable, "the HTTP client did not end") }
  }

  func send(_ request: Request) async throws(ServerClientError) -> Answer {
    let body: ByteBuffer?
    var erasable: ErasableBuffer?
    defer { erasable?.erase() }
    switch request.body {
    case .secret(let secret):
      let copy = ErasableBuffer(secret)
      erasable = copy
      body = copy.buffer
    case .plain(let buffer), .bytes(let buffer): body = buffer
    case nil: body = nil
    }
    let outgoing = outgoing(request, body)
    let client = try clients.client(for: request.origin)
    let limit = request.answerLimit
    let seconds = request.seconds ?? deadlines.whole
    do { return try await within(seconds) { try await exchange(outgoing, client, limit, seconds) } } catch {
      throw ServerClientError(transport: error)
    }
  }

  /// Sends a request whose answer has no end.
  ///
  /// - Returns: its body, once it has begun; it is read as slowly as the caller wants.
  /// - Throws: what ``AnswerReader`` makes of another answer than 200 of that content type.
  func open(_ request: Request, accepting contentType: String) async throws(ServerClientError)
    -> HTTPClientResponse.Body
  {
    var outgoing = outgoing(request, nil)
    outgoing.headers.replaceOrAdd(name: "Accept", value: contentType)
    outgoing.headers.add(name: "Cache-Control", value: "no-store")
    let client = try clients.client(for: request.origin)
    let response: HTTPClientResponse
    do { response = try await client.execute(outgoing, deadline: deadline(deadlines.whole)) } catch {
      throw ServerClientError(transport: error)
    }
    let type = AnswerReader.mediaType(response.headers.first(name: "Content-Type") ?? "")
    if response.status == .ok, type == contentType { return response.body }
    let limit = request.answerLimit
    let answer: Answer
    do { answer = try await within(deadlines.whole) { try await collect(response, limit) } } catch {
      throw ServerClientError(transport: error)
    }
    try AnswerReader.checkStatus(answer)
    throw ServerClientError(.garbage, "the answer is not \(contentType)")
  }

  private func deadline(_ seconds: Double) -> NIODeadline { .now() + .milliseconds(Int64(seconds * 1000)) }

  private func outgoing(_ request: Request, _ body: ByteBuffer?) -> HTTPClientRequest {
    var outgoing = HTTPClientRequest(url: request.url)
    outgoing.method =
      switch request.method {
      case .get: .GET
      case .put: .PUT
      case .post: .POST
      case .delete: .DELETE
      }
    outgoing.headers.add(name: "Accept", value: request.accept)
    outgoing.headers.add(name: "User-Agent", value: "vault")
    for (name, value) in request.headers { outgoing.headers.add(name: "\(name)", value: value) }
    if let token = request.token {
      // AsyncHTTPClient takes headers as Strings only: this copy lives as long as the request, and the agent has
      // the allocator overwrite freed heap.
      let text = token.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      outgoing.headers.add(name: "Authorization", value: "Bearer \(text)")
    }
    if let body {
      outgoing.headers.add(name: "Content-Type", value: request.body?.contentType ?? "")
      outgoing.body = .bytes(body)
    }
    return outgoing
  }

  private func exchange(
    _ request: HTTPClientRequest, _ client: HTTPClient, _ limit: Int, _ seconds: Double
  ) async throws -> Answer {
    try await collect(try await client.execute(request, deadline: deadline(seconds)), limit)
  }

  private func collect(_ response: HTTPClientResponse, _ limit: Int) async throws -> Answer {
    let body: ByteBuffer
    do { body = try await response.body.collect(upTo: limit) } catch is NIOTooManyBytesError {
      throw ServerClientError(.garbage, "the answer is longer than \(limit) bytes")
    }
    return Answer(
      status: Int(response.status.code), contentType: response.headers.first(name: "Content-Type") ?? "",
      retryAfter: response.headers.first(name: "Retry-After"), entityTag: response.headers.first(name: "ETag"),
      body: body)
  }

  /// The client's own deadline ends with the answer's head; this one covers the body too.
  private func within(
    _ seconds: Double, _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer.self) { group in
      group.addTask(operation: body)
      group.addTask {
        try await Task.sleep(for: .milliseconds(Int64(seconds * 1000)))
        throw HTTPClientError.deadlineExceeded
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() else { throw HTTPClientError.deadlineExceeded }
      return answer
    }
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
