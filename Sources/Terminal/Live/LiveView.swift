/// Something that is shown live: it handles keys and news, and draws itself.
public protocol LiveView {
  /// What to poll for news, besides keys; -1 among them is ignored.
  var descriptors: [Int32] { get }
  /// When it changes by itself, and is to be drawn again; nil for never.
  var deadline: ContinuousClock.Instant? { get }
  /// Handles what came from the terminal.
  mutating func handle(_ key: Key) throws -> LiveStep
  /// One of the descriptors can be read.
  mutating func wake() throws -> LiveStep
  /// Its deadline has passed.
  mutating func tick() throws
  /// Draws itself.
  mutating func draw(_ frame: inout LiveFrame)
}

extension LiveView {
  /// Nothing but to be drawn again.
  public mutating func tick() {}
}

/// What a live view wants next.
public enum LiveStep: Equatable, Sendable {
  /// To be shown on.
  case stay
  /// The main screen back.
  case leave
}

/// Why a live view left the screen.
public enum LiveEnd: Equatable, Sendable {
  /// It wanted to.
  case left
  /// The terminal went away.
  case terminalClosed
  /// This signal arrived; the caller lets it take its course with ``DefaultSignalAction``.
  case signal(Int32)
}
