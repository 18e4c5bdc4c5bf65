public import LinuxSystem

/// Why something could not be asked or shown.
public enum TerminalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The process has no terminal.
  case noTerminal
  /// The terminal, named by `TERM`, has no alternate screen that vanishes without a trace.
  case noAlternateScreen(String)
  /// The input is longer than `maximum` bytes.
  case tooLong(maximum: Int)
  /// Nothing came in time.
  case timedOut
  /// The terminal took nothing of what was written for so long.
  case stalled
  /// The terminal had not taken all of a long text after a minute.
  case slow
  /// A system call failed.
  case system(SystemError)

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .noTerminal: "There is no terminal."
    case .noAlternateScreen(let term): "The terminal (TERM=\(term)) has no alternate screen to show secrets on."
    case .tooLong(let maximum): "The input is longer than \(maximum) bytes."
    case .timedOut: "Nothing was entered in time."
    case .stalled: "The terminal takes nothing more."
    case .slow: "The terminal takes this too slowly."
    case .system(let error): "The terminal failed: \(error)."
    }
  }
}
