internal import FoundationEssentials
internal import Logging
internal import NIOCore

/// Writes events to a client as fast as it reads, and says where the client is after them.
typealias StreamWrite<Cursor> = ([StreamEvent], Cursor) async throws -> Void

/// What a stream sends, as it is in storage.
protocol StreamSource: Sendable {
  associatedtype Cursor: StreamCursor

  /// Whose stream it is.
  var account: UUID { get }

  /// The key by which the hub finds the stream.
  var key: UUID { get }

  /// Writes what is in storage after a cursor: all that was there when it began; what came since may be left out.
  ///
  /// - Returns: the cursor after it.
  /// - Throws: ``StreamSourceEnded``, and what storage and `write` throw.
  func replay(from start: Cursor, _ write: StreamWrite<Cursor>) async throws -> Cursor
}

/// There is nothing more to send to this client: it has left the channel, or that was removed.
struct StreamSourceEnded: Error {}

/// Feeds one stream from storage whenever it is behind, and lets the hub feed it otherwise. While storage can't be used the stream stays
/// open, and behind.
struct StreamFeed<Source: StreamSource>: Sendable {
  typealias Cursor = Source.Cursor

  let source: Source
  let hub: StreamHub<Cursor>
  let logger: Logger

  /// - Parameter opened: called on the connection's event loop when the stream begins.
  func start(
    from cursor: Cursor, as format: StreamFormat, opened: @escaping @Sendable (any Channel) -> Void
  ) -> StreamStart {
    StreamStart(format: format, account: source.account) { [self] connection in
      let loop = connection.channel.eventLoop
      let stream = LiveStream(key: source.key, connection: connection, cursor: cursor, figures: hub.figures) { stream in
        let bound = NIOLoopBound(stream, eventLoop: loop)
        Task { await catchUp(bound, on: loop) }
      }
      let bound = NIOLoopBound(stream, eventLoop: loop)
      opened(connection.channel)
      hub.add(stream, on: loop)
      connection.channel.closeFuture.whenComplete { _ in hub.remove(bound.value, on: loop) }
    }
  }

  /// Reads until the stream is live or its connection ends.
  private func catchUp(_ stream: NIOLoopBound<LiveStream<Cursor>>, on loop: any EventLoop) async {
    var attempt = 0
    do {
      while let start = try await loop.submit({ stream.value.beginReading() }).get() {
        switch try await read(stream, from: start, on: loop) {
        case .live: return
        case .behind: attempt = 0
        case .interrupted(let reached):
          if reached != start { attempt = 0 }
          hub.figures.retries.add(1)
          try await hub.retry.wait(attempt)
          attempt += 1
        }
      }
    } catch {
      if !(error is ChannelError || error is IOError || error is StreamSourceEnded) {
        logger.error("a stream could not be read from storage", metadata: ["error": "\(type(of: error))"])
      }
      loop.execute { stream.value.end(.failed) }
    }
  }

  /// What comes of reading from storage.
  private enum Reading {
    /// Events are written as they come.
    case live
    /// More came meanwhile than was kept.
    case behind
    /// Storage could not be used after what stands before the cursor was written.
    case interrupted(Cursor)
  }

  private func read(
    _ stream: NIOLoopBound<LiveStream<Cursor>>, from start: Cursor, on loop: any EventLoop
  ) async throws -> Reading {
    var reached = start
    do {
      let end = try await source.replay(from: start) { events, cursor in
        try await loop.flatSubmit { stream.value.write(events) }.get()
        reached = cursor
      }
      return try await loop.submit { stream.value.endReading(at: end) }.get() ? .live : .behind
    } catch is StorageProblem {
      let cursor = reached
      try await loop.submit { stream.value.pauseReading(at: cursor) }.get()
      return .interrupted(cursor)
    }
  }
}
