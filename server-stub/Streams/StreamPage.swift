/// Some of what a stream sends, as it is read from storage.
struct StreamPage<Cursor: StreamCursor>: Sendable {
  /// What is written together, and where a client is after it.
  var steps: [(events: [StreamEvent], reached: Cursor)] = []
  /// Whether nothing is to be read after it. What came since has been announced: to read that, too, would never end while it comes as quickly as it
  /// is read.
  var isLast = true
}
