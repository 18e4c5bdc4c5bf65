internal import AsyncHTTPClient
internal import NIOCore
public import SecretMemory

/// An open event stream. It is read once, as slowly as its reader wants: nothing is read from the socket ahead of it but the
/// little that the buffers of the connection hold.
public struct EventStream: Sendable {
  /// How long a stream may be silent, heartbeats included, until it counts as dead: 60 seconds, three heartbeats.
  public static let standardSilence = Duration.seconds(60)

  private let body: HTTPClientResponse.Body

  init(_ body: HTTPClientResponse.Body) { self.body = body }

  /// Hands on what happens until the stream ends; then the connection is closed.
  ///
  /// - Parameters:
  ///   - silence: for how long no byte may come.
  ///   - handle: takes all events that came at once, in their order; nothing is read while it runs.
  /// - Throws: why it ended; an end without a reason is ``ServerClientError/Code/unreachable``, silence is
  ///   ``ServerClientError/Code/timedOut``, as is the end of the task.
  public func run(
    silence: Duration = standardSilence, clock: any Clock<Duration> = ContinuousClock(),
    _ handle: @escaping @Sendable ([ServerEvent]) async throws(ServerClientError) -> Void
  ) async throws(ServerClientError) -> Never {
    let watch = SilenceWatch(clock, limit: silence)
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await read(watch, handle) }
        group.addTask { try await watch.run() }
        defer { group.cancelAll() }
        try await group.next()
      }
    } catch { throw ServerClientError(transport: error) }
    throw ServerClientError(.timedOut, "the stream was given up")
  }

  private func read(
    _ watch: SilenceWatch, _ handle: @Sendable ([ServerEvent]) async throws(ServerClientError) -> Void
  ) async throws {
    var decoder = EventStreamDecoder()
    var parts = body.makeAsyncIterator()
    while let part = try await watch.waiting({ try await parts.next() }) {
      let events = try Self.events(part, &decoder)
      if !events.isEmpty { try await handle(events) }
    }
    throw ServerClientError(.unreachable, "the server ended the stream")
  }

  private static func events(
    _ part: ByteBuffer, _ decoder: inout EventStreamDecoder
  ) throws(ServerClientError) -> [ServerEvent] {
    let decoded: [EventStreamDecoder.Event]
    do { decoded = try decoder.decode(part.readableBytesView) } catch {
      throw ServerClientError(.garbage, "an event is longer than \(ServerClientLimits.eventByteCount) bytes")
    }
    var events: [ServerEvent] = []
    for event in decoded { if let event = try ServerEvent(event) { events.append(event) } }
    return events
  }
}

extension VaultServerAPI {
  /// `GET /v1/events`: opens the user's event stream, within the deadline of every request.
  ///
  /// - Parameter cursor: what the client has; nil for what happens from now on.
  /// - Throws: ``ServerClientError/Code/invalidInput`` for a place that the server has never given.
  public func events(
    after cursor: InboxCursor?, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> EventStream {
    var request = HTTPTransport.Request(method: .get, origin: origin, path: "/v1/events", token: token)
    if let cursor { request.headers = [("Last-Event-ID", "\(cursor)")] }
    return EventStream(try await transport.open(request, accepting: "text/event-stream"))
  }
}
