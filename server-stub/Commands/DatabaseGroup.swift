internal import ArgumentParser

/// `vault-server database …`.
struct DatabaseGroup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database", abstract: "Look after the database itself, also while the server runs.",
    subcommands: [DatabaseNewEpoch.self])
}
