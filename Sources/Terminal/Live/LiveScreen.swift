internal import Glibc
internal import LinuxSystem

/// Shows a live view on the terminal's alternate screen. However it ends, a signal or an error included, the main screen and the
/// terminal's mode are back as they were.
public struct LiveScreen {
  private let device: TerminalDevice
  private let asksForSixel: Bool

  /// News are read at most that often, in seconds, so that many of them leave time for keys.
  static let newsPause = 0.03
  /// The most bytes that are read before it is drawn.
  static let maximumBurst = 4096

  /// Prepares a screen.
  ///
  /// - Parameters:
  ///   - term: the value of `TERM`.
  ///   - asksForSixel: whether the terminal is asked what it shows; the answer comes to the view as ``Key/attributes(showsSixel:)``.
  /// - Throws: ``TerminalError/noAlternateScreen(_:)``.
  public init(at device: TerminalDevice, term: String?, asksForSixel: Bool = false) throws(TerminalError) {
    guard AlternateScreen.exists(term: term) else { throw .noAlternateScreen(term ?? "") }
    (self.device, self.asksForSixel) = (device, asksForSixel)
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
    // It is asked before the screen is emptied: a terminal that does not know a question shows it.
    let questions = "\u{1B}[?1004$p" + (asksForSixel ? "\u{1B}[c" : "")
    try device.write(questions + AlternateScreen.enter + "\u{1B}[?2004h")
    var loop = LiveLoop(device)
    defer { loop.removePictures() }
    return try loop.run(&view, signals)
  }

  /// What happens while a view is shown.
  private struct LiveLoop {
    var loop: ScreenLoop
    var shown: LiveFrame?
    var nextNews = Deadline.now

    init(_ device: TerminalDevice) { loop = ScreenLoop(device, burst: LiveScreen.maximumBurst) }

    mutating func run(_ view: inout some LiveView, _ signals: borrowing SignalDescriptor) throws -> LiveEnd {
      while true {
        try draw(&view, signals)
        if let end = try wait(&view, signals) { return end }
      }
    }

    /// Takes the pictures away that are shown: not every terminal does so as it leaves the alternate screen.
    func removePictures() {
      if let removal = shown?.pictureRemoval, !removal.isEmpty { loop.device.writeIfPossible(removal) }
    }

    private mutating func draw(
      _ view: inout some LiveView, _ signals: borrowing SignalDescriptor
    ) throws(TerminalError) {
      let size = loop.device.size
      var frame = LiveFrame(rows: size.rows, columns: size.columns)
      view.draw(&frame)
      guard frame != shown else { return }
      let output = frame.output(after: shown)
      // What was written in part is written anew after what came between.
      shown = try loop.device.writeLong(output, unless: signals) ? frame : nil
    }

    /// Waits for something to happen, and lets the view handle it.
    private mutating func wait(
      _ view: inout some LiveView, _ signals: borrowing SignalDescriptor
    ) throws -> LiveEnd? {
      let mayTakeNews = nextNews.hasPassed
      let happenings = try loop.next(
        signals, watching: mayTakeNews ? view.descriptors : [], until: limit(view.deadline, mayTakeNews))
      if let number = happenings.signal {
        guard number == SIGWINCH else { return .signal(number) }
        shown = nil
      }
      for key in happenings.keys {
        if key == .redraw { shown = nil }
        if try view.handle(key) == .leave { return .left }
      }
      if happenings.isClosed { return .terminalClosed }
      if happenings.hasTimedOut { try view.tick() }
      guard happenings.isWatchedReadable else { return nil }
      nextNews = .after(seconds: LiveScreen.newsPause)
      return try view.wake() == .leave ? .left : nil
    }

    /// Until when to wait for something.
    private func limit(_ deadline: ContinuousClock.Instant?, _ mayTakeNews: Bool) -> Deadline {
      var limit = Deadline.none
      if let deadline { limit = .after(seconds: max(0, (deadline - .now) / .seconds(1))) }
      return mayTakeNews ? limit : min(limit, nextNews)
    }
  }
}
