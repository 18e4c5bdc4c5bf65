/// Many tasks in one text, as they are handed to other programs.
extension TaskFamily {
  /// The to-dos of the family as they stand in a calendar, each line ended by CRLF.
  public func text() throws(CalendarError) -> String {
    var lines: [String] = []
    for item in [root] + members {
      let file = try CalendarFile(item)
      for calendar in file.calendars { lines += calendar.components.flatMap(\.lines) }
    }
    return String(decoding: ContentLines.fold(lines), as: UTF8.self)
  }
}

extension CalendarFile {
  /// Reads a file of many tasks, within bounds that the caller has checked.
  ///
  /// - Parameter maximumLineCount: the most content lines.
  public init(large bytes: [UInt8], maximumLineCount: Int) throws(CalendarError) {
    try self.init(bytes, maximumByteCount: bytes.count, maximumLineCount: maximumLineCount)
  }
}
