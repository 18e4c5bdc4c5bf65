#if Postgres
internal import CLibPQ
internal import Glibc
public import LinuxSystem

/// A session with the database. It lives on the thread that made it, and that thread waits, never longer than it is told.
///
/// After an error of the connection, or when time ran out, it is broken and every call fails: what the server does with what it was asked
/// is not known then, so that nothing more can be asked. No cancel request is sent: it would not be encrypted, it may come when the
/// statement is over and the commit waits for a standby, and would then show others what no standby has. The session's own
/// `statement_timeout`, which the server does not apply to a commit, and its look at whether the client is still there end what nobody
/// waits for.
public final class PostgresConnection {
  let handle: OpaquePointer
  /// What the server said beside its answers.
  let warnings = Warnings()
  /// The statements that the session has prepared.
  var prepared = PreparedStatements()
  /// Whether a transaction was begun that is not over.
  var isInTransaction = false
  /// What begins that transaction, as long as nothing was asked in it: it goes with the first statement, and saves a trip to the server.
  var pendingBegin: String?
  /// Whether nothing can be asked any more.
  private(set) var isBroken = false
  /// Called while it waits: does what has to be done meanwhile, and says when to be called again.
  var whileWaiting: (() -> Deadline)?

  /// The server's timeline, and which there are; nil where there is one server alone.
  var place: (timeline: Int64, among: PrimaryTimeline)?

  init(_ handle: OpaquePointer) {
    self.handle = handle
    warnings.listen(to: handle)
  }

  deinit { PQfinish(handle) }

  /// The number of the server process of this session.
  public var serverProcess: Int32 { PQbackendPID(handle) }

  /// Whether the connection is encrypted.
  public var isEncrypted: Bool { PQsslInUse(handle) != 0 }

  /// Whether the server is a former primary: one that was promoted later was met meanwhile.
  var isOutdated: Bool { place.map { $0.among.hasNewer(than: $0.timeline) } ?? false }

  /// Whether the server has not hung up while nothing was asked, and is no former primary.
  var isAlive: Bool {
    guard !isBroken, !isOutdated else { return false }
    // The end of a connection is noticed only when all that was said before it has been read: why the server ends it, for instance.
    for _ in 0..<16 {
      var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 0) > 0 else { return true }
      guard PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else { return false }
    }
    return false
  }

  /// Nothing can be asked from now on.
  func breakOff() { isBroken = true }

  /// Runs one statement, in a transaction of its own unless one was begun.
  ///
  /// - Parameter deadline: when to give up.
  /// - Returns: its rows. All of them are in memory: a statement that may give many has a `LIMIT`.
  /// - Throws: ``PostgresError``; ``PostgresError/Kind/inDoubt`` when it may have been committed.
  public func run<Row>(_ call: PostgresCall<Row>, until deadline: Deadline) throws(PostgresError) -> [Row] {
    let results: [QueryResult]
    do throws(PostgresError) { results = try pipeline([call.request], until: deadline) } catch {
      throw call.request.text.effect.error(error)
    }
    guard let result = results.first else { throw .malformed }
    return try call.rows(of: result)
  }

  /// Runs one statement that the program has put together, in a transaction of its own unless one was begun.
  ///
  /// - Parameter deadline: when to give up.
  /// - Throws: ``PostgresError``, as `run` does for a statement with a name.
  public func run(_ call: DynamicCall, until deadline: Deadline) throws(PostgresError) -> DynamicResult {
    let request = call.request
    let results: [QueryResult]
    do throws(PostgresError) { results = try pipeline([request], until: deadline) } catch {
      throw request.text.effect.error(error)
    }
    guard let result = results.first else { throw .malformed }
    return DynamicResult(result)
  }

  /// Does several things in one transaction.
  ///
  /// - Parameters:
  ///   - isolation: what it sees of others, and whether it writes.
  ///   - body: what to do with this connection. It must not begin or end a transaction itself.
  /// - Throws: ``PostgresError``, after which nothing was done, but for ``PostgresError/Kind/inDoubt``.
  public func transaction<Result>(
    _ isolation: PostgresIsolation = .readCommitted, until deadline: Deadline,
    _ body: (PostgresConnection) throws(PostgresError) -> Result
  ) throws(PostgresError) -> Result {
    pendingBegin = "BEGIN ISOLATION LEVEL \(isolation.rawValue)"
    isInTransaction = true
    defer { (isInTransaction, pendingBegin) = (false, nil) }
    let result: Result
    do throws(PostgresError) { result = try body(self) } catch {
      if !isBroken, pendingBegin == nil {
        // Whatever comes of it: a session that is in a transaction is not used again.
        do throws(PostgresError) { try execute("ROLLBACK", until: deadline) } catch { breakOff() }
      }
      throw error
    }
    guard pendingBegin == nil else { return result }
    do throws(PostgresError) { try commit(until: deadline) } catch { throw isolation.effect.error(error) }
    return result
  }

  private func commit(until deadline: Deadline) throws(PostgresError) {
    warnings.forget()
    let command: String
    do throws(PostgresError) { command = try execute("COMMIT", until: deadline) } catch {
      throw isBroken ? error.afterDoubt : error
    }
    // A transaction in which something had failed ends like this without an error.
    guard command == "COMMIT" else { throw PostgresError(.programming, statement: "COMMIT") }
    guard !warnings.commitIsInDoubt else { throw PostgresError(.inDoubt, state: "01000", statement: "COMMIT") }
  }

  /// Runs commands that have no values, as for a schema; several are separated by semicolons.
  ///
  /// - Returns: the name of the last command as the server gives it back, for instance `CREATE TABLE`.
  /// - Throws: ``PostgresError``; ``PostgresError/Kind/unavailable`` also when it is not known whether they were carried out.
  @discardableResult
  public func execute(_ sql: String, until deadline: Deadline) throws(PostgresError) -> String {
    try leavePipeline(until: deadline)
    guard PQsendQuery(handle, sql) == 1 else { throw lost() }
    var command = ""
    var failure: PostgresError?
    while let result = try nextResult(until: deadline) {
      switch result.status {
      case .done: command = result.command
      case .failed:
        if result.endsSession { breakOff() }
        guard let error = result.error else { throw lost() }
        failure = failure ?? error
      default:
        breakOff()
        throw PostgresError(.programming, statement: "execute")
      }
    }
    if let failure { throw failure }
    return command
  }

  /// Has the connection take one command at a time, in the transaction that is to begin.
  func leavePipeline(until deadline: Deadline) throws(PostgresError) {
    guard !isBroken else { throw PostgresError(.unavailable) }
    guard PQexitPipelineMode(handle) == 1 else { throw lost() }
    guard let begin = pendingBegin else { return }
    pendingBegin = nil
    try execute(begin, until: deadline)
  }

  /// The next result; nil at the end of a statement.
  ///
  /// - Throws: ``PostgresError/Kind/unavailable`` when the connection is lost or time is up; it is broken then.
  func nextResult(until deadline: Deadline) throws(PostgresError) -> QueryResult? {
    var isSending = try flush()
    while PQisBusy(handle) == 1 {
      try wait(isSending ? POLLIN | POLLOUT : POLLIN, until: deadline)
      guard PQconsumeInput(handle) == 1 else { throw lost() }
      isSending = try flush()
    }
    return PQgetResult(handle).map(QueryResult.init)
  }

  /// Sends what waits to be sent, as far as the connection takes it.
  ///
  /// - Returns: whether more waits.
  func flush() throws(PostgresError) -> Bool {
    let status = PQflush(handle)
    // What the server said last, why it ends the session for instance, may still be there to be read.
    if status < 0, PQisBusy(handle) == 1, PQconsumeInput(handle) == 0 { throw lost() }
    return status == 1
  }

  /// Waits for the connection.
  func wait(_ events: Int32, until deadline: Deadline) throws(PostgresError) {
    while true {
      let wake = min(deadline, whileWaiting?() ?? .none)
      var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
      if poll(&descriptor, 1, wake.pollTimeout) > 0 { return }
      guard !deadline.hasPassed else {
        breakOff()
        throw PostgresError(.unavailable, explanation: "no answer in time")
      }
    }
  }

  /// The error of a connection that is gone.
  func lost() -> PostgresError {
    breakOff()
    return PostgresError(.unavailable, explanation: "the connection was lost")
  }
}
#endif
