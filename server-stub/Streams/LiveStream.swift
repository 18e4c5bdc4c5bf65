internal import FoundationEssentials
internal import NIOCore

/// One client's stream, from its cursor on.
///
/// What happens is written straight to the connection while the client keeps up. One that doesn't, or that a number is missing
/// for, is behind: its events are dropped here and read from storage as fast as the client reads them, so that a slow client costs no
/// memory and holds nobody up. Used on the connection's event loop alone.
final class LiveStream<Cursor: StreamCursor> {
  /// Whose stream it is, or which channel's.
  let key: UUID
  private let connection: StreamHandler
  private let figures: StreamMetrics
  private var cursor: Cursor
  private var mode = Mode.behind
  /// What is still to be sent, by subject: at most one event for each.
  private var news: [UUID: StreamEvent] = [:]
  /// Asks for what was dropped to be read from storage.
  private let wake: (LiveStream) -> Void
  /// How many heartbeats in a row the connection could not be written to.
  private var stuckBeats = 0

  private enum Mode {
    /// Events are written as they come.
    case live
    /// Events are dropped; somebody was asked to read them.
    case behind
    /// Somebody reads them; what came since is buffered, up to a bound.
    case reading(Missed)
    /// The connection is closed; whoever still reads may stop.
    case closed
  }

  /// What came while somebody read.
  private struct Missed {
    var events: [Cursor.Event] = []
    /// More came than is buffered.
    var isTooMuch = false

    /// With many streams that read at once, and pushes that come as quickly as they can, no reading would ever end with
    /// nothing missed. The events are shared by all streams.
    static var maximumCount: Int { 256 }

    /// What nobody has counted.
    static var tooMuch: Missed { Missed(isTooMuch: true) }

    mutating func add(_ event: Cursor.Event) {
      isTooMuch = isTooMuch || events.count == Self.maximumCount
      if isTooMuch { events = [] } else { events.append(event) }
    }
  }

  /// A client that reads nothing for so many heartbeats is gone.
  private static var maximumStuckBeats: Int { 2 }

  /// Describes a stream that is behind.
  init(
    key: UUID, connection: StreamHandler, cursor: Cursor, figures: StreamMetrics, wake: @escaping (LiveStream) -> Void
  ) {
    self.key = key
    self.connection = connection
    self.cursor = cursor
    self.figures = figures
    self.wake = wake
  }

  /// Asks for what the client has not got.
  func begin() {
    figures.open.add(1)
    wake(self)
  }

  /// The connection is closed.
  func close() {
    figures.open.add(-1)
    if case .live = mode { figures.live.add(-1) }
    mode = .closed
  }

  /// Writes an event that comes next, or drops it because it will be read from storage.
  func deliver(_ event: Cursor.Event) {
    switch cursor.step(event) {
    case .seen: return
    case .news(let subject, let event):
      news[subject] = event
      writeNews()
    case _ where isReading: buffer(event)
    case .outOfOrder: drop()
    case .next(let next, let text):
      guard case .live = mode, connection.isWritable else { return drop() }
      cursor = next
      write(text())
    }
  }

  /// So far go the numbers in storage, whoever wrote there: a stream that has not come so far is behind.
  func notice(_ place: Cursor) {
    guard cursor.lacks(place) else { return }
    switch mode {
    case .live: drop()
    // Who reads may have begun before.
    case .reading: mode = .reading(.tooMuch)
    case .behind, .closed: break
    }
  }

  private var isReading: Bool { if case .reading = mode { true } else { false } }

  private func buffer(_ event: Cursor.Event) {
    guard case .reading(var missed) = mode else { return }
    mode = .behind  // releases the list, which would be copied otherwise
    missed.add(event)
    mode = .reading(missed)
  }

  private func drop() {
    figures.dropped.add(1)
    guard case .live = mode else { return }
    mode = .behind
    figures.live.add(-1)
    wake(self)
  }

  private func writeNews() {
    guard case .live = mode, connection.isWritable else { return }
    for event in news.values { write(event) }
    news = [:]
  }

  private func write(_ event: StreamEvent) {
    figures.delivered.add(1)
    connection.write(event)
  }

  /// Somebody begins to read from storage.
  ///
  /// - Returns: from where on; nil once the connection is closed.
  func beginReading() -> Cursor? {
    if case .closed = mode { return nil }
    mode = .reading(Missed())
    return cursor
  }

  /// Writes what was read.
  ///
  /// - Returns: when the client has read it.
  func write(_ events: [StreamEvent]) -> EventLoopFuture<Void> {
    figures.delivered.add(events.count)
    stuckBeats = 0
    return connection.write(events)
  }

  /// Everything up to there has been read and written.
  ///
  /// - Returns: whether nothing is left to be read: events are written as they come from now on, or the connection is closed.
  ///   Otherwise more came meanwhile than was buffered.
  func endReading(at cursor: Cursor) -> Bool {
    if case .closed = mode { return true }
    self.cursor = cursor
    guard case .reading(let missed) = mode, !missed.isTooMuch else { return false }
    mode = .live
    figures.live.add(1)
    for event in missed.events { deliver(event) }
    writeNews()
    return true
  }

  /// What comes next can't be read now. Whoever reads tries again, and until then nothing that comes is kept.
  ///
  /// - Parameter cursor: everything up to there has been read and written.
  func pauseReading(at cursor: Cursor) {
    if case .closed = mode { return }
    self.cursor = cursor
    mode = .behind
  }

  /// Keeps the connection alive; ends one that reads nothing.
  func sendHeartbeat() {
    guard !connection.isWritable else {
      stuckBeats = 0
      writeNews()
      return connection.sendHeartbeat()
    }
    stuckBeats += 1
    if stuckBeats > Self.maximumStuckBeats { end(.stuck) }
  }

  /// Ends the connection; the client comes back when it wants.
  func end(_ ending: StreamEnding) { connection.end(ending) }
}
