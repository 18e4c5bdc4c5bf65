#if Postgres
internal import LinuxSystem

/// A table and some of its columns, by names that the program has from a catalogue.
public struct CopyTable: Sendable {
  /// As SQL has them.
  let sql: String

  /// Names a table. Names are taken as they are, in the case of their letters.
  public init(schema: StaticString, table: String, columns: [String]) {
    let columns = columns.map(Self.quoted).joined(separator: ", ")
    sql = "\(Self.quoted("\(schema)")).\(Self.quoted(table)) (\(columns))"
  }

  private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}

/// Where the rows of a `COPY` go to; as long as it lasts.
public final class CopySink {
  private let send: ([UInt8]) throws(PostgresError) -> Void
  private var waiting = CopyWriter.header
  fileprivate var count = 0

  fileprivate init(_ send: @escaping ([UInt8]) throws(PostgresError) -> Void) { self.send = send }

  /// Writes a row. What is written is sent in pieces of 64 KiB, so that no more than one is in memory.
  public func write(_ row: CopyRow) throws(PostgresError) {
    waiting += row.bytes
    count += 1
    if waiting.count >= CopyWriter.piece { try flush() }
  }

  fileprivate func end() throws(PostgresError) {
    waiting.append(bigEndian: Int16(-1))
    try flush()
  }

  private func flush() throws(PostgresError) {
    try send(waiting)
    waiting.removeAll(keepingCapacity: true)
  }
}

extension PostgresConnection {
  /// Writes many rows of columns that the program did not describe, in a transaction of its own unless one was begun.
  ///
  /// - Parameters:
  ///   - patience: how long the server may take nothing.
  ///   - body: writes the rows, whose values are of the columns' types.
  /// - Returns: how many there were.
  /// - Throws: ``PostgresError``, or what `body` throws; nothing is written then, but for ``PostgresError/Kind/inDoubt``.
  @discardableResult
  public func copy(
    rowsInto table: CopyTable, patience: Duration, _ body: (CopySink) throws -> Void
  ) throws -> Int {
    let patience = patience / .seconds(1)
    try begin("COPY \(table.sql) FROM STDIN (FORMAT BINARY)", .copyIn, until: .after(seconds: patience))
    let sink = CopySink { [unowned self] (bytes) throws(PostgresError) in
      try put(bytes, until: .after(seconds: patience))
    }
    do {
      try body(sink)
      try sink.end()
    } catch {
      if !isBroken { throw try giveUpCopying(because: error, until: .after(seconds: patience)) }
      throw error
    }
    try finishCopying(until: .after(seconds: patience))
    return sink.count
  }

  /// Reads many rows of columns that the program did not describe; they are never all in memory.
  ///
  /// - Parameters:
  ///   - patience: how long the server may say nothing.
  ///   - take: is given each row, as ``CopyRow`` has it. When it throws, the connection is broken off.
  /// - Throws: ``PostgresError``, or what `take` throws.
  public func copy(rowsOf table: CopyTable, patience: Duration, _ take: (RawSpan) throws -> Void) throws {
    let patience = patience / .seconds(1)
    try begin("COPY \(table.sql) TO STDOUT (FORMAT BINARY)", .copyOut, until: .after(seconds: patience))
    var rows = CopyRows()
    do {
      while let piece = try getCopied(until: .after(seconds: patience)) { try rows.take(piece, take) }
      guard rows.isComplete else { throw PostgresError.malformed }
    } catch {
      breakOff()
      throw error
    }
    try finishResults(until: .after(seconds: patience))
  }
}
#endif
