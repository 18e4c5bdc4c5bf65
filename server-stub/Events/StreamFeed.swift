internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Writes to a client as fast as it takes it.
typealias StreamWrite = (ByteBuffer) async throws -> Void

/// What a stream tells, as it is in storage.
protocol StreamSource: Sendable {
  associatedtype Place: StreamPlace

  /// What the hub tells the stream by.
  var key: UUID { get }

  /// Writes what is in storage after a place.
  ///
  /// - Returns: the place after it.
  func replay(from start: Place, _ write: StreamWrite) async throws -> Place
}

/// Feeds one stream from storage whenever it is behind, and lets the hub feed it otherwise.
struct StreamFeed<Source: StreamSource>: Sendable {
  typealias Place = Source.Place

  let source: Source
  let hub: StreamHub<Place>

  /// Runs until the connection ends.
  func run(from place: Place, on channel: any Channel, _ write: StreamWrite) async throws {
    let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    channel.closeFuture.whenComplete { _ in wake.finish() }
    let (key, hub) = (source.key, hub)
    let stream = try await channel.eventLoop.submit {
      let stream = LiveStream(key: key, channel: channel, place: place) { wake.yield() }
      hub.add(stream, on: channel.eventLoop)
      return NIOLoopBound(stream, eventLoop: channel.eventLoop)
    }.get()
    defer { channel.eventLoop.execute { hub.remove(stream.value, on: channel.eventLoop) } }
    for await _ in wakes {
      var isLive = false
      while !isLive {
        let start = try await channel.eventLoop.submit { stream.value.beginReading() }.get()
        let end = try await source.replay(from: start, write)
        isLive = try await channel.eventLoop.submit { stream.value.endReading(at: end) }.get()
      }
    }
  }
}

extension Response {
  /// An answer without an end, which `body` writes.
  static func events(_ body: @escaping @Sendable (StreamWrite) async throws -> Void) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/event-stream"],
      body: ResponseBody { writer in
        try await body { try await writer.write($0) }
        try await writer.finish(nil)
      })
  }
}
