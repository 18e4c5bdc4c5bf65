/// Why a revealed text left the screen.
public enum HideReason: Equatable, Sendable {
  /// A key was pressed, or the last page left.
  case key
  /// The time was over.
  case timeout
  /// The terminal's window lost the focus.
  case focusLost
  /// The vault was locked.
  case locked
  /// The agent ended.
  case agentEnded
  /// The terminal went away.
  case terminalClosed
  /// This signal arrived.
  case signal(Int32)
}
