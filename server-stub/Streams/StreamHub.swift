internal import FoundationEssentials
internal import NIOCore
internal import Synchronization

/// Knows every open stream of a kind, and sends each what concerns it.
///
/// Streams live on the event loops of their connections. Here are only the loops, and which keys have streams at all; what is sent goes to each loop once,
/// however many streams it has, and what concerns none wakes no loop.
final class StreamHub<Cursor: StreamCursor>: Sendable {
  /// What its streams do.
  let figures = StreamMetrics()
  /// When a stream asks storage again, which could not be used.
  let retry: StreamRetry
  private let loops = Mutex<[ObjectIdentifier: LoopStreams<Cursor>]>([:])
  /// How many loops have streams of a key.
  private let loopCounts = Mutex<[UUID: Int]>([:])

  init(retry: StreamRetry = .standard) { self.retry = retry }

  /// Adds a stream; called on its event loop.
  func add(_ stream: LiveStream<Cursor>, on loop: any EventLoop) {
    if streams(of: loop).add(stream) { loopCounts.withLock { $0[stream.key, default: 0] += 1 } }
    // It is known before it reads: what nobody was told of before that, because there was no stream, is stored, and read.
    stream.begin()
  }

  /// Removes a stream; called on its event loop.
  func remove(_ stream: LiveStream<Cursor>, on loop: any EventLoop) {
    if streams(of: loop).remove(stream) {
      loopCounts.withLock { counts in
        let rest = counts[stream.key, default: 0] - 1
        counts[stream.key] = rest > 0 ? rest : nil
      }
    }
    stream.close()
  }

  /// Those of what is stored for some keys whose keys have streams. Others need not be told, nor is anything to be made for them.
  func heard<Value: Sendable>(_ values: [UUID: Value]) -> [UUID: Value] {
    loopCounts.withLock { counts in counts.isEmpty ? [:] : values.filter { counts[$0.key] != nil } }
  }

  /// Sends an event to the streams of some keys.
  func publish(_ events: [(key: UUID, event: Cursor.Event)]) {
    let heard = loopCounts.withLock { counts in events.filter { counts[$0.key] != nil } }
    guard !heard.isEmpty else { return }
    for streams in all { streams.publish(heard) }
  }

  /// So far go the numbers of some keys in storage: streams that have not come so far read them.
  func notice(_ places: [UUID: Cursor]) {
    let heard = heard(places)
    guard !heard.isEmpty else { return }
    for streams in all { streams.notice(heard) }
  }

  /// The keys that have streams.
  var keys: [UUID] { loopCounts.withLock { Array($0.keys) } }

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

  /// - Returns: whether it is the first one of its key.
  func add(_ stream: LiveStream<Cursor>) -> Bool {
    streams.value[stream.key, default: [:]][ObjectIdentifier(stream)] = stream
    return streams.value[stream.key]?.count == 1
  }

  /// - Returns: whether it was the last one of its key.
  func remove(_ stream: LiveStream<Cursor>) -> Bool {
    guard streams.value[stream.key]?.removeValue(forKey: ObjectIdentifier(stream)) != nil,
      streams.value[stream.key]?.isEmpty == true
    else { return false }
    streams.value[stream.key] = nil
    return true
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
