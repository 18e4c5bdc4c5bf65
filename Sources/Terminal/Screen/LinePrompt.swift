internal import Glibc
public import LinuxSystem
public import SecretMemory

/// Asks for a line at the terminal.
public struct LinePrompt {
  /// What the person sees of what they type.
  public enum Echo: Sendable {
    /// Nothing.
    case hidden
    /// The text, which stays on the screen.
    case visible
    /// The text, which goes when the line is entered.
    case erased
  }

  private let device: TerminalDevice
  private let question: String
  private let echo: Echo
  private let maximum: Int
  private let pastedNewlines: Bool
  private let draft: String

  /// Prepares a question.
  ///
  /// - Parameters:
  ///   - question: shown with dangerous characters escaped, followed by a colon where it has none.
  ///   - maximum: the longest answer, in bytes.
  ///   - pastedNewlines: whether a pasted text may have several lines.
  ///   - draft: what stands in the line already, to be edited; only where it is seen. No secret.
  public init(
    _ question: String, at device: TerminalDevice, echo: Echo, maximum: Int, pastedNewlines: Bool = false,
    draft: String = ""
  ) {
    self.device = device
    // The system's own questions bring their colon along.
    let end = question.hasSuffix(": ") ? "" : question.hasSuffix(":") ? " " : ": "
    self.question = Escaping.line(question) + end
    self.echo = echo
    self.maximum = maximum
    self.pastedNewlines = pastedNewlines
    // Nobody can edit what they don't see.
    self.draft = echo == .hidden ? "" : draft
  }

  /// Asks. The terminal's mode is restored however it ends, also by a signal, which then takes its course; after Ctrl-Z
  /// and a return to the foreground the question is asked again.
  ///
  /// - Returns: the line without its end; nil when the person pressed Ctrl-C or the terminal went away.
  /// - Throws: ``TerminalError/tooLong(maximum:)``, ``TerminalError/timedOut``.
  public func ask(deadline: Deadline) throws(TerminalError) -> SecretBytes? {
    while true {
      switch try collectingSignals(deadline) {
      case .line(let line): return line
      case .cancelled: return nil
      case .signal(let number):
        DefaultSignalAction.raise(number)
        guard number == SIGTSTP else { return nil }
      }
    }
  }

  private enum Ending: ~Copyable {
    case line(SecretBytes)
    case cancelled
    case signal(Int32)
  }

  private func collectingSignals(_ deadline: Deadline) throws(TerminalError) -> Ending {
    let signals: SignalDescriptor
    do { signals = try SignalDescriptor(TerminationSignals.ending + [SIGTSTP]) } catch { throw .system(error) }
    return try inRawMode(signals, deadline)
  }

  // A function of its own, so that the mode is restored before the signals come through again.
  private func inRawMode(_ signals: borrowing SignalDescriptor, _ deadline: Deadline) throws(TerminalError) -> Ending {
    let mode = try RawMode(device, leaving: "\u{1B}[?2004l\r\n")
    defer { withExtendedLifetime(mode) {} }
    var editor: LineEditor
    do {
      editor = try LineEditor(
        maximum: maximum, draft: draft, isSeen: echo != .hidden, keepsPastedNewlines: pastedNewlines)
    } catch { throw .system(error) }
    try device.write("\u{1B}[?2004h\(question)")
    return try edit(&editor, signals, deadline)
  }

  private func edit(
    _ editor: inout LineEditor, _ signals: borrowing SignalDescriptor, _ deadline: Deadline
  ) throws(TerminalError) -> Ending {
    var shownRows = draft.isEmpty ? 0 : try redraw(editor, over: 0, after: .editing)
    var loop = ScreenLoop(device, reportsUnknown: true)
    while true {
      let happenings = try loop.next(signals, until: deadline)
      if let signal = happenings.signal { return signal == SIGINT ? .cancelled : .signal(signal) }
      if happenings.hasTimedOut { throw .timedOut }
      if happenings.isClosed { return .cancelled }
      let state = editor.handle(happenings.keys)
      if state == .full { throw .tooLong(maximum: maximum) }
      if state == .cancelled { return .cancelled }
      if echo != .hidden, !happenings.keys.isEmpty {
        shownRows = try redraw(editor, over: shownRows, after: state)
      }
      if state == .done { return .line(try Self.line(of: editor)) }
    }
  }

  private static func line(of editor: borrowing LineEditor) throws(TerminalError) -> SecretBytes {
    do { return try editor.line() } catch { throw .system(error) }
  }

  /// Shows question and line anew, `rows` rows above the cursor's.
  ///
  /// - Returns: on which row below the question's first the cursor now is.
  private func redraw(
    _ editor: borrowing LineEditor, over rows: Int, after outcome: LineEditor.Outcome
  ) throws(TerminalError) -> Int {
    let up = rows > 0 ? "\u{1B}[\(rows)A" : ""
    try device.write("\(up)\r\u{1B}[J\(question)")
    guard outcome != .done || echo != .erased else { return 0 }
    let line = try Self.line(of: editor)
    let (shown, columns): (SharedSecret, Int)
    do { (shown, columns) = try EscapedText.render(line, keeping: .nothing) } catch { throw .system(error) }
    try device.write(shown.bytes)
    let end = ScalarWidth.columns(of: question) + columns
    // What comes next stands below the whole line.
    return outcome == .done ? max(0, end - 1) / device.size.columns : try placeCursor(in: editor, end: end)
  }

  /// Puts the cursor where the editor has it, from behind the last of `end` columns.
  ///
  /// - Returns: on which row below the question's first it now is.
  private func placeCursor(in editor: borrowing LineEditor, end: Int) throws(TerminalError) -> Int {
    let width = device.size.columns
    // A line that ends with the last column leaves the cursor there, not on a row of its own.
    guard editor.cursor < editor.count else { return max(0, end - 1) / width }
    let columns: Int
    do { columns = try EscapedText.render(editor.beforeCursor(), keeping: .nothing).columns } catch {
      throw .system(error)
    }
    let place = ScalarWidth.columns(of: question) + columns
    let up = max(0, max(0, end - 1) / width - place / width)
    try device.write("\r" + (up > 0 ? "\u{1B}[\(up)A" : "") + (place % width > 0 ? "\u{1B}[\(place % width)C" : ""))
    return place / width
  }
}
