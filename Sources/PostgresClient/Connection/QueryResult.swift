#if Postgres
internal import CLibPQ

/// What the server answered to one statement. Lives on one thread.
final class QueryResult {
  private let handle: OpaquePointer

  /// Takes over a result of libpq.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { PQclear(handle) }

  /// What it is.
  enum Status {
    /// The statement was carried out.
    case done
    /// It was not, or the connection was lost.
    case failed
    /// It was not looked at, since one before it had failed.
    case skipped
    /// Everything up to a sync is over.
    case sync
    /// The server waits for the bytes of a `COPY`.
    case copyIn
    /// The bytes of a `COPY` follow.
    case copyOut
    /// Something that was not asked for.
    case unexpected
  }

  var status: Status {
    switch PQresultStatus(handle) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: .done
    case PGRES_FATAL_ERROR: .failed
    case PGRES_PIPELINE_ABORTED: .skipped
    case PGRES_PIPELINE_SYNC: .sync
    case PGRES_COPY_IN: .copyIn
    case PGRES_COPY_OUT: .copyOut
    default: .unexpected
    }
  }

  /// How many rows there are.
  var rowCount: Int32 { PQntuples(handle) }

  /// The command's name as the server gives it back, for instance `COMMIT`.
  var command: String { String(cString: PQcmdStatus(handle)) }

  /// How many rows were inserted, updated or deleted; 0 for commands of other kinds.
  var changedCount: Int {
    let command = PQcmdStatus(handle).map { String(cString: $0) } ?? ""
    guard ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(String(command.prefix { $0 != " " })) else { return 0 }
    return PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0
  }

  /// How many columns there are.
  var columnCount: Int { Int(PQnfields(handle)) }

  /// The name of a column that there is.
  func name(of column: Int32) -> String { PQfname(handle, column).map { String(cString: $0) } ?? "" }

  /// The number of a column's type.
  func type(of column: Int32) -> UInt32 { PQftype(handle, column) }

  /// Whether a value is `NULL`.
  func isNull(_ row: Int32, _ column: Int32) -> Bool { PQgetisnull(handle, row, column) != 0 }

  /// Whether it has columns of these types.
  func has(_ columns: [PostgresType]) -> Bool {
    PQnfields(handle) == columns.count
      && columns.indices.allSatisfy {
        columns[$0].reads(PQftype(handle, Int32($0))) && PQfformat(handle, Int32($0)) == 1
      }
  }

  /// A value.
  ///
  /// - Throws: ``PostgresError/Kind/programming`` when it is of another type.
  func value<Value: PostgresColumn>(_ row: Int32, _ column: Int32) throws(PostgresError) -> Value {
    guard PQgetisnull(handle, row, column) == 0 else { return try Value.decodeColumn(nil) }
    let bytes = UnsafeRawBufferPointer(
      start: PQgetvalue(handle, row, column), count: Int(PQgetlength(handle, row, column)))
    return try Value.decodeColumn(bytes.bytes)
  }

  /// A field of an error or a warning.
  enum Field: Character {
    case state = "C"
    case severity = "V"
    case constraint = "n"
    case routine = "R"
  }

  /// A field, unless the server left it out.
  func field(_ field: Field) -> String? {
    guard let ascii = field.rawValue.asciiValue, let text = PQresultErrorField(handle, Int32(ascii)) else { return nil }
    return String(cString: text)
  }

  /// The server's error; nil when it is libpq's own, which means that the connection was lost.
  var error: PostgresError? {
    guard let state = SQLState.checked(field(.state)) else { return nil }
    let kind = SQLState.kind(
      of: state, constraint: field(.constraint), routine: field(.routine), endsSession: endsSession)
    return PostgresError(kind, state: state)
  }

  /// Whether the session ended with this error.
  var endsSession: Bool { ["FATAL", "PANIC"].contains(field(.severity)) }
}

/// What the server said beside its answers.
final class Warnings {
  /// Whether a commit was not waited for by the standby that was to have it.
  private(set) var commitIsInDoubt = false

  /// Forgets what was said.
  func forget() { commitIsInDoubt = false }

  /// Hears a notice or a warning.
  ///
  /// The message of a commit that gave up waiting for a standby may be translated, and programs in the database warn with the same
  /// SQLSTATE; the name of the server's function tells them apart. Where a server in between has taken that away, it may be one.
  func hear(state: String?, routine: String?) {
    guard state == "01000" || state == "57P01" else { return }
    if routine == nil || routine == "SyncRepWaitForLSN" { commitIsInDoubt = true }
  }

  /// Has a connection tell them here. They must live as long as it does.
  func listen(to connection: OpaquePointer) {
    PQsetNoticeReceiver(
      connection,
      { context, result in
        guard let context, let result else { return }
        // The result is libpq's, which clears it.
        let field = { (code: Character) in
          PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
        }
        Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue().hear(state: field("C"), routine: field("R"))
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
#endif
