#if Postgres
internal import CLibPQ
internal import Glibc
public import LinuxSystem

extension PostgresConnection {
  /// Writes many rows (`COPY … FROM STDIN (FORMAT BINARY)`), in a transaction of its own unless one was begun.
  ///
  /// - Parameters:
  ///   - target: a table with its columns, for instance `items (account, number)`.
  ///   - columns: the types of these columns, exactly.
  ///   - next: gives one row after the other, and nil at the end.
  /// - Returns: how many rows there were.
  /// - Throws: ``PostgresError``, or what `next` throws; nothing is written then, but for ``PostgresError/Kind/inDoubt``.
  @discardableResult
  public func copy<each Column: PostgresColumn>(
    into target: StaticString, columns: repeat (each Column).Type, until deadline: Deadline,
    _ next: () throws -> (repeat each Column)?
  ) throws -> Int {
    try begin("COPY \(target) FROM STDIN (FORMAT BINARY)", .copyIn, until: deadline)
    var stream = CopyWriter()
    var count = 0
    do {
      while let row = try next() {
        stream.begin(row: repeat (each Column).self)
        for value in repeat each row { stream.append(value) }
        count += 1
        if stream.isFull { try put(stream.take(), until: deadline) }
      }
      stream.end()
      try put(stream.take(), until: deadline)
    } catch {
      // The server's own reason says more than that it takes nothing any more.
      if !isBroken { throw try giveUpCopying(because: error, until: deadline) }
      throw error
    }
    try finishCopying(until: deadline)
    return count
  }

  /// Reads many rows (`COPY (…) TO STDOUT (FORMAT BINARY)`), which are never all in memory.
  ///
  /// - Parameters:
  ///   - query: what to read.
  ///   - columns: the types of its columns, exactly.
  ///   - take: is given one row after the other. When it throws, the connection is broken off.
  /// - Returns: how many rows there were.
  /// - Throws: ``PostgresError``, or what `take` throws.
  @discardableResult
  public func copy<each Column: PostgresColumn>(
    from query: StaticString, columns: repeat (each Column).Type, until deadline: Deadline,
    _ take: (repeat each Column) throws -> Void
  ) throws -> Int {
    try begin("COPY (\(query)) TO STDOUT (FORMAT BINARY)", .copyOut, until: deadline)
    var stream = CopyReader()
    var count = 0
    do {
      while let bytes = try getCopied(until: deadline) {
        stream.append(bytes)
        while try stream.beginRow(repeat (each Column).self) {
          try take(repeat try stream.next((each Column).self))
          count += 1
        }
      }
      guard stream.isComplete else { throw PostgresError.malformed }
    } catch {
      breakOff()
      throw error
    }
    try finishResults(until: deadline)
    return count
  }

  func begin(
    _ sql: String, _ wanted: QueryResult.Status, until deadline: Deadline
  ) throws(PostgresError) {
    try leavePipeline(until: deadline)
    warnings.forget()
    guard PQsendQuery(handle, sql) == 1, let result = try nextResult(until: deadline) else { throw lost() }
    guard result.status != wanted else { return }
    let error = result.error
    try finishResults(until: deadline)
    throw error ?? lost()
  }

  func put(_ bytes: [UInt8], until deadline: Deadline) throws(PostgresError) {
    let status = bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { PQputCopyData(handle, $0.baseAddress, Int32($0.count)) }
    }
    guard status == 1 else { throw lost() }
    try drain(until: deadline)
  }

  /// Waits until all is sent: libpq would keep it all in memory.
  private func drain(until deadline: Deadline) throws(PostgresError) {
    while try flush() {
      try wait(POLLIN | POLLOUT, until: deadline)
      guard PQconsumeInput(handle) == 1 else { throw lost() }
    }
  }

  func giveUpCopying(because reason: any Error, until deadline: Deadline) throws(PostgresError) -> any Error {
    guard PQputCopyEnd(handle, "given up") == 1 else { throw lost() }
    try drain(until: deadline)
    do throws(PostgresError) { try finishResults(until: deadline) } catch {
      // "query_canceled" is what we have just asked for.
      return error.state == "57014" || error.state == nil ? reason : error
    }
    return reason
  }

  /// Ends what was written: from here on it may have been committed, whatever libpq says.
  func finishCopying(until deadline: Deadline) throws(PostgresError) {
    do throws(PostgresError) {
      guard PQputCopyEnd(handle, nil) == 1 else { throw lost() }
      try drain(until: deadline)
      try finishResults(until: deadline)
    } catch {
      guard isBroken, error.state == nil, !isInTransaction else { throw error }
      throw error.afterDoubt
    }
    guard isInTransaction || !warnings.commitIsInDoubt else { throw PostgresError(.inDoubt, state: "01000") }
  }

  func finishResults(until deadline: Deadline) throws(PostgresError) {
    var failure: PostgresError?
    while let result = try nextResult(until: deadline) {
      guard result.status != .done else { continue }
      if result.endsSession { breakOff() }
      failure = failure ?? result.error
      if failure == nil { throw lost() }
    }
    if let failure { throw failure }
  }

  func getCopied(until deadline: Deadline) throws(PostgresError) -> [UInt8]? {
    while true {
      var buffer: UnsafeMutablePointer<CChar>?
      let count = PQgetCopyData(handle, &buffer, 1)
      switch count {
      case 0:
        try wait(POLLIN, until: deadline)
        guard PQconsumeInput(handle) == 1 else { throw lost() }
      case -1: return nil
      default:
        guard count > 0, let buffer else { throw lost() }
        defer { PQfreemem(buffer) }
        return Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
      }
    }
  }
}
#endif
