/// Whether a person looks at the terminal, as far as the terminal reports it.
public enum LiveFocus: Equatable, Sendable {
  /// The terminal has not said anything.
  case unknown
  /// The terminal will report changes, but nobody knows where the focus is now.
  case unsaid
  /// It has the focus.
  case gained
  /// It has not.
  case lost

  /// Handles what came from the terminal.
  ///
  /// A terminal that only now says that it reports its focus had it when the person started the program there. One that was opened for
  /// a command may have got none: there the first key tells.
  ///
  /// - Parameter wasOpened: whether the terminal was opened for this program.
  public mutating func handle(_ key: Key, wasOpened: Bool) {
    switch key {
    case .focusIn: self = .gained
    case .focusOut: self = .lost
    case .reportsFocus(true): if self == .unknown { self = wasOpened ? .unsaid : .gained }
    case .reportsFocus(false), .attributes: break
    default: if self == .unsaid { self = .gained }
    }
  }
}
