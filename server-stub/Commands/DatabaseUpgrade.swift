#if Postgres
internal import ArgumentParser
internal import PostgresClient

/// The option that names a database.
struct DatabaseOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The file with the connection string; else VAULT_DATABASE names it.", valueName: "file"))
  var database: String?
}

/// `vault-server database check`.
struct DatabaseCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Say whether this program can work with a database.",
    discussion: """
      Ends with 0 where it can, and with 78 where not.

      EXAMPLE
        vault-server database check --database node.conf
      """)

  @OptionGroup var option: DatabaseOption

  func run() async throws {
    try await CommandFailure.reporting {
      let database = try OpenDatabase(file: option.database)
      let connection = try database.connect()
      do throws(PostgresError) {
        let remarks = try OpenDatabase.remarks(connection)
        print("PostgreSQL \(remarks.version / 10_000).\(remarks.version % 10_000)")
        if !remarks.isDurable {
          print("warning: fsync, full_page_writes or synchronous_commit is off: what is acknowledged can be lost")
        }
        if !remarks.hasStandby {
          print("warning: synchronous_standby_names is empty: what is acknowledged is on one machine alone")
        }
      } catch { throw OpenDatabase.failure(error) }
      let counts = try await database.open().broadcastCounts()
      print("the schema fits: step \(PostgresSchema.newest)")
      if counts.setAside > 0 {
        print(
          "warning: pushes to many that can't be read: \(counts.setAside); see vault.broadcasts where isSetAside is 1")
      }
    }
  }
}

/// `vault-server database upgrade`.
struct DatabaseUpgrade: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upgrade", abstract: "Make the schema in a database, or bring it up to date, as its owner.",
    discussion: """
      Each step is done whole or not at all, while nodes are at work; those of the version before work on. Run it \
      again where it gave up because others were at work. Nodes log in as members of the role vault_nodes, and \
      programs that watch figures as members of vault_metrics: both are made where there are none.

      EXAMPLE
        vault-server database upgrade --database owner.conf
      """)

  @OptionGroup var option: DatabaseOption

  func run() async throws {
    try await CommandFailure.reporting {
      let connection = try OpenDatabase(file: option.database).connect()
      do throws(PostgresError) {
        switch try PostgresSchema.state(connection) {
        case .newer(let number):
          throw PostgresError(
            .configuration,
            explanation: "a newer vault-server has brought the database to step \(number); nothing was changed")
        case .moved(let mark):
          throw PostgresError(.configuration, explanation: mark.refusal(of: "what the database had"))
        case .empty, .older, .fits: break
        }
        let done = try PostgresSchema.upgrade(connection)
        print(
          done.isEmpty
            ? "the schema is up to date: step \(PostgresSchema.newest)"
            : "steps done: \(done.map(String.init).joined(separator: ", "))")
      } catch { throw OpenDatabase.failure(error) }
    }
  }
}
#endif
