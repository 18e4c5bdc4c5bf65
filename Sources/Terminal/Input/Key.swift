/// What comes from the terminal: keys, and what the terminal says of itself.
public enum Key: Equatable, Sendable {
  /// Typed or pasted text; a pasted newline is a `\n` here.
  case text(Unicode.Scalar)
  /// Enter.
  case enter
  /// Escape.
  case escape
  /// Tab.
  case tab
  /// Removes the character before the cursor.
  case backspace
  /// Removes the character at the cursor.
  case delete
  /// Ctrl-W.
  case deleteWord
  /// Ctrl-U.
  case deleteLine
  /// The arrow up.
  case up
  /// The arrow down.
  case down
  /// The arrow to the left.
  case left
  /// The arrow to the right.
  case right
  /// Home, or Ctrl-A.
  case home
  /// End, or Ctrl-E.
  case end
  /// Page up.
  case pageUp
  /// Page down.
  case pageDown
  /// Ctrl-D.
  case endOfInput
  /// Ctrl-L.
  case redraw
  /// The terminal has the focus now (`CSI I`).
  case focusIn
  /// The terminal has the focus no longer (`CSI O`).
  case focusOut
  /// Whether the terminal reports its focus, as it answers to `CSI ? 1004 $ p` (DECRQM).
  case reportsFocus(Bool)
  /// What the terminal shows, as it answers to `CSI c` (Primary Device Attributes, DA1).
  case attributes(showsSixel: Bool)
  /// A key or control sequence that means nothing here; reported only on request.
  case unknown
  /// A byte that is not UTF-8; reported only on request.
  case byte(UInt8)

  /// Whether the terminal said it by itself, or was asked: nobody has pressed anything.
  public var isReport: Bool {
    switch self {
    case .focusIn, .focusOut, .reportsFocus, .attributes: true
    default: false
    }
  }
}
