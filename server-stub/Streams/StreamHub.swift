internal import FoundationEssentials
internal import NIOCore
internal import Synchronization

/// Knows every open stream of a kind, and sends each what concerns it.
///
/// Streams live on the event loops of their connections. Here are only the loops; what is sent goes to each of them once,
/// however many streams it has.
final class StreamHub<Cursor: StreamCursor>: Sendable {
  /// What its streams do.
  let figures = StreamMetrics()
  /// When a stream asks storage again, which could not be used.
  let retry: StreamRetry
  private let loops = Mutex<[ObjectIdentifier: LoopStreams<Cursor>]>([:])

  init(retry: StreamRetry = .standard) { self.retry = retry }

  /// Adds a stream; called on its event loop.
  func add(_ stream: LiveStream<Cursor>, on loop: any EventLoop) {
    streams(of: loop).add(stream)
    stream.begin()
  }

  /// Removes a stream; called on its event loop.
  func remove(_ stream: LiveStream<Cursor>, on loop: any EventLoop) {
    streams(of: loop).remove(stream)
    stream.close()
  }

  /// Sends an event to the streams of some keys.
  func publish(_ events: [(key: UUID, event: Cursor.Event)]) {
    for streams in all { streams.publish(events) }
  }

  /// So far go the numbers of some keys in storage: streams that have not come so far read them.
  func notice(_ places: [UUID: Cursor]) {
    guard !places.isEmpty else { return }
    for streams in all { streams.notice(places) }
  }

  /// The keys that have streams.
  func keys() async -> [UUID] {
    var keys: Set<UUID> = []
    for streams in all { keys.formUnion(await streams.keys()) }
    return Array(keys)
  }

  private func streams(of loop: any EventLoop) -> LoopStreams<Cursor> {
    loops.withLock { loops in
      if let known = loops[ObjectIdentifier(loop)] { return known }
      let streams = LoopStreams<Cursor>(loop)
      loops[ObjectIdentifier(loop)] = streams
      return streams
    }
  }
}

/// Keeps streams alive, and ends them.
protocol StreamLifecycle: Sendable {
  /// What its streams do.
  var figures: StreamMetrics { get }
  /// Keeps every stream alive.
  func sendHeartbeat()
  /// Ends every stream because the server ends, one after the other.
  ///
  /// - Parameter time: how long the last one stays.
  func drain(within time: Duration) async throws
}

extension StreamHub: StreamLifecycle {
  func sendHeartbeat() { for streams in all { streams.each { $0.sendHeartbeat() } } }

  func drain(within time: Duration) async throws {
    for ended in all.map({ $0.drain(within: time) }) { try await ended.get() }
  }

  private var all: [LoopStreams<Cursor>] { loops.withLock { Array($0.values) } }
}

/// The streams of one event loop, by key.
private final class LoopStreams<Cursor: StreamCursor>: Sendable {
  private let loop: any EventLoop
  /// Touched on the loop alone.
  private let streams: NIOLoopBoundBox<[UUID: [ObjectIdentifier: LiveStream<Cursor>]]>

  init(_ loop: any EventLoop) {
    self.loop = loop
    streams = .makeBoxSendingValue([:], eventLoop: loop)
  }

  func add(_ stream: LiveStream<Cursor>) { streams.value[stream.key, default: [:]][ObjectIdentifier(stream)] = stream }

  func remove(_ stream: LiveStream<Cursor>) {
    streams.value[stream.key]?[ObjectIdentifier(stream)] = nil
    if streams.value[stream.key]?.isEmpty == true { streams.value[stream.key] = nil }
  }

  func publish(_ events: [(key: UUID, event: Cursor.Event)]) {
    loop.execute { [streams] in
      for (key, event) in events {
        guard let concerned = streams.value[key] else { continue }
        for stream in concerned.values { stream.deliver(event) }
      }
    }
  }

  func notice(_ places: [UUID: Cursor]) {
    loop.execute { [streams] in
      for (key, place) in places {
        guard let concerned = streams.value[key] else { continue }
        for stream in concerned.values { stream.notice(place) }
      }
    }
  }

  func keys() async -> [UUID] {
    // A loop that takes nothing any more has no streams.
    (try? await loop.submit { [streams] in Array(streams.value.keys) }.get()) ?? []
  }

  func each(_ body: @escaping @Sendable (LiveStream<Cursor>) -> Void) {
    loop.execute { [streams] in for list in streams.value.values { for stream in list.values { body(stream) } } }
  }

  /// Ends the streams at even distances.
  ///
  /// - Returns: when the last one has ended.
  func drain(within time: Duration) -> EventLoopFuture<Void> {
    loop.flatSubmit { [loop, streams] in
      let all = streams.value.values.flatMap(\.values)
      let distance = TimeAmount.nanoseconds(TimeAmount(time).nanoseconds / Int64(max(all.count, 1)))
      let endings = all.enumerated().map { index, stream in
        let bound = NIOLoopBound(stream, eventLoop: loop)
        return loop.scheduleTask(in: distance * index) { bound.value.end(.restart) }.futureResult
      }
      return EventLoopFuture.andAllSucceed(endings, on: loop)
    }
  }
}
