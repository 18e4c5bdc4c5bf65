internal import ArgumentParser

/// `vault-server database …`.
struct DatabaseGroup: AsyncParsableCommand {
  #if Postgres
  private static let ofPostgres: [any ParsableCommand.Type] = [DatabaseCheck.self, DatabaseUpgrade.self]
  private static let explanation = """
    FILE has a connection string, as in: host=a,b dbname=vault user=vault_owner. It belongs to you, with mode 0600. \
    Beyond this machine TLS with a verified name is used, or nothing.

    EXAMPLES
      vault-server database upgrade --database owner.conf
      vault-server database check --database node.conf
    """
  #else
  private static let ofPostgres: [any ParsableCommand.Type] = []
  private static let explanation = ""
  #endif

  static let configuration = CommandConfiguration(
    commandName: "database", abstract: "Look after the database itself, also while the server runs.",
    discussion: explanation, subcommands: [DatabaseNewEpoch.self] + ofPostgres)
}
