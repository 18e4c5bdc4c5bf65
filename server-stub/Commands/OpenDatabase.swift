#if Postgres
internal import Foundation
internal import LinuxSystem
internal import PostgresClient

/// The opening of a PostgreSQL database that a file names.
struct OpenDatabase {
  private let address: PostgresAddress
  /// The oldest PostgreSQL that has what the statements ask for, as `server_version_num` has it.
  private static let oldestServer = 150_000

  /// - Parameter file: has the connection string, readable by this user alone; nil for what the environment names.
  /// - Throws: ``CommandFailure`` that says what is wrong with it, and quotes nothing of it.
  init(file: String?) throws(CommandFailure) {
    do throws(PostgresError) {
      if let file {
        // Also what the environment says is looked at: libpq would take some of it in the place of what the file says.
        _ = try PostgresAddress(environment: Self.environment.filter { $0.key != PostgresAddress.variable })
        address = try PostgresAddress(file: file)
      } else if let named = try PostgresAddress(environment: Self.environment) {
        address = named
      } else {
        throw PostgresError(.configuration, explanation: "no database is named")
      }
    } catch { throw Self.failure(error) }
  }

  /// Where it is, without anything secret.
  var place: String { address.description }

  private static var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// Whether the environment names a database.
  static var isNamedByEnvironment: Bool { environment[PostgresAddress.variable]?.isEmpty == false }

  /// A connection of its own, for work that may take hours.
  ///
  /// - Throws: ``CommandFailure`` where none can be had within half a minute.
  func connect() throws(CommandFailure) -> PostgresConnection {
    do throws(PostgresError) {
      return try PostgresConnection.open(address, until: .after(seconds: 30), statementPatience: nil)
    } catch { throw Self.failure(error) }
  }

  /// Opens the database for a node, whose role may do what nodes need and nothing more.
  ///
  /// - Parameter listens: whether it is to hear what other nodes do.
  /// - Throws: ``CommandFailure`` that says what does not fit, and what to do.
  func open(listens: Bool = false) throws(CommandFailure) -> PostgresStorage {
    let connection = try connect()
    guard try Self.told({ () throws(PostgresError) in try Self.remarks(connection).version }) >= Self.oldestServer
    else {
      throw CommandFailure(.configuration, "PostgreSQL 15 or newer is needed")
    }
    try Self.require(try Self.told { () throws(PostgresError) in try PostgresSchema.state(connection) })
    let excess = try Self.told { () throws(PostgresError) in try PostgresRoles.excess(connection) }
    guard excess.isEmpty else {
      throw CommandFailure(
        .configuration,
        "the role of this file may do more than a node needs (\(excess.joined(separator: ", "))): log in as a member of \(PostgresRoles.nodes)"
      )
    }
    return try Self.told { () throws(PostgresError) in PostgresStorage(try PostgresEngine(address, listens: listens)) }
  }

  /// Looks whether everything can be moved into the database, or out of it.
  ///
  /// - Throws: ``CommandFailure`` that says what does not fit, and what to do.
  func requireForMove(back: Bool) throws(CommandFailure) {
    let connection = try connect()
    guard try Self.told({ () throws(PostgresError) in try Self.remarks(connection).version }) >= Self.oldestServer
    else { throw CommandFailure(.configuration, "PostgreSQL 15 or newer is needed") }
    let state = try Self.told { () throws(PostgresError) in try PostgresSchema.state(connection) }
    // The way back may be one that was begun.
    if back, case .moved = state { return }
    try Self.require(state)
  }

  private static func told<Value>(_ body: () throws(PostgresError) -> Value) throws(CommandFailure) -> Value {
    do throws(PostgresError) { return try body() } catch { throw failure(error) }
  }

  private static func require(_ state: PostgresSchema.State) throws(CommandFailure) {
    switch state {
    case .fits: return
    case .moved(let mark): throw CommandFailure(.configuration, mark.refusal(of: "what the database had"))
    case .empty:
      throw CommandFailure(
        .configuration, "the database has no schema of vault-server: vault-server database upgrade, as its owner")
    case .older(let number):
      throw CommandFailure(
        .configuration,
        "the database is at step \(number) of \(PostgresSchema.newest): vault-server database upgrade, as its owner")
    case .newer(let number):
      throw CommandFailure(
        .configuration,
        "the database is at step \(number), which this program does not know: install the vault-server that upgraded it"
      )
    }
  }

  /// What went wrong, in words for whoever gave the command.
  static func failure(_ error: PostgresError) -> CommandFailure {
    let words = error.explanation ?? error.description
    return switch error.kind {
    case .configuration: CommandFailure(.configuration, words)
    case .retry, .tooBusy: CommandFailure(.tryAgain, "others are at work in the database; try again")
    case .unavailable, .inDoubt: CommandFailure(.unavailable, words)
    default: CommandFailure(.badData, error.description)
    }
  }
}

extension OpenDatabase {
  /// What an administrator should know of a database beside its schema.
  struct Remarks {
    var version: Int64
    var hasStandby: Bool
    var isDurable: Bool
  }

  private static let facts = PostgresStatement(
    "vault_facts",
    """
    SELECT current_setting('server_version_num')::bigint, current_setting('synchronous_standby_names') <> '',
      current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off'
        AND current_setting('full_page_writes') = 'on'
    """, .reads, giving: Int64.self, Bool.self, Bool.self)

  /// Looks at a database.
  static func remarks(_ connection: PostgresConnection) throws(PostgresError) -> Remarks {
    guard let (version, hasStandby, isDurable) = try connection.run(facts(), until: .after(seconds: 10)).first else {
      throw PostgresError(.programming)
    }
    return Remarks(version: version, hasStandby: hasStandby, isDurable: isDurable)
  }
}
#endif
