internal import Glibc
internal import LinuxSystem

/// Shows a live view on the terminal's alternate screen. However it ends, a signal or an error included, the main screen and the
/// terminal's mode are back as they were.
public struct LiveScreen {
  private let device: TerminalDevice

  /// News are taken at most that often, in seconds, so that many of them leave time for keys.
  static let newsPause = 0.03
  /// An Escape with nothing after it for so long, in seconds, is the key.
  static let escapePause = 0.05
  /// The most bytes that are taken before it is drawn.
  private static let maximumBurst = 4096

  /// Prepares a screen.
  ///
  /// - Parameter term: the value of `TERM`.
  /// - Throws: ``TerminalError/noAlternateScreen(_:)``.
  public init(at device: TerminalDevice, term: String?) throws(TerminalError) {
    guard AlternateScreen.exists(term: term) else { throw .noAlternateScreen(term ?? "") }
    self.device = device
  }

  /// Shows a view until it wants to leave, the terminal goes away, or a signal comes. It may be shown again afterwards.
  ///
  /// - Throws: what the view throws, and ``TerminalError``.
  public func run(_ view: inout some LiveView) throws -> LiveEnd {
    let signals: SignalDescriptor
    do { signals = try SignalDescriptor(TerminationSignals.ending + [SIGTSTP, SIGWINCH]) } catch {
      throw TerminalError.system(error)
    }
    return try inRawMode(&view, signals)
  }

  // A function of its own, so that screen and mode are restored before the signals come through again.
  private func inRawMode(_ view: inout some LiveView, _ signals: borrowing SignalDescriptor) throws -> LiveEnd {
    let mode = try RawMode(device, leaving: "\u{1B}[?2004l" + AlternateScreen.leave)
    defer { withExtendedLifetime(mode) {} }
    // Whether it reports its focus is asked before the screen is emptied: a terminal that does not know the question shows it.
    try device.write("\u{1B}[?1004$p" + AlternateScreen.enter + "\u{1B}[?2004h")
    var loop = LiveLoop(device: device)
    return try loop.run(&view, signals)
  }

  /// What happens while a view is shown.
  private struct LiveLoop {
    let device: TerminalDevice
    var keys = LiveKeys()
    var shown: LiveFrame?
    var nextNews = Deadline.now

    mutating func run(_ view: inout some LiveView, _ signals: borrowing SignalDescriptor) throws -> LiveEnd {
      while true {
        try draw(&view)
        if let end = try wait(&view, signals) { return end }
      }
    }

    private mutating func draw(_ view: inout some LiveView) throws(TerminalError) {
      let size = device.size
      var frame = LiveFrame(rows: size.rows, columns: size.columns)
      view.draw(&frame)
      guard frame != shown else { return }
      try device.write(frame.output(after: shown))
      shown = frame
    }

    /// Waits for something to happen, and lets the view take it.
    private mutating func wait(
      _ view: inout some LiveView, _ signals: borrowing SignalDescriptor
    ) throws -> LiveEnd? {
      let mayTakeNews = nextNews.hasPassed
      var entries = ([signals.descriptor, device.descriptor] + (mayTakeNews ? view.descriptors : [])).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      do throws(TerminalError) {
        try Poll.wait(on: &entries, until: limit(view.deadline, mayTakeNews))
      } catch {
        guard error == .timedOut else { throw error }
        if keys.mayBeEscape { return try take(keys.settleEscape(), &view) }
        try view.tick()
        return nil
      }
      if entries[0].revents != 0, let end = try signal(signals) { return end }
      if entries[1].revents != 0, let end = try type(&view) { return end }
      guard entries.dropFirst(2).contains(where: { $0.revents != 0 }) else { return nil }
      nextNews = .after(seconds: LiveScreen.newsPause)
      return try view.wake() == .leave ? .left : nil
    }

    /// Until when to wait for something.
    private func limit(_ deadline: ContinuousClock.Instant?, _ mayTakeNews: Bool) -> Deadline {
      var limit = Deadline.none
      if let deadline { limit = .after(seconds: max(0, (deadline - .now) / .seconds(1))) }
      if keys.mayBeEscape { limit = min(limit, .after(seconds: LiveScreen.escapePause)) }
      return mayTakeNews ? limit : min(limit, nextNews)
    }

    private mutating func signal(_ signals: borrowing SignalDescriptor) throws(TerminalError) -> LiveEnd? {
      let number: Int32?
      do { number = try signals.next() } catch { throw .system(error) }
      guard let number else { return nil }
      guard number == SIGWINCH else { return .signal(number) }
      shown = nil
      return nil
    }

    private mutating func type(_ view: inout some LiveView) throws -> LiveEnd? {
      for _ in 0..<LiveScreen.maximumBurst {
        switch try device.read() {
        case .nothing: return nil
        case .closed: return .terminalClosed
        case .byte(let byte): if let end = try take(keys.take(byte), &view) { return end }
        }
      }
      return nil
    }

    private mutating func take(_ keys: [LiveKey], _ view: inout some LiveView) throws -> LiveEnd? {
      for key in keys {
        if key == .redraw { shown = nil }
        if try view.take(key) == .leave { return .left }
      }
      return nil
    }
  }
}
