internal import SecretMemory

/// The clipboard, as long as this process has it.
protocol Selection: AnyObject {
  /// The socket of the display, for `poll(2)`.
  var descriptor: Int32 { get }

  /// Answers who asked for the text.
  ///
  /// - Returns: whether this process still has the clipboard.
  /// - Throws: ``ClipboardError`` when the display is gone.
  func handleEvents() throws(ClipboardError) -> Bool

  /// Empties the clipboard.
  func clear() throws(ClipboardError)
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
