internal import Glibc
internal import LinuxSystem

/// Waits for what happens at a terminal; every prompt and every screen goes round with it.
struct ScreenLoop {
  /// What has happened, some of it or all at once. Who shows a secret looks at signals and at what is watched before keys.
  struct Happenings {
    /// A signal that was held back.
    var signal: Int32?
    /// Whether something that is watched can be read.
    var isWatchedReadable = false
    /// The keys that were pressed.
    var keys: [Key] = []
    /// Whether the terminal has gone.
    var isClosed = false
    /// Whether the time is over, and nothing else has happened.
    var hasTimedOut = false
  }

  /// An Escape with nothing after it for so long, in seconds, is the key.
  private static let escapePause = 0.05
  /// A control string of which nothing comes for so long, in seconds, has no end: what comes then is typed.
  private static let stringPause = 1.0

  let device: TerminalDevice
  private let burst: Int
  private var parser: KeyParser
  /// When a control string that has begun is given up; nil for none.
  private var stringEnd: Deadline?

  /// Prepares a loop.
  ///
  /// - Parameters:
  ///   - burst: the most bytes that are read at once; 1 leaves all that follows a line in the kernel.
  ///   - reportsUnknown: as for ``KeyParser``.
  init(_ device: TerminalDevice, burst: Int = 1, reportsUnknown: Bool = false) {
    (self.device, self.burst) = (device, burst)
    parser = KeyParser(reportsUnknown: reportsUnknown)
  }

  /// Waits until something happens.
  ///
  /// - Parameter watched: what else to poll; -1 among them is ignored.
  mutating func next(
    _ signals: borrowing SignalDescriptor, watching watched: [Int32] = [], until deadline: Deadline
  ) throws(TerminalError) -> Happenings {
    var happenings = Happenings()
    var entries = ([signals.descriptor, device.descriptor] + watched).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    do throws(TerminalError) { try Poll.wait(on: &entries, until: patience(until: deadline)) } catch {
      guard error == .timedOut else { throw error }
      happenings.hasTimedOut = deadline.hasPassed
      happenings.keys = parser.flushEscape()
      abandonString()
      return happenings
    }
    if entries[0].revents != 0 {
      do { happenings.signal = try signals.next() } catch { throw .system(error) }
    }
    happenings.isWatchedReadable = entries.dropFirst(2).contains { $0.revents != 0 }
    // What comes late begins anew.
    abandonString()
    if entries[1].revents != 0 { try read(into: &happenings) }
    return happenings
  }

  /// Until when to wait for what belongs to the bytes before.
  private func patience(until deadline: Deadline) -> Deadline {
    if parser.mayBeEscape { return min(deadline, .after(seconds: Self.escapePause)) }
    return stringEnd.map { min(deadline, $0) } ?? deadline
  }

  /// Gives a control string up of which nothing has come for long.
  private mutating func abandonString() {
    guard let end = stringEnd, end.hasPassed else { return }
    parser.abandonString()
    stringEnd = nil
  }

  private mutating func read(into happenings: inout Happenings) throws(TerminalError) {
    for _ in 0..<burst {
      switch try device.read() {
      case .nothing: return
      case .closed:
        happenings.isClosed = true
        return
      case .byte(let byte):
        happenings.keys += parser.parse(byte)
        stringEnd = parser.isInString ? .after(seconds: Self.stringPause) : nil
      }
    }
  }
}
