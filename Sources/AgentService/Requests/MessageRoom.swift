internal import AgentAPI

/// What is left of a message for the rows of a list. A reply that is a list is cut to what fits one message, and says how many there are.
///
/// Texts have half of a message: the rest is left for numbers, names of members and escapes.
struct MessageRoom {
  private var byteCount = AgentProtocol.maximumMessageByteCount / 2

  /// Uses up the bytes of a row.
  ///
  /// - Returns: whether there was room for it.
  mutating func fits(_ byteCount: Int) -> Bool {
    self.byteCount -= byteCount
    return self.byteCount > 0
  }

  /// As many of the rows, from the first on, as fit one message.
  ///
  /// - Parameter byteCount: about how long a row is on the wire, in bytes, escapes not counted.
  static func prefix<Row>(of rows: some Sequence<Row>, _ byteCount: (Row) -> Int) -> [Row] {
    var room = MessageRoom()
    return Array(rows.prefix { room.fits(byteCount($0)) })
  }
}
