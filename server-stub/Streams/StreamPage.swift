internal import ServerAPI

/// Some of what a stream sends, as it is read from storage.
struct StreamPage<Cursor: StreamCursor>: Sendable {
  /// What is written together, and where a client is after it.
  var steps: [(events: [StreamEvent], reached: Cursor)] = []
  /// Whether nothing is to be read after it. What came since has been announced: to read that, too, would never end while it comes as quickly as it
  /// is read.
  var isLast = true
}

extension StreamPage {
  /// Entries with their numbers, after a gap where the oldest that a client lacks are gone.
  ///
  /// - Parameters:
  ///   - bounds: of all that there is.
  ///   - place: what a cursor says of these numbers.
  /// - Throws: what encoding throws.
  init<Entry: Encodable>(
    _ name: StaticString, _ entries: [Entry], _ bounds: SequenceBounds, after start: Cursor,
    _ place: WritableKeyPath<Cursor, Int64>, _ number: (Entry) -> Int64
  ) throws {
    self.init()
    var cursor = start
    if bounds.first > cursor[keyPath: place].next {
      cursor[keyPath: place] = bounds.first - 1
      steps.append(([try StreamEvent("gap", id: cursor, bounds)], cursor))
    }
    guard !entries.isEmpty else { return }
    let events = try entries.map { entry in
      cursor[keyPath: place] = number(entry)
      return try StreamEvent(name, id: cursor, entry)
    }
    steps.append((events, cursor))
    isLast = cursor[keyPath: place] >= bounds.highest
  }
}
