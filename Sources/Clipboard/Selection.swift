internal import SecretMemory

/// The clipboard, as long as this process has it.
protocol Selection: AnyObject {
  /// The socket of the display, for `poll(2)`.
  var descriptor: Int32 { get }

  /// Does what the next event of the display asks for; never more than one, so that a lock is looked for in between.
  ///
  /// - Throws: ``ClipboardError`` when the display is gone.
  func handleEvent() throws(ClipboardError) -> SelectionTurn

  /// Empties the clipboard.
  func clear() throws(ClipboardError)
}

/// What one look at the display came to.
enum SelectionTurn: Equatable {
  /// There was an event, and there may be another.
  case handled
  /// There is none.
  case idle
  /// Another program has the clipboard now.
  case lost
}

/// Why the clipboard can't be had.
enum ClipboardError: Error, Equatable {
  /// There is no such display, or it does not offer what is needed.
  case unavailable(String)
  /// The display does not do what its protocol says, or is gone.
  case lost(String)

  var reason: String {
    switch self {
    case .unavailable(let reason), .lost(let reason): reason
    }
  }
}
