internal import FoundationEssentials
internal import NIOCore

/// One client's stream, from its place on.
///
/// What happens is written straight to the connection while the client keeps up. One that doesn't, or that a number is missing
/// for, is behind: its events are dropped here and read from storage as fast as it takes them, so that a slow client costs no
/// memory and holds nobody up. Used on the connection's event loop alone.
final class LiveStream<Place: StreamPlace> {
  /// Whose stream it is, or which channel's.
  let key: UUID
  private let connection: StreamHandler
  private let figures: StreamFigures
  private var place: Place
  private var mode = Mode.behind
  /// What is still to be told, by subject: at most one event for each.
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
    /// Somebody reads them; whether events came since is kept.
    case reading(hasMissed: Bool)
  }

  /// A client that takes nothing for so many heartbeats is gone.
  private static var maximumStuckBeats: Int { 2 }

  /// Describes a stream that is behind.
  init(
    key: UUID, connection: StreamHandler, place: Place, figures: StreamFigures, wake: @escaping (LiveStream) -> Void
  ) {
    self.key = key
    self.connection = connection
    self.place = place
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
  }

  /// Writes an event that comes next, or drops it because it will be read from storage.
  func deliver(_ event: Place.Event) {
    switch place.step(event) {
    case .known: return
    case .early: drop()
    case .next(let next, let text):
      guard case .live = mode, connection.isWritable else { return drop() }
      place = next
      write(text())
    case .news(let subject, let event):
      news[subject] = event
      writeNews()
    }
  }

  private func drop() {
    figures.dropped.add(1)
    switch mode {
    case .behind: return
    case .reading: mode = .reading(hasMissed: true)
    case .live:
      mode = .behind
      figures.live.add(-1)
      wake(self)
    }
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
  /// - Returns: from where on.
  func beginReading() -> Place {
    mode = .reading(hasMissed: false)
    return place
  }

  /// Writes what was read.
  ///
  /// - Returns: when the client has taken it.
  func write(_ events: [StreamEvent]) -> EventLoopFuture<Void> {
    figures.delivered.add(events.count)
    stuckBeats = 0
    return connection.write(events)
  }

  /// Everything up to there has been read and written.
  ///
  /// - Returns: whether events are written as they come from now on; otherwise some came meanwhile.
  func endReading(at place: Place) -> Bool {
    self.place = place
    if case .reading(hasMissed: true) = mode { return false }
    mode = .live
    figures.live.add(1)
    writeNews()
    return true
  }

  /// Keeps the connection alive; ends one that takes nothing.
  func beat() {
    guard !connection.isWritable else {
      stuckBeats = 0
      writeNews()
      return connection.beat()
    }
    stuckBeats += 1
    if stuckBeats > Self.maximumStuckBeats { end(.stuck) }
  }

  /// Ends the connection; the client comes back when it wants.
  func end(_ ending: StreamEnding) { connection.end(ending) }
}
