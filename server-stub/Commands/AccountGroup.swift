internal import ArgumentParser

/// `vault-server account …`.
struct AccountGroup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: "Manage accounts, also while the server runs.",
    subcommands: [AccountAdd.self, AccountList.self, AccountRemove.self, AccountPassword.self, AccountAdmin.self])
}
