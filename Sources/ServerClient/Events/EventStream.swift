internal import AsyncHTTPClient
internal import NIOCore
public import SecretMemory
public import ServerAPI

/// What the events of a stream carry.
public protocol StreamedEvent: Sendable {
  /// Reads an event of the stream.
  ///
  /// - Returns: nil for an event of a newer server.
  /// - Throws: ``ServerClientError/Code/garbage`` when it doesn't carry what its name says.
  init?(_ event: EventStreamDecoder.Event) throws(ServerClientError)
}

/// An open event stream. It is read once, as slowly as its reader wants: nothing is read from the socket ahead of it but the
/// little that the buffers of the connection hold.
public struct EventStream<Event: StreamedEvent>: Sendable {
  private let body: HTTPClientResponse.Body

  init(_ body: HTTPClientResponse.Body) { self.body = body }

  /// Hands on what happens until the stream ends; then the connection is closed.
  ///
  /// - Parameters:
  ///   - silence: for how long no byte may come.
  ///   - handle: gets all events that came at once, in their order; nothing is read while it runs.
  /// - Throws: why it ended; an end without a reason is ``ServerClientError/Code/unreachable``, silence is
  ///   ``ServerClientError/Code/timedOut``, as is the end of the task.
  public func run(
    silence: Duration = ServerClientLimits.streamSilence, clock: any Clock<Duration> = ContinuousClock(),
    _ handle: @escaping @Sendable ([Event]) async throws(ServerClientError) -> Void
  ) async throws(ServerClientError) -> Never {
    let watch = IdleWatchdog(clock, limit: silence)
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
    _ watch: IdleWatchdog, _ handle: @Sendable ([Event]) async throws(ServerClientError) -> Void
  ) async throws {
    var decoder = EventStreamDecoder()
    var parts = body.makeAsyncIterator()
    do {
      while let part = try await watch.waiting({ try await parts.next() }) {
        let events = try Self.events(part, &decoder)
        if !events.isEmpty { try await handle(events) }
      }
      throw ServerClientError(.unreachable, "the server ended the stream")
    } catch { throw Self.waiting(ServerClientError(transport: error), milliseconds: decoder.reconnectionTime) }
  }

  /// A broken connection with the wait that the server has asked for (`retry`).
  private static func waiting(_ error: ServerClientError, milliseconds: Int64?) -> ServerClientError {
    guard let milliseconds, error.retryAfterSeconds == nil, [.unreachable, .timedOut].contains(error.code) else {
      return error
    }
    let seconds = min(milliseconds / 1000, Int64(ServerClientLimits.retryAfterSeconds)) + 1
    return ServerClientError(error.code, error.detail, retryAfterSeconds: Int(seconds))
  }

  private static func events(
    _ part: ByteBuffer, _ decoder: inout EventStreamDecoder
  ) throws(ServerClientError) -> [Event] {
    let decoded: [EventStreamDecoder.Event]
    do { decoded = try decoder.decode(part.readableBytesView) } catch {
      throw ServerClientError(.garbage, "an event is longer than \(ServerClientLimits.eventByteCount) bytes")
    }
    var events: [Event] = []
    for event in decoded { if let event = try Event(event) { events.append(event) } }
    return events
  }
}

extension VaultServerAPI {
  /// `GET /v1/events`: opens the user's event stream, within the deadline of every request.
  ///
  /// - Parameter position: what the client has; nil for what happens from now on.
  /// - Throws: ``ServerClientError/Code/invalidInput`` for a position that the server has never given, or gave under another numbering.
  public func events(
    after position: SequencePosition?, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> EventStream<ServerEvent> {
    var request = HTTPTransport.Request(method: .get, origin: origin, path: "/v1/events", token: token)
    if let position {
      // An earlier server names no numbering, and takes no id that does.
      let epoch = position.epoch.map { "-\($0)" } ?? ""
      request.headers = [("Last-Event-ID", "\(position.sequence)-\(position.change)\(epoch)")]
    }
    return EventStream(try await transport.open(request, accepting: "text/event-stream"))
  }
}
