internal import Glibc
internal import LinuxSystem
public import SecretMemory

/// Shows protected text on the terminal's alternate screen, page by page, never scrolled, and removes it at once on a key,
/// a time-out, a lock, a lost focus, a signal, or the agent's end. Every cell is blanked before the main screen returns.
///
/// The text goes from secret memory to the terminal; no `String` ever holds it.
public struct RevealScreen {
  /// Something besides keys and signals that can end the showing.
  public struct Watch {
    /// What to poll; -1 for nothing any more.
    public let descriptor: () -> Int32
    /// Called when the descriptor is readable; a reason hides the text.
    public let check: () -> HideReason?

    /// Watches a descriptor.
    public init(descriptor: @escaping () -> Int32, check: @escaping () -> HideReason?) {
      self.descriptor = descriptor
      self.check = check
    }
  }

  private let device: TerminalDevice
  private let title: String
  private let timeoutSeconds: Double
  private let returnsWithFocus: Bool

  /// Prepares a screen.
  ///
  /// - Parameters:
  ///   - term: the value of `TERM`.
  ///   - title: shown above the text, dangerous characters escaped.
  ///   - timeoutSeconds: after so long the text is hidden.
  ///   - returnsWithFocus: whether a lost focus only covers the text, until the focus or a key comes back.
  /// - Throws: ``TerminalError/noAlternateScreen(_:)``.
  public init(
    at device: TerminalDevice, term: String?, title: String, timeoutSeconds: Double, returnsWithFocus: Bool = false
  ) throws(TerminalError) {
    guard AlternateScreen.exists(term: term) else { throw .noAlternateScreen(term ?? "") }
    self.device = device
    self.title = Escaping.line(title)
    self.timeoutSeconds = timeoutSeconds
    self.returnsWithFocus = returnsWithFocus
  }

  /// Whether a terminal of this `TERM` can show secrets.
  public static func isSupported(term: String?) -> Bool { AlternateScreen.exists(term: term) }

  /// Shows the text until something hides it.
  ///
  /// - Returns: what hid it. After a signal the caller lets it take its course with ``DefaultSignalAction``; the screen is
  ///   clean.
  public func show(_ text: borrowing SecretBytes, watch: Watch? = nil) throws(TerminalError) -> HideReason {
    let signals: SignalDescriptor
    do {
      signals = try SignalDescriptor(TerminationSignals.ending + TerminationSignals.stopping + [SIGWINCH])
    } catch { throw .system(error) }
    return try inRawMode(text, signals, watch)
  }

  // A function of its own, so that screen and mode are restored before the signals come through again.
  private func inRawMode(
    _ text: borrowing SecretBytes, _ signals: borrowing SignalDescriptor, _ watch: Watch?
  ) throws(TerminalError) -> HideReason {
    let mode = try RawMode(device, leaving: AlternateScreen.leave, wipesAtCrash: true)
    defer { withExtendedLifetime(mode) {} }
    defer { blank() }
    try device.write(AlternateScreen.enter)
    var loop = RevealLoop(
      device, title, .after(seconds: timeoutSeconds), watch, returnsWithFocus: returnsWithFocus)
    return try loop.run(text, signals)
  }

  private func blank() {
    let size = device.size
    device.writeLast(
      AlternateScreen.blank(rows: size.rows, columns: size.columns), orShort: AlternateScreen.erase)
  }
}
