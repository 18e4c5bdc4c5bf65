internal import FoundationEssentials
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// One client's stream, from its place on.
///
/// What happens is written straight to the connection while the client keeps up. One that doesn't, or that a number is missing
/// for, is behind: its events are dropped here and read from storage as fast as it takes them, so that a slow client costs no
/// memory and holds nobody up. Used on the connection's event loop alone.
final class LiveStream<Place: StreamPlace> {
  /// Whose stream it is, or which channel's.
  let key: UUID
  private let channel: any Channel
  private var place: Place
  private var mode = Mode.behind
  /// What is still to be told, by subject: at most one text for each.
  private var news: [UUID: ByteBuffer] = [:]
  /// Asks for what was dropped to be read from storage.
  private let wake: @Sendable () -> Void
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

  /// Begins behind.
  init(key: UUID, channel: any Channel, place: Place, wake: @escaping @Sendable () -> Void) {
    self.key = key
    self.channel = channel
    self.place = place
    self.wake = wake
    wake()
  }

  /// Writes an event that comes next, or drops it because it will be read from storage.
  func deliver(_ event: Place.Event) {
    switch place.step(event) {
    case .known: return
    case .early: drop()
    case .next(let next, let text):
      guard case .live = mode, channel.isWritable else { return drop() }
      place = next
      write(text())
    case .news(let subject, let text):
      news[subject] = text
      writeNews()
    }
  }

  private func drop() {
    switch mode {
    case .behind: return
    case .reading: mode = .reading(hasMissed: true)
    case .live:
      mode = .behind
      wake()
    }
  }

  private func writeNews() {
    guard case .live = mode, channel.isWritable else { return }
    for text in news.values { write(text) }
    news = [:]
  }

  /// Somebody begins to read from storage.
  ///
  /// - Returns: from where on.
  func beginReading() -> Place {
    mode = .reading(hasMissed: false)
    return place
  }

  /// Everything up to there has been read and written.
  ///
  /// - Returns: whether events are written as they come from now on; otherwise some came meanwhile.
  func endReading(at place: Place) -> Bool {
    self.place = place
    if case .reading(hasMissed: true) = mode { return false }
    mode = .live
    writeNews()
    return true
  }

  /// Keeps the connection alive; ends one that takes nothing.
  func beat() {
    guard !channel.isWritable else {
      stuckBeats = 0
      writeNews()
      return write(EventStreamText.heartbeat)
    }
    stuckBeats += 1
    if stuckBeats > Self.maximumStuckBeats { end() }
  }

  /// Ends the connection; the client comes back when it wants.
  func end() { channel.close(promise: nil) }

  private func write(_ text: ByteBuffer) { channel.writeAndFlush(HTTPResponsePart.body(text), promise: nil) }
}
