#if Postgres
internal import CLibPQ
internal import LinuxSystem

extension PostgresConnection {
  /// What is awaited, in the order in which it was sent.
  private enum Awaited {
    case begin
    case release(String)
    case preparation(StatementText)
    case result(StatementText)
  }

  /// Sends all statements and one sync, which commits them together unless a transaction was begun.
  ///
  /// - Returns: a result for each. The transaction is committed then, here and where a standby is to have it.
  /// - Throws: ``PostgresError``: none of them is done, or ``PostgresError/Kind/inDoubt``.
  func pipeline(_ requests: [EncodedRequest], until deadline: Deadline) throws(PostgresError) -> [QueryResult] {
    guard !isBroken else { throw PostgresError(.unavailable) }
    guard PQenterPipelineMode(handle) == 1 else { throw lost() }
    warnings.forget()
    let awaited = try send(requests)
    // Until here the server could commit nothing. From here on the sync may have reached it, whatever libpq says.
    var failure: PostgresError?
    do throws(PostgresError) {
      guard PQpipelineSync(handle) == 1 else { throw lost() }
      return try receive(awaited, until: deadline, &failure)
    } catch {
      // One that failed keeps all from being committed, whatever came after it.
      if let failure { throw failure }
      guard error.kind == .unavailable, isBroken, error.state == nil, !isInTransaction else { throw error }
      throw error.afterDoubt
    }
  }

  /// Sends statements, and before each what the session has yet to prepare.
  ///
  /// - Returns: what the server answers to, in that order.
  private func send(_ requests: [EncodedRequest]) throws(PostgresError) -> [Awaited] {
    var new: [String: StatementText] = [:]
    var used: Set<String> = []
    for request in requests {
      let text = request.text
      used.insert(text.name)
      guard let former = prepared.use(text.name) ?? new[text.name] else {
        new[text.name] = text
        continue
      }
      guard former === text || (former.sql == text.sql && former.types == text.types) else {
        throw PostgresError(.programming, statement: text.name, explanation: "another statement has this name")
      }
    }
    var awaited: [Awaited] = []
    if let begin = pendingBegin {
      try send(begin)
      pendingBegin = nil
      awaited.append(.begin)
    }
    for name in prepared.surplus(before: new.count, keeping: used) {
      try send("DEALLOCATE \"\(name)\"")
      awaited.append(.release(name))
    }
    for request in requests {
      if let text = new.removeValue(forKey: request.text.name) {
        try prepare(text)
        awaited.append(.preparation(text))
      }
      try send(request)
      awaited.append(.result(request.text))
    }
    return awaited
  }

  /// Sends a command that has no values.
  private func send(_ command: String) throws(PostgresError) {
    guard PQsendQueryParams(handle, command, 0, nil, nil, nil, nil, 0) == 1 else { throw lost() }
  }

  private func prepare(_ text: StatementText) throws(PostgresError) {
    guard PQsendPrepare(handle, text.name, text.sql, Int32(text.types.count), text.types) == 1 else { throw lost() }
  }

  private func send(_ request: EncodedRequest) throws(PostgresError) {
    let lengths = request.parameters.lengths
    let sent = request.parameters.bytes.withUnsafeBufferPointer { bytes in
      var offset = 1
      let values: [UnsafePointer<CChar>?] = lengths.map { length in
        guard length >= 0, let start = bytes.baseAddress else { return nil }
        defer { offset += Int(length) }
        return UnsafeRawPointer(start + offset).assumingMemoryBound(to: CChar.self)
      }
      let formats = [Int32](repeating: 1, count: lengths.count)
      return PQsendQueryPrepared(handle, request.text.name, Int32(lengths.count), values, lengths, formats, 1)
    }
    guard sent == 1 else { throw lost() }
  }

  private func receive(
    _ awaited: [Awaited], until deadline: Deadline, _ failure: inout PostgresError?
  ) throws(PostgresError) -> [QueryResult] {
    var results: [QueryResult] = []
    for each in awaited {
      let error: PostgresError? =
        switch each {
        case .begin: try receiveOne(of: "BEGIN", until: deadline) { _ in }
        case .release(let name): try receiveOne(of: name, until: deadline) { _ in prepared.remove(name) }
        case .preparation(let text): try receiveOne(of: text.name, until: deadline) { _ in prepared.add(text) }
        case .result(let text): try receiveOne(of: text.name, until: deadline) { results.append($0) }
        }
      failure = failure ?? error
      // The session ended with a statement, so that its transaction can't have been committed.
      if let failure, isBroken { throw failure }
    }
    try receiveSync(until: deadline, &failure)
    if let failure { throw failure }
    guard !warnings.commitIsInDoubt else { throw PostgresError(.inDoubt, state: "01000") }
    return results
  }

  /// Receives what the server answers to one statement.
  ///
  /// - Returns: the server's error, if it answered with one.
  private func receiveOne(
    of statement: String, until deadline: Deadline, _ take: (QueryResult) -> Void
  ) throws(PostgresError) -> PostgresError? {
    guard let result = try nextResult(until: deadline) else { throw lost() }
    var failure: PostgresError?
    switch result.status {
    case .done: take(result)
    case .skipped: break
    case .failed:
      if result.endsSession { breakOff() }
      guard let error = result.error else { throw lost() }
      failure = error.of(statement)
      if isBroken { return failure }
    default: throw lost()
    }
    guard try nextResult(until: deadline) == nil else { throw lost() }
    return failure
  }

  /// Receives the answer to the sync: the commit's error, if there is one, and that it is over.
  private func receiveSync(until deadline: Deadline, _ failure: inout PostgresError?) throws(PostgresError) {
    while true {
      guard let result = try nextResult(until: deadline) else { throw lost() }
      switch result.status {
      case .sync: return
      case .failed where !result.endsSession:
        guard let error = result.error else { throw lost() }
        failure = failure ?? error
      // A session that ends here may have committed before.
      default: throw lost()
      }
    }
  }
}
#endif
