/// Whether a person looks at the terminal, as far as the terminal reports it.
public enum LiveFocus: Equatable, Sendable {
  /// The terminal has not said anything.
  case unknown
  /// It has the focus.
  case gained
  /// It has not.
  case lost

  /// Handles what came from the terminal.
  ///
  /// A terminal that only now says that it reports its focus had it when the person started the program there.
  public mutating func handle(_ key: Key) {
    switch key {
    case .focusIn: self = .gained
    case .focusOut: self = .lost
    case .reportsFocus(true): if self == .unknown { self = .gained }
    default: break
    }
  }
}
